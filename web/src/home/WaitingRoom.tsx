import { type FormEvent, useEffect, useId, useState } from "react";
import { api, type ChairInfo, type GameInfo, type Presence, type TableInfo, unwrap } from "../shared/api";
import { cardOf } from "../shared/cards";
import { agreed } from "../shared/clock";
import { levelName, levelOf } from "../shared/levels";
import { Copyable, ErrorMessage } from "../shared/parts";
import parts from "../shared/parts.module.css";
import { useAction } from "../shared/requests";
import { useSettings } from "../shared/settings";
import { useSay } from "../shared/words";
import { invitationLink, joinTable } from "./actions";
import { Header } from "./Header";
import { guestName, loadMe, useMe } from "./me";
import page from "./page.module.css";
import { SeatSeal } from "./SeatSeal";
import styles from "./WaitingRoom.module.css";

type Props = { game: GameInfo; table: TableInfo; presence: Presence | null; invitation: string | null };

/** A table that waits for its players. Updates live when people join or leave. */
export function WaitingRoom({ game, table, presence, invitation }: Props) {
  const say = useSay();
  const { Picture } = cardOf(game.name);
  const full = table.chairs.every(({ kind }) => kind !== "free");
  const sitting = table.own_seats.length > 0;

  useEffect(() => {
    loadMe().catch(() => {}); // then it asks for a name
  }, []);

  return (
    <>
      <Header />
      <main className={`${page["page"]} ${styles["waiting"]}`}>
        <div className={`${page["picture"]} ${styles["model"]}`}>
          <Picture />
        </div>
        <div className={styles["room"]}>
          <h1>{say(full ? "web.waiting.full" : "web.waiting.title", { game: game.title })}</h1>
          <Chairs game={game} table={table} presence={presence} />
          {table.clock && (
            <p className={page["aside"]}>{say("web.clock.agreed", { time: agreed(table.clock.control, say) })}</p>
          )}
          {sitting && !full && table.invitation !== null && (
            <Invite address={invitationLink(table.id, table.invitation)} game={game.title} />
          )}
          {!sitting && !full && <Join table={table.id} invitation={invitation} />}
          {sitting && <StartOrLeave table={table} full={full} />}
        </div>
      </main>
    </>
  );
}

function Chairs({ game, table, presence }: Omit<Props, "invitation">) {
  const say = useSay();
  return (
    <ol className={styles["chairs"]} aria-label={say("web.waiting.chairs")}>
      {table.chairs.map((chair, seat) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a chair is its number
        <li key={seat} data-kind={chair.kind}>
          <SeatSeal game={game} seat={seat} />
          <span aria-live="polite">{chair.name ?? say("web.waiting.free")}</span>
          {table.own_seats.includes(seat) && <small>{say("web.waiting.you")}</small>}
          {chair.level !== null && <small>{say("web.waiting.bot", { level: levelName(chair.level, say) })}</small>}
          {presence?.chairs[seat]?.here === false && <small>{say("web.waiting.away")}</small>}
          {table.first === seat && <small>{say("web.waiting.begins")}</small>}
          {table.host && chair.kind !== "person" && <BotButton table={table.id} seat={seat} kind={chair.kind} />}
        </li>
      ))}
    </ol>
  );
}

/** Seats a bot, of the level played last, on a free chair, or removes it. */
function BotButton({ table, seat, kind }: { table: string; seat: number; kind: Exclude<ChairInfo["kind"], "person"> }) {
  const say = useSay();
  const level = levelOf(useSettings((settings) => settings.level));
  const action = useAction();
  const change = async () => {
    if (kind === "free")
      await unwrap(api.POST("/api/tables/{table}/bots", { params: { path: { table } }, body: { seat, level } }));
    else await unwrap(api.DELETE("/api/tables/{table}/bots/{seat}", { params: { path: { table, seat } } }));
  };
  const text = kind === "free" ? "web.waiting.seat_bot" : "web.waiting.unseat_bot";
  return (
    <>
      <ErrorMessage text={action.error} />
      <button
        type="button"
        className={parts["button"]}
        aria-disabled={action.busy}
        aria-label={say(`${text}_on`, { chair: seat + 1 })}
        onClick={() => action.run(change)}
      >
        {say(text)}
      </button>
    </>
  );
}

function Invite({ address, game }: { address: string; game: string }) {
  const say = useSay();
  const share = () => navigator.share({ title: game, url: address }).catch(() => {}); // cancelled
  return (
    <section className={styles["invite"]}>
      <Copyable label={say("web.waiting.link")} text={address} />
      <p className={page["aside"]}>{say("web.waiting.link_text")}</p>
      {"share" in navigator && (
        <button type="button" className={parts["button"]} onClick={() => void share()}>
          {say("web.waiting.share")}
        </button>
      )}
    </section>
  );
}

function Join({ table, invitation }: { table: string; invitation: string | null }) {
  const me = useMe((state) => state.me);
  return me === undefined ? null : <JoinAs table={table} invitation={invitation} name={me?.name ?? guestName()} />;
}

function JoinAs(props: { table: string; invitation: string | null; name: string }) {
  const say = useSay();
  const id = useId();
  const [name, setName] = useState(props.name);
  const sitting = useAction();
  const sit = (event: FormEvent) => {
    event.preventDefault();
    sitting.run(() => joinTable(props.table, props.invitation, name.trim()));
  };
  return (
    <form className={parts["field"]} onSubmit={sit}>
      <label htmlFor={id}>{say("web.you.name")}</label>
      <div className={parts["row"]}>
        <input id={id} value={name} required maxLength={40} onChange={(event) => setName(event.target.value)} />
        <button type="submit" className={`${parts["button"]} ${parts["primary"]}`} aria-disabled={sitting.busy}>
          {say("web.home.sit")}
        </button>
      </div>
      <ErrorMessage text={sitting.error} />
    </form>
  );
}

function StartOrLeave({ table, full }: { table: TableInfo; full: boolean }) {
  const say = useSay();
  const action = useAction();
  const params = { path: { table: table.id } };
  const start = async () => void (await unwrap(api.POST("/api/tables/{table}/start", { params })));
  const leave = async () => {
    await unwrap(api.POST("/api/tables/{table}/leave", { params }));
    location.assign("/");
  };
  return (
    <>
      <div className={parts["row"]}>
        {table.host && (
          <button
            type="button"
            className={`${parts["button"]} ${parts["primary"]}`}
            disabled={!full}
            aria-disabled={action.busy}
            onClick={() => action.run(start)}
          >
            {say("web.waiting.start")}
          </button>
        )}
        <button type="button" className={parts["button"]} aria-disabled={action.busy} onClick={() => action.run(leave)}>
          {say("web.waiting.leave")}
        </button>
      </div>
      {!table.host && <p className={page["aside"]}>{say("web.waiting.host_starts")}</p>}
      {table.host && !full && <p className={page["aside"]}>{say("web.waiting.start_when")}</p>}
      <ErrorMessage text={action.error} />
    </>
  );
}
