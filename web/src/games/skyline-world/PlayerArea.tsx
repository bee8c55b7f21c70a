/** What lies before you: your mission, your bonus cards, the pile and the used cards. */

import { type ReactNode, useEffect, useState } from "react";
import parts from "../../shared/parts.module.css";
import type { PlayerAreaProps, Words } from "../../table/game";
import { showFigure } from "./figure";
import { type Card, type Figure, isSwift, type Mission, type SkylineWorldView } from "./model";
import styles from "./skyline-world.module.css";
import { cardKey, choices, copyOf, money } from "./words";

export function PlayerArea({ view, trial, words, chosen, choose }: PlayerAreaProps<SkylineWorldView>) {
  const { say } = words;
  const { table } = trial ?? view;
  const mission = view.seat === null ? null : table.missions[view.seat];
  return (
    <div className={styles["player-area"]}>
      <div>
        {mission && (
          <section aria-label={say("web_skyline_world.mission")}>
            <h3>{say("web_skyline_world.mission")}</h3>
            <MissionCard mission={mission} swift={isSwift(view)} words={words} />
          </section>
        )}
        <Stock view={view} words={words} />
      </div>
      {view.seat !== null && (
        <section aria-label={say("web_skyline_world.cards")}>
          <h3>{say("web_skyline_world.cards")}</h3>
          <Cards view={view} cards={foundIn(view, trial)} words={words} chosen={chosen} choose={choose} />
        </section>
      )}
    </div>
  );
}

/** The cards in hand, as they would fit after the chosen move. */
function foundIn(view: SkylineWorldView, trial: SkylineWorldView | null): readonly Card[] {
  const later = new Map(trial?.table.own_cards.map((card) => [card.figure, card]));
  return view.table.own_cards.map((card) => later.get(card.figure) ?? card);
}

// --- bonus cards --------------------------------------------------------------------------------------------------

interface CardsProps extends Pick<PlayerAreaProps<SkylineWorldView>, "view" | "words" | "chosen" | "choose"> {
  readonly cards: readonly Card[];
}

function Cards({ view, cards, words, chosen, choose }: CardsProps) {
  const { say } = words;
  if (cards.length === 0) return <p className={styles["empty"]}>{say("web_skyline_world.no_cards")}</p>;
  const figures = cards.map((card) => card.figure);
  const can = new Set(view.moves.flatMap(choices));
  return (
    <ul className={styles["cards"]}>
      {cards.map((card, n) => (
        <li key={cardKey(card.figure, copyOf(figures, n))}>
          <BonusCard
            card={card}
            words={words}
            picked={chosen.includes(cardKey(card.figure, copyOf(figures, n)))}
            showing={chosen.includes("show")}
            canShow={view.moves.some(({ data }) => data.action === "show" && data.figure === card.figure)}
            pick={() => choose(...nextCopy(card.figure, figures, chosen))}
            show={() => choose(cardKey(card.figure), "show")}
          />
        </li>
      ))}
      <li>
        <button
          type="button"
          className={styles["trade"]}
          data-part="trade"
          disabled={!can.has("trade")}
          aria-pressed={chosen.includes("trade")}
          onClick={() => choose("trade")}
        >
          {say("web_skyline_world.trade_three")}
        </button>
      </li>
    </ul>
  );
}

/** One card more of this figure, whichever of its copies was meant; all of them where all are picked. */
function nextCopy(figure: string, figures: readonly string[], chosen: readonly string[]): readonly string[] {
  const copies = figures.filter((one) => one === figure).map((_, n) => cardKey(figure, n + 1));
  const picked = copies.filter((key) => chosen.includes(key)).length;
  return copies.slice(0, picked + 1);
}

interface BonusCardProps {
  readonly card: Card;
  readonly words: Words;
  readonly picked: boolean;
  readonly showing: boolean;
  readonly canShow: boolean;
  pick(): void;
  show(): void;
}

