/** The page of a table: everything that all games share. */

import "./table.css";
import { useEffect, useMemo, useState } from "react";
import { factsOf } from "../home/games";
import { addressOf } from "../home/opening";
import { WaitingRoom } from "../home/WaitingRoom";
import { useLanguage, useSay } from "../shared/words";
import { ActionBar } from "./ActionBar";
import { Cover } from "./Cover";
import { End, useScoring } from "./End";
import type { View, Words } from "./game";
import { gazeFrom, useWide } from "./gaze";
import { Help } from "./Help";
import { useKeys } from "./keys";
import { Log } from "./Log";
import { useGhost, useLit } from "./lighting";
import { Players } from "./Players";
import { Stage } from "./Stage";
import { enter, isCovered, lookFrom, passesTo, type State, useTable } from "./store";
import { TopBar } from "./TopBar";

interface Props {
  readonly id: string;
  readonly invitation: string | null;
}

export default function Table({ id, invitation }: Props) {
  const [at, setAt] = useState({ id, invitation });
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the log comes in the language that was asked for
  useEffect(() => enter(at.id, at.invitation), [at, language]);
  const go = (next: string) => {
    history.pushState(null, "", addressOf(next));
    setAt({ id: next, invitation: null });
  };
  useEffect(() => {
    const back = () => location.reload();
    window.addEventListener("popstate", back);
    return () => window.removeEventListener("popstate", back);
  }, []);
  const say = useSay();
  const letter = useTable((state) => state.letter);
  const shut = useTable((state) => state.shut);
  const game = useTable((state) => state.game);
  const status = letter?.table.status;

  if (shut !== null) return <Notice title={say("web.table.shut")} text={shut} />;
  if (status === "closed") return <Notice title={say("web.table.closed")} text={say("web.table.closed_why")} />;
  if (letter && status === "waiting") return <WaitingRoom table={letter.table} invitation={at.invitation} />;
  if (!letter?.view || !game) return <Notice title={say("web.table.loading")} busy />;
  return <Playing go={go} />;
}

function Notice({ title, text, busy = false }: { title: string; text?: string; busy?: boolean }) {
  const say = useSay();
  return (
    <main className="notice" aria-busy={busy}>
      {busy && <span className="crane" aria-hidden />}
      <h1>{title}</h1>
      {text && <p>{text}</p>}
      {!busy && <a href="/">{say("web.table.home")}</a>}
    </main>
  );
}

/** How everybody here is called, in the reader's words. The same object as long as that is the same. */
function useWords(): Words {
  const say = useSay();
  const names = useTable((state) => state.letter?.table.chairs.map((chair) => chair.name ?? "").join("\n") ?? "");
  return useMemo(() => {
    const called = names.split("\n");
    return { say, name: (seat: number) => called[seat] || String(seat + 1) };
  }, [say, names]);
}

function Playing({ go }: { go: (table: string) => void }) {
  const state = useTable();
  const words = useWords();
  const { game, letter } = state;
  if (!game || !letter?.view) throw new Error("no game at this table yet");
  const view = letter.view;
  const [help, setHelp] = useState(false);
  const [drawer, setDrawer] = useState<"log" | "chat" | null>(null);
  const seats = useMemo(() => game.seats(words), [game, words]);
  const scoring = useScoring(game, view, words);
  const wide = useWide();
  const ghost = useGhost(state, game, view, wide);
  const lit = useLit(state, game, view, words, scoring.places);
  const side = game.sight.angle(letter.seat ?? 0, wide);
  useEffect(() => gazeFrom(side, game.sight, false), [side, game.sight]);
  useTurnAtOneScreen(state);
  useTitle(view, words);
  useKeys({ side, openHelp: () => setHelp(true), openLog: () => setDrawer((open) => (open ? null : "log")) });

  return (
    <div className="table" data-turn={view.player ?? "over"} data-version={letter.version}>
      <TopBar view={view} words={words} seats={seats} onHelp={() => setHelp(true)} />
      <main className="city" aria-label={words.say("web.table.city")}>
        <h1 className="unseen">{factsOf(view.game).title}</h1>
        <Stage
          game={game}
          view={view}
          words={words}
          seats={seats}
          wide={wide}
          lit={lit}
          ghost={ghost}
          added={scoring.pieces}
        />
        <Players game={game} view={view} words={words} seats={seats} wide={wide} counted={scoring.counted} />
        <div className="clear" />
        <Log words={words} seats={seats} open={drawer} setOpen={setDrawer} />
      </main>
      {view.player === null ? (
        <End scoring={scoring} view={view} words={words} seats={seats} go={go} />
      ) : (
        <ActionBar game={game} view={view} words={words} seats={seats} />
      )}
      <BoardText lines={game.text(view, words)} title={words.say("web.table.board_text")} />
      <Live />
      {help && <Help game={game} close={() => setHelp(false)} />}
      {isCovered(state) && <Cover view={view} words={words} seats={seats} />}
    </div>
  );
}

/** Several people at one screen: the seat changes with the turn. Where nothing is secret nobody needs to be asked. */
function useTurnAtOneScreen(state: State): void {
  const next = state.game?.secrets ? null : passesTo(state);
  useEffect(() => {
    if (next !== null) lookFrom(next);
  }, [next]);
}

/** The tab says whose turn it is, for those who look at another one meanwhile. */
function useTitle(view: View, { say, name }: Words): void {
  const turn = view.player === view.seat ? say("web.table.your_turn") : name(view.player ?? 0);
  const title = view.player === null ? say("web.table.over") : turn;
  useEffect(() => {
    document.title = `${title} – ${say("web.name")}`;
  }, [title, say]);
}

function BoardText({ lines, title }: { lines: readonly string[]; title: string }) {
  return (
    <section className="unseen" aria-label={title}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </section>
  );
}

/** Tells screen readers what has happened. */
function Live() {
  const told = useTable((state) => state.told);
  return (
    <p className="unseen" role="status">
      {told}
    </p>
  );
}
