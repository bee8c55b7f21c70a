"""The rules of Skyliners by their numbers."""

import itertools
from collections import Counter
from typing import Any

import numpy as np
import pytest

from rooftop.core.errors import IllegalMove
from rooftop.core.game import find_game
from rooftop.core.match import Match
from rooftop.games.skyliners import rules
from rooftop.games.skyliners.components import DISTRICTS, IN_DISTRICT, NEUTRAL, ROWS, SET_UP, SITE, SITES
from rooftop.games.skyliners.rules import State
from tables import play_out, random_play, state_of

SOUTH, WEST, NORTH, EAST = RED, BLUE, YELLOW, GREEN = range(4)
NW, NE, SW, SE = range(4)


def site(name: str) -> int:
    return SITES.index(name)


def height(text: str) -> int:
    """`park`, `2` for two floors, `2^` for two floors and a roof."""
    return 1 if text == "park" else 2 * int(text.rstrip("^")) + text.endswith("^")


def city(players: int = 4, variant: int = rules.FULL, **objects: str) -> State:
    """A board with these objects and the park in the middle."""
    return city_of(objects, players, variant)


def city_of(objects: dict[str, str], players: int = 4, variant: int = rules.FULL) -> State:
    state: State = find_game("skyliners").new_states(1)[0]
    rules.clear(state, players, variant)
    for name, text in objects.items():
        state.height[site(name)] = height(text)
    return state


def finished(state: State, first: int = 0) -> State:
    state.first, state.player = first, -1
    return state


def plan(state: State, seat: int, row: str, planned: int) -> None:
    state.player = seat
    rules.plan(state, ROWS.index(row), planned)


def points(state: State) -> list[int]:
    found = np.zeros(4, np.int32)
    rules.score(state, found)
    return [int(n) for n in found[: state.players]]


def places(state: State) -> list[int]:
    found = np.zeros(4, np.int32)
    rules.rank(state, found)
    return [int(n) for n in found[: state.players]]


def breakdown(state: State) -> list[dict[str, Any]]:
    return find_game("skyliners").words.breakdown([state], [])


def texts(match: Match) -> set[str]:
    return {move.text for move in match.moves()}


def refused(match: Match, move: str) -> str:
    with pytest.raises(IllegalMove) as error:
        match.play(move)
    return error.value.rule


def new(players: int = 4, variant: str = "full", seed: int = 1, first: int = 0) -> Match:
    return Match("skyliners", players, variant, seed, first)


def empty_sites(match: Match) -> list[str]:
    return [name for name in SITES if name not in match.view(None)["table"]["sites"]]


# --- board ---------------------------------------------------------------------------------------------------


def test_sl1_nothing_is_ever_built_on_the_middle_park() -> None:
    match = new()
    assert match.view(None)["table"]["sites"]["c3"] == ["neutral park"]
    for piece in ("floor", "roof", "park"):
        assert refused(match, f"{piece} c3") == "SL-1"
    for match in random_play("skyliners", "full", 4, 3):
        assert not any(move.text.endswith("c3") for move in match.moves())


def test_sl2_a_site_has_a_name_from_every_seat() -> None:
    names = [(SOUTH, "A1"), (WEST, "E1"), (NORTH, "E5"), (EAST, "A5")]
    assert {SITE[seat, ROWS.index(name[0]), int(name[1]) - 1] for seat, name in names} == {site("a1")}
    assert SITE[WEST, ROWS.index("B"), 1] == site("b4")
    assert [SITES[s] for s in SITE[SOUTH, 1]] == ["b1", "b2", "b3", "b4", "b5"]
    assert [SITES[s] for s in SITE[WEST, 1]] == ["a4", "b4", "c4", "d4", "e4"]
    assert [SITES[s] for s in SITE[NORTH, 1]] == ["d5", "d4", "d3", "d2", "d1"]
    assert [SITES[s] for s in SITE[EAST, 1]] == ["e2", "d2", "c2", "b2", "a2"]
    for seat in range(4):
        assert sorted(SITE[seat].flatten()) == list(range(25))


def test_sl3_play_passes_clockwise_over_the_seats_used() -> None:
    for players in (2, 3, 4):
        match = new(players, first=players - 1)
        for seat in [players - 1, *range(players - 1)]:
            assert match.player == seat
            a, b = empty_sites(match)[:2]
            match.play(f"floor {a}")
            match.play(f"floor {b}")
    rows = {seat: tuple(SITE[seat, 2]) for seat in (SOUTH, WEST)}
    assert rows[SOUTH] != rows[WEST][::-1], "two players sit at neighbouring sides"


