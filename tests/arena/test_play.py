"""One game of the arena."""

import math

import pytest

from rooftop.arena.play import Setup, play_deal, ready_bots, tasks
from rooftop.bots import LevelBot
from rooftop.core.game import find_game, games
from rooftop.core.match import Match


def setup(game: str, *bots: str, seed: int = 1, players: int = 2) -> Setup:
    return Setup(game, find_game(game).version, find_game(game).variants[0], players, bots, 1.0, seed)


@pytest.mark.parametrize("game", games())
def test_a_game_can_be_replayed_by_its_moves(game: str) -> None:
    table = setup(game, "greedy", "random")
    played = play_deal(table, 3, 1)
    match = Match(game, 2, table.variant, played.seed)
    decisions = [0, 0]
    for move in played.moves:
        decisions[match.player or 0] += len(match.moves()) > 1
        match.play(move)
    assert match.over
    assert (tuple(match.scores), tuple(match.places)) == (played.scores, played.places)
    assert [len(times) for times in played.seconds] == decisions
    assert all(time > 0 for times in played.seconds for time in times)


def test_the_same_numbers_give_the_same_game() -> None:
    table = setup("skyliners", "greedy", "random")
    assert play_deal(table, 3, 1).moves == play_deal(table, 3, 1).moves
    assert play_deal(table, 3, 1).moves != play_deal(setup("skyliners", "greedy", "random", seed=2), 3, 1).moves


def test_no_clock_and_no_other_thread_has_a_say() -> None:
    expert = ready_bots(setup("skyliners", "expert", "random"))["expert"]
    assert isinstance(expert, LevelBot)
    assert (expert.level.threads, expert.level.seconds) == (1, math.inf)


def test_the_games_of_a_deal_have_one_seed_and_others_another() -> None:
    table = setup("skyliners", "random", "greedy")
    zero, one, other = play_deal(table, 0, 0), play_deal(table, 0, 1), play_deal(table, 1, 0)
    assert zero.seed == one.seed != other.seed
    assert (zero.seats, one.seats) == (("random", "greedy"), ("greedy", "random"))
    assert zero.moves != one.moves


def test_what_is_done_is_not_handed_out() -> None:
    table = setup("skyliners", "random", "greedy")
    assert list(tasks(table, 2, {(0, 1)})) == [(0, 0), (1, 0), (1, 1)]
