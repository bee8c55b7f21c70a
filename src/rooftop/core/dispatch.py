"""Static dispatch: the functions that every game provides, callable on the record of any game.

Generic code (playouts, search, batches) calls these. Numba resolves the game from the record's type when it compiles
the caller, so the caller's machine code can be cached. Uncompiled code looks the game up by dtype.
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
    """What a game's `rules.py` provides: compiled functions, in this order."""

    @property
    def State(self) -> type[S]:  # noqa: N802
        """The class that declares the game's state."""

    @property
    def REASONS(self) -> tuple[str, ...]:  # noqa: N802
        """The reasons to refuse a move, each a rule number and a message key. The first stands for "legal" and is
        empty."""

    def start(self, state: S, players: int, variant: int, first: int, dice: Ints) -> None:
        """Deal a new game. `first` is the seat of the start player, or -1 for a random one."""

    def legal(self, state: S, moves: Ints) -> int:
        """Write the ids of the legal moves, ascending, and return how many there are."""

    def against(self, state: S, move: int) -> int:
        """The index in REASONS of why a move is illegal, 0 if it is legal."""

    def apply(self, state: S, move: int, dice: Ints) -> None:
        """Play a legal move."""

    def score(self, state: S, points: Ints) -> None:
        """Write every player's current points."""

    def rank(self, state: S, places: Ints) -> None:
        """Write every player's place, tie-breaks included. Several players can share place 1."""

    def redeal(self, state: S, seat: int, dice: Ints) -> None:
        """Determinize: replace all that `seat` (-1: a spectator) cannot know by a random sample from its information
        set."""


class SearchParameters(NamedTuple):
    """Search parameters, tuned per game."""

    exploration: float
    """PUCT exploration constant."""
    horizon: int
    """Rollout length in moves. The rollout is cut off at the next end of a turn and scored by `evaluate`."""
    temperature: float
    """Softmax temperature in points: a lead of this many points multiplies the odds of winning by e."""


class Heuristics(Protocol[S_contra]):
    """What a game's `bot.py` provides: compiled heuristics."""

    SEARCH: SearchParameters

    def weigh(self, state: S_contra, moves: Ints, n: int, weights: Ints) -> None:
        """Write the policy prior: a weight above 0 for each of the n legal moves.

        The weights need not be normalized. They may depend on hidden parts of the state, since a search calls this on
        determinized states.
        """

    def evaluate(self, state: S_contra, values: Ints) -> None:
        """Write the static evaluation: every seat's expected final points. Cheap rather than exact."""

    def likely(self, state: S_contra, seat: int, dice: Ints) -> None:
        """Determinize like `redeal`, but by the belief of `seat`: how probable each deal is, given what it sees."""


class Observer(Protocol[S_contra]):
    """What a game's `observation.py` provides: what a seat may know, as a tensor."""

    VERSION: int
    """Part of the environment's name. A change of what is observed makes a new version."""
    PLANES: tuple[Any, ...]
    """`core.observation.Plane`s, in the order of the tensor."""

    def observe(self, state: S_contra, seat: int, tensor: Ints) -> int:
        """Fill a zeroed tensor with all that `seat` may know and return its length. Compiled."""


def by_record(name: str) -> Any:
    """A function that dispatches on the type of its first argument, a record."""
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
likely: Callable[[State, int, Ints], None] = by_record("likely")
observe: Callable[[State, int, Ints], int] = by_record("observe")


def register(rules: Rules[S], bot: Heuristics[S], observation: Observer[S]) -> None:
    """Make a game's functions known to generic code."""
    state = rules.State.dtype
    for name, games in _games.items():
        games[state] = next(getattr(part, name) for part in (bot, observation, rules) if hasattr(part, name))
