/** The end is a scene: the scoring plays out step by step, can be skipped, and stays readable as a table. */

import { useEffect, useMemo, useState } from "react";
import { addressOf } from "../home/opening";
import { play } from "../shared/sound";
import type { EndStep, Game, Piece, SeatLook, View, Words } from "./game";
import { motionReduced } from "./motion";
import { Seal } from "./Seal";
import { rematch, useTable } from "./store";

const STEP_SHOWN = 1400;
/** Where there is room for them, the steps are open to be read. */
const ROOMY = matchMedia("(min-width: 62rem)");

export interface Scoring {
  readonly steps: readonly EndStep[];
  /** How many have been shown. */
  readonly shown: number;
  readonly places: readonly string[];
  readonly pieces: readonly Piece[];
  /** The points counted so far, null when the game is not over or all has been shown. */
  readonly counted: readonly number[] | null;
  skip(): void;
  next(): void;
  restart(): void;
}

/** Goes through the final scoring by itself. Those who want no movement go through it by hand, or skip it. */
export function useScoring(game: Game, view: View, words: Words): Scoring {
  const over = view.player === null;
  // A game that was given up is not scored.
  const steps = useMemo(() => (view.breakdown ? game.end(view, words) : []), [game, view, words]);
  const [shown, setShown] = useState(0);
  const done = shown >= steps.length;
  useEffect(() => {
    if (over) play("end");
    else setShown(0);
  }, [over]);
  useEffect(() => {
    if (!over || done || motionReduced()) return;
    const timer = window.setTimeout(() => setShown(shown + 1), STEP_SHOWN);
    return () => window.clearTimeout(timer);
  }, [over, done, shown]);
  const pieces = useMemo(() => steps.slice(0, shown).flatMap((step) => [...(step.pieces ?? [])]), [steps, shown]);
  const counted = done ? null : Array.from({ length: view.players }, (_, seat) => sum(steps.slice(0, shown), seat));
  return {
    steps,
    shown,
    places: done ? [] : (steps[shown - 1]?.places ?? []),
    pieces,
    counted,
    skip: () => setShown(steps.length),
    next: () => setShown(Math.min(shown + 1, steps.length)),
    restart: () => setShown(0),
  };
}

function sum(steps: readonly EndStep[], seat: number, source?: string): number {
  return steps
    .filter((step) => step.seat === seat && (source === undefined || step.source === source))
    .reduce((points, step) => points + step.points, 0);
}

/** What it is for, and what it is; some texts say both. */
function lineOf({ source, text }: EndStep): string {
  return text.startsWith(source) ? text : `${source}: ${text}`;
}

interface Props {
  readonly scoring: Scoring;
  readonly view: View;
  readonly words: Words;
  readonly seats: readonly SeatLook[];
  go(table: string): void;
}

export function End({ scoring, view, words, seats, go }: Props) {
  const { say } = words;
  const done = scoring.shown >= scoring.steps.length;
  return (
    <section className="bar end" aria-label={say("web.table.end")}>
      <div className="ask">
        <h2>{done ? winnersText(view, words) : say("web.table.scoring")}</h2>
        <div className="doings">
          {done ? (
            <>
              {scoring.steps.length > 0 && (
                <button type="button" onClick={scoring.restart}>
                  {say("web.table.again")}
                </button>
              )}
              <Rematch words={words} go={go} />
            </>
          ) : (
            <>
              <button type="button" onClick={scoring.next}>
                {say("web.table.next")}
              </button>
              <button type="button" className="confirm" onClick={scoring.skip}>
                {say("web.table.skip")}
              </button>
            </>
          )}
        </div>
      </div>
      {done && view.scores && <PointsTable steps={scoring.steps} view={view} words={words} seats={seats} />}
      {!done && <Step scoring={scoring} words={words} seats={seats} />}
    </section>
  );
}

function winnersText(view: View, words: Words): string {
  const { say } = words;
  const names = view.winners.map(words.name);
  if (view.winners.length === 1 && view.winners[0] === view.seat) return say("web.table.you_win");
  if (names.length === 0) return say("web.table.over");
  const last = names.pop() ?? "";
  return names.length === 0
    ? say("web.table.wins", { player: last })
    : say("web.table.win_together", { players: names.join(", "), player: last });
}

function Step({ scoring, words, seats }: Pick<Props, "scoring" | "words" | "seats">) {
  const step = scoring.steps[scoring.shown - 1];
  return (
    <>
      <p className="step" role="status">
        {step?.seat !== undefined && <Seal seat={step.seat} look={seats[step.seat]} />}
        {step?.picture}
        {step ? lineOf(step) : words.say("web.table.scoring_begins")}
      </p>
      <ol className="standings">
        {scoring.counted?.map((points, seat) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
          <li key={seat}>
            <Seal seat={seat} look={seats[seat]} /> {words.name(seat)} <b>{points}</b>
          </li>
        ))}
      </ol>
    </>
  );
}

interface PointsTableProps {
  readonly steps: readonly EndStep[];
  readonly view: View;
  readonly words: Words;
  readonly seats: readonly SeatLook[];
}

function PointsTable({ steps, view, words, seats }: PointsTableProps) {
  const { say } = words;
  const sources = [...new Set(steps.map((step) => step.source))];
  const order = Array.from({ length: view.players }, (_, seat) => seat).sort(
    (a, b) =>
      Number(view.winners.includes(b)) - Number(view.winners.includes(a)) ||
      (view.scores?.[b] ?? 0) - (view.scores?.[a] ?? 0),
  );
  return (
    <div className="scores">
      <table>
        <thead>
          <tr>
            <th scope="col">{say("web.table.player")}</th>
            {sources.map((source) => (
              <th key={source} scope="col">
                {source}
              </th>
            ))}
            <th scope="col">{say("web.table.total")}</th>
          </tr>
        </thead>
        <tbody>
          {order.map((seat) => (
            <tr key={seat} data-winner={view.winners.includes(seat)}>
              <th scope="row">
                <Seal seat={seat} look={seats[seat]} /> {words.name(seat)}
              </th>
              {sources.map((source) => (
                <td key={source}>{sum(steps, seat, source)}</td>
              ))}
              <td>
                <b>{view.scores?.[seat]}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <details open={ROOMY.matches}>
        <summary>{say("web.table.steps")}</summary>
        <ol>
          {steps.map((step, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its number
            <li key={n}>{lineOf(step)}</li>
          ))}
        </ol>
      </details>
    </div>
  );
}

function Rematch({ words, go }: Pick<Props, "words" | "go">) {
  const { say } = words;
  const letter = useTable((state) => state.letter);
  if (!letter || letter.table.own_seats.length === 0) return <a href="/">{say("web.table.home")}</a>;
  const again = async () => {
    const next = await rematch();
    // Where somebody has to be waited for, the page is left, and with it all that was drawn: three.js and
    // react-three-fiber keep parts of a scene that is only taken out of the page.
    if (next?.status === "waiting") location.assign(addressOf(next.id));
    else if (next) go(next.id);
  };
  return (
    <button type="button" className="confirm" onClick={() => void again()}>
      {say(letter.table.rematch ? "web.table.rematch_join" : "web.table.rematch")}
    </button>
  );
}
