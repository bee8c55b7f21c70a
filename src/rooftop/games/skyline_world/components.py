"""The components of Skyline of the World."""

from itertools import combinations_with_replacement
from typing import Literal, get_args

import numpy as np

from rooftop.core.game import SeatColour

# SW-1: the building sites, rows from north to south, columns from west to east; O is an orange site.
MAP = (
    "#...",
    "##..",
    "##..",
    "#O#.",
    "####",
    "###.",
    "##O#",
    "####",
    ".###",
    ".O#.",
    ".#..",
)
CELLS = tuple((row, column) for row, line in enumerate(MAP) for column, cell in enumerate(line) if cell != ".")
SITES = tuple(f"{'abcd'[column]}{row + 1}" for row, column in CELLS)
ORANGE_SITES = tuple(name for name, (row, column) in zip(SITES, CELLS, strict=True) if MAP[row][column] == "O")


# A set of sites is a bitboard: bit n stands for site n.
EVERYWHERE = (1 << len(SITES)) - 1
ORANGE = sum(1 << SITES.index(site) for site in ORANGE_SITES)


def _beside(row: int, column: int) -> int:
    """The orthogonal neighbours of a site."""
    beside = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return sum(1 << CELLS.index(cell) for cell in beside if cell in CELLS)


BESIDE = np.array([_beside(row, column) for row, column in CELLS], np.int32)

# SW-2: the floors. Coloured ones have a level each; neutral and Skyline floors go on any.
Kind = Literal["1", "2", "4", "6", "penthouse", "neutral", "skyline"]
KINDS: tuple[Kind, ...] = get_args(Kind)
ONE, TWO, FOUR, SIX, PENTHOUSE, NEUTRAL, SKYLINE = range(7)
VALUE = np.array([1, 2, 4, 6, 10, 5, 5], np.int8)
SUPPLY = np.array([8, 6, 4, 3, 3], np.int8)
NEUTRAL_FLOORS, SKYLINE_FLOORS = 6, 2
NEUTRAL_PURCHASES = 1  # SW-33: in a turn
LEVELS = 5
COLOURS: tuple[SeatColour, ...] = ("yellow", "purple", "blue", "red")

# SW-10: what everybody starts with, floors by kind.
FIRST_FLOORS = np.array([2, 1, 0, 0, 0, 0, 0], np.int8)
FIRST_MONEY, FIRST_CARDS = 10, 3
MOST_MONEY = 30  # SW-21

# SW-20: penthouses, neutral and Skyline floors earn nothing.
EARNS = np.array([1, 2, 4, 6, 0], np.int8)

# SW-3: three cards of each figure: its worth in millions, and the sites it needs as rows and columns.
BONUS = {
    "Empire State Building": (5, ((0, 0), (0, 1), (0, 2))),
    "Commerzbank Tower": (5, ((0, 0), (1, 0), (1, 1))),
    "Jin Mao Tower": (5, ((0, 0), (1, 1), (2, 2))),
    "Delftse Poort": (5, ((0, 0), (1, 1), (0, 2))),
    "One Canada Square": (5, ((0, 0), (0, 1), (1, 2))),
    "Petronas Towers": (5, ((0, 0), (0, 1), (0, 3))),
    "MLC Centre": (5, ((0, 0), (2, 0), (2, 2))),
    "US Bank Tower": (8, ((0, 0), (2, 0), (4, 0))),
    "Sears Tower": (8, ((0, 0), (1, 0), (2, 0), (3, 0))),
    "Taipei 101": (8, ((0, 0), (0, 1), (1, 0), (1, 1))),
    "Chrysler Building": (8, ((0, 0), (0, 1), (0, 2), (1, 1))),
    "Bank of China Tower": (8, ((0, 0), (0, 1), (1, 1), (1, 2))),
    "Burj Al Arab": (8, ((0, 1), (1, 0), (1, 2), (2, 1))),
    "Emirates Towers": (8, ((0, 0), (0, 1), (2, 0), (2, 1))),
}
MISSIONS = {
    "London": ((0, 0), (0, 2), (1, 0), (1, 1), (1, 2)),
    "Frankfurt": ((0, 0), (1, 0), (2, 0), (2, 1), (2, 2)),
    "Sydney": ((0, 0), (1, 0), (1, 1), (2, 1), (2, 2)),
    "New York": ((0, 0), (0, 1), (0, 2), (1, 1), (2, 1)),
    "Shanghai": ((0, 0), (0, 1), (1, 1), (2, 1), (2, 2)),
    "Rotterdam": ((0, 0), (0, 1), (1, 0), (1, 1), (2, 2)),
}
FIGURES = tuple(BONUS)
MISSION_NAMES = tuple(MISSIONS)
COPIES = 3
CARDS = COPIES * len(FIGURES)
FIGURE_VALUE = np.array([value for value, _ in BONUS.values()], np.int8)

# SW-42: the value of any three cards, duplicates included.
TRADE_CARDS, TRADE_VALUE = 3, 5
TRADES = np.array(list(combinations_with_replacement(range(len(FIGURES)), TRADE_CARDS)), np.int8)
TRADE_NUMBER = np.full((len(FIGURES),) * TRADE_CARDS, -1, np.int16)
for _number, _trade in enumerate(TRADES):
    TRADE_NUMBER[tuple(_trade)] = _number


def _placements(figure: tuple[tuple[int, int], ...]) -> list[int]:
    """Every way a figure fits on the board, turned and mirrored, as sets of sites (SW-40)."""
    found = set()
    for _ in range(2):
        figure = tuple((row, -column) for row, column in figure)
        for _ in range(4):
            figure = tuple((column, -row) for row, column in figure)
            for down, right in CELLS:
                cells = [(row - figure[0][0] + down, column - figure[0][1] + right) for row, column in figure]
                if all(cell in CELLS for cell in cells):
                    found.add(sum(1 << CELLS.index(cell) for cell in cells))
    return sorted(found)


# PLACEMENTS[PLACED[f] : PLACED[f + 1]] are the ways figure f fits, the missions after the bonus cards.
_WAYS = [_placements(cells) for cells in (*(cells for _, cells in BONUS.values()), *MISSIONS.values())]
PLACEMENTS = np.array([sites for ways in _WAYS for sites in ways], np.int32)
PLACED = np.cumsum([0] + [len(ways) for ways in _WAYS], dtype=np.int16)
FIRST_MISSION = len(FIGURES)

# SW-51
ORANGE_POINTS, PENTHOUSE_POINTS, MISSION_POINTS = 1, 1, 2
