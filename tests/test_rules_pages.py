"""The rules pages say what they are, whose games they describe, and what in them is not in a rulebook."""

import re
from importlib import import_module
from pathlib import Path

import pytest

from rooftop.core.game import find_game, games
from rooftop.core.messages import LANGUAGES

FOLDER = Path(__file__).parents[1] / "docs" / "rules"


SAID = {
    "overview": ("At a glance", "Auf einen Blick", "In het kort"),
    "tips": ("Tips", "Tipps", "Tips"),
    "about": ("About this page", "Über diese Seite", "Over deze pagina"),
    "what": ("What this page is.", "Was diese Seite ist.", "Wat deze pagina is."),
    "own": ("our own words", "unseren eigenen Worten", "onze eigen woorden"),
    "last": ("the last word", "das letzte Wort", "laatste woord"),
    "whose": ("Whose game it is.", "Wessen Spiel es ist.", "Van wie het spel is."),
    "theirs": ("belong to them", "gehören ihnen", "zijn van hen"),
    "public": ("ublic descriptions", "ffentliche Beschreibungen", "penbare beschrijvingen"),
    "decision": ("decision", "Entscheidung", "keuze"),
    "why": ("why", "warum", "waarom"),
    "players": ("2 to 4 players", "2 bis 4 Personen", "2 tot 4 spelers"),
}
"""What the pages of every game say, in all languages."""
OVERVIEW = 120
"""Words, so that it fits on one screen of a phone."""
NOT_IN_A_RULEBOOK = {
    "skyliners": "2 3 11 13 14 15 25 31 32 33 50 63",
    "skyline3000": "1 2 3 12 14 15 16 20 22 24 28 30 33 44 50 51 60",
    "skyline-world": "1 2 3 10 20 21 22 24 25 26 27 28 31 32 33 34 35 40 42 43 51 52 53",
    "newyork1901": "1 2 3 4 10 11 12 20 21 23 24 30 32 34 51 52 60 71",
}


every_page = pytest.mark.parametrize(("game", "language"), [(game, name) for game in games() for name in LANGUAGES])


def said(what: str, language: str) -> str:
    return SAID[what][LANGUAGES.index(language)]


def page(game: str, language: str = "en") -> str:
    """Without line breaks inside a paragraph."""
    file = FOLDER / ("" if language == "en" else language) / f"{game}.md"
    apart = re.sub(r"^(#.*\n)(?!\n)", r"\1\n", file.read_text("utf-8"), flags=re.MULTILINE)
    return re.sub(r"(?<!\n)\n *(?!\n|- |#|\|)", " ", apart)


def section(game: str, language: str, title: str) -> str:
    (found,) = re.findall(rf"^## {title}$(.+?)(?=^## |\Z)", page(game, language), re.MULTILINE | re.DOTALL)
    return str(found)


def paragraph(game: str, language: str, title: str) -> str:
    (found,) = re.findall(rf"^\*\*{title}\*\* (.+)$", section(game, language, said("about", language)), re.MULTILINE)
    return str(found)


def rules(game: str, language: str = "en") -> dict[int, str]:
    """The text of every rule by its number, in their order, up to the next one."""
    text = page(game, language).split(f"\n## {said('about', language)}\n")[0]
    parts = re.split(rf"\*\*{find_game(game).prefix}-(\d+)", text)
    return dict(zip(map(int, parts[1::2]), parts[2::2], strict=True))


def reasons(text: str, language: str) -> list[str]:
    """Of the decisions that are marked; empty where none is given."""
    return re.findall(rf"\({said('decision', language)}\b(?:: ([^()]+))?", text)


# --- three languages -----------------------------------------------------------------------------------------


@every_page
def test_all_languages_have_the_same_rules_in_the_same_order(game: str, language: str) -> None:
    assert list(rules(game, language)) == list(rules(game))


