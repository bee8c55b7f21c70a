/** What there is to pick: the open market, one's tiles, the legendary ones. */

import type { Thing, Words } from "../../table/game";
import { type Move, type NewYork1901View, orientations, placements, type Table, type Tile } from "./model";
import { cardKey, heldOf, PASS, SKIP, tileKey } from "./picking";
import { CardPicture, cardParts, TilePicture } from "./pictures";
import { cardName, tileName } from "./words";

export function things(view: NewYork1901View, words: Words, chosen: readonly string[]): readonly Thing[] {
  const city = view.table;
  const hand = view.seat === null ? {} : (city.seats[view.seat]?.hand ?? {});
  const market = cards(city, words);
  const tiles = [
    ...Object.entries(hand).map(([tile, count]) => tileThing(tile, count, view, words, chosen)),
    ...city.legendary.map((tile) => tileThing(tile, 1, view, words, chosen)),
  ];
  // The group that can be used now comes first.
  return [...waiting(view, words), ...(city.acquired ? [...tiles, ...market] : [...market, ...tiles])];
}

/** Deduplicates equal cards. */
function cards(city: Table, { say }: Words): readonly Thing[] {
  return [...new Set(city.market)].map((card) => ({
    key: cardKey(card),
    label: say("web_newyork1901.card_label", { card: cardName(card, say), n: city.free_lots[card]?.length ?? 0 }),
    count: city.market.filter((one) => one === card).length,
    picture: <CardPicture {...cardParts(card)} />,
    group: say("web_newyork1901.market"),
  }));
}

function tileThing(
  name: string,
  count: number,
  view: NewYork1901View,
  { say }: Words,
  chosen: readonly string[],
): Thing {
  const tile: Tile = view.table.tiles[name] ?? { level: "bronze", points: 0, squares: [] };
  const fits = placements(view).some((one) => one.tile === name);
  const held = heldOf(view.table, chosen);
  const squares = held?.name === name ? held.lying.squares : (orientations(tile)[0]?.squares ?? tile.squares);
  const parts = { tile: tileName(name, tile.level, say), n: tile.points };
  return {
    key: tileKey(name),
    label: say(fits ? "web_newyork1901.tile_label" : "web_newyork1901.tile_label_nowhere", parts),
    ...(count > 1 ? { count } : {}),
    free: view.moves.length > 0,
    picture: (
      <span data-fits={fits}>
        <TilePicture level={tile.level} squares={squares} points={tile.points} />
      </span>
    ),
    group: say(tile.level === "legendary" ? "web_newyork1901.legendary" : "web_newyork1901.tiles"),
  };
}

/** Not building, and passing. */
function waiting(view: NewYork1901View, { say }: Words): readonly Thing[] {
  const can = (action: Move["data"]["action"]) => view.moves.some(({ data }) => data.action === action);
  return [
    ...(can(SKIP) ? [{ key: SKIP, label: say("web_newyork1901.skip") }] : []),
    ...(can(PASS) ? [{ key: PASS, label: say("web_newyork1901.pass") }] : []),
  ];
}