def test_sl4_objects_belong_to_nobody_and_pieces_keep_their_colour() -> None:
    match = new()
    a, b = empty_sites(match)[:2]
    match.play(f"floor {a}")
    match.play(f"floor {b}")
    assert match.player == BLUE
    match.play(f"roof {a}")
    assert match.view(None)["table"]["sites"][a] == ["red floor", "blue roof"]


def test_sl5_a_roof_is_less_than_a_floor_and_a_park_less_than_one_floor() -> None:
    order = ["park", "1", "1^", "2", "2^", "3"]
    for low, high in itertools.combinations(order, 2):
        assert rules.objects_seen(city(b1=low, b2=high), SOUTH, 1) == 2
        assert rules.objects_seen(city(b1=high, b2=low), SOUTH, 1) == 1
        assert rules.tallest_building(city(b1=low, b2=high)) == height(high)


def test_sl6_districts_are_the_corners_and_overlap() -> None:
    inside = {name: {SITES[s] for s in np.flatnonzero(IN_DISTRICT[n])} for n, name in enumerate(DISTRICTS)}
    assert inside["NW"] == {"a3", "b3", "c3", "a4", "b4", "c4", "a5", "b5", "c5"}
    assert inside["SE"] == {"c1", "d1", "e1", "c2", "d2", "e2", "c3", "d3", "e3"}
    assert inside["NW"] & inside["NE"] == {"c3", "c4", "c5"}
    assert inside["NW"] & inside["SW"] == {"a3", "b3", "c3"}
    assert set.intersection(*inside.values()) == {"c3"}


# --- set-up --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "floors"), [(2, 16), (3, 14), (4, 12)])
def test_sl10_pieces_of_each_player(players: int, floors: int) -> None:
    for variant, cards in (("full", 5), ("intro", 0)):
        table = new(players, variant).view(0)["table"]
        assert table["supply"] == [{"floor": floors, "roof": 2, "park": 1}] * players
        assert table["cards"] == [cards] * players
        assert len(table["own_cards"]) == cards


def test_sl11_skyscraper_cards_are_dealt_in_secret() -> None:
    deals = set()
    for seed in range(40):
        match = new(3, seed=seed)
        views = [match.view(seat)["table"]["districts"] for seat in range(3)]
        own = [views[seat][seat] for seat in range(3)]
        assert len(set(own)) == 3
        assert all(views[seat].count(None) == 2 for seat in range(3))
        assert match.view(None)["table"]["districts"] == [None] * 3
        deals.add(tuple(own))
    assert len(deals) > 15


@pytest.mark.parametrize(("players", "count"), [(2, 12), (3, 9), (4, 6)])
def test_sl12_set_up_cards_put_neutral_floors_from_each_players_seat(players: int, count: int) -> None:
    for seed in range(20):
        match = new(players, seed=seed, first=1)
        table = match.view(None)["table"]
        drawn = table["set_up"]
        assert len(drawn) == len({card["card"] for card in drawn}) == count
        assert [card["seat"] for card in drawn] == [(1 + n) % players for n in range(count)]
        floors = Counter(card["site"] for card in drawn)
        assert {s: ["neutral floor"] * n for s, n in floors.items()} | {"c3": ["neutral park"]} == table["sites"]
        assert max(floors.values()) <= players
        for card in drawn:
            row, position = ROWS.index(card["card"][0]), int(card["card"][1]) - 1
            assert SITES[SITE[card["seat"], row, position]] == card["site"]


def test_sl12_example_red_draws_e1_and_blue_b2() -> None:
    state = city()
    state.first = RED
    state.set_up[:2] = SET_UP.index("E1"), SET_UP.index("B2")
    assert SITES[rules.set_up_site(state, 0)] == "e1"
    assert SITES[rules.set_up_site(state, 1)] == "b4"


def test_sl13_the_start_player_is_chosen_or_drawn_by_lot() -> None:
    assert all(new(4, first=seat).player == seat for seat in range(4))
    drawn = Counter(Match("skyliners", 4, seed=seed).player for seed in range(200))
    assert set(drawn) == {0, 1, 2, 3}
    assert min(drawn.values()) > 25


