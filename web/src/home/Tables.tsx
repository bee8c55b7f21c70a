import { type FormEvent, type ReactNode, useEffect, useId, useState } from "react";
import { api, type GameInfo, type MySummary, type Summary, unwrap } from "../shared/api";
import { agreed } from "../shared/clock";
import { useGames } from "../shared/games";
import { ErrorMessage } from "../shared/parts";
import parts from "../shared/parts.module.css";
import { tablePath } from "../shared/paths";
import { type Polled, useAction, usePolling } from "../shared/requests";
import { type Say, useSay } from "../shared/words";
import { joinTable, parseInvitation } from "./actions";
import { useMe } from "./me";
import page from "./page.module.css";
import { SeatSeal } from "./SeatSeal";
import styles from "./Tables.module.css";

const POLL_EVERY = 4; // seconds
const SHOWN = 4;

/** None for somebody new. */
export function useMyTables(): Polled<MySummary[]> {
  const me = useMe((state) => state.me);
  const mine = usePolling(me ? requestMine : null, POLL_EVERY);
  return me === null ? { ...mine, data: [] } : mine;
}

/** My tables, open tables, and an input for invitations. */
export function Tables({ mine }: { mine: Polled<MySummary[]> }) {
  const say = useSay();
  const games = useGames((state) => state.games);
  const open = withGames(usePolling(requestOpen, POLL_EVERY), games);
  const own = new Set(mine.data?.map(({ id }) => id));
  const waiting = mine.data?.filter(isMyTurn).length ?? 0;

  useEffect(() => {
    document.title = waiting > 0 ? `(${waiting}) ${say("web.name")}` : say("web.name");
  }, [waiting, say]);

  return (
    <div className={styles["tables"]}>
      <TableList
        title={say("web.home.mine")}
        none={say("web.home.mine_none")}
        known={withGames(mine, games)}
        rows={(tables) => tables.toSorted(byUrgency).map((shown) => <MyTable key={shown.table.id} {...shown} />)}
      />
      <TableList
        title={say("web.home.open")}
        none={say("web.home.open_none")}
        known={open}
        rows={(tables) =>
          tables.filter(({ table }) => !own.has(table.id)).map((shown) => <OpenTable key={shown.table.id} {...shown} />)
        }
      />
      <JoinByLink />
    </div>
  );
}

const requestMine = async () => (await unwrap(api.GET("/api/me/tables"))).tables;
const requestOpen = async () => (await unwrap(api.GET("/api/tables"))).tables;

type Shown<T extends Summary> = { table: T; game: GameInfo };

/** Tables of the games that this client can play. Null until the games are described, so that rows appear complete. */
function withGames<T extends Summary>(tables: Polled<T[]>, games: readonly GameInfo[] | null): Polled<Shown<T>[]> {
  const find = (table: T) => games?.filter(({ name }) => name === table.game) ?? [];
  const data = games && tables.data?.flatMap((table) => find(table).map((game) => ({ table, game })));
  return { ...tables, data: data ?? null };
}

const isMyTurn = (table: MySummary) => table.player !== null && table.own_seats.includes(table.player);

/** Sorted: my turn, running, waiting, over; each newest first. */
function byUrgency(a: Shown<MySummary>, b: Shown<MySummary>): number {
  const urgency = (table: MySummary) =>
    isMyTurn(table) ? 0 : (["playing", "waiting", "over", "closed", "frozen"] as const).indexOf(table.status) + 1;
  return urgency(a.table) - urgency(b.table);
}

function TableList<T>(props: { title: string; none: string; known: Polled<T[]>; rows: (tables: T[]) => ReactNode[] }) {
  const say = useSay();
  const id = useId();
  const [all, setAll] = useState(false);
  const { data, error, retry } = props.known;
  const rows = data && props.rows(data);
  return (
    <section aria-labelledby={id} className={styles["listed"]}>
      <h2 id={id}>{props.title}</h2>
      <ErrorMessage text={error} retry={retry} />
      {rows === null && error === null && <p className={page["aside"]}>{say("web.home.loading")}</p>}
      {rows?.length === 0 && <p className={page["aside"]}>{props.none}</p>}
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
function Chairs({ table, game }: Shown<Summary>) {
  return (
    <span className={styles["seated"]}>
      {table.chairs.map(({ kind }, seat) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a chair is its number
        <span key={seat} data-kind={kind}>
          <SeatSeal game={game} seat={seat} />
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
  if (table.status === "playing") return say("web.home.turn_of", { name: table.chairs[table.player ?? 0]?.name ?? "" });
  if (table.status !== "waiting") return say(`web.home.${table.status}`);
  const free = table.chairs.filter(({ kind }) => kind === "free").length;
  return free > 0 ? say("web.home.waiting", { n: free }) : say("web.home.ready");
}

function MyTable({ table, game }: Shown<MySummary>) {
  const say = useSay();
  const others = namesOf(table, table.own_seats);
  return (
    <li>
      <a className={styles["entry"]} href={tablePath(table.id)}>
        <Chairs table={table} game={game} />
        <span>
          <b>{game.title}</b>
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

function OpenTable({ table, game }: Shown<Summary>) {
  const say = useSay();
  const sitting = useAction();
  const named = { game: game.title, names: namesOf(table) };
  return (
    <li>
      <div className={styles["entry"]}>
        <Chairs table={table} game={game} />
        <span>
          <b>{named.game}</b>
          <small>
            {[named.names, stateOf(table, say), table.clock && agreed(table.clock, say)].filter(Boolean).join(" · ")}
          </small>
        </span>
        {table.status === "waiting" && table.chairs.some(({ kind }) => kind === "free") ? (
          <button
            type="button"
            className={parts["button"]}
            aria-label={say("web.home.sit_at", named)}
            aria-disabled={sitting.busy}
            onClick={() => sitting.run(() => joinTable(table.id, null))}
          >
            {say("web.home.sit")}
          </button>
        ) : (
          <a className={parts["button"]} href={tablePath(table.id)} aria-label={say("web.home.watch_at", named)}>
            {say("web.home.watch")}
          </a>
        )}
      </div>
      <ErrorMessage text={sitting.error} />
    </li>
  );
}

function JoinByLink() {
  const say = useSay();
  const id = useId();
  const [text, setText] = useState("");
  const [bad, setBad] = useState(false);
  const go = (event: FormEvent) => {
    event.preventDefault();
    const address = parseInvitation(text);
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
      <ErrorMessage text={bad ? say("web.home.join_bad") : null} />
    </section>
  );
}
