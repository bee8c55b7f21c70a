"""Hidden information in bits: the entropy of a seat's information set, derived from the rules.

`HIDDEN` has a function per game that returns the self-information of a table for a seat: -log2 of the probability that
`redeal` produces it. Its mean over redealt tables estimates the entropy.
"""

from collections.abc import Callable, Iterable
from math import lgamma, log, log2
from typing import Any

import numpy as np

from rooftop.games.newyork1901.rules import State as NewYork1901State
from rooftop.games.skyline3000.components import FIRST_CARD, FIRST_PLACE
from rooftop.games.skyline3000.rules import BID
from rooftop.games.skyline3000.rules import State as Skyline3000State
from rooftop.games.skyline_world.rules import N_MISSIONS
from rooftop.games.skyline_world.rules import State as SkylineWorldState
from rooftop.games.skyliners.components import SEGMENTS
from rooftop.games.skyliners.rules import State as SkylinersState

ROWS = 5


def log_orders(counts: Iterable[Any]) -> float:
    """log2 of the number of distinct orders of a multiset: a multinomial coefficient."""
    numbers = [int(count) for count in counts]
    return (lgamma(sum(numbers) + 1) - sum(lgamma(number + 1) for number in numbers)) / log(2)


def log_selections(choices: int, chosen: int) -> float:
    """log2 of the number of ordered selections without replacement."""
    return sum(log2(choices - n) for n in range(chosen))


def newyork1901(state: NewYork1901State, seat: int) -> float:
    return log_orders(np.bincount(state.stack[state.returned : state.stacked]))


def skyline_world(state: SkylineWorldState, seat: int) -> float:
    others = [other for other in range(state.players) if other != seat]
    hands = [state.cards[other] for other in others]
    dealt = (
        log_orders(sum(hands, state.pile.astype(int)))
        - log_orders(state.pile)
        - sum(log_orders(hand) for hand in hands)
    )
    return dealt + log_selections(N_MISSIONS - 1, len(others))


def skyline3000(state: Skyline3000State, seat: int) -> float:
    others = [other for other in range(state.players) if other != seat]
    bits = 0.0
    for kind in range(3):
        cards = slice(FIRST_CARD[kind], FIRST_CARD[kind + 1])
        below = state.stack[FIRST_PLACE[kind] :][: max(state.stacked[kind] - 1, 0)]
        stack = np.bincount(below, minlength=state.hand.shape[1])[cards]
        hands = [state.hand[other, cards].astype(int) - state.known[other, cards] for other in others]
        bits -= sum(log_orders(hand) for hand in hands)
        bits += (
            log_orders(np.sum(hands, axis=0)) + log_orders(stack)
            if state.renewed[kind]
            else log_orders(sum(hands, stack))
        )
    if state.asked == BID:
        asked = [(state.key + n) % state.players for n in range((seat - state.key) % state.players)]
        bits += sum(log2(count + 1) for other in asked for count in state.hand[other].tolist())
    return bits


def skyliners(state: SkylinersState, seat: int) -> float:
    planned: list[int] = state.plan_seat[: state.plans].tolist()
    plans = [planned.count(other) for other in range(state.players) if other != seat]
    return log_selections(3, 3) + sum(log_selections(ROWS, n) + n * log2(SEGMENTS) for n in plans)


HIDDEN: dict[str, Callable[[Any, int], float]] = {
    "newyork1901": newyork1901,
    "skyline-world": skyline_world,
    "skyline3000": skyline3000,
    "skyliners": skyliners,
}
