"""Undo over the real API: among people, nothing that involved chance or revealed information; against bots only,
everything."""

import random
from typing import Any

import numpy as np
import pytest

from rooftop.core.dice import dice
from rooftop.core.match import Match
from server.inside import Inside, put_on_the_table
from server.serving import Visitor

DECISIONS = [
    ("skyline-world", "build", "chance"),  # a penthouse brings a bonus card
    ("skyline3000", "draw", "chance"),  # the discards become the new stack
    ("skyline3000", "draw", "shown"),  # the card below it
    ("skyline3000", "stop", "shown"),  # the last bid opens all
    ("skyline-world", "build", "nothing"),
    ("skyline3000", "lay", "nothing"),
    ("skyliners", "build", "nothing"),
    ("newyork1901", "acquire", "nothing"),
]


def what_happened(match: Match) -> str:
    """The side effect of the last decision: chance or revealed information."""
    before, move = match._past[-1]._states, match._past[-1].id
    rolled = dice(match.seed, match.ply)
    match.game.rules.apply(before.copy()[0], move, rolled)
    if not np.array_equal(rolled, dice(match.seed, match.ply)):
        return "chance"
    return "nothing" if match.showed_nothing() else "shown"


def shortly_before(game: str, action: str, happening: str) -> tuple[Match, int]:
    """A match, and a decision of seat 0 after which it is still seat 0's turn."""
    for seed in range(100):
        match, chooser = Match(game, players=2, seed=seed), random.Random(seed)
        while match.player is not None:
            seat, move = match.player, match.play(chooser.choice(match.legal))
            if seat == match.player == 0 and move.data["action"] == action and what_happened(match) == happening:
                match.undo()
                return match, move.id
    raise AssertionError("no such decision")


def decided(inside: Inside, ann: Visitor, table: str, match: Match, move: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Ann's views before and after the move."""
    put_on_the_table(inside.live(table), match)
    before = ann.look(table)
    ann.post(f"/api/tables/{table}/moves", id="move", version=before["version"], move=move)
    return before, ann.look(table)


@pytest.mark.parametrize(("game", "action", "happening"), DECISIONS)
def test_among_people_chance_and_revealed_information_cannot_be_undone(
    inside: Inside, game: str, action: str, happening: str
) -> None:
    ann, bob = Visitor(inside.address, "Ann"), Visitor(inside.address, "Bob")
    table = ann.create("me", "anyone", game=game, open=True)
    bob.post(f"/api/tables/{table}/join")
    ann.start(table)
    before, after = decided(inside, ann, table, *shortly_before(game, action, happening))
    assert after["view"]["player"] == 0, "it is still her turn"
    assert after["undo"] == (happening == "nothing")
    path, command = f"/api/tables/{table}/undo", {"id": "undo", "version": after["version"]}
    if after["undo"]:
        ann.post(path, **command)
        assert ann.look(table)["view"] == before["view"]
    else:
        assert ann.post(path, expect=409, **command)["error"]["code"] == "cannot_undo"
        assert ann.look(table) == after


@pytest.mark.parametrize(("game", "action", "happening"), DECISIONS[:4])
def test_against_bots_only_everything_can_be_undone(inside: Inside, game: str, action: str, happening: str) -> None:
    ann = Visitor(inside.address, "Ann")
    table = ann.create("me", "random", game=game)
    ann.start(table)
    with ann.live(table) as live:
        live.await_update(lambda update: update["view"]["moves"])
    before, after = decided(inside, ann, table, *shortly_before(game, action, happening))
    assert after["undo"]
    ann.post(f"/api/tables/{table}/undo", id="undo", version=after["version"])
    assert ann.look(table)["view"] == before["view"]
