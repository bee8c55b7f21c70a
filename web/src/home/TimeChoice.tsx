/** Whether there are clocks at a new table, and how long the others wait for somebody who is away. */

import { useId } from "react";
import type { NewTable } from "../shared/api";
import { lengthOf } from "../shared/clock";
import { Choice, Switch } from "../shared/parts";
import parts from "../shared/parts.module.css";
import { useSay } from "../shared/words";
import styles from "./TimeChoice.module.css";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const GAME_TIMES = [5, 10, 15, 20, 30, 45, 60, 90].map((minutes) => minutes * MINUTE);
const INCREMENTS = [0, 5, 10, 20, 30, 60];
const TURN_TIMES = [1, 2, 3, 5, 7, 14].map((days) => days * DAY);
const PATIENCES = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, DAY];

export type Time = {
  readonly kind: "none" | "live" | "correspondence";
  readonly game: number;
  readonly increment: number;
  readonly turn: number;
  readonly nights: boolean;
  readonly weekends: boolean;
  /** null: for ever. */
  readonly patience: number | null;
};

export const NO_CLOCK: Time = {
  kind: "none",
  game: 15 * MINUTE,
  increment: 10,
  turn: 3 * DAY,
  nights: true,
  weekends: true,
  patience: 5 * MINUTE,
};

/** As the server is told. Where turns take days, nobody has to be at the table. */
export function clockOf(time: Time): Pick<NewTable, "clock" | "patience"> {
  const { kind, game, increment, turn, nights, weekends, patience } = time;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (kind === "live") return { clock: { kind, seconds: game, increment }, patience };
  if (kind === "none") return { clock: null, patience };
  return { clock: { kind, seconds: turn, nights, weekends, zone }, patience: null };
}

export function TimeChoice({ time, choose }: { time: Time; choose: (time: Time) => void }) {
  const say = useSay();
  const change = (changed: Partial<Time>) => choose({ ...time, ...changed });
  const kinds = ["none", "live", "correspondence"] as const;
  const { kind } = time;
  return (
    <>
      <Choice
        legend={say("web.clock.title")}
        options={kinds.map((value) => ({ value, label: say(`web.clock.${value}`) }))}
        value={kind}
        choose={(chosen) => change({ kind: chosen })}
      />
      {kind === "live" && (
        <div className={styles["pair"]}>
          <Length label={say("web.clock.game")} of={GAME_TIMES} value={time.game} choose={(game) => change({ game })} />
          <Length
            label={say("web.clock.increment")}
            of={INCREMENTS}
            value={time.increment}
            choose={(increment) => change({ increment })}
          />
        </div>
      )}
      {kind === "correspondence" && (
        <div>
          <Length label={say("web.clock.turn")} of={TURN_TIMES} value={time.turn} choose={(turn) => change({ turn })} />
          <Switch label={say("web.clock.nights")} on={time.nights} set={(nights) => change({ nights })} />
          <Switch label={say("web.clock.weekends")} on={time.weekends} set={(weekends) => change({ weekends })} />
        </div>
      )}
      {kind !== "correspondence" && <Patience patience={time.patience} choose={(patience) => change({ patience })} />}
    </>
  );
}

function Length(props: { label: string; of: readonly number[]; value: number; choose: (seconds: number) => void }) {
  const id = useId();
  return (
    <div className={parts["field"]}>
      <label htmlFor={id}>{props.label}</label>
      <select id={id} value={props.value} onChange={({ target }) => props.choose(Number(target.value))}>
        {props.of.map((seconds) => (
          <option key={seconds} value={seconds}>
            {lengthOf(seconds)}
          </option>
        ))}
      </select>
    </div>
  );
}

function Patience({ patience, choose }: { patience: number | null; choose: (seconds: number | null) => void }) {
  const say = useSay();
  const id = useId();
  return (
    <div className={parts["field"]}>
      <label htmlFor={id}>{say("web.clock.patience")}</label>
      <select
        id={id}
        value={patience ?? ""}
        onChange={({ target }) => choose(target.value === "" ? null : Number(target.value))}
      >
        {PATIENCES.map((seconds) => (
          <option key={seconds} value={seconds}>
            {say("web.clock.after", { time: lengthOf(seconds) })}
          </option>
        ))}
        <option value="">{say("web.clock.never")}</option>
      </select>
    </div>
  );
}
