import type { Colour } from "./games";
import styles from "./home.module.css";

/** A seat's colour, with its pattern and letter, for those who do not tell colours apart. */
export function Chip({ seat, colour, name }: { seat: number; colour: Colour; name: string }) {
  return (
    <span className={styles["chip"]} data-colour={colour} data-pattern={seat} title={name} aria-hidden="true">
      <b>{name.charAt(0)}</b>
    </span>
  );
}
