"""The database: the log of every table, who people are, and the lists of tables.

The log is the truth. An event is stored under a unique (table, number), so of two that want to be the next one
only one can; everything else in the row of a table is derived from its log and written together with it.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any, TypeVar

import orjson
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from platformdirs import user_data_path
from sqlalchemy.dialects.postgresql import insert as insert_on_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_on_sqlite
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

UPDATE_TABLE = (
    sa.update(tables)
    .where(tables.c.id == sa.bindparam("table"))
    .values({column: sa.bindparam(column) for column in ("listed", "bot_decides", "summary")})
)


@dataclass(frozen=True)
class Row:
    """What lists and bots need to know of a table without reading its log."""

    listed: bool
    bot_decides: bool
    summary: dict[str, Any]
    people: frozenset[str]


class Storage:
    def __init__(self, address: str) -> None:
        self.engine = _engine(address)
        self.is_sqlite = self.engine.dialect.name == "sqlite"
        add_event: sa.Insert
        if self.is_sqlite:
            add_event = insert_on_sqlite(events).on_conflict_do_nothing()
        else:  # an event that is stored tells the other processes, in the same step
            news = sa.func.pg_notify(sa.literal_column(f"'{CHANNEL}'"), sa.bindparam("news"))
            add_event = insert_on_postgresql(events).on_conflict_do_nothing().returning(news)
        self._add_event = self._compiled(add_event)
        self._update_table = self._compiled(UPDATE_TABLE)
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
        return await self._writer.write(work)

    def _compiled(self, statement: sa.Insert | sa.Update) -> str:
        return str(statement.compile(dialect=self.engine.dialect))

    # --- the log ---------------------------------------------------------------------------------------------

    async def append(self, event: Event, before: Row | None, after: Row) -> bool:
        """Store the next event of a table; False if another process has stored one under its number."""
        return await self.write(lambda connection: self._append(connection, event, before, after))

    def _append(self, connection: sa.Connection, event: Event, before: Row | None, after: Row) -> bool:
        values = {
            "table_id": event.table,
            "number": event.number,
            "kind": event.kind,
            "data": orjson.dumps(event.data).decode(),
            "at": event.at,
        }
        if not self.is_sqlite:
            # The largest event is far below the 8,000 bytes that fit in.
            values["news"] = orjson.dumps(astuple(event)).decode()
        if not _execute(connection, self._add_event, values):
            return False
        if after != before:
            self._write_row(connection, event, before, after)
        return True

    def _write_row(self, connection: sa.Connection, event: Event, before: Row | None, after: Row) -> None:
        values = {
            "listed": after.listed,
            "bot_decides": after.bot_decides,
            "summary": orjson.dumps(after.summary).decode(),
        }
        if before is None:
            connection.execute(sa.insert(tables), {"id": event.table, "created": event.at, **values})
        else:
            _execute(connection, self._update_table, {"table": event.table, **values})
        known = before.people if before else frozenset()
        for person in after.people - known:
            connection.execute(sa.insert(members), {"person": person, "table_id": event.table})
        for person in known - after.people:
            here = (members.c.person == person) & (members.c.table_id == event.table)
            connection.execute(sa.delete(members).where(here))

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


def _execute(connection: sa.Connection, statement: str, values: dict[str, Any]) -> int:
    """Run what every move needs with the driver alone, which takes a third of the time; how many rows it touched."""
    with closing(connection.connection.cursor()) as cursor:
        try:
            cursor.execute(statement, values)
        except connection.dialect.loaded_dbapi.Error as error:  # told like any other trouble with the database
            raise sa.exc.DBAPIError(statement, None, error) from error
        touched: int = cursor.rowcount
        return touched


def _engine(address: str) -> sa.Engine:
    try:
        url = sa.make_url(address)
    except ArgumentError:
        raise RooftopError("server.database", database=address) from None
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername="postgresql+psycopg")
    if url.drivername not in ("sqlite", "postgresql+psycopg"):
        raise RooftopError("server.database", database=address)
    # Statements for the driver alone take their values by name, with either of them.
    style = "named" if url.drivername == "sqlite" else "pyformat"
    engine = sa.create_engine(url, pool_size=READERS + 1, pool_pre_ping=url.drivername != "sqlite", paramstyle=style)
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
