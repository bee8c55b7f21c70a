"""The rules of Skyline of the World, by number."""

import numpy as np
import pytest

from games.skyline_world.boards import (
    PENTHOUSE_ON,
    PURPLE_PENTHOUSE,
    YELLOW_PENTHOUSE,
    hand,
    money,
    next_income,
    play,
    position,
    refused,
    table,
    texts,
)
from rooftop.core.errors import PositionError
from rooftop.core.match import Match
from rooftop.games.skyline_world import components, rules
from tables import random_play, state_of

GAME = "skyline-world"

# --- material ------------------------------------------------------------------------------------------------


def test_sw1_the_board() -> None:
    assert len(components.SITES) == 29
    assert components.SITES[0] == "a1"
    assert components.ORANGE_SITES == ("b4", "c7", "b10")
    beside = dict(zip(components.SITES, components.BESIDE, strict=True))
    names = {site: {name for n, name in enumerate(beside) if near >> n & 1} for site, near in beside.items()}
    assert names["a1"] == {"a2"}
    assert names["b5"] == {"b4", "a5", "c5", "b6"}
    assert names["d5"] == {"c5"}
    assert names["b11"] == {"b10"}
    assert all(site in names[near] for site in names for near in names[site])
    assert not any(orange in names[other] for orange in components.ORANGE_SITES for other in components.ORANGE_SITES)


def test_sw1_the_sites_hang_together() -> None:
    groups = np.zeros(29, np.int32)
    assert rules.find_groups(components.EVERYWHERE, groups) == 1
    assert groups[0] == components.EVERYWHERE


def test_sw2_the_supply() -> None:
    match = Match(GAME, 3, seed=1)
    view = match.view(None)["table"]
    assert view["supply"] == [{"1": 6, "2": 5, "4": 4, "6": 3, "penthouse": 3}] * 3
    assert view["neutral"] == 6
    assert components.SKYLINE_FLOORS == 2


def test_sw2_sold_floors_return_to_the_supply_and_neutral_ones_to_the_common_stock() -> None:
    match = table(hands=[{"4": 1, "neutral": 2}, {}], phase="invest")
    before = match.view(0)["table"]
    play(match, "sell 4", "sell neutral")
    after = match.view(0)["table"]
    assert (before["supply"][0]["4"], after["supply"][0]["4"]) == (3, 4)
    assert (before["neutral"], after["neutral"]) == (4, 5)


def test_sw2_what_is_not_in_the_supply_cannot_be_bought() -> None:
    match = table(hands=[{"6": 3}, {"neutral": 6}], phase="invest", money=[30, 0])
    refused(match, "buy 6", "SW-2")
    refused(match, "buy neutral", "SW-2")
    assert "buy 4" in texts(match)


def test_sw3_the_cards() -> None:
    assert components.CARDS == 42
    assert len(components.FIGURES) == 14
    assert len(components.MISSIONS) == 6
    ways = [int(n) for n in np.diff(components.PLACED)]
    assert ways[:14] == [29, 64, 18, 48, 96, 39, 28, 14, 19, 14, 47, 46, 9, 18]
    assert ways[14:] == [35, 26, 30, 29, 28, 28]


def test_sw10_set_up() -> None:
    for players in (2, 3, 4):
        match = Match(GAME, players, seed=5)
        view = match.view(None)["table"]
        assert view["money"] == [10] * players
        assert [hand(match, seat) for seat in range(players)] == [{"1": 2, "2": 1}] * players
        assert view["cards"] == [3] * players
        assert view["pile"] == 42 - 3 * players
        assert len(set(match.position()["missions"])) == players
        assert view["missions"] == [None] * players
        assert match.view(1)["table"]["missions"][1]["mission"] == match.position()["missions"][1]


def test_sw10_lots_decide_who_begins_and_the_next_seat_follows() -> None:
    assert {Match(GAME, 3, seed=seed).player for seed in range(30)} == {0, 1, 2}
    match = Match(GAME, 3, seed=1, first=2)
    play(match, "build 1 a1", "end building", "end turn")
    assert match.player == 0


# --- income --------------------------------------------------------------------------------------------------


def test_sw20_worked_examples() -> None:
    four = ["yellow 1", "purple 2", "yellow 4"]
    assert next_income({"a1": ["yellow 1"]}) == 1
    assert next_income({"a1": ["yellow 1"], "a2": four}) == 5
    sites = {"a1": ["yellow 1"], "a2": ["purple 1", "yellow 2"], "b5": ["purple 1", "yellow 2", "purple 4"]}
    assert next_income(sites, 0) == 3
    assert next_income(sites, 1) == 4


def test_sw20_the_tip() -> None:
    seven = {"a5": ["yellow 1", "purple 2", "yellow 4"], "b5": ["purple 1", "yellow 2"], "c5": ["yellow 1"]}
    lone = {"c7": ["yellow 1"]}
    assert next_income(seven | lone | {"c6": ["purple 1"]}) == 7
    assert next_income(seven | lone | {"c6": ["purple 1", "yellow 2"]}) == 10


def test_sw20_penthouses_and_skyline_floors_connect_but_earn_nothing() -> None:
    ends = {"a1": ["yellow 1"], "b2": ["yellow 1"]}
    assert next_income(ends) == 1
    assert next_income(ends | {"a2": YELLOW_PENTHOUSE}) == 2
    assert next_income(ends | {"a2": ["yellow skyline"], "d8": YELLOW_PENTHOUSE}) == 2
    assert next_income(ends | {"a2": ["yellow 1", "yellow skyline"], "d8": YELLOW_PENTHOUSE}) == 2
    assert next_income({"d8": YELLOW_PENTHOUSE}) == 0


