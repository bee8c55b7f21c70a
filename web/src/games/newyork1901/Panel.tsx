/** What a player has: free workers, land, gold on the map, and tiles left of every level. */

import type { PanelProps } from "../../table/game";
import type { City, Level } from "./model";

const LEVELS: readonly Level[] = ["bronze", "silver", "gold"];

export function Panel({ view, seat, words }: PanelProps<City>) {
  const { say } = words;
  const own = view.table.seats[seat];
  if (!own) return null;
  const left = (level: Level) =>
    Object.entries(own.hand).reduce((sum, [tile, count]) => sum + (view.table.tiles[tile]?.level === level ? count : 0), 0);
  const home = say("web_newyork1901.home", { colour: say(`newyork1901.colours.${own.character}`) });
  return (
    <>
      <ul className="supply ny-supply">
        <li title={say("web_newyork1901.workers")}>
          <span className="ny-workers" aria-hidden>
            {[0, 1, 2, 3].map((n) => (
              <span key={n} data-free={n < own.workers} />
            ))}
          </span>
          {own.workers} <span className="unseen">{say("web_newyork1901.workers")}</span>
        </li>
        <Count icon="lot" count={own.lots.length} label={say("web_newyork1901.lots")} />
        <Count icon="star" count={own.gold} label={say("web_newyork1901.gold")} />
      </ul>
      <ul className="supply ny-supply">
        {LEVELS.map((level) => (
          <li key={level} title={say(`web_newyork1901.left_${level as "bronze" | "silver" | "gold"}`)}>
            <span className={`ny-swatch ny-${level}`} aria-hidden />
            {left(level)} <span className="unseen">{say(`web_newyork1901.left_${level as "bronze" | "silver" | "gold"}`)}</span>
          </li>
        ))}
        {own.may_build_legendary && (
          <li title={say("web_newyork1901.may_legendary")}>
            <span className="ny-swatch ny-legendary" aria-hidden />
            <span className="unseen">{say("web_newyork1901.may_legendary")}</span>
          </li>
        )}
      </ul>
      <p className="remark ny-home">{home}</p>
    </>
  );
}

function Count({ icon, count, label }: { icon: string; count: number; label: string }) {
  return (
    <li title={label}>
      <span className={`ny-icon ny-icon-${icon}`} aria-hidden />
      {count} <span className="unseen">{label}</span>
    </li>
  );
}
