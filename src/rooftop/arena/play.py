"""One game of the arena. The setup and two numbers determine it, so any process can play it."""

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

from rooftop.arena.pairings import seatings
from rooftop.bots import Bot, find_bot
from rooftop.core.game import find_game
from rooftop.core.match import Match


@dataclass(frozen=True)
class Setup:
    """The configuration of an arena."""

    game: str
    rules: int
    """The version of the rules."""
    variant: str
    players: int
    bots: tuple[str, ...]
    budget: float
    seed: int

    @property
    def games_per_deal(self) -> int:
        return len(seatings(self.bots, self.players, 0))


@dataclass(frozen=True)
class Played:
    """A game that was played."""

    deal: int
    number: int
    """Index among the games of its deal."""
    seed: int
    """The seed of the match."""
    seats: tuple[str, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    moves: tuple[int, ...]
    """Enough to replay the game without its bots."""
    seconds: tuple[tuple[float, ...], ...]
    """For every seat, the time of each decision. Forced moves do not count."""


def tasks(setup: Setup, deals: int, done: set[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The games not yet played, deal by deal."""
    for task in product(range(deals), range(setup.games_per_deal)):
        if task not in done:
            yield task


def play_deal(setup: Setup, deal: int, number: int) -> Played:
    """Play one game of a deal."""
    bots = ready_bots(setup)
    seats = seatings(setup.bots, setup.players, deal)[number]
    seed = random.Random(f"{setup.seed}/{deal}").getrandbits(48)
    bot_seeds = random.Random(f"{setup.seed}/{deal}/{number}")
    match = Match(setup.game, setup.players, setup.variant, seed)
    moves: list[int] = []
    seconds: list[list[float]] = [[] for _ in seats]
    while match.player is not None:
        choices = match.moves()
        move = choices[0].id
        if len(choices) > 1:
            began = time.perf_counter()
            move = bots[seats[match.player]](match, bot_seeds.getrandbits(64))
            seconds[match.player].append(round(time.perf_counter() - began, 7))
        match.play(move)
        moves.append(move)
    times = tuple(tuple(own) for own in seconds)
    return Played(deal, number, seed, seats, tuple(match.scores), tuple(match.places), tuple(moves), times)


def replay(setup: Setup, game: Played, language: str) -> Match:
    """A game that was played, to its end. Each player is named after the seat's colour and the bot."""
    colours = find_game(setup.game).seat_names(language)
    names = [f"{colour} ({bot})" for colour, bot in zip(colours, game.seats, strict=False)]
    match = Match(setup.game, setup.players, setup.variant, game.seed, names=names)
    for move in game.moves:
        match.play(move)
    return match


@cache
def ready_bots(setup: Setup) -> dict[str, Bot]:
    """The bots, warmed up: the first decision of a process loads or compiles machine code."""
    match = Match(setup.game, setup.players, setup.variant, 0)
    while len(match.moves()) == 1:
        match.play(match.moves()[0])
    for name in setup.bots:
        find_bot(name, budget=0.0)(match, 0)
    return {name: find_bot(name, setup.budget) for name in setup.bots}
