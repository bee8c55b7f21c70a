"""The commands `rooftop backup` and `rooftop restore`."""

from pathlib import Path

import sqlalchemy as sa

from rooftop.core.errors import RooftopError
from rooftop.core.messages import Message, Whole
from rooftop.server.storage import backup as storage
from rooftop.server.storage.database import check_current, url_of


def backup(database: str, file: Path, language: str) -> int:
    url = _sqlite(database, "backup.by_pg_dump", file)
    check_current(database)
    storage.back_up(url, file)
    _say("backup.done", language, file=Whole(file))
    return 0


def restore(database: str, file: Path, language: str) -> int:
    kept = storage.restore(_sqlite(database, "backup.by_pg_restore", file), file)
    _say("backup.restored", language, file=Whole(file))
    if kept:
        _say("backup.kept", language, file=Whole(kept))
    return 0


def _sqlite(database: str, otherwise: str, file: Path) -> sa.URL:
    """The database, if it is SQLite. PostgreSQL has tools of its own."""
    url = url_of(database)
    if url.drivername != "sqlite":
        raise RooftopError(otherwise, file=Whole(file))
    return url


def _say(key: str, language: str, **parts: object) -> None:
    print(Message(key, parts).harmless().say(language))