def test_sl14_the_sixteen_cards() -> None:
    assert len(set(SET_UP)) == 16
    assert {"E1", "B2", "D5"} <= set(SET_UP)
    sites = {tuple(sorted(SITE[seat, ROWS.index(c[0]), int(c[1]) - 1] for c in SET_UP)) for seat in range(4)}
    assert len(sites) == 1, "the same from every seat"
    assert not any("c" in SITES[s] or "3" in SITES[s] for s in sites.pop())


def test_sl14_only_one_symmetric_set_is_its_own_mirror_image() -> None:
    every = {(row, position) for row in range(1, 6) for position in range(1, 6)} - {(3, 3)}
    turned = {frozenset({(r, p), (6 - p, r), (6 - r, 6 - p), (p, 6 - r)}) for r, p in every}
    pictured = {(5, 1), (2, 2), (4, 5)}  # E1, B2, D5
    symmetric = [frozenset().union(*four) for four in itertools.combinations(turned, 4)]
    symmetric = [cards for cards in symmetric if pictured <= cards]
    assert len(symmetric) == 3
    (mirrored,) = [cards for cards in symmetric if cards == {(6 - r, p) for r, p in cards}]
    assert {f"{ROWS[r - 1]}{p}" for r, p in mirrored} == set(SET_UP)


def test_sl15_colours_of_the_seats() -> None:
    assert new().seat_names() == ["Red", "Blue", "Yellow", "Green"]
    assert new().seat_names("de") == ["Rot", "Blau", "Gelb", "Grün"]
    assert new(2).seat_names("nl") == ["Rood", "Blauw"]


# --- building ------------------------------------------------------------------------------------------------


def test_sl20_any_piece_in_hand_can_be_built_and_no_other() -> None:
    match = new()
    kinds = {text.split()[0] for text in texts(match)}
    assert kinds == {"floor", "roof", "park"}
    a, b = empty_sites(match)[:2]
    match.play(f"park {a}")
    assert match.view(0)["table"]["supply"][0] == {"floor": 12, "roof": 2, "park": 0}
    assert refused(match, f"park {b}") == "SL-20"
    state = state_of(match, State)
    state.supply[0, :] = 0
    match._refresh()
    assert refused(match, f"floor {b}") == "SL-20"
    assert refused(match, f"roof {b}") == "SL-20"


def built_city() -> Match:
    """a1 empty, b1 one floor, d1 one floor and roof, e1 a park; Red begins a turn."""
    match = new()
    state = state_of(match, State)
    rules.clear(state, 4, rules.FULL)
    for name, piece in (("b1", 0), ("d1", 0), ("d1", 1), ("e1", 2)):
        rules.put(state, BLUE, piece, site(name))
    match._refresh()
    return match


def test_sl21_floors_go_on_ground_and_floors() -> None:
    match = built_city()
    assert {"floor a1", "floor b1"} <= texts(match)
    assert refused(match, "floor d1") == "SL-21"
    assert refused(match, "floor e1") == "SL-21"


def test_sl22_roofs_go_on_floors_only() -> None:
    match = built_city()
    assert {text for text in texts(match) if text.startswith("roof")} == {"roof b1"}
    for name in ("a1", "d1", "e1"):
        assert refused(match, f"roof {name}") == "SL-22"


def test_sl23_parks_go_on_the_ground_only() -> None:
    match = built_city()
    assert "park a1" in texts(match)
    for name in ("b1", "d1", "e1"):
        assert refused(match, f"park {name}") == "SL-23"


@pytest.mark.parametrize("variant", ["full", "intro"])
def test_sl24_two_builds_of_a_turn_go_to_two_sites(variant: str) -> None:
    match = new(variant=variant)
    a, b = empty_sites(match)[:2]
    match.play(f"floor {a}")
    assert refused(match, f"floor {a}") == "SL-24"
    assert refused(match, f"roof {a}") == "SL-24"
    assert not any(text.endswith(a) for text in texts(match))
    match.play(f"floor {b}")
    assert {f"floor {a}", f"roof {a}", f"floor {b}"} <= texts(match), "in the next turn they are open again"


def with_only(match: Match, **pieces: int) -> Match:
    """The deciding player has only these pieces left, and no site is empty or can be roofed."""
    state = state_of(match, State)
    state.supply[state.player] = [pieces.get("floor", 0), pieces.get("roof", 0), pieces.get("park", 0)]
    match._refresh()
    return match


