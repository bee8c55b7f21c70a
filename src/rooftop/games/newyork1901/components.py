"""The components of New York 1901."""

from typing import Literal, NamedTuple, get_args

import numpy as np

# NY-1: the map, two characters a square: the colour of the district and the lot (a digit has 2 squares, a letter 3;
# 1 is the start lot of its district). `..` is street, `~~` park, `XX` the standing building.
MAP = """
.. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. ..
.. YA Y2 Y2 YB .. Y3 Y4 ~~ Y5 Y6 .. R2 R3 R4 R4 ..
.. YA YA YB YB .. Y3 Y4 ~~ Y5 Y6 .. R2 R3 RA RA ..
.. G2 G2 G3 G3 .. Y7 Y7 YC YC YC .. RB RB RB RA ..
.. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. ..
.. G4 G4 G5 G5 .. Y8 Y8 Y9 R7 R7 .. RC RC RC R5 ..
.. GA GB GB GB .. Y1 Y1 Y9 R8 R8 .. R1 R1 RD R5 ..
.. GA GA G1 G1 .. YD YD YD R9 R9 .. R6 R6 RD RD ..
.. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. ..
.. GC GC ~~ ~~ .. BA BA B6 B3 B3 .. BC B8 B8 BD ..
.. G6 GC ~~ ~~ .. B2 BA B6 B1 B1 .. BC BC BD BD ..
.. G6 GD ~~ ~~ .. B2 BB B7 B4 B4 .. XX XX XX B9 ..
.. GD GD ~~ ~~ .. BB BB B7 B5 B5 .. XX XX XX B9 ..
.. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. ..
.. G7 G7 P2 P3 .. ~~ PA PA P5 P5 .. P7 P7 PC P8 ..
.. G8 G9 P2 P3 .. ~~ PA PB P1 P1 .. PD PC PC P8 ..
.. G8 G9 P4 P4 .. ~~ PB PB P6 P6 .. PD PD P9 P9 ..
.. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. ..
"""
ROWS = tuple(tuple(line.split()) for line in MAP.strip().splitlines())
STREET, PARK, STANDING_BUILDING = "..", "~~", "XX"
STREETS_ACROSS = {0: "Liberty", 4: "Cedar", 8: "Thames / Pine", 13: "Wall", 17: "Exchange"}
STREETS_DOWN = {0: "Trinity", 5: "Broadway", 11: "Nassau / Broad", 16: "William"}
LANDMARKS = {"City Hall Park": "i2", "Trinity Churchyard": "d10", "Bowling Green": "g15", "Sub-Treasury": "m12"}
Colour = Literal["yellow", "red", "blue", "green", "pink"]
COLOURS: tuple[Colour, ...] = get_args(Colour)
PINK = COLOURS.index("pink")

# NY-2: lot cards of each colour, by size. Card 0 is yellow 2, card 1 yellow 3, card 2 red 2 ...
CARDS_OF_SIZE = {2: 9, 3: 4}
CARDS = tuple(f"{colour} {size}" for colour in COLOURS for size in CARDS_OF_SIZE)
DECK = np.array([count for _ in COLOURS for count in CARDS_OF_SIZE.values()], np.int8)
OPEN_CARDS = 4


Level = Literal["bronze", "silver", "gold", "legendary"]


class Tile(NamedTuple):
    name: str
    """The level, the letter that its shape resembles, and its number of squares."""
    level: Level
    copies: int
    points: int
    squares: tuple[tuple[int, int], ...]


