"""The rules of Skyline 3000 by their numbers: the amenities phase."""

from typing import Any

import pytest

from games.skyline3000.setting import (
    DEALT,
    GREEN,
    ORANGE,
    PURPLE,
    bid,
    full_city,
    play,
    refused,
    seen,
    table,
    texts,
)
from rooftop.core.match import Match
from rooftop.games.skyline3000.components import BLOCKS


def auction(*hands: list[str], number: int = 1, **changes: Any) -> Match:
    """Everybody has passed, and the bidding begins."""
    return table(len(hands), asked="bid", auction=number, hands=list(hands), **changes)


def bids_of(match: Match) -> int:
    """The number of different bids that the player can make."""
    if match.player != ORANGE:
        return 1
    ways = 0
    for move in match.moves():
        match.play(move)
        ways += bids_of(match)
        match.undo()
    return ways


def test_s330_any_cards_of_the_hand_make_a_bid_of_their_numbers() -> None:
    """The rulebook's example: of 4, 6, 7 and 8 the 7 and the 4 lie above the STOP card."""
    match = auction(["floor 4", "roof 6", "blue 7", "red 8"], [])
    bid(match, "blue 7", "floor 4")
    assert seen(match, ORANGE)["own_bid"] == ["floor 4", "blue 7"]
    bid(match)
    assert "Orange bids 11: floor 4, blue 7." in match.log(None)
    assert "Purple bids 0: no card." in match.log(None)
    assert [line.cards for line in match.told(None) if line.kind == "bid"] == [("floor 4", "blue 7"), ()]
    assert match.player == ORANGE
    assert seen(match, ORANGE)["hands"][ORANGE]["cards"] == ["roof 6", "red 8"]


def test_s330_the_same_cards_are_one_bid() -> None:
    assert bids_of(auction(["floor 4", "roof 6", "blue 7", "red 8"], [])) == 2**4
    assert bids_of(auction(["floor 4", "floor 4", "roof 6", "red 8"], [])) == 3 * 2 * 2
    match = auction(["floor 4", "floor 4", "roof 6", "red 8"], [])
    assert texts(match) == {"lay floor 4", "lay roof 6", "lay red 8", "stop"}
    play(match, "lay roof 6")
    assert texts(match) == {"lay red 8", "stop"}
    assert refused(match, "lay floor 4") == "S3-30"
    assert refused(match, "lay roof 6") == "S3-30"
    assert refused(match, "lay roof 5") == "S3-30"


def test_s330_everybody_is_asked_from_the_key_player_on() -> None:
    match = auction(DEALT, [], DEALT, key=PURPLE, player=PURPLE)
    asked = []
    for _ in range(3):
        asked.append(match.player)
        match.play("stop")
    assert asked == [PURPLE, GREEN, ORANGE]


def test_s330_bids_are_secret_until_all_are_in() -> None:
    match = auction(["floor 4", "roof 6"], ["floor 5", "roof 7"], DEALT)
    before = [match.view(seat) for seat in (PURPLE, GREEN, None)]
    play(match, "lay floor 4")
    assert [match.view(seat) for seat in (PURPLE, GREEN, None)] == before
    play(match, "lay roof 6", "stop")
    assert [match.log(seat) for seat in (PURPLE, GREEN, None)] == [[], [], []]
    assert match.log(ORANGE) == [
        "Orange lays floor 4 above the STOP card.",
        "Orange lays roof 6 above the STOP card.",
    ]
    play(match, "lay floor 5", "stop")
    for seat in (ORANGE, GREEN, None):
        assert not any("Purple" in line for line in match.log(seat))
        assert seen(match, seat)["bids"] is None
        assert seen(match, seat)["hands"][PURPLE]["size"] == 2
        assert seen(match, seat)["hands"][PURPLE]["known"] == []
    play(match, "stop")
    for seat in (ORANGE, PURPLE, GREEN, None):
        assert seen(match, seat)["bids"] == [["floor 4", "roof 6"], ["floor 5"], []]
        assert match.log(seat)[-4:] == [
            "Orange bids 10: floor 4, roof 6.",
            "Purple bids 5: floor 5.",
            "Green bids 0: no card.",
            "Orange buys a green space.",
        ]


