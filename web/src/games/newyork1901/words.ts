/** New York 1901 in words: labels of squares and moves, consequences, the map as text. */

import type { Say } from "../../shared/words";
import type { Consequence, Place, Words } from "../../table/game";
import {
  type District,
  groundOf,
  isPlacement,
  type Level,
  lotAt,
  type Move,
  type NewYork1901View,
  type Placement,
  type Standing,
  squareOf,
  type Table,
} from "./model";
import type { Held } from "./picking";
import { heightOf } from "./pieces";

// --- names ------------------------------------------------------------------------------------------------------

/** "gold L5", "the starter", "Woolworth". */
export function tileName(tile: string, level: Level, say: Say): string {
  if (tile === "starter") return say("newyork1901.levels.starter");
  return say(`newyork1901.levels.${level}`, { shape: tile.replace(`${level} `, "") });
}

/** A tile and how it lies in hand. */
export function heldText({ name, tile, lying }: Held, say: Say): string {
  const parts = [tileName(name, tile.level, say)];
  if (lying.mirrored) parts.push(say("web_newyork1901.mirrored"));
  if (lying.turned > 0) parts.push(say("web_newyork1901.turned", { degrees: lying.turned }));
  return parts.join(", ");
}

export function cardName(card: string, say: Say): string {
  const [colour = "yellow", size = ""] = card.split(" ");
  return say("newyork1901.card", { colour: say(`newyork1901.colours.${colour as District}`), size });
}

const levelOf = (city: Table, tile: string): Level => city.tiles[tile]?.level ?? "bronze";

// --- places -----------------------------------------------------------------------------------------------------

export function places(view: NewYork1901View, words: Words): readonly Place[] {
  const city = view.table;
  const tiles = standingOn(city);
  return Object.entries(city.lots).flatMap(([name, lot]) =>
    lot.squares.map((square) => {
      const standing = tiles.get(square);
      return {
        key: square,
        label: squareLabel(square, name, city, standing, words),
        at: groundOf(squareOf(square)),
        size: [1, standing ? heightOf(standing.tile) : 0, 1] as const,
      };
    }),
  );
}

interface Owned {
  readonly tile: Standing;
  readonly seat: number;
}

function standingOn(city: Table): ReadonlyMap<string, Owned> {
  return new Map(
    city.seats.flatMap(({ tiles }, seat) =>
      tiles.flatMap((tile) => tile.squares.map((square): [string, Owned] => [square, { tile, seat }])),
    ),
  );
}

function squareLabel(square: string, name: string, city: Table, standing: Owned | undefined, words: Words): string {
  const { say } = words;
  const lot = city.lots[name];
  if (!lot) return square;
  const place = { square, lot: name, card: cardName(lot.card, say) };
  if (standing) {
    const { tile, seat } = standing;
    return say("web_newyork1901.square_built", {
      ...place,
      tile: tileName(tile.tile, tile.level, say),
      player: words.name(seat),
    });
  }
  if (lot.closed) return say("web_newyork1901.square_closed", place);
  if (lot.owner === null) return say("web_newyork1901.square_free", place);
  const key = lot.worker ? "web_newyork1901.square_worker" : "web_newyork1901.square_owned";
  return say(key, { ...place, player: words.name(lot.owner) });
}

// --- moves ------------------------------------------------------------------------------------------------------

export function describe({ data: does }: Move, _: NewYork1901View, { say }: Words): string {
  if (isPlacement(does)) {
    const tile = tileName(does.tile, does.level, say);
    return say(`web_newyork1901.${does.action}`, { tile, squares: does.squares.join(", ") });
  }
  if (does.action === "acquire")
    return say("web_newyork1901.acquire", { lot: does.lot, card: cardName(does.card, say) });
  if (does.action === "give back") return say("web_newyork1901.give_back", { lot: does.lot });
  return say(does.action === "skip" ? "web_newyork1901.skip" : "web_newyork1901.pass");
}

export function prompt(view: NewYork1901View, words: Words): string {
  const asked = question(view, words);
  return view.table.last_turns === null ? asked : `${words.say("web_newyork1901.last_turn")} ${asked}`;
}

function question(view: NewYork1901View, { say }: Words): string {
  const actions = new Set(view.moves.map(({ data }) => data.action));
  if (view.table.acquired)
    return say(actions.has("build") ? "web_newyork1901.ask_build" : "web_newyork1901.ask_no_build");
  if (actions.has("acquire"))
    return say(actions.has("rebuild") ? "web_newyork1901.ask_turn" : "web_newyork1901.ask_acquire");
  if (actions.has("give back")) return say("web_newyork1901.ask_give_back");
  if (actions.has("pass")) return say("web_newyork1901.ask_pass");
  return say(view.table.market.length > 0 ? "web_newyork1901.ask_no_worker" : "web_newyork1901.ask_no_card");
}

export function status(view: NewYork1901View, { say }: Words): string {
  const { last_turns, quiet, quiet_end, goal, stack } = view.table;
  if (view.player === null) return "";
  if (last_turns !== null) return say("web_newyork1901.status_last", { n: last_turns });
  // Mention a standstill only when it is near.
  if (quiet_end - quiet <= view.players * 3) return say("web_newyork1901.status_quiet", { n: quiet_end - quiet });
  return say("web_newyork1901.status", { goal, cards: stack.count });
}

