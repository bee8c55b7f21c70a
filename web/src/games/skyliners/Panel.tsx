/** What a player has left, and what that player sees in each row. */

import parts from "../../shared/parts.module.css";
import type { PanelProps } from "../../table/game";
import panel from "../../table/panel.module.css";
import { ROWS, type SkylinersView } from "./model";
import styles from "./skyliners.module.css";

export function Panel({ view, trial, seat, words }: PanelProps<SkylinersView>) {
  const { say } = words;
  const { supply, cards, seen, first } = view.table;
  const pieces = supply[seat];
  if (!pieces) return null;
  const after = trial?.table.seen[seat];
  return (
    <>
      {first === seat && <p className={panel["remark"]}>{say("web_skyliners.starts")}</p>}
      <ul className={panel["supply"]}>
        <Left icon="floor" count={pieces.floor} label={say("web_skyliners.floors")} />
        <Left icon="roof" count={pieces.roof} label={say("web_skyliners.roofs")} />
        <Left icon="park" count={pieces.park} label={say("web_skyliners.parks")} />
        {view.variant === "full" && <Left icon="card" count={cards[seat] ?? 0} label={say("web_skyliners.cards")} />}
      </ul>
      <p className={parts["unseen"]}>{say("web_skyliners.seen_list", { seen: seen[seat]?.join(", ") ?? "" })}</p>
      <ol className={styles["sees"]} aria-hidden>
        {ROWS.map((row, n) => (
          <li key={row} data-changed={after !== undefined && after[n] !== seen[seat]?.[n]}>
            <small>{row}</small>
            {after?.[n] ?? seen[seat]?.[n]}
          </li>
        ))}
      </ol>
    </>
  );
}

function Left({ icon, count, label }: { icon: string; count: number; label: string }) {
  return (
    <li title={label}>
      <span className={`${styles["icon"]} ${styles[`icon-${icon}`] ?? ""}`} aria-hidden />
      {count} <span className={parts["unseen"]}>{label}</span>
    </li>
  );
}
