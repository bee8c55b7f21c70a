"""Positions of Skyline 3000: reachable ones are accepted, all others refused."""

import copy
import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.skyline3000.setting import DEALT, DECK, full_city, position, seen, table
from rooftop.core.errors import PositionError, RooftopError
from rooftop.core.match import Match
from rooftop.games.skyline3000.components import CARDS
from tables import random_play

OWN = {"barrel": [1, 2], "gable": [1, 2]}


def test_cards_given_by_their_kind_are_dealt_at_random() -> None:
    hands = {tuple(table(seed=seed).position()["hands"][0]) for seed in range(20)}
    assert len(hands) == 20
    for hand in hands:
        assert len(hand) == 8
        assert sum(card.startswith("floor") for card in hand) == 2
    match = table(stacks={"roof": ["roof 7", *["roof"] * 9]})
    assert seen(match)["stacks"]["roof"]["top"] == "roof 7"
    assert seen(match)["stacks"]["roof"]["size"] == 10


def test_a_forgotten_bid_is_no_hindrance() -> None:
    match = table(asked="amenity", auction=1)
    assert seen(match)["bids"] == [[], []]
    assert Match.from_position(match.position()).position() == match.position()


REFUSED: list[tuple[str, str, dict[str, Any]]] = [
    ("position", "is unknown here", {"keys": 0}),
    ("position.key", "0 to 1", {"key": 2}),
    ("position.key", "whole number", {"key": True}),
    ("position.round", "1 to 4", {"round": 5}),
    ("position.asked", "one of", {"asked": "everything"}),
    ("position.player", "missing", {"player": None}),
    ("position.player", "nobody", {"asked": "over", "round": 4}),
    ("position.round", "round 4", {"asked": "over", "player": None}),
    ("position.passed[0]", "passed", {"passed": [0]}),
    ("position.passed[0]", "passed", {"passed": [1], "asked": "bid", "auction": 1}),
    ("position.auction", "no auction", {"auction": 1}),
    ("position.auction", "missing", {"asked": "bid"}),
    ("position.card", "no card", {"card": "red 5"}),
    ("position.card", "missing", {"asked": "roof"}),
    ("position.card", "another question", {"asked": "roof", "card": "red 5", "discards": ["red 5"]}),
    ("position.card", "discards", {"asked": "roof", "card": "roof 5", "hands": [[], []]}),
    ("position.points", "one for each seat", {"points": [5]}),
    ("position.points[1]", "whole number", {"points": [5, -1]}),
    ("position.points", "5 points", {"points": [5, 6]}),
    ("position.billboards[0]", "0 to 5", {"billboards": [6, 5]}),
    ("position.billboards", "billboards", {"billboards": [4, 5], "points": [3, 5]}),
    ("position.hands", "list", {"hands": "all"}),
    ("position.hands[0][0]", "one of", {"hands": [["green 5"], []]}),
    ("position.hands[0][0]", "one of", {"hands": [[["floor"]], []]}),
    ("position.hands[0][1]", "not that many", {"hands": [["red 5", "red 5"], []]}),
    (
        "position.hands",
        "drawn",
        {"hands": [["red 1", "red 2", "red 3", "red 4", "red 5"], []], "known": [["red 1"], []]},
    ),
    ("position.known", "unknown", {"hands": [["red 1", "red 2", "red 3", "red 4", "red 5"], []], "round": 2}),
    ("position.known[0][0]", "not named", {"known": [["red 5"], []]}),
    ("position.stacks", "is unknown here", {"stacks": {"contracts": []}}),
    ("position.stacks.roof", "all cards", {"stacks": {"roof": ["roof 1"]}}),
    ("position.stacks.roof[0]", "another stack", {"stacks": {"roof": ["floor 1"]}}),
    ("position.stacks", "all cards", {"hands": [["roof"] * 15, []], "round": 4}),
    ("position.renewed[0]", "one of", {"renewed": ["red"]}),
    ("position.discards", "empty stack", {"discards": [card for card in CARDS[8:15] for _ in "12"], "hands": [[], []]}),
    ("position.bids", "only in an auction", {"bids": [["floor 1"], []]}),
    ("position.bids[1]", "not been asked", {"asked": "bid", "auction": 1, "bids": [[], ["floor 1"]]}),
    (
        "position.bids[0][0]",
        "cannot have bid",
        {"asked": "bid", "auction": 1, "bids": [["floor 1"], []], "hands": [["floor 2"], []]},
    ),
    (
        "position.bids",
        "not won",
        {
            "asked": "amenity",
            "auction": 1,
            "player": 1,
            "discards": ["floor 2"],
            "bids": [["floor 3"], ["floor 2"]],
            "hands": [["floor 3"], []],
            "known": [["floor 3"], []],
        },
    ),
    ("position.factories", "one for each seat", {"factories": [OWN]}),
    ("position.factories[0]", "is unknown here", {"factories": [{**OWN, "flat": [1]}, OWN]}),
    ("position.factories[0].barrel", "four first buildings", {"factories": [{"barrel": [1], "gable": [1, 2]}, OWN]}),
    ("position.factories[0].barrel[5]", "5 roofs", {"factories": [{**OWN, "barrel": [1, 2, 2, 2, 2, 2]}, OWN]}),
    ("position.factories[0].unfinished[0]", "1 to 60", {"factories": [{**OWN, "unfinished": [61]}, OWN]}),
    (
        "position.factories[1].unfinished[0]",
        "90 floors",
        {"factories": [{**OWN, "unfinished": [60]}, {**OWN, "unfinished": [60]}]},
    ),
    ("position.factories", "two more", {"factories": [{**OWN, "unfinished": [1]}, OWN], "round": 2}),
    ("position.factories", "first of two", {"asked": "second floor", "card": "floor 1", "discards": ["floor 1"]}),
    ("position.hands", "drawn", {"factories": [{**OWN, "unfinished": [2]}, OWN]}),
    ("position.blocks", "object", {"blocks": []}),
    ("position.blocks.R4", "no block", {"blocks": {"R4": {}}}),
    ("position.blocks.R1", "is unknown here", {"blocks": {"R1": {"parks": 1}}}),
    ("position.blocks.R1.shape", "missing", {"blocks": {"R1": {"buildings": ["orange 1"]}}}),
    ("position.blocks.R1.shape", "without buildings", {"blocks": {"R1": {"shape": "barrel"}}}),
    ("position.blocks.R1.buildings[0]", "one of", {"blocks": {"R1": {"shape": "barrel", "buildings": ["white 1"]}}}),
    ("position.blocks.R1.buildings", "height 1", {"blocks": {"R1": {"shape": "barrel", "buildings": ["orange 2"]}}}),
    (
        "position.blocks.R3.billboards[6]",
        "foundations",
        {"blocks": {"R3": {"billboards": ["orange"] * 7}}, "billboards": [5, 5]},
    ),
    ("position.blocks.R3.green", "1 to 7", {"blocks": {"R3": {"green": 0}}}),
    ("position.blocks.R1.large", "one of", {"blocks": {"R1": {"large": "green space"}}}),
    ("position.blocks", "can have been sold", {"blocks": {"R1": {"large": "spaceport"}}}),
    ("position.blocks", "can have been sold", {"blocks": {"R1": {"large": "megamall"}}, "round": 3}),
    ("position.blocks", "can have been sold", {"blocks": {"R1": {"green": 3}}, "round": 2}),
    (
        "position.blocks.R1",
        "same roof shape",
        {"blocks": {name: {"shape": "gable", "buildings": ["orange 1"]} for name in ("R1", "R2", "R3")}, "round": 4},
    ),
    ("position.draws", "nobody draws", {"draws": 1}),
    ("position.draws", "1 to 6", {"asked": "draw", "draws": 7}),
    ("position.round", "last round", {"asked": "draw", "draws": 1, "round": 4}),
]


