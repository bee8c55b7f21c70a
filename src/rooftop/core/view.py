"""The form of a view: the fields common to all games. Its table, the parts of its moves and the lines of its breakdown
are what the game declares (`view.py`)."""

from typing import Any, Generic

from typing_extensions import TypedDict, TypeVar

Table = TypeVar("Table", default=Any)
Action = TypeVar("Action", default=Any)
Line = TypeVar("Line", default=Any)


class Move(TypedDict, Generic[Action]):
    """A legal move."""

    id: int
    text: str
    data: Action
    """Its parts."""


class OpenView(TypedDict, Generic[Table, Line]):
    """The part of a view that is the same for everybody."""

    game: str
    variant: str
    players: int
    player: int | None
    winners: list[int]
    scores: list[int] | None
    breakdown: list[Line] | None
    table: Table


class OwnView(TypedDict, Generic[Table, Action]):
    """The part of a view that differs from seat to seat."""

    seat: int | None
    table: Table
    moves: list[Move[Action]]


class View(TypedDict, Generic[Table, Action, Line]):
    """All that a seat, or a spectator, may know.

    >>> view: rooftop.View = rooftop.Match("skyliners", players=2, seed=7, first=0).view(0)
    >>> view["seat"], view["table"]["round"], view["moves"][0]["text"]
    (0, 1, 'floor a1')
    """

    game: str
    variant: str
    players: int
    seat: int | None
    """Whose view it is; null: a spectator's."""
    player: int | None
    """The seat that decides; null when the game is over."""
    winners: list[int]
    scores: list[int] | None
    """When the game is over."""
    breakdown: list[Line] | None
    """Where the points come from, line by line in the order of scoring, when the game is over."""
    table: Table
    moves: list[Move[Action]]
    """The legal ones, for whoever decides."""
