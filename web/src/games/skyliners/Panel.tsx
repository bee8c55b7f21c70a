/** What a player has left, and what that player sees in each row. */

import type { PanelProps } from "../../table/game";
import { ROWS, type Skyliners } from "./model";

export function Panel({ view, trial, seat, words }: PanelProps<Skyliners>) {
  const { say } = words;
  const { supply, cards, seen, first } = view.table;
  const pieces = supply[seat];
  if (!pieces) return null;
  const after = trial?.table.seen[seat];
  return (
    <>
      <ul className="supply">
        <Left icon="floor" count={pieces.floor} label={say("web_skyliners.floors")} />
        <Left icon="roof" count={pieces.roof} label={say("web_skyliners.roofs")} />
        <Left icon="park" count={pieces.park} label={say("web_skyliners.parks")} />
        {view.variant === "full" && <Left icon="card" count={cards[seat] ?? 0} label={say("web_skyliners.cards")} />}
      </ul>
      <p className="unseen">{say("web_skyliners.seen_list", { seen: seen[seat]?.join(", ") ?? "" })}</p>
      <ol className="sees" aria-hidden>
        {ROWS.map((row, n) => (
          <li key={row} data-changed={after !== undefined && after[n] !== seen[seat]?.[n]}>
            <small>{row}</small>
            {after?.[n] ?? seen[seat]?.[n]}
          </li>
        ))}
      </ol>
      {first === seat && <p className="remark">{say("web_skyliners.starts")}</p>}
    </>
  );
}

function Left({ icon, count, label }: { icon: string; count: number; label: string }) {
  return (
    <li title={label}>
      <span className={`icon icon-${icon}`} aria-hidden />
      {count} <span className="unseen">{label}</span>
    </li>
  );
}
