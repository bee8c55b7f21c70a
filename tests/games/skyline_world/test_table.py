"""Views, log, positions, perft and recorded games of Skyline of the World."""

import copy
import json
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.test_secrets import sent
from games.skyline_world.boards import (
    PENTHOUSE_ON,
    PURPLE_PENTHOUSE,
    YELLOW_PENTHOUSE,
    play,
    position,
    table,
)
from games.skyline_world.invariants import broken
from perft import perft
from rooftop.core.errors import PositionError, RooftopError
from rooftop.core.match import Match, Move
from rooftop.games.skyline_world.rules import State, best_income, fulfilled, stands
from tables import moments, random_play, state_of

GAME = "skyline-world"
CLOSED = ("closed", "closed-swift")

# --- money ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_money_goes_from_hand_to_hand_and_to_the_bank_and_nowhere_else(players: int) -> None:
    """Every change of money is the price, value or income of the move, capped at 30."""
    for seed in range(5):
        match = Match(GAME, players, seed=seed)
        chooser = random.Random(seed)
        while not match.over:
            expected, player, move = purses(match), match.player, chooser.choice(match.moves())
            match.play(move)
            assert player is not None
            expected[player] -= move.data.get("price", 0)
            expected[player] += move.data.get("value", 0)
            if move.data.get("payee") is not None:
                expected[move.data["payee"]] += move.data["price"]
            if move.text == "end turn" and match.player is not None:
                expected[match.player] += best_income(state_of(match, State), match.player)
            assert purses(match) == [min(amount, 30) for amount in expected]


def purses(match: Match) -> list[int]:
    return [int(amount) for amount in state_of(match, State).money[: match.players]]


# --- closed hands --------------------------------------------------------------------------------------------


def disguise(states: Any, seat: int | None, chooser: np.random.Generator) -> None:
    """Change the money, floors in hand and supply of everybody but the seat."""
    state = states[0]
    for other in range(state.players):
        if other != seat:
            state.money[other] = chooser.integers(31)
            state.hand[other] = chooser.integers(0, 9, 7)
            state.supply[other] = chooser.integers(0, 9, 5)


@pytest.mark.parametrize("variant", CLOSED)
@pytest.mark.parametrize("players", [2, 4])
def test_closed_hides_money_floors_and_supplies_of_others(variant: str, players: int) -> None:
    chooser = np.random.default_rng(1)
    for match in moments(GAME, variant, players, 11, 15):
        for seat in (None, *range(players)):
            twin = match.copy()
            twin._past = [Move(move.id, match.game, move._states.copy(), 0) for move in match._past]
            for states in (twin._states, *(move._states for move in twin._past)):
                disguise(states, seat, chooser)
            if seat == match.player:
                twin._refresh()
            assert list(sent(twin, seat)) == list(sent(match, seat))


def test_the_standard_game_shows_what_closed_hides() -> None:
    *_, match = random_play(GAME, "standard", 2, 1)
    twin = match.copy()
    disguise(twin._states, 0, np.random.default_rng(1))
    assert list(sent(twin, 0)) != list(sent(match, 0))


@pytest.mark.parametrize("variant", CLOSED)
def test_the_log_of_closed_keeps_no_amounts_and_kinds_of_others(variant: str) -> None:
    *_, match = random_play(GAME, variant, 3, 2)
    for seat in (None, 0, 1, 2):
        own = "nobody" if seat is None else match.seat_names()[seat]
        others = [line for line in match.log(seat) if not line.startswith(own)]
        assert others
        assert not [line for line in others if any(word in line for word in ("million", "-floor", "buys", "sells"))]
        assert (seat is None) == (not any("million" in line for line in match.log(seat)))


def test_closed_views() -> None:
    match = Match(GAME, 3, "closed", seed=1)
    view = match.view(1)["table"]
    assert view["money"] == [None, 10, None]
    assert [held is None for held in view["hands"]] == [True, False, True]
    assert [left is None for left in view["supply"]] == [True, False, True]
    assert view["neutral"] == 6
    spectator = match.view(None)["table"]
    assert spectator["money"] == spectator["hands"] == spectator["supply"] == [None] * 3


