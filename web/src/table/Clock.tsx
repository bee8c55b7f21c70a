/** The time that somebody has left, and who is told when it runs short. */

import { useEffect, useState } from "react";
import { type ClockInfo, dateOf, digits, LAST_SECONDS, leftOf } from "../shared/clock";
import styles from "./Clock.module.css";
import type { Words } from "./game";
import { announce, serverNow, useTable } from "./store";

interface Props {
  readonly clock: ClockInfo;
  readonly seat: number;
  readonly words: Words;
}

export function Clock({ clock, seat, words }: Props) {
  const runs = clock.running === seat;
  const live = clock.control.kind === "live";
  const now = useServerTime(runs && live);
  const left = leftOf(clock, seat, now);
  if (!live && (!runs || clock.ends === null)) return null;
  const shown = live ? digits(left) : words.say("web.clock.until", { when: dateOf(clock.ends ?? 0) });
  return (
    <p
      className={styles["clock"]}
      role="timer"
      aria-label={words.say("web.clock.of", { player: words.name(seat), time: shown })}
      data-slot="clock"
      data-runs={runs}
      data-short={live && runs && left <= LAST_SECONDS}
    >
      {shown}
    </p>
  );
}

/** The server's time, which is read again at each change of a second while a clock runs. */
function useServerTime(runs: boolean): number {
  const [now, setNow] = useState(serverNow);
  // The first presence message tells how far the own clock is off.
  const skew = useTable((state) => state.skew);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another skew is another time
  useEffect(() => {
    setNow(serverNow());
    if (!runs) return;
    const timer = window.setInterval(() => setNow(serverNow()), 250);
    return () => window.clearInterval(timer);
  }, [runs, skew]);
  return now;
}

/** Tells everybody once that somebody's last half minute begins. */
export function useLastSeconds(words: Words): void {
  const clock = useTable((state) => state.update?.table.clock ?? null);
  const mine = useTable((state) => state.update?.seat ?? null);
  const skew = useTable((state) => state.skew);
  const { running, ends } = clock?.control.kind === "live" ? clock : { running: null, ends: null };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another skew is another time
  useEffect(() => {
    const wait = (ends ?? 0) - LAST_SECONDS - serverNow();
    if (running === null || wait < 0) return;
    const timer = window.setTimeout(() => {
      const player = words.name(running);
      announce(words.say(running === mine ? "web.clock.soon_mine" : "web.clock.soon", { player }));
    }, 1000 * wait);
    return () => window.clearTimeout(timer);
  }, [running, ends, mine, words, skew]);
}
