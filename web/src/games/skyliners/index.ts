/** Skyliners at the table. */

import { createElement } from "react";
import { paint } from "../../shared/Seal";
import { colourOf } from "../../shared/seats";
import type { Game, Thing, Words } from "../../table/game";
import { Board } from "./Board";
import { end } from "./end";
import { heightOf, PIECES, pieces, put, SEAT_ANGLES, SEGMENTS, type SkylinersView, shapes, stack } from "./model";
import { Panel } from "./Panel";
import { PlayerArea } from "./PlayerArea";
import styles from "./skyliners.module.css";
import { choices, consequences, describe, places, prompt, refusedText, status, text } from "./words";

function things(view: SkylinersView, words: Words): readonly Thing[] {
  const { say } = words;
  const { seat } = view;
  if (seat === null) return [];
  const colour = colourOf(words, seat);
  const inHand = PIECES.map((piece) => ({
    key: piece,
    label: say(`web_skyliners.${piece}`),
    count: view.table.supply[seat]?.[piece] ?? 0,
    picture: createElement("span", {
      className: `${styles["piece"]} ${styles[`piece-${piece}`] ?? ""} ${paint(colour, seat)}`,
    }),
    group: say("web_skyliners.pieces"),
  }));
  const cards = view.table.own_cards.map((row) => ({
    key: `plan ${row}`,
    label: say("web_skyliners.plan_row", { row }),
    picture: createElement("span", { className: `${styles["plan-card"]} ${paint(colour)}` }, row),
    group: say("web_skyliners.plan_cards"),
    parts: SEGMENTS.map((segment) => ({
      key: `see ${segment}`,
      label: say(`skyliners.segment.${segment}`),
      short: segment === 4 ? say("skyliners.segment.4") : String(segment),
    })),
  }));
  const mustPass = view.moves.some((move) => move.data.action === "pass");
  return [...inHand, ...cards, ...(mustPass ? [{ key: "pass", label: say("web_skyliners.pass") }] : [])];
}

const skyliners: Game<SkylinersView> = {
  viewpoint: {
    centre: [0, 0.4, 0],
    extent: [6.3, 1.5, 6.3],
    angle: (seat) => SEAT_ANGLES[seat] ?? 0,
    elevation: 0.68,
    straightOn: 0.09,
  },
  theme: {
    day: { sun: "#fffaf0", sunlight: 1.9, shade: "#d9d6d2", shadelight: 1.7 },
    night: { sun: "#e3ecff", sunlight: 1.5, shade: "#50657d", shadelight: 1.5 },
  },
  shapes: () => shapes,
  places,
  pieces,
  Board,
  things,
  choices,
  describe,
  prompt,
  ghost({ data }, view) {
    if (data.action !== "build" || view.player === null) return [];
    return put("ghost", data.piece, view.player, data.site, heightOf(stack(view, data.site)));
  },
  refusedText,
  consequences,
  Panel,
  points: () => null,
  PlayerArea,
  status,
  text,
  end,
};

export default skyliners;
