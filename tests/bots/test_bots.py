"""Bots play every game to its end, use only what their seat may know, and the stronger ones win."""

import random
from pathlib import Path
from typing import Any

import pytest
from calibration import THIRDS, play

from rooftop.bots import NAMES, find_bot, levels
from rooftop.bots.advice import MUCH, Advice, advise
from rooftop.bots.levels import LEVELS, Level, MoveStats, expected_points, think
from rooftop.core.dice import dice
from rooftop.core.errors import InvalidArgument, UnknownBot
from rooftop.core.game import find_game, games
from rooftop.core.match import Match
from rooftop.games.skyliners.rules import State
from tables import every_table, moments, state_of
from twins import known, twin

PATIENT = Level(iterations=60, seconds=1000, slips=0.3)


@every_table
def test_a_bot_decides_by_what_its_seat_may_know(game: str, variant: str, players: int) -> None:
    """Two positions of one information set get the same answer, including the whole search."""
    for match in moments(game, variant, players, 3, 8):
        if match.over:
            continue
        other = twin(match, match.player, random.Random(match.ply), remembered=False)
        for name in ("random", "greedy"):
            assert find_bot(name)(match, 5) == find_bot(name)(other, 5)
        assert think(match, PATIENT, 5) == think(other, PATIENT, 5)
        some = list(match.legal[:2])
        assert expected_points(match, some, 5) == expected_points(other, some, 5)


@every_table
def test_what_is_likely_is_possible(game: str, variant: str, players: int) -> None:
    """A belief deals positions of the seat's information set, and depends on nothing else."""
    for match in moments(game, variant, players, 14, 8):
        for seat in range(players):
            other = twin(match, seat, random.Random(match.ply), remembered=False)
            believed = [dealt_likely(each, seat) for each in (match, other)]
            assert known(believed[0], seat) == known(match, seat)
            assert believed[0]._states.tobytes() == believed[1]._states.tobytes()


def dealt_likely(match: Match, seat: int) -> Match:
    after = match.copy()
    after._states = match._states.copy()
    match.game.bot.likely(after._states[0], seat, dice(match.ply))
    return after


def test_the_search_hopes_for_little_more_than_comes() -> None:
    """With all plans equally likely, it gave the seat to move 92 % at the end of Skyliners, and 50 % came."""
    said = [each for seed in range(8) for each in play("skyliners", "full", 2, LEVELS["medium"].measured(0.5), seed)]
    late = [each for each in said if each.third == len(THIRDS) - 1]
    assert sum(each.hoped - each.came for each in late) / len(late) < 0.2


@every_table
def test_every_bot_finds_legal_moves_to_the_end(game: str, variant: str, players: int) -> None:
    bots = [find_bot(name, budget=0.001 if name == "expert" else 0.02) for name in NAMES]
    match = Match(game, players, variant, seed=1)
    while not match.over:
        match.play(bots[match.ply % len(bots)](match, match.ply))
    assert match.winners


def test_the_same_seed_gives_the_same_choice() -> None:
    match = Match("skyliners", players=2, seed=1)
    for name in ("random", "greedy", "easy", "medium"):
        assert len({find_bot(name)(match, 9) for _ in range(3)}) == 1
    assert len({find_bot("random")(match, seed) for seed in range(20)}) > 5


