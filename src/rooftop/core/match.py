"""A game being played."""

import secrets
from collections.abc import Callable, Collection, Sequence
from functools import cache
from struct import Struct
from typing import TYPE_CHECKING, Any, NoReturn, cast

import numpy as np

from rooftop.core import records
from rooftop.core.arguments import whole
from rooftop.core.deals import showed_nothing, unnoticed
from rooftop.core.dice import FAST, dice
from rooftop.core.errors import (
    AmbiguousMove,
    CannotUndo,
    IllegalMove,
    InvalidArgument,
    RecordError,
    RooftopError,
    UnknownDice,
    UnknownMove,
    UnknownSeat,
)
from rooftop.core.game import Game, find_game, ready_game
from rooftop.core.messages import Given, LogLine, check_language, some_of
from rooftop.core.observation import NUMBER, size_of
from rooftop.core.phrases import readings, translated
from rooftop.core.picture import DAY, NIGHT, Look
from rooftop.core.playout import SEATS
from rooftop.core.position import Reader
from rooftop.core.rule import Ints
from rooftop.core.state import Records, State
from rooftop.core.step import ILLEGAL, ROLLS, advance_rolling, copied, list_moves, look
from rooftop.core.view import Move as OfferedMove
from rooftop.core.view import OpenView, OwnView, View

if TYPE_CHECKING:
    from rooftop.bots import Hint


BLOCK = 16
"""Positions allocated at once: NumPy is slow to create structured arrays."""


class Move:
    """A move in a position. Its text and data are computed lazily.

    >>> move = rooftop.Match("skyliners", seed=7).find("floor b3")
    >>> move
    Move(11, 'floor b3')
    >>> move.data
    {'action': 'build', 'piece': 'floor', 'site': 'b3'}
    >>> move.said("de")
    'Stockwerk b3'
    """

    __slots__ = ("_at", "_block", "_game", "id")

    def __init__(self, id: int, game: Game[Any], block: Records[State], at: int) -> None:  # noqa: A002
        self.id = id
        self._game = game
        self._block = block
        self._at = at

    @property
    def _states(self) -> Records[State]:
        """The position, as an array of one record."""
        return self._block[self._at : self._at + 1]

    @property
    def _state(self) -> State:
        return self._block[self._at]

    @property
    def text(self) -> str:
        """What a person would say, in English.

        >>> rooftop.Match("skyliners", seed=7).moves()[0].text
        'floor a1'
        """
        return self._game.words.text(self._state, self.id)

    def said(self, language: str) -> str:
        """Its text in a language.

        >>> rooftop.Match("skyliners", seed=7).moves()[0].said("nl")
        'verdieping a1'
        """
        return translated(self._game.name, self.text, language)

    @property
    def data(self) -> dict[str, Any]:
        """Its parts, as plain JSON data.

        >>> rooftop.Match("skyliners", seed=7).moves()[0].data
        {'action': 'build', 'piece': 'floor', 'site': 'a1'}
        """
        return cast(dict[str, Any], self._game.words.data(self._state, self.id))

    def as_dict(self) -> OfferedMove:
        """Its id, text and data, as plain JSON data.

        >>> rooftop.Match("skyliners", seed=7).moves()[0].as_dict()
        {'id': 0, 'text': 'floor a1', 'data': {'action': 'build', 'piece': 'floor', 'site': 'a1'}}
        """
        return _described(self._game, self._state, self.id)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self.as_dict() == other.as_dict()

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        return f"Move({self.id}, {self.text!r})"


def _described(game: Game[Any], state: State, move: int) -> OfferedMove:
    return {"id": move, "text": game.words.text(state, move), "data": game.words.data(state, move)}


