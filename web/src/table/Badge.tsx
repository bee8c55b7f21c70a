import styles from "./Badge.module.css";

/** How many, at the corner of what they are. */
export function Badge({ n }: { n: number }) {
  return (
    <span className={styles["badge"]} data-slot="count">
      {n}
    </span>
  );
}
