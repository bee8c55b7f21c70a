"""Sentences for people, in every language of `locale/`."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, reduce
from importlib.resources import files
from itertools import accumulate
from typing import Any

LANGUAGES = ("en", "de", "nl")
SHOWN = 80
"""Maximum length of untrusted text in a message."""


def check_language(language: str) -> None:
    if language not in LANGUAGES:
        from rooftop.core.errors import UnknownLanguage  # errors are made of messages

        raise UnknownLanguage("errors.language", language=language, languages=Whole(", ".join(LANGUAGES)))


class Seat(int):
    """A seat in a message, rendered as the player's name."""


class Whole(str):
    """Trusted text in a message, such as a list of options: never truncated."""

    __slots__ = ()


@dataclass(frozen=True)
class Given:
    """What somebody passed, rendered as Python writes it: "2" is not 2, and an empty text is seen."""

    value: object

    def __str__(self) -> str:
        return repr(self.value)


class Number(str):
    """A number as English writes it, rendered with the separators of the language: `20.000`."""

    __slots__ = ()

    def said(self, language: str) -> str:
        return self.translate(str.maketrans(",.", lookup(language, "separators")))


def printable(text: str) -> str:
    """Replace control characters, which a terminal would interpret."""
    return text if text.isprintable() else "".join(map(_visible, text))


def _visible(character: str) -> str:
    return character if character.isprintable() else " " if character.isspace() else "\N{REPLACEMENT CHARACTER}"


def shown(text: str, most: int = SHOWN) -> str:
    """Make untrusted text safe to display: printable and truncated."""
    half = (most - 1) // 2  # the end of a path says more than its middle
    return printable(text if len(text) <= most else f"{text[:half]}…{text[-half:]}")


@dataclass(frozen=True)
class Message:
    """An untranslated sentence: the key of a template and its parameters."""

    key: str
    parts: Mapping[str, object] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.key, *self.parts.values()))

    def say(self, language: str = "en", names: Sequence[str] = ()) -> str:
        template = self._template(language)
        return template.format_map({name: self._part(part, language, names) for name, part in self.parts.items()})

    def harmless(self) -> "Message":
        """The same message with untrusted parts made printable and truncated."""
        return Message(self.key, {name: _harmless(part) for name, part in self.parts.items()})

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
        if isinstance(part, Number):
            return part.said(language)
        return str(part)


@dataclass(frozen=True)
class LogLine(Message):
    """A sentence of the log, and what it is about, for programs."""

    places: tuple[str, ...] = ()
    """The sites, squares or blocks that it names."""
    cards: tuple[str, ...] = ()
    """The cards that it turns up, where the game shows them."""

    __hash__ = Message.__hash__

    @property
    def kind(self) -> str:
        """The last part of its key: `floor`, `bid` ..."""
        return self.key.rpartition(".")[2]

    @property
    def seat(self) -> int | None:
        """Whom it is about."""
        player = self.parts.get("player")
        return int(player) if isinstance(player, Seat) else None


@dataclass(frozen=True)
class Say:
    """Says the messages of one section of `locale/` in one language."""

    section: str
    language: str

    def __call__(self, key: str, **parts: object) -> str:
        return Message(f"{self.section}.{key}", parts).say(self.language)


def listed(messages: Iterable[Message]) -> Message:
    """One or more messages with commas between them."""
    return reduce(_comma, messages)


def together(things: Sequence["str | Message"]) -> "str | Message":
    """Names or the like as a sentence lists them: "Ann, Bob and Cid"."""
    *first, last = things
    return Message("words.and", {"first": reduce(_comma, first), "last": last}) if first else last


def _comma(first: object, last: object) -> Message:
    return Message("words.list", {"first": first, "last": last})


def some_of(texts: Sequence[str], room: int = SHOWN) -> "Whole | Message":
    """A list of our own, cut between two texts where it becomes too long: "floor a1, floor a2 and 12 more"."""
    count = max(1, sum(length <= room for length in accumulate(len(text) for text in texts)))
    first = Whole(", ".join(texts[:count]))
    return first if count == len(texts) else Message("words.more", {"first": first, "n": len(texts) - count})


def points_message(n: int) -> Message:
    """ "3 points", as a part of other messages."""
    return Message("score.points", {"n": n})


def _harmless(part: object) -> object:
    if isinstance(part, Message):
        return part.harmless()
    if isinstance(part, Whole):
        return Whole(printable(part))
    if isinstance(part, int) and abs(part) < 10**SHOWN:
        return part
    try:
        return shown(str(part))
    except (ValueError, RecursionError):  # Python refuses to format huge integers and deeply nested lists
        return "…"


@cache
def lookup(language: str, key: str) -> Any:
    """The entry of a dotted key in a language's file, or None."""
    entry: Any = _locale(language)
    for name in key.split("."):
        entry = entry.get(name) if isinstance(entry, dict) else None
    return entry


@cache
def _locale(language: str) -> Any:
    check_language(language)
    return json.loads((files("rooftop") / "locale" / f"{language}.json").read_text("utf-8"))
