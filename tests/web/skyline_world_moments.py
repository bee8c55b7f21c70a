"""Moments in games of Skyline of the World, for tests and pictures: found by what they are like, never by number."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from rooftop.bots import find_bot
from rooftop.core.match import Match

GAME = "skyline-world"

Moment = tuple[int, tuple[str, ...]]
"""The seed of a game, and its moves until then."""


@cache
def played(level: str, seed: int, players: int = 2, variant: str = "standard") -> tuple[str, ...]:
    """The moves of a whole game between bots, always the same."""
    match, bot = Match(GAME, players, variant, seed), find_bot(level, budget=0.2)
    moves = []
    while not match.over:
        chosen = bot(match, match.ply)
        moves.append(next(move.text for move in match.moves() if move.id == chosen))
        match.play(moves[-1])
    return tuple(moves)


def moments(
    seed: int, players: int = 2, variant: str = "standard", level: str = "random"
) -> Iterator[tuple[Match, Moment]]:
    """Such a game whenever the first seat has to decide."""
    moves = played(level, seed, players, variant)
    match = Match(GAME, players, variant, seed)
    for ply, text in enumerate(moves):
        if match.player == 0:
            yield match, (seed, moves[:ply])
        match.play(text)


def when(
    happens: Callable[[Match], object], players: int = 2, variant: str = "standard", level: str = "random"
) -> Moment:
    """The first moment like this in any game."""
    games = (moments(seed, players, variant, level) for seed in range(1, 40))
    return next(moment for game in games for match, moment in game if happens(match))


def can(text: str) -> Callable[[Match], bool]:
    return lambda match: any(move.text.startswith(text) for move in match.moves())


def seen(match: Match) -> Any:
    """What the first seat sees of the table."""
    return match.view(0)["table"]
