"""A decision in one compiled call, for Python code on the hot path.

Positions are arrays of one record here: Numba takes ten times as long to unbox a single record.
"""

import numpy as np

from rooftop.core.dispatch import apply, legal, observe
from rooftop.core.rule import Ints, quick_rule, rule
from rooftop.core.state import Records, S, State

ROLLS, ILLEGAL = -1, -2


@rule
def advance(before: Records[State], after: Records[State], move: int, moves: Ints) -> int:
    """Write the position after a legal move and its legal moves, and return their number.

    Returns ROLLS if the move uses dice: what was written is invalid then.
    """
    after[0] = before[0]
    return legal(after[0], moves) if apply_without_dice(after[0], move) else ROLLS


@rule
def apply_without_dice(state: State, move: int) -> bool:
    """Play a move. Returns False if it uses dice: the position is invalid then."""
    dice = np.ones(4, np.int64)
    apply(state, move, dice)
    for word in dice:
        if word != 1:
            return False
    return True


@quick_rule
def advance_in(block: Records[State], at: int, move: int, moves: Ints, count: int) -> int:
    """`advance` from one element of an array to the next: Numba has one array fewer to unbox.

    Returns ILLEGAL and writes nothing if the move is not among the `count` legal ones.
    """
    for n in range(count):
        if moves[n] == move:
            return advance(block[at : at + 1], block[at + 1 : at + 2], move, moves)
    return ILLEGAL


@rule
def advance_rolling(before: Records[State], after: Records[State], move: int, moves: Ints, dice: Ints) -> int:
    """`advance` with dice, for any move."""
    after[0] = before[0]
    apply(after[0], move, dice)
    return legal(after[0], moves)


@rule
def list_moves(states: Records[State], moves: Ints) -> int:
    """Write the legal moves and return their number."""
    return legal(states[0], moves)


@rule
def look(states: Records[State], seat: int, tensor: Ints) -> None:
    """Write a seat's observation."""
    for n in range(len(tensor)):
        tensor[n] = 0
    observe(states[0], seat, tensor)


def copied(states: Records[S], size: int = 1) -> Records[S]:
    """Copy a position into a new array of `size` records. NumPy's own copy is slow: it goes field by field."""
    copy = bytearray(size * states.nbytes)
    copy[: states.nbytes] = states.tobytes()
    return np.ndarray(size, states.dtype, copy)
