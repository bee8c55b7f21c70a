"""The rules of Skyline 3000 by their numbers: material, set-up and the building phase."""

import itertools
from collections import Counter
from typing import Any

import pytest

from games.skyline3000.setting import (
    DEALT,
    GREEN,
    ORANGE,
    PURPLE,
    everybody_passes,
    play,
    refused,
    seen,
    table,
    texts,
)
from rooftop.core.match import Match
from rooftop.games.skyline3000.components import BLOCKS, CARDS, COPIES, KIND, KINDS, NUMBER
from tables import random_play

# --- material ------------------------------------------------------------------------------------------------


def test_s31_three_districts_of_three_blocks() -> None:
    blocks = seen(Match("skyline3000", 4, seed=1))["blocks"]
    assert {name: block["free"] for name, block in blocks.items()} == {
        "R1": 8,
        "R2": 7,
        "R3": 6,
        "Y1": 8,
        "Y2": 6,
        "Y3": 7,
        "B1": 8,
        "B2": 7,
        "B3": 6,
    }
    assert {name: block["green"] for name, block in blocks.items() if block["green"]} == {"R3": 1, "Y2": 2, "B3": 1}
    assert all(block["large"] is None for block in blocks.values())
    for district in ("red", "yellow", "blue"):
        own = [name for name, block in blocks.items() if block["district"] == district]
        assert len(own) == 3
        assert sum(blocks[name]["free"] for name in own) == 21


def test_s31_the_small_foundations_of_a_block_are_one_move() -> None:
    match = table()
    assert texts(match) >= {f"billboard {block}" for block in BLOCKS}
    assert sum(text.startswith("billboard") for text in texts(match)) == 9


def test_s32_sixty_two_cards() -> None:
    match = Match("skyline3000", 2, seed=1)
    position = match.position()
    cards = Counter(itertools.chain(*position["hands"], *position["stacks"].values()))
    assert cards.total() == 62
    assert all(cards[f"floor {n}"] == 3 for n in range(1, 9))
    assert all(cards[f"roof {n}"] == 2 for n in range(1, 8))
    assert all(cards[f"{district} {n}"] == 1 for district in ("red", "yellow", "blue") for n in range(1, 9))
    assert [int(COPIES[kind == KIND].sum()) for kind in range(3)] == [24, 14, 24]
    assert all(card.endswith(f" {number}") for card, number in zip(CARDS, NUMBER, strict=True))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_s33_pieces(players: int) -> None:
    table = seen(Match("skyline3000", players, seed=1))
    in_factories = sum(sum(heights) for factory in table["factories"] for heights in factory.values())
    assert table["floors"] + in_factories == 90
    for seat in range(players):
        for shape in ("barrel", "gable"):
            assert table["roofs"][seat][shape] + len(table["factories"][seat][shape]) == 5
        assert table["billboards"][seat] == 5
    amenities = Counter(itertools.chain(*table["house"]))
    printed = sum(block["green"] for block in table["blocks"].values())
    assert amenities["green space"] + printed == 12
    assert (amenities["spaceport"], amenities["megamall"]) == (2, 2)


# --- set-up --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_s310_the_deal_is_hidden_and_the_stacks_are_open(players: int) -> None:
    match = Match("skyline3000", players, seed=1)
    table = seen(match, ORANGE)
    for seat, hand in enumerate(table["hands"]):
        assert hand["size"] == 8
        assert hand["kinds"] == ({"floor": 2, "roof": 2, "contract": 4} if seat == ORANGE else None)
        assert (hand["cards"] is not None) == (seat == ORANGE)
    assert [table["stacks"][kind]["size"] for kind in KINDS] == [24 - 2 * players, 14 - 2 * players, 24 - 4 * players]
    for kind in KINDS:
        assert table["stacks"][kind]["top"] == match.position()["stacks"][kind][0]


def test_s310_every_deal_is_possible() -> None:
    hands = {tuple(Match("skyline3000", 2, seed=seed).position()["hands"][0]) for seed in range(50)}
    assert len(hands) == 50


def test_s311_five_points_and_four_buildings() -> None:
    match = Match("skyline3000", 3, seed=1)
    assert match.scores == [5, 5, 5]
    assert seen(match)["factories"] == [{"unfinished": [], "barrel": [1, 2], "gable": [1, 2]}] * 3
    assert seen(match)["floors"] == 90 - 3 * 6


