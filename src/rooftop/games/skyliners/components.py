"""The components of Skyliners."""

from typing import Literal, get_args

import numpy as np

from rooftop.core.game import SeatColour

# SL-1: 5 x 5 sites, numbered from the south-west corner, west to east, then south to north: a1 is 0, e5 is 24.
SITES = tuple(f"{column}{row}" for row in "12345" for column in "abcde")
CENTRE = SITES.index("c3")

# SL-2: the seats, and each seat's five rows from its left to its right.
SEATS = ("South", "West", "North", "East")
Row = Literal["A", "B", "C", "D", "E"]
ROWS: tuple[Row, ...] = get_args(Row)


def _site(seat: str, row: int, position: int) -> int:
    column, line = {
        "South": (row, position),
        "West": (position, 6 - row),
        "North": (6 - row, 6 - position),
        "East": (6 - position, row),
    }[seat]
    return (column - 1) + 5 * (line - 1)


# SITE[seat, row, position]: the site as seen from that seat; position 0 is the nearest.
SITE = np.array([[[_site(seat, r, p) for p in range(1, 6)] for r in range(1, 6)] for seat in SEATS], np.int8)

# SL-6: the 3 x 3 sites of each corner, as columns and lines.
District = Literal["NW", "NE", "SW", "SE"]
DISTRICTS: dict[District, tuple[str, str]] = {
    "NW": ("abc", "345"),
    "NE": ("cde", "345"),
    "SW": ("abc", "123"),
    "SE": ("cde", "123"),
}
IN_DISTRICT = np.array(
    [[site[0] in columns and site[1] in lines for site in SITES] for columns, lines in DISTRICTS.values()]
)

# SL-10: pieces of each player.                       players:  -  -   2   3   4
FLOOR, ROOF, PARK = 0, 1, 2
Piece = Literal["floor", "roof", "park"]
PIECES: tuple[Piece, ...] = get_args(Piece)
FLOORS = np.array([0, 0, 16, 14, 12], np.int8)
ROOFS, PARKS, ANTENNAS = 2, 1, 10

# SL-12: starting set-up cards drawn, one neutral floor each.
NEUTRAL_FLOORS = np.array([0, 0, 12, 9, 6], np.int8)

# SL-14: the 16 cards, each a row and a position as seen from the seat of whoever turns it over.
SET_UP = tuple(f"{row}{position}" for row in "ABDE" for position in "1245")

# SL-14: the cards that a box could hold, ours first, for positions from other boxes.
SHOWN = tuple(f"{row}{position}" for row in ROWS for position in "12345" if (row, position) != ("C", "3"))
SET_UP_CARDS = (*SET_UP, *(card for card in SHOWN if card not in SET_UP))
SET_UP_ROW = np.array([ROWS.index(card[0]) for card in SET_UP_CARDS], np.int8)
SET_UP_POSITION = np.array([int(card[1]) - 1 for card in SET_UP_CARDS], np.int8)

# SL-15: the colour of each seat's pieces; neutral pieces have the next number.
SEAT_COLOURS: tuple[SeatColour, ...] = ("red", "blue", "yellow", "green")
COLOURS = (*SEAT_COLOURS, "neutral")
NEUTRAL = COLOURS.index("neutral")

# SL-31: rounds of an introductory game.
ROUNDS = np.array([0, 0, 10, 9, 8], np.int8)

# SL-33: the segments of a planning card: see exactly 1, 2 or 3, or 4 and more.
SEGMENTS = 4
Segment = Literal[1, 2, 3, 4]
SEGMENT_NUMBERS: tuple[Segment, ...] = get_args(Segment)

# SL-70
TALLEST = 3