def test_sw20_neutral_tops_neither_earn_nor_connect() -> None:
    assert next_income({"a1": ["yellow 1"], "a2": ["yellow 1", "neutral"], "b2": ["yellow 1"]}) == 1


def test_sw20_the_best_group_is_paid_and_corners_do_not_connect() -> None:
    groups = {"a1": ["yellow 1"], "b3": ["purple 1", "yellow 2"], "d5": ["yellow 1"], "d7": ["yellow 1"]}
    assert next_income(groups) == 2
    assert next_income({"a2": ["yellow 1"], "b3": ["yellow 1"]}) == 1


def test_sw20_the_first_turn_has_no_income() -> None:
    assert money(Match(GAME, 2, seed=1)) == [10, 10]


def test_sw21_nobody_holds_more_than_30() -> None:
    two = {"a1": ["yellow 1"], "a2": ["yellow 1"]}
    assert next_income(two, held=29) == 1
    assert next_income(two, held=30) == 0
    match = table({"a1": ["purple 1"]}, hands=[{"2": 1}, {}], money=[10, 29])
    play(match, "build 2 a1")
    assert money(match) == [8, 30]
    match = table(cards=[["Jin Mao Tower", "MLC Centre", "Sears Tower"], []], money=[28, 0])
    play(match, "trade Jin Mao Tower + MLC Centre + Sears Tower")
    assert money(match) == [30, 0]
    match = table(hands=[{"penthouse": 1}, {}], phase="invest", money=[27, 0])
    play(match, "sell penthouse")
    assert money(match) == [30, 0]


def test_sw21_the_loss_is_told() -> None:
    match = table({"a1": ["purple 1"]}, hands=[{"2": 1}, {}], money=[10, 29])
    play(match, "build 2 a1")
    assert match.log(None) == [
        "Yellow builds a 2-floor on a1 and pays Purple 2 million.",
        "Purple cannot hold more than 30 million and loses 1 million to the bank.",
    ]


# --- building ------------------------------------------------------------------------------------------------


def test_sw22_who_can_build_must() -> None:
    match = table(hands=[{"1": 2}, {}])
    refused(match, "end building", "SW-22")
    play(match, "build 1 a1")
    assert "end building" in texts(match)
    assert "build 1 a2" in texts(match)
    play(match, "build 1 a2", "end building")


def test_sw22_money_of_the_moment_decides_and_cards_need_not_be_used() -> None:
    cards = [["Jin Mao Tower", "MLC Centre", "Sears Tower"], []]
    match = table(hands=[{"1": 1}, {}], money=[0, 0], cards=cards)
    assert texts(match) == ["trade Jin Mao Tower + MLC Centre + Sears Tower", "end building"]
    play(match, "trade Jin Mao Tower + MLC Centre + Sears Tower")
    refused(match, "end building", "SW-22")


def test_sw22_neutral_and_skyline_floors_oblige_too() -> None:
    neutral = table({"a1": ["yellow 1"]}, hands=[{"neutral": 1}, {}], money=[0, 0])
    assert texts(neutral) == ["build neutral a1"]
    skyline = table({"a1": YELLOW_PENTHOUSE, "a2": ["yellow 1"]}, money=[0, 0])
    assert texts(skyline) == ["build skyline a2"]


def test_sw22_nothing_is_built_after_the_end_of_building() -> None:
    cards = [["Jin Mao Tower", "MLC Centre", "Sears Tower"], []]
    match = table(hands=[{"1": 1}, {}], money=[0, 0], cards=cards)
    play(match, "end building", "trade Jin Mao Tower + MLC Centre + Sears Tower")
    assert not texts(match, "build")
    refused(match, "build 1 a1", "SW-22")
    refused(match, "end building", "SW-22")


def test_sw22_only_floors_in_hand_are_built() -> None:
    refused(table(hands=[{"1": 1}, {}]), "build neutral a1", "SW-22")


def test_sw23_every_value_has_its_level() -> None:
    stack = ["purple 1", "neutral", "purple 4", "neutral"]
    sites = {"a1": [], "a2": stack[:1], "a3": stack[:2], "a4": stack[:3], "a5": ["yellow 1", *stack[1:]]}
    floors = {"1": 1, "2": 1, "4": 1, "6": 1, "penthouse": 1}
    match = table({site: floors for site, floors in sites.items() if floors}, hands=[floors, {}], money=[30, 0])
    for kind, site in zip(floors, sites, strict=True):
        for other in sites:
            if other == site:
                assert f"build {kind} {site}" in texts(match)
            else:
                refused(match, f"build {kind} {other}", "SW-23")


def test_sw23_neutral_and_skyline_floors_go_on_every_level_up_to_five() -> None:
    stack = ["purple 1", "yellow 2", "purple 4", "yellow 6", "neutral"]
    names = ["a1", "a2", "a3", "a4", "a5", "a6"]
    sites = {name: stack[:height] for height, name in enumerate(names) if height}
    match = table(sites | {"d8": YELLOW_PENTHOUSE}, hands=[{"neutral": 1}, {}], money=[30, 0])
    for name in names[:5]:
        assert {f"build neutral {name}", f"build skyline {name}"} <= set(texts(match))
    for kind in ("neutral", "skyline"):
        refused(match, f"build {kind} a6", "SW-23")
        refused(match, f"build {kind} d8", "SW-23")


def test_sw23_a_neutral_floor_on_level_5_blocks_a_penthouse() -> None:
    match = table({"a1": PENTHOUSE_ON}, hands=[{"penthouse": 1, "neutral": 1}, {}], money=[30, 0])
    assert "build penthouse a1" in texts(match)
    play(match, "build neutral a1")
    refused(match, "build penthouse a1", "SW-23")


