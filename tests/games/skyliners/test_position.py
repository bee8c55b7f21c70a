"""Positions of Skyliners: reachable ones are accepted, all others refused."""

import copy
from typing import Any

import pytest

from rooftop.core.errors import PositionError
from rooftop.core.match import Match

TABLE: dict[str, Any] = {
    "game": "skyliners",
    "variant": "full",
    "players": 2,
    "first": 1,
    "player": 0,
    "round": 2,
    "action": 2,
    "built": "c1",
    "sites": {
        "a1": ["neutral floor", "neutral floor", "red floor", "blue roof"],
        "a2": ["neutral floor"],
        "b1": ["neutral floor"] * 2,
        "b2": ["neutral floor"],
        "d4": ["neutral floor"] * 2,
        "e5": ["neutral floor", "blue floor"],
        "d5": ["neutral floor"] * 2,
        "e4": ["neutral floor"],
        "c3": ["neutral park"],
        "c1": ["red park"],
        "a3": ["blue floor"],
    },
    "plans": [{"seat": 0, "row": "B", "planned": 3}, {"seat": 1}],
    "districts": ["NW", None],
}


def changed(**changes: Any) -> dict[str, Any]:
    table = copy.deepcopy(TABLE)
    for way, value in changes.items():
        *names, last = way.split("__")
        parent = table
        for name in names:
            parent = parent[name]
        parent[last] = value
    return table


def test_a_table_as_people_know_it() -> None:
    match = Match.from_position(TABLE, seed=1)
    table = match.view(0)["table"]
    assert match.player == 0
    assert table["supply"] == [{"floor": 15, "roof": 2, "park": 0}, {"floor": 14, "roof": 1, "park": 1}]
    assert table["own_cards"] == ["A", "C", "D", "E"]
    assert table["districts"] == ["NW", None]
    assert table["plans"] == [{"seat": 0, "row": "B", "planned": 3, "right": False}, {"seat": 1}]
    assert table["own_district"] == ["a3", "b3", "c3", "a4", "b4", "c4", "a5", "b5", "c5"]
    assert table["tallest"] == ["a1"]
    assert {"plan A 1", "floor a2"} <= {move.text for move in match.moves()}
    while not match.over:
        match.play(match.moves()[-1])


def test_what_nobody_knows_is_drawn_by_the_seed() -> None:
    filled = [Match.from_position(TABLE, seed=seed).position() for seed in range(60)]
    assert {position["districts"][0] for position in filled} == {"NW"}
    assert {position["districts"][1] for position in filled} == {"NE", "SW", "SE"}
    assert {position["plans"][1]["row"] for position in filled} == set("ABCDE")
    assert {position["plans"][1]["planned"] for position in filled} == {1, 2, 3, 4}
    assert Match.from_position(TABLE, seed=5).position() == filled[5]


@pytest.mark.parametrize(
    ("table", "where", "message"),
    [
        (changed(players=5), "position.players", "from 0 to 4"),
        (changed(first=2), "position.first", "from 0 to 1"),
        (changed(player="red"), "position.player", "not 'red'"),
        (changed(round=0), "position.round", "from 1 to 12"),
        (changed(round=True), "position.round", "not True"),
        (changed(action=3), "position.action", "from 1 to 2"),
        (changed(turn=1), "position", "“turn” is unknown here"),
        (changed(sites=[]), "position.sites", "object"),
        (changed(sites__f1=["red floor"]), "position.sites.f1", "no site f1"),
        (changed(sites__a1="red floor"), "position.sites.a1", "list"),
        (changed(sites__a3=["purple floor"]), "position.sites.a3[0]", "not 'purple floor'"),
        (changed(sites__a3=["yellow floor"]), "position.sites.a3[0]", "not 'yellow floor'"),
        (changed(sites__a3=["blue roof"]), "position.sites.a3[0]", "cannot stand here"),
        (changed(sites__a3=["blue park", "blue floor"]), "position.sites.a3[1]", "cannot stand here"),
        (changed(sites__a3=["red park"]), "position.sites.a3[0]", "not that many"),
        (changed(sites__c3=["red floor"]), "position.sites.c3[0]", "neutral park"),
        (changed(sites__c3=["neutral floor"]), "position.sites.c3[0]", "nothing else (SL-1)"),
        (changed(sites__a3=["blue floor", "neutral floor"]), "position.sites.a3[1]", "at the bottom"),
        (changed(sites__a2=["neutral floor"] * 3), "position.sites.a2[2]", "at most 2 on a site (SL-12)"),
        (changed(sites__a2=[]), "position.sites", "11 neutral floors; with so many players there are 12 (SL-12)"),
        (changed(sites__a3=[]), "position", "seat 1 has had 4 actions, but has built and planned only 3"),
        (changed(sites__a3=["blue floor"] * 2), "position", "seat 1 has built and planned 5 times"),
        (changed(built="a3"), "position.built", "does not belong to the player"),
        (changed(built="z9"), "position.built", "not 'z9'"),
        (changed(plans={}), "position.plans", "list"),
        (changed(plans=[{"seat": 0, "row": "F"}]), "position.plans[0].row", "not 'F'"),
        (changed(plans=[{"seat": 0, "row": ""}]), "position.plans[0].row", "one of A, B, C, D, E"),
        (changed(plans=[{"seat": 0, "planned": 5}]), "position.plans[0].planned", "from 1 to 4"),
        (changed(plans=[{"seat": 0, "row": "B"}] * 2), "position.plans[1]", "already placed"),
        (changed(variant="intro"), "position.plans", "no planning"),
        (changed(districts=["NW", "NW"]), "position.districts", "four skyscraper cards"),
        (changed(districts=["N"]), "position.districts[0]", "not 'N'"),
        (changed(set_up=["A1"]), "position.set_up", "12 different"),
        (changed(player=None, built=None, action=1), "position.player", "not over yet"),
    ],
)
def test_what_no_table_can_show(table: dict[str, Any], where: str, message: str) -> None:
    with pytest.raises(PositionError) as error:
        Match.from_position(table, seed=1)
    assert error.value.where == where
    assert message in str(error.value)


