/** New York 1901 at the table. */

import type { Colour } from "../../shared/seats";
import type { Game } from "../../table/game";
import { Board } from "./Board";
import { end } from "./end";
import type { NewYork1901View } from "./model";
import { Panel } from "./Panel";
import { PlayerArea } from "./PlayerArea";
import { choices, isSquare, pick, refusedMove, shortcuts } from "./picking";
import { ghost, pieces, refusedGhost, shapes } from "./pieces";
import { things } from "./things";
import { describe, knownConsequences, places, prompt, refusal, status, text } from "./words";

/** Walls wear the white of what nobody owns, so that brick and stone show their own colour. */
const PAINT: Readonly<Partial<Record<Colour, string>>> = {
  orange: "#e0792b",
  purple: "#7a4fa3",
  white: "#f4f1ea",
  brown: "#6b4426",
  neutral: "#ffffff",
};

const paint = (colour: Colour) => PAINT[colour] ?? "#ffffff";

const newYork1901: Game<NewYork1901View> = {
  viewpoint: {
    centre: [0, 0.3, 0],
    extent: [21, 1.2, 22],
    // A map has one side from which it can be read.
    angle: () => 0,
    elevation: 0.98,
    straightOn: 1.5,
  },
  theme: {
    day: { sun: "#fff1d6", sunlight: 2.3, shade: "#b8a37c", shadelight: 1.5, paint, highlight: "#0b63c4" },
    night: { sun: "#cfdcf5", sunlight: 1.2, shade: "#33465c", shadelight: 1.2, paint, windows: "#ffd27a" },
  },
  shapes,
  places,
  pieces,
  Board,
  things,
  choices,
  describe,
  prompt,
  ghost,
  pick,
  refusedText: refusedMove,
  refusal: (chosen, view, say) => refusal(chosen.filter(isSquare), view.table, say),
  refusedGhost: (chosen) => refusedGhost(chosen.filter(isSquare)),
  shortcuts,
  knownConsequences,
  // `knownConsequences` already covers all consequences.
  consequences: () => [],
  Panel,
  points: (view, seat) => view.table.seats[seat]?.points ?? 0,
  PlayerArea,
  status,
  text,
  end,
};

export default newYork1901;
