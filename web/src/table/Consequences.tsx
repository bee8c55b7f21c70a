/** What a move would change. */

import { Seal } from "../shared/Seal";
import styles from "./Consequences.module.css";
import type { Consequence, Game, Move, View, Words } from "./game";

/** Everything known about a move before it is made. */
export function known(game: Game, move: Move, view: View, trial: View | null, words: Words): readonly Consequence[] {
  return [
    ...(game.knownConsequences?.(move, view, words) ?? []),
    ...(trial ? game.consequences(view, trial, words) : []),
  ];
}

export function ownFirst(list: readonly Consequence[], { seat }: View): readonly Consequence[] {
  return [...list].sort((a, b) => Number(b.seat === seat) - Number(a.seat === seat));
}

interface Props {
  readonly list: readonly Consequence[];
  readonly words: Words;
  readonly view: View;
}

export function Consequences({ list, words, view }: Props) {
  return (
    <ul className={styles["consequences"]} data-slot="consequences">
      {ownFirst(list, view).map(({ text, seat, good }) => (
        <li key={`${seat} ${text}`} data-good={good}>
          {seat !== undefined && <Seal seat={seat} look={words.seats[seat]} />}
          {text}
        </li>
      ))}
    </ul>
  );
}
