import { type FormEvent, type ReactNode, useCallback, useEffect, useId, useState } from "react";
import { addressOf } from "../shared/addresses";
import { answer, api, type MySummary, type Summary } from "../shared/api";
import { type Answer, useAnswer, useDoing } from "../shared/asking";
import { CARDS, cardOf } from "../shared/cards";
import { Trouble } from "../shared/parts";
import parts from "../shared/parts.module.css";
import { type Say, useSay } from "../shared/words";
import { Chip } from "./Chip";
import styles from "./home.module.css";
import { useMe } from "./me";
import { readInvitation, sitDown } from "./opening";

const OFTEN = 4; // seconds
const SHOWN = 4;

/** None for somebody new. */
export function useMyTables(): Answer<MySummary[]> {
  const me = useMe((state) => state.me);
  const ask = useCallback(async () => (await answer(api.GET("/api/me/tables"))).tables.filter(isKnown), []);
  const mine = useAnswer(me ? ask : null, OFTEN);
  return me === null ? { ...mine, answer: [] } : mine;
}

/** My tables, open tables, and an input for invitations. */
export function Tables({ mine }: { mine: Answer<MySummary[]> }) {
  const say = useSay();
  const askOpen = useCallback(async () => (await answer(api.GET("/api/tables"))).tables.filter(isKnown), []);
  const open = useAnswer(askOpen, OFTEN);
  const own = new Set(mine.answer?.map(({ id }) => id));
  const waiting = mine.answer?.filter(isMyTurn).length ?? 0;

  useEffect(() => {
    document.title = waiting > 0 ? `(${waiting}) ${say("web.name")}` : say("web.name");
  }, [waiting, say]);

  return (
    <div className={styles["tables"]}>
      <Listed
        title={say("web.home.mine")}
        none={say("web.home.mine_none")}
        known={mine}
        rows={(tables) => tables.toSorted(byUrgency).map((table) => <Mine key={table.id} table={table} />)}
      />
      <Listed
        title={say("web.home.open")}
        none={say("web.home.open_none")}
        known={open}
        rows={(tables) => tables.filter(({ id }) => !own.has(id)).map((table) => <Open key={table.id} table={table} />)}
      />
      <Join />
    </div>
  );
}

const isKnown = (table: Summary) => CARDS.has(table.game);
const isMyTurn = (table: MySummary) => table.player !== null && table.own_seats.includes(table.player);

/** Sorted: my turn, running, waiting, over; each newest first. */
function byUrgency(a: MySummary, b: MySummary): number {
  const urgency = (table: MySummary) =>
    isMyTurn(table) ? 0 : (["playing", "waiting", "over", "closed"] as const).indexOf(table.status) + 1;
  return urgency(a) - urgency(b);
}

function Listed<T>(props: { title: string; none: string; known: Answer<T[]>; rows: (tables: T[]) => ReactNode[] }) {
  const say = useSay();
  const id = useId();
  const [all, setAll] = useState(false);
  const { answer, trouble, again } = props.known;
  const rows = answer && props.rows(answer);
  return (
    <section aria-labelledby={id} className={styles["listed"]}>
      <h2 id={id}>{props.title}</h2>
      <Trouble text={trouble} again={again} />
      {rows === null && trouble === null && <p className={styles["aside"]}>{say("web.home.loading")}</p>}
      {rows?.length === 0 && <p className={styles["aside"]}>{props.none}</p>}
      {rows && rows.length > 0 && <ul>{all ? rows : rows.slice(0, SHOWN)}</ul>}
      {rows && rows.length > SHOWN && !all && (
        <button type="button" className={parts["button"]} onClick={() => setAll(true)}>
          {say("web.home.more", { n: rows.length })}
        </button>
      )}
    </section>
  );
}

/** All chairs as chips; free ones are pale. */
function Seated({ table }: { table: Summary }) {
  return (
    <span className={styles["seated"]}>
      {table.chairs.map(({ kind }, seat) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a chair is its number
        <span key={seat} data-kind={kind}>
          <Chip game={table.game} seat={seat} />
        </span>
      ))}
    </span>
  );
}

function namesOf(table: Summary, without: readonly number[] = []): string {
  const names = table.chairs.filter((_, seat) => !without.includes(seat)).flatMap(({ name }) => name ?? []);
  return new Intl.ListFormat(document.documentElement.lang, { style: "narrow" }).format(names);
}

function stateOf(table: Summary, say: Say): string {
  if (table.status === "over" || table.status === "closed") return say(`web.home.${table.status}`);
  if (table.status === "playing") return say("web.home.turn_of", { name: table.chairs[table.player ?? 0]?.name ?? "" });
  const free = table.chairs.filter(({ kind }) => kind === "free").length;
  return free > 0 ? say("web.home.waiting", { n: free }) : say("web.home.ready");
}

function Mine({ table }: { table: MySummary }) {
  const say = useSay();
  const others = namesOf(table, table.own_seats);
  return (
    <li>
      <a className={styles["entry"]} href={addressOf(table.id)}>
        <Seated table={table} />
        <span>
          <b>{cardOf(table.game).title}</b>
          <small>{others ? say("web.home.with", { names: others }) : say("web.home.alone")}</small>
        </span>
        {isMyTurn(table) ? (
          <strong className={styles["turn"]}>{say("web.home.your_turn")}</strong>
        ) : (
          <small>{stateOf(table, say)}</small>
        )}
      </a>
    </li>
  );
}

function Open({ table }: { table: Summary }) {
  const say = useSay();
  const sitting = useDoing();
  const named = { game: cardOf(table.game).title, names: namesOf(table) };
  return (
    <li>
      <div className={styles["entry"]}>
        <Seated table={table} />
        <span>
          <b>{named.game}</b>
          <small>
            {named.names} · {stateOf(table, say)}
          </small>
        </span>
        {table.status === "waiting" && table.chairs.some(({ kind }) => kind === "free") ? (
          <button
            type="button"
            className={parts["button"]}
            aria-label={say("web.home.sit_at", named)}
            disabled={sitting.busy}
            onClick={() => sitting.run(() => sitDown(table.id, null))}
          >
            {say("web.home.sit")}
          </button>
        ) : (
          <a className={parts["button"]} href={addressOf(table.id)} aria-label={say("web.home.watch_at", named)}>
            {say("web.home.watch")}
          </a>
        )}
      </div>
      <Trouble text={sitting.trouble} />
    </li>
  );
}

function Join() {
  const say = useSay();
  const id = useId();
  const [text, setText] = useState("");
  const [bad, setBad] = useState(false);
  const go = (event: FormEvent) => {
    event.preventDefault();
    const address = readInvitation(text);
    setBad(address === null);
    if (address !== null) location.assign(address);
  };
  return (
    <section aria-labelledby={`${id}-title`} className={styles["listed"]}>
      <h2 id={`${id}-title`}>{say("web.home.join")}</h2>
      <form className={parts["field"]} onSubmit={go}>
        <label htmlFor={id}>{say("web.home.join_field")}</label>
        <div className={parts["row"]}>
          <input id={id} value={text} required autoComplete="off" onChange={(event) => setText(event.target.value)} />
          <button type="submit" className={parts["button"]}>
            {say("web.home.join_go")}
          </button>
        </div>
      </form>
      <Trouble text={bad ? say("web.home.join_bad") : null} />
    </section>
  );
}
