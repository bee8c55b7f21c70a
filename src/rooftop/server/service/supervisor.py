"""Supervises background tasks: a task that fails is logged, counted and restarted with exponential back-off."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from rooftop.server.metrics import TASK_FAILURES, TASK_UP
from rooftop.server.storage.database import is_unavailable

FIRST_PAUSE = 0.1
LONGEST_PAUSE = 5.0
"""Seconds before a restart. The pause doubles with each consecutive failure."""

log = logging.getLogger(__name__)


class Supervisor:
    def __init__(self) -> None:
        self._tasks: list[asyncio.Task[None]] = []
        self.is_running: dict[str, bool] = {}
        """By task name. False while a task waits for its restart."""

    def start(self, name: str, run: Callable[[], Awaitable[None]]) -> None:
        """Start a task. `run` should never return."""
        self._mark(name, True)
        TASK_FAILURES.labels(name)  # shown as 0 from now on, so that the first failure is seen as an increase
        self._tasks.append(asyncio.create_task(self._keep_running(name, run), name=name))

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _keep_running(self, name: str, run: Callable[[], Awaitable[None]]) -> None:
        pause = FIRST_PAUSE
        while True:
            began = time.monotonic()
            try:
                await run()
                log.error("a background task has ended", extra={"task": name})
            except Exception as error:
                report("a background task has failed", error, task=name)
            if time.monotonic() - began > LONGEST_PAUSE:
                pause = FIRST_PAUSE
            self._mark(name, False)
            TASK_FAILURES.labels(name).inc()
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
            self._mark(name, True)

    def _mark(self, name: str, runs: bool) -> None:
        self.is_running[name] = runs
        TASK_UP.labels(name).set(runs)


def report(message: str, error: Exception, **about: object) -> None:
    """Log an error. An unavailable database is transient: one line. Anything else is a bug: with the traceback."""
    if is_unavailable(error):
        log.warning(message, extra={**about, "reason": str(getattr(error, "orig", error)).strip()})
    else:
        log.error(message, exc_info=error, extra=about)
