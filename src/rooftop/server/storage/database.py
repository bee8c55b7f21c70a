"""Connects to the database, migrates it and detects that it is unavailable."""

import os
import sqlite3
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from platformdirs import user_data_path
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from rooftop.core.errors import RooftopError, reason_of
from rooftop.core.extras import needs
from rooftop.core.messages import Whole

POOL_SIZE = 5
"""One connection per reader thread, one for the writer."""
LOCK_TIMEOUT = 5
"""Seconds to wait for a lock or a connection before the database counts as unavailable."""
MIGRATION_TIMEOUT = 60
"""Seconds. Longer, because another process may be migrating."""
MIGRATION_LOCK = 7_663_867


class DatabaseGone(SQLAlchemyError):
    """The database file was deleted or replaced. Writes to the open file would be lost."""


DATABASE_ERRORS: tuple[type[Exception], ...] = (SQLAlchemyError, sqlite3.Error)
"""Everything that database access may raise."""
UNAVAILABLE: tuple[type[Exception], ...] = (DatabaseGone, sa.exc.TimeoutError, sqlite3.OperationalError)

with suppress(ImportError):  # the extra `postgresql`
    import psycopg

    DATABASE_ERRORS += (psycopg.Error,)
    UNAVAILABLE += (psycopg.InterfaceError, psycopg.OperationalError)


def is_unavailable(error: BaseException) -> bool:
    """Whether the database is down, as opposed to a faulty query."""
    if isinstance(error, sa.exc.DBAPIError) and error.orig:
        error = error.orig
    return isinstance(error, UNAVAILABLE)


def connect_to(address: str) -> sa.Engine:
    """Create an engine. The database must have been migrated."""
    url = url_of(address)
    if url.drivername == "sqlite":
        engine = sa.create_engine(url, pool_size=POOL_SIZE, creator=partial(open_sqlite, url), hide_parameters=True)
        sa.event.listen(engine, "connect", _prepare_sqlite)
        return engine
    return _postgresql(url)


def _postgresql(url: sa.URL) -> sa.Engine:
    options = {"connect_timeout": LOCK_TIMEOUT}
    with needs("postgresql"):
        import psycopg  # noqa: F401  # SQLAlchemy would only name the module
    # Parameters contain names, which must not be logged.
    return sa.create_engine(url, pool_size=POOL_SIZE, pool_pre_ping=True, connect_args=options, hide_parameters=True)


def open_sqlite(url: sa.URL, timeout: float = LOCK_TIMEOUT) -> sqlite3.Connection:
    """Connect with mode=rw: by default SQLite would create an empty file in place of a deleted one."""
    file = f"file:{quote(str(url.database))}?mode=rw"
    return sqlite3.connect(file, uri=True, check_same_thread=False, timeout=timeout)


def _prepare_sqlite(connection: Any, _: object) -> None:
    # WAL: readers do not block on the writer. synchronous=FULL: commits survive a power cut.
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {setting}")


def url_of(address: str) -> sa.URL:
    """The parsed address of a database. Refuses what is none."""
    try:
        url = sa.make_url(address)
    except ArgumentError:
        raise RooftopError("server.database", database=address) from None
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername="postgresql+psycopg")
    # In-memory databases are private to a connection, but readers and writer have separate ones.
    is_file = url.database and url.database != ":memory:" and not url.database.startswith("file:") and not url.query
    if url.drivername != "postgresql+psycopg" and not (url.drivername == "sqlite" and is_file):
        raise RooftopError("server.database", database=str(url) if url.password else address)  # str hides passwords
    return url


class SqliteFile:
    """Detects by their inodes that the files of an SQLite database were deleted or replaced: the database itself, its
    write-ahead log, which holds the latest commits, and the index of that log."""

    def __init__(self, engine: sa.Engine) -> None:
        self.path = Path(str(engine.url.database)).absolute()
        self._connection: sqlite3.Connection | None = None
        """Open all the time, so that SQLite does not delete the log when other connections are closed."""
        with suppress(sqlite3.Error):
            self._connection = open_sqlite(engine.url)
            self._connection.execute("SELECT 1 FROM sqlite_schema").fetchone()  # creates the log
        self._opened = self._identities()

    def _identities(self) -> list[tuple[int, int] | None]:
        return [_identity(f"{self.path}{suffix}") for suffix in ("", "-wal", "-shm")]

    def check(self) -> None:
        """Raise DatabaseGone if the paths no longer lead to the files that were opened."""
        lost = any(opened and opened != now for opened, now in zip(self._opened, self._identities(), strict=True))
        if self._opened[0] is None or lost:
            raise DatabaseGone(f"{self.path} was deleted or replaced while the server ran")

    def close(self) -> None:
        if self._connection:
            self._connection.close()


def _identity(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def default_database() -> str:
    """The address of an SQLite file in the user's data directory."""
    folder = user_data_path("rooftop")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # it has the names of people
    except OSError as error:
        raise RooftopError("errors.file", file=Whole(folder), reason=reason_of(error)) from error
    return f"sqlite:///{folder / 'tables.sqlite'}"


def check_current(address: str) -> None:
    """Refuse a database that cannot be reached, or that has another schema than this program."""
    engine = connect_to(address)
    try:
        with engine.connect() as connection:
            found = MigrationContext.configure(connection).get_current_revision()
    except DBAPIError as error:
        raise no_database(error) from error
    finally:
        engine.dispose()
    if found != ScriptDirectory.from_config(_migrations()).get_current_head():
        raise RooftopError("server.other_schema")


def is_known_revision(revision: str) -> bool:
    """Whether this program knows the schema of that name, the current or an earlier one."""
    known = ScriptDirectory.from_config(_migrations()).walk_revisions()
    return revision in {script.revision for script in known}


def no_database(error: DBAPIError) -> RooftopError:
    return RooftopError("server.no_database", reason=Whole(str(error.orig).strip()))


def _migrations() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    return config


def migrate(address: str) -> None:
    """Migrate the database to the current schema. A lock makes concurrent calls safe."""
    url = url_of(address)
    if url.drivername == "sqlite":
        engine = sa.create_engine(url, connect_args={"timeout": MIGRATION_TIMEOUT})
        sa.event.listen(engine, "connect", _prepare_sqlite)
    else:
        engine = _postgresql(url)
    config = _migrations()
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except CommandError as error:  # a revision that this program does not know
            raise RooftopError("server.newer_database") from error
    engine.dispose()
