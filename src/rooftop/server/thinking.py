"""Threads in which bots think, shared fairly between people.

Fair queueing: of those whose bots and hints wait, the one is served next for whom the fewest threads think now and,
of several, whose thinking has taken the least time so far, however many jobs somebody else has handed in. Who comes
anew starts level with the one served last, so that nobody saves time up.
"""

import asyncio
import contextlib
import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from rooftop.server.metrics import JOBS
from rooftop.server.security import Tally

Result = TypeVar("Result")
Job = tuple[Callable[[], object], "asyncio.Future[object]"]


class FairPool:
    def __init__(self, name: str, threads: int, niceness: int) -> None:
        self._pool = ThreadPoolExecutor(threads, name, _be_nice, (niceness,))
        self._idle = threads
        self._waiting: dict[str, deque[Job]] = {}
        """By who they are for."""
        self._used: dict[str, float] = {}
        """Seconds of thinking; of those who are level with the one served last nothing needs to be known."""
        self._level = 0.0
        self._running = Tally()

    async def run(self, person: str, job: Callable[[], Result]) -> Result:
        """What the job returns, when it is this person's turn and a thread has done it."""
        future: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(person, deque()).append((job, future))  # type: ignore[arg-type]
        JOBS.labels("waiting").inc()
        self._serve()
        return await future

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)

    def _serve(self) -> None:
        while self._idle and self._waiting:
            person = min(self._waiting, key=lambda who: (self._running[who], self._used_by(who)))
            job, future = self._waiting[person].popleft()
            if not self._waiting[person]:
                del self._waiting[person]
            JOBS.labels("waiting").dec()
            if not future.cancelled():
                self._start(person, job, future)

    def _used_by(self, person: str) -> float:
        return max(self._used.get(person, 0.0), self._level)

    def _start(self, person: str, job: Callable[[], object], future: "asyncio.Future[object]") -> None:
        self._level = self._used_by(person)
        self._used = {who: used for who, used in self._used.items() if used > self._level}
        self._idle -= 1
        self._running[person] += 1
        JOBS.labels("running").inc()
        began = time.monotonic()

        def done(finished: "asyncio.Future[object]") -> None:
            self._idle += 1
            self._running.take(person)
            JOBS.labels("running").dec()
            self._used[person] = self._used_by(person) + time.monotonic() - began
            _pass_on(finished, future)
            self._serve()

        asyncio.get_running_loop().run_in_executor(self._pool, job).add_done_callback(done)


def _pass_on(finished: "asyncio.Future[object]", future: "asyncio.Future[object]") -> None:
    if future.done() or finished.cancelled():
        future.cancel()
    elif error := finished.exception():
        future.set_exception(error)
    else:
        future.set_result(finished.result())


def _be_nice(niceness: int) -> None:
    """Whoever waits for an answer of the server goes before whoever waits for a bot. Linux gives each thread its own
    priority, which the threads that it starts inherit; elsewhere it would be that of the whole process."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)
