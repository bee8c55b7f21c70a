"""The rules pages say what they are, whose games they describe, and what in them is not in a rulebook."""

import re
from importlib import import_module
from pathlib import Path

import pytest

from rooftop.core.game import find_game, games

FOLDER = Path(__file__).parents[1] / "docs" / "rules"
MARK = re.compile(r"\(decision\b(?:: ([^()]+))?")
NOT_IN_A_RULEBOOK = {
    "skyliners": "2 3 11 13 14 15 25 31 32 33 50 63",
    "skyline3000": "1 2 3 12 14 15 16 20 22 24 28 30 33 44 50 51 60",
    "skyline-world": "1 2 3 10 20 21 22 24 25 26 27 28 31 32 33 34 35 40 42 43 51 52 53",
    "newyork1901": "1 2 3 4 10 11 12 20 21 23 24 30 32 34 51 52 60 71",
}


def page(game: str) -> str:
    """Without line breaks inside a paragraph."""
    return re.sub(r"(?<!\n)\n *(?!\n|- |#|\|)", " ", (FOLDER / f"{game}.md").read_text("utf-8"))


def paragraph(game: str, title: str) -> str:
    (found,) = re.findall(rf"^\*\*{title}\*\* (.+)$", page(game), re.MULTILINE)
    return str(found)


def rules(game: str) -> dict[int, str]:
    """The text of every rule by its number, up to the next one."""
    parts = re.split(rf"\*\*{find_game(game).prefix}-(\d+)", page(game))
    return dict(zip(map(int, parts[1::2]), parts[2::2], strict=True))


@pytest.mark.parametrize("game", games())
def test_every_mark_says_why(game: str) -> None:
    reasons = MARK.findall(page(game))
    assert all(len(reason.split()) >= 3 for reason in reasons if reason != "why"), "(decision: a clause)"
    assert reasons.count("why") == 1, "the explanation of the mark"
    assert not re.findall(r"\*[Dd]ecision|[Dd]ecision\*", page(game)), "a mark of another form"


@pytest.mark.parametrize("game", games())
def test_what_is_not_in_a_rulebook_is_marked(game: str) -> None:
    marked = {number for number, text in rules(game).items() if MARK.search(text)}
    assert marked == set(map(int, NOT_IN_A_RULEBOOK[game].split()))


@pytest.mark.parametrize("game", ["skyline3000", "skyline-world", "newyork1901"])
def test_the_number_of_players_is_marked_where_the_text_names_none(game: str) -> None:
    opening = page(game).split("**What this page is.**")[0]
    assert re.search(r"2 to 4 players \(decision: ", opening)


@pytest.mark.parametrize("game", games())
def test_the_site_leads_to_a_page(game: str) -> None:
    index = (FOLDER.parent / "index.md").read_text("utf-8")
    assert f"[{find_game(game).title}](rules/{game}.md)" in index
    assert f"\nrules/{game}\n" in index, "in the contents"


@pytest.mark.parametrize("game", games())
def test_a_page_says_what_it_is(game: str) -> None:
    what = paragraph(game, "What this page is.")
    for said in ("our own words", "the last word", "(decision: why)", "](components.md)"):
        assert said in what


@pytest.mark.parametrize("game", games())
def test_a_page_says_whose_game_it_is(game: str) -> None:
    whose = paragraph(game, "Whose game it is.")
    assert "The game and its name belong to them" in whose
    for credit in find_game(game).credits:
        assert all(name in whose for name in credit.names)
        assert credit.in_rulebook or "ublic descriptions" in whose


@pytest.mark.parametrize("game", games())
def test_the_tables_that_can_be_corrected_exist(game: str) -> None:
    lines = (FOLDER / "components.md").read_text("utf-8").splitlines()
    row = next(line for line in lines if line.startswith(f"| {find_game(game).title} "))
    components = import_module(f"rooftop.games.{game.replace('-', '_')}.components")
    assert all(hasattr(components, table) for table in re.findall(r"`(\w+)`", row))
    for number in re.findall(r"\(\w+-(\d+)\)", row):
        assert MARK.search(rules(game)[int(number)])
