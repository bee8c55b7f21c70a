"""Heuristics for Skyliners: policy prior and static evaluation."""

import numpy as np

from rooftop.core.dice import roll
from rooftop.core.dispatch import SearchParameters
from rooftop.core.rule import Ints, rule
from rooftop.games.skyliners.components import SEGMENTS, TALLEST
from rooftop.games.skyliners.rules import (
    FULL,
    PASS,
    PLAN,
    State,
    has_tallest,
    objects_seen,
    planning,
    redeal,
    tallest_building,
)

SEARCH = SearchParameters(exploration=1.0, horizon=8, temperature=4.0)

SAME, NEAR, FAR = 4.0, 1.0, 0.1
ANTENNA = 0.6
"""Expected share of the objects seen in a scoring row that still get the seat's own antenna."""
OPEN = 0.5
"""Value of an object seen in a row not yet planned, which may still be planned in time."""

ROW_PLANNED = np.array([1, 5, 60, 120, 240, 240])
"""How much likelier a plan is for a row in which 0, 1, 2 ... objects are seen now."""
NUMBER_PLANNED = np.array(
    [
        [900, 80, 10, 10],
        [750, 240, 10, 2],
        [30, 930, 40, 2],
        [5, 150, 840, 5],
        [10, 350, 540, 100],
        [10, 100, 500, 400],
    ]
)
"""How likely the numbers 1, 2, 3, 4 or 5 then are. Both were counted in games of the search against itself."""


@rule
def weigh(state: State, moves: Ints, n: int, weights: Ints) -> None:
    """Prefer plans close to what is seen now."""
    for i in range(n):
        weights[i] = 1.0
        if PLAN <= moves[i] < PASS:
            row, planned = planning(int(moves[i]))
            miss = abs(min(SEGMENTS, objects_seen(state, int(state.player), row)) - planned)
            weights[i] = SAME if miss == 0 else NEAR if miss == 1 else FAR


@rule
def evaluate(state: State, values: Ints) -> None:
    """The rows scored as they are now, plus the tallest building."""
    tallest = tallest_building(state)
    for seat in range(state.players):
        values[seat] = TALLEST * 0.5 if has_tallest(state, seat, tallest) else 0.0
        for row in range(5):
            if state.variant != FULL:
                values[seat] += objects_seen(state, seat, row) * (1 + ANTENNA)
            elif state.cards[seat, row]:
                values[seat] += objects_seen(state, seat, row) * OPEN
    for n in range(state.plans):
        seat, row, planned = int(state.plan_seat[n]), int(state.plan_row[n]), int(state.planned[n])
        seen = objects_seen(state, seat, row)
        miss = abs(min(SEGMENTS, seen) - planned)
        values[seat] += (1 + ANTENNA) * (seen if miss == 0 else 0.3 * planned if miss == 1 else 0.0)


@rule
def likely(state: State, seat: int, dice: Ints) -> None:
    """Plans are near to what their owners see now. All skyscraper cards are equally likely."""
    redeal(state, seat, dice)
    if state.player >= 0 and state.variant == FULL:
        for other in range(state.players):
            if other != seat:
                likely_plans(state, other, dice)


@rule
def likely_plans(state: State, seat: int, dice: Ints) -> None:
    seen, weights = np.zeros(5, np.int64), np.zeros(5, np.int64)
    for row in range(5):
        seen[row] = objects_seen(state, seat, row)
        weights[row] = ROW_PLANNED[seen[row]]
    state.cards[seat, :] = 1
    for n in range(state.plans):
        if state.plan_seat[n] == seat:
            row = drawn(weights, dice)
            weights[row] = 0
            state.cards[seat, row] = 0
            state.plan_row[n] = row
            state.planned[n] = 1 + drawn(NUMBER_PLANNED[seen[row]], dice)


@rule
def drawn(weights: Ints, dice: Ints) -> int:
    """An index, drawn in proportion to the weights."""
    left = roll(dice, weights.sum())
    index = 0
    while left >= weights[index]:
        left -= weights[index]
        index += 1
    return index
