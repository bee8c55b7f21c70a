"""The tables that live in this process: a cache of what the log says, kept up with it.

Somebody decides; the decision is stored; only then the table changes and everybody is told. Another process that
was quicker with the same number is caught up with, and the decision is looked at again.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Coroutine
from typing import Any, Protocol, TypeVar

from rooftop.server.domain.decisions import Decide, Decision, check_growth
from rooftop.server.domain.events import Event, EventBus
from rooftop.server.domain.table import Table
from rooftop.server.errors import Refused
from rooftop.server.metrics import SUBSCRIBERS_DROPPED, UPDATES
from rooftop.server.service.views import SeatLog, SeatView, TableUpdate, TableViews, Viewer
from rooftop.server.storage.storage import Storage

Result = TypeVar("Result")

IDLE_TABLES = 200
"""Tables nobody looks at that are kept at hand."""
PAGE_SIZE = 100
"""Events that are read and folded in one go: a long log keeps nobody else waiting."""

log = logging.getLogger(__name__)


class Subscriber(Protocol):
    """Somebody who is told what happens at a table."""

    def notify(self) -> bool:
        """Look at the table; whether there was something new to be told."""

    def drop(self) -> None:
        """Telling has failed: hang up, so that whoever is there comes again."""


class LiveTable:
    """A table, and those who are to be told when something happens at it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        """Of whoever acts: one after the other."""
        self.subscribers: set[Subscriber] = set()
        self.pins = 0
        """How many are on their way in, and must not be forgotten."""
        self.reading: asyncio.Task[None] | None = None
        """Of what is new in the log."""
        self.next_reading: asyncio.Task[None] | None = None
        """Which begins when that one is over."""
        self._views = TableViews(table)
        self._logs: dict[tuple[int | None, str], SeatLog] = {}

    @property
    def is_idle(self) -> bool:
        # A lock that is about to be taken by somebody who waited for it is free for a moment.
        return not self.subscribers and not self.pins and not self.lock.locked()

    def advance(self, event: Event, after: Table | None = None) -> None:
        """One event further, to the table that it leads to, if that is known already. An event that has been told by
        another reading of the log changes nothing."""
        if event.number != self.table.number + 1:
            return
        self.table = after or self.table.after(event)
        self._views = TableViews(self.table)
        if event.kind == "took_back":
            for log in self._logs.values():
                log.truncate(event.data["ply"])

    def notify(self) -> None:
        """Everybody; one who cannot be told is let go, and keeps nobody else from hearing."""
        UPDATES.inc(sum(self.notify_one(subscriber) for subscriber in list(self.subscribers)))

    def notify_one(self, subscriber: Subscriber) -> bool:
        try:
            return subscriber.notify()
        except Exception as error:
            self.subscribers.discard(subscriber)
            SUBSCRIBERS_DROPPED.inc()
            if not isinstance(error, OSError):  # the client has gone
                log.exception("a subscriber could not be told", extra={"table": self.table.id})
            subscriber.drop()
            return False

    def seat_view(self, seat: int | None) -> SeatView:
        return self._views.seat_view(seat)

    def update(self, viewer: Viewer) -> TableUpdate:
        reader = (viewer.seat, viewer.language)
        log = self._logs.get(reader) or self._logs.setdefault(reader, SeatLog(*reader))
        log.extend(self.table)
        return TableUpdate(self._views, viewer, log)


