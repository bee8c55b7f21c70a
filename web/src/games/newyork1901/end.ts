/** The final scoring: what everybody has built, level by level, and who stays ahead in a tie. */

import type { EndStep, Words } from "../../table/game";
import type { Level, NewYork1901View } from "./model";

const LEVELS: readonly Level[] = ["bronze", "silver", "gold", "legendary"];

export function end(view: NewYork1901View, words: Words): readonly EndStep[] {
  const seats = view.table.seats.map((_, seat) => seat);
  return [...LEVELS.flatMap((level) => seats.map((seat) => built(view, seat, level, words))), ...ties(view, words)];
}

function built(view: NewYork1901View, seat: number, level: Level, { say, name }: Words): EndStep {
  const lines = (view.breakdown ?? []).filter(
    (line) => line.seat === seat && "tile" in line && view.table.tiles[line.tile]?.level === level,
  );
  const points = lines.reduce((sum, line) => sum + line.points, 0);
  const standing = (view.table.seats[seat]?.tiles ?? []).filter((tile) => tile.level === level);
  const parts = { player: name(seat), n: lines.length, points, standing: standing.length };
  return {
    source: say(`web_newyork1901.level_${level}`),
    text: say(`web_newyork1901.end_${level}`, parts),
    seat,
    points,
    places: standing.flatMap((tile) => [...tile.squares]),
  };
}

function ties(view: NewYork1901View, { say, name }: Words): readonly EndStep[] {
  return (view.breakdown ?? [])
    .filter((line) => line.source === "tie")
    .map(({ seat, gold, wins }) => ({
      source: say("web_newyork1901.tie"),
      text: say(wins ? "newyork1901.score.tie_won" : "newyork1901.score.tie_lost", { player: name(seat), gold }),
      seat,
      points: 0,
    }));
}
