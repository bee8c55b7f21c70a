"""The interface of a game to the rest of Rooftop, and the registry of all games."""

import pkgutil
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, Generic, Literal, Protocol

import numpy as np

from rooftop.core.arguments import whole
from rooftop.core.deals import OTHER_DEALS, play_each, plays_alike
from rooftop.core.dice import dice
from rooftop.core.dispatch import Heuristics, Observer, Rules, register
from rooftop.core.drawing import WIDTH
from rooftop.core.errors import InvalidArgument, UnknownGame, UnknownVariant
from rooftop.core.messages import LogLine, Message, Whole, lookup
from rooftop.core.picture import Look
from rooftop.core.playout import SEATS, simulate
from rooftop.core.rule import MOVE, Call, Ints, compile_once, machine_code
from rooftop.core.secrets import Secrets
from rooftop.core.state import Records, S, S_contra
from rooftop.core.step import advance, advance_in, advance_rolling, list_moves
from rooftop.core.view import View

SeatColour = Literal["blue", "red", "green", "yellow", "purple", "orange", "white", "brown"]
"""The colours that the pieces of a seat come in."""


@dataclass(frozen=True)
class Credit:
    """The people or the houses that made a game, in one role."""

    role: Literal["designer", "artist", "publisher"]
    names: tuple[str, ...]
    in_rulebook: bool = True
    """If not, the rulebook that we have is silent, and public descriptions of the game name them."""


class Words(Protocol[S_contra]):
    """What a game's `words.py` provides: the human-readable side of the game, derived from its rules."""

    @property
    def MOVES(self) -> Mapping[str, int]:  # noqa: N802
        """The inverse of `text`, for legal and illegal moves."""

    def text(self, state: S_contra, move: int) -> str:
        """The move as text, unique among the moves of this position."""

    def data(self, state: S_contra, move: int) -> Mapping[str, Any]:
        """The parts of the move, as plain JSON data."""

    def parts(self, state: S_contra, move: int) -> dict[str, object]:
        """The parameters of any refusal message: site, row, card ..."""

    def tell(self, state: S_contra, move: int, after: S_contra, seat: int | None) -> list[LogLine]:
        """The log lines for a move from one position to the next, as `seat` (None: a spectator) may read them. Empty
        if the seat must not notice the move at all."""

    def open_view(self, state: S_contra) -> Mapping[str, Any]:
        """Everything public about the table, as plain JSON data, by allow-list."""

    def own_view(self, state: S_contra, seat: int | None) -> Mapping[str, Any]:
        """The entries that differ from seat to seat (None: a spectator)."""

    def breakdown(self, states: Sequence[S_contra], moves: Sequence[int]) -> list[Any]:
        """Where the points come from: one entry per line, in scoring order, as plain JSON data.

        `states` are all positions from the first to the current one, `moves` the moves between them. Every line has
        a `source`, a `seat` and `points`. The points of a seat add up to its score.
        """


class Declared(Protocol):
    """What a game's `view.py` provides: the types of the data that `Words` returns."""

    Table: Any
    """A TypedDict: the union of `open_view` and `own_view`."""
    Action: Any
    """The result of `data`: a union of TypedDicts, discriminated by `action`."""
    Line: Any
    """A line of `breakdown`: a union of TypedDicts, discriminated by `source`."""


class Positions(Protocol[S_contra]):
    """What a game's `position.py` provides: any table as plain JSON data, and back."""

    def write(self, state: S_contra) -> dict[str, Any]:
        """Everything on the table."""

    def read(self, state: S_contra, position: dict[str, Any], dice: Ints) -> None:
        """The inverse of `write`, into a state whose `players` and `variant` are set. Raises PositionError.

        The dice fill in what a position leaves out because nobody at the table knows it.
        """


class Board(Protocol):
    """What a game's `board.py` provides: the table as text, drawn from a view alone."""

    def draw(self, view: View, language: str, names: list[str], width: int = WIDTH) -> list[str]:
        """The table as lines of text, possibly with Rich colour markup, pictures side by side within the width."""

    def introduce(self, view: View, language: str, name: str) -> list[str]:
        """The goal of the game, when it ends, and who the seat of the view is and from where it looks."""

    def ask(self, view: View, language: str) -> str:
        """What the seat to move has to decide, in the words of the page."""

    def explain(self, lines: list[Any], language: str, names: list[str]) -> list[str]:
        """The lines of a breakdown as sentences."""


class Drawing(Protocol):
    """What a game's `picture.py` provides: the table as SVG, drawn from a view alone."""

    def draw(self, view: View, look: Look) -> str:
        """The table as SVG text, with the marked places highlighted. The viewer's own seat is in front."""

    def places(self, move: Mapping[str, Any]) -> Collection[str]:
        """The places that a move is about, by the data of the move."""


