/** Skyline of the World in words: labels of moves and sites, consequences, the board as text. */

import type { Key } from "../../shared/words";
import type { Consequence, Place, Words } from "../../table/game";
import {
  at,
  type Card,
  type Counts,
  type Floor,
  type Group,
  KINDS,
  type Kind,
  type Move,
  PLOT,
  type SkylineWorldView,
  sitesOf,
  stack,
  type Table,
  wallOf,
} from "./model";

type Say = Words["say"];

/** "5 million". */
export const money = (say: Say, n: number): string => say("skyline-world.money", { n });

// --- choosing ---------------------------------------------------------------------------------------------------

/** A floor in hand or in the shop; the cards in hand, of which a second copy has a key of its own. */
export const floorKey = (kind: Kind): string => `floor ${kind}`;
export const cardKey = (figure: string, copy = 1): string => (copy === 1 ? `card ${figure}` : `card ${figure} ${copy}`);

export function choices({ data }: Move): readonly string[] {
  switch (data.action) {
    case "build":
      return [floorKey(data.floor), data.site];
    case "buy":
    case "sell":
      return [floorKey(data.floor), data.action];
    case "show":
      return [cardKey(data.figure), "show"];
    case "trade":
      return ["trade", ...data.figures.map((figure, n) => cardKey(figure, copyOf(data.figures, n)))];
    default:
      return ["end"];
  }
}

/** The index of the card at this place among those of its figure. */
export function copyOf(figures: readonly string[], place: number): number {
  return figures.slice(0, place + 1).filter((figure) => figure === figures[place]).length;
}

/** A site was pointed at, with the chosen floor or any that is in hand; a card; or the end. */
export function refusedText([key = "", ...others]: readonly string[], view: SkylineWorldView): string | null {
  if (view.seat === null) return null;
  if (key === "end") return view.table.phase === "build" ? "end building" : "end turn";
  const card = view.table.own_cards.find(({ figure }) => cardKey(figure) === key);
  if (card) return `show ${card.figure}`;
  if (!sitesOf(view).includes(key)) return null;
  const hand = view.table.hands[view.seat];
  const kind = KINDS.find((one) => others.includes(floorKey(one))) ?? KINDS.find((one) => hand?.[one]) ?? "1";
  return `build ${kind} ${key}`;
}