function BonusCard({ card, words, picked, showing, canShow, pick, show }: BonusCardProps) {
  const { say } = words;
  const pointing = usePointing(card);
  return (
    <div className={styles["card"]} data-slot="card" data-found={card.found} data-chosen={picked} {...pointing}>
      <button type="button" data-thing={cardKey(card.figure)} aria-pressed={picked} onClick={pick}>
        <Face figure={card} name={card.figure} tag={money(say, card.value)} words={words} />
      </button>
      {canShow && (
        <button
          type="button"
          className={styles["show"]}
          data-part="show"
          aria-pressed={picked && showing}
          onClick={show}
        >
          {say("web_skyline_world.show_short", { n: card.value })}{" "}
          <span className={parts["unseen"]}>{card.figure}</span>
        </button>
      )}
    </div>
  );
}

/** While it is pointed at or has the keyboard, the board shows the figure. */
function usePointing(figure: Figure) {
  const [pointed, setPointed] = useState(0);
  const shown = pointed > 0;
  useEffect(() => {
    if (!shown) return;
    showFigure(figure);
    return () => showFigure(null);
  }, [shown, figure]);
  const more = () => setPointed((n) => n + 1);
  const less = () => setPointed((n) => Math.max(0, n - 1));
  return { onPointerEnter: more, onPointerLeave: less, onFocus: more, onBlur: less };
}

interface FaceProps {
  readonly figure: Figure;
  readonly name: string;
  readonly tag: string;
  readonly words: Words;
}

/** A card: its figure, what it is worth, and what is missing. */
function Face({ figure, name, tag, words: { say } }: FaceProps) {
  const { missing } = figure;
  return (
    <span className={styles["face"]}>
      <Pattern figure={figure} />
      <span className={styles["card-name"]}>{name}</span>
      <span className={styles["tag"]}>{tag}</span>
      <small>
        {missing.length === 0
          ? say("web_skyline_world.stands")
          : say("web_skyline_world.lacks", { sites: missing.join(" ") })}
      </small>
    </span>
  );
}

/** The figure as printed on its card. */
function Pattern({ figure }: { figure: Figure }): ReactNode {
  const rows = Math.max(...figure.cells.map(([row]) => row)) + 1;
  const columns = Math.max(...figure.cells.map(([, column]) => column)) + 1;
  const has = (row: number, column: number) => figure.cells.some(([r, c]) => r === row && c === column);
  const grid = Array.from({ length: rows * columns }, (_, n) => [Math.floor(n / columns), n % columns] as const);
  return (
    <svg viewBox={`0 0 ${columns * 10} ${rows * 10}`} aria-hidden>
      {grid.map(([row, column]) => (
        <rect
          key={`${row} ${column}`}
          x={column * 10 + 0.8}
          y={row * 10 + 0.8}
          width="8.4"
          height="8.4"
          rx="1.5"
          data-filled={has(row, column)}
        />
      ))}
    </svg>
  );
}

// --- mission and piles --------------------------------------------------------------------------------------------

function MissionCard({ mission, swift, words }: { mission: Mission; swift: boolean; words: Words }) {
  const { say } = words;
  const pointing = usePointing(mission);
  const when = say(swift ? "web_skyline_world.mission_swift" : "web_skyline_world.mission_end");
  return (
    <div
      className={`${styles["card"]} ${styles["mission"]}`}
      data-slot="mission"
      data-found={mission.fulfilled}
      {...pointing}
    >
      <button type="button" title={when}>
        <Face figure={mission} name={mission.mission} tag="★★" words={words} />
        <span className={parts["unseen"]}>{when}</span>
      </button>
    </div>
  );
}

function Stock({ view, words }: { view: SkylineWorldView; words: Words }) {
  const { say } = words;
  const used = Object.entries(view.table.used);
  return (
    <section className={styles["stock"]} aria-label={say("web_skyline_world.piles")}>
      <p>{say("web_skyline_world.pile", { n: view.table.pile })}</p>
      <p>{say("web_skyline_world.neutral_left", { n: view.table.neutral })}</p>
      {used.length > 0 && (
        <details>
          <summary>{say("web_skyline_world.used", { n: used.reduce((sum, [, count]) => sum + count, 0) })}</summary>
          <ul>
            {used.map(([figure, count]) => (
              <li key={figure}>
                {count} × {figure}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
