"""Sentences for people, in every language of `locale/`."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

LANGUAGES = ("en", "de", "nl")
SHOWN = 80
"""Characters of a text from outside that are repeated to people."""


class Seat(int):
    """A seat in a message: said by the name of who sits there."""


class Whole(str):
    """A text of our own in a message, a list of what there is: said whole, however long."""

    __slots__ = ()


def printable(text: str) -> str:
    """The text without anything that a terminal would obey rather than show."""
    return text if text.isprintable() else "".join(map(_visible, text))


def _visible(character: str) -> str:
    return character if character.isprintable() else " " if character.isspace() else "\N{REPLACEMENT CHARACTER}"


def shown(text: str, most: int = SHOWN) -> str:
    """A text from outside as it is repeated to people: printable, and not at length."""
    half = (most - 1) // 2  # of a path the end says more than the middle
    return printable(text if len(text) <= most else f"{text[:half]}…{text[-half:]}")


@dataclass(frozen=True)
class Message:
    """A sentence before it is put into a language: the key of a template and what fills it."""

    key: str
    parts: Mapping[str, object] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.key, *self.parts.values()))

    def say(self, language: str = "en", names: Sequence[str] = ()) -> str:
        template = self._template(language)
        return template.format_map({name: self._part(part, language, names) for name, part in self.parts.items()})

    def harmless(self) -> "Message":
        """The same of parts that may come from outside: each printable, and not at length."""
        return Message(self.key, {name: _harmless(part) for name, part in self.parts.items()})

    def values(self) -> dict[str, str | int]:
        """The names and numbers in it, those inside its parts too: which site, whose, how many."""
        found: dict[str, str | int] = {}
        for name, part in self.parts.items():
            if isinstance(part, Message):
                found = part.values() | found
            elif isinstance(part, str | int):
                found[name] = part
        return found

    def _template(self, language: str) -> str:
        keys = [self.key]
        if "n" in self.parts:
            keys.insert(0, f"{self.key}_{'one' if self.parts['n'] == 1 else 'other'}")
        for key in keys:
            template = lookup(language, key)
            if isinstance(template, str):
                return template
        raise KeyError(f"{language}.json has no {self.key}")

    def _part(self, part: object, language: str, names: Sequence[str]) -> str:
        if isinstance(part, Message):
            return part.say(language, names)
        if isinstance(part, Seat):
            return names[part] if part < len(names) else str(int(part))
        return str(part)


def _harmless(part: object) -> object:
    if isinstance(part, Message):
        return part.harmless()
    if isinstance(part, Whole):
        return Whole(printable(part))
    if isinstance(part, int) and abs(part) < 10**SHOWN:
        return part
    try:
        return shown(str(part))
    except (ValueError, RecursionError):  # Python writes neither numbers of thousands of digits nor the deepest lists
        return "…"


@cache
def lookup(language: str, key: str) -> Any:
    """The entry of a dotted key in a language's file, None if there is none."""
    entry: Any = _locale(language)
    for name in key.split("."):
        entry = entry.get(name) if isinstance(entry, dict) else None
    return entry


@cache
def _locale(language: str) -> Any:
    return json.loads((files("rooftop") / "locale" / f"{language}.json").read_text("utf-8"))
