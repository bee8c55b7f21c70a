"""The tables that live in this process: a cache of what the log says, kept up with it.

Somebody decides; the decision is stored; only then the table changes and everybody is told. Another process that
was quicker with the same number is caught up with, and the decision is looked at again.
"""

import asyncio
import secrets
import time
from collections.abc import Callable

from rooftop.server.decisions import Decide, Decision
from rooftop.server.errors import Refused
from rooftop.server.events import Event, Feed
from rooftop.server.metrics import LETTERS
from rooftop.server.sight import Letter, Outlook, Scene, Story, Viewer
from rooftop.server.storage import Storage
from rooftop.server.tables import Table

IDLE_ROOMS = 200
"""Tables nobody looks at that are kept at hand."""


class Room:
    """A live table, and those who are to be told when something happens at it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.watchers: set[Callable[[], bool]] = set()
        """They look at it, and tell whether they have told somebody of it."""
        self._scene = Scene(table)
        self._stories: dict[tuple[int | None, str], Story] = {}

    def advance(self, event: Event, table: Table) -> None:
        self.table = table
        self._scene = Scene(table)
        if event.kind == "took_back":
            for story in self._stories.values():
                story.cut(event.data["ply"])

    def tell(self) -> None:
        LETTERS.inc(sum(watcher() for watcher in self.watchers))

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

    async def open(self, created: Decision) -> Room:
        """A new table."""
        kind, data = created
        event = Event(secrets.token_urlsafe(12), 1, kind, data, time.time())
        table = Table.of(event)
        await self._storage.append(event, None, table.row)
        room = self._keep(Room(table))
        self._feed.publish(event, table)
        return room

    async def room(self, table: str) -> Room:
        """The room of a table, as the log has it now."""
        room = self._rooms.get(table) or await self._enter(table)
        async with room.lock:
            await self._catch_up(room)
        return room

    async def _enter(self, table: str) -> Room:
        events = await self._storage.events(table, 0)
        if not events:
            raise Refused(404, "no_table")
        # Somebody else may have entered it in the meantime: there is one room for a table.
        return self._rooms.get(table) or self._keep(Room(_folded(events)))

    def _keep(self, room: Room) -> Room:
        self._rooms[room.table.id] = room
        idle = [kept for kept in self._rooms.values() if not kept.watchers and not kept.lock.locked()]
        for forgotten in idle[:-IDLE_ROOMS]:
            del self._rooms[forgotten.table.id]
        return room

    async def act(self, room: Room, decide: Decide) -> bool:
        """Do what somebody has decided; False if it had been done before.

        Whoever hangs up in the midst of it does not stop what is on its way to the disk: the table is then behind its
        log, and catches up as if another process had been quicker.
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
                await self._catch_up(room)
                decision = await self._decide(room, decide)
            return False

    async def _decide(self, room: Room, decide: Decide) -> Decision | None:
        """A refusal may be due to news from another process that is still on its way: then look again."""
        while True:
            try:
                return decide(room.table)
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

    async def _catch_up(self, room: Room) -> bool:
        """Whether there was anything new."""
        events = await self._storage.events(room.table.id, room.table.number)
        for event in events:
            room.advance(event, room.table.after(event))
        if events:
            room.tell()
        return bool(events)


def _folded(events: list[Event]) -> Table:
    table = Table.of(events[0])
    for event in events[1:]:
        table = table.after(event)
    return table
