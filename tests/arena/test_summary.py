"""The statistics of an arena."""

import numpy as np
import pytest

from arena.simulated import counted, games_of_deal, played, setup
from rooftop.arena.play import Played
from rooftop.arena.summary import Deals, count_wins, share_of_win, summarize


def test_shared_places_and_wins_are_shared() -> None:
    game = played(0, 0, ("a", "b", "c"), (1, 1, 3))
    assert count_wins(("a", "b", "c"), [game]).tolist() == [[0, 0.5, 1], [0.5, 0, 1], [0, 0, 0]]
    assert [share_of_win(game, bot) for bot in "abc"] == [0.5, 0.5, 0]


def test_a_bot_is_not_compared_with_itself() -> None:
    game = played(0, 0, ("a", "b", "a"), (1, 2, 3))
    assert count_wins(("a", "b"), [game]).tolist() == [[0, 1], [1, 0]]
    assert share_of_win(game, "a") == 1


def test_a_deal_counts_when_it_and_all_before_are_complete() -> None:
    table, dice = setup(("a", "b"), 2), np.random.default_rng(1)
    zero, one, two = ([*games_of_deal(table, {"a": 0, "b": 0}, deal, dice)] for deal in range(3))
    deals = Deals(table)
    for game in (one[1], two[0], one[0], zero[1], two[1]):
        deals.add(game)
        assert not deals.advance()
    deals.add(zero[0])
    assert [deals.advance() for _ in range(4)] == [True, True, True, False]
    assert deals.complete == [zero, one, two]


def test_a_table_by_hand() -> None:
    table = setup(("a", "b"), 2)
    games = [
        Played(0, 0, 9, ("a", "b"), (10, 8), (1, 2), (), ((0.1, 0.3), (0.5,))),
        Played(0, 1, 9, ("b", "a"), (7, 5), (1, 2), (), ((0.5,), (0.2,))),
        Played(1, 0, 8, ("a", "b"), (6, 6), (1, 1), (), ((0.2,), (0.5,))),
        Played(1, 1, 8, ("b", "a"), (3, 9), (2, 1), (), ((0.5,), (0.2,))),
    ]
    summary = summarize(counted(table, games))
    a, b = summary.rows
    assert (summary.deals, summary.games) == (2, 4)
    assert (a.games, a.win_share, a.points, a.place) == (4, 0.625, 7.5, 1.25)
    assert (b.games, b.win_share, b.points, b.place) == (4, 0.375, 6.0, 1.5)
    assert a.points_by_seat == (8.0, 7.0)
    assert (a.seconds, a.decisions_per_second, b.seconds_p95) == pytest.approx((0.2, 5, 0.5))
    assert a.rating > 1500 > b.rating
    assert a.win_interval[0] < 0.625 < a.win_interval[1]
    (step,) = summary.steps
    assert (step.upper, step.lower, step.share, step.decided) == ("a", "b", 0.625, False)


def test_sure_means_every_step_and_in_either_direction() -> None:
    dice = np.random.default_rng(3)
    table = setup(("a", "b", "c"), 3)

    def sure(**strengths: float) -> bool:
        games = [game for deal in range(40) for game in games_of_deal(table, strengths, deal, dice)]
        return counted(table, games).sure()

    assert sure(a=2000, b=1500, c=1000)
    assert sure(a=1500, b=2000, c=1000)
    assert not sure(a=1500, b=1500, c=1000)
    assert not Deals(table).sure()
