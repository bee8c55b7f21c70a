"""The event store: the logs of all tables and the projections for lists.

The log is authoritative. An event has the primary key (table, number), so only one of two concurrent events can become
the next. The row in `tables` is a projection of the log and is written in the same transaction.
"""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from typing import Any, TypeVar

import orjson
import sqlalchemy as sa

from rooftop.server.domain.events import Event
from rooftop.server.domain.table import IndexEntry, current_rules
from rooftop.server.storage.database import POOL_SIZE, SqliteFile, connect_to
from rooftop.server.storage.schema import CHANNEL, events, members, probe, tables
from rooftop.server.storage.writer import Writer

Result = TypeVar("Result")

READERS = POOL_SIZE - 1
LISTED = 100
"""Maximum number of tables in a list."""
LISTED_OF_A_HOST = 3
"""Maximum number of tables of one host and status in the public list, so that nobody fills it alone."""

# The hot path of every move: multi-row raw SQL on the DBAPI cursor takes a third of the time of SQLAlchemy Core.
ADD_EVENTS = "INSERT INTO events (table_id, number, kind, data, at) VALUES {rows} ON CONFLICT DO NOTHING"
NOTIFY_OTHERS = f" RETURNING pg_notify('{CHANNEL}', json_build_array(table_id, number, kind, data::json, at)::text)"
"""Notifies the other processes in the same statement. The largest event is far below NOTIFY's limit of 8,000 bytes."""
PUT_TABLES = (
    "INSERT INTO tables (id, created, listed, bot_decides, host, address_hash, status, started, game, rules, "
    "due, ticks, summary) "
    "VALUES {rows} "
    "ON CONFLICT (id) DO UPDATE SET bot_decides = excluded.bot_decides, due = excluded.due, ticks = excluded.ticks, "
    "summary = excluded.summary"
)
"""Sets only the columns that a move changes, so that fewer indexes are written."""
PUT_WHOLE_TABLES = PUT_TABLES + (
    ", listed = excluded.listed, host = excluded.host, status = excluded.status, started = excluded.started, "
    "rules = excluded.rules"
)


@dataclass(frozen=True)
class _Entry:
    """An event, and the row of its table before and after it."""

    event: Event
    before: IndexEntry | None
    after: IndexEntry

    @property
    def changes_nothing(self) -> bool:
        return self.after == self.before

    @property
    def is_a_move(self) -> bool:
        return self.before is not None and self.after.standing == self.before.standing


