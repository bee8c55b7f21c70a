"""The schema of Skyline 3000: the table of a view, the parts of a move, the lines of the breakdown."""

from typing import Literal

from typing_extensions import TypedDict

from rooftop.games.skyline3000.components import Amenity, District, Kind, Large, Shape
from rooftop.games.skyline3000.rules import Asked

Phase = Literal["building", "amenities", "supply", "over"]

# --- the table -----------------------------------------------------------------------------------------------


class Auction(TypedDict):
    number: int
    """Of the round, from 1."""
    amenity: Amenity


class Stack(TypedDict):
    size: int
    top: str | None
    cards: list[str] | None
    """What it holds, in `open` once it has been made of the discards."""
    hands: list[str] | None
    """The cards of its kind in all hands together, then."""


class Stacks(TypedDict):
    floor: Stack
    roof: Stack
    contract: Stack


class Factory(TypedDict):
    """The heights of the buildings in a factory; the finished ones by their roofs."""

    unfinished: list[int]
    barrel: list[int]
    gable: list[int]


class Roofs(TypedDict):
    barrel: int
    gable: int


class Building(TypedDict):
    seat: int
    height: int


class Standing(TypedDict):
    """The standing of a seat with floors in a block."""

    seat: int
    floors: int
    tallest: int
    place: int | None
    """1 or 2, where it brings points."""
    points: int
    """What a scoring would bring now."""


class Block(TypedDict):
    district: District
    free: int
    """Small foundations that are empty."""
    shape: Shape | None
    """Of its roofs."""
    buildings: list[Building]
    """The lowest first."""
    billboards: list[int]
    """Of each seat."""
    green: int
    """Green spaces."""
    large: Large | None
    """What is on the large foundation."""
    shapes: list[Shape]
    """The roofs that it takes now."""
    heights: list[int]
    """The heights that it takes now."""
    standing: list[Standing]


class Kinds(TypedDict):
    floor: int
    roof: int
    contract: int


class Hand(TypedDict):
    size: int
    kinds: Kinds | None
    """For everybody in `open`, else for whoever may see the cards."""
    known: list[str] | None
    """The cards that everybody has seen, in `open`."""
    cards: list[str] | None
    """All of them, and their total, for whoever may see them."""
    total: int | None


class OpenTable(TypedDict):
    key: int
    """The key player."""
    round: int
    rounds: int
    """Of the game."""
    phase: Phase
    asked: Asked
    """What is to be decided."""
    passed: list[bool]
    card: str | None
    """Played, but not used or dropped yet."""
    auction: Auction | None
    house: list[list[Amenity]]
    """What each stack of the auction house still has, the next one first."""
    bids: list[list[str]] | None
    """The cards of each seat, while the amenity is placed."""
    draws: int
    """Cards that whoever decides still has to draw."""
    draws_due: list[int]
    """How many cards each seat would draw now."""
    points: list[int]
    stacks: Stacks
    discarded: int
    """Cards of all kinds together."""
    discards: list[str] | None
    """These cards, in `open`."""
    floors: int
    """In the supply."""
    factories: list[Factory]
    roofs: list[Roofs]
    billboards: list[int]
    """In stock, as are roofs."""
    blocks: dict[str, Block]


class OwnTable(TypedDict):
    own_bid: list[str] | None
    """The viewer's cards while bids are secret."""
    hands: list[Hand]


class Table(OpenTable, OwnTable):
    pass


# --- moves ---------------------------------------------------------------------------------------------------


class PlayCard(TypedDict):
    """Play a card, or lay it down as part of a bid."""

    action: Literal["play", "lay"]
    card: str
    kind: Kind


class PlaceOnBlock(TypedDict):
    """Put up a billboard, or place the amenity."""

    action: Literal["billboard", "place"]
    block: str


class PutFloor(TypedDict):
    action: Literal["floor"]
    height: int
    """Of the building before; 0: a new one."""


class PutRoof(TypedDict):
    action: Literal["roof"]
    shape: Shape
    height: int


class Anchor(TypedDict):
    action: Literal["anchor"]
    shape: Shape
    height: int
    block: str
    billboard: bool
    """Whether an own billboard is built over."""


class Draw(TypedDict):
    action: Literal["draw"]
    kind: Kind


class Stop(TypedDict):
    action: Literal["pass", "let go", "stop"]


Action = PlayCard | PlaceOnBlock | PutFloor | PutRoof | Anchor | Draw | Stop

# --- the breakdown -------------------------------------------------------------------------------------------


class StartLine(TypedDict):
    source: Literal["start"]
    seat: int
    points: int


class BillboardLine(TypedDict):
    source: Literal["billboard", "built over"]
    round: int
    block: str
    seat: int
    points: int


class BlockLine(TypedDict):
    source: Literal["block"]
    round: int
    block: str
    seat: int
    floors: int
    tallest: int
    place: int | None
    green: int
    """Green spaces of the block."""
    billboards: int
    megamall: bool
    """Whether the points are doubled."""
    points: int


Line = StartLine | BillboardLine | BlockLine
