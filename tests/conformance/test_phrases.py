"""Moves and commands in every language, over random play of every table."""

import pytest

from rooftop.core.errors import AmbiguousMove, IllegalMove
from rooftop.core.game import find_game, games
from rooftop.core.match import Match
from rooftop.core.messages import LANGUAGES, lookup
from rooftop.core.phrases import REST, readings, translated
from tables import every_table, random_play

languages = pytest.mark.parametrize("language", LANGUAGES)


@every_table
@languages
def test_every_legal_move_is_found_by_its_text(game: str, variant: str, players: int, language: str) -> None:
    for match in random_play(game, variant, players, 5):
        moves = match.moves()
        texts = [move.said(language).casefold() for move in moves]
        assert len(set(texts)) == len(texts), "unique within a position"
        for move, text in zip(moves, texts, strict=True):
            assert match.find(text, language).id == move.id
            assert match.find(f"  {text.upper().replace(' ', '   ')} ", language).id == move.id
            assert match.find(move.text, language).id == move.id, "English is understood as well"


@pytest.mark.parametrize("game", games())
@languages
def test_every_move_has_a_text_that_is_read_back(game: str, language: str) -> None:
    """Also those that are not legal: a refusal must be able to say why."""
    match = Match(game, seed=1)
    parse, state, words = match.game.parse, match._state, match.game.words
    said = {number: translated(game, words.text(state, number), language) for number in range(match.game.moves)}
    for number, text in said.items():
        own = readings(game, text, language)[1]
        assert parse(own) == number
        assert parse(text) in (None, number), "no other move in English"


@pytest.mark.parametrize("game", games())
@languages
def test_every_phrase_occurs_and_is_translated_to_its_own(game: str, language: str) -> None:
    match = Match(game, seed=1)
    texts = " | ".join(match.game.words.text(match._state, number) for number in range(match.game.moves)) + " | "
    table = lookup(language, f"{game}.moves")
    assert all(f"{phrase.removesuffix(REST).strip()} " in texts or phrase == "rebuild …" for phrase in table)
    assert len({own.casefold() for own in table.values()}) == len(table)
    assert all((REST in own) == (REST in english) for english, own in table.items())
    said = {english: own for english, own in lookup("en", f"{game}.moves").items() if own != english}
    assert said == SAID_OTHERWISE.get(game, {})


SAID_OTHERWISE = {"skyliners": {"pass": "forfeit the action"}}
"""Moves that people say in other words than records, in English too."""


@every_table
@languages
def test_no_command_is_an_abbreviation_of_a_legal_move(game: str, variant: str, players: int, language: str) -> None:
    commands = {*lookup("en", "terminal.commands").values(), *lookup(language, "terminal.commands").values(), "q"}
    for match in random_play(game, variant, players, 7):
        for move in match.moves():
            words = f"{move.text} {move.said(language)}".casefold().split()
            assert not [(word, command) for word in words for command in commands if word.startswith(command)]


def test_moves_are_abbreviated_and_refused_in_the_language() -> None:
    match = Match("skyliners", 2, seed=1)
    assert match.find("st a3", "de").text == "floor a3"
    assert match.find("verd a3", "nl").text == "floor a3"
    with pytest.raises(AmbiguousMove) as ambiguous:
        match.find("a3", "de")
    assert "Stockwerk a3" in ambiguous.value.message.say("de")
    with pytest.raises(IllegalMove) as refused:
        match.play(match.find("Stockwerk c3", "de"))
    assert refused.value.rule == "SL-1"


def test_an_ambiguous_move_lists_whole_moves() -> None:
    with pytest.raises(AmbiguousMove) as ambiguous:
        Match("skyliners", 2, seed=1).find("verd", "nl")
    listed = ", ".join(f"verdieping {site}" for site in ("a1", "b1", "c1", "d1", "e1", "a2"))
    assert ambiguous.value.message.say("nl").endswith(f": {listed} en nog 18.")


def test_what_means_two_moves_in_two_languages_is_ambiguous(monkeypatch: pytest.MonkeyPatch) -> None:
    """A word of one language that is another word in English is never guessed."""
    table = {**lookup("de", "skyliners.moves"), "floor": "roof", "roof": "Dach"}
    monkeypatch.setattr("rooftop.core.phrases._phrases", lambda game, language: table)
    monkeypatch.setattr(
        "rooftop.core.phrases._meanings", lambda game, language: {v.casefold(): k for k, v in table.items()}
    )
    match = Match("skyliners", 2, seed=1)
    with pytest.raises(AmbiguousMove):
        match.find("roof a1", "de")
    assert match.find("floor a1", "de").text == "floor a1"


@languages
def test_forfeiting_is_said_as_on_the_page_and_passing_is_understood(language: str) -> None:
    match = Match("skyliners", 2, seed=1)
    said = translated("skyliners", "pass", language)
    assert said.casefold() == lookup(language, "web_skyliners.pass").casefold()
    for typed in (said, "pass", lookup(language, "skyliners.also.pass")):
        assert match.find(typed, language).text == "pass", "the text of records"


def test_the_words_of_a_move_are_those_of_the_log() -> None:
    assert find_game("skyline3000")
    assert translated("newyork1901", "rebuild silver I3 a1 turned 90", "de") == (
        "baue Silber I3 a1 gedreht 90 wieder auf"
    )
    assert translated("skyline3000", "play floor 2", "de") == "spiele Stockwerk 2"
    assert translated("skyline3000", "let go", "de") == "verfallen lassen"
    assert translated("newyork1901", "give back Y2", "nl") == "geef Y2 terug"
    assert translated("skyline-world", "trade Taipei 101 + Taipei 101 + MLC Centre", "de") == (
        "gib Taipei 101 + Taipei 101 + MLC Centre ab"
    )