def test_closed_announcements_last_until_the_next_turn() -> None:
    sites = {"a1": ["purple 1"], "a2": ["yellow 1"]}
    match = table(sites, hands=[{"2": 1, "4": 1}, {}], money=[20, 10], variant="closed")
    play(match, "build 2 a1", "end building", "buy 6", "buy 6", "sell 4", "end turn")
    said = {
        "income": 1,
        "built": [{"floor": "2", "site": "a1", "level": 2, "price": 2, "payee": 1}],
        "bought": {"6": 2},
        "sold": {"4": 1},
    }
    assert match.view(None)["table"]["announced"][0] == said
    play(match, "end building", "buy 1")
    assert match.view(1)["table"]["announced"][0] == said
    drawn = match.game.board.draw(match.view(1), "en", match.seat_names())
    assert any("a 2-floor on a1 for 2 million; bought 2 x 6-floor; sold 1 x 4-floor" in line for line in drawn)
    play(match, "end turn")
    fresh = {"income": 3, "built": [], "bought": {}, "sold": {}}
    assert match.view(None)["table"]["announced"][0] == fresh


def test_closed_announcements_name_the_price_of_floors_covered_since() -> None:
    match = table({"a1": ["purple 1"]}, hands=[{"2": 1}, {"4": 1}], money=[20, 10], variant="closed")
    play(match, "build 2 a1", "end building", "end turn", "build 4 a1")
    announced = match.view(None)["table"]["announced"]
    assert announced[0]["built"] == [{"floor": "2", "site": "a1", "level": 2, "price": 2, "payee": 1}]
    assert announced[1]["built"] == [{"floor": "4", "site": "a1", "level": 3, "price": 4, "payee": 0}]


def test_amounts_are_announced_before_the_cap() -> None:
    match = table({"a1": ["yellow 1"]}, player=1, phase="invest", money=[30, 0], variant="closed")
    play(match, "end turn")
    assert match.view(1)["table"]["announced"][0]["income"] == 1
    assert match.log(1) == ["Purple ends the turn."]
    assert match.log(0)[-1] == "Yellow cannot hold more than 30 million and loses 1 million to the bank."


def test_an_open_game_forgets_a_turn_at_its_end() -> None:
    match = table(hands=[{"1": 1}, {}])
    play(match, "build 1 a1", "end building", "buy 1")
    assert match.view(1)["table"]["announced"][0]["bought"] == {"1": 1}
    play(match, "end turn")
    assert match.position()["announced"][0] == {"income": 0, "built": [], "bought": {}, "sold": {}}


# --- views and the log -----------------------------------------------------------------------------------------


def test_a_view_shows_own_secrets_and_only_those() -> None:
    cards = [["Jin Mao Tower", "MLC Centre"], ["Taipei 101"]]
    match = table({"a5": ["yellow 1"]}, cards=cards, missions=["London", "Sydney"])
    view = match.view(0)["table"]
    assert [card["figure"] for card in view["own_cards"]] == cards[0]
    assert [mission and mission["mission"] for mission in view["missions"]] == ["London", None]
    assert "Taipei" not in json.dumps(view)
    assert "Jin Mao" not in json.dumps([match.view(1), match.view(None)])
    assert match.view(None)["table"]["missions"] == [None, None]


def test_a_view_shows_the_groups_that_could_pay_with_their_sums() -> None:
    sites = {"a5": ["yellow 1"], "b5": ["yellow skyline"], "c5": YELLOW_PENTHOUSE}
    sites |= {"a1": ["yellow 1"], "a2": ["purple 1", "yellow 2"], "d5": ["neutral"], "b3": ["purple 1"]}
    view = table(sites).view(None)["table"]
    yellow, purple = view["groups"]
    assert yellow == [{"sites": ["a1", "a2"], "income": 3}, {"sites": ["a5", "b5", "c5"], "income": 1}]
    assert purple == [{"sites": ["b3"], "income": 1}]
    assert view["incomes"] == [3, 1]


def test_a_view_shows_where_a_figure_is_or_what_it_lacks() -> None:
    sites = {"a5": ["yellow 1"], "b5": ["yellow 1"], "c5": ["yellow 1"], "b6": [*PENTHOUSE_ON, "neutral"]}
    match = table(sites, cards=[["Empire State Building", "Sears Tower", "Taipei 101"], []], missions=["London", None])
    empire, sears, taipei = match.view(0)["table"]["own_cards"]
    assert (empire["sites"], empire["missing"]) == (["a5", "b5", "c5"], [])
    assert (sears["sites"], sears["missing"]) == (["a5", "b5", "c5", "d5"], ["d5"])
    assert "b6" not in taipei["sites"], "nobody builds there any more"
    assert len(taipei["missing"]) == 2
    assert len(match.view(0)["table"]["missions"][0]["missing"]) == 2


