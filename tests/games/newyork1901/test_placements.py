"""The move generator against an independent check of every tile, orientation and square in plain Python."""

import random
from collections import Counter
from functools import cache
from typing import Any

import pytest

from games.newyork1901.setting import set_up
from rooftop.core.match import Match
from rooftop.core.rule import JIT
from rooftop.games.newyork1901.components import MAP, TILES
from tables import random_play

Square = tuple[int, int]
GRID = [line.split() for line in MAP.strip().splitlines()]
LAND = {(x, y): lot for y, row in enumerate(GRID) for x, lot in enumerate(row) if lot[0] in "YRBGP"}
FRONT = {(x, y) for y, row in enumerate(GRID) for x, lot in enumerate(row) if lot in ("..", "~~")}
KINDS = {tile.name: tile for tile in TILES}
GAMES = 8 if JIT else 2
"""Uncompiled, each takes seconds."""


def beside(square: Square) -> set[Square]:
    x, y = square
    return {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}


def name(square: Square) -> str:
    return chr(ord("a") + square[0]) + str(square[1] + 1)


def oriented(tile: str, mirrored: bool, turned: int) -> list[Square]:
    squares = [(-x, y) if mirrored else (x, y) for x, y in KINDS[tile].squares]
    for _ in range(turned // 90):
        squares = [(-y, x) for x, y in squares]
    return squares


@cache
def on_land() -> list[tuple[str, frozenset[Square]]]:
    """Every tile in all eight orientations on every square, without duplicates."""
    found = set()
    for tile in KINDS:
        for mirrored in (False, True):
            for turned in (0, 90, 180, 270):
                shape = oriented(tile, mirrored, turned)
                for across in range(-4, 21):
                    for down in range(-4, 22):
                        squares = frozenset((x + across, y + down) for x, y in shape)
                        if all(square in LAND for square in squares):
                            found.add((tile, squares))
    return sorted(found, key=lambda p: (p[0], sorted(p[1])))


@cache
def at_the_front() -> list[tuple[str, frozenset[Square]]]:
    """Those that touch a street or the water."""
    return [(tile, squares) for tile, squares in on_land() if any(beside(square) & FRONT for square in squares)]


@cache
def squares_of(place: str) -> tuple[str, frozenset[Square]]:
    """The tile and squares of `gold L5 c10 mirrored turned 90`, read as the rules page explains it."""
    tile = next(kind for kind in KINDS if place.startswith(kind + " "))
    anchor, *how = place.removeprefix(tile).split()
    shape = oriented(tile, "mirrored" in how, int(how[-1]) if "turned" in how else 0)
    top = min(y for _, y in shape)
    left = min(x for x, y in shape if y == top)
    x0, y0 = ord(anchor[0]) - ord("a"), int(anchor[1:]) - 1
    return tile, frozenset((x - left + x0, y - top + y0) for x, y in shape)


def joined(squares: set[Square]) -> bool:
    group, edge = set(), {min(squares)}
    while edge:
        group |= edge
        edge = {near for square in edge for near in beside(square) if near in squares} - group
    return group == squares


class Holdings:
    """What the player to move has, from a position."""

    def __init__(self, position: dict[str, Any]) -> None:
        seat, self.acquired = position["player"], position["acquired"]
        self.lots = set(position["lots"][seat])
        self.land = {square for square, lot in LAND.items() if lot in self.lots}
        self.standing = [squares_of(place) for place in position["tiles"][seat]]
        self.covered = {square for _, squares in self.standing for square in squares}
        used = Counter(tile for tile, _ in self.standing) + Counter(position["torn_down"][seat])
        legendary_built = {squares_of(place)[0] for own in position["tiles"] for place in own}
        has_one = any(KINDS[tile].level == "legendary" for tile in used)
        self.hand = {
            tile.name
            for tile in TILES
            if (
                tile.name not in legendary_built and not has_one
                if tile.level == "legendary"
                else used[tile.name] < tile.copies
            )
        }
        self.manned = {lot for lot in self.lots if not any(LAND[square] == lot for square in self.covered)}
        self.free_workers = 4 - len(self.manned)
        self.may_acquire = not self.acquired and bool(position["market"]) and self.free_workers > 0

    def allows(self, tile: str, squares: frozenset[Square]) -> bool:
        if tile not in self.hand or not squares <= self.land:
            return False
        torn = [(old, under) for old, under in self.standing if under & squares]
        if not torn:
            return not self.may_acquire
        return not self.acquired and self._may_tear_down(squares, torn)

    def _may_tear_down(self, squares: frozenset[Square], torn: list[tuple[str, frozenset[Square]]]) -> bool:
        if any(KINDS[old].level == "legendary" or len(under) >= len(squares) for old, under in torn):
            return False
        gone = {square for _, under in torn for square in under}
        if not joined(gone):
            return False
        touched = {LAND[square] for square in squares}
        manned, free = self.manned - touched, self.free_workers + len(self.manned & touched)
        built_on = {LAND[square] for square in (self.covered - gone) | squares}
        return len(self.lots - built_on - manned) <= free


def check(match: Match) -> int:
    holdings = Holdings(match.position())
    expected = {placed for placed in at_the_front() if holdings.allows(*placed)}
    moves = [move for move in match.moves() if move.data["action"] in ("build", "rebuild")]
    generated = [squares_of(move.text.split(maxsplit=1)[1]) for move in moves]
    assert set(generated) == expected
    assert len(generated) == len(expected)
    for move, (tile, squares) in zip(moves, generated, strict=True):
        assert move.data["tile"] == tile
        assert set(move.data["squares"]) == {name(square) for square in squares}
        assert move.text.startswith("rebuild") == bool(holdings.covered & squares)
    return len(moves)


def test_ny1_distinct_placements_by_brute_force() -> None:
    assert len(on_land()) == 3092


@pytest.mark.parametrize("players", [2, 3, 4])
def test_placements_of_random_games(players: int) -> None:
    positions = found = 0
    for seed in range(100, 100 + GAMES):
        for match in random_play("newyork1901", "intro", players, seed):
            if not match.over:
                positions += 1
                found += check(match)
    assert positions > 60 * GAMES
    assert found > positions


def ambitious_play(players: int, seed: int) -> Any:
    """Skip building to gather land, then prefer the largest tile. This reaches rebuilding and legendary tiles."""
    match = Match("newyork1901", players, seed=seed)
    chooser = random.Random(seed)
    while not match.over:
        yield match
        moves = match.moves()
        large = max(len(move.data.get("squares", ())) for move in moves)
        largest = [move for move in moves if len(move.data.get("squares", ())) == large > 4]
        skip = [move for move in moves if move.text == "skip"]
        match.play(chooser.choice(largest or skip or moves).id)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_placements_of_ambitious_games(players: int) -> None:
    positions, legendary = 0, set()
    for seed in range(GAMES):
        for match in ambitious_play(players, seed):
            positions += 1
            check(match)
        legendary |= {t["tile"] for s in match.view(None)["table"]["seats"] for t in s["tiles"]} & set(list(KINDS)[17:])
    assert positions > 60 * GAMES
    assert len(legendary) >= GAMES // 4


def test_placements_around_a_legendary_tile() -> None:
    block = ["YA", "Y2", "YB", "G2", "G3"]
    assert check(set_up(block, ["Park Row b2"], torn_down=[["starter"], []])) >= 0
    assert check(set_up(block, ["bronze I2 b2 turned 90", "bronze I2 c2", "bronze I2 b4"])) > 10