def full_city(match: Match) -> None:
    """Roofs and parks on every site."""
    state = state_of(match, State)
    for s in range(25):
        while state.height[s] % 2 == 0:
            rules.put(state, NEUTRAL, 0 if state.height[s] == 0 else 1, s)


def test_sl25_an_action_is_lost_only_when_nothing_can_be_built() -> None:
    match = new(variant="intro")
    assert refused(match, "pass") == "SL-25"
    full_city(match)
    with_only(match, park=1, roof=1)
    assert texts(match) == {"pass"}
    match.play("pass")
    assert match.player == RED, "one action is lost, not the turn"
    assert texts(match) == {"pass"}
    match.play("pass")
    assert match.player == BLUE
    assert match.view(None)["table"]["supply"][RED] == {"floor": 0, "roof": 1, "park": 1}, "the pieces stay in hand"


def test_sl25_full_second_action_is_lost_without_planning_cards() -> None:
    match = new()
    state_of(match, State).action = 2
    full_city(match)
    with_only(match, park=1)
    assert texts(match) == {f"plan {row} {n}" for row in ROWS for n in (1, 2, 3, 4)}
    state_of(match, State).cards[RED, :] = 0
    match._refresh()
    assert texts(match) == {"pass"}
    match.play("pass")
    assert match.player == BLUE


def test_sl25_a_floor_can_always_be_built() -> None:
    for seed in range(5):
        for match in random_play("skyliners", "full", 2, seed):
            if not match.over and state_of(match, State).supply[match.player, 0]:
                assert any(text.startswith("floor") for text in texts(match))


# --- turns ---------------------------------------------------------------------------------------------------


def decisions_by_turn(match: Match) -> list[tuple[int, int]]:
    return [(seat, len(list(turn))) for seat, turn in itertools.groupby(seat for seat, _ in match.history)]


@pytest.mark.parametrize(("players", "rounds"), [(2, 10), (3, 9), (4, 8)])
def test_sl30_sl31_intro_turns_and_rounds(players: int, rounds: int) -> None:
    for seed in range(20):
        *_, match = random_play("skyliners", "intro", players, seed)
        turns = decisions_by_turn(match)
        assert len(turns) == players * rounds
        assert [count for _, count in turns] == [2] * (players * (rounds - 1)) + [1] * players
        left = sum(sum(supply.values()) for supply in match.view(None)["table"]["supply"])
        passed = sum(move.text == "pass" for _, move in match.history)
        assert left == passed, "nobody has extra rounds for pieces that were left"


def test_sl30_intro_has_no_planning() -> None:
    match = new(variant="intro")
    assert refused(match, "plan A 1") == "SL-30"
    match.play("floor a3")
    assert refused(match, "plan A 1") == "SL-30"


def test_sl31_the_game_is_over_after_the_last_round() -> None:
    *_, match = random_play("skyliners", "intro", 2, 1)
    assert refused(match, "floor a1") == "SL-31"


def test_sl32_build_then_build_or_plan() -> None:
    match = new()
    assert refused(match, "plan A 1") == "SL-32"
    assert not any(text.startswith("plan") for text in texts(match))
    match.play(f"floor {empty_sites(match)[0]}")
    assert {text for text in texts(match) if text.startswith("plan")} == {
        f"plan {r} {n}" for r in ROWS for n in (1, 2, 3, 4)
    }
    assert any(text.startswith("floor") for text in texts(match))
    match.play("plan A 1")
    assert match.player == BLUE


def test_sl32_without_planning_cards_one_must_build() -> None:
    match = new()
    match.play("floor a3")
    state_of(match, State).cards[RED, :] = 0
    match._refresh()
    assert {text.split()[0] for text in texts(match)} == {"floor", "roof", "park"}


def test_sl33_plans_are_secret_and_their_place_in_the_pile_is_public() -> None:
    match = new()
    match.play("floor a3")
    match.play("plan B 3")
    match.play("floor b3")
    match.play("plan B 4")
    own, other, spectator = (match.view(seat)["table"] for seat in (RED, GREEN, None))
    assert own["plans"] == [{"seat": RED, "row": "B", "planned": 3, "right": False}, {"seat": BLUE}]
    assert other["plans"] == spectator["plans"] == [{"seat": RED}, {"seat": BLUE}]
    assert own["own_cards"] == ["A", "C", "D", "E"]
    assert other["cards"] == [4, 4, 5, 5]
    assert match.log(RED)[1] == "Red plans to see exactly 3 in row B."
    assert match.log(GREEN)[1] == "Red places a planning card: number 1 in the planning office."
    assert match.log(GREEN)[3] == "Blue places a planning card: number 2 in the planning office."


