"""The rules of Skyline 3000 by their numbers: scoring, supply and the end."""

from typing import Any

import pytest

from games.skyline3000.setting import (
    DEALT,
    DECK,
    GREEN,
    ORANGE,
    PURPLE,
    WHITE,
    Blocks,
    last_bid,
    placed,
    play,
    refused,
    scored,
    seen,
    table,
    texts,
)
from rooftop.core.match import Match


def built(*buildings: str, shape: str = "barrel", **more: Any) -> dict[str, Any]:
    return {"shape": shape, "buildings": list(buildings), **more}


def yellow_district() -> Blocks:
    """The rulebook's worked example of a scoring, with its blocks A, B and C."""
    return {
        "Y1": built("purple 1", "purple 2", "green 2", green=1, billboards=["orange"], large="spaceport"),
        "Y2": built("green 1", "green 2", "green 2", "white 2", "white 3", "orange 3", shape="gable", large="megamall"),
        "Y3": built("orange 1", "orange 1", "green 1", "white 1", "purple 1", billboards=["white"]),
    }


# --- scoring -------------------------------------------------------------------------------------------------


def test_s340_the_yellow_district_of_the_rulebook() -> None:
    assert scored(yellow_district()) == [3, 5, 7, 9]
    match = last_bid(blocks=yellow_district())
    match.play("stop")
    blocks = [line for line in match.breakdown() if line["source"] == "block"]
    assert {(line["block"], line["seat"]): line["points"] for line in blocks} == {
        ("Y1", PURPLE): 4,
        ("Y1", GREEN): 2,
        ("Y2", WHITE): 8,
        ("Y2", GREEN): 4,
        ("Y2", ORANGE): 0,
        ("Y3", ORANGE): 3,
        ("Y3", PURPLE): 1,
        ("Y3", GREEN): 1,
        ("Y3", WHITE): 1,
    }
    assert blocks[0] == {
        "source": "block",
        "round": 4,
        "block": "Y1",
        "seat": PURPLE,
        "floors": 3,
        "tallest": 2,
        "place": 1,
        "points": 4,
        "green": 1,
        "billboards": 1,
        "megamall": False,
    }


def test_s340_floors_count_and_not_buildings() -> None:
    city = {"R1": built("orange 1", "orange 1", "purple 1", "purple 2")}
    assert placed(city, "R1") == {"orange": 2, "purple": 1}
    city = {"R1": built("orange 1", "orange 1", "orange 1", "purple 2")}
    assert placed(city, "R1") == {"orange": 1, "purple": 2}
    assert scored({}) == [0, 0, 0, 0]
    assert scored({"R3": {"green": 3, "billboards": ["orange"]}}) == [0, 0, 0, 0]


def test_s340_every_block_is_scored() -> None:
    names = ("R1", "R2", "Y1", "Y2", "B1", "B2")
    city: Blocks = {name: built("orange 1", shape="gable" if name[1] == "2" else "barrel") for name in names}
    city |= {"R3": built("purple 1"), "Y3": built("purple 1"), "B3": built("purple 1")}
    assert scored(city) == [2 * 6 + 2, 2 * 3 + 1 + 1, 0, 0]


def test_s341_first_place() -> None:
    assert scored({"R1": built("orange 1")}) == [2, 0, 0, 0]
    assert scored({"R1": built("orange 1", green=2)}) == [4, 0, 0, 0]
    assert scored({"R1": built("orange 1", green=2, billboards=["orange", "purple", "white"])}) == [7, 0, 0, 0]
    assert scored({"R3": built("orange 1")}) == [3, 0, 0, 0]


def test_s342_second_place() -> None:
    city = {"R1": built("orange 1", "orange 1", "purple 1", green=2, billboards=["white"])}
    assert scored(city) == [5, 3, 0, 0]
    assert scored({"R1": built("orange 1", "orange 1", "purple 1")}) == [2, 0, 0, 0]
    assert placed({"R1": built("orange 1")}, "R1") == {"orange": 1}


def test_s343_a_megamall_doubles_its_block() -> None:
    city = {
        "R1": built("orange 1", "orange 1", "purple 1", green=2, billboards=["white"], large="megamall"),
        "R2": built("purple 1"),
    }
    assert scored(city) == [10, 6 + 2, 0, 0]


