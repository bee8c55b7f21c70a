"""Perft: the number of leaves of the move tree at a fixed depth."""

import numpy as np

from rooftop.core.dice import dice
from rooftop.core.dispatch import apply, legal
from rooftop.core.match import Match
from rooftop.core.rule import MOVE, Ints, rule
from rooftop.core.state import Records, State


def perft(match: Match, depth: int) -> int:
    """The number of leaves of the tree of legal moves. All chance events share one fixed stream of dice."""
    states = match.game.new_states(depth + 1)
    states[depth] = match._state
    return int(count(states, np.zeros((depth + 1, match.game.moves), MOVE), depth, dice(0)))


@rule
def count(states: Records[State], moves: Ints, depth: int, dice: Ints) -> int:
    if depth == 0 or states[depth].player < 0:
        return 1
    n = legal(states[depth], moves[depth])
    if depth == 1:
        return n
    leaves = 0
    for i in range(n):
        states[depth - 1] = states[depth]
        apply(states[depth - 1], int(moves[depth, i]), dice)
        leaves += count(states, moves, depth - 1, dice)
    return leaves
