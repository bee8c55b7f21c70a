import type { SeatLook, Words } from "../../table/game";
import { COLOURS } from "./view";

export const looks = ({ say }: Pick<Words, "say">): readonly SeatLook[] =>
  COLOURS.map((colour) => ({ colour, letter: say(`skyline3000.letters.${colour}`).toUpperCase() }));
