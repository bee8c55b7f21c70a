import { type FormEvent, useId, useState } from "react";
import type { GameInfo, NewTable as Plan, SeatPlan } from "../shared/api";
import { gameKey } from "../shared/games";
import { LEVELS, type Level } from "../shared/levels";
import { Choice, Dialog, ErrorMessage, Switch } from "../shared/parts";
import parts from "../shared/parts.module.css";
import { useAction } from "../shared/requests";
import { useSay } from "../shared/words";
import { openTable, usePreparing } from "./actions";
import styles from "./NewTable.module.css";
import { SeatSeal } from "./SeatSeal";
import { clockOf, NO_CLOCK, type Time, TimeChoice } from "./TimeChoice";
import { isOn, optionsOf, withOption } from "./variants";

type Who = SeatPlan["who"] | "friend";
type Seat = { who: Who; name: string; level: Level };
type Draft = {
  game: GameInfo;
  variant: string;
  seats: readonly Seat[];
  /** The seat that begins; null: a random one. */
  first: number | null;
  open: boolean;
  hints: boolean;
  time: Time;
};

const WHO: readonly Who[] = ["me", "friend", "anyone", "bot"];

function draftOf(game: GameInfo, level: Level): Draft {
  const me: Seat = { who: "me", name: "", level };
  const seats = [me, ...game.players.map((): Seat => ({ who: "anyone", name: "", level }))];
  return {
    game,
    variant: game.variants[0] ?? "",
    seats: seats.slice(0, Math.min(...game.players)),
    first: null,
    open: false,
    hints: true,
    time: NO_CLOCK,
  };
}

function resized(seats: readonly Seat[], players: number, level: Level): readonly Seat[] {
  const added = Array.from({ length: Math.max(0, players - seats.length) }, () => ({
    who: "bot" as const,
    name: "",
    level,
  }));
  return [...seats, ...added].slice(0, players);
}

/** The request body. A friend at this screen is a seat of mine with another name. */
function planOf(draft: Draft, friend: string): Plan {
  const seats = draft.seats.map(({ who, name, level }): SeatPlan => {
    if (who === "bot") return { who, level };
    return who === "friend" ? { who: "me", name: name.trim() || friend } : { who };
  });
  const { game, variant, first, open, hints, time } = draft;
  return { game: game.name, variant, seats, first, open, hints, ...clockOf(time) };
}

export function NewTable(props: { games: readonly GameInfo[]; first: GameInfo; level: Level; close: () => void }) {
  const { games, first, level, close } = props;
  const say = useSay();
  const [draft, setDraft] = useState<Draft>(() => draftOf(first, level));
  const change = (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed }));
  const action = useAction();
  const preparing = usePreparing(({ text }) => text);
  const { game } = draft;
  const nobody = !draft.seats.some(({ who }) => who === "me" || who === "friend");
  const complete = !draft.seats.some(({ who }) => who === "anyone");

  const chooseGame = (name: string) => {
    const chosen = games.find((one) => one.name === name);
    if (chosen) setDraft({ ...draftOf(chosen, level), open: draft.open, hints: draft.hints, time: draft.time });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    action.run(() => openTable(planOf(draft, say("web.new.friend_default"))));
  };

  return (
    <Dialog title={say("web.new.title")} close={close}>
      <form className={styles["plan"]} onSubmit={submit}>
        <Choice
          className={styles["pairs"]}
          legend={say("web.new.game")}
          options={games.map(({ name, title }) => ({ value: name, label: title }))}
          value={game.name}
          choose={chooseGame}
        />
        <Variant game={game} variant={draft.variant} choose={(variant) => change({ variant })} />
        <Choice
          legend={say("web.new.players")}
          options={game.players.map((players) => ({ value: players, label: String(players) }))}
          value={draft.seats.length}
          choose={(players) =>
            change({
              seats: resized(draft.seats, players, level),
              first: draft.first !== null && draft.first < players ? draft.first : null,
            })
          }
        />
        <fieldset className={styles["seats"]}>
          <legend className={parts["legend"]}>{say("web.new.seats")}</legend>
          {draft.seats.map((seat, number) => (
            <SeatRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
              key={number}
              game={game}
              number={number}
              seat={seat}
              listed={draft.open}
              set={(changed) => change({ seats: draft.seats.with(number, { ...seat, ...changed }) })}
            />
          ))}
        </fieldset>
        <First
          names={game.seat_names.slice(0, draft.seats.length)}
          first={draft.first}
          choose={(seat) => change({ first: seat })}
        />
        <div>
          <Switch label={say("web.new.open")} on={draft.open} set={(on) => change({ open: on })} />
          <Switch label={say("web.new.hints")} on={draft.hints} set={(on) => change({ hints: on })} />
        </div>
        <TimeChoice time={draft.time} choose={(time) => change({ time })} />
        <ErrorMessage text={nobody ? say("web.new.nobody") : action.error} />
        <p role="status">{preparing}</p>
        <button
          type="submit"
          className={`${parts["button"]} ${parts["primary"]}`}
          disabled={nobody}
          aria-disabled={action.busy}
        >
          {say(complete ? "web.new.start" : "web.new.create")}
        </button>
      </form>
    </Dialog>
  );
}

