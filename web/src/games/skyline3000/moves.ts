/** What can be done: moves by their parts, the things they are made with, and how they are said. */

import { createElement } from "react";
import { colourOf } from "../../shared/seats";
import type { Thing, Words } from "../../table/game";
import { BillboardPicture, CardPicture, RoofPicture, StackPicture } from "./pictures";
import { type Amenity, KINDS, type Move, SHAPES, type Skyline3000View } from "./view";
import { amenityName, buildingName, cardName, stackText } from "./words";

export function choices({ data }: Move): readonly string[] {
  switch (data.action) {
    case "play":
      return [`card ${data.card}`];
    case "lay":
      return [`lay ${data.card}`];
    case "billboard":
      return ["billboard", data.block];
    case "place":
      return [data.block];
    case "floor":
      return [data.height > 0 ? `unfinished ${data.height}` : "new"];
    case "roof":
      return [`${data.shape} roof`, `unfinished ${data.height}`];
    case "anchor":
      return [`${data.shape} ${data.height}`, data.block, data.billboard ? "on billboard" : "on empty"];
    case "draw":
      return [`draw ${data.kind}`];
    default:
      return [data.action];
  }
}

/**
 * Moves that need no confirmation: playing a card, and building the first of two floors. They begin a longer gesture,
 * each part of which can be undone. Drawing from a stack needs none either.
 */
export function skipsConfirmation(
  { data: { action } }: Move,
  _: Skyline3000View,
  trial: Skyline3000View | null,
): boolean {
  if (action === "play") return trial !== null && trial.moves.length > 1;
  if (action === "floor") return trial?.table.asked === "second floor";
  return action === "draw";
}

export function refusedText(keys: readonly string[], view: Skyline3000View): string | null {
  const block = keys.find((key) => key in view.table.blocks);
  const building = keys.find((key) => /^(barrel|gable) \d+$/.test(key)) ?? firstFinished(view);
  const unfinished = keys.find((key) => key.startsWith("unfinished "))?.split(" ")[1];
  const roof = keys.find((key) => key.endsWith(" roof")) ?? "barrel roof";
  switch (view.table.asked) {
    case "action":
      return block ? `billboard ${block}` : null;
    case "contract":
      return block && building ? `anchor ${building} ${block}` : null;
    case "amenity":
      return block ? `place ${block}` : null;
    case "roof":
      return unfinished ? `${roof} on ${unfinished}` : null;
    default:
      return null;
  }
}

function firstFinished(view: Skyline3000View): string | null {
  const factory = view.seat === null ? undefined : view.table.factories[view.seat];
  const shape = SHAPES.find((one) => (factory?.[one].length ?? 0) > 0);
  return shape && factory ? `${shape} ${factory[shape][0]}` : null;
}

// --- words ------------------------------------------------------------------------------------------------------

export function describe({ data }: Move, view: Skyline3000View, words: Words): string {
  const { say } = words;
  switch (data.action) {
    case "play":
    case "lay":
      return say(`web_skyline3000.do.${data.action}`, { card: cardName(data.card, words) });
    case "billboard":
      return say("web_skyline3000.do.billboard", { block: data.block });
    case "place": {
      const what: Amenity = view.table.auction?.amenity ?? "green space";
      return say("web_skyline3000.do.place", { amenity: amenityName(what, words), block: data.block });
    }
    case "floor":
      return data.height > 0
        ? say("web_skyline3000.do.raise", { n: data.height })
        : say("web_skyline3000.do.new_building");
    case "roof":
      return say("web_skyline3000.do.roof", { shape: say(`skyline3000.shape.${data.shape}`), n: data.height });
    case "anchor": {
      const building = buildingName({ ...data, count: 1 }, words);
      const key = data.billboard ? "web_skyline3000.do.build_over" : "web_skyline3000.do.anchor";
      return say(key, { building, block: data.block });
    }
    case "draw":
      return say("web_skyline3000.do.draw", { card: cardName(view.table.stacks[data.kind].top ?? "", words) });
    case "let go":
      return say("web_skyline3000.do.let_go");
    default:
      return say(`web_skyline3000.do.${data.action}`);
  }
}

