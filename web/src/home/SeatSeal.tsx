import { looksOf, useGame } from "../shared/games";
import { Seal } from "../shared/Seal";
import { useSay } from "../shared/words";

/** The seal of a seat, as at the table. */
export function SeatSeal({ game, seat }: { game: string; seat: number }) {
  const say = useSay();
  const info = useGame(game);
  return info && <Seal seat={seat} look={looksOf(info, say)[seat]} />;
}
