"""Heuristics for Skyliners: policy prior and static evaluation."""

from rooftop.core.dispatch import SearchParameters
from rooftop.core.rule import Ints, rule
from rooftop.games.skyliners.components import SEGMENTS, TALLEST
from rooftop.games.skyliners.rules import FULL, PASS, PLAN, State, has_tallest, objects_seen, planning, tallest_building

SEARCH = SearchParameters(exploration=1.0, horizon=8, temperature=4.0)

SAME, NEAR, FAR = 4.0, 1.0, 0.1
ANTENNA = 0.6
"""Expected share of the objects seen in a scoring row that still get the seat's own antenna."""
OPEN = 0.5
"""Value of an object seen in a row not yet planned, which may still be planned in time."""


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