def test_sw24_not_on_your_own() -> None:
    match = table({"a1": ["yellow 1"], "a2": ["purple 1"], "a3": ["neutral"]}, hands=[{"2": 1}, {}])
    refused(match, "build 2 a1", "SW-24")
    assert texts(match, "build") == ["build 2 a2", "build 2 a3"]


def test_sw24_worked_example_with_a_neutral_floor_between_it_is_allowed() -> None:
    match = table({"a1": ["yellow 1"]}, hands=[{"2": 1, "4": 1, "neutral": 1}, {}], money=[20, 0])
    refused(match, "build 2 a1", "SW-24")
    play(match, "build neutral a1", "build 4 a1")
    assert match.position()["sites"]["a1"] == ["yellow 1", "neutral", "yellow 4"]


def test_sw24_penthouses_too_but_on_an_own_skyline_floor_all_go() -> None:
    six = ["purple 1", "yellow 2", "purple 4", "yellow 6"]
    sites = {"a1": six, "d8": YELLOW_PENTHOUSE, "a5": ["purple 1", "yellow skyline"]}
    match = table(sites, hands=[{"penthouse": 1, "4": 1}, {}], money=[30, 0])
    refused(match, "build penthouse a1", "SW-24")
    assert "build 4 a5" in texts(match)


def test_sw25_a_penthouse_needs_a_floor_of_ones_own_below() -> None:
    purple = ["purple 1", "neutral", "purple 4", "neutral"]
    sites = {"a1": purple, "a2": ["yellow 1", *purple[1:]], "d8": YELLOW_PENTHOUSE}
    sites["a4"] = ["purple 1", "neutral", "purple 4", "yellow skyline"]
    match = table(sites, hands=[{"penthouse": 1}, {}], money=[30, 0])
    refused(match, "build penthouse a1", "SW-25")
    assert texts(match, "build") == ["build penthouse a2", "build penthouse a4"]


def test_sw25_nothing_goes_on_a_penthouse() -> None:
    match = table({"a1": YELLOW_PENTHOUSE}, hands=[{"neutral": 1, "penthouse": 1}, {}], money=[30, 0])
    for move in ("build neutral a1", "build skyline a1", "build penthouse a1"):
        refused(match, move, "SW-23")


def test_sw26_neutral_floors_go_anywhere_but_into_claimed_buildings() -> None:
    sites = {"a1": ["yellow skyline"], "a2": ["purple skyline"], "d8": YELLOW_PENTHOUSE, "d7": PURPLE_PENTHOUSE}
    sites |= {"a3": ["yellow 1"], "a4": ["purple 1"], "a5": ["neutral"]}
    match = table(sites, hands=[{"neutral": 1}, {}])
    refused(match, "build neutral a1", "SW-26")
    refused(match, "build neutral a2", "SW-26")
    assert {f"build neutral {site}" for site in ("a3", "a4", "a5", "b4", "c8")} <= set(texts(match))


def test_sw27_a_skyline_floor_claims_the_building() -> None:
    sites = {"a1": ["purple 1"], "d8": YELLOW_PENTHOUSE, "d7": PURPLE_PENTHOUSE}
    match = table(sites, hands=[{"4": 1}, {"4": 1, "neutral": 1}], money=[30, 30])
    play(match, "build skyline a1")
    assert match.view(None)["table"]["claims"] == {"a1": 0}
    play(match, "build 4 a1", "end building", "end turn")
    assert match.view(None)["table"]["claims"] == {"a1": 0}
    refused(match, "build skyline a1", "SW-27")
    refused(match, "build 4 a1", "SW-27")
    refused(match, "build neutral a1", "SW-26")


def test_sw27_not_on_an_orange_site() -> None:
    match = table({"d8": YELLOW_PENTHOUSE, "b4": ["yellow 1"]}, money=[30, 0])
    for site in components.ORANGE_SITES:
        refused(match, f"build skyline {site}", "SW-27")
    assert len(texts(match, "build skyline")) == 29 - 3 - 1


def test_sw27_the_second_skyline_floor_may_go_into_the_same_building() -> None:
    sites = {"d8": YELLOW_PENTHOUSE, "d7": YELLOW_PENTHOUSE[:4], "c8": YELLOW_PENTHOUSE, "a1": ["yellow skyline"]}
    match = table(sites, hands=[{"penthouse": 1}, {}], money=[30, 0])
    play(match, "build penthouse d7")
    play(match, "build skyline a1")
    assert match.position()["sites"]["a1"] == ["yellow skyline", "yellow skyline"]
    assert money(match) == [20, 10]


@pytest.mark.parametrize(
    ("below", "kind", "paid", "received"),
    [
        ([], "1", 1, 0),
        (["purple 1"], "2", 2, 2),
        (["neutral"], "2", 2, 0),
        (["yellow 1", "yellow skyline"], "4", 0, 0),
        (["yellow 1", "purple 2", "yellow 4", "yellow skyline"], "penthouse", 0, 0),
        ([*PENTHOUSE_ON[:3], "purple 6"], "penthouse", 10, 10),
        ([*PENTHOUSE_ON[:3], "neutral"], "penthouse", 10, 0),
        ([], "neutral", 5, 0),
        (["neutral"], "neutral", 5, 0),
        (["purple 1"], "neutral", 5, 5),
        (["yellow 1"], "neutral", 0, 0),
        ([], "skyline", 5, 0),
        (["neutral"], "skyline", 5, 0),
        (["purple 1"], "skyline", 5, 5),
        (["yellow 1"], "skyline", 0, 0),
    ],
)
def test_sw28_whom_each_floor_pays(below: list[str], kind: str, paid: int, received: int) -> None:
    sites = {"d8": YELLOW_PENTHOUSE} | ({"a1": below} if below else {})
    hands = [{kind: 1} if kind != "skyline" else {}, {}]
    match = table(sites, hands=hands, money=[12, 12])
    move = next(move for move in match.moves() if move.text == f"build {kind} a1")
    assert (move.data["price"], move.data["payee"]) == (paid, 1 if received else None)
    match.play(move)
    assert money(match) == [12 - paid, 12 + received]