class Storage:
    def __init__(self, address: str) -> None:
        self.engine = connect_to(address)
        self.is_sqlite = self.engine.dialect.name == "sqlite"
        self._file = SqliteFile(self.engine) if self.is_sqlite else None
        self._add_events = ADD_EVENTS if self.is_sqlite else ADD_EVENTS + NOTIFY_OTHERS
        self._readers = ThreadPoolExecutor(READERS, "reader")
        self._writer = Writer(self.engine, self._file)

    def close(self) -> None:
        """Store all pending writes, then close."""
        self._writer.close()
        self._readers.shutdown()
        self.engine.dispose()
        if self._file:
            self._file.close()

    @property
    def is_writing(self) -> bool:
        """Whether the writer thread runs."""
        return self._writer.is_running

    async def check(self) -> None:
        """Raise if the database is unavailable. Writes a row, because reads succeed on a locked or full database."""
        now = {"at": time.time()}
        await self.write(lambda connection: connection.execute(sa.update(probe), now))

    async def read(self, query: Callable[[sa.Connection], Result]) -> Result:
        def run() -> Result:
            if self._file:
                self._file.check()
            with self.engine.connect() as connection:
                return query(connection)

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    async def write(self, work: Callable[[sa.Connection], Result]) -> Result:
        """Run a write as part of a group commit. Return after the commit."""
        return await self._writer.write(_run_each, work)

    def vacuum(self) -> None:
        """Give the space of what was deleted back to the system. On SQLite, writes wait meanwhile."""
        statements = ["VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"] if self.is_sqlite else ["VACUUM (ANALYZE)"]
        with self._writer.lock, self.engine.connect() as connection:
            autocommit = connection.execution_options(isolation_level="AUTOCOMMIT")
            for statement in statements:
                autocommit.exec_driver_sql(statement)

    # --- the log ---------------------------------------------------------------------------------------------

    async def append(self, event: Event, before: IndexEntry | None, after: IndexEntry) -> bool:
        """Store the next event of a table. False if its number is already taken."""
        return await self._writer.write(self._append, _Entry(event, before, after))

    def _append(self, connection: sa.Connection, entries: list[_Entry]) -> list[bool]:
        stored = self._insert(connection, self._add_events, [_event_row(entry.event) for entry in entries])
        if stored < len(entries):
            if len(entries) > 1:
                raise _BatchConflict
            return [False]
        changing = [entry for entry in entries if not entry.changes_nothing]
        moves = [_table_row(entry) for entry in changing if entry.is_a_move]
        if moves:
            self._insert(connection, PUT_TABLES, moves)
        others = [entry for entry in changing if not entry.is_a_move]
        if others:
            self._insert(connection, PUT_WHOLE_TABLES, [_table_row(entry) for entry in others])
        for entry in others:
            _write_members(connection, entry)
        return [True] * len(entries)

    def _insert(self, connection: sa.Connection, statement: str, rows: list[tuple[Any, ...]]) -> int:
        """Execute a multi-row INSERT. Return the number of affected rows."""
        row = f"({', '.join(['?' if self.is_sqlite else '%s'] * len(rows[0]))})"
        statement = statement.format(rows=", ".join([row] * len(rows)))
        with closing(connection.connection.cursor()) as cursor:
            try:
                cursor.execute(statement, tuple(chain.from_iterable(rows)))
            except connection.dialect.loaded_dbapi.Error as error:  # wrapped as SQLAlchemy would
                raise sa.exc.DBAPIError(statement, None, error) from error
            touched: int = cursor.rowcount
            return touched

    def add(self, connection: sa.Connection, event: Event) -> bool:
        """Store an event as part of a larger write. False if its number is already taken."""
        return self._insert(connection, self._add_events, [_event_row(event)]) == 1

    async def events(self, table: str, after: int, most: int | None = None) -> list[Event]:
        """The events of a table after the given number, at most `most`."""
        later = sa.select(events).where(events.c.table_id == table, events.c.number > after)
        query = later.order_by(events.c.number).limit(most)

        def read(connection: sa.Connection) -> list[Event]:
            rows = connection.execute(query)
            return [Event(row.table_id, row.number, row.kind, orjson.loads(row.data), row.at) for row in rows]

        return await self.read(read)

    # --- lists -----------------------------------------------------------------------------------------------

    async def listed_tables(self) -> list[dict[str, Any]]:
        """Open tables, newest first. Half of the list is for tables to join, half for tables to watch. Each half has a
        few tables per host. If it overflows, addresses take turns (round robin)."""
        listed = sa.select(tables).where(tables.c.listed, by_current_rules()).subquery()
        hosts = _ranked(listed, [listed.c.host], [listed.c.created.desc()])
        few = sa.select(hosts).where(hosts.c.rank <= LISTED_OF_A_HOST).subquery()
        addresses = _ranked(few, [few.c.address_hash], [few.c.rank, few.c.created.desc()])
        fair = _ranked(addresses, [], [addresses.c.rank, addresses.c.created.desc()])
        chosen = sa.select(fair.c.id, fair.c.game, fair.c.rules, fair.c.summary).where(fair.c.rank <= LISTED // 2)
        return await self._summaries(chosen.order_by(fair.c.created.desc()))

    async def tables_of(self, person: str) -> list[dict[str, Any]]:
        shown = sa.select(tables.c.id, tables.c.game, tables.c.rules, tables.c.summary)
        joined = shown.join(members, members.c.table_id == tables.c.id)
        latest = joined.where(members.c.person == person).order_by(tables.c.created.desc())
        return await self._summaries(latest.limit(LISTED))

    async def _summaries(self, query: "sa.Select[tuple[str, str, int | None, str]]") -> list[dict[str, Any]]:
        rows = await self.read(lambda connection: connection.execute(query).all())
        return [summary_of(row.id, row.game, row.rules, row.summary) for row in rows]

    async def count_open(self, host: str) -> int:
        """Count the open tables of a host that wait for players."""
        return await self._count((tables.c.host == host) & (tables.c.status == "waiting") & tables.c.listed)

    async def count_running(self, host: str, since: float) -> int:
        """Count the running games of a host that started after `since`."""
        playing = (tables.c.host == host) & (tables.c.status == "playing")
        return await self._count(playing & (tables.c.started > since) & by_current_rules())

    async def tables_due(self, before: float, most: int) -> list[str]:
        """Tables at which something is due before that moment, the earliest first."""
        query = sa.select(tables.c.id).where(tables.c.due <= before, by_current_rules())
        return await self._ids(query.order_by(tables.c.due).limit(most))

    async def ticking_tables(self, most: int | None = None) -> list[str]:
        """Tables at which the clock of a live game runs."""
        return await self._ids(sa.select(tables.c.id).where(tables.c.ticks, by_current_rules()).limit(most))

    async def _ids(self, query: "sa.Select[tuple[str]]") -> list[str]:
        rows = await self.read(lambda connection: connection.execute(query).all())
        return [row.id for row in rows]

    async def _count(self, condition: "sa.ColumnElement[bool]") -> int:
        query = sa.select(sa.func.count()).select_from(tables).where(condition)
        return await self.read(lambda connection: connection.execute(query).scalar_one())

    async def tables_of_bots(self) -> set[tuple[str, int]]:
        """Tables where a bot has to decide, with the number of their last event."""
        last = sa.select(sa.func.max(events.c.number)).where(events.c.table_id == tables.c.id).scalar_subquery()
        query = sa.select(tables.c.id, last).where(tables.c.bot_decides, by_current_rules())
        rows = await self.read(lambda connection: connection.execute(query).all())
        return {(table, number) for table, number in rows}


def by_current_rules() -> "sa.ColumnElement[bool]":
    """Tables that are not frozen. Their rows are as they were before the server was upgraded, so each query asks."""
    current = [(tables.c.game == game) & (tables.c.rules == rules) for game, rules in current_rules().items()]
    return sa.or_(tables.c.rules.is_(None), *current)


def summary_of(table: str, game: str, rules: int | None, stored: str) -> dict[str, Any]:
    summary: dict[str, Any] = {"id": table, **orjson.loads(stored)}
    is_frozen = rules is not None and rules != current_rules().get(game)
    return summary | {"status": "frozen", "player": None} if is_frozen else summary


def _ranked(rows: sa.Subquery, partition: list[Any], order: list[Any]) -> sa.Subquery:
    """Add to each row its rank within its partition of the same status."""
    rank = sa.func.row_number().over(partition_by=[rows.c.status, *partition], order_by=order).label("rank")
    others = [column for column in rows.c if column.name != "rank"]
    return sa.select(*others, rank).subquery()


class _BatchConflict(Exception):
    """An event of the batch has a number that is taken. The writer then retries each event alone to find out which."""


def _run_each(connection: sa.Connection, works: list[Callable[[sa.Connection], Result]]) -> list[Result]:
    return [work(connection) for work in works]


def _event_row(event: Event) -> tuple[Any, ...]:
    return event.table, event.number, event.kind, orjson.dumps(event.data).decode(), event.at


def _table_row(entry: _Entry) -> tuple[Any, ...]:
    event, row = entry.event, entry.after
    facts = row.listed, row.bot_decides, row.host, row.address_hash, row.status, row.started, row.game, row.rules
    return event.table, event.at, *facts, row.due, row.ticks, orjson.dumps(row.summary).decode()


def _write_members(connection: sa.Connection, entry: _Entry) -> None:
    table, now = entry.event.table, entry.after.people
    known = entry.before.people if entry.before else frozenset()
    for person in now - known:
        connection.execute(sa.insert(members), {"person": person, "table_id": table})
    for person in known - now:
        here = (members.c.person == person) & (members.c.table_id == table)
        connection.execute(sa.delete(members).where(here))
