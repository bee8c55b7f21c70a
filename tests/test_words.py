"""All texts: one term for one thing, as docs/words.md has it, and said calmly."""

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from rooftop.core.game import find_game, games
from rooftop.core.messages import LANGUAGES
from test_rules_pages import page

GLOSSARY = Path(__file__).parent.parent / "docs" / "words.md"
LOCALE = {name: json.loads((files("rooftop") / "locale" / f"{name}.json").read_text("utf-8")) for name in LANGUAGES}
ENDINGS = "(e|en|n|s|es|er)?"


def flat(entry: Any, key: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(entry, str):
        yield key, entry
        return
    for name, part in entry.items() if isinstance(entry, dict) else enumerate(entry):
        yield from flat(part, f"{key}.{name}" if key else str(name))


TEXTS = {language: dict(flat(entries)) for language, entries in LOCALE.items()}


# --- the files -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_shouts(language: str) -> None:
    assert [key for key, text in TEXTS[language].items() if "!" in text] == []


# --- the glossary --------------------------------------------------------------------------------------------


class Row(NamedTuple):
    title: str
    """Of a game, or "Everywhere"."""
    language: str
    terms: list[str]
    forbidden: list[str]


def glossary() -> Iterator[Row]:
    title = ""
    for line in GLOSSARY.read_text("utf-8").splitlines():
        if line.startswith("## "):
            title = line.removeprefix("## ")
        elif line.startswith("| ") and not line.startswith("| English"):
            *terms, forbidden = [cell.strip() for cell in line.strip("|").split("|")]
            listed = dict(part.split(": ") for part in forbidden.split("; ") if part)
            for language, cell in zip(LANGUAGES, terms, strict=True):
                yield Row(title, language, cell.split(", "), listed.get(language, "").split(", "))


ROWS = list(glossary())
TITLES = {find_game(name).title: name for name in games()}


def texts_of(title: str, language: str) -> dict[str, str]:
    """The texts of a game, in the terminal and on the page, or all of them."""
    name = TITLES.get(title, "")
    sections = (f"{name}.", f"web_{name.replace('-', '_')}.", f"examples.{name}.")
    return {key: text for key, text in TEXTS[language].items() if not name or key.startswith(sections)}


def found(pattern: str, texts: dict[str, str]) -> list[str]:
    words = {key: re.sub(r"{\w+}", "", text) for key, text in texts.items()}
    return [key for key, text in words.items() if re.search(rf"(?<!\w){pattern}", text, re.IGNORECASE)]


def test_the_glossary_has_every_game() -> None:
    assert {row.title for row in ROWS} == {"Everywhere", *TITLES}


@pytest.mark.parametrize(("title", "language", "terms", "forbidden"), ROWS, ids=lambda part: str(part)[:40])
def test_a_thing_has_one_name(title: str, language: str, terms: list[str], forbidden: list[str]) -> None:
    texts = texts_of(title, language)
    assert [term for term in terms if not found(term, texts)] == []
    assert {word: keys for word in forbidden if word and (keys := found(rf"{word}{ENDINGS}(?!\w)", texts))} == {}


@pytest.mark.parametrize(("game", "language"), [(game, name) for game in games() for name in LANGUAGES])
def test_a_rules_page_has_no_other_name_for_a_thing(game: str, language: str) -> None:
    rows = [row for row in ROWS if row.language == language and row.title in ("Everywhere", find_game(game).title)]
    pages = {game: page(game, language)}
    assert [word for row in rows for word in row.forbidden if word and found(rf"{word}{ENDINGS}(?!\w)", pages)] == []


# --- scores --------------------------------------------------------------------------------------------------

ROW = {"source": "row", "seat": 0, "row": "B", "seen": 1, "points": 1, "antennas": []}
ORANGE = {"source": "orange", "seat": 0, "sites": [], "points": 0}
BLOCK = {
    "source": "block",
    "seat": 0,
    "round": 2,
    "block": "R1",
    "place": 2,
    "floors": 3,
    "tallest": 2,
    "green": 1,
    "billboards": 0,
    "megamall": True,
    "points": 2,
}


@pytest.mark.parametrize(
    ("game", "line", "said"),
    [
        ("skyliners", ROW, "Ann sees 1 in row B: 1 point."),
        ("skyliners", ROW | {"antennas": ["b2"]}, "Ann sees 1 in row B: 1 point. An antenna goes on b2."),
        (
            "skyliners",
            {"source": "antennas", "seat": 0, "count": 2, "points": 2},
            "Ann has 2 antennas on the board: 2 points.",
        ),
        ("skyline-world", ORANGE, "Ann has no top floor on an orange site."),
        (
            "skyline-world",
            ORANGE | {"sites": ["b4"], "points": 1},
            "Ann has the top floor on the orange site b4: 1 point.",
        ),
        (
            "skyline3000",
            BLOCK,
            "Round 2, R1: Ann is second (floors 3, tallest 2): "
            "(1 for green spaces + 0 for billboards) \N{MULTIPLICATION SIGN} 2 = 2 points.",
        ),
    ],
)
def test_a_score_is_told_as_at_the_table(game: str, line: dict[str, Any], said: str) -> None:
    assert find_game(game).board.explain([line], "en", ["Ann"]) == [said]
