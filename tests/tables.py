"""Every combination of game, variant and number of players, and random play on it."""

import random
from collections.abc import Iterator
from functools import cache

import pytest

from rooftop.core.dice import FAST
from rooftop.core.game import find_game, games
from rooftop.core.match import Match
from rooftop.core.state import S

TABLES = [
    (name, variant, players)
    for name in games()
    for variant in find_game(name).variants
    for players in find_game(name).players
]


def some(game: str) -> int:
    """A number of players of the game, three where that is neither the fewest nor the most."""
    numbers = find_game(game).players
    return sorted(numbers)[len(numbers) // 2]


every_table = pytest.mark.parametrize(("game", "variant", "players"), TABLES)


def random_play(game: str, variant: str, players: int, seed: int, dice: str = FAST) -> Iterator[Match]:
    """Yield a match before each of its random moves and at its end."""
    match = Match(game, players, variant, seed, dice=dice)
    chooser = random.Random(seed)
    while not match.over:
        yield match
        match.play(chooser.choice(match.legal))
    yield match


def play_out(game: str, variant: str, players: int, seed: int, dice: str = FAST) -> Match:
    """A random match at its end."""
    *_, match = random_play(game, variant, players, seed, dice)
    return match


@cache
def length_of(game: str, variant: str, players: int, seed: int) -> int:
    """The plies of a random match."""
    return play_out(game, variant, players, seed).ply


def moments(game: str, variant: str, players: int, seed: int, count: int) -> Iterator[Match]:
    """Yield a random match at about `count` evenly spaced plies, including its start and its end."""
    step = max(1, length_of(game, variant, players, seed) // count)
    for match in random_play(game, variant, players, seed):
        if match.over or match.ply == 0 or match.ply % step == seed % step:
            yield match


def state_of(match: Match, game: type[S]) -> S:
    """The position of a match, narrowed to the state type of its game."""
    state = match._state
    assert isinstance(state, game)
    return state