def test_sw28_worked_examples() -> None:
    """Yellow pays blue 2 million for a 2-floor on blue's, and the bank 1 million for a 1-floor on the ground."""
    match = table({"a1": ["blue 1"]}, 3, hands=[{"1": 1, "2": 1}, {}, {}])
    play(match, "build 2 a1")
    assert money(match) == [8, 10, 12]
    play(match, "build 1 a2")
    assert money(match) == [7, 10, 12]


def test_sw28_the_second_skyline_floor_is_free_on_the_first() -> None:
    sites = {"d8": YELLOW_PENTHOUSE, "d7": YELLOW_PENTHOUSE, "c8": PENTHOUSE_ON, "a1": ["yellow skyline"]}
    match = table(sites, hands=[{"penthouse": 1}, {}], money=[10, 0])
    play(match, "build penthouse c8", "build skyline a1")
    assert money(match) == [0, 10]


def test_sw28_what_cannot_be_paid_is_refused() -> None:
    match = table({"a1": ["purple 1"], "a2": ["yellow 1"]}, hands=[{"2": 1, "neutral": 1}, {}], money=[1, 0])
    refused(match, "build 2 a1", "SW-28")
    refused(match, "build neutral a1", "SW-28")
    assert texts(match, "build") == ["build neutral a2"]


def test_sw29_several_floors_on_one_site_in_one_turn() -> None:
    match = table(hands=[{"1": 1, "neutral": 1, "4": 1}, {}], money=[30, 0])
    play(match, "build 1 a1", "build neutral a1", "build 4 a1", "end building")
    assert match.position()["sites"] == {"a1": ["yellow 1", "neutral", "yellow 4"]}
    assert money(match)[0] == 30 - 1 - 0 - 4


def next_penthouse(match: Match) -> dict[str, bool]:
    return dict(match.view(None)["table"]["next_penthouse"])


def test_sw30_the_first_penthouse_brings_a_skyline_floor_usable_at_once() -> None:
    match = table({"a1": PENTHOUSE_ON, "a2": PENTHOUSE_ON}, hands=[{"penthouse": 2}, {}], money=[30, 0])
    assert next_penthouse(match) == {"skyline": True, "ends": False, "draws": True}
    play(match, "build penthouse a1")
    assert next_penthouse(match) == {"skyline": False, "ends": False, "draws": True}
    assert hand(match, 0) == {"penthouse": 1, "skyline": 1}
    play(match, "build penthouse a2")
    assert hand(match, 0) == {"skyline": 1}
    play(match, "build skyline d8")


def test_sw30_is_for_every_player() -> None:
    sites = {"a1": PENTHOUSE_ON, "d8": PURPLE_PENTHOUSE}
    match = table(sites, hands=[{"penthouse": 1}, {}], money=[30, 0])
    play(match, "build penthouse a1")
    assert hand(match, 0) == {"skyline": 1}


def test_sw31_each_other_player_draws_a_bonus_card() -> None:
    match = table({"a1": PENTHOUSE_ON}, 3, hands=[{"penthouse": 1}, {}, {}], money=[30, 0, 0])
    assert match.view(None)["table"]["cards"] == [0, 0, 0]
    play(match, "build penthouse a1")
    assert match.view(None)["table"]["cards"] == [0, 1, 1]
    assert match.view(None)["table"]["pile"] == 42 - 9 - 2
    assert [line for line in match.log(None) if "draws" in line] == [
        "Purple draws a bonus card.",
        "Blue draws a bonus card.",
    ]
    drawn = match.position()["cards"][1][0]
    assert f"Purple draws the bonus card {drawn}." in match.log(1)


def crowded(penthouses: tuple[int, ...]) -> dict[str, list[str]]:
    """A board of four players with so many penthouses each, and one building ready for one of blue's."""
    colours, sites, names = components.COLOURS, {}, iter(components.SITES)
    for seat, count in enumerate(penthouses):
        near, far = colours[(seat + 1) % 4], colours[(seat + 2) % 4]
        stack = [f"{colours[seat]} 1", f"{near} 2", f"{far} 4", f"{near} 6", f"{colours[seat]} penthouse"]
        for _ in range(count):
            sites[next(names)] = stack
    return sites | {next(names): ["blue 1", "red 2", "neutral", "neutral"]}


def test_sw31_while_the_pile_lasts() -> None:
    sites = crowded((3, 3, 2, 2))
    parts = {"ender": 0, "player": 2, "money": [0, 0, 30, 0]}
    match = table(sites, 4, hands=[{}, {}, {"penthouse": 1}, {}], **parts)
    assert match.view(None)["table"]["pile"] == 0
    assert next_penthouse(match) == {"skyline": False, "ends": False, "draws": False}
    play(match, f"build penthouse {list(sites)[-1]}")
    assert match.view(None)["table"]["cards"] == [0, 0, 0, 0]


def test_sw32_the_first_third_penthouse() -> None:
    sites = {"a1": YELLOW_PENTHOUSE, "a2": YELLOW_PENTHOUSE, "a3": PENTHOUSE_ON, "d8": ["yellow 1"]}
    match = table(sites, hands=[{"penthouse": 1}, {}], money=[30, 0])
    assert next_penthouse(match) == {"skyline": True, "ends": True, "draws": True}
    play(match, "build penthouse a3")
    assert hand(match, 0) == {"skyline": 2}
    assert match.view(None)["table"]["ender"] == 0
    assert match.player == 0
    play(match, "build skyline d8", "end building", "end turn")
    assert match.player == 1
    play(match, "end building", "buy 1", "end turn")
    assert match.over


