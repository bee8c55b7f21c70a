"""Two people and a bot at a table, and the check after every fault: can they play on?"""

from typing import Any

from rooftop.core.match import Match
from server.serving import Live, Server, Visitor

BOT = 2
"""The seat of the bot."""


class Pair:
    """Ann and Bob, who play the introductory game at an open table with a bot, over sockets."""

    def __init__(self, server: Server, level: str = "random", **options: Any) -> None:
        self.people = [Visitor(server.address, name) for name in ("Ann", "Bob")]
        ann, bob = self.people
        self.table = ann.create("me", "anyone", level, **{"variant": "intro", "open": True, **options})
        bob.post(f"/api/tables/{self.table}/join")
        ann.start(self.table)
        self.lives: list[Live] = []
        self.connect()

    def connect(self) -> None:
        """Open new connections."""
        for live in self.lives:
            live.opened.close()
        self.lives = [person.live(self.table) for person in self.people]

    def mover(self) -> Live | None:
        """Wait for the bot. Return the person who decides next, or None when the game is over."""
        update = self.lives[0].await_update(lambda update: is_over(update) or update["view"]["player"] != BOT)
        if is_over(update):
            return None
        mover: Live = self.lives[update["view"]["player"]]
        mover.await_update(lambda update: update["view"]["moves"])
        return mover

    def move(self, **changes: Any) -> bool:
        """Make the next move of a person and wait until both see it. False when the game is over."""
        mover = self.mover()
        if mover is None:
            return False
        lines = len(mover.log)
        answer = mover.move(**changes)
        assert answer["tell"] == "done", answer
        for live in self.lives:
            live.await_update(lambda _, live=live: len(live.log) > lines)  # type: ignore[misc]
        return True

    def play(self) -> None:
        """Play to the end and wait until both know of it."""
        while self.move():
            pass
        for live in self.lives:
            live.await_update(is_over)
        result = self.people[1].get(f"/api/tables/{self.table}/result")
        match = Match.from_record(result["record"])
        assert match.over
        assert [len(live.log) for live in self.lives] == [match.ply] * 2


def is_over(update: Any) -> bool:
    return bool(update["table"]["status"] == "over")


def play_on(server: Server, pair: Pair) -> None:
    """Finish the game over new connections with a spectator, then play a whole game at a new table. `check_servers`
    verifies after every test that all metrics are back to normal."""
    pair.connect()
    with Visitor(server.address).live(pair.table) as stranger:
        pair.play()
        stranger.await_update(is_over)
        assert len(stranger.log) == len(pair.lives[0].log)
    Pair(server).play()
