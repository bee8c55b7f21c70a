/** What lies on the table beside the city: the auction, opened bids, the scoring of the round, what is left and gone. */

import { useEffect, useState } from "react";
import parts from "../../shared/parts.module.css";
import { Seal } from "../../shared/Seal";
import type { PlayerAreaProps, Words } from "../../table/game";
import { motionReduced } from "../../table/motion";
import { type Opening, openedBids, without } from "./bids";
import { AmenityPicture, CardPicture, SmallCards } from "./pictures";
import styles from "./skyline3000.module.css";
import { type Skyline3000View, type Table, totalOf } from "./view";
import { amenityName, cardName, cardNames, placeText } from "./words";

type Props = PlayerAreaProps<Skyline3000View>;

export function PlayerArea({ view, words, log, highlight, play }: Props) {
  const { table } = view;
  const bids = openedBids(log, view);
  return (
    <div className={styles["player-area"]}>
      {table.asked === "bid" && view.moves.length > 0 && (
        <Bid key={`${table.round} ${table.auction?.number} ${table.own_bid}`} view={view} words={words} play={play} />
      )}
      {table.phase === "supply" && <Scoring view={view} words={words} highlight={highlight} />}
      {bids && <Opened bids={bids} words={words} />}
      <House view={view} words={words} />
      <div className={styles["left"]}>
        <p>{words.say("web_skyline3000.floors_left", { n: table.floors })}</p>
        <Discards table={table} words={words} />
      </div>
    </div>
  );
}

// --- bidding ------------------------------------------------------------------------------------------------------

/** The hand with the STOP card across it: what is lifted above it is the bid. */
function Bid({ view, words, play }: Pick<Props, "view" | "words" | "play">) {
  const { say } = words;
  const { table, seat, moves } = view;
  const [lifted, setLifted] = useState<ReadonlySet<number>>(new Set());
  const laid = [...(table.own_bid ?? [])];
  const hand = without(seat === null ? [] : (table.hands[seat]?.cards ?? []), laid);
  const may = new Set(moves.flatMap(({ data }) => (data.action === "lay" ? data.card : [])));
  const bid = hand.filter((_, n) => lifted.has(n));
  const total = totalOf([...laid, ...bid]);
  const toggle = (n: number) => {
    const next = new Set(lifted);
    if (!next.delete(n)) next.add(n);
    setLifted(next);
  };
  return (
    <section
      className={styles["bid"]}
      data-slot="bid"
      aria-label={say("web_skyline3000.bid_title")}
      data-auction={`${table.round} ${table.auction?.number}`}
    >
      <ul>
        {laid.map((card, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: equal cards are alike
          <li key={`laid ${n}`}>
            <span role="img" aria-label={say("web_skyline3000.laid", { card: cardName(card, words) })}>
              <CardPicture card={card} />
            </span>
          </li>
        ))}
        {hand.map((card, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a card keeps its place in the hand
          <li key={n} className={lifted.has(n) ? undefined : styles["below"]}>
            <button
              type="button"
              data-card={card}
              aria-pressed={lifted.has(n)}
              aria-label={cardName(card, words)}
              title={cardName(card, words)}
              disabled={!may.has(card)}
              onClick={() => toggle(n)}
            >
              <CardPicture card={card} />
            </button>
          </li>
        ))}
      </ul>
      <p className={styles["stop"]} aria-hidden>
        <b>STOP</b>
      </p>
      <button
        type="button"
        className={styles["confirm"]}
        data-slot="confirm"
        onClick={() => play([...bid.map((card) => `lay ${card}`), "stop"])}
      >
        {total > 0 ? say("web_skyline3000.bid", { total }) : say("web_skyline3000.bid_nothing")}
      </button>
    </section>
  );
}

function Opened({ bids: { bids, winner }, words }: { bids: Opening; words: Words }) {
  const { say } = words;
  return (
    <section className={styles["opened"]} data-slot="opened" aria-label={say("web_skyline3000.opened")}>
      <h3>{say("web_skyline3000.opened")}</h3>
      <ul>
        {bids.map(({ seat, cards, text }) => (
          <li key={seat} data-winner={seat === winner}>
            <Seal seat={seat} look={words.seats[seat]} />
            <span className={parts["unseen"]}>{text}</span>
            <b aria-hidden>{totalOf(cards)}</b>
            <SmallCards cards={cards} />
          </li>
        ))}
      </ul>
    </section>
  );
}

// --- scoring ------------------------------------------------------------------------------------------------------

const STEP = 1100;

/** The round's scoring, block by block; each is shown in the city while it is its turn. */
function Scoring({ view, words, highlight }: Pick<Props, "view" | "words" | "highlight">) {
  const { say } = words;
  const { round, blocks } = view.table;
  const scored = Object.entries(blocks).filter(([, block]) => block.standing.length > 0);
  const [shown, setShown] = useState(motionReduced() ? scored.length : 0);
  const current = scored[shown]?.[0];
  useEffect(() => {
    if (current === undefined) return;
    highlight([current]);
    const timer = window.setTimeout(() => {
      highlight([]);
      setShown(shown + 1);
    }, STEP);
    return () => window.clearTimeout(timer);
  }, [current, shown, highlight]);
  return (
    <section className={styles["scoring"]} data-slot="scoring" aria-label={say("web_skyline3000.scored", { round })}>
      <h3>{say("web_skyline3000.scored", { round })}</h3>
      <ol>
        {scored.slice(0, shown + 1).map(([name, { standing, district }]) => (
          <li
            key={name}
            className={styles[`district-${district}`]}
            aria-current={name === current || undefined}
            onPointerEnter={() => highlight([name])}
            onPointerLeave={() => highlight([])}
          >
            <b>{name}</b>
            {standing.map((one) => (
              <span key={one.seat} title={placeText(one, words)} data-rank={one.place ?? 0}>
                <Seal seat={one.seat} look={words.seats[one.seat]} />
                <span aria-hidden>{one.place ? `+${one.points}` : "0"}</span>
                <span className={parts["unseen"]}>{placeText(one, words)}</span>
              </span>
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}

// --- auction house and discards -------------------------------------------------------------------------------------

/** What this round sells, and what is left. */
function House({ view, words }: { view: Skyline3000View; words: Words }) {
  const { say } = words;
  const { house, auction } = view.table;
  return (
    <section className={styles["house"]} aria-label={say("web_skyline3000.house")}>
      <h3>{say("web_skyline3000.house")}</h3>
      <ol>
        {house.map((stack, n) => {
          const top = stack[0];
          const current = auction?.number === n + 1;
          const name = top ? amenityName(top, words) : say("web_skyline3000.nothing");
          const label = say("web_skyline3000.house_stack", { number: n + 1, amenity: name, count: stack.length });
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a stack is its number
            <li key={n} aria-current={current || undefined} title={label}>
              <span className={parts["unseen"]}>{label}</span>
              {top && <AmenityPicture amenity={top} />}
              <span aria-hidden>{stack.length}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** How many there are; where everybody is shown them, they can be unfolded. */
function Discards({ table: { discarded, discards: cards }, words }: { table: Table; words: Words }) {
  const count = words.say("web_skyline3000.discards", { n: discarded });
  if (!cards) return <p>{count}</p>;
  return (
    <details className={styles["discards"]}>
      <summary>{count}</summary>
      <SmallCards cards={cards} />
      <p className={parts["unseen"]}>{cardNames(cards, words)}</p>
    </details>
  );
}
