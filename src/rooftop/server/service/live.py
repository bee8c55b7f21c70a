"""The live tables of this process: a write-through cache of the event log.

A decision is stored first. Only then the table changes and its subscribers are notified. Concurrency is optimistic: if
another process has stored an event under the same number, the table catches up and the decision is made again.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine
from typing import Any, Protocol, TypeVar

from rooftop.server.domain.decisions import Decide, Decision, check_growth
from rooftop.server.domain.events import Event, EventBus
from rooftop.server.domain.table import Table
from rooftop.server.errors import Refused
from rooftop.server.metrics import SUBSCRIBERS_DROPPED, UPDATES
from rooftop.server.service.presence import Presence
from rooftop.server.service.views import SeatLog, SeatView, TableUpdate, TableViews, Viewer
from rooftop.server.storage.storage import Storage

Result = TypeVar("Result")

IDLE_TABLES = 200
"""Tables without subscribers that stay in the cache."""
PRESENCE_DELAY = 1.0
"""Seconds after which the others are told that somebody has come or left."""
PAGE_SIZE = 100
"""Events read and folded at a time, so that a long log does not block the event loop."""

CHANGE_THE_PAST = ("removed", "rewritten")
"""Events after which a table cannot just go on from what was folded before."""

log = logging.getLogger(__name__)


class Subscriber(Protocol):
    """Is notified when a table changes."""

    visitor: str
    """The person, or a key of somebody unknown."""

    def notify(self) -> bool:
        """Send an update if anything has changed for this subscriber. Return whether it did."""

    def notify_of_presence(self) -> None:
        """Send who is at the table now."""

    def drop(self) -> None:
        """`notify` has failed: disconnect, so that the client reconnects."""


class LiveTable:
    """A table and its subscribers."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        """Serializes decisions."""
        self.subscribers: set[Subscriber] = set()
        self.presence = Presence()
        self._presence_timer: asyncio.TimerHandle | None = None
        self.pins = 0
        """Reference count of pending `get` calls. A pinned table is not evicted."""
        self.reading: asyncio.Task[None] | None = None
        """The current read of the log."""
        self.next_reading: asyncio.Task[None] | None = None
        """Starts when the current read is done."""
        self._views = TableViews(table)
        self._logs: dict[tuple[int | None, str], SeatLog] = {}

    @property
    def is_idle(self) -> bool:
        # The lock alone is not enough: it is free for a moment between a release and the next waiter.
        return not self.subscribers and not self.pins and not self.lock.locked()

    def subscribe(self, subscriber: Subscriber) -> None:
        self.subscribers.add(subscriber)
        if self.presence.enter(subscriber.visitor):
            self._notify_of_presence_soon()

    def unsubscribe(self, subscriber: Subscriber) -> None:
        self.subscribers.discard(subscriber)
        if self.presence.leave(subscriber.visitor):
            self.presence.forget_strangers(self.table)
            self._notify_of_presence_soon()

    def _notify_of_presence_soon(self) -> None:
        """Soon, so that many who come at once, or somebody who reconnects, are one message."""
        if self._presence_timer is None:
            self._presence_timer = asyncio.get_running_loop().call_later(PRESENCE_DELAY, self._notify_of_presence)

    def _notify_of_presence(self) -> None:
        self._presence_timer = None
        for subscriber in list(self.subscribers):
            self._attempt(subscriber, subscriber.notify_of_presence)

    def advance(self, event: Event, after: Table | None = None) -> None:
        """Apply an event. `after` is the resulting table, if the caller has computed it already. Events that have been
        applied before are ignored."""
        if event.number != self.table.number + 1:
            return
        self.table = after or self.table.after(event)
        self._views = TableViews(self.table)
        if event.kind == "took_back" or "set_up" in event.data:
            for log in self._logs.values():
                log.truncate(event.data.get("ply", 0))

    def replace(self, table: Table) -> None:
        """Replace a table whose earlier events were changed. Clients reconnect and are sent everything again."""
        self.table = table
        self._views = TableViews(table)
        self._logs = {}
        for subscriber in list(self.subscribers):
            self.subscribers.discard(subscriber)
            subscriber.drop()

    def notify(self) -> None:
        """Notify all subscribers. One that fails is dropped and does not affect the others."""
        UPDATES.inc(sum(self.notify_one(subscriber) for subscriber in list(self.subscribers)))

    def notify_one(self, subscriber: Subscriber) -> bool:
        return self._attempt(subscriber, subscriber.notify) or False

    def _attempt(self, subscriber: Subscriber, send: Callable[[], Result]) -> Result | None:
        try:
            return send()
        except Exception as error:
            self.subscribers.discard(subscriber)
            SUBSCRIBERS_DROPPED.inc()
            if not isinstance(error, OSError):  # OSError: the client has disconnected
                log.exception("a subscriber could not be told", extra={"table": self.table.id})
            subscriber.drop()
            return None

    def seat_view(self, seat: int | None) -> SeatView:
        return self._views.seat_view(seat)

    def update(self, viewer: Viewer) -> TableUpdate:
        reader = (viewer.seat, viewer.language)
        log = self._logs.get(reader) or self._logs.setdefault(reader, SeatLog(*reader))
        log.extend(self.table)
        return TableUpdate(self._views, viewer, log)


class LiveTables:
    """The live tables of this process, by id."""

    def __init__(self, storage: Storage, bus: EventBus, check_ready: Callable[[str], None]) -> None:
        """`check_ready` refuses a game that is not ready: its tables cannot be live."""
        self.check_ready = check_ready
        self._storage = storage
        self._bus = bus
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}

    async def open(self, created: Decision, table: str | None = None) -> LiveTable:
        """Create a table, under a random id or the given one. Idempotent: an existing table is returned."""
        event = Event(table or secrets.token_urlsafe(12), 1, *created, time.time())
        new = Table.of(event)
        if not await self._storage.append(event, None, new.index_entry):
            return await self.get(event.table)
        live = self._cache(LiveTable(new))
        self._bus.publish(event, new)
        return live

    async def get(self, table: str) -> LiveTable:
        """The table, caught up with the log."""
        live = self._live.get(table) or await self._load_once(table)
        live.pins += 1
        try:
            await self._catch_up(live)
        finally:
            live.pins -= 1
        return live

    async def _load_once(self, table: str) -> LiveTable:
        """Load a table. Concurrent callers share one load."""
        if table not in self._loading:
            self._loading[table] = _shared_task(self._load(table))
            self._loading[table].add_done_callback(lambda _: self._loading.pop(table))
        return await asyncio.shield(self._loading[table])

    async def _load(self, table: str) -> LiveTable:
        created = await self._storage.events(table, 0, 1)
        if not created or created[0].kind == "removed":
            raise Refused(404, "no_table")
        live = LiveTable(Table.of(created[0]))
        self.check_ready(live.table.game)
        await self._catch_up(live)
        return self._live.get(table) or self._cache(live)

    def _cache(self, live: LiveTable) -> LiveTable:
        self._live[live.table.id] = live
        idle = [kept for kept in self._live.values() if kept.is_idle]
        for evicted in idle[:-IDLE_TABLES]:
            del self._live[evicted.table.id]
        return live

    async def act(self, live: LiveTable, decide: Decide) -> bool:
        """Store and apply a decision; False if it had been done before.

        Once stored, an event is always sent to subscribers and published. Cancelling the caller, whose client has
        disconnected, does not cancel a pending write. The table is then behind its log, and catches up as if another
        process had stored the event.
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
        # Either another process took the number, or our own write succeeded and its acknowledgement was lost.
        return await self._storage.events(event.table, event.number - 1, 1) == [event]

    async def _decide(self, live: LiveTable, decide: Decide) -> Decision | None:
        """Make the decision. A refusal may be due to a stale table: catch up, and retry if anything changed."""
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
        """Whether this process has the table live but not yet this event."""
        live = self._live.get(table)
        return live is not None and live.table.number < number

    async def on_event(self, event: Event) -> None:
        """Apply an event that some process, perhaps this one, has stored."""
        if not self.is_behind(event.table, event.number):
            return
        live = self._live[event.table]
        if live.table.number == event.number - 1 and event.kind not in CHANGE_THE_PAST:
            live.advance(event)
            live.notify()
        else:
            await self._catch_up(live)

    def watched(self) -> list[LiveTable]:
        """The tables at which somebody is."""
        return [live for live in self._live.values() if live.subscribers]

    async def catch_up_all(self) -> None:
        """Catch up every live table, after notifications may have been missed."""
        for live in list(self._live.values()):
            await self._catch_up(live)

    async def _catch_up(self, live: LiveTable) -> None:
        """Apply all events stored by now. A read in progress may have missed some, so callers share the next one. Each
        table has at most one read at a time."""
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
                if event.kind in CHANGE_THE_PAST:
                    await self._fold_again(live)
                    return
                live.advance(event)
            is_new = True
            if len(events) < PAGE_SIZE:
                break
        if is_new:
            live.notify()

    async def _fold_again(self, live: LiveTable) -> None:
        """Until this is done the table lacks the newest event, so whatever is decided on it cannot be stored."""
        first, *later = await self._storage.events(live.table.id, 0)
        if first.kind == "removed":
            self._live.pop(live.table.id, None)
            live.replace(live.table.after(later[-1]))
            return
        table = Table.of(first)
        for event in later:
            table = table.after(event)
        live.replace(table)


def _shared_task(work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
    """A task with several waiters. Retrieves the exception, so that asyncio does not log it if all waiters are gone."""
    task = asyncio.create_task(work)
    task.add_done_callback(lambda done: done.cancelled() or done.exception())
    return task
