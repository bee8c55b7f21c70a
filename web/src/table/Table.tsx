/** The page of a table: everything that all games share. */

import { type ReactNode, useEffect, useMemo, useState } from "react";
import type { GameInfo, Presence, TableInfo } from "../shared/api";
import { hasSecrets, looksOf, useGame } from "../shared/games";
import parts from "../shared/parts.module.css";
import { tablePath } from "../shared/paths";
import { useLanguage, useSay } from "../shared/words";
import { ActionBar } from "./ActionBar";
import { Cover } from "./Cover";
import { End, useScoring } from "./End";
import type { View, Words } from "./game";
import { Help } from "./Help";
import { useGhost, useHighlights } from "./highlights";
import { type Drawer, Log } from "./Log";
import { orbitTo, useWide } from "./orbit";
import { Players } from "./Players";
import { Spinner } from "./Spinner";
import { Stage } from "./Stage";
import { useShortcuts } from "./shortcuts";
import { connect, isCovered, lookFrom, passesTo, type State, useTable } from "./store";
import styles from "./Table.module.css";
import { TopBar } from "./TopBar";

interface Props {
  readonly id: string;
  readonly invitation: string | null;
  /** What is shown until the game begins. */
  WaitingRoom(props: {
    game: GameInfo;
    table: TableInfo;
    presence: Presence | null;
    invitation: string | null;
  }): ReactNode;
}

export default function Table({ id, invitation, WaitingRoom }: Props) {
  const [at, setAt] = useState({ id, invitation });
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the log comes in the language that was asked for
  useEffect(() => connect(at.id, at.invitation), [at, language]);
  const go = (next: string) => {
    history.pushState(null, "", tablePath(next));
    setAt({ id: next, invitation: null });
  };
  useEffect(() => {
    const back = () => location.reload();
    window.addEventListener("popstate", back);
    return () => window.removeEventListener("popstate", back);
  }, []);
  const say = useSay();
  const update = useTable((state) => state.update);
  const presence = useTable((state) => state.presence);
  const denied = useTable((state) => state.denied);
  const preparing = useTable((state) => state.preparing);
  const game = useTable((state) => state.game);
  const info = useGame(update?.table.game);
  const status = update?.table.status;

  if (denied !== null) return <Notice title={say("web.table.shut")} text={denied} />;
  if (status === "closed") return <Notice title={say("web.table.closed")} text={say("web.table.closed_why")} />;
  if (status === "frozen") return <Notice title={say("web.table.frozen")} text={say("server.frozen")} />;
  if (update && info && status === "waiting")
    return <WaitingRoom game={info} table={update.table} presence={presence} invitation={at.invitation} />;
  if (!update?.view || !game || !info) return <Notice title={preparing ?? say("web.table.loading")} busy />;
  return <Playing info={info} go={go} />;
}

function Notice({ title, text, busy = false }: { title: string; text?: string; busy?: boolean }) {
  const say = useSay();
  return (
    <main className={styles["notice"]} aria-busy={busy}>
      {busy && <Spinner />}
      <h1>{title}</h1>
      {text && <p>{text}</p>}
      {!busy && <a href="/">{say("web.table.home")}</a>}
    </main>
  );
}

/** Names and colours of the seats, localized. Memoized. */
function useWords(info: GameInfo): Words {
  const say = useSay();
  const names = useTable((state) => state.update?.table.chairs.map((chair) => chair.name ?? "").join("\n") ?? "");
  const seats = useMemo(() => looksOf(info, say), [info, say]);
  return useMemo(() => {
    const called = names.split("\n");
    return { say, name: (seat: number) => called[seat] || String(seat + 1), seats };
  }, [say, names, seats]);
}

function Playing({ info, go }: { info: GameInfo; go: (table: string) => void }) {
  const state = useTable();
  const words = useWords(info);
  const { game, update } = state;
  if (!game || !update?.view) throw new Error("no game at this table yet");
  const view = update.view;
  const [help, setHelp] = useState(false);
  const [drawer, setDrawer] = useState<Drawer>(null);
  const scoring = useScoring(game, view, words);
  const wide = useWide();
  const ghost = useGhost(state, game, view, wide);
  const highlights = useHighlights(state, game, view, words, scoring.places);
  const side = game.viewpoint.angle(update.seat ?? 0, wide);
  useEffect(() => orbitTo(side, game.viewpoint, false), [side, game.viewpoint]);
  useTurnAtOneScreen(state);
  useTitle(view, words);
  useShortcuts({ side, openHelp: () => setHelp(true), openLog: () => setDrawer((open) => (open ? null : "log")) });

  return (
    <div className={styles["table"]} data-slot="table" data-turn={view.player ?? "over"} data-version={update.version}>
      <TopBar view={view} words={words} onHelp={() => setHelp(true)} />
      <main className={styles["city"]} aria-label={words.say("web.table.city")}>
        <h1 className={parts["unseen"]}>{info.title}</h1>
        <Stage
          game={game}
          view={view}
          words={words}
          wide={wide}
          highlights={highlights}
          ghost={ghost}
          added={scoring.pieces}
        />
        <Players
          game={game}
          view={view}
          words={words}
          wide={wide}
          counted={scoring.counted}
          open={drawer === "players"}
        />
        <div className={styles["clear"]} data-slot="clear" />
        <Log words={words} open={drawer} setOpen={setDrawer} />
      </main>
      {view.player === null ? (
        <End scoring={scoring} view={view} words={words} go={go} />
      ) : (
        <ActionBar game={game} view={view} words={words} />
      )}
      <BoardText lines={game.text(view, words)} title={words.say("web.table.board_text")} />
      <LiveRegion />
      {help && <Help game={game} close={() => setHelp(false)} />}
      {isCovered(state) && <Cover view={view} words={words} />}
    </div>
  );
}

/** With several people at one screen the seat follows the turn. Without secrets this needs no confirmation. */
function useTurnAtOneScreen(state: State): void {
  const next = hasSecrets(state.update?.table.game) ? null : passesTo(state);
  useEffect(() => {
    if (next !== null) lookFrom(next);
  }, [next]);
}

/** Shows in the title of the tab whose turn it is. */
function useTitle(view: View, { say, name }: Words): void {
  const turn = view.player === view.seat ? say("web.table.your_turn") : name(view.player ?? 0);
  const title = view.player === null ? say("web.table.over") : turn;
  useEffect(() => {
    document.title = `${title} – ${say("web.name")}`;
  }, [title, say]);
}

function BoardText({ lines, title }: { lines: readonly string[]; title: string }) {
  return (
    <section className={parts["unseen"]} aria-label={title}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </section>
  );
}

/** A live region that announces changes to screen readers. */
function LiveRegion() {
  const announced = useTable((state) => state.announced);
  return (
    <div className={parts["unseen"]} role="log">
      {announced.map(({ n, text }) => (
        <p key={n}>{text}</p>
      ))}
    </div>
  );
}