# NY-3: the starter and the skyscrapers of every player, then the legendary ones, of which there is one copy each.
TILES = (
    Tile("starter", "bronze", 1, 0, ((0, 0), (1, 0))),
    Tile("bronze I2", "bronze", 3, 2, ((0, 0), (1, 0))),
    Tile("bronze I3", "bronze", 1, 3, ((0, 0), (1, 0), (2, 0))),
    Tile("bronze V3", "bronze", 1, 3, ((0, 0), (0, 1), (1, 1))),
    Tile("bronze L4", "bronze", 1, 4, ((0, 0), (0, 1), (0, 2), (1, 2))),
    Tile("silver I3", "silver", 1, 4, ((0, 0), (1, 0), (2, 0))),
    Tile("silver V3", "silver", 1, 4, ((0, 0), (0, 1), (1, 1))),
    Tile("silver I4", "silver", 1, 5, ((0, 0), (1, 0), (2, 0), (3, 0))),
    Tile("silver O4", "silver", 1, 5, ((0, 0), (1, 0), (0, 1), (1, 1))),
    Tile("silver T4", "silver", 1, 5, ((0, 0), (1, 0), (2, 0), (1, 1))),
    Tile("silver P5", "silver", 1, 6, ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2))),
    Tile("gold Z4", "gold", 1, 6, ((0, 0), (1, 0), (1, 1), (2, 1))),
    Tile("gold L5", "gold", 1, 7, ((0, 0), (1, 0), (2, 0), (3, 0), (0, 1))),
    Tile("gold N5", "gold", 1, 7, ((0, 0), (1, 0), (1, 1), (2, 1), (3, 1))),
    Tile("gold T5", "gold", 1, 7, ((0, 0), (1, 0), (2, 0), (1, 1), (1, 2))),
    Tile("gold O6", "gold", 1, 8, ((0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1))),
    Tile("gold Z6", "gold", 1, 8, ((0, 0), (1, 0), (2, 0), (1, 1), (2, 1), (3, 1))),
    Tile("Park Row", "legendary", 1, 11, ((0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (1, 2))),
    Tile("Singer", "legendary", 1, 12, ((0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (0, 2), (1, 2))),
    Tile("Metropolitan Life", "legendary", 1, 12, tuple((x, y) for y in range(2) for x in range(4))),
    Tile("Woolworth", "legendary", 1, 13, tuple((x, y) for y in range(3) for x in range(3))),
)
STARTER = 0
FIRST_LEGENDARY = next(n for n, tile in enumerate(TILES) if tile.level == "legendary")
POINTS = np.array([tile.points for tile in TILES], np.int8)
SIZE = np.array([len(tile.squares) for tile in TILES], np.int8)
IS_GOLD = np.array([tile.level in ("gold", "legendary") for tile in TILES])  # NY-71

# A player has a slot for each of the own tiles, equal ones adjacent, and the last slot for a legendary tile.
OWN_TILES = tuple(n for n, tile in enumerate(TILES[:FIRST_LEGENDARY]) for _ in range(tile.copies))
SLOT_TILE = np.array(OWN_TILES, np.int8)
LEGENDARY_SLOT = len(OWN_TILES)
SLOTS = LEGENDARY_SLOT + 1
FIRST_SLOT = np.array([OWN_TILES.index(n) if n in OWN_TILES else LEGENDARY_SLOT for n in range(len(TILES))], np.int8)
MOST_EQUAL = max(tile.copies for tile in TILES)

# NY-4
WORKERS = 4

# NY-52, NY-70
QUIET_ROUNDS = 20
GOAL = 50

# --- the map as bitboards ------------------------------------------------------------------------------------

# A block is the land between the streets. No tile and no lot crosses a street, so a set of squares is a block and a
# bitboard, row by row. Rows are one bit wider than the widest block: the neighbours of a square are 1 and 6 bits away,
# and no row runs into the next.
BLOCK_CORNERS = tuple((x + 1, y + 1) for y in list(STREETS_ACROSS)[:-1] for x in list(STREETS_DOWN)[:-1])
BLOCKS = len(BLOCK_CORNERS)
ROW_BITS = 6
BLOCK_BITS = 4 * ROW_BITS

Square = tuple[int, int]


def _block(square: Square) -> int:
    return max(n for n, (x, y) in enumerate(BLOCK_CORNERS) if x <= square[0] and y <= square[1])


def _bit(square: Square) -> int:
    x, y = BLOCK_CORNERS[_block(square)]
    return (square[0] - x) + ROW_BITS * (square[1] - y)


def _mask(squares: tuple[Square, ...]) -> int:
    return sum(1 << _bit(square) for square in squares)


def square_name(square: Square) -> str:
    """Columns a to q from the left, rows 1 to 18 from the top."""
    return f"{'abcdefghijklmnopq'[square[0]]}{square[1] + 1}"


LAND = {
    (x, y): name
    for y, row in enumerate(ROWS)
    for x, name in enumerate(row)
    if name not in (STREET, PARK, STANDING_BUILDING)
}

# The lots, block by block.
LOTS = tuple(dict.fromkeys(LAND[square] for square in sorted(LAND, key=lambda s: (_block(s), _bit(s)))))
LOT_SQUARES = tuple(tuple(square for square, name in LAND.items() if name == lot) for lot in LOTS)
LOT_COLOUR = np.array(["YRBGP".index(lot[0]) for lot in LOTS], np.int8)
LOT_CARD = np.array([2 * "YRBGP".index(lot[0]) + lot[1].isalpha() for lot in LOTS], np.int8)
LOT_BLOCK = np.array([_block(squares[0]) for squares in LOT_SQUARES], np.int8)
LOT_MASK = np.array([_mask(squares) for squares in LOT_SQUARES], np.int32)
FIRST_LOT = np.searchsorted(LOT_BLOCK, np.arange(BLOCKS + 1)).astype(np.int8)
"""The lots of block b are FIRST_LOT[b] to FIRST_LOT[b + 1] - 1."""
START_LOT = np.array([LOTS.index(f"{letter}1") for letter in "YRBGP"], np.int8)

# NY-23: land squares with a side on a street or park.
WITH_FRONTAGE = frozenset(
    (x, y)
    for x, y in LAND
    if any(ROWS[y + down][x + across] in (STREET, PARK) for across, down in ((0, 1), (0, -1), (1, 0), (-1, 0)))
)

# --- the placements ------------------------------------------------------------------------------------------


class Placement(NamedTuple):
    """A tile on the map. Its anchor is the leftmost square of its top row."""

    tile: int
    anchor: Square
    mirrored: bool
    turned: int
    """Degrees clockwise, after mirroring left and right."""
    squares: tuple[Square, ...]


Shape = tuple[Square, ...]


def orientations(shape: Shape) -> dict[Shape, tuple[bool, int]]:
    """The distinct orientations of a tile, as squares row by row from the anchor, with how: mirrored, turned."""
    found: dict[Shape, tuple[bool, int]] = {}
    for mirrored in (False, True):
        squares = [(-x, y) if mirrored else (x, y) for x, y in shape]
        for turned in (0, 90, 180, 270):
            top, left = min((y, x) for x, y in squares)
            moved = sorted((y - top, x - left) for x, y in squares)
            found.setdefault(tuple((x, y) for y, x in moved), (mirrored, turned))
            squares = [(-y, x) for x, y in squares]
    return found


def _placements() -> list[Placement]:
    """All placements on land, by block and anchor. Orientations that cover the same squares are one placement."""
    found = []
    for tile, (*_, shape) in enumerate(TILES):
        for oriented, (mirrored, turned) in orientations(shape).items():
            for x, y in LAND:
                squares = tuple((x + across, y + down) for across, down in oriented)
                if LAND.keys() >= set(squares):
                    found.append(Placement(tile, (x, y), mirrored, turned, squares))
    return sorted(found, key=lambda p: (_block(p.anchor), _bit(p.anchor), p.tile))


PLACEMENTS = tuple(_placements())
PLACED_TILE = np.array([placement.tile for placement in PLACEMENTS], np.int8)
BLOCK = np.array([_block(placement.anchor) for placement in PLACEMENTS], np.int8)
MASK = np.array([_mask(placement.squares) for placement in PLACEMENTS], np.int32)
HAS_FRONTAGE = np.array([not WITH_FRONTAGE.isdisjoint(placement.squares) for placement in PLACEMENTS])
FIRST_PLACEMENT = np.searchsorted(
    [_block(p.anchor) * BLOCK_BITS + _bit(p.anchor) for p in PLACEMENTS], np.arange(BLOCKS * BLOCK_BITS + 1)
).astype(np.int16)
"""The placements anchored on bit i of block b are FIRST_PLACEMENT[b * BLOCK_BITS + i] to the next one - 1."""

# NY-10: the starter on each district's start lot.
START = np.array(
    [
        next(n for n, p in enumerate(PLACEMENTS) if p.tile == STARTER and set(p.squares) == set(LOT_SQUARES[lot]))
        for lot in START_LOT
    ],
    np.int16,
)
