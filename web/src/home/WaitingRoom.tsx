import { type FormEvent, useEffect, useId, useState } from "react";
import { answer, api, type TableInfo } from "../shared/api";
import { useDoing } from "../shared/asking";
import { cardOf } from "../shared/cards";
import { Copyable, Trouble } from "../shared/parts";
import parts from "../shared/parts.module.css";
import { useSettings } from "../shared/settings";
import { useSay } from "../shared/words";
import { Chip } from "./Chip";
import styles from "./home.module.css";
import { LEVELS, levelOf } from "./levels";
import { findMe, madeUpName, useMe } from "./me";
import { invitationTo, sitDown } from "./opening";
import { Top } from "./Top";

/** A table that waits for its players. Updates live when people join or leave. */
export function WaitingRoom({ table, invitation }: { table: TableInfo; invitation: string | null }) {
  const say = useSay();
  const { title, Picture } = cardOf(table.game);
  const full = table.chairs.every(({ kind }) => kind !== "free");
  const sitting = table.own_seats.length > 0;

  useEffect(() => {
    findMe().catch(() => {}); // then it asks for a name
  }, []);

  return (
    <>
      <Top />
      <main className={`${styles["page"]} ${styles["waiting"]}`}>
        <div className={styles["picture"]}>
          <Picture />
        </div>
        <div className={styles["room"]}>
          <h1>{say(full ? "web.waiting.full" : "web.waiting.title", { game: title })}</h1>
          <Chairs table={table} />
          {sitting && !full && table.invitation !== null && (
            <Invite address={invitationTo(table.id, table.invitation)} game={title} />
          )}
          {!sitting && !full && <SitDown table={table.id} invitation={invitation} />}
          {sitting && <Begin table={table} full={full} />}
        </div>
      </main>
    </>
  );
}

function Chairs({ table }: { table: TableInfo }) {
  const say = useSay();
  return (
    <ol className={styles["chairs"]} aria-label={say("web.waiting.chairs")}>
      {table.chairs.map((chair, seat) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a chair is its number
        <li key={seat} data-kind={chair.kind}>
          <Chip game={table.game} seat={seat} />
          <span>{chair.name ?? say("web.waiting.free")}</span>
          {table.own_seats.includes(seat) && <small>{say("web.waiting.you")}</small>}
          <Bot level={chair.level} />
          {table.first === seat && <small>{say("web.waiting.begins")}</small>}
          {table.host && chair.kind !== "person" && <BotButton table={table.id} seat={seat} kind={chair.kind} />}
        </li>
      ))}
    </ol>
  );
}

/** Seats a bot, of the level played last, on a free chair, or removes it. */
function BotButton({ table, seat, kind }: { table: string; seat: number; kind: "bot" | "free" }) {
  const say = useSay();
  const level = levelOf(useSettings((settings) => settings.level));
  const doing = useDoing();
  const change = async () => {
    if (kind === "free")
      await answer(api.POST("/api/tables/{table}/bots", { params: { path: { table } }, body: { seat, level } }));
    else await answer(api.DELETE("/api/tables/{table}/bots/{seat}", { params: { path: { table, seat } } }));
  };
  const text = kind === "free" ? "web.waiting.seat_bot" : "web.waiting.unseat_bot";
  return (
    <>
      <Trouble text={doing.trouble} />
      <button
        type="button"
        className={parts["button"]}
        disabled={doing.busy}
        aria-label={say(`${text}_on`, { chair: seat + 1 })}
        onClick={() => doing.run(change)}
      >
        {say(text)}
      </button>
    </>
  );
}

function Bot({ level }: { level: string | null }) {
  const say = useSay();
  const known = [...LEVELS, "greedy" as const, "random" as const].find((name) => name === level);
  return known ? <small>{say("web.waiting.bot", { level: say(`web.levels.${known}`) })}</small> : null;
}

function Invite({ address, game }: { address: string; game: string }) {
  const say = useSay();
  const share = () => navigator.share({ title: game, url: address }).catch(() => {}); // cancelled
  return (
    <section className={styles["invite"]}>
      <Copyable label={say("web.waiting.link")} text={address} />
      <p className={styles["aside"]}>{say("web.waiting.link_text")}</p>
      {"share" in navigator && (
        <button type="button" className={parts["button"]} onClick={() => void share()}>
          {say("web.waiting.share")}
        </button>
      )}
    </section>
  );
}

function SitDown({ table, invitation }: { table: string; invitation: string | null }) {
  const me = useMe((state) => state.me);
  return me === undefined ? null : <SitDownAs table={table} invitation={invitation} name={me?.name ?? madeUpName()} />;
}

function SitDownAs(props: { table: string; invitation: string | null; name: string }) {
  const say = useSay();
  const id = useId();
  const [name, setName] = useState(props.name);
  const sitting = useDoing();
  const sit = (event: FormEvent) => {
    event.preventDefault();
    sitting.run(() => sitDown(props.table, props.invitation, name.trim()));
  };
  return (
    <form className={parts["field"]} onSubmit={sit}>
      <label htmlFor={id}>{say("web.you.name")}</label>
      <div className={parts["row"]}>
        <input id={id} value={name} required maxLength={40} onChange={(event) => setName(event.target.value)} />
        <button type="submit" className={`${parts["button"]} ${parts["primary"]}`} disabled={sitting.busy}>
          {say("web.home.sit")}
        </button>
      </div>
      <Trouble text={sitting.trouble} />
    </form>
  );
}

function Begin({ table, full }: { table: TableInfo; full: boolean }) {
  const say = useSay();
  const doing = useDoing();
  const params = { path: { table: table.id } };
  const start = async () => void (await answer(api.POST("/api/tables/{table}/start", { params })));
  const leave = async () => {
    await answer(api.POST("/api/tables/{table}/leave", { params }));
    location.assign("/");
  };
  return (
    <>
      <div className={parts["row"]}>
        {table.host && (
          <button
            type="button"
            className={`${parts["button"]} ${parts["primary"]}`}
            disabled={!full || doing.busy}
            onClick={() => doing.run(start)}
          >
            {say("web.waiting.start")}
          </button>
        )}
        <button type="button" className={parts["button"]} disabled={doing.busy} onClick={() => doing.run(leave)}>
          {say("web.waiting.leave")}
        </button>
      </div>
      {!table.host && <p className={styles["aside"]}>{say("web.waiting.host_starts")}</p>}
      {table.host && !full && <p className={styles["aside"]}>{say("web.waiting.start_when")}</p>}
      <Trouble text={doing.trouble} />
    </>
  );
}
