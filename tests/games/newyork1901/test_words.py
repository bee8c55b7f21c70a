"""New York 1901 for people: texts, refusals, the log, the view, the breakdown and the drawn table."""

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from games.newyork1901.setting import set_up
from rooftop.core.errors import AmbiguousMove, IllegalMove
from rooftop.core.match import Match
from rooftop.games.newyork1901.board import draw
from rooftop.games.newyork1901.components import CARDS
from rooftop.games.newyork1901.rules import PLACE, SKIP
from rooftop.games.newyork1901.words import PLACES
from tables import play_out, random_play
from twins import twin


def test_a_placement_is_named_by_tile_anchor_and_orientation() -> None:
    for name in PLACES:
        assert re.fullmatch(r"[A-Za-z]+( [A-Za-z]+\d?)? [b-p]\d+( mirrored)?( turned (90|180|270))?", name), name


def test_both_verbs_are_understood() -> None:
    turn = set_up(["Y8"])
    assert turn.play("build silver O4 g6").text == "rebuild silver O4 g6"


def test_short_texts() -> None:
    turn = set_up(["RB"], acquired=True)
    with pytest.raises(AmbiguousMove):
        turn.play("b bronze I2")
    turn.play("b si I3 m4")
    assert turn.history[-1][1].text == "build silver I3 m4"


def test_what_a_move_would_do_is_in_its_data() -> None:
    turn = set_up(["YA", "Y2"], ["bronze I2 b2 turned 90"])
    move = next(m for m in turn.moves() if m.text == "rebuild silver O4 b2")
    assert move.data == {
        "action": "rebuild",
        "tile": "silver O4",
        "level": "silver",
        "points": 5,
        "place": "silver O4 b2",
        "anchor": "b2",
        "mirrored": False,
        "turned": 0,
        "squares": ["b2", "c2", "b3", "c3"],
        "torn_down": ["bronze I2 b2 turned 90"],
        "workers_back": ["Y2"],
        "workers_sent": [],
        "points_after": 7,
        "brings_end": False,
    }
    acquire = turn.moves()[0]
    assert acquire.data["action"] == "acquire"
    assert acquire.data["card"] == "yellow 2"


def test_points_and_free_workers_are_as_a_move_says() -> None:
    told = set()
    for match in random_play("newyork1901", "intro", 2, 3):
        for move in match.moves():
            data, after = move.data, match.copy()
            after.play(move)
            seat = after.view(None)["table"]["seats"][match.player]
            for name, value in (("workers", seat["workers"]), ("points", seat["points"])):
                if f"{name}_after" in data:
                    told.add(data["action"])
                    assert data[f"{name}_after"] == value, move.text
    assert told == {"acquire", "build", "rebuild", "give back"}


