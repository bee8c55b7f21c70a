"""Confidence intervals and decisions have their nominal coverage under continuous monitoring."""

import numpy as np
import pytest

from rooftop.arena.intervals import CONFIDENCE, decided, interval, wealth


def test_equal_players_are_told_apart_in_at_most_one_run_of_twenty() -> None:
    """With a look after each of 400 deals."""
    dice = np.random.default_rng(1)
    wrong = sum(decided(dice.binomial(2, 0.5, 400) / 2) for _ in range(600))
    assert wrong / 600 < 1 - CONFIDENCE


@pytest.mark.parametrize("mean", [0.03, 0.3, 0.5, 0.95])
def test_intervals_hold_the_mean(mean: float) -> None:
    dice = np.random.default_rng(2)
    ends = [interval(dice.binomial(4, mean, 60) / 4) for _ in range(200)]
    assert np.mean([low <= mean <= high for low, high in ends]) >= CONFIDENCE
    assert np.mean([high - low for low, high in ends]) < 0.25


def test_better_players_are_found_and_soon() -> None:
    dice = np.random.default_rng(3)
    for mean, deals in ((0.7, 120), (0.9, 30), (0.3, 120)):
        assert np.mean([decided(dice.binomial(2, mean, deals) / 2) for _ in range(100)]) > 0.95


def test_known_answers() -> None:
    assert interval([]) == (0, 1)
    assert not decided([])
    assert not decided([1.0] * 6)
    assert decided([1.0] * 7)
    assert decided([0.0] * 7)
    assert not decided([0.5] * 500)
    low, high = interval([1.0] * 100)
    assert 0.9 < low < high == 1
    low, high = interval([0.5] * 500)
    assert 0.45 < low < 0.5 < high < 0.55


def test_a_fair_game_makes_nobody_rich() -> None:
    """The wealth is a martingale: each bet precedes its value, so the expected wealth stays 1."""
    dice = np.random.default_rng(4)
    money = [wealth(dice.integers(0, 2, 6) / 1.0, np.array([0.5]))[-1, 0] for _ in range(20_000)]
    assert np.mean(money) == pytest.approx(1, abs=0.05)


def test_a_verdict_stays() -> None:
    values = [1.0] * 10 + [0.0, 1.0] * 200
    assert decided(values)
    assert not 0.49 < interval(values)[0] < 0.5
