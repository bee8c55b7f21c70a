/** The final scoring: animated step by step, skippable, and finally a table. */

import { type CSSProperties, useEffect, useMemo, useState } from "react";
import { useGame } from "../shared/games";
import { tablePath } from "../shared/paths";
import { Seal } from "../shared/Seal";
import { play } from "../shared/sound";
import { together } from "../shared/words";
import { Bar, Confirm } from "./Bar";
import styles from "./End.module.css";
import type { EndStep, Game, Piece, View, Words } from "./game";
import { motionReduced } from "./motion";
import { Refusal } from "./Refusal";
import { announce, rematch, useTable } from "./store";

const STEP_SHOWN = 1400;

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

/** Plays the final scoring automatically. With reduced motion, people step through it or skip it. */
export function useScoring(game: Game, view: View, words: Words): Scoring {
  const over = view.player === null;
  // A game that ended by resignation is not scored.
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

/** The source of points and its text; some texts begin with their source. */
function lineOf({ source, text }: EndStep): string {
  return text.startsWith(source) ? text : `${source}: ${text}`;
}

interface Props {
  readonly scoring: Scoring;
  readonly view: View;
  readonly words: Words;
  go(table: string): void;
}

export function End({ scoring, view, words, go }: Props) {
  const { say } = words;
  const done = scoring.shown >= scoring.steps.length;
  const title = done ? winnersText(view, words) : say("web.table.scoring");
  useEffect(() => announce(title), [title]);
  return (
    <Bar
      label={say("web.table.end")}
      title={title}
      actions={
        done ? (
          <EndButtons scoring={scoring} view={view} words={words} go={go} />
        ) : (
          <StepButtons scoring={scoring} words={words} />
        )
      }
      over
    >
      <Refusal game={view.game} />
      {done && view.scores && <PointsTable steps={scoring.steps} view={view} words={words} />}
      {!done && <Step scoring={scoring} words={words} />}
    </Bar>
  );
}

function StepButtons({ scoring, words: { say } }: Pick<Props, "scoring" | "words">) {
  return (
    <>
      <button type="button" onClick={scoring.next}>
        {say("web.table.next")}
      </button>
      <Confirm onClick={scoring.skip}>{say("web.table.skip")}</Confirm>
    </>
  );
}

function EndButtons({ scoring, view, words, go }: Props) {
  return (
    <>
      {scoring.steps.length > 0 && (
        <button type="button" onClick={scoring.restart}>
          {words.say("web.table.again")}
        </button>
      )}
      <Rematch view={view} words={words} go={go} />
    </>
  );
}

function winnersText(view: View, words: Words): string {
  const { say } = words;
  const names = view.winners.map(words.name);
  if (view.winners.length === 1 && view.winners[0] === view.seat) return say("web.table.you_win");
  if (names.length === 0) return say("web.table.over");
  return names.length === 1
    ? say("web.table.wins", { player: names.join() })
    : say("web.table.win_together", { players: together(names, say) });
}

function Step({ scoring, words }: Pick<Props, "scoring" | "words">) {
  const step = scoring.steps[scoring.shown - 1];
  return (
    <>
      <p className={styles["step"]} role="status">
        {step?.seat !== undefined && <Seal seat={step.seat} look={words.seats[step.seat]} />}
        {step?.picture}
        {step ? lineOf(step) : words.say("web.table.scoring_begins")}
      </p>
      <ol className={styles["standings"]}>
        {scoring.counted?.map((points, seat) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
          <li key={seat}>
            <Seal seat={seat} look={words.seats[seat]} /> {words.name(seat)} <b>{points}</b>
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
}

function PointsTable({ steps, view, words }: PointsTableProps) {
  const { say } = words;
  const sources = [...new Set(steps.map((step) => step.source))];
  const order = Array.from({ length: view.players }, (_, seat) => seat).sort(
    (a, b) =>
      Number(view.winners.includes(b)) - Number(view.winners.includes(a)) ||
      (view.scores?.[b] ?? 0) - (view.scores?.[a] ?? 0),
  );
  return (
    <div className={styles["scores"]} data-slot="scores">
      <table style={{ "--lines": sources.length + 2 } as CSSProperties}>
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
                <Seal seat={seat} look={words.seats[seat]} />{" "}
                <span className={styles["name"]} title={words.name(seat)}>
                  {words.name(seat)}
                </span>
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
      <details>
        <summary>{say("web.table.steps")}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reached by the keyboard */}
        <div className={styles["steps"]} data-slot="steps" tabIndex={0}>
          <ol>
            {steps.map((step, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a step is its number
              <li key={n}>{lineOf(step)}</li>
            ))}
          </ol>
        </div>
      </details>
    </div>
  );
}

function Rematch({ view, words, go }: Omit<Props, "scoring">) {
  const { say } = words;
  const game = useGame(view.game);
  const advised = game?.rematch_if_shared && view.winners.length > 1;
  const update = useTable((state) => state.update);
  if (!update || update.table.own_seats.length === 0) return <a href="/">{say("web.table.home")}</a>;
  const again = async () => {
    const next = await rematch();
    // If people are missing, do a full page load, which frees the scene: three.js and react-three-fiber leak parts of
    // an unmounted scene.
    if (next?.status === "waiting") location.assign(tablePath(next.id));
    else if (next) go(next.id);
  };
  return (
    <Confirm onClick={() => void again()}>
      {say(
        update.table.rematch ? "web.table.rematch_join" : advised ? "web.table.rematch_advised" : "web.table.rematch",
      )}
    </Confirm>
  );
}
