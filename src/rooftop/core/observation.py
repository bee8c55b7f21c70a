"""Observations for learning agents: what a seat may know, as a tensor of small integers with a fixed layout."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from rooftop.core.playout import SEATS
from rooftop.core.rule import Ints, rule
from rooftop.core.state import State

NUMBER = np.uint8
"""The dtype of an observation: it holds only flags and small counts."""
MOST = int(np.iinfo(NUMBER).max)


@dataclass(frozen=True)
class Plane:
    """A part of an observation. In a plane with a row per seat, the observing seat comes first, then the others in turn
    order. Rows of empty seats are zero, and so is everything the seat may not know."""

    name: str
    shape: tuple[int, ...]
    highest: int
    """Upper bound of the values in the plane, 1 for flags."""
    meaning: str

    @property
    def size(self) -> int:
        return prod(self.shape)


def table_planes(variants: Sequence[str]) -> tuple[Plane, ...]:
    """The first planes of every game."""
    return (
        Plane("own seat", (SEATS,), 1, "The seat that looks, by its number: the board does not turn with the seat."),
        Plane("players", (SEATS - 1,), 1, "2, 3 or 4."),
        Plane("variant", (len(variants),), 1, f"{', '.join(variants)}."),
        Plane("decides", (SEATS,), 1, "The seat that decides next; none when the game is over."),
    )


@rule
def observe_table(state: State, seat: int, variants: int, tensor: Ints) -> int:
    """Fill the first planes and return the offset of the next one."""
    tensor[seat] = 1
    n = SEATS
    tensor[n + state.players - 2] = 1
    n += SEATS - 1
    tensor[n + state.variant] = 1
    n += variants
    return observe_seat(state, seat, int(state.player), tensor, n)


@rule
def observe_seat(state: State, seat: int, other: int, tensor: Ints, n: int) -> int:
    """One-hot encode a seat relative to the observing seat. -1 encodes no seat."""
    if other >= 0:
        tensor[n + distance(state, seat, other)] = 1
    return n + SEATS


@rule
def distance(state: State, seat: int, other: int) -> int:
    """How many seats after `seat` the other one is, in turn order."""
    return (int(other) - seat) % int(state.players)


@rule
def seat_after(state: State, seat: int, steps: int) -> int:
    return (seat + steps) % state.players


@rule
def observe_one(value: int, size: int, tensor: Ints, n: int) -> int:
    """One-hot encode a value. -1 encodes none."""
    if value >= 0:
        tensor[n + int(value)] = 1
    return n + size


@rule
def observe_all(values: Ints, tensor: Ints, n: int) -> int:
    for i in range(len(values)):
        tensor[n + i] = values[i]
    return n + len(values)


def size_of(planes: Sequence[Plane]) -> int:
    """The number of entries of an observation.

    >>> batch = rooftop.env.Batch("skyliners", players=2, size=4)
    >>> rooftop.env.size_of(batch.game.observation.PLANES)
    739
    """
    return sum(plane.size for plane in planes)


def highest_of(planes: Sequence[Plane]) -> Ints:
    """The upper bound of each entry of an observation. Divide by it to scale an observation to [0, 1].

    >>> batch = rooftop.env.Batch("skyliners", players=2, size=4)
    >>> scaled = batch.observations / rooftop.env.highest_of(batch.game.observation.PLANES)
    >>> bool(scaled.max() <= 1)
    True
    """
    return np.concatenate([np.full(plane.size, plane.highest, NUMBER) for plane in planes])


def split(tensor: Ints, planes: Sequence[Plane]) -> dict[str, Ints]:
    """Split an observation, or a batch of them, into its planes.

    >>> match = rooftop.Match("skyliners", players=2, seed=7)
    >>> rooftop.env.split(match.observation(0), match.game.observation.PLANES)["own seat"]
    array([1, 0, 0, 0], dtype=uint8)
    """
    ends = np.cumsum([plane.size for plane in planes])[:-1]
    parts = np.split(tensor, ends, axis=-1)
    return {p.name: part.reshape(*tensor.shape[:-1], *p.shape) for p, part in zip(planes, parts, strict=True)}
