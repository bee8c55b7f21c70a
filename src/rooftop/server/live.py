"""The tables that live in this process: a cache of what the log says, kept up with it.

Somebody decides; the decision is stored; only then the table changes and everybody is told. Another process that
was quicker with the same number is caught up with, and the decision is looked at again.
"""

import asyncio
import logging
import secrets
import time
from typing import Protocol

from rooftop.server.decisions import Decide, Decision, check_growth
from rooftop.server.errors import Refused
from rooftop.server.events import Event, Feed
from rooftop.server.metrics import LETTERS, SUBSCRIBERS_DROPPED
from rooftop.server.sight import Letter, Outlook, Scene, Story, Viewer
from rooftop.server.storage import Storage
from rooftop.server.tables import Table

IDLE_ROOMS = 200
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


class Room:
    """A live table, and those who are to be told when something happens at it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.subscribers: set[Subscriber] = set()
        self.expected = 0
        """How many are on their way in, and must not be forgotten."""
        self._scene = Scene(table)
        self._stories: dict[tuple[int | None, str], Story] = {}

    @property
    def is_idle(self) -> bool:
        # A lock that is about to be taken by somebody who waited for it is free for a moment.
        return not self.subscribers and not self.expected and not self.lock.locked()

    def advance(self, event: Event, table: Table) -> None:
        self.table = table
        self._scene = Scene(table)
        if event.kind == "took_back":
            for story in self._stories.values():
                story.cut(event.data["ply"])

    def tell(self) -> None:
        """Everybody; one who cannot be told is let go, and keeps nobody else from hearing."""
        LETTERS.inc(sum(self.tell_one(subscriber) for subscriber in list(self.subscribers)))

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

    def outlook(self, seat: int | None) -> Outlook:
        return self._scene.outlook(seat)

    def letter(self, viewer: Viewer) -> Letter:
        reader = (viewer.seat, viewer.language)
        story = self._stories.get(reader) or self._stories.setdefault(reader, Story(*reader))
        story.read_on(self.table)
        return Letter(self._scene, viewer, story)


class Hall:
    """All rooms of this process."""

    def __init__(self, storage: Storage, feed: Feed) -> None:
        self._storage = storage
        self._feed = feed
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}

    async def open(self, created: Decision, table: str | None = None) -> Room:
        """A new table, under an id of its own or this one; where there is one of that id already, that one."""
        event = Event(table or secrets.token_urlsafe(12), 1, *created, time.time())
        new = Table.of(event)
        if not await self._storage.append(event, None, new.row):
            return await self.room(event.table)
        room = self._keep(Room(new))
        self._feed.publish(event, new)
        return room

    async def room(self, table: str) -> Room:
        """The room of a table, as the log has it now."""
        room = self._rooms.get(table) or await self._enter(table)
        room.expected += 1
        try:
            async with room.lock:
                await self._catch_up(room)
        finally:
            room.expected -= 1
        return room

    async def _enter(self, table: str) -> Room:
        """There is one room for a table: who comes while it is being loaded waits for that."""
        if table not in self._loading:
            self._loading[table] = asyncio.create_task(self._load(table))
            self._loading[table].add_done_callback(lambda _: self._loading.pop(table))
        return await asyncio.shield(self._loading[table])

    async def _load(self, table: str) -> Room:
        created = await self._storage.events(table, 0, 1)
        if not created:
            raise Refused(404, "no_table")
        room = Room(Table.of(created[0]))
        await self._catch_up(room)
        return self._rooms.get(table) or self._keep(room)

    def _keep(self, room: Room) -> Room:
        self._rooms[room.table.id] = room
        idle = [kept for kept in self._rooms.values() if kept.is_idle]
        for forgotten in idle[:-IDLE_ROOMS]:
            del self._rooms[forgotten.table.id]
        return room

    async def act(self, room: Room, decide: Decide) -> bool:
        """Do what somebody has decided; False if it had been done before.

        What is stored is told and published, whoever of those told has gone. Whoever hangs up in the midst of it does
        not stop what is on its way to the disk: the table is then behind its log, and catches up as if another process
        had been quicker.
        """
        async with room.lock:
            decision = await self._decide(room, decide)
            while decision:
                event = Event(room.table.id, room.table.number + 1, *decision, time.time())
                after = room.table.after(event)
                if await self._storage.append(event, room.table.row, after.row):
                    room.advance(event, after)
                    room.tell()
                    self._feed.publish(event, after)
                    return True
                if event in await self._catch_up(room):  # stored, but the answer to that was lost
                    self._feed.publish(event, room.table)
                    return True
                decision = await self._decide(room, decide)
            return False

    async def _decide(self, room: Room, decide: Decide) -> Decision | None:
        """A refusal may be due to news from another process that is still on its way: then look again."""
        while True:
            try:
                decision = decide(room.table)
                if decision:
                    check_growth(room.table, decision)
                return decision
            except Exception:
                if not await self._catch_up(room):
                    raise

    def is_behind(self, table: str, number: int) -> bool:
        """Whether a table lives here to which the event of that number would be news."""
        room = self._rooms.get(table)
        return room is not None and room.table.number < number

    async def news(self, event: Event) -> None:
        """Some process, perhaps this one, has stored an event."""
        if not self.is_behind(event.table, event.number):
            return
        room = self._rooms[event.table]
        async with room.lock:
            if room.table.number == event.number - 1:
                room.advance(event, room.table.after(event))
                room.tell()
            elif room.table.number < event.number:
                await self._catch_up(room)

    async def catch_up_everywhere(self) -> None:
        """News may have been missed."""
        for room in list(self._rooms.values()):
            async with room.lock:
                await self._catch_up(room)

    async def _catch_up(self, room: Room) -> list[Event]:
        """What was new."""
        new: list[Event] = []
        while events := await self._storage.events(room.table.id, room.table.number, SLICE):
            for event in events:
                room.advance(event, room.table.after(event))
            new += events
            if len(events) < SLICE:
                break
        if new:
            room.tell()
        return new
