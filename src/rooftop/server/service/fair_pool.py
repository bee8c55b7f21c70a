"""A thread pool with hierarchical fair queueing, between addresses and between the people of each address.

The next job comes from the address with the fewest running jobs. Ties go to the address that has used the least thread
time. The same rule then picks a person of that address. The number of queued jobs or guest names does not matter.

Used time is kept as in start-time fair queueing. A newcomer starts at the virtual time of the job started last, so idle
payers cannot save up time.
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
"""Who is charged for a job: an address and a person there."""


@dataclass
class Share:
    """The thread time of an address or of one person."""

    running: int = 0
    finish_tag: float = 0.0
    """Seconds used, plus the virtual time at which it started."""
    virtual_time: float = 0.0
    """The start tag of the child that was served last."""


class FairPool:
    def __init__(self, name: str, threads: int, niceness: int) -> None:
        self._pool = ThreadPoolExecutor(threads, name, _set_niceness, (niceness,))
        self._idle = threads
        self._waiting: dict[Payer, deque[Job]] = {}
        self._shares: dict[Payer, Share] = {(): Share()}
        """The root, each address and each person. Idle shares that have not used more than the others are pruned."""

    async def run(self, payer: Payer, job: Callable[[], Result]) -> Result:
        """Queue the job for this payer and return its result."""
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
        """The sort key; the lowest is served first. Compares addresses, then people of one address."""
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
        # Advance virtual time by an equal share for all who wait. So steady newcomers cannot starve earlier payers.
        siblings = {payer[: len(path)] for payer in self._waiting if payer[: len(path) - 1] == path[:-1]} - {path}
        parent.virtual_time += seconds / (1 + len(siblings))

    def _prune_shares(self) -> None:
        active = {path for payer in self._waiting for path in _paths(payer)}
        kept: dict[Payer, Share] = {(): self._shares.pop(())}
        for path, share in self._shares.items():  # addresses precede their people
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
    """Lower the priority of this thread, so that requests go before bots. Linux has a niceness per thread, inherited by
    its child threads. Elsewhere it would apply to the whole process."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)
