"""The same decision in other deals of what its player cannot know, compiled once for every game."""

from typing import Any

import numpy as np

from rooftop.core.dice import dice
from rooftop.core.dispatch import apply, redeal
from rooftop.core.rule import Ints, rule

OTHER_DEALS = np.array([dice(n) for n in range(8)])
"""Enough to find out whether a decision depended on the unknown."""


def looks_the_same(before: Any, seat: int, move: int, after: Any) -> bool:
    """Whether the table looks the same to the seat after its move, whatever it could not know before.

    Both are arrays of one record. Positions that look the same to a seat are redealt to the same position, others
    are not.
    """
    others, here = before.repeat(len(OTHER_DEALS)), after.repeat(len(OTHER_DEALS))
    play_in_other_deals(others, here, seat, move, OTHER_DEALS)
    return bool(others.tobytes() == here.tobytes())


@rule
def play_in_other_deals(others: Any, here: Any, seat: int, move: int, deals: Ints) -> None:
    for n in range(len(deals)):
        redeal(others[n], seat, deals[n].copy())
        apply(others[n], move, deals[n].copy())
        redeal(others[n], seat, deals[n].copy())
        redeal(here[n], seat, deals[n].copy())
