/** Skyliners in words: labels of moves and sites, consequences, the board as text. */

import type { Consequence, Place, Words } from "../../table/game";
import {
  at,
  type District,
  heightOf,
  type Move,
  type Plan,
  parse,
  ROWS,
  SITES,
  type SkylinersView,
  sitesOfRow,
  stack,
  WIDTH,
} from "./model";

export function choices({ data }: Move): readonly string[] {
  if (data.action === "build") return [data.piece, data.site];
  if (data.action === "plan") return [`plan ${data.row}`, `see ${data.planned}`];
  return ["pass"];
}

export function refusedText(keys: readonly string[]): string | null {
  const site = keys.find((key) => SITES.includes(key));
  const piece = keys.find((key) => key === "floor" || key === "roof" || key === "park") ?? "floor";
  return site === undefined ? null : `${piece} ${site}`;
}

export function describe({ data }: Move, _: SkylinersView, { say }: Words): string {
  if (data.action === "build")
    return say("web_skyliners.build", { piece: say(`web_skyliners.${data.piece}`), site: data.site });
  if (data.action === "plan")
    return say("web_skyliners.plan", { planned: say(`skyliners.segment.${data.planned}`), row: data.row });
  return say("web_skyliners.pass");
}

export function prompt(view: SkylinersView, { say }: Words): string {
  if (view.table.action === 1) return say("web_skyliners.ask_build");
  const plans = view.moves.some((move) => move.data.action === "plan");
  return say(plans ? "web_skyliners.ask_plan" : "web_skyliners.ask_again");
}

export function status(view: SkylinersView, { say }: Words): string {
  const { round, action } = view.table;
  if (view.player === null) return say("web_skyliners.status", { round });
  return say("web_skyliners.status_action", { round, action });
}

// --- sites ------------------------------------------------------------------------------------------------------

export function places(view: SkylinersView, words: Words): readonly Place[] {
  return SITES.map((site) => ({
    key: site,
    label: siteLabel(view, site, words),
    at: at(site),
    size: [WIDTH + 0.08, heightOf(stack(view, site)), WIDTH + 0.08] as const,
  }));
}

function siteLabel(view: SkylinersView, site: string, { say }: Words): string {
  const text = standing(view, site, say);
  if (view.seat === null) return text;
  const row = ROWS.findIndex((_, n) => sitesOfRow(view, view.seat ?? 0, n).includes(site));
  const place = sitesOfRow(view, view.seat, row).indexOf(site) + 1;
  return `${text}; ${say("web_skyliners.own_row", { row: ROWS[row] ?? "", place })}`;
}

function standing(view: SkylinersView, site: string, say: Words["say"]): string {
  const stacked = stack(view, site);
  const top = stacked.at(-1);
  if (top === undefined) return say("web_skyliners.empty", { site });
  const { colour, name } = parse(top);
  if (name === "park") return say("web_skyliners.site_park", { site });
  if (name === "roof") return say("web_skyliners.site_roof", { site, n: stacked.length - 1 });
  return say("web_skyliners.site", { site, n: stacked.length, top: say(`web_skyliners.colour.${colour}`) });
}

// --- consequences -----------------------------------------------------------------------------------------------

export function consequences(view: SkylinersView, trial: SkylinersView, words: Words): readonly Consequence[] {
  const { say } = words;
  const plan = trial.table.plans[view.table.plans.length];
  if (plan?.row && plan.planned) {
    return [
      { text: say("web_skyliners.planned", { row: plan.row, planned: say(`skyliners.segment.${plan.planned}`) }) },
    ];
  }
  const changes = view.table.seen.flatMap((rows, seat) =>
    rows.flatMap((before, n): Consequence[] => {
      const after = trial.table.seen[seat]?.[n] ?? before;
      const row = ROWS[n] ?? "";
      if (after === before) return [];
      if (seat !== view.seat)
        return [{ seat, text: say("web_skyliners.sees", { player: words.name(seat), before, after, row }) }];
      const text = say("web_skyliners.you_see", { before, after, row });
      const plan = planFor(trial, row);
      return [plan?.right === undefined ? { seat, text } : { seat, text, good: plan.right }];
    }),
  );
  changes.push(...tallest(view, trial, words));
  return changes.length > 0 ? changes : [{ text: say("web_skyliners.same") }];
}

/** What changes for the skyscraper card of the seat one looks from. */
function tallest(view: SkylinersView, trial: SkylinersView, { say }: Words): readonly Consequence[] {
  const [before, after] = [standsIn(view), standsIn(trial)];
  if (before === after || view.seat === null) return [];
  return [{ seat: view.seat, text: say(`web_skyliners.tallest_${after}`), good: after !== "none" }];
}

/** Whether the tallest buildings stand in the district of the seat one looks from. */
function standsIn({ table }: SkylinersView): "all" | "some" | "none" {
  const inside = table.tallest.filter((site) => table.own_district.includes(site)).length;
  if (inside === 0) return "none";
  return inside === table.tallest.length ? "all" : "some";
}

/** What the seat one looks from has planned for a row. */
export function planFor(view: SkylinersView, row: string): Plan | undefined {
  return view.table.plans.find((one) => one.seat === view.seat && one.row === row);
}

// --- the board as text --------------------------------------------------------------------------------------------

export function text(view: SkylinersView, words: Words): readonly string[] {
  const { say } = words;
  const built = SITES.filter((site) => stack(view, site).length > 0).map((site) => standing(view, site, say));
  const seats = view.table.seen.map(
    (seen, seat) => `${words.name(seat)} ${say("web_skyliners.seen_list", { seen: seen.join(", ") })}`,
  );
  const own = view.seat === null ? null : view.table.districts[view.seat];
  return [
    status(view, words),
    `${built.join(". ")}.`,
    ...seats,
    office(view, words),
    ...(own ? [districtText(own, words)] : []),
  ];
}

export const districtText = (district: District, { say }: Words): string =>
  say("web_skyliners.district_is", { district: say(`skyliners.districts.${district}`) });

export function office(view: SkylinersView, words: Words): string {
  const { say } = words;
  const cards = view.table.plans.map((plan, n) => planText(view, plan, n, words));
  return `${say("web_skyliners.office")}: ${cards.join("; ") || say("web_skyliners.office_empty")}`;
}

export function planText(view: SkylinersView, plan: Plan, n: number, { say, name }: Words): string {
  if (plan.seat === view.seat && plan.row && plan.planned) {
    const planned = say(`skyliners.segment.${plan.planned}`);
    return say("web_skyliners.office_own", { place: n + 1, planned, row: plan.row });
  }
  return say("web_skyliners.office_card", { place: n + 1, player: name(plan.seat) });
}
