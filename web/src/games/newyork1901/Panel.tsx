/** What a player has: free workers, land, gold on the map, and tiles left of every level. */

import parts from "../../shared/parts.module.css";
import type { PanelProps } from "../../table/game";
import panel from "../../table/panel.module.css";
import type { Level, NewYork1901View } from "./model";
import styles from "./newyork1901.module.css";
import { MARKS } from "./pictures";

const LEVELS = ["bronze", "silver", "gold", "legendary"] as const;

export function Panel({ view, seat, words }: PanelProps<NewYork1901View>) {
  const { say } = words;
  const own = view.table.seats[seat];
  if (!own) return null;
  const left = (level: Level) =>
    level === "legendary"
      ? Number(own.may_build_legendary)
      : Object.entries(own.hand).reduce((sum, [tile, n]) => sum + (view.table.tiles[tile]?.level === level ? n : 0), 0);
  const letter = own.character.charAt(0).toUpperCase();
  const home = say("web_newyork1901.home", { colour: say(`newyork1901.colours.${own.character}`) });
  return (
    <>
      <ul className={panel["supply"]}>
        <li title={say("web_newyork1901.workers")}>
          <span className={styles["workers"]} aria-hidden>
            {[0, 1, 2, 3].map((n) => (
              <span key={n} className={styles["worker"]} data-free={n < own.workers} />
            ))}
          </span>
          {own.workers} <span className={parts["unseen"]}>{say("web_newyork1901.workers")}</span>
        </li>
        <Count icon="lot" count={own.lots.length} label={say("web_newyork1901.lots")} />
        <Count icon="star" count={own.gold} label={say("web_newyork1901.gold")} />
        <li title={home}>
          <span className={`${styles["home"]} ${styles[own.character]}`} data-colour={letter} aria-hidden />
          <span className={parts["unseen"]}>{home}</span>
        </li>
      </ul>
      <ul className={panel["supply"]}>
        {LEVELS.map((level) => (
          <li key={level} title={say(`web_newyork1901.left_${level}`)}>
            <svg className={`${styles["swatch"]} ${styles[level]}`} viewBox="0 0 10 10" aria-hidden>
              <rect width="10" height="10" />
              <path className={styles["marks"]} d={MARKS[level]} />
            </svg>
            {left(level)} <span className={parts["unseen"]}>{say(`web_newyork1901.left_${level}`)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Count({ icon, count, label }: { icon: string; count: number; label: string }) {
  return (
    <li title={label}>
      <span className={`${styles["icon"]} ${styles[`icon-${icon}`]}`} aria-hidden />
      {count} <span className={parts["unseen"]}>{label}</span>
    </li>
  );
}
