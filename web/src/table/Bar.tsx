/** Below the city: one line, what can be done at its end, and under it all that belongs to it. */

import type { ComponentProps, ReactNode } from "react";
import styles from "./Bar.module.css";
import controls from "./controls.module.css";

interface Props {
  readonly label: string;
  readonly title: string;
  readonly actions: ReactNode;
  /** Whether it is the viewer's turn. */
  readonly mine?: boolean;
  /** Whether the game is over. */
  readonly over?: boolean;
  /** Shown before the title. */
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

export function Bar({ label, title, actions, mine, over, lead, children }: Props) {
  return (
    <section
      className={styles["bar"]}
      data-slot="bar"
      data-mine={mine}
      data-over={over}
      data-landing
      tabIndex={-1}
      aria-label={label}
    >
      {lead}
      <div className={styles["prompt"]}>
        <h2>{title}</h2>
        <div className={`${styles["actions"]} ${controls["controls"]}`} data-slot="actions">
          {actions}
        </div>
      </div>
      {children}
    </section>
  );
}

/** The primary button. */
export function Confirm(props: ComponentProps<"button">) {
  return <button type="button" className={styles["confirm"]} data-slot="confirm" {...props} />;
}
