"""Background tasks that fail are logged, counted and restarted."""

import asyncio
import logging
import sqlite3

import pytest
from prometheus_client import REGISTRY

from rooftop.server.metrics import TASK_UP
from rooftop.server.service import supervisor
from rooftop.server.service.supervisor import Supervisor

FAILURES = 4


def value(name: str, task: str) -> float | None:
    return REGISTRY.get_sample_value(name, {"task": task})


class Failing:
    """A task that fails a few times in different ways, and then runs."""

    def __init__(self) -> None:
        self.starts = 0
        self.states: list[bool] = []
        self.runs = asyncio.Event()

    async def run(self) -> None:
        self.starts += 1
        if self.starts == 1:
            raise sqlite3.OperationalError("database is locked")
        if self.starts == 2:
            raise ValueError("a fault of ours")
        if self.starts <= FAILURES:
            return
        self.runs.set()
        await asyncio.Event().wait()


def test_failed_tasks_are_restarted(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(supervisor, "FIRST_PAUSE", 0.001)
    seen: list[tuple[bool, float | None]] = []

    async def run() -> None:
        supervisor, failing = Supervisor(), Failing()

        async def noting() -> None:
            seen.append((supervisor.is_running["failing"], value("rooftop_task_up", "failing")))
            await failing.run()

        supervisor.start("failing", noting)
        await failing.runs.wait()
        assert supervisor.is_running == {"failing": True}
        await supervisor.stop()

    with caplog.at_level(logging.WARNING):
        asyncio.run(run())
    assert seen == [(True, 1.0)] * (FAILURES + 1)
    assert value("rooftop_task_failures_total", "failing") == FAILURES
    tracebacks = [record.exc_info is not None for record in caplog.records]
    assert tracebacks == [False, True, False, False], "the database's trouble is expected, a fault of ours is not"


def test_a_task_is_down_until_its_restart(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail() -> None:
        raise ValueError("again and again")

    async def run() -> None:
        supervisor = Supervisor()
        supervisor.start("down", fail)
        for _ in range(3):
            await asyncio.sleep(0)
        assert supervisor.is_running == {"down": False}
        assert value("rooftop_task_up", "down") == 0
        await supervisor.stop()
        TASK_UP.remove("down")  # in-process servers share this metric

    monkeypatch.setattr(supervisor, "FIRST_PAUSE", 60)
    asyncio.run(run())
