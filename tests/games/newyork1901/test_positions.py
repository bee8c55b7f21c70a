"""Positions of New York 1901: reachable ones are accepted, all others refused."""

import copy
import json
import random
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.newyork1901.setting import position, set_up
from rooftop.core.errors import PositionError, RooftopError
from rooftop.core.match import Match
from tables import random_play

SMALL = ["bronze I2", "bronze I2", "bronze I2", "bronze I3", "bronze V3", "silver I3", "silver V3"]


@pytest.mark.parametrize(
    ("changes", "where", "why"),
    [
        ({"lots": [["Y1", "P2"], ["R1"]]}, "lots[0][1]", "pink"),
        ({"lots": [["Y1", "YA"], ["R1", "YA"]]}, "lots[1][1]", "two owners"),
        ({"lots": [["Y1", "Z9"], ["R1"]]}, "lots[0][1]", "must be one of"),
        ({"lots": [["Y1"], []]}, "lots[1]", "at least one lot"),
        ({"lots": [["Y1"]]}, "lots", "2 entries"),
        ({"lots": [["Y1", "YA", "Y3", "G6", "G7", "B9"], ["R1"]]}, "tiles[0]", "4 workers"),
        ({"characters": ["red", "red"]}, "characters[1]", "somebody else"),
        ({"characters": ["pink", "red"]}, "characters[0]", "must be one of"),
        ({"characters": ["green", "red"]}, "tiles[0][0]", "start lot"),
        ({"tiles": [[], ["starter m7"]]}, "tiles[0]", "starter is missing"),
        ({"tiles": [["starter g7", "bronze I2 b2"], ["starter m7"]]}, "tiles[0][1]", "does not have"),
        ({"tiles": [["starter g7", "bronze I2 g7"], ["starter m7"]]}, "tiles[0][1]", "on another one"),
        ({"tiles": [["starter g7", "bronze I9 g7"], ["starter m7"]]}, "tiles[0][1]", "where a tile lies"),
        ({"tiles": [["starter g7", 7], ["starter m7"]]}, "tiles[0][1]", "a text"),
        ({"torn_down": [["bronze I2"], []]}, "tiles[0]", "something larger"),
        ({"torn_down": [["bronze I2"] * 4, []]}, "torn_down[0][3]", "not that many"),
        ({"torn_down": [["Woolworth"], []]}, "torn_down[0][0]", "must be one of"),
        ({"market": ["yellow 2"] * 3}, "market", "4 cards"),
        ({"market": ["yellow 3"] * 5}, "market[4]", "not that many"),
        ({"market": ["yellow 2"] * 5}, "market", "4 cards"),
        ({"market": ["pink 2"] * 4}, "market[0]", "must be one of"),
        ({"stack": ["yellow 2"]}, "stack", "45 cards are missing"),
        ({"stack": ["yellow 3"] * 5}, "stack[", "not that many"),
        ({"returned": ["yellow 3"] * 5}, "returned[", "not that many"),
        ({"acquired": True, "market": ["red 2"] * 3}, "acquired", "has a worker"),
        ({"acquired": "yes"}, "acquired", "true or false"),
        ({"passes": 1}, "passes", "cannot have passed"),
        ({"quiet": 3}, "quiet", "0 turns so far"),
        ({"quiet": None}, "quiet", "missing"),
        ({"quiet": 99}, "quiet", "0 to 40"),
        ({"player": None}, "player", "not over"),
        ({"player": 2}, "player", "0 to 1"),
        ({"last_turns": 1}, "last_turns", "first with 50"),
        ({"last_turns": 0}, "player", "is over"),
        ({"last_turns": 0, "player": None}, "last_turns", "nobody"),
        ({"colour": "blue"}, "position", "is unknown here"),
    ],
)
def test_tables_that_nobody_can_have(changes: dict[str, Any], where: str, why: str) -> None:
    table = position() | {"quiet": 0} | changes
    with pytest.raises(PositionError) as refused:
        Match.from_position(table, seed=1)
    assert where in refused.value.where
    assert why in str(refused.value)


