"""The functions every game provides, callable on any game's record.

Generic code (playouts, search, batches) calls these. Compiled, the game is found by Numba's type of the record
when the caller is compiled, and the caller's machine code can be cached; uncompiled, by the record's dtype.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import numpy as np

from rooftop.core.rule import JIT, Ints
from rooftop.core.state import S, S_contra, State

if JIT:
    import numba
    from numba.extending import overload


class Rules(Protocol[S]):
    """What `rules.py` of a game provides, compiled, in this order."""

    @property
    def State(self) -> type[S]:  # noqa: N802
        """The class that declares the game's state."""

    @property
    def REASONS(self) -> tuple[str, ...]:  # noqa: N802
        """Why a move can be refused, each a rule and the key of its sentence; the first, of a legal one, is empty."""

    def start(self, state: S, players: int, variant: int, first: int, dice: Ints) -> None:
        """Deal a new game; `first` is the start player's seat, or -1 to draw lots."""

    def legal(self, state: S, moves: Ints) -> int:
        """Write the ids of the legal moves, ascending, and return how many there are."""

    def against(self, state: S, move: int) -> int:
        """The number of the reason against a move, 0 if it is legal."""

    def apply(self, state: S, move: int, dice: Ints) -> None:
        """Play a legal move."""

    def score(self, state: S, points: Ints) -> None:
        """Write the points of every player as they stand."""

    def rank(self, state: S, places: Ints) -> None:
        """Write the place of every player, tie-breaks included: 1 for the winners, who can be several."""

    def redeal(self, state: S, seat: int, dice: Ints) -> None:
        """Replace all that `seat` (-1: a spectator) cannot know by a random alternative that fits what it does."""


class Style(NamedTuple):
    """How a game is best searched."""

    explore: float
    """More of it: moves that look worse are tried more often."""
    horizon: int
    """After so many moves, and at the end of a turn, playing on tells less than `evaluate`."""
    close: float
    """Points: a lead of so many makes it e times as likely to win as to lose."""


class Instinct(Protocol[S_contra]):
    """What `bot.py` of a game provides, compiled: what a bot knows beyond the rules."""

    STYLE: Style

    def weigh(self, state: S_contra, moves: Ints, n: int, weights: Ints) -> None:
        """Write for each of the n legal moves how likely a sensible player is to choose it, all above 0.

        The weights need not add up to anything. They may depend on all that is in the state: a search calls this on
        states in which the unknown has been dealt anew.
        """

    def evaluate(self, state: S_contra, values: Ints) -> None:
        """Write for every seat about how many points it will have in the end; cheap rather than exact."""


class Observer(Protocol[S_contra]):
    """What `observation.py` of a game provides: what a seat may know, as numbers."""

    PLANES: tuple[Any, ...]
    """`core.observation.Plane`s, in the order in which the numbers stand."""

    def observe(self, state: S_contra, seat: int, tensor: Ints) -> int:
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

start: Callable[[State, int, int, int, Ints], None] = by_record("start")
legal: Callable[[State, Ints], int] = by_record("legal")
against: Callable[[State, int], int] = by_record("against")
apply: Callable[[State, int, Ints], None] = by_record("apply")
score: Callable[[State, Ints], None] = by_record("score")
rank: Callable[[State, Ints], None] = by_record("rank")
redeal: Callable[[State, int, Ints], None] = by_record("redeal")
weigh: Callable[[State, Ints, int, Ints], None] = by_record("weigh")
evaluate: Callable[[State, Ints], None] = by_record("evaluate")
observe: Callable[[State, int, Ints], int] = by_record("observe")


def register(rules: Rules[S], bot: Instinct[S], observation: Observer[S]) -> None:
    """Make a game's functions known to generic code."""
    state = rules.State.dtype
    for name, games in _games.items():
        games[state] = next(getattr(part, name) for part in (bot, observation, rules) if hasattr(part, name))
