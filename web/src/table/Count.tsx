import styles from "./Count.module.css";

/** How many, at the corner of what they are. */
export function Count({ n }: { n: number }) {
  return (
    <span className={styles["count"]} data-slot="count">
      {n}
    </span>
  );
}