def test_sl33_each_card_is_placed_once() -> None:
    match = new(2)
    match.play("floor a3")
    match.play("plan B 3")
    match.play("floor b3")
    match.play("floor d3")
    match.play("floor a3")
    assert refused(match, "plan B 1") == "SL-33"
    assert "plan C 1" in texts(match)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_sl34_the_last_floor_ends_the_game_with_the_round(players: int) -> None:
    shortest, longest = {2: (8, 12), 3: (7, 11), 4: (6, 10)}[players]
    for seed in range(30):
        *_, match = random_play("skyliners", "full", players, seed)
        turns = decisions_by_turn(match)
        assert len(turns) % players == 0, "all have had the same number of turns"
        assert all(count == 2 for _, count in turns)
        assert shortest <= len(turns) // players <= longest
        assert turns[-1][0] == (turns[0][0] - 1) % players, "right of the start player is last"
        supply = match.view(None)["table"]["supply"]
        assert any(own["floor"] == 0 for own in supply)
        while len(match.history) > len(turns) * 2 - 2 * players:
            match.undo()
        supply = match.view(None)["table"]["supply"]
        assert all(own["floor"] > 0 for own in supply), "before the last round nobody was out of floors"


def test_sl34_after_the_last_floor_the_second_action_and_the_round_are_played() -> None:
    match = new(2, first=0)
    state_of(match, State).supply[RED] = [1, 0, 0]
    match._refresh()
    match.play("floor a3")
    assert (match.player, state_of(match, State).supply[RED, 0]) == (RED, 0)
    match.play("plan A 1")
    assert match.player == BLUE
    match.play("floor b3")
    match.play("floor d3")
    assert match.over
    assert refused(match, "floor a1") == "SL-34"


def test_sl34_no_roofs_and_parks_left_ends_nothing() -> None:
    match = new(2, first=1)
    state_of(match, State).supply[:2] = [[3, 0, 0], [3, 0, 0]]
    match._refresh()
    for move in ("floor a3", "plan A 1", "floor b3", "plan A 1"):
        match.play(move)
    assert not match.over


# --- seeing --------------------------------------------------------------------------------------------------


def test_sl40_example_red_sees_three_objects_in_row_b() -> None:
    state = city(b1="park", b2="2", b3="2", b4="3", b5="1")
    assert rules.objects_seen(state, RED, ROWS.index("B")) == 3


def test_sl40_equal_height_hides_and_empty_sites_do_nothing() -> None:
    assert rules.objects_seen(city(b1="2", b3="2", b5="2^"), SOUTH, 1) == 2
    assert rules.objects_seen(city(b2="1", b5="2"), SOUTH, 1) == 2
    assert rules.objects_seen(city(), SOUTH, 1) == 0
    assert rules.objects_seen(city(), SOUTH, 2) == 1, "the middle park counts"
    assert rules.objects_seen(city(c1="1"), SOUTH, 2) == 1, "and is hidden like any other"


def test_sl40_every_seat_has_its_own_view() -> None:
    state = city(b1="1", b4="3")
    assert rules.objects_seen(state, SOUTH, 1) == 2
    assert rules.objects_seen(state, NORTH, 3) == 1
    assert rules.objects_seen(state, WEST, 1) == 1


def test_sl40_agrees_with_a_plain_reading_of_the_rule() -> None:
    draw = np.random.default_rng(1)
    for _ in range(300):
        state = city()
        state.height[:] = draw.integers(0, 8, 25)
        for seat, row in itertools.product(range(4), range(5)):
            line = [int(state.height[s]) for s in SITE[seat, row]]
            seen = sum(h > 0 and all(h > before for before in line[:n]) for n, h in enumerate(line))
            assert rules.objects_seen(state, seat, row) == seen


# --- scoring -------------------------------------------------------------------------------------------------