class LiveTables:
    """All of this process."""

    def __init__(self, storage: Storage, bus: EventBus) -> None:
        self._storage = storage
        self._bus = bus
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}

    async def open(self, created: Decision, table: str | None = None) -> LiveTable:
        """A new table, under an id of its own or this one; where there is one of that id already, that one."""
        event = Event(table or secrets.token_urlsafe(12), 1, *created, time.time())
        new = Table.of(event)
        if not await self._storage.append(event, None, new.index_entry):
            return await self.get(event.table)
        live = self._cache(LiveTable(new))
        self._bus.publish(event, new)
        return live

    async def get(self, table: str) -> LiveTable:
        """A table, as the log has it now."""
        live = self._live.get(table) or await self._load_once(table)
        live.pins += 1
        try:
            await self._catch_up(live)
        finally:
            live.pins -= 1
        return live

    async def _load_once(self, table: str) -> LiveTable:
        """There is one of each: who comes while it is being loaded waits for that."""
        if table not in self._loading:
            self._loading[table] = _shared_task(self._load(table))
            self._loading[table].add_done_callback(lambda _: self._loading.pop(table))
        return await asyncio.shield(self._loading[table])

    async def _load(self, table: str) -> LiveTable:
        created = await self._storage.events(table, 0, 1)
        if not created:
            raise Refused(404, "no_table")
        live = LiveTable(Table.of(created[0]))
        await self._catch_up(live)
        return self._live.get(table) or self._cache(live)

    def _cache(self, live: LiveTable) -> LiveTable:
        self._live[live.table.id] = live
        idle = [kept for kept in self._live.values() if kept.is_idle]
        for evicted in idle[:-IDLE_TABLES]:
            del self._live[evicted.table.id]
        return live

    async def act(self, live: LiveTable, decide: Decide) -> bool:
        """Do what somebody has decided; False if it had been done before.

        What is stored is told and published, whoever of those told has gone. Whoever hangs up in the midst of it does
        not stop what is on its way to the disk: the table is then behind its log, and catches up as if another process
        had been quicker.
        """
        async with live.lock:
            while decision := await self._decide(live, decide):
                event = Event(live.table.id, live.table.number + 1, *decision, time.time())
                after = live.table.after(event)
                if await self._store(event, live.table, after):
                    live.advance(event, after)
                    live.notify()
                    self._bus.publish(event, after)
                    return True
                await self._catch_up(live)
            return False

    async def _store(self, event: Event, before: Table, after: Table) -> bool:
        if await self._storage.append(event, before.index_entry, after.index_entry):
            return True
        # Somebody else was quicker; or it was stored, and the answer to that was lost.
        return await self._storage.events(event.table, event.number - 1, 1) == [event]

    async def _decide(self, live: LiveTable, decide: Decide) -> Decision | None:
        """A refusal may be due to news from another process that is still on its way: then look again."""
        while True:
            table = live.table
            try:
                decision = decide(table)
                if decision:
                    check_growth(table, decision)
                return decision
            except Exception:
                await self._catch_up(live)
                if live.table is table:
                    raise

    def is_behind(self, table: str, number: int) -> bool:
        """Whether a table lives here to which the event of that number would be news."""
        live = self._live.get(table)
        return live is not None and live.table.number < number

    async def on_event(self, event: Event) -> None:
        """Some process, perhaps this one, has stored an event."""
        if not self.is_behind(event.table, event.number):
            return
        live = self._live[event.table]
        if live.table.number == event.number - 1:
            live.advance(event)
            live.notify()
        else:
            await self._catch_up(live)

    async def catch_up_all(self) -> None:
        """News may have been missed."""
        for live in list(self._live.values()):
            await self._catch_up(live)

    async def _catch_up(self, live: LiveTable) -> None:
        """With all that is stored by now. Those who come while the log is read wait for the next reading, together:
        however many look at a table, there is one at a time."""
        if live.next_reading is None:
            live.next_reading = _shared_task(self._read_after(live, live.reading))
        await asyncio.shield(live.next_reading)

    async def _read_after(self, live: LiveTable, before: asyncio.Task[None] | None) -> None:
        if before:
            await asyncio.wait([before])
        live.reading, live.next_reading = live.next_reading, None
        is_new = False
        while events := await self._storage.events(live.table.id, live.table.number, PAGE_SIZE):
            for event in events:
                live.advance(event)
            is_new = True
            if len(events) < PAGE_SIZE:
                break
        if is_new:
            live.notify()


def _shared_task(work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
    """A task that several wait for. That it has failed is told to them; where all have gone, it is nobody's concern."""
    task = asyncio.create_task(work)
    task.add_done_callback(lambda done: done.cancelled() or done.exception())
    return task