@dataclass(frozen=True)
class Game(Generic[S]):
    name: str
    title: str
    prefix: str
    """The prefix of the rule numbers: SL for SL-24."""
    version: int
    """The version of the rules. Records of another version are not replayed."""
    players: tuple[int, ...]
    variants: tuple[str, ...]
    """The first is the default; `closed-swift` is `closed` and `swift` together."""
    colours: tuple[SeatColour, ...]
    """The colour of each seat's pieces."""
    credits: tuple[Credit, ...]
    """Who made the game. It belongs to them."""
    minutes: tuple[int, ...]
    """How long a game takes: one estimate, or a minimum and a maximum."""
    moves: int
    """Move ids are 0 to moves - 1."""
    length: int
    """Upper bound on the number of decisions in a game."""
    rules: Rules[S]
    words: Words[S]
    view: Declared
    positions: Positions[S]
    board: Board
    picture: Drawing
    bot: Heuristics[S]
    observation: Observer[S]
    secrets: Secrets[S]
    """What is hidden from whom, and when."""
    beginners: str | None = None
    """The variant that the rulebook advises for a first game."""
    rematch_if_shared: bool = False
    """Whether the rulebook advises a rematch when the win is shared."""

    def __post_init__(self) -> None:
        assert self.moves <= np.iinfo(MOVE).max, "more moves than a list of moves has numbers for"
        register(self.rules, self.bot, self.observation)

    def __reduce__(self) -> tuple[Any, ...]:
        """Each game is a singleton in its process: copies and pickles resolve to it by name."""
        return find_game, (self.name,)

    def new_states(self, count: int) -> Records[S]:
        return np.zeros(count, self.rules.State.dtype)

    def new_moves(self) -> Ints:
        """A buffer large enough for the legal moves of any position."""
        return np.zeros(self.moves, MOVE)

    def variant(self, name: str | None) -> int:
        """The number of a variant in the state."""
        if name is not None and name not in self.variants:
            known = Whole(", ".join(self.variants))
            raise UnknownVariant("errors.variant", game=self.title, variant=name, variants=known)
        return 0 if name is None else self.variants.index(name)

    def said_variant(self, name: str, language: str) -> str:
        """What people call a variant."""
        return str(lookup(language, f"{self.name}.variants.{name}"))

    def check_players(self, players: int | None) -> int:
        """The number of players, if the game is for that many. None: as many as can play."""
        if players is None:
            return max(self.players)
        number = whole(players, InvalidArgument, "errors.players_type")
        if number not in self.players:
            raise InvalidArgument("errors.players", game=self.title, players=number, known=self.said_players)
        return number

    @property
    def said_players(self) -> str:
        """How many can play: `2-4`, or `2`."""
        fewest, most = min(self.players), max(self.players)
        return f"{fewest}-{most}" if fewest < most else str(most)

    def seat_names(self, language: str = "en") -> list[str]:
        """The default name of each seat: the colour of its pieces."""
        names: list[str] = lookup(language, f"{self.name}.seats")
        return names

    def parse(self, text: str) -> int | None:
        """Parse a move, ignoring case and extra spaces. None if it is no move of this game."""
        return self._parsed.get(" ".join(text.casefold().split()))

    @cached_property
    def _parsed(self) -> dict[str, int]:
        return {text.casefold(): move for text, move in self.words.MOVES.items()}

    def refuse(self, state: S, move: int) -> tuple[str, Message]:
        """The number of the rule that forbids an illegal move, and why."""
        rule, key = self.rules.REASONS[self.rules.against(state, move)].split()
        return rule, Message(f"{self.name}.refused.{key}", self.words.parts(state, move))

    @cached_property
    def advance_in(self) -> Any:
        """`core.step.advance_in` without Numba's type dispatch: the hot path of a match."""
        return machine_code(advance_in, (self.new_states(1), 0, 0, self.new_moves(), 0))

    @property
    def calls(self) -> list[Call]:
        """All that has to be compiled to play, without bots."""
        states, moves, numbers = self.new_states(1), self.new_moves(), np.zeros(SEATS, np.int32)
        roller, secure = dice(0), dice(0, generator="chacha20")
        state = states[0]
        totals = np.zeros(SEATS, np.int64)
        return [
            (self.rules.start, (state, 2, 0, -1, roller)),
            (self.rules.legal, (state, moves)),
            (self.rules.against, (state, 0)),
            (self.rules.apply, (state, 0, roller)),
            (self.rules.score, (state, numbers)),
            (self.rules.rank, (state, numbers)),
            (self.rules.redeal, (state, 0, roller)),
            (plays_alike, (states, 0, states, OTHER_DEALS, states, states.view(np.uint8))),
            (play_each, (self.new_states(1), self.new_states(1), moves, OTHER_DEALS[0])),
            (list_moves, (states, moves)),
            (advance, (states, states, 0, moves)),
            (advance_in, (states, 0, 0, moves, 0)),
            (advance_rolling, (states, states, 0, moves, roller)),
            (self.rules.start, (state, 2, 0, -1, secure)),
            (advance_rolling, (states, states, 0, moves, secure)),
            (simulate, (state, moves, 2, 0, 1, roller, totals, totals)),
        ]

    def compile(self) -> None:
        """Compile the rules now, with a progress bar, unless the machine code is already cached."""
        compile_once(self.title, self.calls)


def games() -> list[str]:
    """The names of all games."""
    folder = Path(__file__).parents[1] / "games"
    return sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules([str(folder)]))


@cache
def find_game(name: str) -> Game[Any]:
    """The game of that name, possibly not yet compiled. `ready_game` compiles it."""
    if name not in games():
        raise UnknownGame("errors.game", game=name, games=Whole(", ".join(games())))
    game: Game[Any] = import_module(f"rooftop.games.{name.replace('-', '_')}").GAME
    return game


@cache
def ready_game(name: str) -> Game[Any]:
    """The game of that name, compiled. Callers that only list games use `find_game` and skip the compilation."""
    game = find_game(name)
    game.compile()
    return game