def test_s331_the_highest_sum_wins() -> None:
    """The rulebook's example: orange 6, purple 2 and 5, green nothing."""
    match = auction(["floor 6"], ["floor 2", "red 5", "roof 1"], DEALT)
    bid(match, "floor 6")
    bid(match, "floor 2", "red 5")
    bid(match)
    assert match.player == PURPLE
    assert seen(match)["asked"] == "amenity"
    assert seen(match)["discards"] == ["floor 2", "red 5"]
    assert seen(match, PURPLE)["hands"][PURPLE]["cards"] == ["roof 1"]
    assert seen(match, ORANGE)["hands"][ORANGE]["cards"] == ["floor 6"]
    play(match, "place Y2")
    assert seen(match)["blocks"]["Y2"]["green"] == 3


@pytest.mark.parametrize(
    ("key", "bids", "winner"),
    [
        (0, [["floor 2", "red 5"], ["floor 3", "blue 4"], []], 0),
        (0, [["floor 3", "blue 4"], ["floor 2", "red 5"], []], 1),
        (0, [["floor 1", "roof 1", "red 5"], ["roof 2", "blue 5"], []], 0),
        (1, [["floor 1", "roof 1", "red 5"], ["roof 2", "blue 5"], []], 1),
        (2, [["floor 1", "roof 1", "red 5"], ["roof 2", "blue 5"], []], 0),
        (2, [["floor 7"], ["roof 7"], ["red 7"]], 2),
        (1, [["floor 7"], [], ["red 7"]], 2),
        (0, [["floor 8"], ["roof 7", "blue 1"], ["floor 1", "red 7"]], 0),
    ],
)
def test_s331_ties_go_to_the_highest_card_then_clockwise_from_the_key(
    key: int, bids: list[list[str]], winner: int
) -> None:
    match = auction(*bids, key=key, player=key)
    for step in range(3):
        bid(match, *bids[(key + step) % 3])
    assert match.player == winner


def test_s332_only_the_winner_pays() -> None:
    match = auction(["floor 6", "roof 1"], ["floor 2"])
    bid(match, "floor 6")
    bid(match, "floor 2")
    assert [hand["size"] for hand in seen(match)["hands"]] == [1, 1]
    assert seen(match)["discards"] == ["floor 6"]
    play(match, "place R1")
    assert seen(match)["bids"] is None
    assert (seen(match)["auction"], match.player) == ({"number": 2, "amenity": "green space"}, ORANGE)


def test_s332_without_bids_the_amenity_leaves_the_game() -> None:
    match = auction(DEALT, DEALT)
    play(match, "stop", "stop")
    assert seen(match)["auction"] == {"number": 2, "amenity": "green space"}
    assert seen(match)["house"][0] == ["green space"] * 3
    assert sum(block["green"] for block in seen(match)["blocks"].values()) == 4
    assert "Nobody bids for a green space, so it leaves the game." in match.log(None)


def test_s333_a_green_space_goes_on_an_empty_small_foundation() -> None:
    full = {"R3": {"billboards": ["orange"] * 3 + ["purple"] * 3}}
    match = auction(["floor 6"], [], blocks=full, points=[2, 2])
    bid(match, "floor 6")
    bid(match)
    assert texts(match) == {f"place {block}" for block in BLOCKS if block != "R3"}
    assert refused(match, "place R3") == "S3-33"
    play(match, "place R1")
    assert (seen(match)["blocks"]["R1"]["green"], seen(match)["blocks"]["R1"]["free"]) == (1, 7)


@pytest.mark.parametrize(("number", "name"), [(1, "spaceport"), (3, "megamall")])
def test_s333_a_big_amenity_goes_on_an_empty_large_foundation(number: int, name: str) -> None:
    blocks = {"R1": {"large": "spaceport"}} if number > 1 else {}
    match = auction(["floor 6"], [], round=number, number=3, blocks=blocks)
    bid(match, "floor 6")
    bid(match)
    assert texts(match) == {f"place {block}" for block in BLOCKS if block not in blocks}
    if blocks:
        assert refused(match, "place R1") == "S3-33"
    play(match, "place B2")
    assert seen(match)["blocks"]["B2"]["large"] == name
    assert seen(match)["blocks"]["B2"]["free"] == 7


def test_s333_a_green_space_without_a_place_leaves_the_game() -> None:
    match = full_city(asked="bid", hands=[["floor 6"], [], [], []])
    assert all(block["free"] == 0 for block in seen(match)["blocks"].values())
    for cards in (["floor 6"], [], [], []):
        bid(match, *cards)
    assert match.log(None)[-2:] == [
        "Orange buys a green space.",
        "There is no place for a green space, so it leaves the game.",
    ]
    assert seen(match)["discards"] == ["floor 6"]
    assert seen(match)["auction"] == {"number": 3, "amenity": "megamall"}
    assert match.player == ORANGE