def test_sw32_another_third_penthouse_brings_nothing_more() -> None:
    sites = crowded((3, 1, 2, 1))
    match = table(sites, 4, hands=[{}, {}, {"penthouse": 1}, {}], ender=0, player=2, money=[0, 0, 30, 0])
    play(match, f"build penthouse {list(sites)[-1]}")
    assert hand(match, 2) == {"skyline": 1}
    assert match.view(None)["table"]["ender"] == 0


# --- investing -----------------------------------------------------------------------------------------------


def test_sw33_buying_costs_the_value() -> None:
    match = table(money=[30, 0], phase="invest")
    play(match, "buy 1", "buy 1", "buy 6", "buy penthouse", "buy neutral")
    assert money(match)[0] == 30 - 1 - 1 - 6 - 10 - 5
    assert hand(match, 0) == {"1": 2, "6": 1, "penthouse": 1, "neutral": 1}
    refused(match, "buy penthouse", "SW-33")


def test_sw33_one_neutral_floor_a_turn() -> None:
    match = table(money=[30, 0], phase="invest")
    play(match, "buy neutral")
    refused(match, "buy neutral", "SW-33")


def test_sw33_bought_floors_wait_for_the_next_turn() -> None:
    match = table(money=[10, 0], phase="invest")
    play(match, "buy 1")
    refused(match, "build 1 a1", "SW-22")
    play(match, "end turn", "end building", "end turn", "build 1 a1")


def test_sw33_skyline_floors_are_not_for_sale() -> None:
    match = table({"a1": YELLOW_PENTHOUSE}, money=[30, 0], phase="invest")
    assert not any("skyline" in text for text in texts(match))
    assert match.game.parse("buy skyline") is None


def test_sw33_who_built_nothing_must_buy_if_something_can_be_paid() -> None:
    match = table(money=[1, 0], phase="invest")
    refused(match, "end turn", "SW-33")
    play(match, "buy 1", "end turn")
    match = table(money=[0, 0], phase="invest", hands=[{"2": 1}, {}])
    assert set(texts(match)) == {"sell 2", "end turn"}


def test_sw33_who_built_need_not_buy() -> None:
    match = table(hands=[{"1": 1}, {}])
    play(match, "build 1 a1", "end building")
    assert "end turn" in texts(match)


def test_sw33_floors_sold_in_this_turn_do_not_oblige() -> None:
    match = table(hands=[{"2": 1}, {}], money=[0, 0], phase="invest")
    play(match, "sell 2")
    assert money(match)[0] == 1
    refused(match, "end turn", "SW-33")
    match = table(hands=[{"1": 8}, {}], money=[1, 0], phase="invest")
    assert "end turn" in texts(match)
    play(match, "sell 1")
    assert "end turn" in texts(match)


def test_sw33_holds_in_last_turns_too() -> None:
    match = table({"a1": YELLOW_PENTHOUSE, "a2": YELLOW_PENTHOUSE, "a3": YELLOW_PENTHOUSE}, player=1, ender=0)
    play(match, "end building")
    refused(match, "end turn", "SW-33")


def test_sw34_half_the_value_rounded_down() -> None:
    for kind, value in {"1": 0, "2": 1, "4": 2, "neutral": 2, "6": 3, "penthouse": 5}.items():
        match = table(hands=[{kind: 1}, {}], money=[7, 0], phase="invest")
        play(match, f"sell {kind}")
        assert money(match)[0] == 7 + value


def test_sw34_a_kind_is_bought_or_sold_in_a_turn_not_both() -> None:
    match = table(hands=[{"2": 2, "4": 1}, {}], money=[20, 0], phase="invest")
    play(match, "sell 2", "buy 4")
    refused(match, "buy 2", "SW-34")
    refused(match, "sell 4", "SW-34")
    play(match, "sell 2", "buy 4", "end turn")


def test_sw34_only_floors_in_hand_are_sold_and_only_after_building() -> None:
    match = table(hands=[{"1": 1}, {}])
    refused(match, "sell 1", "SW-35")
    play(match, "build 1 a1", "end building")
    refused(match, "sell 1", "SW-34")


def test_sw34_no_turn_goes_round_in_circles() -> None:
    """Trading as long as possible terminates and never repeats a position."""
    hands = [{"1": 3, "2": 3, "4": 2, "6": 2, "penthouse": 2, "neutral": 4}, {}]
    for seed in range(20):
        match = table(hands=hands, money=[30, 0], phase="invest")
        chooser = np.random.default_rng(seed)
        seen = {match._states.tobytes()}
        while trades := [move for move in match.moves() if move.text != "end turn"]:
            match.play(trades[chooser.integers(len(trades))])
            assert match._states.tobytes() not in seen
            seen.add(match._states.tobytes())
        assert len(seen) <= 31


def test_sw35_ends_are_decisions_of_their_own() -> None:
    match = table(money=[0, 0])
    assert texts(match) == ["end building"]
    refused(match, "end turn", "SW-35")
    refused(match, "buy 1", "SW-35")
    play(match, "end building")
    assert texts(match) == ["end turn"]


def test_sw35_cards_are_offered_in_both_phases() -> None:
    row = {"a2": ["yellow 1"], "a3": ["yellow 1"], "a4": ["yellow 1"]}
    cards = [["Empire State Building", "MLC Centre", "Sears Tower"], []]
    for phase in ("build", "invest"):
        match = table(row, cards=cards, phase=phase)
        assert texts(match, "show") == ["show Empire State Building"]
        assert len(texts(match, "trade")) == 1


