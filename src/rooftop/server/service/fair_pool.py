"""Threads in which bots think, shared fairly between addresses, and between the people of each.

Hierarchical fair queueing: of the addresses whose bots and hints wait, the one is served next for which the fewest
threads think now and, of several, whose thinking has taken the least time so far, however many jobs another has handed
in and under however many names; then likewise between its people. Who comes anew starts level with the one served last,
so that nobody saves time up.
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
from dataclasses import dataclass
from typing import TypeVar

from rooftop.server.metrics import JOBS

Result = TypeVar("Result")
Job = tuple[Callable[[], object], "asyncio.Future[object]"]


Payer = tuple[str, ...]
"""For whom a job is done: an address, and a person there."""


@dataclass
class Share:
    """What those of an address, or one person there, have had of the threads."""

    running: int = 0
    finish_tag: float = 0.0
    """Seconds of thinking."""
    virtual_time: float = 0.0
    """Of those within this share, how much the one had used who was served last."""


class FairPool:
    def __init__(self, name: str, threads: int, niceness: int) -> None:
        self._pool = ThreadPoolExecutor(threads, name, _set_niceness, (niceness,))
        self._idle = threads
        self._waiting: dict[Payer, deque[Job]] = {}
        self._shares: dict[Payer, Share] = {(): Share()}
        """The whole, of each address, and of each person there; nothing is kept of who is level and has no job."""

    async def run(self, payer: Payer, job: Callable[[], Result]) -> Result:
        """What the job returns, when it is this payer's turn and a thread has done it."""
        future: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(payer, deque()).append((job, future))  # type: ignore[arg-type]
        JOBS.labels("waiting").inc()
        self._dispatch()
        return await future

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)

    def _dispatch(self) -> None:
        while self._idle and self._waiting:
            payer = min(self._waiting, key=self._priority)
            job, future = self._waiting[payer].popleft()
            if not self._waiting[payer]:
                del self._waiting[payer]
            JOBS.labels("waiting").dec()
            if not future.cancelled():
                self._start(payer, job, future)

    def _priority(self, payer: Payer) -> list[tuple[int, float]]:
        """The less, the sooner: first between addresses, then between the people of one."""
        return [(self._share(path).running, self._start_tag(path)) for path in _paths(payer)]

    def _share(self, path: Payer) -> Share:
        return self._shares.get(path) or Share()

    def _start_tag(self, path: Payer) -> float:
        return max(self._share(path).finish_tag, self._share(path[:-1]).virtual_time)

    def _start(self, payer: Payer, job: Callable[[], object], future: "asyncio.Future[object]") -> None:
        for path in _paths(payer):
            self._shares[path[:-1]].virtual_time = self._start_tag(path)
            self._shares.setdefault(path, Share()).running += 1
        self._prune_shares()
        self._idle -= 1
        JOBS.labels("running").inc()
        began = time.monotonic()

        def done(finished: "asyncio.Future[object]") -> None:
            self._idle += 1
            for path in _paths(payer):
                self._charge(path, time.monotonic() - began)
            JOBS.labels("running").dec()
            self._dispatch()
            _forward_result(finished, future)

        asyncio.get_running_loop().run_in_executor(self._pool, job).add_done_callback(done)

    def _charge(self, path: Payer, seconds: float) -> None:
        share, parent = self._shares[path], self._shares[path[:-1]]
        share.finish_tag = self._start_tag(path) + seconds
        share.running -= 1
        # As if all who wait had been served a little: whoever has used some is level with newcomers after a round.
        siblings = {payer[: len(path)] for payer in self._waiting if payer[: len(path) - 1] == path[:-1]} - {path}
        parent.virtual_time += seconds / (1 + len(siblings))

    def _prune_shares(self) -> None:
        active = {path for payer in self._waiting for path in _paths(payer)}
        kept: dict[Payer, Share] = {(): self._shares.pop(())}
        for path, share in self._shares.items():  # addresses come before their people
            parent = kept.get(path[:-1])
            if share.running or path in active or (parent and share.finish_tag > parent.virtual_time):
                kept[path] = share
        self._shares = kept


def _paths(payer: Payer) -> list[Payer]:
    return [payer[:depth] for depth in range(1, len(payer) + 1)]


def _forward_result(finished: "asyncio.Future[object]", future: "asyncio.Future[object]") -> None:
    if future.done() or finished.cancelled():
        future.cancel()
    elif error := finished.exception():
        future.set_exception(error)
    else:
        future.set_result(finished.result())


def _set_niceness(niceness: int) -> None:
    """Whoever waits for an answer of the server goes before whoever waits for a bot. Linux gives each thread its own
    priority, which the threads that it starts inherit; elsewhere it would be that of the whole process."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)
