"""The documentation of the environments is correct."""

from collections.abc import Iterator

import pytest
from hidden import HIDDEN
from spec import PAGE, declared

from rooftop.core.dice import dice
from rooftop.core.game import find_game, games
from rooftop.core.match import Match
from tables import random_play

SEEDS = 2000
"""Matches that are searched for tables with few hidden bits."""


@pytest.mark.parametrize("game", games())
def test_the_page_of_the_environments_is_up_to_date(game: str) -> None:
    """If this fails, run `make spec`."""
    assert declared(find_game(game)) in PAGE.read_text("utf-8")


@pytest.mark.parametrize("game", [game for game in games() if find_game(game).secrets])
def test_hidden_bits_are_the_chance_of_a_redeal(game: str) -> None:
    """Where few bits are hidden, the frequency with which `redeal` reproduces a table matches its probability."""
    redeal, deals, roller = find_game(game).rules.redeal, 64, dice(1)
    met, expected = 0, 0.0
    for number, (match, seat) in enumerate(almost_known(game)):
        if number >= 100 and expected > 100:
            break
        one, other = match._states.copy(), match._states.copy()
        redeal(one[0], seat, roller)
        expected += deals / 2 ** HIDDEN[game](one[0], seat)
        for _ in range(deals):
            redeal(other[0], seat, roller)
            met += other.tobytes() == one.tobytes()
    assert expected > 100, "too few tables with so few hidden bits"
    assert abs(met - expected) < 3 * expected**0.5


def almost_known(game: str) -> Iterator[tuple[Match, int]]:
    """Two-player matches in which one to eight bits are hidden from the seat to move."""
    for seed in range(SEEDS):
        for match in random_play(game, find_game(game).variants[0], 2, seed):
            if match.player is not None and 0.9 < HIDDEN[game](match._state, match.player) < 8:
                yield match, match.player
