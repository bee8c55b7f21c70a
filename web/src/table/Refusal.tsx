/** Why something cannot be done. */

import styles from "./Refusal.module.css";
import { useTable } from "./store";

/** The number of the broken rule leads to it: "... (SL-24)." */
export function Refusal({ game }: { game: string }) {
  const text = useTable((state) => state.refusal);
  if (text === null) return null;
  const parts = text.split(/(?<=\()([A-Z][A-Z\d]-\d+)(?=\))/);
  return (
    <p className={styles["refusal"]} role="alert">
      {parts.map((part, n) =>
        n % 2 === 0 ? (
          part
        ) : (
          <a key={part} href={`/rules/${game}#${part}`} target="_blank" rel="noopener">
            {part}
          </a>
        ),
      )}
    </p>
  );
}