def test_legendary_tiles_once_and_one_each() -> None:
    blocks = ["YA", "Y2", "YB", "G2", "G3"], ["R2", "R3", "R4", "RA", "RB"]
    with pytest.raises(PositionError, match="not that many"):
        set_up([*blocks[0], *blocks[1]], ["Park Row b2", "Woolworth m2"])
    with pytest.raises(PositionError, match="not that many"):
        set_up(blocks[0], ["Woolworth b2"], (blocks[1], ["Woolworth m2"]))
    assert set_up(blocks[0], ["Woolworth b2"], (blocks[1], ["Park Row m2"])).scores == [13, 11]


def test_tiles_need_frontage() -> None:
    with pytest.raises(PositionError, match="street or a park"):
        set_up(["YA", "YB"], ["bronze I2 c3"])


def test_50_points_and_last_turns_belong_together() -> None:
    torn = [*SMALL, "bronze L4", "silver I4", "silver T4", "silver P5"]
    rich = ["YA", "Y2", "YB", "R2", "R3"], ["gold O6 b2", "silver O4 m2"]
    with pytest.raises(PositionError, match="last turns are being played"):
        set_up(*rich, torn_down=[torn, []], player=1)
    with pytest.raises(PositionError, match="seat 1 would have been the first with 50"):
        set_up(*rich, (["R4"], ["bronze I2 o2"]), torn_down=[torn, []], last_turns=1)
    with pytest.raises(PositionError, match="only 0 turns"):
        set_up(*rich, torn_down=[torn, []], player=1, last_turns=1, quiet=2)
    assert set_up(*rich, torn_down=[torn, []], player=1, last_turns=1).view(0)["table"]["last_turns"] == 1


def test_whoever_built_last_has_built() -> None:
    with pytest.raises(PositionError, match="seat 1 would have built last"):
        set_up(["YA"], ["bronze I2 b2 turned 90"], quiet=0)
    assert set_up(["YA"], ["bronze I2 b2 turned 90"], quiet=1).player == 0


def test_what_nobody_knows_can_be_left_out() -> None:
    table = position(["YA"], returned=["green 2", "green 3"])
    assert "stack" not in table
    orders = set()
    for seed in range(10):
        stack = Match.from_position(table, seed=seed).position()
        assert stack["returned"] == ["green 2", "green 3"]
        orders.add(tuple(stack["stack"]))
    assert len(orders) == 10


def test_equal_tables_are_equal_states() -> None:
    lots, tiles = ["YA", "Y2", "RB"], ["bronze I2 b2 turned 90", "bronze I2 c2", "bronze I2 m4"]
    one = set_up(lots, tiles)
    other = set_up(lots[::-1], tiles[::-1])
    assert one._states.tobytes() == other._states.tobytes()


@cache
def tables() -> list[str]:
    """Positions of random games, as JSON."""
    return [
        json.dumps(match.position())
        for players in (2, 3, 4)
        for match in random_play("newyork1901", "intro", players, players)
        if match.ply % 25 == 0 or match.over
    ]


VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 130),
    st.text(max_size=3),
    st.sampled_from(["Y1", "PA", "yellow 2", "pink 3", "starter g7", "bronze I2", "gold Z6 b2", "Woolworth b2"]),
    st.lists(st.sampled_from(["Y1", "red 2", "starter m7"]), max_size=3),
    st.just({}),
    st.just(1.5),
)


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 10**6), VALUES, st.randoms(use_true_random=False))
def test_changed_tables_are_read_or_refused(number: int, value: Any, chooser: random.Random) -> None:
    table = json.loads(tables()[number % len(tables())])
    change(table, value, chooser)
    before = copy.deepcopy(table)
    try:
        match = Match.from_position(table, seed=1)
    except RooftopError:
        return
    finally:
        assert table == before
    assert match.over or match.moves()
    assert Match.from_position(match.position(), seed=2)._states.tobytes() == match._states.tobytes()


def change(table: Any, value: Any, chooser: random.Random) -> None:
    """Set, delete or move a value."""
    place = table
    while True:
        key = chooser.choice(list(place) if isinstance(place, dict) else range(len(place)))
        inside = place[key]
        if not isinstance(inside, (dict, list)) or not inside or chooser.random() < 0.3:
            break
        place = inside
    if chooser.random() < 0.2:
        del place[key]
    elif chooser.random() < 0.3 and isinstance(place, list):
        place.append(value)
    else:
        place[key] = value