/** Why a tile cannot be placed off the land. */
export function refusal(squares: readonly string[], city: Table, say: Say): string | null {
  return squares.some((square) => !(lotAt(city, square) in city.lots)) ? say("web_newyork1901.off_land") : null;
}

// --- consequences -----------------------------------------------------------------------------------------------

/** Exact: chance affects only the next card of the market. */
export function knownConsequences({ data: does }: Move, view: NewYork1901View, { say }: Words): readonly Consequence[] {
  const seat = view.player ?? 0;
  const free = view.table.seats[seat]?.workers ?? 0;
  if (isPlacement(does)) return buildingOf(does, view, seat, say);
  if (does.action === "acquire")
    return [{ seat, text: say("web_newyork1901.workers_change", { before: free, after: does.workers_after }) }];
  if (does.action !== "give back") return [];
  return [
    { seat, text: say("web_newyork1901.workers_change", { before: free, after: does.workers_after }), good: true },
    { seat, text: say("web_newyork1901.card_back", { card: cardName(does.card, say) }), good: false },
  ];
}

function buildingOf(does: Placement, view: NewYork1901View, seat: number, say: Say): readonly Consequence[] {
  const city = view.table;
  const own = city.seats[seat];
  const before = own?.points ?? 0;
  const torn = (own?.tiles ?? []).filter((tile) => does.torn_down.includes(tile.place));
  const found: (Consequence | false)[] = [
    { seat, text: say("web_newyork1901.points_change", { before, after: does.points_after }), good: true },
    torn.length > 0 && { seat, text: say("web_newyork1901.torn", { tiles: listed(torn, say) }), good: false },
    does.workers_back.length > 0 && {
      seat,
      text: say("web_newyork1901.back", { n: does.workers_back.length, lots: does.workers_back.join(", ") }),
      good: true,
    },
    does.workers_sent.length > 0 && {
      seat,
      text: say("web_newyork1901.sent", { n: does.workers_sent.length, lots: does.workers_sent.join(", ") }),
      good: false,
    },
    does.level === "legendary" && { seat, text: say("web_newyork1901.legendary_one") },
    does.brings_end && { text: say("web_newyork1901.goal", { goal: city.goal }) },
  ];
  return found.filter((one) => one !== false);
}

function listed(tiles: readonly Standing[], say: Say): string {
  return tiles.map(({ tile, level, squares }) => `${tileName(tile, level, say)} (${squares[0]})`).join(", ");
}

// --- the map as text ----------------------------------------------------------------------------------------------

export function text(view: NewYork1901View, words: Words): readonly string[] {
  const { say } = words;
  const city = view.table;
  const none = say("newyork1901.board.none");
  const cards = (names: readonly string[]) => names.map((card) => cardName(card, say)).join(", ") || none;
  const hidden = Object.entries(city.stack.hidden).map(([card, count]) => `${count} × ${cardName(card, say)}`);
  const legendary = city.legendary.map((tile) => tileName(tile, "legendary", say)).join(", ") || none;
  return [
    status(view, words),
    say("newyork1901.board.market", { cards: cards(city.market) }),
    ...freeLots(city, say),
    ...city.seats.map((_, seat) => player(city, seat, words)),
    say("newyork1901.board.legendary", { tiles: legendary }),
    say("newyork1901.board.stack", { cards: hidden.join(", ") || none }),
    ...(city.stack.returned.length > 0
      ? [say("newyork1901.board.returned", { cards: cards(city.stack.returned) })]
      : []),
  ].filter((line) => line !== "");
}

/** For each open card the lots for which it is good. */
function freeLots(city: Table, say: Say): readonly string[] {
  return [...new Set(city.market)].map((card) =>
    say("web_newyork1901.lots_for", { card: cardName(card, say), lots: city.free_lots[card]?.join(", ") ?? "" }),
  );
}

function player(city: Table, seat: number, words: Words): string {
  const { say, name } = words;
  const own = city.seats[seat];
  if (!own) return "";
  const bare = own.lots.filter((lot) => city.lots[lot]?.worker);
  const standing = own.tiles.map((tile) => `${tileName(tile.tile, tile.level, say)} ${tile.squares.join(" ")}`);
  const hand = Object.entries(own.hand).map(([tile, count]) => {
    const named = tileName(tile, levelOf(city, tile), say);
    return count > 1 ? `${count} × ${named}` : named;
  });
  const parts = { player: name(seat), points: own.points, gold: own.gold, workers: own.workers, lots: own.lots.length };
  return [
    `${say("newyork1901.board.player", parts)}.`,
    say("web_newyork1901.stands", { tiles: standing.join("; ") }),
    ...(bare.length > 0 ? [say("web_newyork1901.workers_on", { lots: bare.join(", ") })] : []),
    say("newyork1901.board.hand", { tiles: hand.join(", ") || say("newyork1901.board.none") }),
  ].join(" ");
}