export function describe({ data }: Move, _: SkylineWorldView, { say }: Words): string {
  switch (data.action) {
    case "build":
      return capital(
        say("web_skyline_world.build", { floor: say(`skyline-world.kind.${data.floor}`), site: data.site }),
      );
    case "buy":
      return capital(
        say("web_skyline_world.buy", {
          floor: say(`skyline-world.floor.${data.floor}`),
          money: money(say, data.price),
        }),
      );
    case "sell":
      return capital(
        say("web_skyline_world.sell", {
          floor: say(`skyline-world.floor.${data.floor}`),
          money: money(say, data.value),
        }),
      );
    case "show":
      return say("web_skyline_world.show", { figure: data.figure, money: money(say, data.value) });
    case "trade":
      return say("web_skyline_world.trade", { figures: data.figures.join(", "), money: money(say, data.value) });
    case "end building":
      return say("web_skyline_world.end_building");
    case "end turn":
      return say("web_skyline_world.end_turn");
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function prompt(view: SkylineWorldView, { say }: Words): string {
  const { ender } = view.table;
  const question = say(questionOf(view));
  return ender === null || ender === view.player ? question : say("web_skyline_world.ask_last", { question });
}

/** SW-22, SW-33: who can build must, and who has built nothing must buy. */
function questionOf(view: SkylineWorldView): Key {
  const can = new Set(view.moves.map(({ data }) => data.action));
  if (view.table.phase === "build") {
    if (!can.has("end building")) return "web_skyline_world.ask_must_build";
    return can.has("build") ? "web_skyline_world.ask_build_more" : "web_skyline_world.ask_no_building";
  }
  if (!can.has("end turn")) return "web_skyline_world.ask_must_buy";
  return can.has("buy") ? "web_skyline_world.ask_invest" : "web_skyline_world.ask_no_buying";
}

export function status(view: SkylineWorldView, { say, name }: Words): string {
  const { phase, ender } = view.table;
  const parts = [];
  if (view.variant !== "standard") parts.push(say(`skyline-world.variants.${view.variant}`));
  if (phase !== null) parts.push(say(`web_skyline_world.phase.${phase}`));
  if (ender !== null && phase !== null) parts.push(say("web_skyline_world.last_turns", { player: name(ender) }));
  return capital(parts.join(" · "));
}

// --- sites ------------------------------------------------------------------------------------------------------

export function places(view: SkylineWorldView, words: Words): readonly Place[] {
  return sitesOf(view).map((site) => ({
    key: site,
    label: siteText(view, site, words),
    at: at(site),
    size: [PLOT, wallOf(stack(view, site, words)), PLOT] as const,
  }));
}

function siteText(view: SkylineWorldView, site: string, words: Words): string {
  const { say } = words;
  const floors = stack(view, site, words).map((floor) => floorText(floor, words));
  const claim = view.table.claims[site];
  const parts = [floors.join(", ") || say("web_skyline_world.free_site")];
  if (view.table.orange.includes(site)) parts.unshift(say("web_skyline_world.orange_site"));
  if (claim !== undefined) parts.push(say("web_skyline_world.claimed", { player: words.name(claim) }));
  return `${site}: ${parts.join("; ")}`;
}

function floorText({ seat, kind }: Floor, { say, name }: Words): string {
  const floor = say(`skyline-world.kind.${kind}`);
  return seat === null ? floor : say("web_skyline_world.floor_of", { floor, player: name(seat) });
}

// --- consequences -----------------------------------------------------------------------------------------------

export function knownConsequences({ data }: Move, view: SkylineWorldView, words: Words): readonly Consequence[] {
  if (data.action === "buy") return [{ text: words.say("web_skyline_world.next_turn") }];
  if (data.action !== "build") return [];
  const cost: Consequence = { text: costText(data.price, data.payee, words) };
  return data.floor === "penthouse" ? [cost, ...penthouse(view.table, words)] : [cost];
}

export function costText(price: number, payee: number | null, { say, name }: Words): string {
  if (price === 0) return say("web_skyline_world.costs_nothing");
  const cost = { money: money(say, price), player: payee === null ? "" : name(payee) };
  return say(payee === null ? "web_skyline_world.costs_bank" : "web_skyline_world.costs_owner", cost);
}

function penthouse({ next_penthouse: next }: Table, { say }: Words): readonly Consequence[] {
  return [
    { text: say("web_skyline_world.penthouse_point"), good: true },
    ...(next?.skyline ? [{ text: say("web_skyline_world.penthouse_skyline"), good: true }] : []),
    ...(next?.ends ? [{ text: say("web_skyline_world.penthouse_last") }] : []),
    ...(next?.draws ? [{ text: say("web_skyline_world.penthouse_cards") }] : []),
  ];
}

export function consequences(view: SkylineWorldView, trial: SkylineWorldView, words: Words): readonly Consequence[] {
  return [
    ...view.table.incomes.flatMap((_, seat) => seatChanges(view, trial, seat, words)),
    ...claimed(view.table, trial.table, words),
    ...figures(view.table, trial.table, words),
    ...mission(view, trial, words),
  ];
}

function seatChanges(
  view: SkylineWorldView,
  trial: SkylineWorldView,
  seat: number,
  words: Words,
): readonly Consequence[] {
  const { say } = words;
  const own = seat === view.seat;
  const player = words.name(seat);
  const [before, after] = [view.table, trial.table];
  const changes: Consequence[] = [];
  const [had, has] = [before.money[seat] ?? null, after.money[seat] ?? null];
  if (had !== null && has !== null && had !== has) {
    const text = say(own ? "web_skyline_world.your_money" : "web_skyline_world.money_of", {
      player,
      before: had,
      after: has,
    });
    const most = after.components.most_money;
    changes.push({ seat, text: has === most ? `${text} (${say("web_skyline_world.cap", { most })})` : text });
  }
  const [earned, earns] = [before.incomes[seat] ?? 0, after.incomes[seat] ?? 0];
  if (earned !== earns) {
    const parts = { player, before: earned, after: earns };
    const text = say(own ? "web_skyline_world.your_income" : "web_skyline_world.income_of", parts);
    changes.push(own ? { seat, text, good: earns > earned } : { seat, text });
  }
  return [...changes, ...orange(before.orange_tops[seat] ?? [], after.orange_tops[seat] ?? [], seat, own, words)];
}

function orange(
  before: readonly string[],
  after: readonly string[],
  seat: number,
  own: boolean,
  { say, name }: Words,
): readonly Consequence[] {
  const won = after.filter((site) => !before.includes(site));
  const lost = before.filter((site) => !after.includes(site));
  const tell = (site: string, good: boolean): Consequence => {
    const text = own
      ? say(good ? "web_skyline_world.you_win_orange" : "web_skyline_world.you_lose_orange", { site })
      : say(good ? "web_skyline_world.wins_orange" : "web_skyline_world.loses_orange", { site, player: name(seat) });
    return own ? { seat, text, good } : { seat, text };
  };
  return [...won.map((site) => tell(site, true)), ...lost.map((site) => tell(site, false))];
}

function claimed(before: Table, after: Table, { say }: Words): readonly Consequence[] {
  return Object.keys(after.claims)
    .filter((site) => before.claims[site] === undefined)
    .map((site) => ({ text: say("web_skyline_world.claims", { site }) }));
}

/** Bonus cards whose figure comes or goes. */
function figures(before: Table, after: Table, { say }: Words): readonly Consequence[] {
  const foundBefore = new Map(before.own_cards.map((card) => [card.figure, card.found]));
  const changed = new Map<string, Card>();
  for (const card of after.own_cards) {
    if (foundBefore.get(card.figure) !== card.found) changed.set(card.figure, card);
  }
  return [...changed.values()].map(({ figure, value, found }) => ({
    text: say(found ? "web_skyline_world.figure_found" : "web_skyline_world.figure_lost", {
      figure,
      money: money(say, value),
    }),
    good: found,
  }));
}

function mission(view: SkylineWorldView, trial: SkylineWorldView, { say }: Words): readonly Consequence[] {
  if (view.seat === null) return [];
  const [before, after] = [view.table.missions[view.seat], trial.table.missions[view.seat]];
  if (!before || !after || before.fulfilled === after.fulfilled) return [];
  const good = after.fulfilled;
  return [{ text: say(good ? "web_skyline_world.mission_found" : "web_skyline_world.mission_lost"), good }];
}

// --- the board as text --------------------------------------------------------------------------------------------

export function text(view: SkylineWorldView, words: Words): readonly string[] {
  const { say } = words;
  const built = sitesOf(view).filter((site) => (view.table.sites[site] ?? []).length > 0);
  return [
    status(view, words),
    ...built.map((site) => `${siteText(view, site, words)}.`),
    ...view.table.incomes.map((_, seat) => seatText(view, seat, words)),
    ...view.table.groups.flatMap((groups, seat) => groups.map((group) => groupText(seat, group, words))),
    ...own(view, words),
    say("skyline-world.board.stock", { neutral: view.table.neutral, pile: view.table.pile }),
  ];
}

function seatText({ table }: SkylineWorldView, seat: number, { say, name }: Words): string {
  const cash = table.money[seat] ?? null;
  const parts = {
    player: name(seat),
    income: table.incomes[seat] ?? 0,
    cards: table.cards[seat] ?? 0,
    penthouses: table.penthouses[seat] ?? 0,
    orange: table.orange_tops[seat]?.length ?? 0,
  };
  if (cash === null) return `${say("skyline-world.board.hidden", parts)}. ${announced(table, seat, say)}`;
  const floors = floorList(table.hands[seat] ?? {}, say);
  return `${say("skyline-world.board.player", { ...parts, money: money(say, cash), floors })}.`;
}

function groupText(seat: number, { sites, income }: Group, { say, name }: Words): string {
  return say("web_skyline_world.group", { player: name(seat), sites: sites.join(", "), money: money(say, income) });
}

export function floorList(counts: Partial<Counts>, say: Say): string {
  const some = KINDS.filter((kind) => counts[kind]).map(
    (kind) => `${counts[kind]} × ${say(`skyline-world.kind.${kind}`)}`,
  );
  return some.join(", ") || say("skyline-world.board.none");
}

/** What a seat has said and done in its last turn: in a closed game all one has to remember. */
export function announced(table: Table, seat: number, say: Say): string {
  const said = table.announced[seat];
  if (!said) return "";
  const parts = said.built.map(({ floor, site, price }) =>
    say("skyline-world.board.built", { floor: say(`skyline-world.floor.${floor}`), site, money: money(say, price) }),
  );
  if (said.income > 0) parts.unshift(say("skyline-world.board.income", { money: money(say, said.income) }));
  if (Object.keys(said.bought).length > 0) {
    parts.push(say("skyline-world.board.bought", { floors: floorList(said.bought, say) }));
  }
  if (Object.keys(said.sold).length > 0) {
    parts.push(say("skyline-world.board.sold", { floors: floorList(said.sold, say) }));
  }
  return parts.join("; ");
}

function own(view: SkylineWorldView, words: Words): readonly string[] {
  const { say } = words;
  const card = view.seat === null ? null : view.table.missions[view.seat];
  if (!card) return [];
  const over = view.player === null ? "over_" : "";
  const key = `skyline-world.board.${over}${card.fulfilled ? "fulfilled" : "mission"}` as const;
  const cards = new Set(view.table.own_cards.map((one) => `${cardText(one, words)}.`));
  return [...cards, `${say(key, { mission: card.mission })}.`];
}

export function cardText({ figure, value, found, sites, missing }: Card, { say }: Words): string {
  return say(found ? "web_skyline_world.card_found" : "web_skyline_world.card_missing", {
    figure,
    money: money(say, value),
    sites: (found ? sites : missing).join(", "),
  });
}
