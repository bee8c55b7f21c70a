/** A worked example of a rule: a small table that can be stepped through. On paper, all its steps. */

import { useState } from "react";
import { useSay } from "../shared/words";
import styles from "./Example.module.css";
import type { Example as Shown } from "./examples";

export function Example({ example: { title, steps } }: { example: Shown }) {
  const say = useSay();
  const [at, setAt] = useState(0);
  const name = say("web.rules.example", { title });
  return (
    <section className={styles["example"]} aria-label={name} data-slot="example">
      <p className={styles["title"]}>{name}</p>
      <div className={styles["controls"]}>
        <Button label={say("web.rules.back")} isOff={at === 0} onPress={() => setAt(at - 1)} />
        <span>{say("web.rules.step", { step: at + 1, steps: steps.length })}</span>
        <Button label={say("web.rules.forward")} isOff={at + 1 === steps.length} onPress={() => setAt(at + 1)} />
      </div>
      <div className={styles["steps"]}>
        {steps.map(({ text, picture }, n) => (
          <div key={text} className={styles["step"]} hidden={n !== at}>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by our server from its own data */}
            <div aria-hidden="true" dangerouslySetInnerHTML={{ __html: picture }} />
            <p>{text}</p>
          </div>
        ))}
        <p aria-live="polite">{steps[at]?.text}</p>
      </div>
    </section>
  );
}

/** Stays in the order of the keyboard when there is nowhere to go: the focus would be lost. */
function Button({ label, isOff, onPress }: { label: string; isOff: boolean; onPress: () => void }) {
  return (
    <button type="button" aria-disabled={isOff} onClick={() => isOff || onPress()}>
      {label}
    </button>
  );
}
