"""Does what has to happen at tables though nobody does anything: somebody's time is up, a player is away for too long,
nobody comes to a waiting table. Refunds the time in which no server could take a move."""

import asyncio
import time

from rooftop.server.domain.decisions import Decide, be_missing, fall_due, hand_on, refund
from rooftop.server.domain.events import Event
from rooftop.server.domain.table import Table
from rooftop.server.errors import Refused
from rooftop.server.service.live import LiveTable, LiveTables
from rooftop.server.service.supervisor import report
from rooftop.server.storage.heartbeat import Heartbeat
from rooftop.server.storage.storage import Storage

BEAT_INTERVAL = 0.04
"""Seconds between two heartbeats while the clock of a live game runs."""
LOOK_INTERVAL = 0.5
"""Seconds between two looks at what is due."""
OUTAGE = 1.0
"""Seconds without a heartbeat that count as an outage. Shorter ones are those of a busy machine."""
LONGEST_LIVE = 3 * 3600
"""Seconds of a live game's clock: what is due later is no running live clock."""
HOST_PATIENCE = 60.0
"""Seconds after which a host who is away hands a waiting table on."""
MOST = 100
"""Tables that are seen to in one go."""


class Timekeeper:
    def __init__(self, storage: Storage, live_tables: LiveTables, heartbeat: Heartbeat) -> None:
        self._storage = storage
        self._live_tables = live_tables
        self._heartbeat = heartbeat
        self._clocks_run = False
        """Whether the clock of a live game runs somewhere."""
        self._last_beat: float | None = None

    def on_event(self, event: Event, table: Table) -> None:
        self._clocks_run |= table.clock is not None and table.clock.ends is not None

    async def recover(self) -> None:
        """After a start, before anybody can move: refund the time since a server last ran."""
        last, now = await self._heartbeat.last(), time.time()
        if now - last > OUTAGE:
            await self._refund(last, now)

    async def beat(self) -> None:
        """Keep the heartbeat while clocks run. Never returns."""
        while True:
            if self._clocks_run:
                last, now = self._last_beat, time.time()
                await self._heartbeat.beat(now)
                self._last_beat = now
                if last is not None and now - last > OUTAGE:
                    await self._refund(last, now)
            else:
                self._last_beat = None
            await asyncio.sleep(BEAT_INTERVAL)

    async def _refund(self, start: float, end: float) -> None:
        for table in await self._storage.tables_due(end + LONGEST_LIVE, playing=True):
            await self._act(table, lambda now: refund(now, start, end))

    async def look(self) -> None:
        """See to what is due. Never returns."""
        while True:
            await self._see_to_due(time.time())
            for live in self._live_tables.watched():
                await self._see_to_absent(live, time.time())
            running = await self._storage.tables_due(time.time() + LONGEST_LIVE, most=1, playing=True)
            self._clocks_run = bool(running)
            await asyncio.sleep(LOOK_INTERVAL)

    async def _see_to_due(self, now: float) -> None:
        for table in await self._storage.tables_due(now, MOST):
            await self._act(table, lambda table: fall_due(table, now))

    async def _see_to_absent(self, live: LiveTable, now: float) -> None:
        table, presence = live.table, live.presence
        decides = table.chairs[table.player].person if table.player is not None and not table.overdue else None
        if table.status == "waiting" and presence.is_away(table.host, HOST_PATIENCE, now):
            await self._act(table.id, lambda table: hand_on(table, presence.here))
        elif decides and table.patience is not None and presence.is_away(decides, table.patience, now):
            await self._act(table.id, be_missing)

    async def _act(self, table: str, decide: Decide) -> None:
        """Act at a table. If that fails, others must not suffer. A game that is being prepared has its turn later."""
        try:
            await self._live_tables.act(await self._live_tables.get(table), decide)
        except Refused:
            pass
        except Exception as error:
            report("a table could not be seen to; it will be tried again", error, table=table)
