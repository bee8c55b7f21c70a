"""What a bot knows about New York 1901 beyond its rules."""

from rooftop.core.rule import Ints, State, rule
from rooftop.games.newyork1901.components import LOT_BLOCK, LOT_MASK, LOTS, PLACED_TILE, POINTS
from rooftop.games.newyork1901.rules import BUILT, OWN, PLACE, SKIP, points_of, survey

NEW_BLOCK, SAME_BLOCK = 1.0, 3.0
"""Land beside one's own makes room for larger tiles."""
SKIPPED = 0.5
SQUARE = 0.4
"""Points that a free own square will be worth."""


@rule
def weigh(state: State, moves: Ints, n: int, weights: Ints) -> None:
    """Large tiles soon, and land where land is."""
    land = survey(state, int(state.player))
    for i in range(n):
        weights[i] = 1.0
        if moves[i] < PLACE:
            weights[i] = SAME_BLOCK if land[OWN, LOT_BLOCK[moves[i]]] else NEW_BLOCK
        elif moves[i] < SKIP:
            points = float(POINTS[PLACED_TILE[moves[i] - PLACE]])
            weights[i] = 0.1 + points * points / 10
        elif moves[i] == SKIP:
            weights[i] = SKIPPED


@rule
def evaluate(state: State, values: Ints) -> None:
    """The points scored, and something for land not built on."""
    for seat in range(state.players):
        land = survey(state, seat)
        free = 0
        for lot in range(len(LOTS)):
            if state.owner[lot] == seat:
                squares = int(LOT_MASK[lot]) & ~int(land[BUILT, LOT_BLOCK[lot]])
                while squares:
                    squares &= squares - 1
                    free += 1
        values[seat] = points_of(state, seat) + SQUARE * free
