/** Skyline 3000 in words: cards, blocks and buildings, what a move would change, the table as text. */

import type { Consequence, Words } from "../../table/game";
import {
  type Amenity,
  type Block,
  type District,
  type Factory,
  KINDS,
  type Kind,
  SHAPES,
  type Shape,
  type Skyline3000View,
  type Standing,
  type Table,
} from "./view";

type CardName = District | "floor" | "roof";

export function cardName(card: string, { say }: Pick<Words, "say">): string {
  const [name, number] = card.split(" ") as [CardName, string];
  return say(`skyline3000.card.${name}`, { number });
}

export function cardNames(cards: readonly string[], words: Words): string {
  return cards.map((card) => cardName(card, words)).join(", ") || words.say("skyline3000.cards.none");
}

export function amenityName(amenity: Amenity, { say }: Words): string {
  return say(`skyline3000.amenity.${amenity === "green space" ? "green_space" : amenity}`);
}

/** "2 or 3" */
function either(parts: readonly (string | number)[], { say }: Words): string {
  const [first = "", last] = parts;
  return last === undefined ? String(first) : say("web_skyline3000.or", { first, last });
}

export interface Described {
  readonly height: number;
  readonly shape: Shape | null;
  readonly count: number;
}

/** A building in the factory, or the free pad for a new one. */
export function buildingName({ height, shape, count }: Described, { say }: Words): string {
  if (height === 0) return say("web_skyline3000.new_building");
  const name = say(shape ? `web_skyline3000.finished_${shape}` : "web_skyline3000.unfinished", { n: height });
  return count > 1 ? say("web_skyline3000.several", { name, count }) : name;
}

// --- blocks -----------------------------------------------------------------------------------------------------

export function nextText(block: Block, words: Words): string {
  const shapes = block.shapes.map((shape) => words.say(`skyline3000.shape.${shape}`));
  return words.say("web_skyline3000.next", { heights: either(block.heights, words), shapes: either(shapes, words) });
}

export function blockLabel(name: string, view: Skyline3000View, words: Words): string {
  const block = view.table.blocks[name];
  if (!block) return name;
  const { say } = words;
  const district = say(`web_skyline3000.district.${block.district}`);
  const parts = [
    say("web_skyline3000.free", { n: block.free }),
    nextText(block, words),
    ...built(block, words),
    ...block.billboards.flatMap((n, seat) =>
      n > 0 ? [say("web_skyline3000.billboards_of", { n, player: words.name(seat) })] : [],
    ),
    ...(block.green > 0 ? [say("web_skyline3000.greens", { n: block.green })] : []),
    block.large ? say(`skyline3000.large.${block.large}`) : say("web_skyline3000.large_free"),
  ];
  return say("web_skyline3000.block", { block: name, district, parts: parts.join("; ") });
}

function built(block: Block, words: Words): string[] {
  return block.standing.map(({ seat, floors, points }) => {
    const heights = block.buildings.filter((one) => one.seat === seat).map((one) => one.height);
    const parts = { player: words.name(seat), heights: heights.join(", "), floors, points };
    return words.say("web_skyline3000.built", parts);
  });
}

/** "Ann is first: 4 points" */
export function placeText({ seat, place, points, floors }: Standing, { say, name }: Words): string {
  const key = place === 1 ? "first" : place === 2 ? "second" : "unplaced";
  return say(`web_skyline3000.place_${key}`, {
    player: name(seat),
    floors: say("web_skyline3000.floors", { n: floors }),
    points: say("score.points", { n: points }),
  });
}

// --- state of the game ------------------------------------------------------------------------------------------

export function status(view: Skyline3000View, words: Words): string {
  const { round, rounds, phase, auction, key } = view.table;
  const { say } = words;
  const what = auction
    ? say("web_skyline3000.phase.auction", { number: auction.number, amenity: amenityName(auction.amenity, words) })
    : say(`web_skyline3000.phase.${phase}`);
  return say("web_skyline3000.status", { round, rounds, phase: what, player: words.name(key) });
}

export function text(view: Skyline3000View, words: Words): readonly string[] {
  const { table } = view;
  return [
    status(view, words),
    ...Object.keys(table.blocks).map((name) => blockLabel(name, view, words)),
    ...KINDS.map((kind) => stackText(kind, table, words)),
    words.say("web_skyline3000.floors_left", { n: table.floors }),
    ...table.points.map((_, seat) => seatText(seat, view, words)),
  ];
}

export function stackText(kind: Kind, table: Table, words: Words): string {
  const { top, size, cards, hands } = table.stacks[kind];
  const { say } = words;
  const stack = say(`web_skyline3000.stack_${kind}`);
  if (top === null) return say("web_skyline3000.stack_empty", { stack });
  const said = say("web_skyline3000.stack_top", { stack, n: size, card: cardName(top, words) });
  if (cards === null || hands === null) return said;
  const known = { cards: cardNames(cards, words), hands: cardNames(hands, words) };
  return `${said} ${say("web_skyline3000.stack_known", known)}`;
}