class Match:
    """One game, from the deal to the final score. The same seed and moves give the same game.

    >>> match = rooftop.Match("skyliners", players=2, variant="intro", seed=7, first=0)
    >>> match.play("floor b3")
    Move(11, 'floor b3')
    >>> match.player, match.ply, match.over
    (0, 1, False)
    """

    legal: tuple[int, ...]
    """The ids of the legal moves, ascending."""
    _block: Records[State]

    def __init__(
        self,
        game: str,
        players: int | None = None,
        variant: str | None = None,
        seed: int | None = None,
        first: int | None = None,
        names: Sequence[str] | None = None,
        dice: str = FAST,
    ) -> None:
        """`players` is how many play, by default as many as can. `first` is the seat of the start player, by default a
        random one. `seed` is random by default.

        `dice` names the random number generator. Deals by `chacha20` cannot be predicted from what was seen of them.
        """
        self._prepare(game, players, variant, seed, names, dice)
        self.first = None if first is None else self._seat(first)
        number = self.game.variant(variant)
        self.game.rules.start(self._state, self.players, number, -1 if self.first is None else self.first, self._dice())
        self._begin()

    def _prepare(
        self,
        game: str,
        players: int | None,
        variant: str | None,
        seed: int | None,
        names: Sequence[str] | None,
        dice: str,
    ) -> None:
        self.game = ready_game(str(game))
        self.players = self.game.check_players(players)
        self.variant = self.game.variants[self.game.variant(variant)]
        self.seed = _seed(seed)
        self.dice = str(dice)
        self.names = None if names is None else _names(names, self.players)
        # Positions are immutable once the game has begun: a decision writes a new one behind the current one.
        self._block, self._at = self.game.new_states(BLOCK), 0
        self._past: list[Move] = []
        self._in_a_row_before = 0
        self._from: dict[str, Any] | None = None

    def _dice(self, number: int = 0) -> Ints:
        """The generator for the deal (0) or for the decision of that number."""
        return dice(self.seed, number, self.dice)

    def _begin(self) -> None:
        self._buffer = self.game.new_moves()
        self._refresh()

    def _refresh(self) -> None:
        self.legal = _unpack(list_moves(self._states, self._buffer))(self._buffer)

    @property
    def _states(self) -> Records[State]:
        """The current position, as an array of one record."""
        return self._block[self._at : self._at + 1]

    @_states.setter
    def _states(self, states: Records[State]) -> None:
        # Allocate one spare record: most copies of a match make one decision and then live long.
        self._block, self._at = copied(states, 2), 0

    @property
    def _state(self) -> State:
        return self._block[self._at]

    @property
    def state(self) -> State:
        """A copy of the record that the rules work on, including all hidden information.

        >>> match = rooftop.Match("skyliners", players=2, seed=7, first=0)
        >>> int(match.state.player), match.state is match.state
        (0, False)
        """
        return copied(self._states)[0]

    # --- deciding --------------------------------------------------------------------------------------------

    @property
    def player(self) -> int | None:
        """The seat to move, None when the game is over.

        >>> rooftop.Match("skyliners", seed=7, first=2).player
        2
        """
        player = int(self._state.player)
        return None if player < 0 else player

    @property
    def over(self) -> bool:
        """Whether the game is over.

        >>> rooftop.Match("skyliners", seed=7).over
        False
        """
        return not self.legal

    @property
    def ply(self) -> int:
        """The number of decisions made so far.

        >>> match = rooftop.Match("skyliners", players=2, seed=7, first=0)
        >>> match.play("floor b3"), match.ply
        (Move(11, 'floor b3'), 1)
        """
        return len(self._past)

    def moves(self) -> list[Move]:
        """The legal moves.

        >>> rooftop.Match("skyliners", seed=7).moves()[:2]
        [Move(0, 'floor a1'), Move(1, 'floor b1')]
        """
        return [Move(number, self.game, self._block, self._at) for number in self.legal]

    def play(self, move: "str | Move | int") -> Move:
        """Play a move, given as text, id or Move, and return it. A refused move changes nothing.

        >>> match = rooftop.Match("skyliners", seed=7)
        >>> match.play("f b3"), match.play(match.legal[0])
        (Move(11, 'floor b3'), Move(0, 'floor a1'))
        >>> match.play("roof c3")
        Traceback (most recent call last):
        rooftop.core.errors.IllegalMove: Not there: the park in the middle stays (SL-1).
        """
        number = move if type(move) is int else self._number(move)
        block, at = self._block, self._at
        if at + 1 == len(block):
            block, at = self._block, self._at = copied(self._states, BLOCK), 0
        try:
            count = self.game.advance_in(block, at, number, self._buffer, len(self.legal))
        except OverflowError:  # the number does not fit into 64 bits
            count = ILLEGAL
        if count < 0:
            count = self._roll(number) if count == ROLLS else self._refuse(number)
        played = Move(number, self.game, block, at)
        self._past.append(played)
        self._at = at + 1
        self.legal = _unpack(count)(self._buffer)
        return played

    def _roll(self, number: int) -> int:
        """Write the position after a move that uses dice and return the number of legal moves there."""
        after = self._block[self._at + 1 : self._at + 2]
        count: int = advance_rolling(self._states, after, number, self._buffer, self._dice(self.ply + 1))
        return count

    def _seat(self, seat: int) -> int:
        """The seat, if there is one of that number."""
        number = whole(seat, UnknownSeat, "errors.seat_type")
        if not 0 <= number < self.players:
            raise UnknownSeat("errors.seat", seat=number, last=self.players - 1)
        return number

    def _refuse(self, number: int) -> NoReturn:
        if not 0 <= number < self.game.moves:
            raise UnknownMove("errors.unknown_id", move=number, last=self.game.moves - 1)
        raise IllegalMove(*self.game.refuse(self._state, number))

    def check(self, move: "str | Move | int") -> Move:
        """Resolve a legal move without playing it. Raises what `play` would raise.

        >>> match = rooftop.Match("skyliners", players=2, seed=7, first=0)
        >>> match.check("f b3"), match.ply
        (Move(11, 'floor b3'), 0)
        """
        number = self._number(move)
        if number not in self.legal:
            self._refuse(number)
        return Move(number, self.game, self._block, self._at)

    def undo(self) -> Move:
        """Take the last decision back and return it.

        >>> match = rooftop.Match("skyliners", seed=7)
        >>> match.play("floor b3"), match.undo(), match.ply
        (Move(11, 'floor b3'), Move(11, 'floor b3'), 0)
        """
        if not self._past:
            raise CannotUndo("errors.nothing_to_undo")
        last = self._past.pop()
        self._states = last._states
        self._refresh()
        return last

    def showed_nothing(self) -> bool:
        """Whether the last decision revealed nothing to its player.

        >>> match = rooftop.Match("skyliners", players=2, seed=7, first=0)
        >>> match.play("floor b3"), match.showed_nothing()
        (Move(11, 'floor b3'), True)
        """
        last = self._past[-1]
        return showed_nothing(last._states, last.id, self._states)

    def unnoticed_moves(self) -> list[int]:
        """The legal moves that nobody else can notice, such as laying a card for a sealed bid.

        >>> rooftop.Match("skyliners", seed=7).unnoticed_moves()
        []
        """
        return unnoticed(self._states, self.legal)

    @property
    def in_a_row(self) -> int:
        """The number of consecutive decisions that the seat to move has just made.

        >>> match = rooftop.Match("skyliners", players=2, seed=7, first=0)
        >>> match.play("floor b3"), match.player, match.in_a_row
        (Move(11, 'floor b3'), 0, 1)
        """
        for count, move in enumerate(reversed(self._past)):
            if int(move._state.player) != self.player:
                return count
        return self.ply + self._in_a_row_before

    def copy(self) -> "Match":
        """An independent match that continues from here.

        >>> match = rooftop.Match("skyliners", seed=7)
        >>> other = match.copy()
        >>> other.play("floor b3"), match.ply
        (Move(11, 'floor b3'), 0)
        """
        match = Match.__new__(Match)
        vars(match).update(vars(self))
        match._states, match._past, match._buffer = self._states, self._past.copy(), self._buffer.copy()
        return match

    __copy__ = copy

    def redealt(self, seat: int, seed: int | None = None) -> "Match":
        """A determinized copy: this position, its hidden parts resampled from the information set of `seat`.

        >>> match = rooftop.Match("skyliners", seed=7)
        >>> match.redealt(0, seed=1).view(0) == match.view(0)
        True
        """
        match = self.copy()
        match._in_a_row_before = self.in_a_row
        match._past, match.seed = [], _seed(seed)
        match.dice = FAST  # a hypothetical deal need not be unpredictable
        self.game.rules.redeal(match._state, self._seat(seat), match._dice())
        match._refresh()
        return match

    @property
    def history(self) -> list[tuple[int, Move]]:
        """All decisions so far, as pairs of seat and move.

        >>> match = rooftop.Match("skyliners", seed=7, first=0)
        >>> match.play("floor b3"), match.history
        (Move(11, 'floor b3'), [(0, Move(11, 'floor b3'))])
        """
        return [(int(move._state.player), move) for move in self._past]

    def _number(self, move: "str | Move | int") -> int:
        if isinstance(move, str):
            return self.find(move).id
        if isinstance(move, Move) and move._game is not self.game:
            raise UnknownMove("errors.other_game", move=move.text, game=move._game.title)
        return move.id if isinstance(move, Move) else whole(move, UnknownMove, "errors.move_type")

    def find(self, text: str, language: str = "en") -> Move:
        """The move that a text means, legal or not: a whole one, or an abbreviation of a legal one, in English or in
        that language.

        >>> rooftop.Match("skyliners", seed=7).find("verdieping b3", "nl")
        Move(11, 'floor b3')
        """
        if not isinstance(text, str):
            raise UnknownMove("errors.move_type", value=Given(text), type=type(text).__name__)
        meant = {self.game.parse(reading) for reading in readings(self.game.name, text, language)}
        fitting = [Move(number, self.game, self._block, self._at) for number in meant if number is not None]
        fitting = fitting or [
            move for move in self.moves() if any(_abbreviates(text, said) for said in {move.text, move.said(language)})
        ]
        if len(fitting) > 1:
            moves = [move.said(language) for move in fitting]
            raise AmbiguousMove("errors.ambiguous", text=text, moves=some_of(moves))
        if not fitting:
            raise UnknownMove("errors.unknown_move", text=text)
        return fitting[0]

    def hint(self, level: str = "hard") -> "list[Hint]":
        """The best moves for the seat to move, found from what it may know, with win probabilities and expected
        points.

        >>> match = rooftop.Match("skyliners", seed=7)
        >>> best = match.hint("easy")[0]
        >>> best.move in match.moves(), 0 < best.chance < 1
        (True, True)
        """
        from rooftop.bots import hints

        return hints(self, level, secrets.randbits(64)) if not self.over else []

    # --- the score -------------------------------------------------------------------------------------------

    @property
    def scores(self) -> list[int]:
        """Every seat's current points.

        >>> match = rooftop.Match("skyliners", players=2, seed=7, first=0)
        >>> match.scores
        [0, 0]
        """
        return self._numbers(self.game.rules.score)

    @property
    def places(self) -> list[int]:
        """Every seat's current place, tie-breaks included. Several seats can share place 1.

        >>> rooftop.Match("skyliners", players=3, seed=7).places
        [1, 1, 1]
        """
        return self._numbers(self.game.rules.rank)

    @property
    def winners(self) -> list[int]:
        """The seats that have won, empty before the end.

        >>> match = rooftop.Match("skyliners", players=2, seed=7, first=0)
        >>> match.winners
        []
        >>> while not match.over:
        ...     _ = match.play(match.legal[0])
        >>> match.winners
        [0, 1]
        """
        return [seat for seat, place in enumerate(self.places) if place == 1] if self.over else []

    def breakdown(self) -> list[dict[str, Any]]:
        """Where the points come from, line by line.

        >>> match = rooftop.Match("skyliners", players=2, variant="intro", seed=7, first=0)
        >>> while not match.over:
        ...     _ = match.play(match.legal[0])
        >>> match.breakdown()[0]
        {'source': 'row', 'seat': 0, ...}
        >>> sum(line["points"] for line in match.breakdown()) == sum(match.scores)
        True
        """
        return self.game.words.breakdown(self._positions(), [move.id for move in self._past])

    def _positions(self) -> list[State]:
        """Every position from the first to the current one."""
        return [self._position(ply) for ply in range(self.ply + 1)]

    def _position(self, ply: int) -> State:
        """The position before the decision of that number."""
        return self._past[ply]._state if ply < self.ply else self._state

    def _numbers(self, function: Any) -> list[int]:
        numbers = np.zeros(SEATS, np.int32)
        function(self._state, numbers)
        return [int(number) for number in numbers[: self.players]]

    # --- what people see -------------------------------------------------------------------------------------

    def __repr__(self) -> str:
        table = f"{self.game.name}, {self.variant}, {self.players} players"
        seed = f", seed {self.seed}" if self.over else ""  # until the end it would give the deal away, in any log
        return f"<Match: {table}{seed}, ply {self.ply}>"

    def __str__(self) -> str:
        """The table as text, as a spectator sees it."""
        return "\n".join(self.drawn(None))

    def drawn(self, seat: int | None, language: str = "en") -> list[str]:
        """The table as lines of text, as a seat or a spectator (None) sees it.

        >>> rooftop.Match("skyliners", seed=7).drawn(0)[0]
        'Skyliners, full game, round 1'
        """
        from rich.markup import escape
        from rich.text import Text

        names = [escape(name) for name in self.seat_names(language)]
        drawn = self.game.board.draw(self.view(seat), language, names)
        return [Text.from_markup(line).plain for line in drawn]

    def svg(
        self,
        seat: int | None = None,
        language: str = "en",
        dark: bool = False,
        marked: Collection[str] = (),
        move: "str | Move | int | None" = None,
    ) -> str:
        """The table as a picture, as a seat or a spectator (None) sees it: SVG, with the marked places and those of a
        move highlighted.

        >>> rooftop.Match("skyliners", seed=7).svg(0, move="floor b3").splitlines()[-1]
        '</svg>'
        """
        check_language(language)
        places = set(marked)
        if move is not None:
            places.update(self.game.picture.places(Move(self._number(move), self.game, self._block, self._at).data))
        theme = NIGHT if dark else DAY
        return self.game.picture.draw(self.view(seat), Look(language, theme, frozenset(places)))

    def _repr_svg_(self) -> str:
        """What a notebook shows of a match: the table as a spectator sees it."""
        return self.svg()

    def observation(self, seat: int) -> Ints:
        """All that a seat may know, as a tensor. The game's `observation.PLANES` describe its layout.

        >>> rooftop.Match("skyliners", seed=7).observation(0).shape
        (739,)
        """
        tensor: Ints = np.empty(size_of(self.game.observation.PLANES), NUMBER)
        look(self._states, self._seat(seat), tensor)
        return tensor

    def view(self, seat: int | None) -> View:
        """All that a seat, or a spectator (None), may know, as plain JSON data.

        >>> match = rooftop.Match("skyliners", players=2, seed=7, first=0)
        >>> match.view(0)["table"]["districts"], match.view(None)["table"]["districts"]
        (['SE', None], [None, None])
        """
        everybody, own = self.open_view(), self.own_view(seat)
        return {**everybody, **own, "table": {**everybody["table"], **own["table"]}}

    def open_view(self) -> OpenView:
        """The part of a view that is the same for everybody.

        >>> match = rooftop.Match("skyliners", players=2, seed=7, first=0)
        >>> match.open_view()["table"].keys() & match.own_view(0)["table"].keys()
        set()
        """
        return {
            "game": self.game.name,
            "variant": self.variant,
            "players": self.players,
            "player": self.player,
            "winners": self.winners,
            "scores": self.scores if self.over else None,
            "breakdown": self.breakdown() if self.over else None,
            "table": self.game.words.open_view(self._state),
        }

    def own_view(self, seat: int | None) -> OwnView:
        """The part of a view that differs from seat to seat.

        >>> rooftop.Match("skyliners", players=2, seed=7, first=0).own_view(0)["moves"][0]
        {'id': 0, 'text': 'floor a1', 'data': {'action': 'build', 'piece': 'floor', 'site': 'a1'}}
        """
        seat = None if seat is None else self._seat(seat)
        state = self._state
        legal = self.legal if seat is not None and seat == state.player else ()
        return {
            "seat": seat,
            "table": self.game.words.own_view(state, seat),
            "moves": [_described(self.game, state, move) for move in legal],
        }

    def log(self, seat: int | None, language: str = "en", since: int = 0, until: int | None = None) -> list[str]:
        """The log of decisions `since` (inclusive) to `until` (exclusive), as the seat may read it.

        >>> match = rooftop.Match("skyliners", seed=7, names=["Ann", "Bob", "Cid", "Dan"], first=0)
        >>> match.play("floor b3"), match.log(None, "nl")
        (Move(11, 'floor b3'), ['Ann bouwt een verdieping op b3.'])
        """
        names = self.seat_names(language)
        return [line.say(language, names) for line in self.told(seat, since, until)]

    def told(self, seat: int | None, since: int = 0, until: int | None = None) -> list[LogLine]:
        """The log lines before translation, with the places that they are about.

        >>> match = rooftop.Match("skyliners", players=2, seed=7, first=0)
        >>> match.play("floor b3"), match.told(None)[0].places, match.told(None)[0].say("de", ["Ann", "Bob"])
        (Move(11, 'floor b3'), ('b3',), 'Ann baut ein Stockwerk auf b3.')
        """
        seat = None if seat is None else self._seat(seat)
        lines: list[LogLine] = []
        for ply in range(self.ply)[_ply(since) : _ply(until)]:
            lines += self.game.words.tell(self._position(ply), self._past[ply].id, self._position(ply + 1), seat)
        return lines

    def seat_names(self, language: str = "en") -> list[str]:
        """The names of the players, by default the colours of their pieces.

        >>> rooftop.Match("skyliners", players=2, seed=7).seat_names("de")
        ['Rot', 'Blau']
        """
        check_language(language)
        return list(self.names or self.game.seat_names(language)[: self.players])

    # --- saving ----------------------------------------------------------------------------------------------

    def position(self) -> dict[str, Any]:
        """Everything on the table, including hidden information, as plain JSON data.

        >>> rooftop.Match("skyliners", seed=7).position()["sites"]["c3"]
        ['neutral park']
        """
        return {
            "game": self.game.name,
            "variant": self.variant,
            "players": self.players,
            **self.game.positions.write(self._state),
        }

    @classmethod
    def from_position(
        cls,
        position: dict[str, Any],
        seed: int | None = None,
        names: Sequence[str] | None = None,
        dice: str = FAST,
    ) -> "Match":
        """Set up any table. What nobody at it knows can be left out; the seed then determines it.

        >>> position = rooftop.Match("skyliners", seed=7).position()
        >>> position["player"] = position["first"] = 2
        >>> rooftop.Match.from_position(position).player
        2
        """
        reader = Reader(position)
        table = {name: value.value for name, value in reader.named() if name not in ("game", "variant", "players")}
        match = cls.__new__(cls)
        game = reader["game"].text()
        players = reader["players"].integer(0, SEATS)
        variant = None if reader["variant"].missing else reader["variant"].text()
        match._prepare(game, players, variant, seed, names, dice)
        match.first = None
        match._state.players = players
        match._state.variant = match.game.variant(variant)
        match.game.positions.read(match._state, table, match._dice())
        match._from = match.position()
        match._begin()
        return match

    def record(self) -> str:
        """The saved game as text.

        >>> match = rooftop.Match("skyliners", players=2, seed=7, first=0)
        >>> match.play("floor b3")
        Move(11, 'floor b3')
        >>> match.record().splitlines()[-1]
        '0: floor b3'
        """
        tags: dict[str, Any] = {"Game": self.game.name, "Variant": self.variant, "Players": self.players}
        generator = None if self.dice == FAST else self.dice
        optional = {"Dice": generator, "First": self.first, "Names": self.names, "Position": self._from}
        tags |= {"Seed": self.seed, "Rules": self.game.version}
        tags |= {name: value for name, value in optional.items() if value is not None}
        if self.over:
            tags["Result"] = self._result()
        return records.write(tags, ((seat, move.text) for seat, move in self.history))

    def _result(self) -> dict[str, Any]:
        return {"scores": self.scores, "winners": self.winners}

    @classmethod
    def from_record(cls, text: str) -> "Match":
        """Replay a saved game to its last move.

        >>> match = rooftop.Match("skyliners", players=2, seed=7, first=0)
        >>> match.play("floor b3")
        Move(11, 'floor b3')
        >>> rooftop.Match.from_record(match.record()).history
        [(0, Move(11, 'floor b3'))]
        """
        record = records.read(text)
        match = cls._from_tags(record)
        for line, seat, move in record.moves:
            if match.over:
                raise RecordError(line, "errors.after_the_end", seat=seat)
            if match.player != seat:
                raise RecordError(line, "errors.not_the_player", seat=seat, player=match.player)
            try:
                match.play(move)
            except RooftopError as error:
                raise RecordError(line, "errors.move", move=move, reason=error.message) from error
        result = record.tags.get("Result")
        if result is not None and (not match.over or result != match._result()):
            raise RecordError(record.line("Result"), "errors.result")
        return match

    @classmethod
    def _from_tags(cls, record: records.SavedGame) -> "Match":
        tags = record.tags
        names, generator = tags.get("Names"), tags.get("Dice", FAST)
        try:
            game = find_game(tags["Game"])
            if "Position" in tags:
                match = cls.from_position(tags["Position"], tags["Seed"], names, generator)
            else:
                first, variant = tags.get("First"), tags.get("Variant")
                match = cls(game.name, tags["Players"], variant, tags["Seed"], first, names, generator)
        except UnknownDice as error:
            raise RecordError(record.line("Dice"), "errors.table", reason=error.message) from error
        except RooftopError as error:
            raise RecordError(1, "errors.table", reason=error.message) from error
        if tags["Rules"] != game.version:
            raise RecordError(record.line("Rules"), "errors.version", found=tags["Rules"], known=game.version)
        return match