def test_sl49_no_points_before_the_end() -> None:
    for variant in ("full", "intro"):
        for match in random_play("skyliners", variant, 4, 2):
            if not match.over:
                assert match.scores == [0, 0, 0, 0]
                assert match.breakdown() == []
                assert match.view(0)["scores"] is None


def test_sl50_rows_are_scored_a_to_e_from_the_start_player_clockwise() -> None:
    state = finished(city(3, rules.INTRO, a1="1"), first=2)
    rows = [(line["row"], line["seat"]) for line in breakdown(state) if line["source"] == "row"]
    assert rows == [(row, seat) for row in ROWS for seat in (2, 0, 1)]


def test_sl50_points_for_objects_seen_and_antennas_on_those_without() -> None:
    state = finished(city(2, rules.INTRO, a5="1", b5="2"), first=RED)
    red_a, blue_a, red_b, *_ = breakdown(state)
    assert (red_a["seen"], red_a["points"], red_a["antennas"]) == (1, 1, ["a5"])
    assert (blue_a["seen"], blue_a["points"], blue_a["antennas"]) == (2, 2, ["b5"]), "a5 carries Red's already"
    assert (red_b["seen"], red_b["points"], red_b["antennas"]) == (1, 1, [])


def test_sl50_example_red_places_two_antennas_beside_greens_one() -> None:
    state = city(4, rules.INTRO, b1="park", b2="2", b3="2", b4="3", b5="1", a2="3", c2="1", e1="4")
    # Green begins. The 4 on e1 hides row A from Green, who sees c2, b2 and a2 in row B.
    lines = breakdown(finished(state, first=GREEN))
    green, red = (next(x for x in lines if x["row"] == "B" and x["seat"] == seat) for seat in (GREEN, RED))
    assert "b2" in green["antennas"]
    assert (red["seen"], red["points"], red["antennas"]) == (3, 3, ["b1", "b4"])


def test_sl51_a_point_for_each_antenna_on_the_board() -> None:
    state = finished(city(2, rules.INTRO, a1="park", a2="1", a3="2", b1="1", b5="2"), first=RED)
    antennas = {line["seat"]: line for line in breakdown(state) if line["source"] == "antennas"}
    placed = Counter(line["seat"] for line in breakdown(state) if line["source"] == "row" for _ in line["antennas"])
    assert antennas[RED]["count"] == antennas[RED]["points"] == placed[RED] == 5, "the book's example has five too"
    assert antennas[BLUE]["points"] == placed[BLUE]


def test_sl52_skyscraper_cards_count_in_the_introductory_game() -> None:
    state = finished(city(2, rules.INTRO, a1="4"), first=RED)
    state.district[:] = [SW, NE, NW, SE]
    lines = {line["seat"]: line for line in breakdown(state) if line["source"] == "skyscraper"}
    assert (lines[RED]["points"], lines[BLUE]["points"]) == (3, 0)


def test_sl60_plans_are_scored_in_the_order_placed() -> None:
    state = city(2, a4="1")
    for seat, row in ((BLUE, "B"), (RED, "A"), (BLUE, "A")):
        plan(state, seat, row, 1)
    lines = [line for line in breakdown(finished(state)) if line["source"] == "plan"]
    assert [(line["seat"], line["row"]) for line in lines] == [(BLUE, "B"), (RED, "A"), (BLUE, "A")]
    assert (lines[0]["antennas"], lines[1]["antennas"]) == (["a4"], []), "the first plan gets the antenna"
    assert (lines[0]["points"], lines[1]["points"]) == (1, 1)


def test_sl61_the_view_tells_how_the_own_plans_stand() -> None:
    rightly = set()
    for seed in range(3):
        match = play_out("skyliners", "full", 4, seed)
        judged = [(plan["seat"], plan["row"], plan["right"]) for plan in match.view(RED)["table"]["plans"]]
        lines = [line for line in match.breakdown() if line["source"] == "plan"]
        assert judged == [(line["seat"], line["row"], line["right"]) for line in lines]
        rightly |= {right for _, _, right in judged}
    assert rightly == {True, False}


def test_sl61_example_red_planned_three_and_sees_three() -> None:
    state = city(b1="park", b2="2", b3="2", b4="3", b5="1")
    plan(state, RED, "B", 3)
    (line,) = (line for line in breakdown(finished(state)) if line["source"] == "plan")
    assert (line["right"], line["points"], line["antennas"]) == (True, 3, ["b1", "b2", "b4"])


