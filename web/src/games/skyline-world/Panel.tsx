/** What a player has: money and income, floors in hand, cards, penthouses and orange sites. */

import type { PanelProps } from "../../table/game";
import { Floor } from "./Floor";
import { type Announced, isClosed, KINDS, type World } from "./model";
import { announced } from "./words";

export function Panel({ view, trial, seat, words }: PanelProps<World>) {
  const { say } = words;
  const { table } = view;
  const after = trial?.table ?? table;
  const cash = after.money[seat] ?? null;
  const income = after.incomes[seat] ?? 0;
  const said = isClosed(view) && seat !== view.seat ? announced(table, seat, say) : "";
  return (
    <>
      <ul className="supply world-has">
        <Has icon="coin" changed={cash !== table.money[seat]} label={say("web_skyline_world.money")}>
          {cash ?? "?"}
        </Has>
        <Has icon="income" changed={income !== table.incomes[seat]} label={say("web_skyline_world.income")}>
          {income}
        </Has>
        <Has icon="card" label={say("web_skyline_world.bonus_cards")}>
          {table.cards[seat]}
        </Has>
        <Has icon="penthouse" label={say("web_skyline_world.penthouses")}>
          {table.penthouses[seat]}/3
        </Has>
        <Has
          icon="orange"
          changed={after.orange_tops[seat]?.length !== table.orange_tops[seat]?.length}
          label={say("web_skyline_world.orange")}
        >
          {after.orange_tops[seat]?.length}
        </Has>
      </ul>
      <Hand table={table} seat={seat} say={say} />
      {table.ender === seat && <p className="remark">{say("web_skyline_world.ender")}</p>}
      {said && <p className="unseen">{say("web_skyline_world.announced", { said })}</p>}
      {said && table.announced[seat] && <LastTurn turn={table.announced[seat]} seat={seat} text={said} />}
    </>
  );
}

/** In a closed game, what one can remember of somebody's last turn: income, what was built, sold and bought. */
function LastTurn({ turn, seat, text }: { turn: Announced; seat: number; text: string }) {
  return (
    <ul className="world-hand" title={text} aria-hidden>
      {turn.income > 0 && (
        <li>
          <span className="world-icon world-icon-income" /> {turn.income}
        </li>
      )}
      {turn.built.map(({ floor, site, level, price }) => (
        <li key={`${site} ${level}`}>
          <Floor kind={floor} seat={seat} /> {site} −{price}
        </li>
      ))}
      {KINDS.filter((kind) => turn.sold[kind]).map((kind) => (
        <li key={`sold ${kind}`}>
          −{turn.sold[kind]} <Floor kind={kind} seat={seat} />
        </li>
      ))}
      {KINDS.filter((kind) => turn.bought[kind]).map((kind) => (
        <li key={`bought ${kind}`}>
          +{turn.bought[kind]} <Floor kind={kind} seat={seat} />
        </li>
      ))}
    </ul>
  );
}

interface HasProps {
  readonly icon: string;
  readonly label: string;
  readonly changed?: boolean;
  readonly children: React.ReactNode;
}

function Has({ icon, label, changed = false, children }: HasProps) {
  return (
    <li title={label} data-changed={changed}>
      <span className={`world-icon world-icon-${icon}`} aria-hidden />
      <span className="unseen">{label}</span> {children}
    </li>
  );
}

function Hand({ table, seat, say }: { table: World; seat: number; say: PanelProps<World>["words"]["say"] }) {
  const hand = table.hands[seat];
  if (!hand) return <p className="remark">{say("web_skyline_world.hidden")}</p>;
  const held = KINDS.filter((kind) => hand[kind] > 0);
  if (held.length === 0) return <p className="remark">{say("web_skyline_world.no_floors")}</p>;
  return (
    <ul className="world-hand">
      {held.map((kind) => (
        <li key={kind} title={say(`skyline-world.kind.${kind}`)}>
          <Floor kind={kind} seat={seat} />
          <span className="unseen">{say(`skyline-world.kind.${kind}`)}</span> {hand[kind]}
        </li>
      ))}
    </ul>
  );
}