def _seed(seed: int | None) -> int:
    """The seed, by default a random one."""
    return secrets.randbits(128) if seed is None else whole(seed, InvalidArgument, "errors.seed_type")


def _ply(ply: int | None) -> int | None:
    """A bound of a part of the log."""
    return None if ply is None else whole(ply, InvalidArgument, "errors.ply_type")


def _names(names: Sequence[str], players: int) -> tuple[str, ...]:
    """A printable name for each player."""
    listed = isinstance(names, Sequence) and not isinstance(names, str)
    if not listed or len(names) != players or not all(isinstance(name, str) and name.strip() for name in names):
        raise InvalidArgument("errors.names", n=players)
    for name in names:
        if not name.isprintable():
            raise InvalidArgument("errors.name", name=name)
    return tuple(names)


@cache
def _unpack(count: int) -> Callable[[Any], tuple[int, ...]]:
    """A function that unpacks the first `count` moves of a buffer, faster than NumPy does."""
    return Struct(f"{count}h").unpack_from


def _abbreviates(text: str, move: str) -> bool:
    """Whether the typed words are prefixes of words of the move, in order: `f b3` for `floor b3`."""
    rest = iter(move.casefold().split())
    words = text.casefold().split()
    return bool(words) and all(any(word.startswith(typed) for word in rest) for typed in words)
