"""What a decision reveals to its player and to the others. Compiled once per game."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from rooftop.core.dice import dice
from rooftop.core.dispatch import apply, redeal
from rooftop.core.rule import MOVE, Ints, quick_rule, rule
from rooftop.core.state import Records, State
from rooftop.core.step import apply_without_dice

OTHER_DEALS = np.array([dice(n) for n in range(8)])
"""Enough determinizations to detect that a decision depended on hidden information."""


def showed_nothing(before: Records[State], move: int, after: Records[State]) -> bool:
    """Whether a move revealed nothing to its player: it used no dice, and its result looks the same to the player in
    every state of the player's information set. `before` and `after` are arrays of one record."""
    tables = np.empty(2, before.dtype)
    return bool(plays_alike(before, move, after, OTHER_DEALS, tables, tables.view(np.uint8)))


def unnoticed(here: Any, moves: Sequence[int]) -> list[int]:
    """The moves that leave no trace a spectator could see."""
    before, after = here.copy(), here.repeat(len(moves))
    play_each(before, after, np.array(moves, MOVE), OTHER_DEALS[0])
    return [move for move, then in zip(moves, after, strict=True) if then.tobytes() == before.tobytes()]


@quick_rule
def plays_alike(
    before: Records[State], move: int, after: Records[State], deals: Ints, tables: Records[State], raw: Ints
) -> bool:
    """Play the move in other determinizations too and compare the resulting bytes. `redeal` with equal dice maps all
    states of one information set to the same state, so equal bytes mean that the seat cannot tell them apart."""
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
