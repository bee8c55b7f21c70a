"""The database: the log of every table, who people are, and the lists of tables.

The log is the truth. An event is stored under a unique (table, number), so of two that want to be the next one
only one can; everything else in the row of a table is derived from its log and written together with it.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

import orjson
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from platformdirs import user_data_path
from sqlalchemy.exc import ArgumentError

from rooftop.core.errors import RooftopError
from rooftop.server.events import Event
from rooftop.server.writer import Writer

Result = TypeVar("Result")

READERS = 4
CHANNEL = "rooftop"
MIGRATION_LOCK = 7_663_867
LISTED = 100
"""Tables in a list, at most."""

schema = sa.MetaData()

people = sa.Table(
    "people",
    schema,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("recovery_hash", sa.String, nullable=False, unique=True),
)

sessions = sa.Table(
    "sessions",
    schema,
    sa.Column("token_hash", sa.String, primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id"), nullable=False),
)

tables = sa.Table(
    "tables",
    schema,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("bot_decides", sa.Boolean, nullable=False),
    sa.Column("summary", sa.String, nullable=False),
)
sa.Index("tables_listed", tables.c.created, sqlite_where=tables.c.listed, postgresql_where=tables.c.listed)
sa.Index("tables_of_bots", tables.c.id, sqlite_where=tables.c.bot_decides, postgresql_where=tables.c.bot_decides)

members = sa.Table(
    "members",
    schema,
    sa.Column("person", sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
)

events = sa.Table(
    "events",
    schema,
    sa.Column("table_id", sa.String, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String, nullable=False),
    sa.Column("data", sa.String, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)

# What every move needs is written with the driver alone, which takes a third of the time, and all at once.
ADD_EVENTS = "INSERT INTO events (table_id, number, kind, data, at) VALUES {rows} ON CONFLICT DO NOTHING"
TELL_OTHERS = f" RETURNING pg_notify('{CHANNEL}', json_build_array(table_id, number, kind, data::json, at)::text)"
"""An event that is stored tells the other processes, in the same step. The largest is far below the 8,000 bytes that
fit into a notice."""
PUT_TABLES = (
    "INSERT INTO tables (id, created, listed, bot_decides, summary) VALUES {rows} ON CONFLICT (id) DO UPDATE "
    "SET listed = excluded.listed, bot_decides = excluded.bot_decides, summary = excluded.summary"
)


@dataclass(frozen=True)
class Row:
    """What lists and bots need to know of a table without reading its log."""

    listed: bool
    bot_decides: bool
    summary: dict[str, Any]
    people: frozenset[str]


@dataclass(frozen=True)
class _Entry:
    """An event, and what it changes in the row of its table."""

    event: Event
    before: Row | None
    after: Row


class Storage:
    def __init__(self, address: str) -> None:
        self.engine = _engine(address)
        self.is_sqlite = self.engine.dialect.name == "sqlite"
        self._add_events = ADD_EVENTS if self.is_sqlite else ADD_EVENTS + TELL_OTHERS
        self._readers = ThreadPoolExecutor(READERS, "reader")
        self._writer = Writer(self.engine)

    def close(self) -> None:
        """After everything that was handed in is stored."""
        self._writer.close()
        self._readers.shutdown()
        self.engine.dispose()

    async def read(self, query: Callable[[sa.Connection], Result]) -> Result:
        def run() -> Result:
            with self.engine.connect() as connection:
                return query(connection)

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    async def write(self, work: Callable[[sa.Connection], Result]) -> Result:
        """Done together with whatever else waits to be written; what it returns is safely stored."""
        return await self._writer.write(_one_after_the_other, work)

    # --- the log ---------------------------------------------------------------------------------------------

    async def append(self, event: Event, before: Row | None, after: Row) -> bool:
        """Store the next event of a table; False if another process has stored one under its number."""
        return await self._writer.write(self._append, _Entry(event, before, after))

    def _append(self, connection: sa.Connection, entries: list[_Entry]) -> list[bool]:
        stored = self._put(connection, self._add_events, [_values_of_event(entry.event) for entry in entries])
        if stored < len(entries):
            if len(entries) > 1:
                raise _SomeAreStored
            return [False]
        changed = [entry for entry in entries if entry.after != entry.before]
        if changed:
            self._put(connection, PUT_TABLES, [_values_of_table(entry) for entry in changed])
        for entry in changed:
            _write_members(connection, entry)
        return [True] * len(entries)

    def _put(self, connection: sa.Connection, statement: str, rows: list[tuple[Any, ...]]) -> int:
        """Run a statement with these rows; how many it touched."""
        row = f"({', '.join(['?' if self.is_sqlite else '%s'] * len(rows[0]))})"
        statement = statement.format(rows=", ".join([row] * len(rows)))
        with closing(connection.connection.cursor()) as cursor:
            try:
                cursor.execute(statement, tuple(chain.from_iterable(rows)))
            except connection.dialect.loaded_dbapi.Error as error:  # told like any other trouble with the database
                raise sa.exc.DBAPIError(statement, None, error) from error
            touched: int = cursor.rowcount
            return touched

    async def events(self, table: str, after: int) -> list[Event]:
        """What happened at a table after the event of that number."""
        query = sa.select(events).where(events.c.table_id == table, events.c.number > after).order_by(events.c.number)
        rows = await self.read(lambda connection: connection.execute(query).all())
        return [Event(row.table_id, row.number, row.kind, orjson.loads(row.data), row.at) for row in rows]

    # --- lists -----------------------------------------------------------------------------------------------

    async def listed_tables(self) -> list[dict[str, Any]]:
        return await self._summaries(sa.select(tables.c.id, tables.c.summary).where(tables.c.listed))

    async def tables_of(self, person: str) -> list[dict[str, Any]]:
        joined = sa.select(tables.c.id, tables.c.summary).join(members, members.c.table_id == tables.c.id)
        return await self._summaries(joined.where(members.c.person == person))

    async def _summaries(self, query: "sa.Select[tuple[str, str]]") -> list[dict[str, Any]]:
        latest = query.order_by(tables.c.created.desc()).limit(LISTED)
        rows = await self.read(lambda connection: connection.execute(latest).all())
        return [{"id": row.id, **orjson.loads(row.summary)} for row in rows]

    async def tables_of_bots(self) -> set[tuple[str, int]]:
        """The tables where a bot has to decide, each with the number of its last event."""
        joined = sa.select(tables.c.id, sa.func.max(events.c.number)).join(events, events.c.table_id == tables.c.id)
        query = joined.where(tables.c.bot_decides).group_by(tables.c.id)
        rows = await self.read(lambda connection: connection.execute(query).all())
        return {(table, number) for table, number in rows}


class _SomeAreStored(Exception):
    """Of events that are stored together one has a number that is taken: which, shows when each is stored alone."""


def _one_after_the_other(connection: sa.Connection, works: list[Callable[[sa.Connection], Result]]) -> list[Result]:
    return [work(connection) for work in works]


def _values_of_event(event: Event) -> tuple[Any, ...]:
    return event.table, event.number, event.kind, orjson.dumps(event.data).decode(), event.at


def _values_of_table(entry: _Entry) -> tuple[Any, ...]:
    event, row = entry.event, entry.after
    return event.table, event.at, row.listed, row.bot_decides, orjson.dumps(row.summary).decode()


def _write_members(connection: sa.Connection, entry: _Entry) -> None:
    table, now = entry.event.table, entry.after.people
    known = entry.before.people if entry.before else frozenset()
    for person in now - known:
        connection.execute(sa.insert(members), {"person": person, "table_id": table})
    for person in known - now:
        here = (members.c.person == person) & (members.c.table_id == table)
        connection.execute(sa.delete(members).where(here))


def _engine(address: str) -> sa.Engine:
    try:
        url = sa.make_url(address)
    except ArgumentError:
        raise RooftopError("server.database", database=address) from None
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername="postgresql+psycopg")
    if url.drivername not in ("sqlite", "postgresql+psycopg"):
        raise RooftopError("server.database", database=address)
    engine = sa.create_engine(url, pool_size=READERS + 1, pool_pre_ping=url.drivername != "sqlite")
    if engine.dialect.name == "sqlite":
        sa.event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _: object) -> None:
    # Readers do not wait for the writer, and what is committed survives even a power cut.
    for setting in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=15000", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {setting}")


def default_database() -> str:
    """A file in the user's data folder."""
    folder = user_data_path("rooftop")
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'tables.sqlite'}"


def migrate(address: str) -> None:
    """Bring the database up to this version's schema; several processes may try at once."""
    engine = _engine(address)
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    engine.dispose()
