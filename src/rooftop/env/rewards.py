"""Terminal rewards."""

import numpy as np

from rooftop.core.dispatch import rank, score
from rooftop.core.errors import InvalidArgument
from rooftop.core.messages import Whole
from rooftop.core.playout import SEATS
from rooftop.core.rule import Ints, rule
from rooftop.core.state import State

REWARDS = ("win", "points", "place")
"""win: 1, split among the winners. points: the score. place: the share of opponents that the seat beats, a tie counting
half: 1 for a sole winner, 0 for a sole last."""
WIN, POINTS, PLACE = range(3)


def reward_number(name: str) -> int:
    if name not in REWARDS:
        raise InvalidArgument("env.reward", reward=name, rewards=Whole(", ".join(REWARDS)))
    return REWARDS.index(name)


@rule
def reward(state: State, kind: int, rewards: Ints) -> None:
    """Write every seat's reward in a finished game."""
    numbers = np.zeros(SEATS, np.int32)
    if kind == POINTS:
        score(state, numbers)
        for seat in range(state.players):
            rewards[seat] = numbers[seat]
        return
    rank(state, numbers)
    for seat in range(state.players):
        rewards[seat] = win_share(state, numbers, seat) if kind == WIN else place_share(state, numbers, seat)


@rule
def win_share(state: State, places: Ints, seat: int) -> float:
    winners = 0
    for other in range(state.players):
        winners += places[other] == 1
    return 1 / winners if places[seat] == 1 else 0.0


@rule
def place_share(state: State, places: Ints, seat: int) -> float:
    behind = 0.0
    for other in range(state.players):
        if places[other] > places[seat]:
            behind += 1
        elif other != seat and places[other] == places[seat]:
            behind += 0.5
    return behind / (state.players - 1)
