/** What a player has: money and income, floors in hand, cards, penthouses and orange sites. */

import parts from "../../shared/parts.module.css";
import type { PanelProps, Words } from "../../table/game";
import panel from "../../table/panel.module.css";
import { Floor } from "./Floor";
import { type Announced, type Counts, isClosed, KINDS, type SkylineWorldView, type Table } from "./model";
import styles from "./skyline-world.module.css";
import { announced } from "./words";

export function Panel({ view, trial, seat, words }: PanelProps<SkylineWorldView>) {
  const { say } = words;
  const { table } = view;
  const after = trial?.table ?? table;
  const cash = after.money[seat] ?? null;
  const income = after.incomes[seat] ?? 0;
  const said = isClosed(view) && seat !== view.seat ? announced(table, seat, say) : "";
  return (
    <>
      <Remarks table={table} seat={seat} words={words} />
      <ul className={`${panel["supply"]} ${styles["has"]}`}>
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
          {table.penthouses[seat]}/{table.components.penthouses}
        </Has>
        <Has
          icon="orange"
          changed={after.orange_tops[seat]?.length !== table.orange_tops[seat]?.length}
          label={say("web_skyline_world.orange")}
        >
          {after.orange_tops[seat]?.length}
        </Has>
      </ul>
      <Hand table={table} seat={seat} words={words} />
      {said && <p className={parts["unseen"]}>{say("web_skyline_world.announced", { said })}</p>}
      {said && table.announced[seat] && <LastTurn turn={table.announced[seat]} seat={seat} text={said} words={words} />}
    </>
  );
}

interface LastTurnProps {
  readonly turn: Announced;
  readonly seat: number;
  readonly text: string;
  readonly words: Words;
}

/** In a closed game, what one can remember of somebody's last turn: income, what was built, sold and bought. */
function LastTurn({ turn, seat, text, words }: LastTurnProps) {
  return (
    <ul className={styles["floors"]} title={text} aria-hidden>
      {turn.income > 0 && (
        <li>
          <span className={`${styles["icon"]} ${styles["icon-income"]}`} /> {turn.income}
        </li>
      )}
      {turn.built.map(({ floor, site, level, price }) => (
        <li key={`${site} ${level}`}>
          <Floor kind={floor} seat={seat} words={words} /> {site} −{price}
        </li>
      ))}
      <Traded sign="−" floors={turn.sold} seat={seat} words={words} />
      <Traded sign="+" floors={turn.bought} seat={seat} words={words} />
    </ul>
  );
}

interface TradedProps {
  readonly sign: string;
  readonly floors: Partial<Counts>;
  readonly seat: number;
  readonly words: Words;
}

function Traded({ sign, floors, seat, words }: TradedProps) {
  return KINDS.filter((kind) => floors[kind]).map((kind) => (
    <li key={kind}>
      {sign}
      {floors[kind]} <Floor kind={kind} seat={seat} words={words} />
    </li>
  ));
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
      <span className={`${styles["icon"]} ${styles[`icon-${icon}`]}`} aria-hidden />
      <span className={parts["unseen"]}>{label}</span> {children}
    </li>
  );
}

interface SeatProps {
  readonly table: Table;
  readonly seat: number;
  readonly words: Words;
}

function Remarks({ table, seat, words: { say } }: SeatProps) {
  const hand = table.hands[seat];
  const remark = (text: string) => <p className={panel["remark"]}>{text}</p>;
  return (
    <>
      {!hand && remark(say("web_skyline_world.hidden"))}
      {hand && KINDS.every((kind) => hand[kind] === 0) && remark(say("web_skyline_world.no_floors"))}
      {table.ender === seat && remark(say("web_skyline_world.ender"))}
    </>
  );
}

function Hand({ table, seat, words }: SeatProps) {
  const { say } = words;
  const hand = table.hands[seat];
  const held = KINDS.filter((kind) => hand && hand[kind] > 0);
  if (!hand || held.length === 0) return null;
  return (
    <ul className={styles["floors"]}>
      {held.map((kind) => (
        <li key={kind} title={say(`skyline-world.kind.${kind}`)}>
          <Floor kind={kind} seat={seat} words={words} />
          <span className={parts["unseen"]}>{say(`skyline-world.kind.${kind}`)}</span> {hand[kind]}
        </li>
      ))}
    </ul>
  );
}
