/** What the lesson says: one step at a time, and how it goes on. */

import { useEffect, useRef } from "react";
import type { TableInfo } from "../shared/api";
import parts from "../shared/parts.module.css";
import type { Words } from "./game";
import styles from "./Lesson.module.css";
import { goOn, leaveLesson } from "./store";

type Step = NonNullable<TableInfo["lesson"]>;

export function Lesson({ step, words }: { step: Step; words: Words }) {
  const { say } = words;
  const next = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step that is read takes the focus, for the keyboard
  useEffect(() => next.current?.focus({ preventScroll: true }), [step.step]);
  const waits = step.moves.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what each step means comes into sight, where the hand scrolls
  useEffect(() => {
    if (waits) document.querySelector("[data-taught]")?.scrollIntoView({ block: "nearest" });
  }, [step.step, waits]);
  const isLast = step.step + 1 === step.steps;
  return (
    <section
      className={styles["lesson"]}
      data-slot="lesson"
      data-step={step.step}
      data-reads={step.reads}
      data-points={step.places.length > 0}
      aria-label={say("web.lesson.label")}
    >
      <h2>{say("web.lesson.title", { step: step.step + 1, steps: step.steps })}</h2>
      <button type="button" className={styles["skip"]} onClick={leaveLesson}>
        {say("web.lesson.skip")}
      </button>
      <div aria-live="polite">
        <p>{step.text}</p>
        {step.places.length > 0 && (
          <span className={parts["unseen"]}>{say("web.lesson.highlighted", { places: step.places.join(", ") })}</span>
        )}
      </div>
      {step.reads && (
        <button type="button" className={styles["next"]} ref={next} onClick={() => goOn(step.step)}>
          {say(isLast ? "web.lesson.play_on" : "web.lesson.go_on")}
        </button>
      )}
    </section>
  );
}
