/** Skyline of the World at the table. */

import type { Colour } from "../../shared/seats";
import type { Game } from "../../table/game";
import { Board } from "./Board";
import { end } from "./end";
import { LENGTH, WIDTH } from "./map";
import { piece, pieces, type SkylineWorldView, shapes, side } from "./model";
import { Panel } from "./Panel";
import { PlayerArea } from "./PlayerArea";
import { things } from "./things";
import { choices, consequences, describe, knownConsequences, places, prompt, refusedText, status, text } from "./words";

/** Acrylic shines more than paper. */
const ACRYLIC: Readonly<Partial<Record<Colour, string>>> = {
  yellow: "#ffc61a",
  purple: "#8f55d6",
  blue: "#2b83e6",
  red: "#ea4332",
};
/** Neither a player's colour nor that of cork, paper or orange sites. */
const HIGHLIGHT = "#0bb3a4";
const paint = (colour: Colour): string => ACRYLIC[colour] ?? "#f4f1ea";

const skylineWorld: Game<SkylineWorldView> = {
  viewpoint: {
    centre: [0, 0.6, 0],
    extent: [WIDTH + 0.3, 1.9, LENGTH + 0.3],
    angle: (_, wide) => side(wide),
    elevation: 0.95,
    straightOn: 0.12,
  },
  theme: {
    day: { sun: "#fff4e0", sunlight: 2, shade: "#cbbfae", shadelight: 1.35, paint, highlight: HIGHLIGHT },
    night: { sun: "#dfe8ff", sunlight: 1.5, shade: "#4a5b78", shadelight: 1.2, paint, highlight: HIGHLIGHT },
  },
  shapes: () => shapes,
  places,
  pieces,
  Board,
  things,
  choices,
  describe,
  prompt,
  ghost({ data }, view, wide) {
    if (data.action !== "build") return [];
    const seat = data.floor === "neutral" ? null : view.player;
    return [piece("ghost", { seat, kind: data.floor }, data.site, data.level, wide)];
  },
  refusedText,
  knownConsequences,
  consequences,
  Panel,
  points: (view, seat) => (view.table.penthouses[seat] ?? 0) + (view.table.orange_tops[seat]?.length ?? 0),
  PlayerArea,
  status,
  text,
  end,
};

export default skylineWorld;
