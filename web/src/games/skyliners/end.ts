/** The final scoring (SL-50 to SL-70) as steps. */

import { createElement } from "react";
import type { Schemas } from "../../shared/api";
import { colourOf } from "../../shared/seats";
import type { Params } from "../../shared/words";
import type { EndStep, Words } from "../../table/game";
import { antenna, ROWS, type SkylinersView, sitesOfRow } from "./model";
import { PlanCard } from "./PlanCard";

type RowLine = Schemas["SkylinersRowLine"] | Schemas["SkylinersPlanLine"];

export function end(view: SkylinersView, words: Words): readonly EndStep[] {
  return (view.breakdown ?? []).map((line) => ({ ...stepOf(line, view, words), seat: line.seat, points: line.points }));
}

function stepOf(
  line: Schemas["SkylinersLine"],
  view: SkylinersView,
  words: Words,
): Pick<EndStep, "source" | "text" | "picture" | "places" | "pieces"> {
  const { say } = words;
  const player = words.name(line.seat);
  const points = say("score.points", { n: line.points });
  switch (line.source) {
    case "row":
    case "plan":
      return {
        source: say(line.source === "row" ? "web_skyliners.source_rows" : "web_skyliners.source_plans"),
        text: rowText(line, { player, points }, say),
        places: sitesOfRow(view, line.seat, ROWS.indexOf(line.row)),
        pieces: line.antennas.map((site) => antenna(view, line.seat, site)),
        ...(line.source === "plan" && {
          picture: createElement(PlanCard, { ...line, colour: colourOf(words, line.seat) }),
        }),
      };
    case "beyond":
      return {
        source: say("web_skyliners.source_beyond"),
        text: say("skyliners.score.beyond", { player, points }),
      };
    case "antennas":
      return {
        source: say("web_skyliners.source_antennas"),
        text: say("skyliners.score.antennas", { player, n: line.count, points }),
      };
    case "skyscraper":
      return {
        source: say("web_skyliners.source_skyscraper"),
        text: say(line.points > 0 ? "skyliners.score.skyscraper" : "skyliners.score.no_skyscraper", {
          player,
          district: say(`skyliners.districts.${line.district}`),
          sites: line.tallest.join(", "),
          points,
        }),
        places: line.tallest,
      };
  }
}

function rowText(line: RowLine, who: { player: string; points: string }, say: Words["say"]): string {
  const seen = seenText(line, { ...who, row: line.row, seen: line.seen }, say);
  const placed = { n: line.antennas.length, sites: line.antennas.join(", ") };
  return placed.n > 0 ? `${seen} ${say("skyliners.score.placed", placed)}` : seen;
}

function seenText(line: RowLine, parts: Params, say: Words["say"]): string {
  if (line.source === "row") return say("skyliners.score.row", parts);
  const planned = say(`skyliners.segment.${line.planned}`);
  return say(line.right ? "skyliners.score.plan_right" : "skyliners.score.plan_wrong", { ...parts, planned });
}
