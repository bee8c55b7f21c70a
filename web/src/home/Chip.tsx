import { looksOf, useGame } from "../shared/games";
import { Seal } from "../shared/Seal";
import { useSay } from "../shared/words";

/** The sign of a seat, as it will be at the table. */
export function Chip({ game, seat }: { game: string; seat: number }) {
  const say = useSay();
  const info = useGame(game);
  return info && <Seal seat={seat} look={looksOf(info, say)[seat]} />;
}
