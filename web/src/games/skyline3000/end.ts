/** The whole score as steps: what the earlier rounds have brought in sums, the last one block by block. */

import type { Schemas } from "../../shared/api";
import type { EndStep, Words } from "../../table/game";
import type { Skyline3000View } from "./view";

type Line = Schemas["Skyline3000Line"];
type BlockLine = Schemas["Skyline3000BlockLine"];

export function end(view: Skyline3000View, words: Words): readonly EndStep[] {
  const lines = view.breakdown ?? [];
  const seats = Array.from({ length: view.players }, (_, seat) => seat);
  const { say, name } = words;
  const { rounds } = view.table;
  const sum = (source: string, fits: (line: Line) => boolean): EndStep[] =>
    seats.map((seat) => {
      const points = lines
        .filter((line) => line.seat === seat && fits(line))
        .reduce((all, line) => all + line.points, 0);
      return { source, seat, points, text: say("web_skyline3000.sum", { player: name(seat), n: points }) };
    });
  const round = (n: number) => say("web_skyline3000.round", { round: n });
  return [
    ...sum(say("web_skyline3000.source_start"), (line) => line.source === "start"),
    ...sum(
      say("web_skyline3000.source_billboards"),
      (line) => line.source === "billboard" || line.source === "built over",
    ),
    ...Array.from({ length: rounds - 1 }, (_, n) =>
      sum(round(n + 1), (line) => line.source === "block" && line.round === n + 1),
    ).flat(),
    ...lines
      .filter((line) => line.source === "block")
      .filter((line) => line.round === rounds)
      .map((line) => lastRound(line, round(rounds), words)),
  ];
}

function lastRound(line: BlockLine, source: string, { say, name }: Words): EndStep {
  const { seat, points, block, place, megamall } = line;
  const key = place === 1 ? "first" : place === 2 ? "second" : "nothing";
  const parts = {
    player: name(seat),
    round: line.round,
    block,
    floors: line.floors,
    tallest: line.tallest,
    green: line.green,
    billboards: line.billboards,
    points: say("score.points", { n: points }),
  };
  const text = say(
    megamall && key !== "nothing" ? `skyline3000.score.${key}_doubled` : `skyline3000.score.${key}`,
    parts,
  );
  return { source, seat, points, text, places: [block] };
}