@every_page
def test_all_languages_mark_the_same_decisions(game: str, language: str) -> None:
    marked, english = (
        {number: len(reasons(text, name)) for number, text in rules(game, name).items()} for name in (language, "en")
    )
    assert marked == english


@every_page
def test_all_languages_have_the_same_sections(game: str, language: str) -> None:
    depths, english = (re.findall("^#+ ", page(game, name), re.MULTILINE) for name in (language, "en"))
    assert depths == english


@every_page
def test_all_languages_have_the_same_numbers(game: str, language: str) -> None:
    """Of points, cards, sites, and of rules that are referred to."""
    digits, english = (
        {number: sorted(re.findall(r"\d+", text)) for number, text in rules(game, name).items()}
        for name in (language, "en")
    )
    assert digits == english


@every_page
def test_a_page_begins_with_an_overview_and_ends_with_tips(game: str, language: str) -> None:
    titles = re.findall("^## (.+)$", page(game, language), re.MULTILINE)
    assert (titles[0], titles[-2:]) == (said("overview", language), [said("tips", language), said("about", language)])
    assert 4 <= len(re.findall("^- ", section(game, language, said("tips", language)), re.MULTILINE)) <= 6


@every_page
def test_the_overview_fits_on_a_screen(game: str, language: str) -> None:
    assert len(re.findall(r"\S*\w\S*", section(game, language, said("overview", language)))) <= OVERVIEW


# --- decisions -----------------------------------------------------------------------------------------------


@every_page
def test_every_mark_says_why(game: str, language: str) -> None:
    text = page(game, language)
    given = reasons(text, language)
    assert all(len(reason.split()) >= 3 for reason in given if reason != said("why", language)), "(decision: a clause)"
    assert given.count(said("why", language)) == 1, "the explanation of the mark"
    other = rf"\*{said('decision', language)}|{said('decision', language)}\*"
    assert not re.findall(other, text, re.IGNORECASE), "a mark of another form"


@every_page
def test_what_is_not_in_a_rulebook_is_marked(game: str, language: str) -> None:
    marked = {number for number, text in rules(game, language).items() if reasons(text, language)}
    assert marked == set(map(int, NOT_IN_A_RULEBOOK[game].split()))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["skyline3000", "skyline-world", "newyork1901"])
def test_the_number_of_players_is_marked_where_the_text_names_none(game: str, language: str) -> None:
    assert f"{said('players', language)} ({said('decision', language)}: " in page(game, language).split("\n## ")[0]


# --- what it is ----------------------------------------------------------------------------------------------


@every_page
def test_the_site_leads_to_a_page(game: str, language: str) -> None:
    index = (FOLDER.parent / "index.md").read_text("utf-8")
    path = f"rules/{game}" if language == "en" else f"rules/{language}/{game}"
    assert f"[{find_game(game).title}]({path}.md)" in index
    assert f"\n{path}\n" in index, "in the contents"


@every_page
def test_a_page_says_what_it_is(game: str, language: str) -> None:
    what = paragraph(game, language, said("what", language))
    mark = f"`({said('decision', language)}: {said('why', language)})`"
    assert all(part in what for part in (said("own", language), said("last", language), mark, "](components.md)"))


@every_page
def test_a_page_says_whose_game_it_is(game: str, language: str) -> None:
    whose = paragraph(game, language, said("whose", language))
    assert said("theirs", language) in whose
    for credit in find_game(game).credits:
        assert all(name in whose for name in credit.names)
        assert credit.in_rulebook or said("public", language) in whose


@every_page
def test_the_tables_that_can_be_corrected_exist(game: str, language: str) -> None:
    lines = page("components", language).splitlines()
    row = next(line for line in lines if line.startswith(f"| {find_game(game).title} "))
    components = import_module(f"rooftop.games.{game.replace('-', '_')}.components")
    assert all(hasattr(components, table) for table in re.findall(r"`(\w+)`", row))
    for number in re.findall(r"\(\w+-(\d+)\)", row):
        assert reasons(rules(game, language)[int(number)], language)