def test_s312_two_green_spaces_and_one_big_amenity_a_round() -> None:
    house = seen(Match("skyline3000", 2, seed=1))["house"]
    assert house == [["green space"] * 4, ["green space"] * 4, ["spaceport", "spaceport", "megamall", "megamall"]]
    sold = {}
    for match in random_play("skyline3000", "standard", 2, 3):
        if seen(match)["auction"]:
            sold[seen(match)["round"], seen(match)["auction"]["number"]] = seen(match)["auction"]["amenity"]
    big = {1: "spaceport", 2: "spaceport", 3: "megamall", 4: "megamall"}
    assert sold == {(r, n): big[r] if n == 3 else "green space" for r in (1, 2, 3, 4) for n in (1, 2, 3)}
    assert seen(match)["house"] == [[], [], []]


def test_s313_lots_decide_who_has_the_key() -> None:
    keys = Counter(seen(Match("skyline3000", 4, seed=seed))["key"] for seed in range(200))
    assert min(keys[seat] for seat in range(4)) > 25
    match = Match("skyline3000", 4, seed=1, first=GREEN)
    assert (seen(match)["key"], match.player) == (GREEN, GREEN)


def all_but(*cards: str) -> list[str]:
    """All cards of the same kind as these, except these."""
    kind = KIND[CARDS.index(cards[0])]
    left = Counter({card: int(COPIES[n]) for n, card in enumerate(CARDS) if KIND[n] == kind}) - Counter(cards)
    return sorted(left.elements())


def test_s314_a_card_is_discarded_before_its_effect() -> None:
    match = play(table(hands=[["roof 3", *DEALT[:2]], DEALT]), "play roof 3")
    assert seen(match)["asked"] == "roof"
    assert seen(match)["discards"] == ["roof 3"]
    assert seen(match)["hands"][ORANGE]["size"] == 2


def test_s314_a_discard_beside_an_empty_stack_is_the_new_stack() -> None:
    held = [["roof 3"], all_but("roof 3")]
    match = table(round=3, hands=held, known=[[], held[1][2:]], stacks={"roof": []})
    assert seen(match)["stacks"]["roof"]["top"] is None
    play(match, "play roof 3")
    assert seen(match)["stacks"]["roof"] == {
        "size": 1,
        "top": "roof 3",
        "cards": ["roof 3"],
        "hands": held[1],
    }
    assert seen(match)["discards"] == []


def test_s314_drawing_the_last_card_renews_the_stack() -> None:
    discards = all_but("roof 3")
    match = table(round=2, asked="draw", draws=2, hands=[[], []], stacks={"roof": ["roof 3"]}, discards=discards)
    play(match, "draw roof")
    stack = seen(match)["stacks"]["roof"]
    assert (stack["size"], stack["cards"]) == (13, sorted(discards))
    assert seen(match)["discards"] == []
    tops = set()
    for seed in range(30):
        match = table(
            seed=seed, round=2, asked="draw", draws=2, hands=[[], []], stacks={"roof": ["roof 3"]}, discards=discards
        )
        tops.add(seen(play(match, "draw roof"))["stacks"]["roof"]["top"])
    assert len(tops) > 4


def test_s314_a_winning_bid_is_discarded_together_and_renews_every_empty_stack() -> None:
    floors, roofs = ["floor 1", "floor 2"], ["roof 1", "roof 2"]
    others = all_but(*floors) + all_but(*roofs)
    match = table(
        players=4,
        round=4,
        asked="bid",
        auction=1,
        player=3,
        hands=[floors + roofs, others[:17], others[17:], []],
        known=[floors + roofs, others[:17], others[17:], []],
        bids=[floors + roofs, [], [], []],
        stacks={"floor": [], "roof": []},
    )
    play(match, "stop")
    assert seen(match)["stacks"]["floor"]["cards"] == floors
    assert seen(match)["stacks"]["roof"]["cards"] == roofs
    assert seen(match)["discards"] == []


def test_s314_a_played_card_is_shown_and_then_lies_face_down() -> None:
    match = play(table(variant="standard", hands=[["roof 3", *DEALT[:2]], DEALT]), "play roof 3")
    assert seen(match)["card"] == "roof 3"
    assert match.log(None)[-1] == "Orange plays roof 3."
    play(match, "let go")
    assert (seen(match)["card"], seen(match)["discarded"], seen(match)["discards"]) == (None, 1, None)


