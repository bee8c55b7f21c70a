"""Ratings: known answers, and simulated players of known strength."""

import numpy as np
import pytest

from arena.simulated import counted, games_of_deal, setup
from rooftop.arena.ratings import distances_known, rating_intervals, ratings

STRENGTHS = {"a": 1750.0, "b": 1550.0, "c": 1450.0, "d": 1250.0}


def test_ten_to_one_is_four_hundred_points() -> None:
    strong, weak = ratings(np.array([[0, 100_000.0], [10_000, 0]]))
    assert strong - weak == pytest.approx(400, abs=0.1)
    assert strong + weak == pytest.approx(3000)


def test_equal_results_are_equal_ratings() -> None:
    assert ratings(np.array([[0, 7.0, 7], [7, 0, 7], [7, 7, 0]])) == pytest.approx([1500] * 3, abs=1e-3)


def test_ratings_go_through_bots_that_never_met() -> None:
    """a beats b and b beats c ten to one: a is 800 points above c."""
    one, two, three = ratings(np.array([[0, 1e6, 0], [1e5, 0, 1e6], [0, 1e5, 0]]))
    assert (one - two, two - three) == pytest.approx((400, 400), abs=0.1)


def test_a_stack_of_tables_is_rated_like_each_of_them() -> None:
    tables = np.random.default_rng(7).integers(1, 50, (30, 4, 4)) * (1.0 - np.eye(4))
    assert ratings(tables) == pytest.approx(np.array([ratings(table) for table in tables]), abs=0.01)


def test_who_never_lost_has_a_finite_rating_and_is_named() -> None:
    wins = np.array([[0, 20.0], [0, 0]])
    assert np.isfinite(ratings(wins)).all()
    assert not distances_known(wins)
    assert distances_known(np.array([[0, 20.0], [1, 0]]))
    assert not distances_known(np.array([[0, 5.0, 5], [5, 0, 5], [0, 0, 0]]))


@pytest.mark.parametrize(("bots", "players", "deals"), [("abcd", 4, 150), ("abcd", 2, 60), ("abc", 4, 80)])
def test_known_strengths_are_found(bots: str, players: int, deals: int) -> None:
    table, dice = setup(tuple(bots), players), np.random.default_rng(5)
    played = counted(table, [game for deal in range(deals) for game in games_of_deal(table, STRENGTHS, deal, dice)])
    truth = np.array([STRENGTHS[bot] for bot in bots])
    truth += 1500 - truth.mean()
    wins = np.array(played.wins)
    assert ratings(wins.sum(axis=0)) == pytest.approx(truth, abs=60)
    low, high = rating_intervals(wins, seed=1)
    assert (low < truth).all()
    assert (truth < high).all()
    assert (high - low < 160).all()


def test_games_of_one_deal_are_not_taken_for_independent() -> None:
    """If the deal alone decides, ten games of it carry no more information than one."""
    dice = np.random.default_rng(6)
    won = dice.integers(0, 2, 80)
    once = np.array([[[0, w], [1 - w, 0]] for w in won], float)
    low, high = rating_intervals(once, seed=1)
    low_of_ten, high_of_ten = rating_intervals(10 * once, seed=1)
    assert high_of_ten[0] - low_of_ten[0] == pytest.approx(high[0] - low[0], rel=0.1)


def test_one_deal_cannot_tell_how_sure_it_is() -> None:
    assert np.isnan(rating_intervals(np.array([[[0, 1.0], [1, 0]]]), seed=1)).all()
