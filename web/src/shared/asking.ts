/** Hooks for requests to the server: result, pending state, error. */

import { useCallback, useEffect, useRef, useState } from "react";
import { Refused } from "./api";
import { say } from "./words";

const sentence = (error: unknown): string => (error instanceof Refused ? error.message : say("web.broken"));

export type Answer<T> = { answer: T | null; trouble: string | null; again: () => void };

/** Polls: now, when the page becomes visible again, and every few seconds. */
export function useAnswer<T>(ask: (() => Promise<T>) | null, every: number): Answer<T> {
  const [answer, setAnswer] = useState<T | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [asked, setAsked] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `asked` triggers a new request
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

/** Runs one action at a time and reports its error. */
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
