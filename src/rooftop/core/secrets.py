"""The vocabulary of a game's `secrets.py`: a declaration of what is hidden, from whom, when, and its possible values.

It is independent of `redeal`. Tests sample information sets from the declaration alone and check `redeal` and every
output of the game against them.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, Literal

from rooftop.core.rule import Ints
from rooftop.core.state import S, State

NOBODY = -1
"""As an owner: no seat. As a viewer: a spectator."""


@dataclass(frozen=True)
class Card:
    """One element of a field. Its value could be any hidden card of the same pool."""

    pool: Hashable
    at: tuple[int, ...]


@dataclass(frozen=True)
class Hand:
    """A row of a field that counts each of `cards`. It could hold any hidden cards of the pool, as many as now. The
    `known` ones stay."""

    pool: Hashable
    at: tuple[int, ...]
    cards: range
    known: Ints | None = None


@dataclass(frozen=True)
class Box:
    """Hidden cards of a pool that no field stores."""

    pool: Hashable
    cards: Sequence[int]


@dataclass(frozen=True)
class Number:
    """One element of a field that could have any of these values, independently of other secrets."""

    at: tuple[int, ...]
    values: Sequence[int]


Place = Card | Hand | Box | Number


@dataclass(frozen=True)
class Secret(Generic[S]):
    """An entry of a game's declaration."""

    field: str
    rule: str
    """The number of the rule that hides it."""
    hidden_from: Literal["others", "everybody"]
    """Every seat but the owner, or all seats; then the owner is NOBODY."""
    when: Callable[[S], bool]
    places: Callable[[S, int], Iterable[Place]]
    """The places of an owner, a seat or NOBODY: all of them Numbers, or none. The values of a Number may depend on
    cards and on entries above."""
    remembered: bool = False
    """It follows from public events. No view repeats it, but `redeal` assumes perfect recall and keeps it."""

    def unknown_to(self, state: S, seat: int) -> Iterator[Place]:
        """The places that are hidden from a seat, or from a spectator (NOBODY)."""
        if self.when(state):
            for owner in range(state.players) if self.hidden_from == "others" else (NOBODY,):
                if owner == NOBODY or owner != seat:
                    yield from self.places(state, owner)


Secrets = tuple[Secret[S], ...]


def always(state: State) -> bool:
    return True


def until_the_end(state: State) -> bool:
    return state.player >= 0