def test_s344_the_highest_building_breaks_a_tie_for_first() -> None:
    city = {"R1": built("orange 1", "orange 1", "green 1", "purple 2", green=1)}
    assert placed(city, "R1") == {"orange": 2, "purple": 1, "green": None}
    assert scored(city) == [1, 3, 0, 0]
    city = {"R1": built("orange 1", "orange 1", "orange 1", "green 1", "green 2", "purple 3", green=1)}
    assert placed(city, "R1") == {"orange": 2, "purple": 1, "green": 2}
    assert scored(city) == [1, 3, 1, 0]


def test_s344_who_shares_the_highest_building_too_is_first_and_nobody_second() -> None:
    city = {"R1": built("white 1", "orange 2", "purple 2", green=1)}
    assert placed(city, "R1") == {"orange": 1, "purple": 1, "white": None}
    assert scored(city) == [3, 3, 0, 0]
    city = {"R1": built("orange 1", "orange 1", "purple 2", "green 2", green=1)}
    assert placed(city, "R1") == {"orange": None, "purple": 1, "green": 1}
    assert scored(city) == [0, 3, 3, 0]
    city = {"R1": built("orange 1", "purple 1", "green 1", "white 1", green=1)}
    assert scored(city) == [3, 3, 3, 3]


def test_s345_all_who_tie_for_second_are_second() -> None:
    city = {"R1": built("orange 1", "orange 1", "purple 1", "green 1", "white 1", green=1)}
    assert placed(city, "R1") == {"orange": 1, "purple": 2, "green": 2, "white": 2}
    assert scored(city) == [3, 1, 1, 1]
    city = {"R1": built("green 1", "green 1", "orange 1", "white 1", "orange 2", "purple 2", green=1)}
    assert placed(city, "R1") == {"orange": 1, "purple": 2, "green": 2, "white": None}


def test_s346_the_game_ends_after_the_fourth_scoring() -> None:
    match = play(last_bid(), "stop")
    assert match.over
    assert match.moves() == []
    assert seen(match)["phase"] == "over"
    assert refused(match, "draw floor") == "S3-46"
    match = play(last_bid(round=3), "stop")
    assert not match.over
    assert seen(match)["phase"] == "supply"


# --- supply --------------------------------------------------------------------------------------------------


def supply(blocks: Blocks, players: int = 4) -> Match:
    """The blocks have been scored, and the key player begins to draw."""
    return play(last_bid(players, round=3, blocks=blocks, hands=[[]] * players), "stop")


def test_s350_six_cards_one_by_one_from_any_stack() -> None:
    match = supply({})
    for seat in range(4):
        for n in range(6):
            assert match.player == seat
            assert seen(match)["draws"] == 6 - n
            assert texts(match) == {"draw floor", "draw roof", "draw contract"}
            kind = ("floor", "roof", "contract")[n % 3]
            top = seen(match)["stacks"][kind]["top"]
            play(match, f"draw {kind}")
            assert top in seen(match, seat)["hands"][seat]["cards"]
        assert seen(match)["hands"][seat]["kinds"] == {"floor": 2, "roof": 2, "contract": 2}
    assert seen(match)["round"] == 4


def test_s350_when_nothing_is_left_the_supply_ends_for_everybody() -> None:
    deck = [card for card in DECK if card != "floor 8"] + ["floor 8"] * 2
    hands = [deck[0::2], deck[1::2]]
    match = table(2, round=3, asked="draw", player=PURPLE, draws=2, hands=hands, known=hands)
    assert texts(match) == {"draw floor"}
    play(match, "draw floor")
    assert (seen(match)["round"], seen(match)["asked"], match.player) == (4, "action", PURPLE)
    assert "There is nothing left to draw." in match.log(None)


def test_s350_a_supply_without_cards_does_not_begin() -> None:
    hands = [DECK[seat::4] for seat in range(4)]
    match = last_bid(round=3, hands=hands, known=hands)
    play(match, "stop")
    assert (seen(match)["round"], seen(match)["asked"], match.player) == (4, "action", PURPLE)


def test_s351_places_at_a_spaceport_bring_cards() -> None:
    """The rulebook's examples: 8 cards for the first, 7 for the second, 9 for a first and a second place."""
    one = {"Y1": built("purple 1", "purple 2", "green 2", large="spaceport")}
    assert seen(supply(one))["draws_due"] == [6, 8, 7, 6]
    both = one | {"R1": built("green 1", "green 1", "purple 1", large="spaceport")}
    assert seen(supply(both))["draws_due"] == [6, 9, 9, 6]
    twice = one | {"R1": built("purple 1", shape="gable", large="spaceport")}
    assert seen(supply(twice))["draws_due"] == [6, 10, 7, 6]


