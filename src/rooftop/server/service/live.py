"""The tables that live in this process: a cache of what the log says, kept up with it.

Somebody decides; the decision is stored; only then the table changes and everybody is told. Another process that
was quicker with the same number is caught up with, and the decision is looked at again.
"""

import asyncio
import logging
import secrets
import time
from typing import Protocol

from rooftop.server.domain.decisions import Decide, Decision, check_growth
from rooftop.server.domain.events import Event, EventBus
from rooftop.server.domain.table import Table
from rooftop.server.errors import Refused
from rooftop.server.metrics import SUBSCRIBERS_DROPPED, UPDATES
from rooftop.server.service.views import SeatLog, SeatView, TableUpdate, TableViews, Viewer
from rooftop.server.storage.storage import Storage

IDLE_TABLES = 200
"""Tables nobody looks at that are kept at hand."""
SLICE = 100
"""Events that are read and folded in one go: a long log keeps nobody else waiting."""

log = logging.getLogger(__name__)


class Subscriber(Protocol):
    """Somebody who is told what happens at a table."""

    def tell(self) -> bool:
        """Look at the table; whether there was something new to be told."""

    def drop(self) -> None:
        """Telling has failed: hang up, so that whoever is there comes again."""


class LiveTable:
    """A table, and those who are to be told when something happens at it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.subscribers: set[Subscriber] = set()
        self.expected = 0
        """How many are on their way in, and must not be forgotten."""
        self._views = TableViews(table)
        self._logs: dict[tuple[int | None, str], SeatLog] = {}

    @property
    def is_idle(self) -> bool:
        # A lock that is about to be taken by somebody who waited for it is free for a moment.
        return not self.subscribers and not self.expected and not self.lock.locked()

    def advance(self, event: Event, table: Table) -> None:
        self.table = table
        self._views = TableViews(table)
        if event.kind == "took_back":
            for log in self._logs.values():
                log.cut(event.data["ply"])

    def tell(self) -> None:
        """Everybody; one who cannot be told is let go, and keeps nobody else from hearing."""
        UPDATES.inc(sum(self.tell_one(subscriber) for subscriber in list(self.subscribers)))

    def tell_one(self, subscriber: Subscriber) -> bool:
        try:
            return subscriber.tell()
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
        log.read_on(self.table)
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
        live = self._keep(LiveTable(new))
        self._bus.publish(event, new)
        return live

    async def get(self, table: str) -> LiveTable:
        """A table, as the log has it now."""
        live = self._live.get(table) or await self._load_once(table)
        live.expected += 1
        try:
            async with live.lock:
                await self._catch_up(live)
        finally:
            live.expected -= 1
        return live

    async def _load_once(self, table: str) -> LiveTable:
        """There is one of each: who comes while it is being loaded waits for that."""
        if table not in self._loading:
            self._loading[table] = asyncio.create_task(self._load(table))
            self._loading[table].add_done_callback(lambda _: self._loading.pop(table))
        return await asyncio.shield(self._loading[table])

    async def _load(self, table: str) -> LiveTable:
        created = await self._storage.events(table, 0, 1)
        if not created:
            raise Refused(404, "no_table")
        live = LiveTable(Table.of(created[0]))
        await self._catch_up(live)
        return self._live.get(table) or self._keep(live)

    def _keep(self, live: LiveTable) -> LiveTable:
        self._live[live.table.id] = live
        idle = [kept for kept in self._live.values() if kept.is_idle]
        for forgotten in idle[:-IDLE_TABLES]:
            del self._live[forgotten.table.id]
        return live

    async def act(self, live: LiveTable, decide: Decide) -> bool:
        """Do what somebody has decided; False if it had been done before.

        What is stored is told and published, whoever of those told has gone. Whoever hangs up in the midst of it does
        not stop what is on its way to the disk: the table is then behind its log, and catches up as if another process
        had been quicker.
        """
        async with live.lock:
            decision = await self._decide(live, decide)
            while decision:
                event = Event(live.table.id, live.table.number + 1, *decision, time.time())
                after = live.table.after(event)
                if await self._storage.append(event, live.table.index_entry, after.index_entry):
                    live.advance(event, after)
                    live.tell()
                    self._bus.publish(event, after)
                    return True
                if event in await self._catch_up(live):  # stored, but the answer to that was lost
                    self._bus.publish(event, live.table)
                    return True
                decision = await self._decide(live, decide)
            return False

    async def _decide(self, live: LiveTable, decide: Decide) -> Decision | None:
        """A refusal may be due to news from another process that is still on its way: then look again."""
        while True:
            try:
                decision = decide(live.table)
                if decision:
                    check_growth(live.table, decision)
                return decision
            except Exception:
                if not await self._catch_up(live):
                    raise

    def is_behind(self, table: str, number: int) -> bool:
        """Whether a table lives here to which the event of that number would be news."""
        live = self._live.get(table)
        return live is not None and live.table.number < number

    async def news(self, event: Event) -> None:
        """Some process, perhaps this one, has stored an event."""
        if not self.is_behind(event.table, event.number):
            return
        live = self._live[event.table]
        async with live.lock:
            if live.table.number == event.number - 1:
                live.advance(event, live.table.after(event))
                live.tell()
            elif live.table.number < event.number:
                await self._catch_up(live)

    async def catch_up_everywhere(self) -> None:
        """News may have been missed."""
        for live in list(self._live.values()):
            async with live.lock:
                await self._catch_up(live)

    async def _catch_up(self, live: LiveTable) -> list[Event]:
        """What was new."""
        new: list[Event] = []
        while events := await self._storage.events(live.table.id, live.table.number, SLICE):
            for event in events:
                live.advance(event, live.table.after(event))
            new += events
            if len(events) < SLICE:
                break
        if new:
            live.tell()
        return new
