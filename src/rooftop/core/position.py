"""Validation of positions: untrusted JSON data, checked piece by piece. Every error names its path."""

from collections.abc import Iterable
from typing import NoReturn

import numpy as np

from rooftop.core.dice import shuffle
from rooftop.core.errors import PositionError
from rooftop.core.messages import Given, Whole
from rooftop.core.rule import Ints


class Reader:
    """A value of a position and its path."""

    def __init__(self, value: object, where: str = "position") -> None:
        self.value = value
        self.where = where

    def fail(self, key: str, **parts: object) -> NoReturn:
        raise PositionError(self.where, key, **parts)

    def fail_type(self, key: str, **parts: object) -> NoReturn:
        """Refuse a value of another type than `key` asks for, or a missing one."""
        self.fail("errors.missing" if self.missing else key, **parts)

    def check(self, holds: object, key: str, **parts: object) -> None:
        if not holds:
            self.fail(key, **parts)

    def __getitem__(self, name: str) -> "Reader":
        """The value of a key. A missing key reads as None."""
        return Reader(self._object().get(name), f"{self.where}.{name}")

    def only(self, *names: str) -> None:
        """Reject unknown keys: they are probably misspelt."""
        for name in self._object():
            self.check(name in names, "errors.unknown_name", name=name, names=Whole(", ".join(names)))

    def named(self) -> "list[tuple[str, Reader]]":
        return [(str(name), self[name]) for name in self._object()]

    def items(self) -> "list[Reader]":
        if not isinstance(self.value, list):
            self.fail_type("errors.not_a_list")
        return [Reader(item, f"{self.where}[{n}]") for n, item in enumerate(self.value)]

    def each(self) -> "list[Reader]":
        """The items. A missing list is empty."""
        return [] if self.missing else self.items()

    def per_seat(self, players: int) -> "list[Reader]":
        items = self.items()
        self.check(len(items) == players, "errors.not_per_seat", players=int(players))
        return items

    def _object(self) -> dict[str, object]:
        if not isinstance(self.value, dict):
            self.fail_type("errors.not_an_object")
        return self.value

    def text(self) -> str:
        if not isinstance(self.value, str):
            self.fail_type("errors.not_a_text", value=Given(self.value))
        return self.value

    def integer(self, low: int, high: int) -> int:
        value = self.value
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            self.fail_type("errors.not_in_range", value=Given(value), low=low, high=high)
        return value

    def truth(self) -> bool:
        if not isinstance(self.value, bool):
            self.fail("errors.not_a_truth", value=Given(self.value))
        return self.value

    def choice(self, options: Iterable[str]) -> int:
        """The index of the value among the options."""
        known = list(options)
        if self.value not in known:
            self.fail_type("errors.not_an_option", value=Given(self.value), options=Whole(", ".join(known)))
        return known.index(str(self.value))

    @property
    def missing(self) -> bool:
        return self.value is None


def deal_rest(given: dict[int, int], seats: int, cards: int, dice: Ints) -> list[int]:
    """One of the `cards` for each seat: the given ones, and random others where none is given."""
    rest = np.setdiff1d(np.arange(cards), list(given.values()))
    shuffle(rest, len(rest), dice)
    hidden = iter(rest.tolist())
    return [given[seat] if seat in given else next(hidden) for seat in range(seats)]