@pytest.mark.parametrize(("seen", "right"), [(0, None), (1, 1), (2, 2), (3, 3), (4, 4), (5, 4)])
def test_sl61_only_the_exact_number_is_right(seen: int, right: int | None) -> None:
    for planned in (1, 2, 3, 4):
        objects = {f"b{n}": text for n, text in zip(range(1, seen + 1), ("park", "1", "2", "3", "4"), strict=False)}
        state = city_of(objects)
        plan(state, RED, "B", planned)
        (line,) = (line for line in breakdown(finished(state)) if line["source"] == "plan")
        assert line["right"] == (planned == right)
        assert line["points"] == (seen if planned == right else 0)
        assert len(line["antennas"]) == (seen if planned == right else 0)


def test_sl62_antennas_then_skyscrapers_after_the_plans() -> None:
    state = city(b1="1", b2="2")
    plan(state, RED, "B", 2)
    state.district[:] = [SW, NE, NW, SE]
    lines = breakdown(finished(state))
    assert [line["source"] for line in lines] == ["plan"] + ["antennas"] * 4 + ["skyscraper"] * 4
    assert points(state) == [2 + 2 + 3, 0, 0, 0]


def stairs_on_a_b_and_d() -> State:
    """Red sees five objects in each of the rows A, B and D and has planned that; Blue has planned 2 in row A."""
    stairs = {f"{column}{n}": "park" if n == 1 else str(n - 1) for column in "abd" for n in range(1, 6)}
    state = city_of(stairs, 2)
    state.height[site("d5")] = height("5")
    state.district[:] = [SW, SE, NW, NE]
    for seat, row, planned in ((RED, "A", 4), (RED, "B", 4), (RED, "D", 4), (BLUE, "A", 2)):
        plan(state, seat, row, planned)
    return finished(state)


def test_sl63_after_the_tenth_antenna_a_point_at_once_and_the_object_stays_free() -> None:
    state = stairs_on_a_b_and_d()
    red_a, red_b, red_d, beyond, blue_a = breakdown(state)[:5]
    assert len(red_a["antennas"]) == len(red_b["antennas"]) == 5
    assert (red_d["right"], red_d["points"], red_d["antennas"]) == (True, 5, [])
    assert (beyond["source"], beyond["seat"], beyond["points"]) == ("beyond", RED, 5)
    assert (blue_a["seen"], blue_a["antennas"]) == (2, ["d5"]), "a5 has Red's antenna, d5 was left free"
    assert points(state) == [15 + 5 + 10, 2 + 1]


def test_sl70_example_a_tallest_building_in_two_districts_serves_both() -> None:
    state = city(c5="3", a1="2")
    state.district[:] = [NW, NE, SW, SE]
    assert points(finished(state)) == [3, 3, 0, 0]


def test_sl70_several_tallest_buildings_count_once_each_player() -> None:
    state = city(a1="3", b1="3", e5="3", e4="2^")
    state.district[:] = [NW, NE, SW, SE]
    assert points(finished(state)) == [0, 3, 3, 0]
    assert breakdown(state)[-2]["tallest"] == ["a1", "b1"]


def test_sl70_cards_are_shown_at_the_end_but_not_the_undealt_ones() -> None:
    *_, match = random_play("skyliners", "full", 2, 1)
    for seat in (None, 0, 1):
        districts = match.view(seat)["table"]["districts"]
        assert len(districts) == 2
        assert None not in districts


def test_sl71_most_points_then_antennas_then_a_shared_win() -> None:
    state = city(2, e1="1")
    state.district[:] = [NW, NE, SW, SE]
    assert places(finished(state)) == [1, 1], "nobody has anything"
    state = city(2, a1="1", b2="1")
    state.district[:] = [NE, SE, NW, SW]
    for seat, row in ((RED, "A"), (RED, "B"), (BLUE, "E"), (BLUE, "D"), (BLUE, "C")):
        plan(state, seat, row, 1)
    assert points(finished(state)) == [2 + 2, 3 + 1]
    assert places(state) == [1, 2], "Red has two antennas on the board, Blue one"


def test_sl71_points_beyond_the_tenth_are_no_antennas() -> None:
    antennas, found = np.zeros(4, np.int32), np.zeros(4, np.int32)
    rules.final_scoring(stairs_on_a_b_and_d(), found, antennas)
    assert list(antennas[:2]) == [10, 1]