# --- bonus cards ---------------------------------------------------------------------------------------------


def owned(*sites: str) -> dict[str, list[str]]:
    return {site: ["yellow 1"] for site in sites}


@pytest.mark.parametrize(
    ("figure", "sites", "value"),
    [
        ("Empire State Building", ("a5", "b5", "c5"), 5),
        ("Empire State Building", ("a5", "b5", "c5", "d5"), 5),
        ("Commerzbank Tower", ("b8", "c8", "c9"), 5),
        ("Jin Mao Tower", ("a5", "b6", "c7"), 5),
        ("US Bank Tower", ("a1", "a3", "a5"), 8),
        ("Sears Tower", ("a5", "b5", "c5", "d5"), 8),
        ("MLC Centre", ("b9", "d9", "d7"), 5),
        ("Petronas Towers", ("d5", "c5", "a5"), 5),
        ("Taipei 101", ("a2", "b2", "a3", "b3"), 8),
    ],
)
def test_sw40_a_figure_found_brings_money(figure: str, sites: tuple[str, ...], value: int) -> None:
    match = table(owned(*sites), cards=[[figure], []])
    play(match, f"show {figure}")
    assert money(match)[0] == 10 + value
    assert match.view(None)["table"]["cards"] == [0, 0]


def test_sw40_the_gaps_need_not_exist() -> None:
    """Between d5 and d7 there is no site."""
    match = table(owned("d5", "d7", "d9"), cards=[["US Bank Tower"], []])
    assert texts(match, "show") == ["show US Bank Tower"]


def test_sw40_the_money_can_be_used_at_once() -> None:
    match = table(owned("a5", "b5", "c5"), hands=[{"1": 1}, {}], cards=[["Empire State Building"], []], money=[0, 0])
    refused(match, "build 1 a1", "SW-28")
    play(match, "show Empire State Building", "build 1 a1")


def test_sw40_only_own_top_floors_count_skyline_floors_and_penthouses_too() -> None:
    cards = [["Empire State Building"], []]
    refused(table(owned("a5", "c5"), cards=cards), "show Empire State Building", "SW-40")
    for top in (["purple 1"], ["yellow 1", "neutral"]):
        refused(table(owned("a5", "c5") | {"b5": top}, cards=cards), "show Empire State Building", "SW-40")
    for top in (YELLOW_PENTHOUSE, ["yellow skyline"]):
        sites = owned("a5", "c5") | {"b5": top, "d8": YELLOW_PENTHOUSE}
        play(table(sites, cards=cards), "show Empire State Building")


def test_sw40_only_cards_in_hand() -> None:
    refused(table(owned("a5", "b5", "c5")), "show Empire State Building", "SW-40")


def test_sw41_not_the_same_figure_twice_in_a_turn() -> None:
    cards = [["Empire State Building", "Empire State Building", "Sears Tower"], []]
    match = table(owned("a5", "b5", "c5", "d5"), cards=cards, hands=[{"1": 1}, {}])
    play(match, "show Empire State Building", "show Sears Tower")
    refused(match, "show Empire State Building", "SW-41")
    play(match, "build 1 a1", "end building")
    refused(match, "show Empire State Building", "SW-41")
    play(match, "end turn", "end building", "buy 1", "end turn", "show Empire State Building")


def test_sw42_any_three_cards_for_five() -> None:
    cards = [["Jin Mao Tower", "Jin Mao Tower", "MLC Centre"], []]
    match = table(cards=cards)
    assert texts(match, "trade") == ["trade Jin Mao Tower + Jin Mao Tower + MLC Centre"]
    play(match, "trade Jin Mao Tower + Jin Mao Tower + MLC Centre")
    assert money(match)[0] == 15
    refused(match, "trade Jin Mao Tower + Jin Mao Tower + MLC Centre", "SW-42")


def test_sw42_as_often_as_one_likes_and_after_showing_the_same_figure() -> None:
    sites = owned("a5", "b5", "c5") | {"c8": PURPLE_PENTHOUSE, "d8": PURPLE_PENTHOUSE}
    empire = "Empire State Building"
    cards = [[empire, empire, empire, "MLC Centre"], []]
    match = table(sites, cards=cards)
    play(match, f"show {empire}", f"trade {empire} + {empire} + MLC Centre")
    assert money(match)[0] == 20
    sites = crowded((0, 3, 2, 1))
    six = ["Jin Mao Tower"] * 3 + ["MLC Centre"] * 3
    match = table(sites, 4, cards=[six, [], [], []], ender=1, player=0)
    play(match, "trade Jin Mao Tower + MLC Centre + MLC Centre", "trade Jin Mao Tower + Jin Mao Tower + MLC Centre")
    assert money(match)[0] == 20


def test_sw42_every_choice_of_three_is_offered_once() -> None:
    sites = crowded((0, 3, 2, 1))
    held = ["Jin Mao Tower"] * 3 + ["MLC Centre"] * 2 + ["Taipei 101"]
    match = table(sites, 4, cards=[held, [], [], []], ender=1, player=0)
    assert texts(match, "trade") == [
        "trade Jin Mao Tower + Jin Mao Tower + Jin Mao Tower",
        "trade Jin Mao Tower + Jin Mao Tower + MLC Centre",
        "trade Jin Mao Tower + Jin Mao Tower + Taipei 101",
        "trade Jin Mao Tower + MLC Centre + MLC Centre",
        "trade Jin Mao Tower + MLC Centre + Taipei 101",
        "trade MLC Centre + MLC Centre + Taipei 101",
    ]


def test_sw43_used_cards_leave_the_game() -> None:
    for match in random_play(GAME, "standard", 4, 3):
        view = match.view(None)["table"]
        assert sum(view["cards"]) + view["pile"] + sum(view["used"].values()) == 42
    assert view["used"]


