"""Observations of New York 1901, plane by plane."""

import numpy as np

from rooftop.core.observation import MOST, Plane, observe_all, observe_one, observe_table, seat_after, table_planes
from rooftop.core.rule import Ints, rule
from rooftop.games.newyork1901.components import (
    CARDS,
    COLOURS,
    LAND,
    LEGENDARY_SLOT,
    LOTS,
    PLACED_TILE,
    PLACEMENTS,
    QUIET_ROUNDS,
    SIZE,
    TILES,
    WORKERS,
)
from rooftop.games.newyork1901.rules import (
    GONE,
    HAND,
    MOST_STACKED,
    NONE,
    VARIANTS,
    State,
    districts,
    free_workers,
    gold_of,
    points_of,
    survey,
    tiles_at_hand,
    workers,
)

SQUARES, N_LOTS, N_CARDS, N_TILES = len(LAND), len(LOTS), len(CARDS), len(TILES)
LARGEST = int(SIZE.max())
LEVELS = ("bronze", "silver", "gold", "legendary")
LEVEL = np.array([LEVELS.index(tile.level) for tile in TILES])

# The squares of every placement, as indices of land squares, row by row from the north-west; padded with -1.
_NUMBERS = {square: n for n, square in enumerate(LAND)}
COVERED = np.full((len(PLACEMENTS), LARGEST), NONE, np.int16)
for _n, _placement in enumerate(PLACEMENTS):
    COVERED[_n, : len(_placement.squares)] = sorted(_NUMBERS[square] for square in _placement.squares)

VERSION = 1

PLANES = (
    *table_planes(VARIANTS),
    Plane("acquired", (1,), 1, "Land was acquired in this turn, to be built on or not."),
    Plane("passes", (1,), 4, "In a row (NY-51)."),
    Plane("quiet", (1,), 4 * QUIET_ROUNDS, "Turns in a row without a new tile (NY-52)."),
    Plane("last turns", (4,), 1, "0 to 3 turns are left; none of these before somebody has 50 points."),
    Plane("open districts", (1,), len(COLOURS), ""),
    Plane("market", (N_CARDS,), 9, f"Open lot cards: {', '.join(CARDS)}."),
    Plane("stack", (N_CARDS,), 9, "Cards in the future market that nobody gave back."),
    Plane("returned", (N_CARDS,), 9, "Those given back, which lie below them."),
    Plane("stacked", (1,), MOST_STACKED, "Cards in the future market."),
    Plane("points", (4,), MOST, ""),
    Plane("gold", (4,), 7, "Gold and legendary skyscrapers that stand."),
    Plane("workers", (4,), WORKERS, "Free workers."),
    Plane("character", (4, len(COLOURS)), 1, "The start district."),
    Plane("at hand", (4, N_TILES), 1, "Kinds of tile the seat can still build, the legendary ones last."),
    Plane("left", (4, LEGENDARY_SLOT), 1, "Own tiles not built yet."),
    Plane("torn", (4, LEGENDARY_SLOT), 1, "Own tiles torn down."),
    Plane("lots", (4, N_LOTS), 1, "Lots of each seat, block by block."),
    Plane("manned", (4, N_LOTS), 1, "Those with a worker: not built on."),
    Plane("tiles", (4, SQUARES), 1, "Squares under tiles of each seat, row by row from the north-west."),
    Plane("level", (len(LEVELS), SQUARES), 1, "Squares under bronze, silver, gold and legendary tiles."),
    Plane("size", (SQUARES,), LARGEST, "Squares of the tile that covers the square."),
    Plane(
        "joined", (SQUARES,), LARGEST, "Which square of its tile it is, from 1, in the same order: tells tiles apart."
    ),
)


@rule
def observe(state: State, seat: int, tensor: Ints) -> int:
    """Fill a zeroed tensor and return its size."""
    n = observe_table(state, seat, len(VARIANTS), tensor)
    n = observe_turn(state, tensor, n)
    n = observe_market(state, tensor, n)
    n = observe_seats(state, seat, tensor, n)
    n = observe_tiles(state, seat, tensor, n)
    n = observe_lots(state, seat, tensor, n)
    return observe_squares(state, seat, tensor, n)


@rule
def observe_turn(state: State, tensor: Ints, n: int) -> int:
    tensor[n], tensor[n + 1], tensor[n + 2] = state.acquired, state.passes, state.quiet
    n = observe_one(int(state.last_turns), 4, tensor, n + 3)
    tensor[n] = districts(state)
    return n + 1


@rule
def observe_market(state: State, tensor: Ints, n: int) -> int:
    n = observe_all(state.market, tensor, n)
    for place in range(state.stacked):
        given_back = place < state.returned
        tensor[n + state.stack[place] + (N_CARDS if given_back else 0)] += 1
    n += 2 * N_CARDS
    tensor[n] = state.stacked
    return n + 1


@rule
def observe_seats(state: State, seat: int, tensor: Ints, n: int) -> int:
    for step in range(state.players):
        other = seat_after(state, seat, step)
        tensor[n + step] = min(MOST, points_of(state, other))
        tensor[n + 4 + step] = gold_of(state, other)
        tensor[n + 8 + step] = free_workers(survey(state, other))
        observe_one(int(state.character[other]), len(COLOURS), tensor, n + 12 + len(COLOURS) * step)
    return n + 12 + 4 * len(COLOURS)


@rule
def observe_tiles(state: State, seat: int, tensor: Ints, n: int) -> int:
    left, torn = n + 4 * N_TILES, n + 4 * (N_TILES + LEGENDARY_SLOT)
    for step in range(state.players):
        other = seat_after(state, seat, step)
        tiles = tiles_at_hand(state, other)
        for tile in range(N_TILES):
            tensor[n + N_TILES * step + tile] = tiles >> tile & 1
        for slot in range(LEGENDARY_SLOT):
            tensor[left + LEGENDARY_SLOT * step + slot] = state.standing[other, slot] == HAND
            tensor[torn + LEGENDARY_SLOT * step + slot] = state.standing[other, slot] == GONE
    return torn + 4 * LEGENDARY_SLOT


@rule
def observe_lots(state: State, seat: int, tensor: Ints, n: int) -> int:
    for step in range(state.players):
        other = seat_after(state, seat, step)
        for lot in range(N_LOTS):
            tensor[n + N_LOTS * step + lot] = state.owner[lot] == other
        observe_all(workers(state, other), tensor, n + N_LOTS * (4 + step))
    return n + 8 * N_LOTS


@rule
def observe_squares(state: State, seat: int, tensor: Ints, n: int) -> int:
    level, size = n + 4 * SQUARES, n + (4 + len(LEVELS)) * SQUARES
    joined = size + SQUARES
    for step in range(state.players):
        for slot in range(LEGENDARY_SLOT + 1):
            placement = state.standing[seat_after(state, seat, step), slot]
            if placement >= 0:
                tile = PLACED_TILE[placement]
                for i in range(SIZE[tile]):
                    square = COVERED[placement, i]
                    tensor[n + SQUARES * step + square] = 1
                    tensor[level + SQUARES * LEVEL[tile] + square] = 1
                    tensor[size + square] = SIZE[tile]
                    tensor[joined + square] = i + 1
    return joined + SQUARES