def test_a_forced_move_is_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot makes it at once. A hint has a chance for it, as for any move."""
    match = Match("skyliners", players=2, variant="intro", seed=1)
    state_of(match, State).supply[match.player] = 0
    match._refresh()
    (found,) = think(match, LEVELS["medium"], 1)
    assert found.visits > 0
    monkeypatch.setattr(levels, "think", None)
    assert find_bot("expert")(match, 1) == found.move == match.moves()[0].id


def test_a_search_stops_when_its_time_is_over() -> None:
    match = Match("skyliners", players=2, seed=1)
    endless = Level(iterations=50_000_000, seconds=0.1, slips=0)
    think(match, Level(10, 1, 0), 1)
    stats = think(match, endless, 1)
    assert sum(move.visits for move in stats) < 5_000_000


def wins(first: str, second: str, games: int, game: str = "skyliners") -> float:
    """The share of two-player games that the first bot wins, over mirrored deals."""
    won = 0.0
    for n in range(games):
        match = Match(game, players=2, seed=n // 2)
        bots = [find_bot(first), find_bot(second)] if n % 2 else [find_bot(second), find_bot(first)]
        while match.player is not None:
            match.play(bots[match.player](match, match.ply + 1000 * n))
        won += ((1 if n % 2 == 0 else 0) in match.winners) / len(match.winners)
    return won / games


def test_stronger_bots_win() -> None:
    assert wins("greedy", "random", 40) > 0.8
    assert wins("easy", "random", 40) > 0.8
    assert wins("medium", "easy", 40) > 0.65


@pytest.mark.parametrize("game", games())
def test_a_beginner_does_not_play_like_a_die(game: str) -> None:
    assert wins("easy", "random", 8, game) > 0.7


@pytest.mark.parametrize("game", games())
def test_the_parameters_of_the_search_are_documented(game: str) -> None:
    page, found = (Path(__file__).parents[2] / "docs" / "bots.md").read_text("utf-8"), find_game(game)
    exploration, horizon, temperature = found.bot.SEARCH
    assert f"| {found.title} | {exploration} | {horizon} | {temperature:g} |" in page


def test_hints_name_moves_chances_and_points() -> None:
    match = Match("skyliners", players=2, seed=1)
    found = match.hint("medium")
    assert found[0].move in match.moves()
    assert 0 <= found[0].chance <= 1
    assert 0 < found[0].points < 60
    with pytest.raises(UnknownBot, match="no bot called “hal”"):
        match.hint("hal")


@pytest.mark.parametrize("budget", ["1", -0.5, True, float("nan"), float("inf")])
def test_a_budget_that_is_none_is_refused(budget: Any) -> None:
    with pytest.raises(InvalidArgument, match="A budget is a number, 0 or more, not"):
        find_bot("easy", budget)


@pytest.fixture
def without_a_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search of a hint finds the same however busy the machine."""
    monkeypatch.setitem(LEVELS, "hard", LEVELS["hard"].measured(1))


@pytest.mark.parametrize("game", games())
def test_advice_names_the_best_moves_and_those_that_are_much_worse(game: str, without_a_clock: None) -> None:
    for match in moments(game, find_game(game).variants[0], 2, 3, 12):
        found = Advice([], []) if match.over else advise(match, 1)
        assert {move.move for move in [*found.best, *found.weak]} <= set(match.legal)
        assert len(found.best) == min(3, len(match.legal))
        assert all(move.chance < found.best[0].chance - MUCH for move in found.weak)


def test_towards_the_end_of_a_close_game_many_moves_are_weak(without_a_clock: None) -> None:
    late, greedy = Match("skyliners", 2, seed=3), find_bot("greedy")
    while late.ply < 43:
        late.play(greedy(late, late.ply))
    assert len(advise(late, 1).weak) > len(late.legal) / 3


def test_a_single_look_at_a_move_makes_it_no_weak_one(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [MoveStats(1, 900, 0.6, 0.6), MoveStats(2, 90, 0.3, 0.3), MoveStats(3, 1, 0.0, 0.0)]
    monkeypatch.setattr("rooftop.bots.advice.think", lambda *_: found)
    assert [move.move for move in advise(Match("skyliners", seed=1), 1).weak] == [2]


def test_there_is_no_hint_after_the_end() -> None:
    match = Match("skyliners", players=2, seed=1)
    while not match.over:
        match.play(match.moves()[0])
    assert match.hint() == []


def test_unknown_bots_are_named() -> None:
    with pytest.raises(UnknownBot, match="Choose from random, greedy, easy, medium, hard, expert"):
        find_bot("hal")
