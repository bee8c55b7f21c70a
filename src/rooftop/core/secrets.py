"""The words in which a game declares what is hidden from whom, when, and what else it could be: its `secrets.py`.

`redeal` deals anew what a seat cannot know. Tests do so from the declaration alone, and hold against it all that
leaves the game, and `redeal` itself.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, Literal

from rooftop.core.rule import Ints
from rooftop.core.state import S, State

NOBODY = -1
"""As a seat: nobody's, or a spectator."""


@dataclass(frozen=True)
class Card:
    """One place of a field. What lies there could be anything that lies hidden in the same pool."""

    pool: Hashable
    at: tuple[int, ...]


@dataclass(frozen=True)
class Hand:
    """A row of a field that counts `cards` by number: as many others of the pool could be in it, `known` ones stay."""

    pool: Hashable
    at: tuple[int, ...]
    cards: range
    known: Ints | None = None


@dataclass(frozen=True)
class Box:
    """Cards of a pool that lie where nobody looks, in no field."""

    pool: Hashable
    cards: Sequence[int]


@dataclass(frozen=True)
class Number:
    """One place of a field that could be any of these values, whatever else is hidden."""

    at: tuple[int, ...]
    values: Sequence[int]


Place = Card | Hand | Box | Number


@dataclass(frozen=True)
class Secret(Generic[S]):
    """A line of a game's table of secrets."""

    field: str
    rule: str
    """The number of the rule that makes it one."""
    hidden_from: Literal["others", "everybody"]
    """The others than the seat whose it is, or everybody: then it is NOBODY's."""
    when: Callable[[S], bool]
    places: Callable[[S, int], Iterable[Place]]
    """Those of a seat, or of NOBODY. The values of a number may depend on cards, and on numbers of lines above."""
    remembered: bool = False
    """It follows from what was said aloud: no view repeats it, but `redeal`, whose memory is perfect, keeps it."""

    def unknown_to(self, state: S, seat: int) -> Iterator[Place]:
        """The places that are hidden from a seat, or from a spectator: NOBODY."""
        if self.when(state):
            for owner in range(state.players) if self.hidden_from == "others" else (NOBODY,):
                if owner == NOBODY or owner != seat:
                    yield from self.places(state, owner)


Secrets = tuple[Secret[S], ...]


def always(state: State) -> bool:
    return True


def until_the_end(state: State) -> bool:
    return state.player >= 0