def test_s314_a_stack_shows_its_size_and_its_top_card_only() -> None:
    discards = all_but("roof 3")
    match = table(
        variant="standard",
        round=2,
        asked="draw",
        draws=2,
        hands=[[], []],
        stacks={"roof": ["roof 3"]},
        discards=discards,
    )
    play(match, "draw roof")
    top = match.position()["stacks"]["roof"][0]
    assert seen(match)["stacks"]["roof"] == {"size": 13, "top": top, "cards": None, "hands": None}
    assert seen(match)["discarded"] == 0
    assert match.log(None) == [
        "Orange draws roof 3.",
        "The discarded roof cards are shuffled and become the stack.",
    ]


def test_s315_every_decision_is_asked() -> None:
    match = table(round=2, points=[0, 0], hands=[[], []])
    assert texts(match) == {"pass"}
    everybody_passes(match)
    assert texts(match) == {"stop"}
    match = table(hands=[["roof 1"], []], factories=[{"barrel": [1, 2], "gable": [1, 2]}] * 2)
    assert texts(play(match, "play roof 1")) == {"let go"}
    roofs, contracts = [*all_but("roof 1"), "roof 1"], [*all_but("red 1"), "red 1"]
    hands = [roofs[seat::4] + contracts[seat::4] for seat in range(4)]
    match = table(4, round=3, asked="draw", draws=2, player=3, hands=hands, known=hands)
    assert texts(match) == {"draw floor"}
    assert refused(match, "draw roof") == "S3-50"


def test_s315_only_answers_to_the_question_asked() -> None:
    match = play(table(hands=[["floor 5", "red 5"], []]), "play floor 5")
    assert refused(match, "play red 5") == "S3-15"
    assert refused(match, "pass") == "S3-15"
    assert refused(match, "stop") == "S3-15"
    assert refused(play(match, "new building"), "pass") == "S3-15"


def test_s317_turns_go_clockwise_from_the_key_player() -> None:
    match = Match("skyline3000", 4, seed=1, first=2)
    order = []
    for _ in range(4):
        order.append(match.player)
        match.play("pass")
    assert order == [2, 3, 0, 1]
    assert (seen(match)["key"], match.player) == (2, 2)
    order = []
    for _ in range(4):
        order.append(match.player)
        match.play("stop")
    assert order == [2, 3, 0, 1]
    for _ in range(8):
        match.play("stop")
    assert (seen(match)["asked"], seen(match)["key"], match.player) == ("draw", 2, 2)


# --- building ------------------------------------------------------------------------------------------------


def test_s320_two_floors_each_raise_or_begin_a_building() -> None:
    match = table(hands=[["floor 5"], DEALT])
    play(match, "play floor 5")
    assert texts(match) == {"let go", "new building"}
    assert refused(match, "raise 1") == "S3-20"
    play(match, "new building")
    assert match.player == ORANGE
    assert texts(match) == {"new building", "raise 1"}
    both = match.record()
    play(match, "raise 1")
    assert seen(match)["factories"][ORANGE]["unfinished"] == [2]
    assert seen(match)["floors"] == 90 - 12 - 2
    assert match.player == PURPLE
    match = play(Match.from_record(both), "new building")
    assert seen(match)["factories"][ORANGE]["unfinished"] == [1, 1]


def test_s320_equal_unfinished_buildings_are_one_move_and_finished_ones_none() -> None:
    factories = [{"unfinished": [1, 1, 1, 3], "barrel": [1, 2], "gable": [1, 2]}, {"barrel": [1, 2], "gable": [1, 2]}]
    match = table(round=2, hands=[["floor 5"], DEALT], factories=factories)
    assert texts(play(match, "play floor 5")) == {"let go", "new building", "raise 1", "raise 3"}
    play(match, "raise 1", "raise 3")
    assert seen(match)["factories"][ORANGE]["unfinished"] == [1, 1, 2, 4]


def test_s320_an_empty_supply_gives_no_floors() -> None:
    own = {"barrel": [1, 2], "gable": [1, 2]}
    factories = [own, {**own, "unfinished": [60]}, {**own, "unfinished": [6]}, own]
    hands = [["floor 5"], [], [], []]
    match = table(4, round=4, hands=hands, factories=factories)
    assert seen(match)["floors"] == 0
    play(match, "play floor 5")
    assert texts(match) == {"let go"}
    assert refused(match, "new building") == "S3-20"
    play(match, "let go")
    assert match.player == PURPLE