# --- the end -------------------------------------------------------------------------------------------------


def test_sw50_every_other_player_has_one_more_turn() -> None:
    match = table(crowded((0, 0, 2, 0)), 4, hands=[{}, {}, {"penthouse": 1}, {}], player=2, money=[0, 0, 10, 0])
    site = next(text for text in texts(match) if text.startswith("build penthouse"))
    play(match, site)
    turns = []
    while not match.over:
        turns.append(match.player)
        while match.player == turns[-1]:
            moves = texts(match)
            match.play("end turn" if "end turn" in moves else "end building" if "end building" in moves else moves[0])
    assert turns == [2, 3, 0, 1]
    assert match.log(None)[-1] == "Everyone has had the last turn: the game is over."
    refused(match, "end turn", "SW-50")


def finished(sites: dict[str, list[str]], missions: list[str], **parts: object) -> Match:
    """A game ended by SW-53: the current board is scored."""
    players = len(missions)
    return table(sites, players, missions=missions, player=None, idle=players, unbuilt=players, **parts)


LONDON = {"a2": ["yellow 1"], "b2": ["yellow 1"], "a3": ["yellow 1"], "a4": ["yellow 1"], "b4": ["yellow 1"]}
"""London, turned."""


def test_sw51_points() -> None:
    match = finished(LONDON | {"d8": YELLOW_PENTHOUSE, "c7": ["purple 1"]}, ["London", "Sydney"])
    assert match.scores == [1 + 1 + 2, 1]
    assert match.breakdown() == [
        {"source": "penthouses", "seat": 0, "count": 1, "points": 1},
        {"source": "penthouses", "seat": 1, "count": 0, "points": 0},
        {"source": "orange", "seat": 0, "sites": ["b4"], "points": 1},
        {"source": "orange", "seat": 1, "sites": ["c7"], "points": 1},
        {"source": "mission", "seat": 0, "mission": "London", "fulfilled": True, "points": 2},
        {"source": "mission", "seat": 1, "mission": "Sydney", "fulfilled": False, "points": 0},
    ]


def test_sw51_a_penthouse_on_an_orange_site_brings_two() -> None:
    assert finished({"b4": YELLOW_PENTHOUSE}, ["London", "Sydney"]).scores == [2, 0]
    assert finished({"b4": ["yellow 1", "neutral"]}, ["London", "Sydney"]).scores == [0, 0]


def test_sw51_the_board_at_the_end_counts_in_the_standard_game() -> None:
    match = last_turn_against_london("standard")
    assert match.scores == [3 + 1, 0]


def test_sw51_swift_judges_at_the_end_of_ones_own_last_turn() -> None:
    match = last_turn_against_london("swift")
    assert match.scores == [3 + 1 + 2, 0]
    mission = next(line for line in match.breakdown() if line["source"] == "mission")
    assert mission["fulfilled"]


def last_turn_against_london(variant: str) -> Match:
    """Yellow completes London and builds a third penthouse; then purple covers one of the sites."""
    sites = LONDON | {"b4": ["purple 1"], "d8": YELLOW_PENTHOUSE, "d7": YELLOW_PENTHOUSE, "c8": PENTHOUSE_ON}
    hands = [{"penthouse": 1, "2": 1}, {"2": 1}]
    missions = ["London", "Sydney"]
    match = table(sites, hands=hands, money=[30, 30], missions=missions, variant=variant)
    play(match, "build penthouse c8", "build 2 b4", "end building", "end turn")
    play(match, "build 2 a2", "end building", "end turn")
    assert match.over
    return match


def test_sw51_swift_judges_the_end_of_the_last_turn_not_a_moment_of_it() -> None:
    sites = LONDON | {"d8": YELLOW_PENTHOUSE, "d7": YELLOW_PENTHOUSE, "c8": PENTHOUSE_ON}
    hands = [{"penthouse": 1, "neutral": 1}, {}]
    match = table(sites, hands=hands, money=[30, 0], missions=["London", "Sydney"], variant="swift")
    play(match, "build penthouse c8", "build neutral a2", "end building", "end turn")
    play(match, "end building", "buy 1", "end turn")
    assert match.over
    assert match.scores[0] == 3 + 1


def test_sw51_swift_counts_the_board_as_it_stands_before_the_last_turn_and_when_stalled() -> None:
    match = table(LONDON, missions=["London", "Sydney"], variant="swift")
    assert match.scores == [3, 0]
    assert finished(LONDON, ["London", "Sydney"], variant="swift").scores == [3, 0]


def test_sw51_nobody_is_shown_the_mission_points_of_others() -> None:
    match = table(LONDON, missions=["London", "Sydney"])
    assert match.view(0)["scores"] is None
    assert match.view(0)["table"]["missions"][0]["fulfilled"]
    other = table(LONDON, missions=["Frankfurt", "Sydney"])
    assert match.view(1) == other.view(1)
    assert match.view(None) == other.view(None)
    shown = finished(LONDON, ["London", "Sydney"]).view(1)["table"]["missions"]
    assert [(mission["mission"], mission["fulfilled"]) for mission in shown] == [("London", True), ("Sydney", False)]


