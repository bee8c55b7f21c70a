/** Skyline 3000 at the table. */

import { PAINTS } from "../../table/facades";
import type { Game, World } from "../../table/game";
import { Board } from "./Board";
import { ghost, pieces, places } from "./city";
import { Desk } from "./Desk";
import { end } from "./end";
import { ask, atOnce, choices, describe, refusedText, things } from "./moves";
import { Panel } from "./Panel";
import { shapes } from "./shapes";
import type { MoonView } from "./view";
import { consequences, status, text } from "./words";

const paint: World["paint"] = (colour) => (colour === "neutral" ? "#f4f4f4" : PAINTS[colour]);

const skyline3000: Game<MoonView> = {
  sight: {
    centre: [0, 0.35, 0.1],
    extent: [15.2, 1.3, 16.2],
    angle: () => 0,
    elevation: 0.78,
    straightOn: 1.5,
  },
  // Space is black by day as well.
  world: {
    day: {
      sky: "#182033",
      sun: "#fff4df",
      sunlight: 1.9,
      shade: "#4a5670",
      shadelight: 1.2,
      paint,
      windows: "#ffdf9a",
    },
    night: {
      sky: "#070c18",
      sun: "#dde4ff",
      sunlight: 1.6,
      shade: "#34426a",
      shadelight: 1.4,
      paint,
      windows: "#ffcf7a",
    },
  },
  secrets: true,
  shapes,
  places,
  pieces,
  Board,
  things,
  choices,
  describe,
  ask,
  ghost,
  atOnce,
  refusedText,
  consequences,
  about: ({ block }) => (typeof block === "string" ? [block] : []),
  Panel,
  points: (view, seat) => view.table.points[seat] ?? null,
  Desk,
  status,
  text,
  end,
};

export default skyline3000;
