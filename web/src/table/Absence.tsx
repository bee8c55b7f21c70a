/** Somebody is missing, a bot plays for me, or the game is paused: what can be done about it. */

import { type ReactNode, useEffect, useState } from "react";
import type { Schemas } from "../shared/api";
import { LEVELS, type Level, levelName, levelOf } from "../shared/levels";
import { useSettings } from "../shared/settings";
import { together } from "../shared/words";
import styles from "./Absence.module.css";
import controls from "./controls.module.css";
import type { Words } from "./game";
import { announce, comeBack, pause, resume, useTable, vote } from "./store";

type Overdue = Schemas["OverdueInfo"];

export function Absence({ words }: { words: Words }) {
  const { say } = words;
  const table = useTable((state) => state.update?.table);
  const seat = useTable((state) => state.update?.seat ?? null);
  if (table?.status !== "playing") return null;
  const plays = seat !== null && !table.chairs[seat]?.resigned;
  const wanting = table.clock?.pause_wanted_by ?? [];
  if (plays && table.chairs[seat]?.substitute) {
    return (
      <Notice text={say("web.absence.substituted")}>
        <button type="button" onClick={comeBack}>
          {say("web.absence.come_back")}
        </button>
      </Notice>
    );
  }
  if (table.clock?.paused) {
    return (
      <Notice text={say("web.absence.paused")}>
        {plays && (
          <button type="button" onClick={resume}>
            {say("web.absence.resume")}
          </button>
        )}
      </Notice>
    );
  }
  if (table.overdue) return <Missing overdue={table.overdue} seat={plays ? seat : null} words={words} />;
  if (wanting.length === 0 || !plays) return null;
  if (wanting.includes(seat)) return <Notice text={say("web.absence.pause_asked")} />;
  return (
    <Notice text={say("web.absence.pause_wanted", { player: together(wanting.map(words.name), say) })}>
      <button type="button" onClick={pause}>
        {say("web.absence.pause")}
      </button>
    </Notice>
  );
}

function Notice({ text, children }: { text: string; children?: ReactNode }) {
  useEffect(() => announce(text), [text]);
  return (
    <div className={styles["notice"]} data-slot="absence">
      <p>{text}</p>
      {children && <div className={`${styles["choices"]} ${controls["controls"]}`}>{children}</div>}
    </div>
  );
}

function Missing({ overdue, seat, words }: { overdue: Overdue; seat: number | null; words: Words }) {
  const { say, name } = words;
  const mine = useTable((state) => state.update?.table.own_seats) ?? [];
  const player = name(overdue.seat);
  const text = say(`web.absence.${overdue.cause}`, { player });
  const others = overdue.votes.filter((each) => each.seat !== seat);
  const told = others.map((each) => say("web.absence.vote", { player: name(each.seat), choice: wish(each, words) }));
  if (mine.includes(overdue.seat)) return <Notice text={say("web.absence.mine")} />;
  return (
    <Notice text={[text, ...told].join(" ")}>
      {seat !== null && <Choices own={overdue.votes.find((each) => each.seat === seat) ?? null} words={words} />}
    </Notice>
  );
}

function wish({ choice, level }: Schemas["Vote"], { say }: Words): string {
  return say(`web.absence.${choice}`) + (level === null ? "" : ` (${levelName(level, say)})`);
}

/** What I want is marked. The end of the game has to be confirmed. */
function Choices({ own, words }: { own: Schemas["Vote"] | null; words: Words }) {
  const { say } = words;
  const [level, setLevel] = useState<Level>(levelOf(useSettings((settings) => settings.level)));
  const [sure, setSure] = useState(false);
  return (
    <>
      <button type="button" aria-pressed={own?.choice === "wait"} onClick={() => vote("wait", null)}>
        {say("web.absence.wait")}
      </button>
      <button
        type="button"
        aria-pressed={own?.choice === "end"}
        onClick={() => (sure ? vote("end", null) : setSure(true))}
      >
        {say(sure ? "web.absence.end_sure" : "web.absence.end")}
      </button>
      <button type="button" aria-pressed={own?.choice === "bot"} onClick={() => vote("bot", level)}>
        {say("web.absence.bot")}
      </button>
      <select
        aria-label={say("web.absence.level")}
        value={level}
        onChange={({ target }) => setLevel(target.value as Level)}
      >
        {LEVELS.map((each) => (
          <option key={each} value={each}>
            {levelName(each, say)}
          </option>
        ))}
      </select>
    </>
  );
}
