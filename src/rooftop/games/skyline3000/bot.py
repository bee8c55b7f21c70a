"""Heuristics for Skyline 3000: policy prior and static evaluation."""

import numpy as np

from rooftop.core.dispatch import SearchParameters
from rooftop.core.rule import Ints, rule
from rooftop.games.skyline3000.components import CARDS, CONTRACT, FLOOR, KIND, NUMBER, ROOFS, ROUNDS
from rooftop.games.skyline3000.rules import (
    ANCHOR,
    BILLBOARD,
    LAY,
    LET_GO,
    PASS,
    PLAY,
    STOP,
    State,
    action_of,
    block_points,
    compare,
    redeal,
)

SEARCH = SearchParameters(exploration=0.5, horizon=15, temperature=4.0)

likely = redeal
"""All deals are about equally likely."""

CARD, BID_CARD, PLAYED_CARD = 0.3, 0.1, 0.35
"""Value in points of a card in hand, of a card of a seat that has passed, and of the card being used."""
FLOOR_BUILT, BUILDING = 0.25, 1.0
"""Value in points of a floor and of a finished building in the factory."""
AHEAD = 0.8
"""Expected points of each remaining scoring, as a fraction of what a scoring now would bring."""


@rule
def weigh(state: State, moves: Ints, n: int, weights: Ints) -> None:
    """Prefer using cards to wasting them, anchoring what fits, and bidding a few cards."""
    ready = has_ready(state, int(state.player))
    for i in range(n):
        weights[i] = 1.0
        action, which = action_of(int(moves[i]))
        if action == PLAY:
            weights[i] = card_weight(int(KIND[which]), ready)
        elif action == BILLBOARD:
            weights[i] = 0.1
        elif action == PASS:
            weights[i] = 0.5
        elif action == LET_GO:
            weights[i] = 0.02
        elif action == ANCHOR:
            weights[i] = 4.0
        elif action == LAY:
            weights[i] = 0.3 + 0.1 * float(NUMBER[which])
        elif action == STOP:
            weights[i] = 2.0


@rule
def card_weight(kind: int, ready: bool) -> float:
    if kind == CONTRACT:
        return 2.0 if ready else 0.1
    return 1.0 if kind == FLOOR else 0.8


@rule
def has_ready(state: State, seat: int) -> bool:
    """Whether a finished building waits in the factory."""
    return state.finished[seat, 0, 0] > 0 or state.finished[seat, 1, 0] > 0


@rule
def evaluate(state: State, values: Ints) -> None:
    """The points so far, the remaining scorings of the current city, and the value of cards and buildings in hand."""
    left = ROUNDS - int(state.round_number) + 1 if state.player >= 0 else 0
    if state.draws > 0:
        left -= 1
    floors, tallest, places = np.zeros(4, np.int32), np.zeros(4, np.int32), np.zeros(4, np.int32)
    for seat in range(state.players):
        values[seat] = state.points[seat] + held_value(state, seat) * min(left, 1)
    for block in range(9):
        compare(state, block, floors, tallest, places)
        for seat in range(state.players):
            values[seat] += left * AHEAD * block_points(state, block, places[seat])


@rule
def held_value(state: State, seat: int) -> float:
    value = PLAYED_CARD if state.player == seat and state.card >= 0 else 0.0
    for card in range(len(CARDS)):
        value += (BID_CARD if state.passed[seat] else CARD) * float(state.hand[seat, card])
    for height in range(1, int(state.top[seat]) + 1):
        value += FLOOR_BUILT * height * float(state.unfinished[seat, height])
    for shape in range(2):
        for place in range(ROOFS):
            if state.finished[seat, shape, place] > 0:
                value += BUILDING + FLOOR_BUILT * float(state.finished[seat, shape, place])
    return value
