"""A decision in one compiled call, for Python programs that make millions of them.

Positions are arrays of one record here: Numba takes ten times as long to accept the record itself.
"""

from typing import Any

import numpy as np

from rooftop.core.dispatch import apply, legal
from rooftop.core.rule import Ints, rule

ROLLS = -1


@rule
def advance(before: Ints, after: Ints, move: int, moves: Ints) -> int:
    """Write the position after a legal move and the moves that are legal then; returns how many these are.

    Returns ROLLS if dice have a part in the move: what was written is of no use then.
    """
    dice = np.ones(4, np.int64)
    after[0] = before[0]
    apply(after[0], move, dice)
    for word in dice:
        if word != 1:
            return ROLLS
    return legal(after[0], moves)


@rule
def advance_rolling(before: Ints, after: Ints, move: int, moves: Ints, dice: Ints) -> int:
    """The same for any move, with dice."""
    after[0] = before[0]
    apply(after[0], move, dice)
    return legal(after[0], moves)


@rule
def list_moves(states: Ints, moves: Ints) -> int:
    """Write the legal moves and return how many there are."""
    return legal(states[0], moves)


def copied(states: Any) -> Any:
    """A copy of an array of records; NumPy's own copies field by field, which is slow."""
    return np.frombuffer(bytearray(states.tobytes()), states.dtype)