function seatText(seat: number, { table }: Skyline3000View, words: Words): string {
  const { say } = words;
  const parts = [
    ...(table.key === seat ? [say("web_skyline3000.has_key")] : []),
    ...(table.passed[seat] ? [say("web_skyline3000.passed")] : []),
    handText(seat, table, words),
    factoryText(seat, table, words),
    stockText(seat, table, words),
  ];
  return say("web_skyline3000.seat", { player: words.name(seat), n: table.points[seat] ?? 0, parts: parts.join("; ") });
}

export function handText(seat: number, table: Table, words: Words): string {
  const hand = table.hands[seat];
  if (!hand) return "";
  const { size: n, kinds, known, cards } = hand;
  if (cards) return words.say("web_skyline3000.hand_open", { n, cards: cardNames(cards, words) });
  if (!kinds || !known) return words.say("web_skyline3000.hand_closed", { n });
  const counts = KINDS.map((kind) => `${words.say(`skyline3000.kind.${kind}`)} ${kinds[kind]}`).join(", ");
  return words.say("web_skyline3000.hand", { n, counts, cards: cardNames(known, words) });
}

export function factoryText(seat: number, table: Table, words: Words): string {
  const factory = table.factories[seat];
  if (!factory) return "";
  return words.say("web_skyline3000.in_factory", { buildings: factoryList(factory, words) });
}

function factoryList(factory: Factory, { say }: Words): string {
  const groups = (["unfinished", ...SHAPES] as const).flatMap((group) =>
    factory[group].length > 0 ? [say(`web_skyline3000.factory_${group}`, { heights: factory[group].join(", ") })] : [],
  );
  return groups.join("; ") || say("web_skyline3000.nothing");
}

export function stockText(seat: number, table: Table, { say }: Words): string {
  const roofs = table.roofs[seat];
  const parts = { barrels: roofs?.barrel ?? 0, gables: roofs?.gable ?? 0, billboards: table.billboards[seat] ?? 0 };
  return say("web_skyline3000.stock", parts);
}

// --- consequences -----------------------------------------------------------------------------------------------

export function consequences(view: Skyline3000View, trial: Skyline3000View, words: Words): readonly Consequence[] {
  return [
    ...useless(trial, words),
    ...costs(view, trial, words),
    ...growth(view, trial, words),
    ...Object.keys(view.table.blocks).flatMap((name) => blockChanges(name, view, trial, words)),
    ...moreCards(view, trial, words),
  ];
}

/** A card just played of which nothing can be made. */
function useless({ table, moves }: Skyline3000View, { say }: Words): Consequence[] {
  return table.card !== null && moves.length === 1 ? [{ text: say("web_skyline3000.no_effect"), good: false }] : [];
}

function costs(view: Skyline3000View, trial: Skyline3000View, { say }: Words): Consequence[] {
  return view.table.points.flatMap((before, seat) => {
    const after = trial.table.points[seat] ?? before;
    if (after === before) return [];
    return [{ seat, text: say("web_skyline3000.points_change", { before, after }), good: after > before }];
  });
}

/** What becomes of one's factory. */
function growth(view: Skyline3000View, trial: Skyline3000View, words: Words): Consequence[] {
  const seat = view.seat;
  const [before, after] = seat === null ? [] : [view.table.factories[seat], trial.table.factories[seat]];
  if (!before || !after || JSON.stringify(before) === JSON.stringify(after)) return [];
  return [{ text: words.say("web_skyline3000.factory_then", { buildings: factoryList(after, words) }) }];
}

/** What a scoring would bring in a block, before and after. */
function blockChanges(name: string, view: Skyline3000View, trial: Skyline3000View, words: Words): Consequence[] {
  const [before, after] = [view.table.blocks[name], trial.table.blocks[name]];
  if (!before || !after || JSON.stringify(before) === JSON.stringify(after)) return [];
  const { say } = words;
  const changes = after.standing.flatMap(({ seat, floors, points }): Consequence[] => {
    const was = before.standing.find((one) => one.seat === seat);
    if (was?.points === points && was.floors === floors) return [];
    const parts = { block: name, player: words.name(seat), n: floors, before: was?.points ?? 0, after: points };
    const text = say("web_skyline3000.block_change", parts);
    return seat === view.seat ? [{ seat, text, good: points > parts.before }] : [{ seat, text }];
  });
  const next = after.heights.join() !== before.heights.join() || after.shapes.join() !== before.shapes.join();
  return next ? [...changes, { text: `${name}: ${nextText(after, words)}` }] : changes;
}

/** Spaceports bring cards in the supply phase. */
function moreCards(view: Skyline3000View, trial: Skyline3000View, { say }: Words): Consequence[] {
  if (view.table.phase === "supply") return [];
  return view.table.draws_due.flatMap((before, seat) => {
    const after = trial.table.draws_due[seat] ?? before;
    return after === before ? [] : [{ seat, text: say("web_skyline3000.draws_change", { before, after }) }];
  });
}
