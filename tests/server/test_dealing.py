"""The random generator of a deal: ChaCha20 for new games, and old games keep theirs."""

import asyncio
from dataclasses import replace
from functools import reduce
from pathlib import Path

from rooftop.core.match import Match
from rooftop.server.domain import decisions
from rooftop.server.domain.events import Event
from rooftop.server.domain.people import Person
from rooftop.server.domain.table import Table
from rooftop.server.storage.storage import Storage
from server.serving import Visitor, serving


def events_of_a_game(folder: Path) -> tuple[list[Event], str]:
    """The stored events and the final record of a game."""
    database = f"sqlite:///{folder / 'tables.sqlite'}"
    with serving(database) as server:
        ann = Visitor(server.address, "Ann")
        table = ann.create("me", "random", game="newyork1901")
        ann.start(table)
        live = ann.live(table)
        live.await_update()
        assert live.ask(do="resign")["tell"] == "done"
        live.await_update(lambda update: update["table"]["status"] == "over")
        record = str(ann.get(f"/api/tables/{table}/result")["record"])
        storage = Storage(database)
        try:
            return asyncio.run(storage.events(table, 0)), record
        finally:
            storage.close()


def folded(events: list[Event]) -> Match:
    return reduce(Table.after, events[1:], Table.of(events[0])).playing


def test_an_older_table_has_no_start_player_and_a_newer_one_is_replayed_with_it() -> None:
    seats = [{"who": "me"}, {"who": "me"}, {"who": "me"}]
    _, created = decisions.create(Person("ann", "Ann"), "skyliners", None, seats, first=2)
    started = Event("table", 2, "started", {"seed": "7", "dice": "chacha20"}, 0)
    match = folded([Event("table", 1, "created", created, 0), started])
    assert (match.player, match.first) == (2, 2)
    assert Match.from_record(match.record()).position() == match.position()

    older = {name: value for name, value in created.items() if name != "first"}
    match = folded([Event("table", 1, "created", older, 0), started])
    assert match.position() == Match("skyliners", 3, seed=7, dice="chacha20").position()


def test_a_game_is_dealt_by_chacha20_and_an_older_one_goes_on_as_it_was_dealt(tmp_path: Path) -> None:
    events, record = events_of_a_game(tmp_path)
    (started,) = (event for event in events if event.kind == "started")
    assert started.data["dice"] == "chacha20"
    assert '[Dice "chacha20"]' in record
    dealt = folded(events[: events.index(started) + 1])
    seed, names = int(started.data["seed"]), ["Ann", "Bot 1"]
    assert dealt.record() == Match("newyork1901", 2, seed=seed, names=names, dice="chacha20").record()
    assert dealt.position() == Match.from_record(dealt.record()).position()

    older = replace(started, data={"seed": started.data["seed"]})
    match = folded([*events[: events.index(started)], older])
    assert match.record() == Match("newyork1901", 2, seed=seed, names=names).record()
    assert match.position() == Match("newyork1901", 2, seed=seed).position() != dealt.position()
