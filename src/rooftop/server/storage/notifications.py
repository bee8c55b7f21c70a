"""Receives events that other processes have stored: by LISTEN on PostgreSQL, by polling on SQLite."""

import asyncio
import sqlite3
from contextlib import closing
from typing import Any, Protocol

import orjson

from rooftop.server.domain.events import Event
from rooftop.server.storage.database import open_sqlite
from rooftop.server.storage.schema import CHANNEL
from rooftop.server.storage.storage import Storage

POLL_INTERVAL = 0.02
"""Seconds. An empty poll of SQLite costs microseconds. On PostgreSQL the interval batches notifications: several cost
little more than one."""


class EventConsumer(Protocol):
    """The live tables of this process, which follow the log."""

    def is_behind(self, table: str, number: int) -> bool:
        """Whether the table is live in this process and lacks the event of this number."""

    async def get(self, table: str) -> object:
        """Let a table catch up with its log."""

    async def on_event(self, event: Event) -> None:
        """Apply an event that some process, perhaps this one, has stored."""

    async def catch_up_all(self) -> None:
        """Catch up all tables, after notifications may have been missed."""


async def follow(storage: Storage, tables: EventConsumer) -> None:
    """Follow the log until the database fails. A restart misses nothing, because all tables catch up first."""
    if storage.is_sqlite:
        await _poll_sqlite(storage, tables)
    else:
        await _listen_to_postgresql(storage, tables)


async def _poll_sqlite(storage: Storage, tables: EventConsumer) -> None:
    # These queries run on the event loop, so they must not wait for locks.
    with closing(open_sqlite(storage.engine.url, timeout=0)) as connection:
        last, seen, layout = _newest(connection), _pragma(connection, "data_version"), _layout(connection)
        await tables.catch_up_all()
        while True:
            await asyncio.sleep(POLL_INTERVAL)
            # data_version changes when another connection commits, so most polls read nothing else.
            version = _pragma(connection, "data_version")
            if version == seen:
                continue
            if _layout(connection) != layout:
                last, layout = _newest(connection), _layout(connection)
                await tables.catch_up_all()
            else:
                last = await _forward_new(connection, tables, last)
            seen = version


def _pragma(connection: sqlite3.Connection, name: str) -> Any:
    return connection.execute(f"PRAGMA {name}").fetchone()


def _layout(connection: sqlite3.Connection) -> Any:
    """Changes with VACUUM, which may number the rows anew."""
    return _pragma(connection, "schema_version")


def _newest(connection: sqlite3.Connection) -> int:
    return connection.execute("SELECT coalesce(max(rowid), 0) FROM events").fetchone()[0]  # type: ignore[no-any-return]


async def _forward_new(connection: sqlite3.Connection, tables: EventConsumer, last: int) -> int:
    # Aggregated into one row: fetching many rows is slow, and most of these events are known already.
    query = "SELECT coalesce(max(rowid), ?), json_group_array(json_array(table_id, number)) FROM events WHERE rowid > ?"
    newest, stored = connection.execute(query, (last, last)).fetchone()
    for table, number in orjson.loads(stored):
        if tables.is_behind(table, number):
            await tables.get(table)
    return int(newest)


async def _listen_to_postgresql(storage: Storage, tables: EventConsumer) -> None:
    import psycopg  # the extra `postgresql`

    address = storage.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
    async with await psycopg.AsyncConnection.connect(address, autocommit=True) as connection:
        await connection.execute(f"LISTEN {CHANNEL}")
        await tables.catch_up_all()
        while True:
            async for notice in connection.notifies(stop_after=1):  # all that are queued
                await tables.on_event(Event(*orjson.loads(notice.payload)))
            await asyncio.sleep(POLL_INTERVAL)
