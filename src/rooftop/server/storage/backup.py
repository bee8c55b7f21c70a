"""Copies of SQLite databases: made while servers write, and restored while none does."""

import os
import sqlite3
import sys
from contextlib import closing
from datetime import datetime
from pathlib import Path

import sqlalchemy as sa

from rooftop.core.errors import RooftopError, reason_of
from rooftop.core.messages import Whole
from rooftop.server.storage.database import is_known_revision, open_sqlite

PAGES = 1000
"""Copied at a time. Writers get their turn between two steps."""
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def back_up(url: sa.URL, file: Path) -> None:
    """Copy a database that may be in use, by SQLite's online backup. The file appears when it is complete."""
    if os.path.exists(file):  # unlike Path's, also where nobody may look
        raise RooftopError("backup.exists", file=Whole(file))
    try:
        with closing(open_sqlite(url)) as database:
            if not _is_sound(database):  # better known now than when the copy is needed
                raise RooftopError("backup.damaged", file=Whole(url.database))
            _copy(database, file)
    except (OSError, sqlite3.Error) as error:
        raise _failed(file, error) from error


def restore(url: sa.URL, file: Path) -> Path | None:
    """Replace the content of a database by that of a backup. Return where the old content is kept, if there was any."""
    _check_backup(file)
    target = Path(str(url.database))
    if target.exists() and target.samefile(file):  # SQLite would wait for itself
        raise RooftopError("backup.itself", file=Whole(file))
    kept = target.with_name(f"{target.name}.before-{datetime.now():%Y%m%d-%H%M%S-%f}") if target.exists() else None
    try:
        with closing(sqlite3.connect(target, timeout=0)) as database, closing(sqlite3.connect(file)) as backup:
            _take_alone(database, target)
            if kept:
                _copy(database, kept)
            backup.backup(database)
        if not kept:
            _give_to_owner_of_folder(target)
    except (OSError, sqlite3.Error) as error:
        if getattr(error, "sqlite_errorcode", None) in DAMAGED:
            raise RooftopError("backup.damaged", file=Whole(target)) from error
        raise _failed(target, error) from error
    return kept


def _copy(database: sqlite3.Connection, file: Path) -> None:
    unfinished = file.with_name(f"{file.name}.unfinished")
    try:
        # It has the names of people, so it is for its owner only.
        os.close(os.open(unfinished, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600))
        with closing(sqlite3.connect(unfinished)) as copy:
            database.backup(copy, pages=PAGES)
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it
        with unfinished.open("rb+") as written:
            os.fsync(written.fileno())
        unfinished.rename(file)
    finally:
        unfinished.unlink(missing_ok=True)


def _give_to_owner_of_folder(file: Path) -> None:
    """The user who serves could not write what root has restored."""
    if sys.platform != "win32" and os.geteuid() == 0:
        folder = file.absolute().parent.stat()
        os.chown(file, folder.st_uid, folder.st_gid)


def _take_alone(database: sqlite3.Connection, file: Path) -> None:
    """Lock everybody else out. SQLite leaves WAL mode only while nobody else has the database open, as servers do."""
    try:
        database.execute("PRAGMA locking_mode=EXCLUSIVE")
        database.execute("PRAGMA journal_mode=DELETE")
        database.execute("BEGIN EXCLUSIVE")
        database.execute("COMMIT")
    except sqlite3.OperationalError as error:
        raise RooftopError("backup.in_use", file=Whole(file)) from error


def _check_backup(file: Path) -> None:
    if not os.path.isfile(file):
        raise RooftopError("errors.no_file", file=Whole(file))
    try:
        with closing(sqlite3.connect(file)) as backup:
            sound = _is_sound(backup)
            [(revision,)] = backup.execute("SELECT version_num FROM alembic_version").fetchall()
    except (sqlite3.Error, ValueError):
        raise RooftopError("backup.not_one", file=Whole(file)) from None
    if not sound:
        raise RooftopError("backup.not_one", file=Whole(file))
    if not is_known_revision(revision):
        raise RooftopError("backup.newer", file=Whole(file))


def _is_sound(database: sqlite3.Connection) -> bool:
    return database.execute("PRAGMA quick_check(1)").fetchall() == [("ok",)]


def _failed(file: Path, error: OSError | sqlite3.Error) -> RooftopError:
    reason = reason_of(error) if isinstance(error, OSError) else str(error)
    return RooftopError("errors.file", file=Whole(file), reason=reason)
