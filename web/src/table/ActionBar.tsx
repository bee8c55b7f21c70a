/** What can I do now? One line, and the real things: pieces, cards, confirm. */

import { type ReactNode, useMemo } from "react";
import { useDark } from "../shared/theme";
import { choosable, fitting } from "./choosing";
import type { Consequence, Game, Move, SeatLook, Thing, View, Words } from "./game";
import { Seal } from "./Seal";
import {
  askForHint,
  choose,
  chosenMove,
  confirm,
  playMoves,
  type State,
  show,
  unchoose,
  undo,
  useTable,
} from "./store";

interface Props {
  readonly game: Game;
  readonly view: View;
  readonly words: Words;
  readonly seats: readonly SeatLook[];
}

export function ActionBar({ game, view, words, seats }: Props) {
  const state = useTable();
  const night = useDark();
  const { say } = words;
  const move = chosenMove(state);
  const trial = state.trial?.view ?? null;
  return (
    <section className="bar" aria-label={say("web.table.bar")} data-mine={view.moves.length > 0}>
      <div className="ask">
        <Ask game={game} view={view} words={words} move={move} />
        <Doings state={state} move={move} words={words} />
      </div>
      <div className="outlook">
        {state.refusal !== null && (
          <p className="refusal" role="alert">
            {state.refusal}
          </p>
        )}
        {move && <Consequences list={known(game, move, view, trial, words)} seats={seats} view={view} />}
      </div>
      <div className="hand">
        <Things game={game} view={view} words={words} chosen={state.chosen} sent={state.sent} />
        {game.Desk && (
          <game.Desk
            view={view}
            trial={trial}
            words={words}
            night={night}
            chosen={state.chosen}
            choose={choose}
            show={show}
            log={state.log}
            play={playMoves}
          />
        )}
      </div>
    </section>
  );
}

function Ask({ game, view, words, move }: { game: Game; view: View; words: Words; move: Move | null }) {
  const { say } = words;
  const letter = useTable((state) => state.letter);
  const hint = useTable((state) => state.hint);
  if (view.moves.length === 0) return <h2>{waiting(view, words, letter?.seat ?? null)}</h2>;
  if (!move) return <h2>{game.ask(view, words)}</h2>;
  const text = game.describe(move, view, words);
  if (hint === move.id) return <h2>{say("web.table.hint_is", { move: text })}</h2>;
  return <h2>{view.moves.length === 1 ? say("web.table.only", { move: text }) : text}</h2>;
}

function waiting(view: View, words: Words, seat: number | null): string {
  const player = words.name(view.player ?? 0);
  return words.say(seat === null ? "web.table.watching" : "web.table.waiting", { player });
}

function Doings({ state, move, words }: { state: State; move: Move | null; words: Words }) {
  const { say } = words;
  const { letter, sent, chosen } = state;
  const deciding = (letter?.view?.moves.length ?? 0) > 0;
  return (
    <div className="doings">
      {letter?.table.hints && deciding && (
        <button type="button" onClick={askForHint} aria-keyshortcuts="H">
          {say("web.table.hint")}
        </button>
      )}
      {chosen.length > 0 ? (
        <button type="button" onClick={unchoose} aria-keyshortcuts="Escape">
          {say("web.table.unchoose")}
        </button>
      ) : (
        letter?.undo && (
          <button type="button" onClick={undo} disabled={sent} aria-keyshortcuts="U">
            {say("web.table.undo")}
          </button>
        )
      )}
      {deciding && (
        <button type="button" className="confirm" onClick={confirm} disabled={!move || sent} aria-keyshortcuts="Enter">
          {say(sent ? "web.table.sent" : "web.table.confirm")}
        </button>
      )}
    </div>
  );
}

/** All that can be told of a move before it is made. */
function known(game: Game, move: Move, view: View, trial: View | null, words: Words): readonly Consequence[] {
  return [...(game.foretell?.(move, view, words) ?? []), ...(trial ? game.consequences(view, trial, words) : [])];
}

interface ConsequencesProps {
  readonly list: readonly Consequence[];
  readonly seats: readonly SeatLook[];
  readonly view: View;
}

function Consequences({ list, seats, view }: ConsequencesProps) {
  const ownFirst = [...list].sort((a, b) => Number(b.seat === view.seat) - Number(a.seat === view.seat));
  return (
    <ul className="consequences">
      {ownFirst.map(({ text, seat, good }) => (
        <li key={`${seat} ${text}`} data-good={good}>
          {seat !== undefined && <Seal seat={seat} look={seats[seat]} />}
          {text}
        </li>
      ))}
    </ul>
  );
}

// --- things -----------------------------------------------------------------------------------------------------

interface ThingsProps {
  readonly game: Game;
  readonly view: View;
  readonly words: Words;
  readonly chosen: readonly string[];
  readonly sent: boolean;
}

function Things({ game, view, words, chosen, sent }: ThingsProps) {
  const things = useMemo(() => game.things(view, words, chosen), [game, view, words, chosen]);
  const can = useMemo(() => choosable(view.moves, game.choices), [view, game]);
  const groups = new Map<string, Thing[]>();
  for (const thing of things) groups.set(thing.group ?? "", [...(groups.get(thing.group ?? "") ?? []), thing]);
  const numberOf = (thing: Thing) => things.indexOf(thing) + 1;
  return (
    <div className="things">
      {[...groups].map(([group, members]) => (
        <fieldset key={group} aria-label={group || words.say("web.table.things")}>
          {group && <legend>{group}</legend>}
          <ul>
            {members.map((thing) => (
              <li key={thing.key}>
                <OneThing
                  thing={thing}
                  number={numberOf(thing)}
                  chosen={chosen}
                  can={!sent && (thing.free ?? can.has(thing.key)) && thing.count !== 0}
                  canPart={(key) => !sent && fitting(view.moves, [thing.key, key], game.choices).length > 0}
                />
              </li>
            ))}
          </ul>
        </fieldset>
      ))}
    </div>
  );
}

interface ThingProps {
  readonly thing: Thing;
  readonly number: number;
  readonly chosen: readonly string[];
  readonly can: boolean;
  readonly canPart: (key: string) => boolean;
}

function OneThing({ thing, number, chosen, can, canPart }: ThingProps) {
  const { key, label, count, picture, parts } = thing;
  const isChosen = chosen.includes(key);
  const name = count === undefined ? label : `${label}, ${count}`;
  const face: ReactNode = picture ?? label;
  return (
    <div className="thing" data-chosen={isChosen} data-can={can}>
      <button
        type="button"
        data-thing={key}
        data-number={number < 10 ? number : undefined}
        aria-label={name}
        aria-pressed={isChosen}
        disabled={!can}
        title={label}
        onClick={() => choose(key)}
      >
        {face}
        {count !== undefined && <span className="count">{count}</span>}
      </button>
      {parts && (
        <fieldset className="parts" aria-label={label}>
          {parts.map((part) => (
            <button
              key={part.key}
              type="button"
              data-part={part.key}
              aria-label={`${label}: ${part.label}`}
              aria-pressed={isChosen && chosen.includes(part.key)}
              disabled={!can || !canPart(part.key)}
              title={part.label}
              onClick={() => choose(key, part.key)}
            >
              {part.short}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}
