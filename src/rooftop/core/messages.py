"""Sentences for people, in every language of `locale/`."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

LANGUAGES = ("en", "de", "nl")


class Seat(int):
    """A seat in a message: said by the name of who sits there."""


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
