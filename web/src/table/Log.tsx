/** What has happened, in words, and what people say. Pointing at a line shows its place. */

import { type FormEvent, useEffect, useRef, useState } from "react";
import { Seal } from "../shared/Seal";
import { Badge } from "./Badge";
import type { Words } from "./game";
import styles from "./Log.module.css";
import { chat, highlight, useTable } from "./store";

/** What is unfolded on a small screen. */
export type Drawer = "log" | "chat" | "players" | null;

interface Props {
  readonly words: Words;
  readonly open: Drawer;
  setOpen(drawer: Drawer): void;
}

export function Log({ words, open, setOpen }: Props) {
  const { say } = words;
  const said = useTable((state) => state.chat.length);
  const tab = open === "chat" ? "chat" : "log";
  const toggle = (drawer: Drawer) => setOpen(open === drawer ? null : drawer);
  return (
    <aside className={styles["side"]} data-open={open === tab} aria-label={say("web.table.side")}>
      <div className={styles["tabs"]}>
        <button
          type="button"
          className={styles["narrow-only"]}
          aria-expanded={open === "players"}
          onClick={() => toggle("players")}
        >
          {say("web.table.players")}
        </button>
        <button type="button" aria-pressed={tab === "log"} aria-keyshortcuts="L" onClick={() => toggle("log")}>
          {say("web.table.log")}
        </button>
        <button type="button" aria-pressed={tab === "chat"} onClick={() => toggle("chat")}>
          {say("web.table.chat")}
          {said > 0 && <Badge n={said} />}
        </button>
      </div>
      {tab === "log" ? <Lines words={words} /> : <Chat words={words} />}
    </aside>
  );
}

function Lines({ words }: { words: Words }) {
  const { say } = words;
  const log = useTable((state) => state.log);
  const since = useTable((state) => state.update?.log.since ?? 0);
  const [step, setStep] = useState<number | null>(null);
  const end = useRef<HTMLOListElement>(null);

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
    highlight(log[next]?.places ?? []);
    end.current?.children[next]?.scrollIntoView({ block: "nearest" });
  };
  return (
    <>
      {since < log.length && since > 0 && (
        <div className={styles["since"]}>
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
      {log.length === 0 && <p className={styles["empty"]}>{say("web.table.log_empty")}</p>}
      <ol
        className={styles["log"]}
        data-slot="log"
        ref={end}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reached by the keyboard
        tabIndex={0}
        aria-label={say("web.table.log")}
        onMouseLeave={() => highlight([])}
      >
        {log.map((line, n) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
            key={n}
            data-new={n >= since && since > 0}
            aria-current={n === step || undefined}
            onMouseEnter={() => highlight(line.places)}
          >
            {line.seat !== null && <Seal seat={line.seat} look={words.seats[line.seat]} />}
            {line.text}
          </li>
        ))}
      </ol>
    </>
  );
}

function Chat({ words }: { words: Words }) {
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
      {lines.length === 0 && <p className={styles["empty"]}>{say("web.table.chat_empty")}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reached by the keyboard */}
      <ol className={styles["log"]} data-slot="log" tabIndex={0} aria-label={say("web.table.chat")}>
        {lines.map((line) => (
          <li key={`${line.at} ${line.name}`}>
            {line.seat !== null && <Seal seat={line.seat} look={words.seats[line.seat]} />}
            <b>{line.name}</b> {line.text}
          </li>
        ))}
      </ol>
      <form className={styles["chat"]} onSubmit={send}>
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
