"""News from other processes that serve the same tables: PostgreSQL tells them, SQLite is asked often."""

import asyncio
import sqlite3
from contextlib import closing
from typing import Any, Protocol

import orjson
import psycopg

from rooftop.server.domain.events import Event
from rooftop.server.storage.database import open_sqlite
from rooftop.server.storage.schema import CHANNEL
from rooftop.server.storage.storage import Storage

POLL_INTERVAL = 0.02
"""Seconds between two looks. Into SQLite one that finds nothing costs microseconds; of PostgreSQL's notices several
together cost little more than one."""


class Followers(Protocol):
    """The tables of this process, which want to know what others have stored."""

    def is_behind(self, table: str, number: int) -> bool:
        """Whether the event of that number would be news to a table that is here."""

    async def get(self, table: str) -> object:
        """Have a table catch up with its log."""

    async def on_event(self, event: Event) -> None:
        """Some process, perhaps this one, has stored an event."""

    async def catch_up_all(self) -> None:
        """News may have been missed."""


async def follow(storage: Storage, tables: Followers) -> None:
    """For as long as the database answers. Whoever starts it again misses nothing: all tables catch up first."""
    if storage.is_sqlite:
        await _poll_sqlite(storage, tables)
    else:
        await _listen_to_postgresql(storage, tables)


async def _poll_sqlite(storage: Storage, tables: Followers) -> None:
    # The event loop waits for this connection, so it waits for no lock.
    with closing(open_sqlite(storage.engine.url, timeout=0)) as connection:
        last, seen = _newest(connection), _version(connection)
        await tables.catch_up_all()
        while True:
            await asyncio.sleep(POLL_INTERVAL)
            # The version changes when another connection has committed, so mostly nothing is read.
            version = _version(connection)
            if version != seen:
                last = await _forward_new(connection, tables, last)
                seen = version


def _version(connection: sqlite3.Connection) -> Any:
    return connection.execute("PRAGMA data_version").fetchone()


def _newest(connection: sqlite3.Connection) -> int:
    return connection.execute("SELECT coalesce(max(rowid), 0) FROM events").fetchone()[0]  # type: ignore[no-any-return]


async def _forward_new(connection: sqlite3.Connection, tables: Followers, last: int) -> int:
    # In one row: mostly they are known here, and each row would cost as much as all of them.
    query = "SELECT coalesce(max(rowid), ?), json_group_array(json_array(table_id, number)) FROM events WHERE rowid > ?"
    newest, stored = connection.execute(query, (last, last)).fetchone()
    for table, number in orjson.loads(stored):
        if tables.is_behind(table, number):
            await tables.get(table)
    return int(newest)


async def _listen_to_postgresql(storage: Storage, tables: Followers) -> None:
    address = storage.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
    async with await psycopg.AsyncConnection.connect(address, autocommit=True) as connection:
        await connection.execute(f"LISTEN {CHANNEL}")
        await tables.catch_up_all()
        while True:
            async for notice in connection.notifies(stop_after=1):  # all that are there
                await tables.on_event(Event(*orjson.loads(notice.payload)))
            await asyncio.sleep(POLL_INTERVAL)
