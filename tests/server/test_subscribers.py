"""A failing subscriber does not affect the others."""

import asyncio
from typing import Any

import pytest

from rooftop.server.domain.events import Event
from rooftop.server.service.live import PAGE_SIZE
from server.inside import Inside
from server.serving import TIMEOUT, Visitor, settles


class Broken:
    """A subscriber that fails on every notification."""

    visitor = "broken"

    def __init__(self, error: Exception) -> None:
        self.error = error
        self.is_dropped = False

    def notify(self) -> bool:
        raise self.error

    def notify_of_presence(self) -> None:
        raise self.error

    def drop(self) -> None:
        self.is_dropped = True


@pytest.mark.parametrize("error", [ConnectionResetError(), RuntimeError("the handler is closed")])
def test_a_subscriber_that_fails_is_dropped_alone(inside: Inside, error: Exception) -> None:
    ann, bob = Visitor(inside.address, "Ann"), Visitor(inside.address, "Bob")
    table = ann.create("me", "random", "random", open=True)
    ann.start(table)
    with ann.live(table) as live, bob.live(table) as onlooker:
        live.await_update(lambda update: update["view"]["moves"])
        broken, before = Broken(error), inside.metrics()["rooftop_subscribers_dropped_total"]
        inside.live(table).subscribers.add(broken)
        while live.update["view"]["moves"]:
            lines = len(live.log)
            assert live.move()["tell"] == "done"
            live.await_update(lambda _, lines=lines: len(live.log) > lines)  # type: ignore[misc]
        live.await_update(lambda update: update["view"]["moves"])  # the bots were woken
        onlooker.await_update(lambda _: len(onlooker.log) == len(live.log))
        assert broken.is_dropped
        assert broken not in inside.live(table).subscribers
        assert inside.metrics()["rooftop_subscribers_dropped_total"] == before + 1
    if isinstance(error, RuntimeError):
        logged = inside.tracebacks.found.pop()
        assert "the handler is closed" in logged, "unexpected errors are logged with a traceback"


def test_who_comes_is_told_to_the_others_though_one_fails(inside: Inside) -> None:
    ann, bob = Visitor(inside.address, "Ann"), Visitor(inside.address, "Bob")
    table = ann.create("me", "anyone", open=True)
    with ann.live(table) as live:
        live.await_update()
        broken = Broken(ConnectionResetError())
        inside.live(table).subscribers.add(broken)
        with bob.live(table):
            settles(lambda: live.ask(do="ping") and live.presence["spectators"], 1)
        assert broken.is_dropped


def test_concurrent_viewers_share_one_read_of_the_log(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Visitor(inside.address, "Ann").create("me", "anyone")
    inside.live(table)
    storage, readings = inside.service.storage, []

    async def events(*asked: Any) -> list[Event]:
        readings.append(asked)
        return await type(storage).events(storage, *asked)

    monkeypatch.setattr(storage, "events", events)

    async def look() -> None:
        await asyncio.gather(*(inside.service.live_tables.get(table) for _ in range(100)))

    asyncio.run_coroutine_threadsafe(look(), inside.loop).result(TIMEOUT)
    assert [reading for reading in readings if reading[0] == table] == [(table, 1, PAGE_SIZE)]
