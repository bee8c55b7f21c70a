import styles from "./Crane.module.css";

/** Something is on its way. */
export function Crane({ small = false }: { small?: boolean }) {
  return <span className={`${styles["crane"]} ${small ? styles["small"] : ""}`} aria-hidden />;
}