def test_undealt_missions_and_hands_stay_hidden_at_the_end() -> None:
    *_, match = random_play(GAME, "standard", 2, 4)
    view = match.view(0)["table"]
    dealt = match.position()["missions"]
    assert [mission["mission"] for mission in view["missions"]] == dealt
    hidden = {"London", "Frankfurt", "Sydney", "New York", "Shanghai", "Rotterdam"} - set(dealt)
    assert not [name for name in hidden if name in json.dumps(match.view(0))]
    assert len(view["own_cards"]) == view["cards"][0]


def test_the_log_in_three_languages() -> None:
    sites = {"a1": ["purple 1"], "a2": PENTHOUSE_ON}
    match = table(sites, hands=[{"2": 1, "penthouse": 1}, {}], money=[20, 0])
    play(match, "build 2 a1", "build penthouse a2", "build skyline a1", "end building", "buy 2", "end turn")
    assert match.log(None) == [
        "Yellow builds a 2-floor on a1 and pays Purple 2 million.",
        "Yellow builds a penthouse on a2 and pays Purple 10 million.",
        "Yellow receives a Skyline floor for the first penthouse.",
        "Purple draws a bonus card.",
        "Yellow builds a Skyline floor on a1, free of charge.",
        "Yellow is done building.",
        "Yellow buys a 2-floor for 2 million.",
        "Yellow ends the turn.",
    ]
    assert match.log(None, "de")[0] == "Gelb baut eine 2er-Etage auf a1 und zahlt 2 Millionen an Lila."
    assert match.log(None, "nl")[0] == "Geel bouwt een etage van 2 op a1 en betaalt 2 miljoen aan Paars."


def test_the_board_as_text() -> None:
    sites = {"a1": ["yellow 1", "purple 2"], "b4": ["neutral"], "d5": YELLOW_PENTHOUSE, "a2": ["yellow skyline"]}
    match = table(sites)
    drawn = "\n".join(match.game.board.draw(match.view(0), "en", match.seat_names()))
    for cell in ("a1 yp", "b4* n", "d5 ypypy", "a2 Y", "b10* ."):
        assert cell in drawn


# --- positions -----------------------------------------------------------------------------------------------


def test_what_nobody_shows_may_be_left_out() -> None:
    given = position(cards=[[None, None, "Jin Mao Tower"], [None, None, None]])  # type: ignore[list-item]
    given["used"] = {}
    first, second = (Match.from_position(given, seed=seed) for seed in (1, 2))
    assert first.position() != second.position()
    assert "Jin Mao Tower" in first.position()["cards"][0]
    assert broken(state_of(first, State)) == broken(state_of(second, State)) == 0


THREE = {"a1": YELLOW_PENTHOUSE, "a2": YELLOW_PENTHOUSE, "a3": YELLOW_PENTHOUSE}
LAST_TURN = {"sites": THREE, "ender": 0, "player": 1, "variant": "swift"}
BOUGHT = [{"bought": {"1": 1}}, None]


