import type { GameInfo } from "../shared/api";
import { looksOf } from "../shared/games";
import { Seal } from "../shared/Seal";
import { useSay } from "../shared/words";

/** The seal of a seat, as at the table. */
export function SeatSeal({ game, seat }: { game: GameInfo; seat: number }) {
  return <Seal seat={seat} look={looksOf(game, useSay())[seat]} />;
}
