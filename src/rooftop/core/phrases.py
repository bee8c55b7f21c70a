"""Moves as people read and type them. The texts of the games and of all records are English, and stay as they are."""

from collections.abc import Iterator, Mapping
from functools import cache

from rooftop.core.messages import check_language, lookup

REST = "…"
"""Stands for the rest of the text in a phrase: `gib … zurück`."""


def translated(game: str, text: str, language: str) -> str:
    """The text of a move as people read it in a language."""
    check_language(language)  # before it becomes the key of a cache
    return _exchanged(text, _phrases(game, language))


def readings(game: str, text: str, language: str) -> list[str]:
    """What a typed text means, read as a text of the game and as that language."""
    check_language(language)
    return [text, _exchanged(" ".join(text.casefold().split()), _meanings(game, language))]


@cache
def _phrases(game: str, language: str) -> Mapping[str, str]:
    table: dict[str, str] = lookup(language, f"{game}.moves")
    return dict(sorted(table.items(), key=_longest_first))


@cache
def _meanings(game: str, language: str) -> Mapping[str, str]:
    also: dict[str, str] = lookup(language, f"{game}.also") or {}  # words that are understood, but no longer said
    table = {own.casefold(): english for said in (also, _phrases(game, language)) for english, own in said.items()}
    return dict(sorted(table.items(), key=_longest_first))


def _longest_first(item: tuple[str, str]) -> int:
    return -len(item[0].split())


def _exchanged(text: str, table: Mapping[str, str]) -> str:
    """The text with each phrase of the table replaced by its counterpart, longer phrases first."""
    for phrase, other in table.items():
        inside = _inside(text, phrase)
        if inside is not None:
            return other.replace(REST, _exchanged(inside, table))
    return " ".join(_words(text.split(), table))


def _inside(text: str, phrase: str) -> str | None:
    """What stands for the rest in a phrase that fits the whole text."""
    before, mark, after = phrase.partition(REST)
    fits = mark and text.startswith(before) and text.endswith(after) and len(text) > len(before + after)
    return text[len(before) : len(text) - len(after)] if fits else None


def _words(words: list[str], table: Mapping[str, str]) -> Iterator[str]:
    while words:
        phrase = next((p for p in table if words[: len(p.split())] == p.split()), words[0])
        yield table.get(phrase, phrase)
        words = words[len(phrase.split()) :]
