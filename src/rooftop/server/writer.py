"""One thread that writes to the database: what waits at the same time is committed together.

A commit waits for the disk. Sharing it is what lets every move be durable before it is announced and many
tables still be quick.
"""

import asyncio
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import sqlalchemy as sa

Result = TypeVar("Result")

TOGETHER = 200
"""Pieces of work in one commit, at most."""


@dataclass(frozen=True)
class _Job:
    work: Callable[[sa.Connection], Any]
    future: "asyncio.Future[Any]"
    loop: asyncio.AbstractEventLoop


class Writer:
    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._waiting: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    async def write(self, work: Callable[[sa.Connection], Result]) -> Result:
        """The work must begin with a write, and may be done twice: once in vain."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Result] = loop.create_future()
        self._waiting.put(_Job(work, future, loop))
        # Somebody who hangs up does not stop the work: whether it is stored must be known to the table.
        return await asyncio.shield(future)

    def close(self) -> None:
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        closing = False
        while not closing:
            jobs = [self._waiting.get()]
            while len(jobs) < TOGETHER and not self._waiting.empty():
                jobs.append(self._waiting.get())
            closing = None in jobs
            self._commit([job for job in jobs if job])

    def _commit(self, jobs: list[_Job]) -> None:
        try:
            with self._engine.begin() as connection:
                results = [job.work(connection) for job in jobs]
        except Exception as error:
            if len(jobs) == 1:
                _answer(jobs[0], error=error)
            else:  # one of them spoils it for all
                for job in jobs:
                    self._commit([job])
            return
        for job, result in zip(jobs, results, strict=True):
            _answer(job, result)


def _answer(job: _Job, result: object = None, error: Exception | None = None) -> None:
    def answer() -> None:
        if not job.future.done():
            job.future.set_exception(error) if error else job.future.set_result(result)

    job.loop.call_soon_threadsafe(answer)
