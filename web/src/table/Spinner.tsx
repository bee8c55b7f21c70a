import styles from "./Spinner.module.css";

/** Something is on its way. */
export function Spinner({ small = false }: { small?: boolean }) {
  return <span className={`${styles["spinner"]} ${small ? styles["small"] : ""}`} aria-hidden />;
}
