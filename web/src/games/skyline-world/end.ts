/** The final scoring (SW-51, SW-52) as steps. */

import type { Schemas } from "../../shared/api";
import { colourOf } from "../../shared/seats";
import { together } from "../../shared/words";
import type { EndStep, Words } from "../../table/game";
import { type SkylineWorldView, sitesOf } from "./model";

type Line = Schemas["SkylineWorldLine"];

export function end(view: SkylineWorldView, words: Words): readonly EndStep[] {
  return (view.breakdown ?? []).map((line) => ({ ...step(line, view, words), seat: line.seat, points: line.points }));
}

function step(line: Line, view: SkylineWorldView, words: Words): Pick<EndStep, "source" | "text" | "places"> {
  const { say } = words;
  const player = words.name(line.seat);
  const points = say("score.points", { n: line.points });
  const names = (seats: readonly number[]) => together(seats.map(words.name), say);
  const source = (name: "penthouses" | "orange" | "mission") => say(`web_skyline_world.source.${name}`);
  switch (line.source) {
    case "penthouses":
      return {
        source: source("penthouses"),
        text: say("skyline-world.score.penthouses", { player, n: line.count, points }),
        places: penthousesOf(view, line.seat, words),
      };
    case "orange":
      return {
        source: source("orange"),
        text: say(line.sites.length > 0 ? "skyline-world.score.orange" : "skyline-world.score.no_orange", {
          player,
          n: line.sites.length,
          sites: line.sites.join(", "),
          points,
        }),
        places: line.sites,
      };
    case "mission":
      return {
        source: source("mission"),
        text: say(line.fulfilled ? "skyline-world.score.fulfilled" : "skyline-world.score.unfulfilled", {
          player,
          mission: line.mission,
          points,
        }),
        places: line.fulfilled ? (view.table.missions[line.seat]?.sites ?? []) : [],
      };
    case "tie_break":
      return {
        source: source(line.by),
        text: say(`skyline-world.score.by_${line.by}`, { tied: names(line.tied), left: names(line.left) }),
      };
    case "shared":
      return { source: source("mission"), text: say("skyline-world.score.shared", { tied: names(line.tied) }) };
  }
}

function penthousesOf(view: SkylineWorldView, seat: number, words: Words): readonly string[] {
  const penthouse = `${colourOf(words, seat)} penthouse`;
  return sitesOf(view).filter((site) => view.table.sites[site]?.includes(penthouse));
}