@pytest.mark.parametrize(
    ("where", "parts"),
    [
        ("position.player", {"player": 2}),
        ("position.player", {"player": None}),
        ("position.player", {"idle": 2, "unbuilt": 2}),
        ("position.player", {"unbuilt": 20}),
        ("position.phase", {"phase": "sell"}),
        ("position.phase", {"player": None, "phase": "build", "idle": 2, "unbuilt": 2}),
        ("position.idle", {"idle": 1, "unbuilt": 0}),
        ("position.unbuilt", {"unbuilt": 21}),
        ("position.money", {"money": [10]}),
        ("position.money[0]", {"money": [31, 0]}),
        ("position.money[1]", {"money": [0, True]}),
        ("position.sites.z1", {"sites": {"z1": []}}),
        ("position.sites.d1", {"sites": {"d1": []}}),
        ("position.sites.a1[0]", {"sites": {"a1": ["yellow 2"]}}),
        ("position.sites.a1[0]", {"sites": {"a1": ["blue 1"]}}),
        ("position.sites.a1[1]", {"sites": {"a1": ["yellow 1", "yellow 2"]}}),
        ("position.sites.a1[5]", {"sites": {"a1": [*YELLOW_PENTHOUSE, "neutral"]}}),
        ("position.sites.b4[0]", {"sites": {"b4": ["yellow skyline"], "a1": YELLOW_PENTHOUSE}}),
        ("position.sites.a2[1]", {"sites": {"a2": ["yellow skyline", "neutral"], "a1": YELLOW_PENTHOUSE}}),
        ("position.hands", {"hands": [{"neutral": 4}, {"neutral": 3}]}),
        ("position.hands[0].6", {"hands": [{"6": 4}, {}]}),
        ("position.hands[0].penthouse", {"sites": {"a1": YELLOW_PENTHOUSE}, "hands": [{"penthouse": 3}, {}]}),
        ("position.hands[0].skyline", {"hands": [{"skyline": 1}, {}]}),
        ("position.hands[0]", {"hands": [{"7": 1}, {}]}),
        ("position.hands[0].1", {"hands": [{"1": -1}, {}]}),
        ("position.sites", {"sites": {"a1": [*YELLOW_PENTHOUSE[:3], "yellow skyline", "yellow penthouse"]}}),
        ("position.ender", {"sites": THREE}),
        ("position.ender", {"ender": 1, "sites": {"a1": PURPLE_PENTHOUSE}}),
        ("position.announced", {"sites": THREE, "ender": 0}),
        ("position.cards", {"used": {}}),
        ("position.cards[0]", {"cards": [["MLC Centre"] * 3 + ["Taipei 101"], []]}),
        ("position.cards[0][0]", {"cards": [["Eiffel Tower"], []]}),
        ("position.used.MLC Centre", {"used": {"MLC Centre": 4}}),
        ("position.missions", {"missions": ["London"]}),
        ("position.missions[1]", {"missions": ["London", "London"]}),
        ("position.announced[1]", {"announced": [None, {"bought": {"1": 1}}], "hands": [{}, {"1": 1}]}),
        ("position.announced[0].bought.1", {"announced": BOUGHT, "hands": [{"1": 1}, {}]}),
        ("position.announced[0].bought.1", {"announced": BOUGHT, "phase": "invest"}),
        ("position.announced[0].built[0]", {"announced": [{"built": [{"site": "a1", "level": 1}]}, None]}),
        ("position.announced[0].income", {"announced": [{"income": 1}, None]}),
        ("position.shown[0]", {"shown": ["Taipei 101"]}),
        ("position.traded", {"traded": 1}),
        ("position.last_tops[0]", {"last_tops": [["a1"], None]}),
        ("position.last_tops[0]", {**LAST_TURN, "last_tops": [[], None]}),
        ("position.last_tops[1]", {**LAST_TURN, "last_tops": [["a1", "a2", "a3"], []]}),
        ("position.last_tops", {**LAST_TURN, "last_tops": 3}),
        ("position.last_tops", LAST_TURN),
        ("position", {"surprise": 1}),
    ],
)
def test_tables_that_nobody_can_have(where: str, parts: dict[str, Any]) -> None:
    with pytest.raises(PositionError) as error:
        table(**parts)
    assert error.value.where == where, str(error.value)


