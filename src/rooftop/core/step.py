"""A decision in one compiled call, for Python programs that make millions of them.

Positions are arrays of one record here: Numba takes ten times as long to accept the record itself.
"""

import numpy as np

from rooftop.core.dispatch import apply, legal, observe
from rooftop.core.rule import Ints, quick_rule, rule
from rooftop.core.state import Records, S, State

ROLLS, ILLEGAL = -1, -2


@rule
def advance(before: Records[State], after: Records[State], move: int, moves: Ints) -> int:
    """Write the position after a legal move and the moves that are legal then; returns how many these are.

    Returns ROLLS if dice have a part in the move: what was written is of no use then.
    """
    after[0] = before[0]
    return legal(after[0], moves) if apply_without_dice(after[0], move) else ROLLS


@rule
def apply_without_dice(state: State, move: int) -> bool:
    """False if dice have a part in the move: the position is of no use then."""
    dice = np.ones(4, np.int64)
    apply(state, move, dice)
    for word in dice:
        if word != 1:
            return False
    return True


@quick_rule
def advance_in(room: Records[State], at: int, move: int, moves: Ints, count: int) -> int:
    """The same from one place of an array of positions to the next, as Numba takes its time for each array it is given.

    Returns ILLEGAL, and has written nothing, if the move is none of the `count` legal ones.
    """
    for n in range(count):
        if moves[n] == move:
            return advance(room[at : at + 1], room[at + 1 : at + 2], move, moves)
    return ILLEGAL


@rule
def advance_rolling(before: Records[State], after: Records[State], move: int, moves: Ints, dice: Ints) -> int:
    """The same for any move, with dice."""
    after[0] = before[0]
    apply(after[0], move, dice)
    return legal(after[0], moves)


@rule
def list_moves(states: Records[State], moves: Ints) -> int:
    """Write the legal moves and return how many there are."""
    return legal(states[0], moves)


@rule
def look(states: Records[State], seat: int, tensor: Ints) -> None:
    """Write what a seat may know."""
    for n in range(len(tensor)):
        tensor[n] = 0
    observe(states[0], seat, tensor)


def copied(states: Records[S], room: int = 1) -> Records[S]:
    """A copy of a position, the first in an array with room for so many; NumPy's own is slow, field by field."""
    copy = bytearray(room * states.nbytes)
    copy[: states.nbytes] = states.tobytes()
    return np.ndarray(room, states.dtype, copy)
