import { useSay } from "../shared/words";
import { factsOf } from "./games";
import styles from "./home.module.css";

/** A seat's colour, with its pattern and letter, for those who do not tell colours apart. */
export function Chip({ game, seat }: { game: string; seat: number }) {
  const say = useSay();
  const looks = factsOf(game).seats[seat];
  if (!looks) return null;
  return (
    <span className={styles["chip"]} data-colour={looks.colour} data-pattern={seat} aria-hidden="true">
      <b>{say(looks.letter)}</b>
    </span>
  );
}
