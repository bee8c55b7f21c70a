/** All lot cards: what is open, what is still to come in an order nobody knows, and what everybody has. */

import { Dialog } from "../../shared/parts";
import type { Words } from "../../table/game";
import type { NewYork1901View } from "./model";
import styles from "./newyork1901.module.css";
import { cardName } from "./words";

interface Props {
  readonly view: NewYork1901View;
  readonly words: Words;
  close(): void;
}

export function Cards({ view, words, close }: Props) {
  const { say } = words;
  const { free_lots, market, seats, stack } = view.table;
  const count = (cards: readonly string[], kind: string) => cards.filter((card) => card === kind).length;
  return (
    <Dialog title={say("web_newyork1901.cards")} close={close}>
      <table className={styles["cards"]}>
        <thead>
          <tr>
            <th scope="col">{say("web_newyork1901.cards_kind")}</th>
            <th scope="col">{say("web_newyork1901.cards_open")}</th>
            <th scope="col">{say("web_newyork1901.cards_to_come")}</th>
            {seats.map((seat, number) => (
              <th key={seat.character} scope="col">
                {words.name(number)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Object.keys(free_lots)
            .sort()
            .map((kind) => (
              <tr key={kind}>
                <th scope="row">{cardName(kind, say)}</th>
                <td>{count(market, kind)}</td>
                <td>{(stack.hidden[kind] ?? 0) + count(stack.returned, kind)}</td>
                {seats.map((seat) => (
                  <td key={seat.character}>{count(seat.cards, kind)}</td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
      {stack.returned.length > 0 && (
        <p>
          {say("web_newyork1901.cards_returned", {
            cards: stack.returned.map((card) => cardName(card, say)).join(", "),
          })}
        </p>
      )}
    </Dialog>
  );
}
