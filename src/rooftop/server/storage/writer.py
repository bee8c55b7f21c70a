"""One thread that writes to the database: what waits at the same time is committed together.

A commit waits for the disk. Sharing it is what lets every move be durable before it is announced and many
tables still be quick. And things of one kind are written together: with each statement the thread gives up its turn
to run Python, and has to wait for the next.
"""

import asyncio
import io
import logging
import queue
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

import sqlalchemy as sa

from rooftop.server.metrics import COMMITS
from rooftop.server.storage.database import PATIENCE, SqliteFile, is_away

if sys.platform != "win32":
    import fcntl

Thing = TypeVar("Thing")
Result = TypeVar("Result")

TOGETHER = 200
"""Rounds of the loop whose work shares a commit, at most."""
GATHER = 0.004
"""Seconds to wait for more where there is much to do: a commit costs the same for one move and for ten."""
WAIT = 2 * PATIENCE
"""Seconds after which whoever waits is told that the database is away: another process may have stopped in its turn."""

log = logging.getLogger(__name__)

Work = Callable[[sa.Connection, list[Thing]], list[Result]]
"""Writes things of one kind; what it returns for each is safely stored. It must begin with a write, and may be done
twice: once in vain, with others, and once for one thing alone."""


@dataclass(frozen=True)
class _Job:
    work: Work[Any, Any]
    thing: Any
    future: "asyncio.Future[Any]"
    loop: asyncio.AbstractEventLoop


class _Turn:
    """To be held while writing to SQLite, which lets one process write at a time.

    SQLite's own waiting sleeps for longer and longer; a lock on a file beside it wakes the next process at once, and is
    free when its holder dies. Where there are no such locks, SQLite's own waiting has to do.
    """

    def __init__(self, file: SqliteFile | None) -> None:
        self._database = file
        self._lock: io.FileIO | None = None
        if file and sys.platform != "win32":
            self._lock = io.FileIO(f"{file.path}-turn", "w")

    def __enter__(self) -> None:
        if self._lock:
            fcntl.flock(self._lock, fcntl.LOCK_EX)

    def __exit__(self, failed: type[BaseException] | None, *_: object) -> None:
        """After the commit: where the file has gone in the meantime, it was not stored."""
        if self._lock:
            fcntl.flock(self._lock, fcntl.LOCK_UN)
        if self._database and failed is None:
            self._database.check()

    def close(self) -> None:
        if self._lock:
            self._lock.close()


class Writer:
    def __init__(self, engine: sa.Engine, file: SqliteFile | None) -> None:
        self._engine = engine
        self._turn = _Turn(file)
        self._connection: sa.Connection | None = None
        self._gathered: list[_Job] = []
        self._waiting: queue.SimpleQueue[list[_Job] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    @property
    def is_alive(self) -> bool:
        return self._thread.is_alive()

    async def write(self, work: Work[Thing, Result], thing: Thing) -> Result:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Result] = loop.create_future()
        if not self._gathered:  # to wake a thread is dear: once for all that comes up in one round of the loop
            loop.call_soon(self._hand_over)
        self._gathered.append(_Job(work, thing, future, loop))
        try:
            async with asyncio.timeout(WAIT):
                return await future
        except TimeoutError:
            raise sa.exc.TimeoutError("the database does not answer") from None

    def _hand_over(self) -> None:
        self._waiting.put(self._gathered)
        self._gathered = []

    def close(self) -> None:
        self._hand_over()
        self._waiting.put(None)
        self._thread.join(WAIT)
        self._turn.close()

    def _run(self) -> None:
        closing = busy = False
        while not closing:
            gathered = [self._waiting.get()]
            if busy:
                time.sleep(GATHER)
            while len(gathered) < TOGETHER and not self._waiting.empty():
                gathered.append(self._waiting.get())
            closing, busy = None in gathered, len(gathered) > 1
            waited_for = [job for jobs in gathered if jobs for job in jobs if not job.future.done()]
            self._commit(waited_for)
        self._hang_up()

    def _commit(self, jobs: list[_Job]) -> None:
        """Whatever happens, every job is answered and the thread goes on."""
        if not jobs:
            return
        try:
            self._try_to_commit(jobs)
        except Exception as error:
            if not is_away(error):
                log.exception("nothing could be written")
            self._hang_up()
            _answer([(job, error) for job in jobs])

    def _try_to_commit(self, jobs: list[_Job]) -> None:
        try:
            done = self._together_or_again(jobs)
        except Exception as error:
            self._hang_up()
            if is_away(error):
                raise
            for job in jobs:  # one of them has spoilt it for all
                self._alone(job)
        else:
            _answer(done)

    def _together_or_again(self, jobs: list[_Job]) -> "list[tuple[_Job, Any]]":
        """That a connection is older than the database's last start shows only when it is used: then on a new one."""
        can_be_outdated = self._connection is not None and self._engine.dialect.name != "sqlite"
        try:
            return self._together(jobs)
        except Exception as error:
            if not (can_be_outdated and is_away(error)):
                raise
            self._hang_up()
            return self._together(jobs)

    def _together(self, jobs: list[_Job]) -> "list[tuple[_Job, Any]]":
        if self._connection is None:
            self._connection = self._engine.connect()
        kinds: dict[Work[Any, Any], list[_Job]] = {}
        for job in jobs:
            kinds.setdefault(job.work, []).append(job)
        done: list[tuple[_Job, Any]] = []
        with COMMITS.time(), self._turn, self._connection.begin():
            for work, same in kinds.items():
                done += zip(same, work(self._connection, [job.thing for job in same]), strict=True)
        return done

    def _alone(self, job: _Job) -> None:
        try:
            with self._turn, self._engine.begin() as connection:
                [result] = job.work(connection, [job.thing])
        except Exception as error:
            if is_away(error):
                raise
            _answer([(job, error)])
        else:
            _answer([(job, result)])

    def _hang_up(self) -> None:
        connection, self._connection = self._connection, None
        if connection:
            with suppress(sa.exc.SQLAlchemyError):
                connection.invalidate()  # nothing more is said over it, not even a rollback
            connection.close()


def _answer(done: list[tuple[_Job, Any]]) -> None:
    def answer() -> None:
        for job, result in done:
            if job.future.done():
                continue
            if isinstance(result, Exception):
                job.future.set_exception(result)
            else:
                job.future.set_result(result)

    with suppress(RuntimeError):  # the loop was closed, and nobody waits any more
        done[0][0].loop.call_soon_threadsafe(answer)
