"""Heuristics for Skyline of the World: policy prior and static evaluation."""

from rooftop.core.dispatch import SearchParameters
from rooftop.core.rule import Ints, rule
from rooftop.games.skyline_world.components import KINDS, NEUTRAL, PENTHOUSE, SKYLINE, VALUE
from rooftop.games.skyline_world.rules import (
    BUILD_FLOOR,
    BUY,
    END_TURN,
    SELL,
    SHOW,
    TRADE,
    State,
    action_of,
    best_income,
    building,
    orange_points,
    points_of,
    redeal,
)

SEARCH = SearchParameters(exploration=1.0, horizon=12, temperature=1.0)

likely = redeal
"""All deals are about equally likely."""

MILLIONS_PER_POINT = 25.0
ROUNDS_AHEAD = 4.0
ORANGE_KEPT = 0.4
"""Expected share of the orange sites held now that are kept to the end."""


@rule
def weigh(state: State, moves: Ints, n: int, weights: Ints) -> None:
    """Prefer building high, taking money and buying what can be built. Avoid selling."""
    for i in range(n):
        action, which = action_of(int(moves[i]))
        if action == BUILD_FLOOR:
            weights[i] = build_weight(building(int(moves[i]))[0])
        elif action == SHOW:
            weights[i] = 20.0
        elif action in (TRADE, SELL):
            weights[i] = 0.02
        elif action == BUY:
            weights[i] = buy_weight(state, which)
        else:
            weights[i] = 1.0 if action == END_TURN else 0.7


@rule
def build_weight(kind: int) -> float:
    if kind == PENTHOUSE:
        return 30.0
    return 0.3 if kind == NEUTRAL else 0.6 if kind == SKYLINE else float(VALUE[kind])


@rule
def buy_weight(state: State, kind: int) -> float:
    """A floor is paid for twice: when it is bought and when it is built."""
    if kind == NEUTRAL:
        return 0.1
    held = float(state.hand[state.player, kind])
    left = float(state.money[state.player]) - 2.0 * float(VALUE[kind])
    return (1.0 if left >= -5 else 0.15) * (4.0 if kind == PENTHOUSE else 1.0) / (1.0 + 2.0 * held)


@rule
def evaluate(state: State, values: Ints) -> None:
    """The current points, plus the expected value of money, floors and income."""
    for seat in range(state.players):
        means = float(state.money[seat]) + ROUNDS_AHEAD * best_income(state, seat)
        for kind in range(len(KINDS)):
            means += 0.9 * float(state.hand[seat, kind]) * float(VALUE[kind])
        kept = points_of(state, seat) - (1 - ORANGE_KEPT) * orange_points(state, seat)
        values[seat] = kept + means / MILLIONS_PER_POINT
