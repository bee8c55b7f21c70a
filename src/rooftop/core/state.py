"""A game's state as a class whose annotations declare the fields of a NumPy structured dtype.

    class State(Record):
        player: i1  # the seat that decides
        height: Array[i1s, 25]  # by site
        owner: Array[i1s, 25, 4]  # by site and level

NumPy and Numba see a dtype, `State.dtype`, with the fields in declaration order. The type checker sees an ordinary
class, in which `player` is an int and `height` an array.
"""

from collections.abc import Iterator
from inspect import get_annotations
from operator import itemgetter
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Protocol, TypeVar, get_origin, overload

# The alias documents the field. Type checkers treat it as Annotated and do not read the shape as a type.
from typing import Annotated as Array

import numpy as np

from rooftop.core.rule import Ints

__all__ = ["Array", "Record", "Records", "S", "S_contra", "State", "f4", "f4s", "i1", "i1s", "i2", "i2s", "i4", "i4s"]

# Field types, by NumPy's names: i1 is a 1-byte integer, i1s an array of them.
i1 = Annotated[int, "i1"]
i1s = Annotated[Ints, "i1"]
i2 = Annotated[int, "i2"]
i2s = Annotated[Ints, "i2"]
i4 = Annotated[int, "i4"]
i4s = Annotated[Ints, "i4"]
f4 = Annotated[float, "f4"]
f4s = Annotated[Ints, "f4"]

if TYPE_CHECKING:

    class Record:
        """The base of every declaration. NumPy's type stubs do not support subclassing records, nor typed fields."""

        dtype: ClassVar[np.dtype[Any]]

else:

    class Record(np.void):
        def __init_subclass__(cls) -> None:
            """Create the dtype, and a property for every field: NumPy offers item access only."""
            cls.dtype = np.dtype((cls, layout(cls)))
            for name in cls.dtype.names:
                setattr(cls, name, property(itemgetter(name)))

        def __setattr__(self, name: str, value: object) -> None:
            self[name] = value


def layout(declaration: type) -> np.dtype[Any]:
    """The dtype of a declaration: aligned for compiled code, and without padding."""
    fields = [_field(name, hint) for name, hint in get_annotations(declaration).items()]
    dtype: np.dtype[Any] = np.dtype(fields, align=True)
    if dtype.itemsize != np.dtype(fields).itemsize:
        raise TypeError(f"{declaration.__name__} has gaps: declare large numbers first, and fill up to their size")
    return dtype


def _field(name: str, hint: Any) -> tuple[str, str, tuple[int, ...]]:
    if hasattr(Record, name):
        raise TypeError(f"a field cannot be called {name}: NumPy's records have a method of that name")
    if get_origin(hint) is not Annotated or (len(hint.__metadata__) > 1) != (hint.__origin__ == Ints):
        raise TypeError(f"{name} is neither a number, as i1, nor an array of some shape, as Array[i1s, 25]")
    number, *shape = hint.__metadata__
    return name, number, tuple(shape)


class State(Protocol):
    """The fields that every game's state has, for generic code."""

    dtype: ClassVar[np.dtype[Any]]
    player: int
    """The seat to move, -1 when the game is over."""
    players: int
    variant: int


S = TypeVar("S", bound=State)
S_contra = TypeVar("S_contra", bound=State, contravariant=True)
"""The state of one game. All parts of a game must agree on it."""

R_co = TypeVar("R_co", covariant=True)


class Records(Protocol[R_co]):
    """An array of records. NumPy's own type does not carry the type of its elements."""

    @property
    def dtype(self) -> np.dtype[Any]: ...

    @property
    def nbytes(self) -> int: ...

    def tobytes(self) -> bytes: ...

    def copy(self) -> "Records[R_co]": ...

    def view(self, dtype: type[np.uint8], /) -> Ints: ...

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[R_co]: ...

    @overload
    def __getitem__(self, place: int, /) -> R_co: ...

    @overload
    def __getitem__(self, places: slice, /) -> "Records[R_co]": ...

    def __setitem__(self, place: int, record: Any, /) -> None: ...
