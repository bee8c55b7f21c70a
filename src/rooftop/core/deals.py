"""What a decision shows, to the one who makes it and to others; compiled once for every game."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from rooftop.core.dice import dice
from rooftop.core.dispatch import apply, redeal
from rooftop.core.rule import MOVE, Ints, rule

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


def unnoticed(here: Any, moves: Sequence[int]) -> list[int]:
    """Those of the moves after which nobody beside the table could tell that anything was decided."""
    before, after = here.copy(), here.repeat(len(moves))
    play_each(before, after, np.array(moves, MOVE), OTHER_DEALS[0])
    return [move for move, then in zip(moves, after, strict=True) if then.tobytes() == before.tobytes()]


@rule
def play_in_other_deals(others: Any, here: Any, seat: int, move: int, deals: Ints) -> None:
    for n in range(len(deals)):
        redeal(others[n], seat, deals[n].copy())
        apply(others[n], move, deals[n].copy())
        redeal(others[n], seat, deals[n].copy())
        redeal(here[n], seat, deals[n].copy())


@rule
def play_each(before: Any, after: Any, moves: Ints, deal: Ints) -> None:
    redeal(before[0], -1, deal.copy())
    for n in range(len(moves)):
        apply(after[n], int(moves[n]), deal.copy())
        redeal(after[n], -1, deal.copy())
