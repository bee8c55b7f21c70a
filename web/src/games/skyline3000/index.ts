/** Skyline 3000 at the table. */

import { PAINTS } from "../../table/facades";
import type { Game, SceneTheme } from "../../table/game";
import { Board } from "./Board";
import { ghost, pieces, places } from "./city";
import { end } from "./end";
import { choices, describe, prompt, refusedText, skipsConfirmation, things } from "./moves";
import { Panel } from "./Panel";
import { PlayerArea } from "./PlayerArea";
import { shapes } from "./shapes";
import type { Skyline3000View } from "./view";
import { consequences, status, text } from "./words";

const paint: SceneTheme["paint"] = (colour) => (colour === "neutral" ? "#f4f4f4" : PAINTS[colour]);

const skyline3000: Game<Skyline3000View> = {
  viewpoint: {
    centre: [0, 0.35, 0.1],
    extent: [15.2, 1.3, 16.2],
    angle: () => 0,
    elevation: 0.78,
    straightOn: 1.5,
  },
  // Space is black by day as well.
  theme: {
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
  shapes: () => shapes,
  places,
  pieces,
  Board,
  things,
  choices,
  describe,
  prompt,
  ghost,
  skipsConfirmation,
  refusedText,
  consequences,
  Panel,
  points: (view, seat) => view.table.points[seat] ?? null,
  PlayerArea,
  status,
  text,
  end,
};

export default skyline3000;
