/** The floors, in hand and in the shop, and the end of building and of the turn. */

import type { Thing, Words } from "../../table/game";
import { Floor } from "./Floor";
import { KINDS, type Kind, left, type SkylineWorldView } from "./model";
import styles from "./skyline-world.module.css";
import { floorKey, money } from "./words";

export function things(view: SkylineWorldView, words: Words): readonly Thing[] {
  const { seat, table } = view;
  if (seat === null || table.phase === null) return [];
  const investing = table.phase === "invest" && view.player === seat;
  const group = words.say(investing ? "web_skyline_world.shop" : "web_skyline_world.floors");
  const floors = KINDS.map((kind) => ({ ...floor(view, seat, kind, investing, words), group }));
  return view.player === seat ? [...floors, ending(view, words)] : floors;
}

function floor(view: SkylineWorldView, seat: number, kind: Kind, investing: boolean, words: Words): Thing {
  const { say } = words;
  const inHand = view.table.hands[seat]?.[kind] ?? 0;
  const toBuy = left(view, seat, kind);
  const { prices, resale } = view.table.components;
  const name = say(`skyline-world.kind.${kind}`);
  const parts = [`${name}: ${say("web_skyline_world.in_hand", { n: inHand })}`];
  if (kind !== "skyline" && toBuy !== null)
    parts.push(say("web_skyline_world.to_buy", { n: toBuy, money: money(say, prices[kind]) }));
  const thing = {
    key: floorKey(kind),
    label: parts.join(", "),
    picture: (
      <span className={styles["picture"]} data-none={inHand === 0} aria-hidden>
        <Floor kind={kind} seat={seat} words={words} />
        <span className={styles["held"]} data-text={`×${inHand}`} />
        <small data-text={toBuy === null ? "–" : say("web_skyline_world.left", { n: toBuy })} />
      </span>
    ),
  };
  if (!investing || kind === "skyline") return thing;
  const [price, worth] = [prices[kind], resale[kind]];
  return {
    ...thing,
    parts: [
      { key: "buy", label: say("web_skyline_world.buy_for", { money: money(say, price) }), short: `−${price}` },
      { key: "sell", label: say("web_skyline_world.sell_for", { money: money(say, worth) }), short: `+${worth}` },
    ],
  };
}

/** Also to be pressed too early: then the server says what has to be done first. */
function ending(view: SkylineWorldView, { say }: Words): Thing {
  const building = view.table.phase === "build";
  return {
    key: "end",
    label: say(building ? "web_skyline_world.end_building" : "web_skyline_world.end_turn"),
    group: say("web_skyline_world.done"),
    free: true,
  };
}
