"""One-ply search with the game's static evaluation."""

from typing import Any

import numpy as np

from rooftop.core.dice import dice, roll
from rooftop.core.dispatch import apply, evaluate, likely
from rooftop.core.game import Game
from rooftop.core.match import Match
from rooftop.core.playout import SEATS
from rooftop.core.rule import MOVE, Call, Ints, compile_once, rule
from rooftop.core.state import Records, State

DEALS = 8
"""Determinizations per move."""


def greedy_move(match: Match, seed: int) -> int:
    compile_once(f"{match.game.title}, greedy", calls(match.game))
    moves = np.array(match.legal, MOVE)
    states = match.game.new_states(2)
    states[0] = match.state
    return int(moves[best_now(states, moves, dice(seed))])


def calls(game: Game[Any]) -> list[Call]:
    """All that has to be compiled for a greedy move."""
    return [(best_now, (game.new_states(2), np.zeros(1, MOVE), dice(0)))]


@rule
def best_now(states: Records[State], moves: Ints, dice: Ints) -> int:
    """The index of the move with the best mean lead over some determinizations. Ties are broken at random."""
    seat = int(states[0].player)
    values = np.zeros(SEATS, np.float32)
    best, highest, equal = 0, -1e9, 0
    for arm in range(len(moves)):
        total = 0.0
        for _ in range(DEALS):
            states[1] = states[0]
            likely(states[1], seat, dice)
            apply(states[1], int(moves[arm]), dice)
            evaluate(states[1], values)
            total += lead(values, states[1].players, seat)
        equal = equal + 1 if total == highest else 1
        if total > highest or (total == highest and roll(dice, equal) == 0):
            best, highest = arm, total
    return best


@rule
def lead(values: Ints, players: int, seat: int) -> float:
    """A seat's lead over the best other seat."""
    best = -1e9
    for other in range(players):
        if other != seat:
            best = max(best, float(values[other]))
    return values[seat] - best
