"""One thread that writes to the database: what waits at the same time is committed together.

A commit waits for the disk. Sharing it is what lets every move be durable before it is announced and many
tables still be quick. And things of one kind are written together: with each statement the thread gives up its turn
to run Python, and has to wait for the next.
"""

import asyncio
import io
import queue
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import sqlalchemy as sa

from rooftop.server.metrics import COMMITS

if sys.platform != "win32":
    import fcntl

Thing = TypeVar("Thing")
Result = TypeVar("Result")

TOGETHER = 200
"""Rounds of the loop whose work shares a commit, at most."""
GATHER = 0.004
"""Seconds to wait for more where there is much to do: a commit costs the same for one move and for ten."""


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
    """To be held while writing. SQLite lets one process write at a time, and the others sleep and try again, for
    longer and longer; a lock on a file beside it wakes the next at once, and is free when its holder dies. Where there
    are no such locks, SQLite's own waiting has to do."""

    def __init__(self, engine: sa.Engine) -> None:
        self._file: io.FileIO | None = None
        if engine.dialect.name == "sqlite" and sys.platform != "win32":
            self._file = io.FileIO(f"{engine.url.database}-turn", "w")

    def __enter__(self) -> None:
        if self._file:
            fcntl.flock(self._file, fcntl.LOCK_EX)

    def __exit__(self, *_: object) -> None:
        if self._file:
            fcntl.flock(self._file, fcntl.LOCK_UN)

    def close(self) -> None:
        if self._file:
            self._file.close()


class Writer:
    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._turn = _Turn(engine)
        self._connection: sa.Connection | None = None
        self._gathered: list[_Job] = []
        self._waiting: queue.SimpleQueue[list[_Job] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    async def write(self, work: Work[Thing, Result], thing: Thing) -> Result:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Result] = loop.create_future()
        if not self._gathered:  # to wake a thread is dear: once for all that comes up in one round of the loop
            loop.call_soon(self._hand_over)
        self._gathered.append(_Job(work, thing, future, loop))
        return await future

    def _hand_over(self) -> None:
        self._waiting.put(self._gathered)
        self._gathered = []

    def close(self) -> None:
        self._hand_over()
        self._waiting.put(None)
        self._thread.join()
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
            self._commit([job for jobs in gathered if jobs for job in jobs])
        self._hang_up()

    def _commit(self, jobs: list[_Job]) -> None:
        if not jobs:
            return
        try:
            _answer(self._together(jobs))
        except Exception:  # one of them spoils it for all, or the database has hung up
            self._hang_up()
            for job in jobs:
                self._alone(job)

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
            _answer([(job, error)])
        else:
            _answer([(job, result)])

    def _hang_up(self) -> None:
        if self._connection:
            self._connection.close()
        self._connection = None


def _answer(done: list[tuple[_Job, Any]]) -> None:
    def answer() -> None:
        for job, result in done:
            if job.future.done():
                continue
            if isinstance(result, Exception):
                job.future.set_exception(result)
            else:
                job.future.set_result(result)

    done[0][0].loop.call_soon_threadsafe(answer)
