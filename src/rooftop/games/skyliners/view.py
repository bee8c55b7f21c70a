"""The schema of Skyliners: the table of a view, the parts of a move, the lines of the breakdown."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from rooftop.games.skyliners.components import District, Piece, Row, Segment

# --- the table -----------------------------------------------------------------------------------------------


class Supply(TypedDict):
    floor: int
    roof: int
    park: int


class SetUpCard(TypedDict):
    seat: int
    """Who has turned it over."""
    card: str
    """Row and position as that seat sees them."""
    site: str
    """Where it has put a neutral floor."""


class Plan(TypedDict):
    seat: int
    row: NotRequired[Row]
    """Of a plan that the viewer may know."""
    planned: NotRequired[Segment]
    right: NotRequired[bool]
    """Whether what is seen now fulfils it."""


class OpenTable(TypedDict):
    first: int
    """The start player."""
    round: int
    action: int
    """Of the turn, from 1."""
    built: str | None
    """The site that this turn has built on already."""
    sites: dict[str, list[str]]
    """The pieces on every site that is not empty, from the ground up: `red floor`."""
    rows: list[list[str]]
    """Each seat's rows from its left to its right, their sites from the nearest: `a1 a2 a3 a4 a5`."""
    supply: list[Supply]
    cards: list[int]
    """Planning cards in hand."""
    seen: list[list[int]]
    """How much each seat sees in each of its rows."""
    tallest: list[str]
    """The sites on which a tallest building stands now."""
    set_up: list[SetUpCard]
    """In the order in which they were turned over."""


class OwnTable(TypedDict):
    own_cards: list[Row]
    """The planning cards in hand."""
    plans: list[Plan]
    """The planning office, in the order placed."""
    districts: list[District | None]
    """Null where it is secret."""
    own_district: list[str]
    """The sites of the viewer's."""


class Table(OpenTable, OwnTable):
    pass


# --- moves ---------------------------------------------------------------------------------------------------


class Build(TypedDict):
    action: Literal["build"]
    piece: Piece
    site: str


class PlanRow(TypedDict):
    action: Literal["plan"]
    row: Row
    planned: Segment


class Pass(TypedDict):
    action: Literal["pass"]


Action = Build | PlanRow | Pass

# --- the breakdown -------------------------------------------------------------------------------------------


class SeenRow(TypedDict):
    seat: int
    row: Row
    seen: int
    antennas: list[str]
    """The sites that get one."""
    points: int


class RowLine(SeenRow):
    source: Literal["row"]


class PlanLine(SeenRow):
    source: Literal["plan"]
    planned: Segment
    right: bool


class BeyondLine(TypedDict):
    """Points for antennas beyond the ten in stock (SL-63)."""

    source: Literal["beyond"]
    seat: int
    row: Row
    points: int


class AntennasLine(TypedDict):
    source: Literal["antennas"]
    seat: int
    count: int
    points: int


class SkyscraperLine(TypedDict):
    source: Literal["skyscraper"]
    seat: int
    district: District
    tallest: list[str]
    """The sites of the district on which a tallest building stands."""
    points: int


Line = RowLine | PlanLine | BeyondLine | AntennasLine | SkyscraperLine
