"""What a decision shows, to the one who makes it and to others; compiled once for every game."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from rooftop.core.dice import dice
from rooftop.core.dispatch import apply, redeal
from rooftop.core.rule import MOVE, Ints, quick_rule, rule
from rooftop.core.state import Records, State
from rooftop.core.step import apply_without_dice

OTHER_DEALS = np.array([dice(n) for n in range(8)])
"""Enough to find out whether a decision depended on the unknown."""


def showed_nothing(before: Records[State], move: int, after: Records[State]) -> bool:
    """Whether a move told its player nothing new: no chance had a part in it, and whatever the player could not know
    before, the table looks the same to that player afterwards. Both are arrays of one record."""
    tables = np.empty(2, before.dtype)
    return bool(plays_alike(before, move, after, OTHER_DEALS, tables, tables.view(np.uint8)))


def unnoticed(here: Any, moves: Sequence[int]) -> list[int]:
    """Those of the moves after which nobody beside the table could tell that anything was decided."""
    before, after = here.copy(), here.repeat(len(moves))
    play_each(before, after, np.array(moves, MOVE), OTHER_DEALS[0])
    return [move for move, then in zip(moves, after, strict=True) if then.tobytes() == before.tobytes()]


@quick_rule
def plays_alike(
    before: Records[State], move: int, after: Records[State], deals: Ints, tables: Records[State], raw: Ints
) -> bool:
    """Play the move in other deals as well, on two tables whose bytes are compared: positions that look the same to a
    seat are redealt to the same position, others are not."""
    seat, size = before[0].player, len(raw) // 2
    tables[0] = before[0]
    if not apply_without_dice(tables[0], move):
        return False
    for n in range(len(deals)):
        tables[0], tables[1] = before[0], after[0]
        redeal(tables[0], seat, deals[n].copy())
        apply(tables[0], move, deals[n].copy())
        redeal(tables[0], seat, deals[n].copy())
        redeal(tables[1], seat, deals[n].copy())
        difference = 0
        for at in range(size):
            difference |= raw[at] ^ raw[size + at]
        if difference:
            return False
    return True


@rule
def play_each(before: Records[State], after: Records[State], moves: Ints, deal: Ints) -> None:
    redeal(before[0], -1, deal.copy())
    for n in range(len(moves)):
        apply(after[n], int(moves[n]), deal.copy())
        redeal(after[n], -1, deal.copy())