@pytest.mark.parametrize(("where", "why", "changes"), REFUSED)
def test_what_no_table_can_show_is_refused(where: str, why: str, changes: dict[str, Any]) -> None:
    with pytest.raises(PositionError) as error:
        Match.from_position(position() | changes)
    assert error.value.where == where
    assert why in str(error.value)


def test_an_amenity_needs_a_place() -> None:
    with pytest.raises(PositionError, match=r"position.asked: there is no place"):
        full_city(asked="amenity")


def test_drawing_needs_cards() -> None:
    hands = [DECK[seat::4] for seat in range(4)]
    with pytest.raises(PositionError, match=r"position.stacks: there is nothing to draw"):
        table(4, round=3, asked="draw", draws=1, hands=hands, known=hands)


def test_a_card_in_use_lies_among_the_discards() -> None:
    match = table(asked="roof", card="roof 5", discards=["roof 5"], hands=[DEALT[:1], DEALT])
    assert match.view(None)["table"]["card"] == "roof 5"
    assert [move.text for move in match.moves()] == ["let go"]


POSITIONS = [
    json.loads(json.dumps(match.position()))
    for match in random_play("skyline3000", "standard", 3, 6)
    if match.ply % 9 == 0 or match.over
]
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**20), 10**20),
    st.integers(-1, 9),
    st.floats(allow_nan=False),
    st.text(max_size=3),
    st.sampled_from([*CARDS[::6], "floor", "orange 1", "orange", "barrel", "spaceport", "draw", "bid", "over"]),
    st.just([]),
    st.just({}),
    st.lists(st.integers(0, 3), max_size=3),
)


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every container in a position with every key of it."""
    keys = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    return [(value, key) for key in keys] + [place for key in keys for place in places(value[key])]


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(POSITIONS), st.integers(0, 2**32), st.lists(VALUES, min_size=1, max_size=3))
def test_any_damage_is_refused_or_leaves_a_table_to_play_on(original: Any, seed: int, values: list[Any]) -> None:
    damaged, chooser = copy.deepcopy(original), random.Random(seed)
    for value in values:
        container, key = chooser.choice(places(damaged))
        if chooser.random() < 0.2:
            del container[key]
        elif chooser.random() < 0.3 and isinstance(container, list):
            container.append(value)
        else:
            container[key] = value
    try:
        match = Match.from_position(damaged, seed=1)
    except RooftopError:
        return
    assert Match.from_position(match.position(), seed=2).position() == match.position()
    while not match.over:
        match.play(chooser.choice(match.moves()))
