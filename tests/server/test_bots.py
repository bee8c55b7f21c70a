"""Bots: no timing side channel."""

import random
import time

from rooftop.core.match import Match
from rooftop.server.service.bots import turn_seconds
from server.inside import Inside, put_on_the_table
from server.serving import Visitor


def before_a_bots_bid() -> tuple[Match, int]:
    """A match, and a decision of seat 0 after which seat 1 makes a sealed bid."""
    for seed in range(100):
        match, chooser = Match("skyline3000", players=2, seed=seed), random.Random(seed)
        while match.player is not None:
            seat, move = match.player, match.play(chooser.choice(match.legal))
            if (seat, match.player) == (0, 1) and match.unnoticed_moves():
                match.undo()
                return match, move.id
    raise AssertionError("nobody bids")


def test_the_time_of_a_sealed_bid_is_constant(inside: Inside) -> None:
    ann = Visitor(inside.address, "Ann")
    table = ann.create("me", "random", game="skyline3000")
    ann.start(table)
    with ann.live(table) as live:
        live.await_update(lambda update: update["view"]["moves"])
        match, move = before_a_bots_bid()
        before = live.update["version"]
        put_on_the_table(inside.live(table), match)
        version = ann.look(table)["version"]
        began = time.monotonic()
        ann.post(f"/api/tables/{table}/moves", id="move", version=version, move=move)
        live.await_update(lambda update: update["version"] not in (before, version) and update["view"]["player"] == 0)
        assert time.monotonic() - began >= turn_seconds("random")
