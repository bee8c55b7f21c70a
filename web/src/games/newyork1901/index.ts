/** New York 1901 at the table. */

import type { Colour } from "../../shared/seats";
import type { Game } from "../../table/game";
import { Desk } from "./Desk";
import { end } from "./end";
import type { CityView } from "./model";
import { Panel } from "./Panel";
import { choices, isSquare, keys, pick, refusedMove } from "./picking";
import { ghost, pieces, refusedGhost, shapes } from "./pieces";
import { Board } from "./Scene";
import { things } from "./things";
import { about, ask, describe, foretell, places, refusal, status, text } from "./words";

/** Walls wear the white of what nobody owns, so that brick and stone show their own colour. */
const PAINT: Readonly<Partial<Record<Colour, string>>> = {
  orange: "#e0792b",
  purple: "#7a4fa3",
  white: "#f4f1ea",
  brown: "#6b4426",
  neutral: "#ffffff",
};

const paint = (colour: Colour) => PAINT[colour] ?? "#ffffff";

const newYork1901: Game<CityView> = {
  sight: {
    centre: [0, 0.3, 0],
    extent: [21, 1.2, 22],
    // A map has one side from which it can be read.
    angle: () => 0,
    elevation: 0.98,
    straightOn: 1.5,
  },
  world: {
    day: { sun: "#fff1d6", sunlight: 2.3, shade: "#b8a37c", shadelight: 1.5, paint, lit: "#0b63c4" },
    night: { sun: "#cfdcf5", sunlight: 1.2, shade: "#33465c", shadelight: 1.2, paint, windows: "#ffd27a" },
  },
  secrets: false,
  shapes,
  places,
  pieces,
  Board,
  things,
  choices,
  describe,
  ask,
  ghost,
  pick,
  refusedText: refusedMove,
  refusal: (chosen, view, say) => refusal(chosen.filter(isSquare), view.table, say),
  refusedGhost: (chosen) => refusedGhost(chosen.filter(isSquare)),
  keys,
  foretell,
  // `foretell` already covers all consequences.
  consequences: () => [],
  about,
  Panel,
  points: (view, seat) => view.table.seats[seat]?.points ?? 0,
  Desk,
  status,
  text,
  end,
};

export default newYork1901;