def test_sw52_points_then_penthouses_then_mission_then_shared() -> None:
    by_points = finished({"b4": ["yellow 1"]}, ["London", "Sydney"])
    assert by_points.winners == [0]
    assert not [line for line in by_points.breakdown() if line["source"] in ("tie_break", "shared")]
    by_penthouses = finished({"b4": ["purple 1"], "d8": YELLOW_PENTHOUSE}, ["London", "Sydney"])
    assert by_penthouses.scores == [1, 1]
    assert by_penthouses.places == [1, 2]
    assert by_penthouses.breakdown()[-1] == {
        "source": "tie_break",
        "seat": 0,
        "by": "penthouses",
        "tied": [0, 1],
        "left": [0],
        "points": 0,
    }
    london = {site: ["yellow 1"] for site in ("a7", "a8", "b8", "c8")} | {"c7": ["yellow 1"]}
    del london["c7"]
    london = {site: ["yellow 1"] for site in ("a5", "a6", "b6", "c6", "c5")}
    by_mission = finished(london | {"b4": ["purple 1"], "c7": ["purple 1"]}, ["London", "Sydney"])
    assert by_mission.scores == [2, 2]
    assert by_mission.winners == [0]
    assert by_mission.breakdown()[-1]["by"] == "mission"
    shared = finished({"b4": ["yellow 1"], "c7": ["purple 1"]}, ["London", "Sydney"])
    assert shared.winners == [0, 1]
    assert shared.breakdown()[-1] == {"source": "shared", "seat": 0, "tied": [0, 1], "points": 0}


def test_sw52_both_tie_breaks_can_be_needed() -> None:
    """All have three points; blue falls behind by penthouses, then purple by the mission."""
    sites = {site: ["yellow 1"] for site in ("a5", "a6", "b6", "c6", "c5")}
    sites |= {"b4": ["purple 1"], "c7": ["purple 1"]}
    sites |= {site: ["blue 1"] for site in ("b9", "c9", "d9", "b10", "b11")}
    sites["a1"] = ["yellow 1", "purple 2", "blue 4", "purple 6", "yellow penthouse"]
    sites["d8"] = ["purple 1", "yellow 2", "blue 4", "yellow 6", "purple penthouse"]
    match = finished(sites, ["London", "Sydney", "Frankfurt"])
    assert match.scores == [3, 3, 3]
    assert match.places == [1, 2, 3]
    tie_breaks = [(line["by"], line["left"]) for line in match.breakdown() if line["source"] == "tie_break"]
    assert tie_breaks == [("penthouses", [0, 1]), ("mission", [0])]
    explained = match.game.board.explain(match.breakdown(), "en", match.seat_names())
    assert explained[-2:] == [
        "Yellow, Purple and Blue are level in points: more penthouses put Yellow and Purple ahead.",
        "Yellow and Purple are level in points and penthouses: the fulfilled mission puts Yellow ahead.",
    ]


def test_sw53_the_game_ends_when_nobody_does_anything() -> None:
    match = table(money=[0, 0])
    play(match, "end building", "end turn", "end building", "end turn")
    assert match.over
    assert match.log(None)[-1] == "Nobody can do anything any more: the game is over."
    refused(match, "end turn", "SW-53")


@pytest.mark.parametrize(
    ("moves", "idle"),
    [
        (["end building"], True),
        (["end building", "sell 1"], False),
        (["end building", "trade Jin Mao Tower + MLC Centre + Sears Tower"], False),
        (["end building", "trade Jin Mao Tower + MLC Centre + Sears Tower", "buy 1"], False),
        (["trade Jin Mao Tower + MLC Centre + Sears Tower", "build 1 a1"], False),
    ],
)
def test_sw53_floors_built_bought_or_sold_and_cards_are_something(moves: list[str], idle: bool) -> None:
    cards = [["Jin Mao Tower", "MLC Centre", "Sears Tower"], []]
    match = table(hands=[{"1": 1}, {}], money=[0, 0], cards=cards, idle=1, unbuilt=1)
    play(match, *moves)
    assert rules.is_idle(state_of(match, rules.State)) == idle


def test_sw53_the_turns_in_which_nothing_happens_must_come_in_a_row() -> None:
    match = table(hands=[{"1": 1}, {}], money=[0, 0], idle=1, unbuilt=1)
    play(match, "end building", "sell 1", "end turn")
    view = match.view(None)["table"]
    assert (view["idle"], view["unbuilt"]) == (0, 2)
    play(match, "end building", "end turn", "end building", "end turn")
    assert match.over


def test_sw53_an_income_is_something_even_beyond_the_cap() -> None:
    match = table({"a1": ["yellow 1"]}, player=1, phase="invest", money=[30, 0])
    play(match, "end turn")
    assert money(match) == [30, 0]
    assert not rules.is_idle(state_of(match, rules.State))
    assert rules.is_idle(state_of(table(money=[30, 0]), rules.State))


def test_sw53_the_game_ends_after_too_long_without_a_floor() -> None:
    match = table(money=[5, 5], unbuilt=18)
    play(match, "end building", "buy 1", "end turn")
    assert not match.over
    play(match, "end building", "buy 1", "end turn")
    assert match.over
    assert match.log(None)[-1] == "Nobody has built for too long: the game is over."
    refused(match, "end turn", "SW-53")


def test_sw53_a_floor_starts_the_count_anew() -> None:
    match = table(money=[5, 5], unbuilt=19, hands=[{"1": 1}, {}])
    play(match, "build 1 a1", "end building", "end turn")
    assert not match.over
    assert match.view(None)["table"]["unbuilt"] == 0


# --- the rulebook's examples that stand for themselves ---------------------------------------------------------


def test_worked_example_buying_and_building_a_penthouse_costs_10_and_10() -> None:
    match = table({"a1": PENTHOUSE_ON}, money=[30, 0], phase="invest")
    play(match, "buy penthouse")
    assert money(match) == [20, 0]
    play(match, "end turn", "end building", "buy 1", "end turn", "build penthouse a1")
    assert money(match) == [10, 15]


def test_worked_example_two_own_floors_on_top_of_each_other_are_no_table() -> None:
    with pytest.raises(PositionError, match=r"sites.a1\[1\]"):
        Match.from_position(position({"a1": ["yellow 1", "yellow 2"]}))
