/** Choosing a move by its parts, in any order. */

export type Choices<M> = (move: M) => readonly string[];

/** The moves that have all these keys. */
export function fitting<M>(moves: readonly M[], keys: readonly string[], choices: Choices<M>): readonly M[] {
  return moves.filter((move) => {
    const parts = choices(move);
    return keys.every((key) => parts.includes(key));
  });
}

/** The selection after one more key. Earlier keys are kept if compatible, the newest first. */
export function chosenWith<M>(
  moves: readonly M[],
  chosen: readonly string[],
  added: readonly string[],
  choices: Choices<M>,
): readonly string[] {
  const kept = [...added];
  for (const key of chosen) {
    if (!kept.includes(key) && fitting(moves, [...kept, key], choices).length > 0) kept.push(key);
  }
  return kept;
}

/** All keys that can still be chosen, those that would replace an earlier choice included. */
export function choosable<M>(moves: readonly M[], choices: Choices<M>): ReadonlySet<string> {
  return new Set(moves.flatMap(choices));
}

/** The move that is chosen, null while several are possible. */
export function theMove<M>(moves: readonly M[], chosen: readonly string[], choices: Choices<M>): M | null {
  const left = fitting(moves, chosen, choices);
  return left.length === 1 ? (left[0] ?? null) : null;
}
