"""The schema of Skyline of the World: the table of a view, the parts of a move, the lines of the breakdown."""

from typing import Annotated, Literal

from annotated_types import Len
from typing_extensions import TypedDict

from rooftop.games.skyline_world.components import Kind

Phase = Literal["build", "invest"]
Cell = Annotated[list[int], Len(2, 2)]
"""Row and column."""

# --- the table -----------------------------------------------------------------------------------------------

Supply = TypedDict("Supply", {"1": int, "2": int, "4": int, "6": int, "penthouse": int})


class Hand(Supply):
    neutral: int
    skyline: int


Goods = TypedDict("Goods", {"1": int, "2": int, "4": int, "6": int, "penthouse": int, "neutral": int}, total=False)
"""Kinds with a count above zero."""


Prices = TypedDict("Prices", {"1": int, "2": int, "4": int, "6": int, "penthouse": int, "neutral": int})


class Components(TypedDict):
    """What is the same in every game."""

    prices: Prices
    """Of the floors in the shop."""
    resale: Prices
    """What they bring when they are sold."""
    most_money: int
    penthouses: int
    """Of each seat."""


class NextPenthouse(TypedDict):
    skyline: bool
    """It brings a Skyline floor."""
    ends: bool
    """The last turns begin."""
    draws: bool
    """The others draw bonus cards."""


class Group(TypedDict):
    """Connected top floors of a seat."""

    sites: list[str]
    income: int


class Floor(TypedDict):
    floor: Kind
    site: str
    level: int
    price: int
    payee: int | None
    """The seat that it pays; null: the bank, or nobody."""


class Announced(TypedDict):
    """The public actions of a seat in its last turn."""

    income: int
    built: list[Floor]
    bought: Goods
    sold: Goods


class Nearest(TypedDict):
    sites: list[str]
    """Where the figure stands, or would with the fewest sites missing."""
    missing: list[str]


class Card(Nearest):
    figure: str
    value: int
    cells: list[Cell]
    """The figure."""
    found: bool
    """Whether it stands in the city."""


class Mission(Nearest):
    mission: str
    cells: list[Cell]
    """The figure."""
    fulfilled: bool


class OpenTable(TypedDict):
    components: Components
    phase: Phase | None
    """Null when the game is over."""
    sites: dict[str, list[str]]
    """The floors on every site, from the ground up: `red 4`, `neutral`."""
    orange: list[str]
    """The orange sites."""
    claims: dict[str, int]
    """Whose Skyline floor a site has."""
    neutral: int
    """Neutral floors in the supply."""
    incomes: list[int]
    """What each seat would be paid now."""
    groups: list[list[Group]]
    """Of each seat, the best one first."""
    penthouses: list[int]
    next_penthouse: NextPenthouse | None
    """What another one would do for whoever decides; null when the game is over."""
    orange_tops: list[list[str]]
    """The orange sites that each seat is on top of."""
    announced: list[Announced]
    shown: list[str]
    """The figures shown in this turn."""
    cards: list[int]
    """Bonus cards in hand."""
    used: dict[str, int]
    """Bonus cards that have left the game, by figure."""
    pile: int
    """Bonus cards to be drawn."""
    ender: int | None
    """Who was the first to build a third penthouse."""
    last_tops: list[list[str] | None]
    """In `swift`, where each seat was on top at the end of its last turn; null before that."""
    idle: int
    """Turns in a row in which nothing happened."""
    unbuilt: int
    """Turns in a row without a floor being built."""


class OwnTable(TypedDict):
    money: list[int | None]
    """Of each seat; null where it is secret, as are hands and supplies."""
    hands: list[Hand | None]
    supply: list[Supply | None]
    own_cards: list[Card]
    """The viewer's bonus cards."""
    missions: list[Mission | None]
    """Null where it is secret."""


class Table(OpenTable, OwnTable):
    pass


# --- moves ---------------------------------------------------------------------------------------------------


class Build(Floor):
    action: Literal["build"]


class Show(TypedDict):
    action: Literal["show"]
    figure: str
    value: int


class Trade(TypedDict):
    action: Literal["trade"]
    figures: list[str]
    value: int


class Buy(TypedDict):
    action: Literal["buy"]
    floor: Kind
    price: int


class Sell(TypedDict):
    action: Literal["sell"]
    floor: Kind
    value: int


class End(TypedDict):
    action: Literal["end building", "end turn"]


Action = Build | Show | Trade | Buy | Sell | End

# --- the breakdown -------------------------------------------------------------------------------------------


class PenthousesLine(TypedDict):
    source: Literal["penthouses"]
    seat: int
    count: int
    points: int


class OrangeLine(TypedDict):
    source: Literal["orange"]
    seat: int
    sites: list[str]
    points: int


class MissionLine(TypedDict):
    source: Literal["mission"]
    seat: int
    mission: str
    fulfilled: bool
    points: int


class TieBreakLine(TypedDict):
    """A tie-break."""

    source: Literal["tie_break"]
    seat: int
    by: Literal["penthouses", "mission"]
    tied: list[int]
    left: list[int]
    """Those of them whom it puts ahead."""
    points: int


class SharedLine(TypedDict):
    """The seats that are tied in everything and share the win."""

    source: Literal["shared"]
    seat: int
    tied: list[int]
    points: int


Line = PenthousesLine | OrangeLine | MissionLine | TieBreakLine | SharedLine
