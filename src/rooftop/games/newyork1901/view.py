"""The schema of New York 1901: the table of a view, the parts of a move, the lines of the breakdown."""

from typing import Annotated, Literal

from annotated_types import Len
from typing_extensions import TypedDict

from rooftop.games.newyork1901.components import Colour, Level

Square = Annotated[list[int], Len(2, 2)]
"""Column and row, from 0."""

# --- the table -----------------------------------------------------------------------------------------------


class Stack(TypedDict):
    """The future market."""

    count: int
    hidden: dict[str, int]
    """The cards in it whose order nobody knows."""
    returned: list[str]
    """The cards given back, the next to be drawn first."""


class PlacedTile(TypedDict):
    tile: str
    level: Level
    points: int
    place: str
    """Tile, anchor and orientation: `gold L5 c10 mirrored turned 90`."""
    anchor: str
    """The leftmost square of its top row."""
    mirrored: bool
    turned: int
    """Degrees clockwise, after mirroring left and right."""
    squares: list[str]


class Player(TypedDict):
    character: Colour
    """The district that it has started in."""
    points: int
    gold: int
    """Gold skyscrapers that stand, legendary ones included: they break a tie."""
    workers: int
    """In stock."""
    cards: list[str]
    lots: list[str]
    tiles: list[PlacedTile]
    hand: dict[str, int]
    """How many tiles of each name are still to be built."""
    torn_down: list[str]
    may_build_legendary: bool


class Lot(TypedDict):
    colour: Colour
    card: str
    """What it is acquired with."""
    squares: list[str]
    owner: int | None
    worker: bool
    closed: bool
    """Whether its district is left out."""


class TileShape(TypedDict):
    level: Level
    points: int
    squares: list[Square]


class Map(TypedDict):
    rows: list[str]
    """Squares from the top left: `..` street, `~~` park, `XX` the standing building, else the lot."""
    streets_across: dict[str, str]
    """Names by row."""
    streets_down: dict[str, str]
    """Names by column."""
    landmarks: dict[str, str]
    """Squares by name."""


class OpenTable(TypedDict):
    acquired: bool
    """Whether this turn has acquired land already."""
    last_turns: int | None
    """How many are still to be played, the present one included; null while the end is not near."""
    goal: int
    """Points that end the game."""
    passes: int
    """In a row."""
    quiet: int
    """Turns in a row without a new tile."""
    quiet_end: int
    """How many of them end the game."""
    market: list[str]
    """The open cards."""
    stack: Stack
    free_lots: dict[str, list[str]]
    """The lots without an owner that each card in play is good for."""
    legendary: list[str]
    """The legendary tiles that nobody has built."""
    seats: list[Player]
    lots: dict[str, Lot]
    tiles: dict[str, TileShape]
    """What there is in the box."""
    map: Map


class OwnTable(TypedDict):
    """Nobody has secrets."""


class Table(OpenTable, OwnTable):
    pass


# --- moves ---------------------------------------------------------------------------------------------------


class TakeLot(TypedDict):
    """Acquire a lot, or give it back."""

    action: Literal["acquire", "give back"]
    lot: str
    card: str
    squares: list[str]
    workers_after: int
    """In the player's stock."""


class Build(PlacedTile):
    action: Literal["build", "rebuild"]
    torn_down: list[str]
    """Places of the tiles that are torn down."""
    workers_back: list[str]
    """Lots from which workers come home."""
    workers_sent: list[str]
    """Lots to which workers go."""
    points_after: int
    """All points of the player."""
    brings_end: bool
    """Whether its points begin the last turns."""


class Stop(TypedDict):
    action: Literal["skip", "pass"]


Action = TakeLot | Build | Stop

# --- the breakdown -------------------------------------------------------------------------------------------


class BuiltLine(TypedDict):
    source: Literal["build", "rebuild"]
    seat: int
    tile: str
    place: str
    squares: list[str]
    torn_down: list[str]
    """Names of the tiles that were torn down."""
    points: int


class BeforeLine(TypedDict):
    """The starter, and what was built before the first position of the match."""

    source: Literal["starter", "before"]
    seat: int
    tile: str
    place: str | None
    """Null: torn down."""
    points: int


class StandingLine(TypedDict):
    source: Literal["standing"]
    seat: int
    tiles: list[str]
    gold: int
    points: int


class TieLine(TypedDict):
    source: Literal["tie"]
    seat: int
    gold: int
    wins: bool
    points: int


Line = BuiltLine | BeforeLine | StandingLine | TieLine