def test_floors_of_a_turn_are_on_top() -> None:
    sites = {"a1": ["purple 1", "yellow 2", "purple 4"]}
    for level, ok in ((2, False), (3, True)):
        built = {"built": [{"site": "a1", "level": level}]}
        announced = [built, None] if level == 2 else [None, built]
        if ok:
            table(sites, announced=announced, player=1)
        else:
            with pytest.raises(PositionError, match="announced"):
                table(sites, announced=announced)


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value inside a position."""
    yield path
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in inside:
        yield from leaves(part, (*path, name))


@cache
def samples() -> list[dict[str, Any]]:
    return [
        match.position()
        for variant, players in (("standard", 2), ("closed", 3), ("swift", 4), ("closed-swift", 2))
        for match in moments(GAME, variant, players, 13, 6)
    ]


WORDS = ["", "yellow 1", "neutral", "yellow penthouse", "purple skyline", "a1", "MLC Centre", "London", "build"]
ANYTHING = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 12),
    st.integers(),
    st.floats(),
    st.sampled_from(WORDS),
    st.text(max_size=3),
    st.just([]),
    st.just({}),
    st.lists(st.sampled_from(WORDS), max_size=3),
    st.dictionaries(st.sampled_from(["1", "neutral", "site", "level", "a1", "income"]), st.integers(-1, 9), max_size=2),
)


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_any_change_to_a_position_is_read_or_refused_with_a_place(data: st.DataObject) -> None:
    changed = copy.deepcopy(data.draw(st.sampled_from(samples())))
    for _ in range(data.draw(st.integers(1, 2))):
        *way, last = data.draw(st.sampled_from([path for path in leaves(changed) if path]))
        inner = changed
        for name in way:
            inner = inner[name]
        if data.draw(st.booleans()):
            inner[last] = data.draw(ANYTHING)
        else:
            del inner[last]
    try:
        match = Match.from_position(changed, seed=1)
    except RooftopError:
        return
    assert broken(state_of(match, State)) == 0
    assert Match.from_position(match.position(), seed=1)._states.tobytes() == match._states.tobytes()


# --- perft -----------------------------------------------------------------------------------------------------


def test_the_first_decisions_are_counted() -> None:
    """A 1-floor on one of 29 sites, or three cards for five; then floors, cards, or the end of building."""
    match = Match(GAME, 2, seed=1, first=0)
    assert perft(match, 1) == 29 + 1
    assert perft(match, 2) == 29 * (28 + 1 + 1) + 29
    two_floors, floor_and_trade, trade_and_floor, invest = 29 * 28 * 2, 29 * 29, 29 * 29, 29 * (5 + 2 + 1 + 1)
    assert perft(match, 3) == two_floors + floor_and_trade + trade_and_floor + invest
    assert perft(match, 4) == 12093


def test_investing_is_counted() -> None:
    """With 3 million: a 1 or a 2; then what is left of the money, or the end of the turn."""
    match = table(money=[3, 0], phase="invest")
    assert [perft(match, depth) for depth in (1, 2, 3)] == [2, 3 + 2, 4 + 2]
    assert [perft(match, depth) for depth in (4, 5, 6)] == [6, 34, 63]


def test_a_crowded_board_is_counted() -> None:
    sites = {"a1": PENTHOUSE_ON, "a2": ["purple 1"], "a3": ["yellow 1"], "b4": ["neutral"], "d8": YELLOW_PENTHOUSE}
    hands = [{"1": 1, "2": 1, "neutral": 1, "penthouse": 1}, {"1": 1, "2": 1}]
    cards = [["MLC Centre", "Commerzbank Tower", "Jin Mao Tower"], ["Taipei 101"]]
    match = table(sites, hands=hands, cards=cards, money=[20, 5])
    ones, twos, neutral, penthouse, skyline, trade = 24, 2, 28, 1, 25, 1
    assert perft(match, 1) == ones + twos + neutral + penthouse + skyline + trade
    assert [perft(match, depth) for depth in (2, 3)] == [4617, 155556]


# --- recorded games --------------------------------------------------------------------------------------------

RECORDS = Path(__file__).parent / "records"


def recorded(name: str) -> Match:
    return Match.from_record((RECORDS / f"{name}.rooftop").read_text("utf-8"))


@pytest.mark.parametrize(
    ("ending", "decision"),
    [
        *(("third-penthouse", decision) for decision in ("points", "tie-penthouses", "tie-mission", "shared")),
        *(("stall-unbuilt", decision) for decision in ("points", "tie-penthouses", "tie-mission", "shared")),
        ("stall-idle", "shared"),
    ],
)
def test_recorded_endings(ending: str, decision: str) -> None:
    match = recorded(f"{ending}-{decision}")
    view = match.view(None)["table"]
    assert (view["ender"] is not None) == (ending == "third-penthouse")
    assert (view["idle"] == match.players) == (ending == "stall-idle")
    assert (view["unbuilt"] == 10 * match.players) == (ending == "stall-unbuilt")
    found = [line.get("by", line["source"]) for line in match.breakdown() if "tied" in line]
    assert found == ([] if decision == "points" else [decision.removeprefix("tie-")])


def test_recorded_swift_game_counts_a_mission_that_no_longer_stands() -> None:
    match = recorded("swift-mission-judged-earlier")
    state = state_of(match, State)
    standing = [bool(stands(14 + int(state.mission[seat]), int(state.tops[seat]))) for seat in range(match.players)]
    assert standing != [bool(fulfilled(state, seat)) for seat in range(match.players)]
