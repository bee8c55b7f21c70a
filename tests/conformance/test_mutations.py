"""`make mutants` covers all declared secrets, and the tests kill the most dangerous mutants."""

import random

import pytest

from conformance import test_secrets
from conformance.test_secrets import SEALED
from mutations import (
    COUPLED,
    HIDDEN,
    OPPOSED,
    REMEMBERED,
    TRACED,
    alive,
    check_entries,
    decisions_leave_a_trace_in,
    killer,
    redeal_couples,
    redeal_keeps,
    redeal_opposes_two_hands,
    the_log_tells_everybody_what_it_tells_the_player,
    the_table_leaves_out,
)
from rooftop.core.game import Game, find_game, games, ready_game
from rooftop.core.match import Match
from tables import TABLES, moments
from twins import dealt

ENTRIES = [(game, entry) for listed in (HIDDEN, REMEMBERED) for game in listed for _, entry in listed[game]]


def test_a_game_is_compiled_before_it_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a fresh clone no machine code is cached, and a mutant of `redeal` cannot be compiled."""
    compiled = []
    monkeypatch.setattr(Game, "compile", lambda game: compiled.append(game.rules.redeal))
    ready_game.cache_clear()
    with alive("skyliners", redeal_keeps, "district"):
        ready_game("skyliners")
    assert compiled == [find_game("skyliners").rules.redeal]


@pytest.mark.parametrize("game", games())
def test_there_are_mutants_of_every_secret(game: str) -> None:
    check_entries(game)


@pytest.mark.parametrize(("game", "entry"), ENTRIES)
def test_a_declaration_without_one_of_its_entries_is_found_out(game: str, entry: str) -> None:
    with alive(game, the_table_leaves_out, entry), pytest.raises(AssertionError, match=f"entries of {game}"):
        check_entries(game)


@pytest.mark.parametrize(("game", "entry"), ENTRIES)
def test_every_entry_hides_something(game: str, entry: str) -> None:
    """Without it, some information set is another: no entry is idle."""
    assert any(
        samples(match) != without(entry, match)
        for table in TABLES
        if table[0] == game
        for match in moments(*table, 3, 30)
    )


def samples(match: Match) -> list[bytes]:
    return [dealt(match.game, match._states, None, random.Random(n)).tobytes() for n in range(3)]


def without(entry: str, match: Match) -> list[bytes]:
    with alive(match.game.name, the_table_leaves_out, entry):
        return samples(match)


@pytest.mark.parametrize(
    ("game", "field"),
    [("skyliners", "planned"), ("skyliners", "district"), ("skyline-world", "mission"), ("skyline3000", "bid")],
)
def test_a_redeal_that_keeps_a_secret_is_found_out(game: str, field: str) -> None:
    with alive(game, redeal_keeps, field):
        assert killer(game)


@pytest.mark.parametrize(("game", "field"), SEALED)
def test_a_log_that_tells_everybody_a_sealed_decision_is_found_out(game: str, field: str) -> None:
    with alive(game, the_log_tells_everybody_what_it_tells_the_player, field):
        assert killer(game)


@pytest.mark.parametrize(("game", "field", "public"), TRACED)
def test_a_public_trace_of_a_sealed_decision_is_found_out(game: str, field: str, public: str) -> None:
    with alive(game, decisions_leave_a_trace_in(public), field), pytest.raises(AssertionError):
        test_secrets.test_others_know_the_same_after_any_sealed_decision(game, find_game(game).variants[0], 2)


@pytest.mark.parametrize(("game", "field", "other"), COUPLED)
def test_a_redeal_that_couples_two_secrets_is_found_out(game: str, field: str, other: str) -> None:
    with alive(game, redeal_couples(field, other), field), pytest.raises(AssertionError, match="is never"):
        check_redeals(game)


@pytest.mark.parametrize(("game", "field"), OPPOSED)
def test_a_redeal_that_opposes_two_hands_is_found_out(game: str, field: str) -> None:
    with alive(game, redeal_opposes_two_hands, field), pytest.raises(AssertionError, match="are never both"):
        check_redeals(game)


def check_redeals(game: str) -> None:
    for table in TABLES:
        if table[0] == game:
            test_secrets.test_a_redeal_deals_every_secret_and_nothing_else(*table)
