"""Does what has to happen at tables though nobody does anything: somebody's time is up, a player is away for too long,
nobody comes to a waiting table. Refunds the time in which no server could take a move."""

import asyncio
import time

from rooftop.server.domain.decisions import Decide, be_missing, fall_due, hand_on, refund
from rooftop.server.domain.events import Event
from rooftop.server.domain.table import Table
from rooftop.server.errors import Refused
from rooftop.server.service.live import LiveTable, LiveTables
from rooftop.server.service.readiness import Preparing
from rooftop.server.service.supervisor import report
from rooftop.server.storage.database import DATABASE_ERRORS
from rooftop.server.storage.heartbeat import Heartbeat
from rooftop.server.storage.storage import Storage

BEAT_INTERVAL = 0.04
"""Seconds between two heartbeats while the clock of a live game runs."""
LOOK_INTERVAL = 0.5
"""Seconds between two looks at what is due."""
OUTAGE = 1.0
"""Seconds without a heartbeat that count as an outage. Shorter ones are those of a busy machine."""
HOST_PATIENCE = 60.0
"""Seconds after which a host who is away hands a waiting table on."""
MOST = 100
"""Tables that are seen to in one go."""
RETRY = 10.0
"""Seconds after which a table is seen to again where that failed."""


class Timekeeper:
    def __init__(self, storage: Storage, live_tables: LiveTables, heartbeat: Heartbeat) -> None:
        self._storage = storage
        self._live_tables = live_tables
        self._heartbeat = heartbeat
        self._ticks = False
        """Whether the clock of a live game runs somewhere."""
        self._last_beat = 0.0
        """Of this process. Nobody's time is up while it is old: it may have to be refunded first."""
        self._owed: dict[str, float] = {}
        """Since when no move could be taken, of tables that could not be refunded yet."""
        self._later: dict[str, float] = {}
        """When tables are seen to again where that failed, so that they hold up no others."""

    def on_event(self, event: Event, table: Table) -> None:
        self._ticks |= table.ticks

    # --- the heartbeat -----------------------------------------------------------------------------------------

    async def beat(self) -> None:
        """Keep the heartbeat while clocks run. Never returns."""
        self._ticks, ran_before = True, True  # until it is known: they ran when the server stopped
        while True:
            try:
                if self._ticks:
                    await self._beat(ran_before)
                ran_before = self._ticks
            except DATABASE_ERRORS as error:
                report("no heartbeat", error)
            await asyncio.sleep(BEAT_INTERVAL)

    async def _beat(self, ran_before: bool) -> None:
        """`ran_before`: whether there should have been a heartbeat until now."""
        now = time.time()
        last = await self._heartbeat.beat(now)
        if ran_before and now - last > OUTAGE:
            self._owed.update(
                {table: last for table in await self._storage.ticking_tables() if table not in self._owed}
            )
        for table, start in list(self._owed.items()):
            await self._refund(table, start)
        self._last_beat = now

    async def _refund(self, table: str, start: float) -> None:
        """A game that is still being prepared takes no moves either: it is refunded when it does."""
        try:
            live = await self._live_tables.get(table)
        except Preparing:
            return
        except Refused:  # the table is gone
            del self._owed[table]
            return
        end = time.time()
        await self._live_tables.act(live, lambda now: refund(now, start, end))
        del self._owed[table]

    # --- what is due -------------------------------------------------------------------------------------------

    async def look(self) -> None:
        """See to what is due. Never returns."""
        while True:
            self._ticks = bool(await self._storage.ticking_tables(most=1))
            await self._see_to_due(time.time())
            for live in self._live_tables.watched():
                await self._see_to_absent(live, time.time())
            await asyncio.sleep(LOOK_INTERVAL)

    async def _see_to_due(self, now: float) -> None:
        self._later = {table: then for table, then in self._later.items() if then > now}
        if self._ticks and (self._owed or now - self._last_beat > OUTAGE):
            return
        for table in await self._storage.tables_due(now, MOST + len(self._later)):
            await self._act(table, lambda table: fall_due(table, now))

    async def _see_to_absent(self, live: LiveTable, now: float) -> None:
        table, presence = live.table, live.presence

        def is_gone(person: str) -> bool:
            """Away for longer than the table waits, counted from the beginning of the turn."""
            patience = live.table.patience
            return (
                patience is not None and presence.is_away(person, patience, now) and now - live.table.since > patience
            )

        decides = table.chairs[table.player].person if table.player is not None and not table.overdue else None
        if table.status == "waiting" and presence.is_away(table.host, HOST_PATIENCE, now):
            await self._act(table.id, lambda table: hand_on(table, presence.here))
        elif decides and is_gone(decides):
            await self._act(table.id, lambda table: be_missing(table, is_gone, now))

    async def _act(self, table: str, decide: Decide) -> None:
        """Act at a table. If that fails, others must not suffer."""
        if table in self._later:
            return
        try:
            await self._live_tables.act(await self._live_tables.get(table), decide)
        except Exception as error:
            self._later[table] = time.time() + RETRY
            if not isinstance(error, Refused):  # such as a game that is being prepared
                report("a table could not be seen to; it will be tried again", error, table=table)
