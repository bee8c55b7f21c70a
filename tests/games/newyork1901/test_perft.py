"""Perft of New York 1901 from fixed positions."""

import pytest

from games.newyork1901.setting import set_up
from perft import perft
from rooftop.core.match import Match
from rooftop.core.rule import JIT

BLOCK = ["YA", "Y2", "YB", "G2", "G3"]
TILES = ["bronze I2 b2 turned 90", "bronze I2 c2", "silver I3 b4"]
STUCK = ["bronze I2", "bronze I2", "bronze I2", "bronze I3", "bronze V3", "silver I3", "silver V3"]


@pytest.mark.parametrize(
    ("players", "leaves"), [(2, [13, 38, 548, 1768]), (3, [25, 74, 1992, 5280]), (4, [20, 52, 1232, 2848])]
)
def test_from_the_start(players: int, leaves: list[int]) -> None:
    start = Match("newyork1901", players, seed=1900 + players, first=0)
    assert [perft(start, depth) for depth in range(1, 5)] == leaves


def test_rebuilding_in_a_full_block() -> None:
    turn = set_up(BLOCK, TILES, (["R2", "R3", "R4", "RA", "RB"], ["silver I3 m4", "bronze V3 n2"]))
    leaves = [143, 20979, 1568422] if JIT else [143, 20979]  # uncompiled the third takes minutes
    assert [perft(turn, depth) for depth in range(1, 1 + len(leaves))] == leaves


def test_building_without_a_free_worker() -> None:
    turn = set_up(BLOCK, ["bronze I2 b2 turned 90"], (["GA"], []))
    assert [perft(turn, depth) for depth in range(1, 4)] == [228, 1596, 9576]


def test_after_taking_land() -> None:
    turn = set_up(BLOCK[:4], [], acquired=True)
    assert [perft(turn, depth) for depth in range(1, 4)] == [132, 1452, 4356]


def test_giving_back() -> None:
    turn = set_up(["R2", "R3", "Y3", "G6", "B9", "G7"], ["silver O4 m2"], torn_down=[STUCK, []])
    assert [perft(turn, depth) for depth in range(1, 5)] == [4, 29, 58, 596]
