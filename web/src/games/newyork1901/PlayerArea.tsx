/** The tile in hand: turned, mirrored, and taken to the next place where it fits. */

import { useState } from "react";
import type { PlayerAreaProps } from "../../table/game";
import { Cards } from "./Cards";
import type { NewYork1901View } from "./model";
import styles from "./newyork1901.module.css";
import { FLIP, heldOf, NEXT, TURN } from "./picking";
import { TilePicture } from "./pictures";
import { heldText } from "./words";

export function PlayerArea({ view, words, chosen, choose }: PlayerAreaProps<NewYork1901View>) {
  const { say } = words;
  const [cards, setCards] = useState(false);
  const held = heldOf(view.table, chosen);
  const deciding = view.moves.length > 0;
  return (
    <section className={styles["player-area"]} aria-label={say("web_newyork1901.in_hand")}>
      <h3 aria-live={held ? "polite" : "off"}>{held ? heldText(held, say) : say("web_newyork1901.in_hand")}</h3>
      <div className={styles["tools"]}>
        <span className={styles["held"]} data-slot="held" data-lies={held?.lying.key}>
          {held && <TilePicture {...held.tile} squares={held.lying.squares} />}
        </span>
        <button type="button" disabled={!held} onClick={() => choose(TURN)} aria-keyshortcuts="R">
          <span aria-hidden>⟳</span> {say("web_newyork1901.turn")}
        </button>
        <button type="button" disabled={!held} onClick={() => choose(FLIP)} aria-keyshortcuts="F">
          <span aria-hidden>⇋</span> {say("web_newyork1901.flip")}
        </button>
        <button type="button" disabled={!deciding} onClick={() => choose(NEXT)} aria-keyshortcuts="N">
          <span aria-hidden>▸</span> {say("web_newyork1901.next")}
        </button>
        <button type="button" onClick={() => setCards(true)}>
          <span aria-hidden>▤</span> {say("web_newyork1901.cards")}
        </button>
      </div>
      {cards && <Cards view={view} words={words} close={() => setCards(false)} />}
    </section>
  );
}
