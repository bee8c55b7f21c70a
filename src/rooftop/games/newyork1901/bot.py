"""Heuristics for New York 1901: policy prior and static evaluation."""

from rooftop.core.dispatch import SearchParameters
from rooftop.core.rule import Ints, rule
from rooftop.core.sets import size
from rooftop.games.newyork1901.components import BLOCKS, LEGENDARY_SLOT, LOT_BLOCK, PLACED_TILE, POINTS, SIZE
from rooftop.games.newyork1901.rules import (
    ACQUIRE,
    BUILT,
    OWN,
    PLACE,
    SKIP,
    State,
    action_of,
    free_workers,
    points_of,
    redeal,
    survey,
)

SEARCH = SearchParameters(exploration=1.0, horizon=4, temperature=8.0)

likely = redeal
"""All deals are about equally likely."""

NEW_BLOCK, SAME_BLOCK = 1.0, 3.0
"""Land next to one's own makes room for larger tiles."""
SKIPPED = 0.5

# Values in points, fitted to the results of games between bots.
FREE_SQUARE, WORKER, TURN = 1.4, 3.5, 2.4
NEIGHBOURS = 0.055
"""Value of each pair of own squares in a block."""
SMALL_TILE, SMALL = 1.2, 4
"""A tile of fewer than SMALL squares can be replaced by a larger one later."""


@rule
def weigh(state: State, moves: Ints, n: int, weights: Ints) -> None:
    """Prefer large tiles, and land next to own land."""
    land = survey(state, int(state.player))
    for i in range(n):
        weights[i] = 1.0
        action, which = action_of(int(moves[i]))
        if action == ACQUIRE:
            weights[i] = SAME_BLOCK if land[OWN, LOT_BLOCK[which]] else NEW_BLOCK
        elif action == PLACE:
            points = float(POINTS[PLACED_TILE[which]])
            weights[i] = 0.1 + points * points / 10
        elif action == SKIP:
            weights[i] = SKIPPED


@rule
def evaluate(state: State, values: Ints) -> None:
    """The points so far, plus the value of land, workers and replaceable tiles."""
    for seat in range(state.players):
        land = survey(state, seat)
        value = points_of(state, seat) + WORKER * free_workers(land)
        for block in range(BLOCKS):
            squares = size(int(land[OWN, block]))
            value += NEIGHBOURS * squares * squares + FREE_SQUARE * (squares - size(int(land[BUILT, block])))
        for slot in range(LEGENDARY_SLOT):
            placement = state.standing[seat, slot]
            if placement >= 0 and SIZE[PLACED_TILE[placement]] < SMALL:
                value += SMALL_TILE
        values[seat] = value + TURN if state.player == seat else value
