"""Background tasks that fail are logged, counted and restarted."""

import asyncio
import logging
import sqlite3
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from prometheus_client import REGISTRY

from rooftop.server.metrics import TASK_UP
from rooftop.server.service import supervisor
from rooftop.server.service.supervisor import Supervisor
from rooftop.server.storage import writer
from rooftop.server.storage.database import migrate
from rooftop.server.storage.storage import Storage
from rooftop.server.storage.writer import Writer

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


def test_the_writer_goes_on_after_an_error(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    address = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    migrate(address)
    monkeypatch.setattr(writer, "WRITE_TIMEOUT", 1.0)
    storage, commit, states = Storage(address), Writer._commit, []

    def fail_once(self: Writer, jobs: list[Any]) -> None:
        monkeypatch.setattr(Writer, "_commit", commit)
        raise ValueError("a fault of ours")

    async def run() -> None:
        monkeypatch.setattr(Writer, "_commit", fail_once)
        with pytest.raises(sa.exc.TimeoutError):
            await storage.check()
        states.append((storage.is_writing, value("rooftop_task_up", "writer")))
        await storage.check()

    before = value("rooftop_task_failures_total", "writer") or 0
    asyncio.run(run())
    storage.close()
    assert states == [(True, 1.0)], "started again"
    assert value("rooftop_task_failures_total", "writer") == before + 1
    assert "the writer has failed" in caplog.text