def test_lines_of_the_log_are_about_the_squares_that_are_built_on_or_of_the_lots_that_they_name() -> None:
    turn = set_up(["YA", "Y2"], ["bronze I2 b2 turned 90"])
    turn.play("rebuild silver O4 b2")
    rebuild, back = turn.told(None)[:2]
    assert (rebuild.kind, rebuild.places) == ("rebuild", ("b2", "c2", "b3", "c3"))
    assert (back.kind, back.places) == ("back", ("c2", "d2"))


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("acquire P2", "Not there: with two players the pink district is closed (NY-11)."),
        ("acquire YA", "YA already has an owner (NY-20)."),
        ("acquire RA", "No card red 3 for RA lies on the open market (NY-20)."),
        (
            "build bronze I2 b2 turned 90",
            "You have a free worker and a card lies open: first take a lot, or tear down and rebuild (NY-20).",
        ),
        ("build silver O4 d2", "Not there: Y2, YB would have to be yours (NY-22)."),
        ("skip", "You can skip only when you have just taken a lot (NY-21)."),
        ("pass", "No passing: you can still do something (NY-51)."),
    ],
)
def test_refusals_say_why(move: str, sentence: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        set_up(["YA"]).play(move)
    assert str(refused.value) == sentence


def test_the_starter_is_not_built_again() -> None:
    with pytest.raises(IllegalMove, match=r"from the beginning and is not built again \(NY-21\)"):
        set_up(["Y3"], acquired=True).play("build starter g2 turned 90")


def test_the_log_tells_a_rebuilding_turn() -> None:
    turn = set_up(["YA", "Y2"], ["bronze I2 b2 turned 90"])
    turn.play("rebuild silver O4 b2")
    assert turn.log(None) == [
        "Orange tears down bronze I2 and builds silver O4 on b2, c2, b3, c3: 5 points.",
        "Orange takes the worker back from Y2.",
    ]


def test_the_log_tells_an_acquiring_turn() -> None:
    turn = set_up(market=["yellow 2"] * 4, stack=None)
    turn.play("acquire Y3")
    turn.play("build bronze I2 g2 turned 90")
    lines = turn.log(1)
    assert lines[:3] == [
        "Orange takes the card yellow 2 and puts a worker on Y3.",
        "Orange builds bronze I2 on g2, g3: 2 points.",
        "Orange takes the worker back from Y3.",
    ]
    assert lines[3].startswith("New on the open market: ")


def test_nobody_sees_the_order_of_the_future_market() -> None:
    for match in random_play("newyork1901", "intro", 3, 5):
        stack = match.view(None)["table"]["stack"]
        written = match.position()
        assert sum(stack["hidden"].values()) == len(written["stack"])
        assert list(stack["hidden"]) == sorted(stack["hidden"], key=CARDS.index)
        assert match.view(0)["table"] == match.view(None)["table"]
        assert twin(match, 1, random.Random(match.ply)).view(None)["table"] == match.view(None)["table"]


def test_the_breakdown_lists_every_tile_in_order() -> None:
    match = play_out("newyork1901", "intro", 3, 4)
    lines = match.breakdown()
    built = [line for line in lines if line["source"] in ("build", "rebuild")]
    played = [(seat, move.data) for seat, move in match.history if PLACE <= move.id < SKIP]
    assert [(line["seat"], line["place"], line["points"]) for line in built] == [
        (seat, data["place"], data["points"]) for seat, data in played
    ]
    assert [line["source"] for line in lines[:3]] == ["starter"] * 3
    standing: list[dict[str, Any]] = [line for line in lines if line["source"] == "standing"]
    for line in standing:
        seat = match.view(None)["table"]["seats"][line["seat"]]
        assert line["tiles"] == [tile["tile"] for tile in seat["tiles"]]
        assert line["gold"] == seat["gold"]


def test_the_breakdown_of_a_match_from_a_position() -> None:
    turn = set_up(["R2", "R3"], ["silver O4 m2"], torn_down=[["bronze I2"], []])
    assert [(line["source"], line["tile"], line["points"]) for line in turn.breakdown()[:4]] == [
        ("starter", "starter", 0),
        ("before", "bronze I2", 2),
        ("before", "silver O4", 5),
        ("starter", "starter", 0),
    ]
    assert turn.scores == [7, 0]


@pytest.mark.parametrize(("name", "said"), [("gold", "and does not win"), ("shared", "and wins"), ("goal", "")])
def test_a_tie_is_explained(name: str, said: str) -> None:
    path = Path(__file__).parent / "records" / f"{name}.rooftop"
    match = Match.from_record(path.read_text("utf-8"))
    lines = match.game.board.explain(match.breakdown(), "en", match.seat_names())
    ties = [line for line in lines if line.startswith("Tie")]
    assert len(ties) == (2 if said else 0)
    assert not said or any(said in line for line in ties)
    for language in ("de", "nl"):
        assert len(match.game.board.explain(match.breakdown(), language, match.seat_names())) == len(lines)


def test_closed_lots_are_in_brackets() -> None:
    assert "(P2)" in "\n".join(draw(Match("newyork1901", 2, seed=1).view(None), "en", ["A", "B"]))
    assert "(P2)" not in "\n".join(draw(Match("newyork1901", 3, seed=1).view(None), "en", ["A", "B", "C"]))


def test_the_drawn_table() -> None:
    turn = set_up(["YA", "Y2", "G6"], ["bronze I2 b2 turned 90"])
    drawn = "\n".join(turn.game.board.draw(turn.view(0), "en", turn.seat_names()))
    assert "[dark_orange]I2=o [/]" in drawn
    assert "[dark_orange]Y2o* [/]" in drawn
    assert "[dark_orange]YAo  [/]" in drawn  # partly built: no worker
    assert "[medium_purple]st=p [/]" in drawn
    assert "[red]RA   [/]" in drawn
    assert "Orange[/]: 2 points, gold 0, free workers 2, lots 4" in drawn
    for language in ("de", "nl"):
        lines = turn.game.board.draw(turn.view(0), language, turn.seat_names(language))
        assert not any("{" in line for line in lines)


def test_the_view_tells_which_lots_each_card_is_good_for() -> None:
    match = Match("newyork1901", 2, seed=1)
    while not match.over:
        table, lots = match.view(None)["table"], [m.data for m in match.moves() if m.data["action"] == "acquire"]
        assert not any(card.startswith("pink") for card in table["free_lots"])
        if lots:
            assert sorted(lot["lot"] for lot in lots) == sorted(
                lot for card in set(table["market"]) for lot in table["free_lots"][card]
            )
        match.play(match.moves()[0])
    assert match.ply > 20


def test_the_view_is_all_a_client_needs() -> None:
    view = json.loads(json.dumps(Match("newyork1901", 4, seed=2).view(0)))["table"]
    assert set(view["lots"]["YA"]) == {"colour", "card", "squares", "owner", "worker", "closed"}
    assert view["tiles"]["gold Z4"] == {"level": "gold", "points": 6, "squares": [[0, 0], [1, 0], [1, 1], [2, 1]]}
    assert len(view["map"]["rows"]) == 18
    assert (view["goal"], view["last_turns"], view["quiet_end"]) == (50, None, 80)
    assert view["seats"][0]["hand"]["bronze I2"] == 3
