"""Choosing a move by playing the game out many times."""

import math
import secrets

import numpy as np

from rooftop.core.dice import dice
from rooftop.core.dispatch import apply, rank, redeal
from rooftop.core.match import Match
from rooftop.core.playout import SEATS, playout
from rooftop.core.rule import Ints, State, compile_once, rule

PLAYOUTS = 10_000


def random_move(match: Match) -> int:
    return secrets.choice(match.moves()).id


def best_by_playouts(match: Match) -> int:
    """The move that wins most often when everybody plays on at random and the unknown is dealt anew each time."""
    moves = [move.id for move in match.moves()]
    if len(moves) == 1:
        return moves[0]
    states = match.game.new_states(2)
    states[0] = match._state
    roller = dice(secrets.randbits(64))
    arguments = (states, match.game.new_moves(), np.array(moves, np.int32), PLAYOUTS, roller)
    compile_once(f"{match.game.title} bots", [(most_wins, arguments)])
    return moves[most_wins(*arguments)]


@rule
def most_wins(states: State, buffer: Ints, moves: Ints, playouts: int, dice: Ints) -> int:
    """The index of the best move from states[0]: a bandit shares the playouts out (UCB1)."""
    seat = int(states[0].player)
    visits, wins = np.zeros(len(moves)), np.zeros(len(moves))
    for total in range(playouts):
        arm = next_arm(visits, wins, total)
        states[1] = states[0]
        redeal(states[1], seat, dice)
        apply(states[1], moves[arm], dice)
        playout(states[1], buffer, dice)
        visits[arm] += 1
        wins[arm] += win_share(states[1], seat)
    return int(visits.argmax())


@rule
def next_arm(visits: Ints, wins: Ints, total: int) -> int:
    best, highest = 0, -1.0
    for arm in range(len(visits)):
        if visits[arm] == 0:
            return arm
        value = wins[arm] / visits[arm] + math.sqrt(0.5 * math.log(total) / visits[arm])
        if value > highest:
            best, highest = arm, value
    return best


@rule
def win_share(state: State, seat: int) -> float:
    """1 for a win, shared among those who share it."""
    places = np.zeros(SEATS, np.int32)
    rank(state, places)
    if places[seat] != 1:
        return 0.0
    winners = 0
    for other in range(state.players):
        winners += places[other] == 1
    return 1.0 / winners
