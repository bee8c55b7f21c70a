"""Writes a long chat directly into the database."""

import asyncio
import time

from rooftop.server.domain.events import Event
from rooftop.server.domain.table import IndexEntry, Table
from rooftop.server.storage.storage import Storage
from server.retrying import stored_events

BATCH_SIZE = 1000
"""Remarks per statement."""


def write_remarks(database: str, table: str, person: str, count: int) -> None:
    """Store remarks of one person, who may be a spectator."""
    events = stored_events(database, table)
    now = Table.of(events[0])
    for event in events[1:]:
        now = now.after(event)
    asyncio.run(_store(database, now.index_entry, [_remark(table, now.number + 1 + n, person) for n in range(count)]))


def _remark(table: str, number: int, person: str) -> Event:
    said = {"person": person, "name": "Ann", "seat": None, "text": f"Remark {number}", "key": f"remark-{number}"}
    return Event(table, number, "said", said, time.time())


async def _store(database: str, row: IndexEntry, remarks: list[Event]) -> None:
    storage = Storage(database)
    try:
        for first in range(0, len(remarks), BATCH_SIZE):
            some = remarks[first : first + BATCH_SIZE]
            assert all(await asyncio.gather(*(storage.append(remark, row, row) for remark in some)))
    finally:
        storage.close()