def test_s321_a_roof_finishes_a_building() -> None:
    factories = [{"unfinished": [1, 2, 2], "barrel": [1, 2], "gable": [1, 2]}, {"barrel": [1, 2], "gable": [1, 2]}]
    with pytest.raises(Exception, match="6 floors and two more"):
        table(round=2, factories=factories)
    factories[0]["unfinished"] = [2, 2, 4]
    match = table(round=2, hands=[["roof 5"], DEALT], factories=factories)
    play(match, "play roof 5")
    assert texts(match) == {"let go", "barrel roof on 2", "barrel roof on 4", "gable roof on 2", "gable roof on 4"}
    assert refused(match, "gable roof on 1") == "S3-21"
    play(match, "gable roof on 4")
    assert seen(match)["factories"][ORANGE] == {"unfinished": [2, 2], "barrel": [1, 2], "gable": [1, 2, 4]}
    assert seen(match)["roofs"][ORANGE] == {"barrel": 3, "gable": 2}
    assert match.player == PURPLE


def test_s321_only_shapes_still_in_stock() -> None:
    full = {"unfinished": [2], "barrel": [1, 2, 2, 2, 2], "gable": [1, 2]}
    match = table(round=2, hands=[["roof 5"], DEALT], factories=[full, {"barrel": [1, 2], "gable": [1, 2]}])
    play(match, "play roof 5")
    assert texts(match) == {"let go", "gable roof on 2"}
    assert refused(match, "barrel roof on 2") == "S3-21"


def test_s322_a_billboard_costs_a_point() -> None:
    match = play(table(), "billboard Y2")
    assert match.scores == [4, 5]
    assert seen(match)["blocks"]["Y2"]["billboards"] == [1, 0]
    assert seen(match)["blocks"]["Y2"]["free"] == 5
    assert seen(match)["billboards"] == [4, 5]
    assert match.player == PURPLE


def test_s322_only_on_an_empty_foundation_and_while_there_are_any() -> None:
    full = {"R3": {"billboards": ["orange"] * 3 + ["purple"] * 3}}
    match = table(blocks=full, points=[2, 2])
    assert refused(match, "billboard R3") == "S3-22"
    assert "billboard R2" in texts(match)
    match = table(blocks={"R1": {"billboards": ["orange"] * 5}}, round=2, points=[9, 9])
    assert refused(match, "billboard R2") == "S3-22"


def contract(blocks: Any, **changes: Any) -> Match:
    """Orange has played a contract for the red district."""
    return play(table(round=2, hands=[["red 5"], []], blocks=blocks, **changes), "play red 5")


def test_s323_a_building_goes_to_the_district_of_the_card() -> None:
    match = contract({})
    assert texts(match) == {"let go"} | {f"anchor {s} 1 {b}" for s in ("barrel", "gable") for b in ("R1", "R2", "R3")}
    assert refused(match, "anchor barrel 1 Y1") == "S3-23"
    play(match, "anchor barrel 1 R2")
    block = seen(match)["blocks"]["R2"]
    assert (block["buildings"], block["shape"], block["free"]) == ([{"seat": 0, "height": 1}], "barrel", 6)
    assert seen(match)["factories"][ORANGE]["barrel"] == [2]
    assert match.scores == [5, 5]
    assert match.player == PURPLE


def test_s323_only_finished_buildings() -> None:
    match = contract({"R1": {"shape": "barrel", "buildings": ["orange 1"]}})
    assert refused(match, "anchor barrel 1 R1") == "S3-23"
    assert "anchor barrel 2 R1" in texts(match)


def test_s323_an_own_billboard_can_be_built_over() -> None:
    match = contract({"R1": {"billboards": ["orange", "purple"]}})
    assert {text for text in texts(match) if "R1" in text and "gable" in text} == {
        "anchor gable 1 R1",
        "anchor gable 1 R1 billboard",
    }
    assert refused(match, "anchor gable 1 R2 billboard") == "S3-23"
    play(match, "anchor gable 1 R1 billboard")
    block = seen(match)["blocks"]["R1"]
    assert (block["billboards"], block["free"]) == ([0, 1], 6)
    assert match.scores == [4, 5]
    assert seen(match)["billboards"] == [4, 4]


def test_s323_a_full_block_takes_nothing_but_over_a_billboard() -> None:
    match = contract({"R3": {"billboards": ["orange"] * 3 + ["purple"] * 3}})
    assert refused(match, "anchor barrel 1 R3") == "S3-23"
    assert "anchor barrel 1 R3 billboard" in texts(match)
    match = contract({"R3": {"billboards": ["purple"] * 5, "green": 2}})
    assert not any("R3" in text for text in texts(match))


def test_s324_without_points_no_billboards() -> None:
    match = table(round=2, points=[0, 1], hands=[["red 5"], []], blocks={"R1": {"billboards": ["orange"]}})
    assert refused(match, "billboard R1") == "S3-24"
    play(match, "play red 5")
    assert refused(match, "anchor barrel 1 R1 billboard") == "S3-24"
    play(match, "anchor barrel 1 R1", "billboard R1")
    assert match.scores == [0, 0]