type FirstProps = { names: readonly string[]; first: number | null; choose: (first: number | null) => void };

/** Who begins: a seat, or whoever is drawn by lot. */
function First({ names, first, choose }: FirstProps) {
  const say = useSay();
  const id = useId();
  return (
    <div className={parts["field"]}>
      <label htmlFor={id}>{say("web.new.first")}</label>
      <select
        id={id}
        value={first ?? ""}
        onChange={({ target }) => choose(target.value === "" ? null : Number(target.value))}
      >
        <option value="">{say("web.new.first_random")}</option>
        {names.map((name, seat) => (
          <option key={name} value={seat}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

type VariantProps = { game: GameInfo; variant: string; choose: (variant: string) => void };

function Variant({ game: { name, variants }, variant, choose }: VariantProps) {
  const say = useSay();
  const options = optionsOf(variants);
  if (options.length > 0) {
    return (
      <fieldset>
        <legend className={parts["legend"]}>{say("web.new.options")}</legend>
        {options.map((option) => (
          <Switch
            key={option}
            label={say(gameKey(name, `options.${option}`))}
            on={isOn(variant, option)}
            set={(on) => choose(withOption(variants, variant, option, on))}
          />
        ))}
      </fieldset>
    );
  }
  if (variants.length < 2) return null;
  const labelled = variants.map((value) => ({ value, label: say(gameKey(name, `variants.${value}`)) }));
  return <Choice legend={say("web.new.variant")} options={labelled} value={variant} choose={choose} />;
}

type SeatRowProps = {
  game: GameInfo;
  number: number;
  seat: Seat;
  listed: boolean;
  set: (changed: Partial<Seat>) => void;
};

function SeatRow({ game, number, seat, listed, set }: SeatRowProps) {
  const say = useSay();
  const id = useId();
  const name = game.seat_names[number] ?? "";
  const labels: Record<Who, string> = {
    me: say("web.new.me"),
    friend: say("web.new.friend"),
    anyone: say(listed ? "web.new.anyone_open" : "web.new.anyone"),
    bot: say("web.new.bot"),
  };
  return (
    <div className={styles["seat"]}>
      <SeatSeal game={game} seat={number} />
      <label htmlFor={id}>{name}</label>
      <select id={id} value={seat.who} onChange={(event) => set({ who: event.target.value as Who })}>
        {WHO.map((who) => (
          <option key={who} value={who}>
            {labels[who]}
          </option>
        ))}
      </select>
      {seat.who === "bot" && (
        <select
          aria-label={say("web.new.level", { seat: name })}
          value={seat.level}
          onChange={(event) => set({ level: event.target.value as Level })}
        >
          {LEVELS.map((level) => (
            <option key={level} value={level}>
              {say(`web.levels.${level}`)}
            </option>
          ))}
        </select>
      )}
      {seat.who === "friend" && (
        <input
          aria-label={say("web.new.friend_name", { seat: name })}
          placeholder={say("web.new.friend_default")}
          value={seat.name}
          maxLength={40}
          onChange={(event) => set({ name: event.target.value })}
        />
      )}
    </div>
  );
}
