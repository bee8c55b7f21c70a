/** Hooks for requests to the server: result, pending state, error. */

import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError } from "./api";
import { say } from "./words";

const messageOf = (error: unknown): string => (error instanceof ApiError ? error.message : say("web.broken"));

export type Polled<T> = { data: T | null; error: string | null; retry: () => void };

/** Polls: now, when the page becomes visible again, and every few seconds. */
export function usePolling<T>(request: (() => Promise<T>) | null, every: number): Polled<T> {
  const [data, setData] = useState<T | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `attempt` triggers a new request
  useEffect(() => {
    if (!request) return;
    let current = true;
    const poll = async () => {
      if (document.hidden) return;
      try {
        const result = await request();
        if (!current) return;
        setData(result);
        setError(null);
      } catch (reason) {
        if (current) setError(messageOf(reason));
      }
    };
    void poll();
    const timer = setInterval(poll, every * 1000);
    document.addEventListener("visibilitychange", poll);
    return () => {
      current = false;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", poll);
    };
  }, [request, every, attempt]);

  return { data, error, retry: useCallback(() => setAttempt((times) => times + 1), []) };
}

export type Action = { busy: boolean; error: string | null; run: (action: () => Promise<void>) => void };

/** Runs one action at a time and reports its error. */
export function useAction(): Action {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const running = useRef(false);

  const run = useCallback((action: () => Promise<void>) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setError(null);
    action()
      .catch((reason: unknown) => setError(messageOf(reason)))
      .finally(() => {
        running.current = false;
        setBusy(false);
      });
  }, []);

  return { busy, error, run };
}