def start(players: int, first: int, floors: dict[str, int]) -> dict[str, Any]:
    """A table before the first move, with so many neutral floors on each site."""
    sites = {site: ["neutral floor"] * n for site, n in floors.items()}
    return Match("skyliners", players=players, first=first, seed=1).position() | {
        "sites": sites | {"c3": ["neutral park"]},
        "set_up": [],
    }


CROSS = {"c1": 1, "a3": 1, "c5": 1, "e3": 1, "c2": 1, "b3": 1, "c4": 1, "d3": 1}


@pytest.mark.parametrize(
    ("players", "floors"),
    [
        (2, CROSS | {"b1": 2, "d5": 2}),
        (2, {"a1": 2, "e5": 2, "b2": 2, "d4": 2, "c1": 2, "c5": 2}),
        (3, CROSS | {"e5": 1}),
        (3, {"c1": 3, "c2": 3, "b1": 3}),
        (4, {"c1": 4, "c2": 2}),
        (4, {"c1": 1, "a3": 1, "c5": 1, "e3": 1, "b3": 2}),
    ],
)
def test_any_box_may_have_set_up_the_neutral_floors(players: int, floors: dict[str, int]) -> None:
    """SL-14: nobody knows all 16 cards, so any 16 different ones will do."""
    for first in range(players):
        position = start(players, first, floors)
        assert Match.from_position(position).position()["sites"] == position["sites"]


@pytest.mark.parametrize(
    ("players", "floors"),
    [
        (2, {"a1": 2, "e1": 2, "e5": 1, "b2": 2, "d4": 2, "c1": 2, "c5": 1}),  # five on the corners
        (2, {"a1": 2, "e1": 2, "b2": 2, "d4": 2, "c1": 2, "c5": 2}),  # a1 needs West's E1, e1 South's
        (3, {"c1": 3, "c5": 3, "b3": 3}),
        (4, {"c1": 4, "a3": 1, "c4": 1}),
    ],
)
def test_no_box_can_have_set_up_the_neutral_floors(players: int, floors: dict[str, int]) -> None:
    """SL-12: a card is drawn once, so the four sites that it names to the four seats share it."""
    with pytest.raises(PositionError) as error:
        Match.from_position(start(players, 0, floors))
    assert error.value.where == "position.sites"
    assert "each by a card of its own (SL-12)" in str(error.value)


def test_set_up_cards_of_another_box() -> None:
    cards = ["C1", "C2", "C4", "C5", "A3", "B3"]
    match = Match.from_position(start(4, 0, {"c1": 1, "b3": 1, "c2": 1, "a3": 2, "c4": 1}) | {"set_up": cards})
    turned = [(card["seat"], card["card"], card["site"]) for card in match.view(None)["table"]["set_up"]]
    assert turned == list(zip([0, 1, 2, 3, 0, 1], cards, ["c1", "b3", "c2", "a3", "a3", "c4"], strict=True))
    assert match.position()["set_up"] == cards


def test_set_up_cards_must_lead_to_the_neutral_floors() -> None:
    position = Match("skyliners", players=4, seed=1).position()
    assert Match.from_position(position, seed=1).position() == position
    position["set_up"] = position["set_up"][::-1]
    with pytest.raises(PositionError, match="do not lead"):
        Match.from_position(position, seed=1)


def test_a_round_after_the_last_floor_is_not_played() -> None:
    position = Match.from_record(
        """[Game "skyliners"]
[Players 2]
[Seed 1]
[Rules 1]
"""
    ).position()
    position |= {"player": 0, "first": 0, "round": 9, "set_up": []}
    for n in range(16):
        position["sites"].setdefault(("a3", "b3", "d3", "e3")[n % 4], []).append("red floor")
        position["sites"].setdefault(("c1", "c2", "c4", "c5")[n % 4], []).append("blue floor")
    with pytest.raises(PositionError, match="seat 0 has no floors left"):
        Match.from_position(position, seed=1)
    finished = Match.from_position(position | {"player": None, "round": 8}, seed=1)
    assert finished.over


def test_not_even_an_object() -> None:
    nonsense: Any
    for nonsense in ([], "x", 3):
        with pytest.raises(PositionError, match="object"):
            Match.from_position(nonsense)
    with pytest.raises(PositionError, match="missing"):
        Match.from_position(None)  # type: ignore[arg-type]
