"""Random playouts, compiled once per game."""

import numpy as np

from rooftop.core.dice import roll
from rooftop.core.dispatch import apply, legal, rank, score, start
from rooftop.core.rule import Ints, rule
from rooftop.core.state import State

SEATS = 4
"""Maximum number of players in any game."""
WIN = 12
"""What `simulate` counts for a win: any number of winners can share it in whole numbers."""


@rule
def playout(state: State, moves: Ints, dice: Ints) -> int:
    """Play uniformly random legal moves to the end and return their number."""
    count = 0
    while state.player >= 0:
        n = legal(state, moves)
        apply(state, int(moves[roll(dice, n)]), dice)
        count += 1
    return count


@rule
def simulate(
    state: State, moves: Ints, players: int, variant: int, games: int, dice: Ints, points: Ints, wins: Ints
) -> int:
    """Play whole random games. Accumulate every seat's points and shares of wins, and return the number of moves."""
    count = 0
    own = np.zeros(SEATS, np.int32)
    for _ in range(games):
        start(state, players, variant, -1, dice)
        count += playout(state, moves, dice)
        score(state, own)
        for seat in range(players):
            points[seat] += own[seat]
        rank(state, own)
        winners = 0
        for seat in range(players):
            winners += own[seat] == 1
        for seat in range(players):
            if own[seat] == 1:
                wins[seat] += WIN // winners
    return count
