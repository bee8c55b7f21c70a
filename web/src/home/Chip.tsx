import { useSay } from "../shared/words";
import { Seal } from "../table/Seal";
import { factsOf } from "./games";

/** The sign of a seat, as it will be at the table. */
export function Chip({ game, seat }: { game: string; seat: number }) {
  const say = useSay();
  const looks = factsOf(game).seats[seat];
  return looks ? <Seal seat={seat} look={{ colour: looks.colour, letter: say(looks.letter).toUpperCase() }} /> : null;
}
