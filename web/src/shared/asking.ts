/** Questions to the server from components: what it answered, that it is under way, that it failed. */

import { useCallback, useEffect, useRef, useState } from "react";
import { Refused } from "./api";
import { say } from "./words";

const sentence = (error: unknown): string => (error instanceof Refused ? error.message : say("web.broken"));

export type Answer<T> = { answer: T | null; trouble: string | null; again: () => void };

/** Asks now, whenever the page is looked at again, and every so many seconds meanwhile. */
export function useAnswer<T>(ask: (() => Promise<T>) | null, every: number): Answer<T> {
  const [answer, setAnswer] = useState<T | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [asked, setAsked] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asking again is a change of `asked`
  useEffect(() => {
    if (!ask) return;
    let current = true;
    const askNow = async () => {
      if (document.hidden) return;
      try {
        const answered = await ask();
        if (!current) return;
        setAnswer(answered);
        setTrouble(null);
      } catch (error) {
        if (current) setTrouble(sentence(error));
      }
    };
    void askNow();
    const timer = setInterval(askNow, every * 1000);
    document.addEventListener("visibilitychange", askNow);
    return () => {
      current = false;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", askNow);
    };
  }, [ask, every, asked]);

  return { answer, trouble, again: useCallback(() => setAsked((times) => times + 1), []) };
}

export type Doing = { busy: boolean; trouble: string | null; run: (action: () => Promise<void>) => void };

/** Something a person has asked for: one at a time, and what went wrong is told. */
export function useDoing(): Doing {
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const running = useRef(false);

  const run = useCallback((action: () => Promise<void>) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setTrouble(null);
    action()
      .catch((error: unknown) => setTrouble(sentence(error)))
      .finally(() => {
        running.current = false;
        setBusy(false);
      });
  }, []);

  return { busy, trouble, run };
}
