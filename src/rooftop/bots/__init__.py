"""Bots that play any game. A bot uses only what its seat may know."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from numbers import Real

from rooftop.bots.greedy import greedy_move
from rooftop.bots.levels import LEVELS, Level, expected_points, level_move, think
from rooftop.core.dice import dice, roll
from rooftop.core.errors import InvalidArgument, UnknownBot
from rooftop.core.match import Match, Move
from rooftop.core.messages import Given, Message, Number, Whole

__all__ = ["DEFAULT_BOT", "LEVELS", "NAMES", "Bot", "Hint", "LevelBot", "find_bot", "hints"]


def __dir__() -> list[str]:
    return __all__


Bot = Callable[[Match, int], int]
"""Maps a match and a seed to the id of a legal move for the seat to move. Any such function is a bot.

>>> def first_move(match: rooftop.Match, seed: int) -> int:
...     return match.legal[0]
>>> first_move(rooftop.Match("skyliners", seed=7), 1)
0
"""

DEFAULT_BOT = "medium"
"""The level that people meet unless they choose another one.

>>> rooftop.bots.DEFAULT_BOT in rooftop.bots.LEVELS
True
"""


def random_move(match: Match, seed: int) -> int:
    moves = match.moves()
    return moves[roll(dice(seed), len(moves))].id


@dataclass(frozen=True)
class LevelBot:
    """A bot that searches with the budget of a level.

    >>> bot = rooftop.bots.LevelBot(rooftop.bots.LEVELS["easy"])
    >>> match = rooftop.Match("skyliners", seed=7)
    >>> bot(match, 1) in match.legal
    True
    """

    level: Level

    def __call__(self, match: Match, seed: int) -> int:
        return level_move(match, self.level, seed)


@dataclass(frozen=True)
class Hint:
    """A move, and what a search thinks of it.

    >>> hint = rooftop.bots.hints(rooftop.Match("skyliners", seed=7), "easy", seed=1)[0]
    >>> 0 < hint.chance < 1
    True
    """

    move: Move
    """The move."""
    chance: float
    """Estimated probability of winning."""
    points: float
    """Expected final points if everybody plays by the game's policy prior (`weigh`)."""

    def said(self, language: str) -> str:
        """The hint as a line of text.

        >>> match = rooftop.Match("skyliners", seed=7)
        >>> rooftop.bots.Hint(match.moves()[0], 0.5, 20).said("en")
        '  floor a1: chance of winning 50 %, expected points 20.0'
        """
        chance, points = f"{100 * self.chance:.0f}", Number(f"{self.points:.1f}")
        parts = {"move": self.move.said(language), "chance": chance, "points": points}
        return Message("hint.move", parts).say(language)


def check_level(level: str) -> None:
    """Refuse what is not a level."""
    if str(level) not in LEVELS:
        raise UnknownBot("errors.bot", bot=level, bots=Whole(", ".join(LEVELS)))


def hints(match: Match, level: str, seed: int) -> list[Hint]:
    """The moves that a search of that level has visited, best first.

    >>> match = rooftop.Match("skyliners", seed=7)
    >>> [hint.move.id in match.legal for hint in rooftop.bots.hints(match, "easy", seed=1)[:2]]
    [True, True]
    """
    check_level(level)
    moves = {move.id: move for move in match.moves()}
    stats = think(match, LEVELS[level], seed)
    points = expected_points(match, [found.move for found in stats], seed)
    return [Hint(moves[found.move], found.chance, mean) for found, mean in zip(stats, points, strict=True)]


NAMES = ("random", "greedy", *LEVELS)
"""The names of all bots.

>>> rooftop.bots.NAMES
('random', 'greedy', 'easy', 'medium', 'hard', 'expert')
"""


def find_bot(name: str, budget: float | None = None) -> Bot:
    """The bot of that name. With a budget, a level runs that fraction of its iterations and ignores the clock.

    >>> match, bot = rooftop.Match("skyliners", players=2, seed=7), rooftop.bots.find_bot("hard", budget=0.02)
    >>> match.play(bot(match, 1)) == match.history[0][1]
    True
    """
    if name == "random":
        return random_move
    if name == "greedy":
        return greedy_move
    if str(name) not in LEVELS:
        raise UnknownBot("errors.bot", bot=name, bots=Whole(", ".join(NAMES)))
    return LevelBot(LEVELS[name] if budget is None else LEVELS[name].measured(_fraction(budget)))


def _fraction(budget: float) -> float:
    if isinstance(budget, bool) or not isinstance(budget, Real) or not 0 <= budget < inf:
        raise InvalidArgument("errors.budget", value=Given(budget), type=type(budget).__name__)
    return budget
