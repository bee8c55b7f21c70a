/** What has happened, in words, and what people say. Pointing at a line shows its place. */

import { type FormEvent, useEffect, useRef, useState } from "react";
import type { News, SeatLook, Words } from "./game";
import { Seal } from "./Seal";
import { chat, show, useTable } from "./store";

interface Props {
  readonly words: Words;
  readonly seats: readonly SeatLook[];
  readonly open: "log" | "chat" | null;
  setOpen(tab: "log" | "chat" | null): void;
}

export function Log({ words, seats, open, setOpen }: Props) {
  const { say } = words;
  const said = useTable((state) => state.chat.length);
  const tab = open ?? "log";
  return (
    <aside className="side" data-open={open !== null} aria-label={say("web.table.side")}>
      <div className="tabs">
        <button
          type="button"
          aria-pressed={tab === "log"}
          aria-keyshortcuts="L"
          onClick={() => setOpen(open === "log" ? null : "log")}
        >
          {say("web.table.log")}
        </button>
        <button type="button" aria-pressed={tab === "chat"} onClick={() => setOpen(open === "chat" ? null : "chat")}>
          {say("web.table.chat")}
          {said > 0 && <span className="count">{said}</span>}
        </button>
      </div>
      {tab === "log" ? <Lines words={words} seats={seats} /> : <Chat words={words} seats={seats} />}
    </aside>
  );
}

type SpokenBy = Pick<Props, "words" | "seats">;

function Lines({ words, seats }: SpokenBy) {
  const { say } = words;
  const log = useTable((state) => state.log);
  const since = useTable((state) => state.letter?.log.since ?? 0);
  const game = useTable((state) => state.game);
  const view = useTable((state) => state.letter?.view);
  const [step, setStep] = useState<number | null>(null);
  const end = useRef<HTMLOListElement>(null);
  const places = (line: News | undefined) => (line && game && view ? game.about(line.about, view) : []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new line brings the end into sight, and so does another height
  useEffect(() => {
    const list = end.current;
    setStep(null);
    if (!list) return;
    const observer = new ResizeObserver(() => {
      list.scrollTop = list.scrollHeight;
    });
    observer.observe(list);
    return () => observer.disconnect();
  }, [log]);

  const goTo = (line: number) => {
    const next = Math.min(Math.max(line, since), log.length - 1);
    setStep(next);
    show(places(log[next]));
    end.current?.children[next]?.scrollIntoView({ block: "nearest" });
  };
  return (
    <>
      {since < log.length && since > 0 && (
        <div className="since">
          <h3>{say("web.table.since", { n: log.length - since })}</h3>
          <button type="button" onClick={() => goTo((step ?? since) - 1)} aria-label={say("web.table.step_back")}>
            ←
          </button>
          <button
            type="button"
            onClick={() => goTo(step === null ? since : step + 1)}
            aria-label={say("web.table.step_on")}
          >
            →
          </button>
        </div>
      )}
      {log.length === 0 && <p className="empty">{say("web.table.log_empty")}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reached by the keyboard */}
      <ol className="log" ref={end} tabIndex={0} aria-label={say("web.table.log")} onMouseLeave={() => show([])}>
        {log.map((line, n) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
            key={n}
            data-new={n >= since && since > 0}
            aria-current={n === step || undefined}
            onMouseEnter={() => show(places(line))}
          >
            <Teller line={line} seats={seats} />
            {line.text}
          </li>
        ))}
      </ol>
    </>
  );
}

function Teller({ line, seats }: { line: News; seats: readonly SeatLook[] }) {
  const seat = line.about["player"];
  return typeof seat === "number" ? <Seal seat={seat} look={seats[seat]} /> : null;
}

function Chat({ words, seats }: SpokenBy) {
  const { say } = words;
  const lines = useTable((state) => state.chat);
  const [text, setText] = useState("");
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "") return;
    chat(text.trim());
    setText("");
  };
  return (
    <>
      {lines.length === 0 && <p className="empty">{say("web.table.chat_empty")}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reached by the keyboard */}
      <ol className="log" tabIndex={0} aria-label={say("web.table.chat")}>
        {lines.map((line) => (
          <li key={`${line.at} ${line.name}`}>
            {line.seat !== null && <Seal seat={line.seat} look={seats[line.seat]} />}
            <b>{line.name}</b> {line.text}
          </li>
        ))}
      </ol>
      <form className="chat" onSubmit={send}>
        <input
          value={text}
          maxLength={500}
          aria-label={say("web.table.chat_say")}
          placeholder={say("web.table.chat_say")}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="submit">{say("web.table.chat_send")}</button>
      </form>
    </>
  );
}