def test_s351_shared_places_count_and_worthless_ones_too() -> None:
    city = {"R1": built("orange 1", "orange 1", "purple 1", "green 1", large="spaceport")}
    match = supply(city)
    assert seen(match)["draws_due"] == [8, 7, 7, 6]
    assert seen(match)["points"] == [5 + 2, 5, 5, 5]
    shared = {"R1": built("orange 1", "orange 1", "purple 2", "green 2", large="spaceport")}
    assert seen(supply(shared))["draws_due"] == [6, 8, 8, 6]


def test_s351_a_spaceport_counts_from_its_own_round_on() -> None:
    match = table(
        asked="bid",
        auction=3,
        hands=[["floor 6"], []],
        blocks={"R1": built("purple 1")},
    )
    play(match, "lay floor 6", "stop", "stop", "place R1")
    assert seen(match)["draws_due"] == [6, 8]
    play(match, *["draw floor"] * 6)
    assert (match.player, seen(match)["draws"]) == (PURPLE, 8)


def test_s352_the_key_passes_to_the_left() -> None:
    match = supply({}, 2)
    play(match, *["draw floor"] * 12)
    assert (seen(match)["key"], match.player) == (PURPLE, PURPLE)
    assert (seen(match)["round"], seen(match)["asked"]) == (4, "action")
    match = Match("skyline3000", 3, seed=1, first=GREEN)
    play(match, *["pass"] * 3, *["stop"] * 9, *["draw floor"] * 18)
    assert (seen(match)["key"], match.player, seen(match)["round"]) == (ORANGE, ORANGE, 2)


# --- the winner ----------------------------------------------------------------------------------------------


def test_s360_the_most_points_win() -> None:
    match = play(last_bid(points=[7, 9, 8, 3], hands=[DEALT, [], [], []]), "stop")
    assert match.winners == [PURPLE]
    assert match.places == [3, 1, 2, 4]


def test_s360_the_higher_hand_breaks_a_tie() -> None:
    hands = [["floor 8"], ["roof 4", "blue 5"], ["red 8"], ["floor 7"]]
    match = last_bid(points=[9, 9, 8, 9], hands=hands)
    assert match.places == [1, 1, 4, 1]
    play(match, "stop")
    assert match.winners == [PURPLE]
    assert match.places == [2, 1, 4, 3]
    assert [hand["cards"] for hand in seen(match, None)["hands"]] == hands
    assert "Purple shows their hand: roof 4, blue 5, 9 in all." in match.log(None)


def test_s360_equal_hands_share_the_win() -> None:
    match = play(last_bid(points=[9, 9, 8, 9], hands=[["floor 8"], ["roof 4", "blue 4"], ["red 8"], []]), "stop")
    assert match.winners == [ORANGE, PURPLE]
    assert match.places == [1, 1, 4, 3]


# --- the breakdown -------------------------------------------------------------------------------------------


def test_the_breakdown_lists_start_costs_and_every_scoring() -> None:
    match = table(hands=[["red 5", "red 6"], []])
    play(match, "billboard R1", "pass", "play red 5", "anchor barrel 1 R1 billboard", "billboard R2", "pass")
    play(match, *["stop"] * 6)
    lines = match.breakdown()
    assert lines[:5] == [
        {"source": "start", "seat": 0, "points": 5},
        {"source": "start", "seat": 1, "points": 5},
        {"source": "billboard", "round": 1, "block": "R1", "seat": 0, "points": -1},
        {"source": "built over", "round": 1, "block": "R1", "seat": 0, "points": -1},
        {"source": "billboard", "round": 1, "block": "R2", "seat": 0, "points": -1},
    ]
    assert [(line["block"], line["seat"], line["points"]) for line in lines[5:]] == [("R1", 0, 2)]
    assert sum(line["points"] for line in lines if line["seat"] == 0) == match.scores[0] == 4


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_the_breakdown_can_be_read(language: str) -> None:
    match = play(last_bid(blocks=yellow_district()), "stop")
    lines = match.game.board.explain(match.breakdown(), language, match.seat_names(language))
    assert len(lines) == 4 + 9
    assert "8" in next(line for line in lines if "Y2" in line and match.seat_names(language)[WHITE] in line)
