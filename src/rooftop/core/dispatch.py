"""The functions every game provides, callable on any game's record.

Generic code (playouts, search, batches) calls these. Compiled, the game is found by Numba's type of the record
when the caller is compiled, and the caller's machine code can be cached; uncompiled, by the record's dtype.
"""

from typing import Any, NamedTuple, Protocol

import numpy as np

from rooftop.core.rule import JIT, Ints, State

if JIT:
    import numba
    from numba.extending import overload


class Rules(Protocol):
    """What `rules.py` of a game provides, compiled, in this order."""

    STATE: np.dtype[Any]

    def start(self, state: State, players: int, variant: int, first: int, dice: Ints) -> None:
        """Deal a new game; `first` is the start player's seat, or -1 to draw lots."""

    def legal(self, state: State, moves: Ints) -> int:
        """Write the ids of the legal moves, ascending, and return how many there are."""

    def apply(self, state: State, move: int, dice: Ints) -> None:
        """Play a legal move."""

    def score(self, state: State, points: Ints) -> None:
        """Write the points of every player as they stand."""

    def rank(self, state: State, places: Ints) -> None:
        """Write the place of every player, tie-breaks included: 1 for the winners, who can be several."""

    def redeal(self, state: State, seat: int, dice: Ints) -> None:
        """Replace all that `seat` (-1: a spectator) cannot know by a random alternative that fits what it does."""


class Style(NamedTuple):
    """How a game is best searched."""

    explore: float
    """More of it: moves that look worse are tried more often."""
    horizon: int
    """After so many moves, and at the end of a turn, playing on tells less than `evaluate`."""
    close: float
    """Points: a lead of so many makes it e times as likely to win as to lose."""


class Instinct(Protocol):
    """What `bot.py` of a game provides, compiled: what a bot knows beyond the rules."""

    STYLE: Style

    def weigh(self, state: State, moves: Ints, n: int, weights: Ints) -> None:
        """Write for each of the n legal moves how likely a sensible player is to choose it, all above 0.

        The weights need not add up to anything. They may depend on all that is in the state: a search calls this on
        states in which the unknown has been dealt anew.
        """

    def evaluate(self, state: State, values: Ints) -> None:
        """Write for every seat about how many points it will have in the end; cheap rather than exact."""


class Observer(Protocol):
    """What `observation.py` of a game provides: what a seat may know, as numbers."""

    PLANES: tuple[Any, ...]
    """`core.observation.Plane`s, in the order in which the numbers stand."""

    def observe(self, state: State, seat: int, tensor: Ints) -> int:
        """Fill a tensor of zeros with all that `seat` may know, and return how long it is. Compiled."""


def by_record(name: str) -> Any:
    """A function that, called on a record, runs the game's own version of it."""
    games: dict[np.dtype[Any], Any] = {}

    def call(state: State, *args: Any) -> Any:
        return games[state.dtype](state, *args)

    def find(state: Any, *args: Any) -> Any:
        own: Any = next((function for dtype, function in games.items() if numba.from_dtype(dtype) == state), None)

        def run(state: Any, *args: Any) -> Any:
            return own(state, *args)

        return run if own else None

    call.__name__ = name
    if JIT:
        overload(call)(find)
    _games[name] = games
    return call


_games: dict[str, dict[np.dtype[Any], Any]] = {}

start = by_record("start")
legal = by_record("legal")
apply = by_record("apply")
score = by_record("score")
rank = by_record("rank")
redeal = by_record("redeal")
weigh = by_record("weigh")
evaluate = by_record("evaluate")
observe = by_record("observe")


def register(rules: Rules, bot: Instinct, observation: Observer) -> None:
    """Make a game's functions known to generic code."""
    for name, games in _games.items():
        games[rules.STATE] = next(getattr(part, name) for part in (bot, observation, rules) if hasattr(part, name))
