"""A writer thread with group commit.

A commit waits for fsync. Sharing it makes every move durable before it is announced, at a high rate. Jobs of one kind
share a statement too: each statement releases the GIL, and the thread has to wait to reacquire it.
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

from rooftop.server.metrics import COMMITS, TASK_FAILURES, TASK_UP
from rooftop.server.storage.database import LOCK_TIMEOUT, SqliteFile, is_unavailable

if sys.platform != "win32":
    import fcntl

Item = TypeVar("Item")
Result = TypeVar("Result")

MAX_BATCHES = 200
"""Maximum number of batches per commit. A batch holds the writes of one iteration of the event loop."""
BATCH_DELAY = 0.004
"""Seconds to wait for more batches under load: a commit costs the same for one move and for ten."""
WRITE_TIMEOUT = 2 * LOCK_TIMEOUT
"""Seconds after which a write fails. Another process may have stopped while it held the lock."""

TASK = "writer"
"""Its name in the metrics of background tasks."""
RESTART_PAUSE, LONGEST_PAUSE = 0.1, 5.0
"""Seconds before the thread goes on after an error. The pause doubles with each one."""

log = logging.getLogger(__name__)

Work = Callable[[sa.Connection, list[Item]], list[Result]]
"""Writes items of one kind and returns a result for each. It must begin with a write. It may run twice for an item: in
a batch that is rolled back, then alone."""


@dataclass(frozen=True)
class _Job:
    work: Work[Any, Any]
    item: Any
    future: "asyncio.Future[Any]"
    loop: asyncio.AbstractEventLoop


class _WriteLock:
    """A file lock that serializes writing processes on SQLite, which allows one writer at a time.

    SQLite's busy handler sleeps with back-off. flock wakes the next process at once, and the kernel releases it when
    the holder dies. Windows has no flock, so there the busy handler has to do.
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
        """Release the lock. After a commit, check that the file is still in place: if not, nothing was stored."""
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
        self.lock = _WriteLock(file)
        """Held while anything is written to SQLite, by whichever process."""
        self._connection: sa.Connection | None = None
        self._batch: list[_Job] = []
        self._queue: queue.SimpleQueue[list[_Job] | None] = queue.SimpleQueue()
        self.is_running = True
        """False while the thread waits for its restart."""
        TASK_FAILURES.labels(TASK)  # shown as 0 from now on
        self._thread = threading.Thread(target=self._keep_running, name=TASK, daemon=True)
        self._thread.start()

    async def write(self, work: Work[Item, Result], item: Item) -> Result:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Result] = loop.create_future()
        if not self._batch:  # waking a thread is slow: once per loop iteration
            loop.call_soon(self._flush)
        self._batch.append(_Job(work, item, future, loop))
        try:
            async with asyncio.timeout(WRITE_TIMEOUT):
                return await future
        except TimeoutError:
            raise sa.exc.TimeoutError("the database does not answer") from None

    def _flush(self) -> None:
        self._queue.put(self._batch)
        self._batch = []

    def close(self) -> None:
        self._flush()
        self._queue.put(None)
        self._thread.join(WRITE_TIMEOUT)
        self.lock.close()

    def _keep_running(self) -> None:
        """Run until `close`. After an unexpected error, whose writes time out, go on."""
        pause = RESTART_PAUSE
        while True:
            self._mark(True)
            try:
                self._run()
                return
            except Exception:
                log.exception("the writer has failed")
            self._mark(False)
            TASK_FAILURES.labels(TASK).inc()
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _mark(self, runs: bool) -> None:
        self.is_running = runs
        TASK_UP.labels(TASK).set(runs)

    def _run(self) -> None:
        closing = busy = False
        while not closing:
            batches = [self._queue.get()]
            if busy:
                time.sleep(BATCH_DELAY)
            while len(batches) < MAX_BATCHES and not self._queue.empty():
                batches.append(self._queue.get())
            closing, busy = None in batches, len(batches) > 1
            pending = [job for jobs in batches if jobs for job in jobs if not job.future.done()]
            self._commit(pending)
        self._disconnect()

    def _commit(self, jobs: list[_Job]) -> None:
        """Commit the jobs. Whatever happens, every job gets a result or an exception, and the thread survives."""
        if not jobs:
            return
        try:
            self._try_to_commit(jobs)
        except Exception as error:
            if not is_unavailable(error):
                log.exception("nothing could be written")
            self._disconnect()
            _resolve([(job, error) for job in jobs])

    def _try_to_commit(self, jobs: list[_Job]) -> None:
        try:
            done = self._write_batch_with_retry(jobs)
        except Exception as error:
            self._disconnect()
            if is_unavailable(error):
                raise
            for job in jobs:  # one of them failed and rolled back the batch
                self._write_single(job)
        else:
            _resolve(done)

    def _write_batch_with_retry(self, jobs: list[_Job]) -> "list[tuple[_Job, Any]]":
        """Write the batch. If the database was restarted, the pooled connection is dead: retry once on a new one."""
        may_be_stale = self._connection is not None and self._engine.dialect.name != "sqlite"
        try:
            return self._write_batch(jobs)
        except Exception as error:
            if not (may_be_stale and is_unavailable(error)):
                raise
            self._disconnect()
            return self._write_batch(jobs)

    def _write_batch(self, jobs: list[_Job]) -> "list[tuple[_Job, Any]]":
        if self._connection is None:
            self._connection = self._engine.connect()
        kinds: dict[Work[Any, Any], list[_Job]] = {}
        for job in jobs:
            kinds.setdefault(job.work, []).append(job)
        done: list[tuple[_Job, Any]] = []
        with COMMITS.time(), self.lock, self._connection.begin():
            for work, same in kinds.items():
                done += zip(same, work(self._connection, [job.item for job in same]), strict=True)
        return done

    def _write_single(self, job: _Job) -> None:
        try:
            with self.lock, self._engine.begin() as connection:
                [result] = job.work(connection, [job.item])
        except Exception as error:
            if is_unavailable(error):
                raise
            _resolve([(job, error)])
        else:
            _resolve([(job, result)])

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection:
            with suppress(sa.exc.SQLAlchemyError):
                connection.invalidate()  # close without a rollback: the connection may be dead
            connection.close()


def _resolve(done: list[tuple[_Job, Any]]) -> None:
    def resolve() -> None:
        for job, result in done:
            if job.future.done():
                continue
            if isinstance(result, Exception):
                job.future.set_exception(result)
            else:
                job.future.set_result(result)

    with suppress(RuntimeError):  # the event loop is closed
        done[0][0].loop.call_soon_threadsafe(resolve)