def test_s325_one_shape_in_a_block() -> None:
    """The rulebook's example: beside Green's barrel roof only barrel roofs are allowed."""
    match = table(
        3,
        round=2,
        hands=[["red 5"], [], []],
        blocks={"R1": {"shape": "barrel", "buildings": ["green 1"]}},
    )
    play(match, "play red 5")
    assert {text for text in texts(match) if "R1" in text} == {"anchor barrel 1 R1", "anchor barrel 2 R1"}
    assert refused(match, "anchor gable 1 R1") == "S3-25"


def test_s326_not_three_alike() -> None:
    """The rulebook's example: two blocks with barrel roofs leave only gable roofs for the third."""
    barrel = {"shape": "barrel", "buildings": ["purple 1"]}
    match = contract({"R1": {"shape": "barrel", "buildings": ["purple 1", "purple 2"]}, "R3": {**barrel}})
    assert {text for text in texts(match) if "R2" in text} == {"anchor gable 1 R2"}
    assert refused(match, "anchor barrel 1 R2") == "S3-26"
    assert "anchor barrel 1 R3" in texts(match)


def test_s326_blocks_without_buildings_have_no_shape() -> None:
    match = contract({"R1": {"shape": "barrel", "buildings": ["purple 1"]}})
    assert {"anchor barrel 1 R2", "anchor gable 1 R2", "anchor barrel 1 R3"} <= texts(match)


@pytest.mark.parametrize(
    ("standing", "heights"),
    [
        ([], {1}),
        (["purple 1"], {1, 2}),
        (["purple 1", "purple 2"], {2, 3}),
        (["purple 1", "purple 2", "purple 3"], {3}),
    ],
)
def test_s327_heights_in_a_block(standing: list[str], heights: set[int]) -> None:
    """The rulebook's example: 1 first, then 1 or 2, and 2 or 3 once a building of 2 stands."""
    own = {"barrel": [1, 2, 3], "gable": [1, 2], "unfinished": [1]}
    blocks = {"R1": {"shape": "barrel", "buildings": standing}} if standing else {}
    others = {"barrel": [h for h in (1, 2) if f"purple {h}" not in standing], "gable": [1, 2]}
    if "purple 3" in standing:
        others["unfinished"] = [1]
    match = contract(blocks, factories=[own, others])
    found = {int(text.split()[2]) for text in texts(match) if "barrel" in text and "R1" in text}
    assert found == heights
    for height in {1, 2, 3} - heights:
        assert refused(match, f"anchor barrel {height} R1") == "S3-27"


def test_s328_a_card_may_be_played_for_nothing_and_that_is_no_pass() -> None:
    match = table(hands=[["floor 5", "roof 5", "red 5"], []])
    for card in ("floor 5", "roof 5", "red 5"):
        play(match, f"play {card}", "let go")
        assert not seen(match)["passed"][ORANGE]
        if match.player == PURPLE:
            play(match, "pass")
        assert match.player == ORANGE
    assert seen(match)["floors"] == 90 - 12
    assert seen(match)["discards"] == ["floor 5", "roof 5", "red 5"]


def test_s328_all_or_nothing() -> None:
    match = play(table(hands=[["floor 5"], []]), "play floor 5", "new building")
    assert "let go" not in texts(match)
    assert refused(match, "let go") == "S3-28"
    assert refused(table(hands=[["floor 5"], []]), "play floor 6") == "S3-28"


def test_s329_who_has_passed_is_skipped_and_the_last_one_goes_on() -> None:
    match = table(3)
    play(match, "pass")
    assert [match.player, play(match, "billboard R1").player, play(match, "billboard R1").player] == [1, 2, 1]
    play(match, "pass")
    assert match.player == GREEN
    play(match, "billboard R1", "billboard R1")
    assert match.player == GREEN
    assert seen(match)["passed"] == [True, True, False]
    play(match, "pass")
    assert (seen(match)["asked"], seen(match)["passed"], match.player) == ("bid", [False] * 3, ORANGE)


def test_s329_numbers_mean_nothing_and_equal_cards_are_one_move() -> None:
    match = table(hands=[["floor 5", "floor 5"], ["floor 1"]])
    assert [text for text in sorted(texts(match)) if "play" in text] == ["play floor 5"]
    for card in ("floor 5", "floor 1"):
        play(match, f"play {card}")
        assert texts(match) == {"let go", "new building"}
        play(match, "new building", "new building")