export function prompt(view: Skyline3000View, words: Words): string {
  const { say } = words;
  const { asked, auction, card, draws } = view.table;
  const amenity = auction ? amenityName(auction.amenity, words) : "";
  switch (asked) {
    case "first floor":
      return say("web_skyline3000.ask.first_floor");
    case "second floor":
      return say("web_skyline3000.ask.second_floor");
    case "contract":
      return say("web_skyline3000.ask.contract", { card: cardName(card ?? "", words) });
    case "bid":
    case "amenity":
      return say(`web_skyline3000.ask.${asked}`, { amenity });
    case "draw":
      return say("web_skyline3000.ask.draw", { n: draws });
    case "over":
      return say("web_skyline3000.phase.over");
    default:
      return say(`web_skyline3000.ask.${asked}`);
  }
}

// --- things -----------------------------------------------------------------------------------------------------

export function things(view: Skyline3000View, words: Words): readonly Thing[] {
  const { phase, asked } = view.table;
  if (view.seat === null) return stacks(view, words);
  if (phase === "supply") return [...stacks(view, words), ...hand(view, words)];
  if (asked === "bid" && view.moves.length > 0) return [];
  return [...tools(view, words), ...hand(view, words), ...stacks(view, words)];
}

function hand(view: Skyline3000View, words: Words): Thing[] {
  const cards = view.seat === null ? [] : (view.table.hands[view.seat]?.cards ?? []);
  const group = words.say("web_skyline3000.hand_title");
  return [...new Set(cards)].map((card) => {
    const count = cards.filter((other) => other === card).length;
    const thing = {
      key: `card ${card}`,
      label: cardName(card, words),
      picture: createElement(CardPicture, { card }),
      group,
    };
    return count > 1 ? { ...thing, count } : thing;
  });
}

function stacks(view: Skyline3000View, words: Words): Thing[] {
  return KINDS.map((kind) => ({
    key: `draw ${kind}`,
    label: stackText(kind, view.table, words),
    picture: createElement(StackPicture, { stack: view.table.stacks[kind] }),
    group: words.say("web_skyline3000.stacks"),
  }));
}

/** What one does without a card, or with the card just played. */
function tools(view: Skyline3000View, words: Words): Thing[] {
  const { say } = words;
  const { asked, card, billboards, roofs } = view.table;
  const seat = view.seat ?? 0;
  const colour = colourOf(words, seat);
  if (view.moves.length === 0 || asked === "action") {
    const left = billboards[seat] ?? 0;
    const picture = createElement(BillboardPicture, { colour });
    return [
      {
        key: "billboard",
        label: say("web_skyline3000.billboard"),
        count: left,
        picture,
        group: say("web_skyline3000.tools"),
      },
      { key: "pass", label: say("web_skyline3000.do.pass"), group: say("web_skyline3000.tools") },
    ];
  }
  if (card === null) return [];
  const group = say("web_skyline3000.in_play", { card: cardName(card, words) });
  const roofThings = SHAPES.map((shape) => ({
    key: `${shape} roof`,
    label: say(`skyline3000.shape.${shape}`),
    count: roofs[seat]?.[shape] ?? 0,
    picture: createElement(RoofPicture, { shape, colour }),
    group,
  }));
  const letsGo = view.moves.some((move) => move.data.action === "let go");
  const overBillboard = view.moves.some((move) => choices(move).includes("on billboard"));
  const foundations = ["empty", "billboard"].map((on) => ({
    key: `on ${on}`,
    label: say(on === "empty" ? "web_skyline3000.on_empty" : "web_skyline3000.on_billboard"),
    group,
  }));
  return [
    ...(asked === "roof" ? roofThings : []),
    ...(overBillboard ? foundations : []),
    ...(letsGo ? [{ key: "let go", label: say("web_skyline3000.do.let_go"), group }] : []),
  ];
}
