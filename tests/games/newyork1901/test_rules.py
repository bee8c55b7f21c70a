"""The rules of New York 1901, a test for each rule number. Seat 0 has the yellow character, seat 1 the red one."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from games.newyork1901.setting import set_up, texts
from rooftop.core.dice import dice
from rooftop.core.errors import IllegalMove, PositionError
from rooftop.core.match import Match
from rooftop.games.newyork1901.components import (
    CARDS,
    LAND,
    LOT_SQUARES,
    LOTS,
    PLACEMENTS,
    ROWS,
    TILES,
    WITH_FRONTAGE,
    orientations,
)
from rooftop.games.newyork1901.words import PLACES

RECORDS = Path(__file__).parent / "records"


def refused(match: Match, move: str) -> str:
    """The number of the rule that forbids a move."""
    before = match._states.tobytes()
    with pytest.raises(IllegalMove) as error:
        match.play(move)
    assert match._states.tobytes() == before
    return error.value.rule


def table(match: Match) -> dict[str, Any]:
    seen: dict[str, Any] = match.view(None)["table"]
    return seen


def seat(match: Match, number: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = table(match)["seats"][number]
    return found


def manned(match: Match, number: int = 0) -> set[str]:
    return {name for name, lot in table(match)["lots"].items() if lot["worker"] and lot["owner"] == number}


def replay(name: str) -> Match:
    return Match.from_record((RECORDS / f"{name}.rooftop").read_text("utf-8"))


def moments_of(name: str) -> Iterator[tuple[Match, str]]:
    """Yield the match of a record before each of its moves, and the move."""
    recorded = replay(name)
    again = Match(recorded.game.name, recorded.players, recorded.variant, recorded.seed)
    for _, move in recorded.history:
        yield again, move.text
        again.play(move)


# --- what is on the table ------------------------------------------------------------------------------------


def test_ny1_map() -> None:
    assert (len(ROWS), {len(row) for row in ROWS}) == (18, {17})
    assert len(LAND) == 150
    assert len(LAND) - len(WITH_FRONTAGE) == 25
    assert len(LOTS) == len(set(LOTS)) == 65
    for colour in "YRBGP":
        sizes = Counter(len(squares) for lot, squares in zip(LOTS, LOT_SQUARES, strict=True) if lot[0] == colour)
        assert sizes == {2: 9, 3: 4}


def test_ny1_the_rules_page_draws_the_same_map() -> None:
    page = (Path(__file__).parents[3] / "docs" / "rules" / "newyork1901.md").read_text("utf-8")
    drawn = re.findall(r"^ ?\d+  ((?:\S\S ){16}\S\S)", page, re.MULTILINE)
    assert [tuple(line.split()) for line in drawn] == list(ROWS)


def test_ny1_lots_are_connected_have_frontage_and_the_size_their_name_says() -> None:
    for lot, squares in zip(LOTS, LOT_SQUARES, strict=True):
        assert len(squares) == (2 if lot[1].isdigit() else 3)
        assert not WITH_FRONTAGE.isdisjoint(squares)
        for x, y in squares:
            assert {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & set(squares)


def test_ny1_squares_are_named_from_the_top_left() -> None:
    lots = table(Match("newyork1901", 2, seed=1))["lots"]
    assert lots["YA"]["squares"] == ["b2", "b3", "c3"]
    assert lots["P9"]["squares"] == ["o17", "p17"]
    assert table(Match("newyork1901", 2, seed=1))["map"]["landmarks"]["Sub-Treasury"] == "m12"


def test_ny2_a_card_for_every_lot() -> None:
    start = Match("newyork1901", 4, seed=3)
    cards = Counter(table(start)["market"]) + Counter(table(start)["stack"]["hidden"])
    for number in range(4):
        cards += Counter(seat(start, number)["cards"])
    assert cards == {card: 9 if card.endswith("2") else 4 for card in CARDS}
    assert sum(cards.values()) == 65


def test_ny2_a_card_is_good_for_any_free_lot_of_its_kind() -> None:
    choice = set_up(market=["green 3", "green 3", "green 3", "green 3"])
    assert texts(choice) == {"acquire GA", "acquire GB", "acquire GC", "acquire GD"}


def test_ny3_tiles() -> None:
    own = [tile for tile in TILES if tile.level != "legendary"]
    assert sum(tile.copies for tile in own) == 19
    for tile in own[1:]:
        assert tile.points == len(tile.squares) + {"bronze": 0, "silver": 1, "gold": 2}[tile.level]
    assert own[0].points == 0
    assert [tile.points for tile in TILES if tile.level == "legendary"] == [11, 12, 12, 13]
    assert Counter(tile.level for tile in own for _ in range(tile.copies)) == {"bronze": 7, "silver": 6, "gold": 6}


def test_ny3_each_placement_once() -> None:
    assert len(PLACEMENTS) == 3092
    assert len({(placement.tile, frozenset(placement.squares)) for placement in PLACEMENTS}) == 3092
    assert len(set(PLACES)) == 3092
    kinds = {tile.name: len(orientations(tile.squares)) for tile in TILES}
    assert (kinds["bronze I2"], kinds["silver O4"], kinds["gold Z4"], kinds["gold N5"]) == (2, 1, 4, 8)


def test_ny3_equal_tiles_are_one_kind_and_levels_differ() -> None:
    building = set_up(["RB"], acquired=True)
    assert texts(building) == {
        "skip",
        "build bronze I2 m4",
        "build bronze I2 n4",
        "build bronze I3 m4",
        "build silver I3 m4",
    }


def test_ny3_turned_and_mirrored() -> None:
    building = set_up(["GC", "GD"], acquired=True)
    assert building.play("build gold L5 c10 mirrored turned 90").data["mirrored"]
    assert seat(building)["tiles"][1]["squares"] == ["c10", "c11", "c12", "b13", "c13"]
    assert seat(building)["points"] == 7


def test_ny4_four_workers() -> None:
    start = Match("newyork1901", 3, seed=1)
    assert [seat(start, number)["workers"] for number in range(3)] == [4, 4, 4]
    with pytest.raises(PositionError, match="4 workers"):
        set_up(["YA", "Y3", "G6", "G7", "B9"])


# --- before the first turn -----------------------------------------------------------------------------------


def test_ny10_starter_on_the_start_lot_of_a_random_character() -> None:
    seen = set()
    for seed in range(30):
        start = Match("newyork1901", 4, seed=seed)
        assert start.scores == [0, 0, 0, 0]
        characters = [seat(start, number)["character"] for number in range(4)]
        assert len(set(characters)) == 4
        seen |= set(characters)
        for number, character in enumerate(characters):
            lot = f"{character[0].upper()}1"
            own = seat(start, number)
            assert (own["lots"], own["cards"]) == ([lot], [f"{character} 2"])
            assert [tile["tile"] for tile in own["tiles"]] == ["starter"]
            assert own["tiles"][0]["squares"] == table(start)["lots"][lot]["squares"]
            assert not manned(start, number)
    assert seen == {"yellow", "red", "blue", "green", "pink"}


def test_ny10_the_start_lot_is_a_lot_like_any_other() -> None:
    larger = set_up(["Y8"])
    larger.play("rebuild silver O4 g6")
    assert seat(larger)["tiles"][0]["squares"] == ["g6", "h6", "g7", "h7"]
    assert larger.scores == [5, 0]


def test_ny11_pink_is_closed_for_two() -> None:
    for seed in range(20):
        start = Match("newyork1901", 2, seed=seed)
        cards = Counter(table(start)["market"]) + Counter(table(start)["stack"]["hidden"])
        assert sum(cards.values()) == 50
        assert not any("pink" in card for card in cards)
        assert "pink" not in [seat(start, number)["character"] for number in range(2)]
    assert refused(start, "acquire P2") == "NY-11"
    assert refused(set_up(["G7"], acquired=True), "build bronze I3 b15") == "NY-11"
    assert table(start)["lots"]["P2"]["closed"]
    assert not table(Match("newyork1901", 3, seed=1))["lots"]["P2"]["closed"]


def test_ny11_a_closed_lot_is_no_frontage_but_the_street_beside_it_is() -> None:
    beside = set_up(["G9"], acquired=True)
    assert "build bronze I2 c16 turned 90" in texts(beside)  # c17 lies on Exchange
    assert {(2, 16)} == {(2, 15), (2, 16)} & WITH_FRONTAGE  # beside c16 there is only closed and other land
    with pytest.raises(PositionError, match="pink"):
        set_up(["P4"])


def test_ny12_four_open_cards_and_lots_for_the_start_player() -> None:
    for players, left in ((2, 46), (3, 58), (4, 57)):
        start = Match("newyork1901", players, seed=2)
        assert len(table(start)["market"]) == 4
        assert table(start)["stack"]["count"] == left
    assert {Match("newyork1901", 3, seed=seed).player for seed in range(30)} == {0, 1, 2}


def test_ny12_clockwise_and_unused_start_lots_are_ordinary() -> None:
    start = set_up(players=3, market=["pink 2", "pink 2", "pink 2", "pink 2"], player=1)
    start.play("acquire P1")
    start.play("skip")
    assert start.player == 2
    assert "P1" in seat(start, 1)["lots"]


# --- take land, then build -----------------------------------------------------------------------------------


def test_ny20_take_a_card_and_put_a_worker() -> None:
    turn = set_up(market=["yellow 2", "yellow 2", "red 3", "blue 3"])
    assert texts(turn) == {f"acquire {lot}" for lot in LOTS if lot[:1] == "Y" and lot[1] in "23456789"} | {
        f"acquire {colour}{letter}" for colour in "RB" for letter in "ABCD"
    }
    turn.play("acquire Y4")
    assert table(turn)["market"] == ["yellow 2", "red 3", "blue 3"]
    assert seat(turn)["lots"] == ["Y4", "Y1"]
    assert seat(turn)["cards"] == ["yellow 2", "yellow 2"]
    assert (manned(turn), seat(turn)["workers"], turn.player) == ({"Y4"}, 3, 0)


def test_ny20_refusals() -> None:
    turn = set_up(["YA"], [], (["GA"], []), market=["yellow 2", "green 3", "red 3", "blue 3"])
    assert refused(turn, "acquire YB") == "NY-20"  # no such card
    assert refused(turn, "acquire GA") == "NY-20"  # not free
    assert refused(turn, "acquire Y1") == "NY-20"
    assert refused(turn, "build bronze I3 b3") == "NY-22"
    assert refused(turn, "build bronze V3 b2") == "NY-20"  # land first
    turn.play("acquire GB")
    assert refused(turn, "acquire GC") == "NY-20"  # one card a turn


def test_ny20_without_a_free_worker_there_is_no_taking() -> None:
    full = set_up(["YA", "Y3", "G6", "G7"])
    assert seat(full)["workers"] == 0
    assert refused(full, "acquire Y2") == "NY-20"
    assert all(text.startswith(("build", "rebuild")) for text in texts(full))


def test_ny21_build_and_score_at_once() -> None:
    turn = set_up(market=["yellow 2", "red 3", "red 3", "blue 3"])
    turn.play("acquire Y3")
    assert {"skip", "build bronze I2 g2 turned 90"} == texts(turn)
    turn.play("build bronze I2 g2 turned 90")
    assert (turn.scores, turn.player) == ([2, 0], 1)
    assert seat(turn)["hand"]["bronze I2"] == 2


def test_ny21_skipping_only_after_taking() -> None:
    turn = set_up(["YA"])
    assert refused(turn, "skip") == "NY-21"
    turn.play("acquire Y2")
    turn.play("skip")
    assert turn.scores == [0, 0]


def test_ny21_the_question_is_asked_even_when_nothing_fits() -> None:
    small = [["bronze I2", "bronze I2", "bronze I2"], []]
    turn = set_up(["R2", "R3", "Y3"], ["silver O4 m2"], acquired=True, torn_down=small)
    assert texts(turn) == {"skip"}


def test_ny21_without_taking_building_is_compulsory() -> None:
    full = set_up(["YA", "Y3", "G6", "G7"])
    assert refused(full, "skip") == "NY-21"
    assert refused(full, "pass") == "NY-51"
    assert refused(full, "give back YA") == "NY-50"
    assert "build bronze V3 b2" in texts(full)


def test_ny21_only_unused_tiles() -> None:
    turn = set_up(["RB", "YA"], ["bronze I3 m4"], acquired=True)
    assert refused(turn, "build bronze I3 m4") == "NY-21"
    assert refused(turn, "build starter b2") == "NY-22"
    assert refused(set_up(["Y3"], acquired=True), "build starter g2 turned 90") == "NY-21"


def test_ny22_all_squares_on_own_land_across_colours() -> None:
    turn = set_up(["Y2", "G2", "YA"], acquired=True)
    assert refused(turn, "build silver O4 d2") == "NY-22"
    assert "build silver I3 b2 turned 90" in texts(turn)  # YA and G2
    turn.play("build silver P5 b2")
    assert seat(turn)["tiles"][1]["squares"] == ["b2", "c2", "b3", "c3", "b4"]


def test_ny22_two_tiles_share_a_lot_and_a_lot_need_not_be_filled() -> None:
    turn = set_up(["RB", "R2", "Y3"], ["bronze I2 m3 turned 90"], acquired=True)
    turn.play("build bronze I2 n4")
    on_rb = [tile for tile in seat(turn)["tiles"] if set(tile["squares"]) & {"m4", "n4", "o4"}]
    assert len(on_rb) == 2
    assert "m2" not in [square for tile in seat(turn)["tiles"] for square in tile["squares"]]


def test_ny22_not_on_tiles_of_your_own() -> None:
    turn = set_up(["RB", "Y3"], ["bronze I2 m4"], acquired=True)
    assert refused(turn, "build bronze I2 n4") == "NY-25"
    assert texts(turn) == {"skip", "build bronze I2 g2 turned 90"}


def test_ny23_frontage() -> None:
    inside = set_up(["YA", "YB"], acquired=True)
    assert refused(inside, "build bronze I2 c3") == "NY-23"
    old_building = set_up(["BC", "BD"], acquired=True)
    assert refused(old_building, "build bronze I2 n11") == "NY-23"
    park = set_up(["GC", "GD"], acquired=True)
    assert "build bronze I2 c11 turned 90" in texts(park)  # Trinity Churchyard alone


def test_ny24_workers_return_from_every_lot_touched() -> None:
    turn = set_up(["Y2", "G2", "YA", "G6"], acquired=True)
    assert (manned(turn), seat(turn)["workers"]) == ({"Y2", "G2", "YA", "G6"}, 0)
    move = next(m for m in turn.moves() if m.text == "build silver P5 b2")
    assert (set(move.data["workers_back"]), move.data["workers_sent"]) == ({"Y2", "G2", "YA"}, [])
    turn.play(move)
    assert (manned(turn), seat(turn)["workers"]) == ({"G6"}, 3)


def test_ny25_nothing_is_torn_down_after_taking() -> None:
    turn = set_up(["YA", "Y2"], ["bronze I2 b2 turned 90"], acquired=True)
    assert refused(turn, "rebuild silver O4 b2") == "NY-25"
    assert not any(text.startswith("rebuild") for text in texts(turn))
    turn.play("build bronze I2 c2")
    assert [tile["place"] for tile in seat(turn)["tiles"]] == [
        "starter g7",
        "bronze I2 c2",
        "bronze I2 b2 turned 90",
    ]


# --- pull down and rebuild -----------------------------------------------------------------------------------


def test_ny30_exactly_what_is_covered_goes_for_good() -> None:
    built = ["bronze I2 b2 turned 90", "bronze I2 c2", "bronze I2 b4"]
    turn = set_up(["YA", "Y2", "G2"], built)
    assert seat(turn)["points"] == 6
    move = next(m for m in turn.moves() if m.text == "rebuild silver O4 b2")
    assert move.data["torn_down"] == ["bronze I2 c2", "bronze I2 b2 turned 90"]
    turn.play(move)
    assert {tile["tile"] for tile in seat(turn)["tiles"]} == {"starter", "bronze I2", "silver O4"}
    assert seat(turn)["torn_down"] == ["bronze I2", "bronze I2"]
    assert "bronze I2" not in seat(turn)["hand"]
    assert seat(turn)["points"] == 11


def test_ny30_the_rest_may_lie_on_manned_lots() -> None:
    turn = set_up(["YA", "Y2"], ["bronze I2 b2 turned 90"])
    assert manned(turn) == {"Y2"}
    turn.play("rebuild silver O4 b2")
    assert (manned(turn), seat(turn)["workers"]) == (set(), 4)


def test_ny30_frontage_holds() -> None:
    turn = set_up(["YA", "YB"], ["bronze I2 b3"])
    assert refused(turn, "rebuild bronze I2 c3") == "NY-23"


def test_ny31_larger_than_each() -> None:
    turn = set_up(["RB", "R2", "R3"], ["silver I3 m4", "bronze I2 m2 turned 90"])
    assert refused(turn, "rebuild bronze I3 m4") == "NY-31"
    assert refused(turn, "rebuild bronze I3 m2 turned 90") == "NY-31"  # larger than I2, not than I3
    assert refused(turn, "rebuild bronze I2 m2 turned 90") == "NY-31"
    turn.play("rebuild silver O4 m3")
    assert seat(turn)["torn_down"] == ["bronze I2", "silver I3"]


def test_ny31_two_of_two_make_way_for_four() -> None:
    turn = set_up(["R2", "R3"], ["bronze I2 m2 turned 90", "bronze I2 n2 turned 90"])
    turn.play("rebuild silver O4 m2")
    assert turn.scores == [4 + 5, 0]


def test_ny32_not_across_free_land() -> None:
    turn = set_up(["Y8", "YD"], ["bronze I2 g6", "bronze I2 g8"])
    assert "rebuild bronze I3 g6 turned 90" in texts(turn)  # the starter between them goes too, and joins them
    lots = [["G1"], ["R1", "Y8", "Y1", "YD"]]
    tiles = [["starter d8"], ["starter m7", "bronze I2 g6", "bronze I2 g8"]]
    apart = set_up(player=1, characters=["green", "red"], lots=lots, tiles=tiles)
    assert refused(apart, "rebuild bronze I3 g6 turned 90") == "NY-32"


def test_ny32_a_tile_that_stays_does_not_join() -> None:
    lots = [["G1"], ["R1", "Y8", "Y1", "YD", "Y9"]]
    tiles = [["starter d8"], ["starter m7", "bronze I2 h6", "bronze I2 h8", "bronze I2 g7"]]
    turn = set_up(player=1, characters=["green", "red"], lots=lots, tiles=tiles)
    assert refused(turn, "rebuild bronze I3 i6 turned 90") == "NY-32"
    turn.play("rebuild bronze I3 h6 turned 90")
    assert seat(turn, 1)["torn_down"] == ["bronze I2", "bronze I2", "bronze I2"]


def test_ny33_the_starter_may_go_a_legendary_never() -> None:
    turn = set_up(["Y8"])
    turn.play("rebuild silver O4 g6")
    assert seat(turn)["torn_down"] == ["starter"]
    proud = set_up(["YA", "Y2", "YB", "G2", "G3"], ["Park Row b2"])
    assert refused(proud, "rebuild gold O6 b2") == "NY-33"
    assert not any(text.startswith("rebuild") for text in texts(proud))


def test_ny34_bare_lots_are_manned() -> None:
    lots = [["G1", "Y1", "YD", "G6", "G7", "B9"], ["R1"]]
    tiles = [["starter d8", "bronze I2 g7 turned 90"], ["starter m7"]]
    turn = set_up(characters=["green", "red"], lots=lots, tiles=tiles)
    assert (manned(turn), seat(turn)["workers"]) == ({"G6", "G7", "B9"}, 1)
    move = next(m for m in turn.moves() if m.text == "rebuild bronze I3 g8")
    assert (move.data["workers_back"], move.data["workers_sent"]) == ([], ["Y1"])
    turn.play(move)
    assert (manned(turn), seat(turn)["workers"]) == ({"G6", "G7", "B9", "Y1"}, 0)


def test_ny34_too_few_workers() -> None:
    lots = [["G1", "Y1", "YD", "G6", "G7", "B9", "R5"], ["R1"]]
    tiles = [["starter d8", "bronze I2 g7 turned 90"], ["starter m7"]]
    turn = set_up(characters=["green", "red"], lots=lots, tiles=tiles)
    assert seat(turn)["workers"] == 0
    assert refused(turn, "rebuild bronze I3 g8") == "NY-34"


def test_ny34_workers_just_returned_count() -> None:
    lots = [["G1", "Y1", "YD", "Y8", "G6", "G7", "B9"], ["R1"]]
    tiles = [["starter d8", "bronze I2 g7 turned 90"], ["starter m7"]]
    turn = set_up(characters=["green", "red"], lots=lots, tiles=tiles)
    assert (seat(turn)["workers"], manned(turn)) == (0, {"Y8", "G6", "G7", "B9"})
    assert refused(turn, "rebuild bronze I3 g8") == "NY-34"
    turn.play("rebuild bronze I3 g6 turned 90")
    assert manned(turn) == {"G6", "G7", "B9"}


def test_ny35_no_card_is_taken() -> None:
    turn = set_up(["Y8"])
    cards = table(turn)["market"]
    turn.play("rebuild silver O4 g6")
    assert (table(turn)["market"], turn.player) == (cards, 1)
    assert seat(turn)["lots"] == ["Y8", "Y1"]


# --- legendary skyscrapers -----------------------------------------------------------------------------------

BLOCK = ["YA", "Y2", "YB", "G2", "G3"]


def test_ny40_one_each_first_come_first_served() -> None:
    corner = ["R2", "R3", "R4", "RA", "RB"]
    turn = set_up(BLOCK, ["bronze I2 b2 turned 90"], (corner, ["bronze I2 m2 turned 90"]))
    turn.play("rebuild Woolworth b2")
    assert turn.scores == [15, 2]
    assert table(turn)["legendary"] == ["Park Row", "Singer", "Metropolitan Life"]
    assert refused(turn, "rebuild Woolworth m2") == "NY-40"
    turn.play("rebuild Metropolitan Life m2")
    assert not seat(turn, 1)["may_build_legendary"]


def test_ny40_only_one_for_each_player() -> None:
    corner = ["R2", "R3", "R4", "RA", "RB"]
    turn = set_up([*BLOCK, *corner], ["Woolworth b2", "bronze I2 m2 turned 90", "bronze I3 m4"])
    assert refused(turn, "rebuild Park Row m2") == "NY-40"
    assert table(turn)["legendary"] == ["Park Row", "Singer", "Metropolitan Life"]


def test_ny40_after_taking_land_too() -> None:
    turn = set_up(["YA", "Y2", "YB"], market=["green 2"] * 4)
    turn.play("acquire G2")
    turn.play("build Metropolitan Life b2")
    assert (turn.scores, manned(turn)) == ([12, 0], {"G2"})


# --- stuck ---------------------------------------------------------------------------------------------------

SMALL = ["bronze I2", "bronze I2", "bronze I2", "bronze I3", "bronze V3", "silver I3", "silver V3"]


def stuck(**changes: Any) -> Match:
    """Four lone lots with workers, and no tile left that fits on one."""
    return set_up(["R2", "R3", "Y3", "G6", "B9", "G7"], ["silver O4 m2"], torn_down=[SMALL, []], **changes)


def test_ny50_give_a_lot_back() -> None:
    turn = stuck()
    assert texts(turn) == {"give back Y3", "give back G6", "give back B9", "give back G7"}
    assert refused(turn, "give back R2") == "NY-50"
    count = table(turn)["stack"]["count"]
    turn.play("give back G6")
    assert (turn.player, seat(turn)["workers"]) == (1, 1)
    assert table(turn)["lots"]["G6"]["owner"] is None
    assert (table(turn)["stack"]["count"], table(turn)["stack"]["returned"]) == (count + 1, ["green 2"])


def test_ny50_cards_given_back_lie_at_the_bottom_in_order() -> None:
    turn = stuck()
    for move in ("give back G6", "acquire Y2", "skip", "acquire Y5", "skip", "acquire Y4", "skip", "give back B9"):
        turn.play(move)
    assert table(turn)["stack"]["returned"] == ["green 2", "blue 2"]
    assert turn.position()["returned"] == ["green 2", "blue 2"]


def test_ny50_a_redeal_keeps_the_cards_given_back() -> None:
    turn = set_up(returned=["green 3", "red 2", "green 3"])
    orders = set()
    for number in range(20):
        twin = turn._states.copy()
        turn.game.rules.redeal(twin[0], 0, dice(number))
        written = turn.game.positions.write(twin[0])
        assert written["returned"] == ["green 3", "red 2", "green 3"]
        assert Counter(written["stack"]) == Counter(turn.position()["stack"])
        orders.add(tuple(written["stack"]))
    assert len(orders) == 20


def test_ny50_cards_given_back_are_drawn_last_the_first_one_first() -> None:
    late = next(now for now, _ in moments_of("passes") if table(now)["stack"]["count"] == 5).position()
    cards = [*late["stack"], *late["returned"]]
    turn = Match.from_position(late | {"stack": cards[:2], "returned": cards[2:]}, seed=1)
    drawn: list[str] = []
    while table(turn)["stack"]["count"]:
        assert table(turn)["stack"]["returned"] == cards[max(2, len(drawn)) :]
        before = Counter(table(turn)["market"])
        move = turn.moves()[-1] if "skip" in texts(turn) else turn.moves()[0]
        turn.play(move)
        if move.data["action"] == "give back":
            cards.append(move.data["card"])
        drawn += (Counter(table(turn)["market"]) - before).elements()
    assert drawn == cards


def test_ny51_pass_when_nothing_is_possible() -> None:
    over = replay("passes")
    assert over.over
    assert [move.text for _, move in over.history[-4:]] == ["pass"] * 4
    assert over.history[-5][1].text != "pass"
    assert "Everybody has passed" in over.log(None)[-1]
    over.undo()
    assert texts(over) == {"pass"}
    assert seat(over, over.player or 0)["workers"] > 0
    assert table(over)["market"] == []
    assert table(over)["passes"] == 3


def test_ny51_any_other_turn_breaks_the_row() -> None:
    rows = [(table(now)["passes"], move.split()[0]) for now, move in moments_of("passes")]
    for (passes, move), (following, _) in pairwise(rows):
        assert following == (passes + 1 if move == "pass" else 0)
    assert {(3, "give"), (2, "rebuild")} & set(rows)


def test_ny52_standstill() -> None:
    over = replay("quiet")
    assert over.log(None)[-1].startswith("40 turns in a row without a new building")
    assert max(over.scores) < 50
    placed = [n for n, (_, move) in enumerate(over.history) if move.data["action"] in ("build", "rebuild")]
    turns = [move for _, move in over.history[placed[-1] + 1 :] if move.data["action"] != "acquire"]
    assert len(turns) == 40


def test_ny52_a_new_tile_starts_the_count_again() -> None:
    turn = set_up(["YA"], ["bronze I2 b2 turned 90"], (["R2"], ["bronze I2 m2 turned 90"]), quiet=39)
    turn.play(turn.moves()[0])
    turn.play("skip")
    assert turn.over
    turn.undo()
    turn.play(next(move for move in turn.moves() if move.text.startswith("build")))
    assert (turn.over, table(turn)["quiet"]) == (False, 0)


# --- end of the turn -----------------------------------------------------------------------------------------


def test_ny60_refill_only_at_the_end_of_the_turn() -> None:
    turn = Match("newyork1901", 3, seed=8)
    turn.play(turn.moves()[0])
    assert len(table(turn)["market"]) == 3
    turn.play("skip")
    assert len(table(turn)["market"]) == 4


def test_ny60_a_card_given_back_to_an_empty_stack_is_opened_at_once() -> None:
    given = 0
    for now, move in moments_of("passes"):
        if move.startswith("give back") and table(now)["stack"]["count"] == 0:
            after = Match.from_position(now.position(), seed=1)
            card = after.play(move).data["card"]
            assert table(after)["market"] == sorted([*table(now)["market"], card])
            assert table(after)["stack"] == {"count": 0, "hidden": {}, "returned": []}
            given += 1
    assert given


def test_ny60_an_empty_stack_leaves_fewer_cards_open() -> None:
    sizes = {len(table(now)["market"]) for now, _ in moments_of("passes") if not table(now)["acquired"]}
    assert sizes == {0, 1, 2, 3, 4}


def test_ny60_open_cards_have_no_order() -> None:
    cards = ["red 3", "blue 2", "red 2", "blue 2"]
    one, other = set_up(market=cards, stack=None), set_up(market=cards[::-1], stack=None)
    assert one._states.tobytes() == other._states.tobytes()


# --- the end -------------------------------------------------------------------------------------------------


DEMOLISHED = [*SMALL, "bronze L4", "silver I4", "silver T4", "silver P5"]
"""40 points."""
RICH = (["YA", "Y2", "YB", "R2", "R3"], ["gold O6 b2"])
ALSO_RICH = (["B2", "BA", "BB", "Y3", "Y4"], ["gold O6 g11 turned 90"])


def brings_end(turn: Match, text: str) -> bool:
    return next(bool(move.data["brings_end"]) for move in turn.moves() if move.text == text)


def test_ny70_everybody_else_has_one_more_turn() -> None:
    turn = set_up(*RICH, ALSO_RICH, players=3, torn_down=[DEMOLISHED, DEMOLISHED, []])
    assert turn.scores == [48, 48, 0]
    turn.play("acquire Y5")
    assert brings_end(turn, "build silver O4 m2")
    turn.play("build silver O4 m2")
    assert (turn.scores[0], turn.player, table(turn)["last_turns"]) == (53, 1, 2)
    assert "everybody else has one last turn" in turn.log(None)[-1]
    turn.play(turn.moves()[0])
    assert not brings_end(turn, "build silver O4 g2")
    turn.play("build silver O4 g2")
    assert (turn.scores[1], turn.player, table(turn)["last_turns"]) == (53, 2, 1)  # this starts nothing new
    turn.play(turn.moves()[0])
    turn.play("skip")
    assert turn.over
    assert [player for player, _ in turn.history] == [0, 0, 1, 1, 2, 2]


def test_ny70_49_points_do_not_end_the_game() -> None:
    turn = set_up(*RICH, ALSO_RICH, torn_down=[DEMOLISHED, DEMOLISHED], quiet=1)
    turn.play("acquire Y5")
    turn.play("skip")
    assert (turn.scores, turn.player, table(turn)["last_turns"]) == ([48, 48], 1, None)


def test_ny70_giving_back_in_a_last_turn() -> None:
    lone = ["R2", "R3", "Y5", "G6", "B9", "G7"]
    lots = [["Y1", "YA", "Y2", "YB", "Y3", "Y4"], ["R1", *lone]]
    tiles = [["starter g7", "gold O6 b2", "silver O4 g2"], ["starter m7", "silver O4 m2"]]
    turn = set_up(lots=lots, tiles=tiles, torn_down=[DEMOLISHED, SMALL], player=1, last_turns=1)
    assert all(text.startswith("give back") for text in texts(turn))
    turn.play("give back B9")
    assert turn.over
    assert turn.winners == [0]


def test_ny70_nothing_after_the_end() -> None:
    assert refused(replay("goal"), "pass") == "NY-70"


def test_ny71_most_points_win_even_if_another_came_to_50_first() -> None:
    over = replay("overtaken")
    first = next(b["seat"] for b in over.breakdown() if "tile" in b and points_until(over, b) >= 50)
    assert over.scores[first] < max(over.scores)
    assert over.winners == [over.scores.index(max(over.scores))]


def points_until(match: Match, line: dict[str, Any]) -> int:
    lines = match.breakdown()
    return sum(b["points"] for b in lines[: lines.index(line) + 1] if b["seat"] == line["seat"])


def test_ny71_gold_breaks_a_tie() -> None:
    over = replay("gold")
    gold = [seat(over, number)["gold"] for number in range(2)]
    assert over.scores[0] == over.scores[1]
    assert over.winners == [gold.index(max(gold))]
    ties = [line for line in over.breakdown() if line["source"] == "tie"]
    assert [(line["gold"], line["wins"]) for line in ties] == [(n, n == max(gold)) for n in gold]


def test_ny71_a_tie_in_gold_too_is_a_shared_win() -> None:
    over = replay("shared")
    assert over.winners == [0, 1]
    assert over.scores[0] == over.scores[1]
    assert seat(over, 0)["gold"] == seat(over, 1)["gold"]


def end(torn: list[str], tiles: list[str], lots: list[str]) -> Match:
    """The end of a game in which seat 0 has 53 points and one gold skyscraper."""
    return set_up(
        [*RICH[0]],
        [*RICH[1], "silver O4 m2"],
        (lots, tiles),
        torn_down=[DEMOLISHED, torn],
        player=None,
        last_turns=0,
        quiet=0,
    )


def test_ny71_gold_torn_down_does_not_count() -> None:
    torn = [*SMALL, "bronze L4", "silver I4", "silver T4", "gold Z4"]
    over = end(torn, [*ALSO_RICH[1], "silver O4 g2"], ALSO_RICH[0])
    assert over.scores == [53, 53]
    assert [seat(over, number)["gold"] for number in range(2)] == [1, 1]
    assert over.winners == [0, 1]


def test_ny71_a_legendary_counts_as_one() -> None:
    lots = [*ALSO_RICH[0], "G4", "G5", "GA", "GB"]
    tiles = [*ALSO_RICH[1], "silver O4 g2", "Park Row b6"]
    over = end([*SMALL, "bronze L4", "silver T4"], tiles, lots)
    assert over.scores == [53, 53]
    assert [seat(over, number)["gold"] for number in range(2)] == [1, 2]
    assert (over.winners, over.places) == ([1], [2, 1])


# --- the examples of the rulebook ----------------------------------------------------------------------------


def test_example_two_squares_two_points() -> None:
    turn = set_up(["G4"], acquired=True)
    assert refused(turn, "build bronze I2 c6") == "NY-22"  # d6 belongs to G5
    turn.play("build bronze I2 b6")
    assert turn.scores == [2, 0]


def test_example_two_small_buildings_make_way_for_one_of_four_squares() -> None:
    turn = set_up(["G4", "G5"], ["bronze I2 b6", "bronze I2 d6"])
    assert turn.scores == [4, 0]
    turn.play("rebuild silver I4 b6")
    assert turn.scores == [9, 0]
    assert seat(turn)["torn_down"] == ["bronze I2", "bronze I2"]


def test_example_several_colours_and_several_tiles_on_a_lot() -> None:
    turn = set_up(["Y7", "Y3", "YC"], ["bronze L4 g2"], acquired=True)  # g4 and h4 of Y7
    assert {"g4", "h4"} <= set(seat(turn)["tiles"][1]["squares"])
    colours = set_up(["G7", "P2", "G9"], players=3, acquired=True)
    colours.play("build bronze V3 c15 turned 180")
    lots = {name for name, lot in table(colours)["lots"].items() if "c15" in lot["squares"] or "d16" in lot["squares"]}
    assert lots == {"G7", "P2"}
    shared = set_up(["RB", "R2", "Y3"], ["bronze I2 m3 turned 90"], acquired=True)
    assert "build bronze I2 n4" in texts(shared)


def test_example_the_one_who_ends_the_game_has_no_more_turn() -> None:
    over = replay("goal")
    first = next(line["seat"] for line in over.breakdown() if "tile" in line and points_until(over, line) >= 50)
    turns = [player for player, move in over.history if move.data["action"] != "acquire"]
    assert turns[-2:] == [first, 1 - first]
