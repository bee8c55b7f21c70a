"""The order in which the fair pool runs jobs."""

import asyncio
import threading
from collections.abc import Callable
from itertools import count
from types import SimpleNamespace

import pytest

from rooftop.server.service import fair_pool
from rooftop.server.service.fair_pool import FairPool
from server.serving import TIMEOUT

FLOOD = 20


class RecordingPool:
    """A fair pool that records whose jobs ran, in order."""

    def __init__(self, threads: int = 1) -> None:
        self.pool = FairPool("test", threads, niceness=0)
        self.done: list[str] = []
        self.gate = threading.Event()

    def work(self, person: str) -> Callable[[], None]:
        def job() -> None:
            assert self.gate.wait(TIMEOUT)
            self.done.append(person)

        return job

    def ask(self, person: str) -> "asyncio.Task[None]":
        """Submit a job of `name@address`, or of a name with its own address."""
        name, _, address = person.partition("@")
        return asyncio.create_task(self.pool.run((address or name, name), self.work(person)))


def test_a_flood_of_jobs_of_one_person_delays_nobody_else() -> None:
    async def flood_and_ask() -> list[str]:
        pool = RecordingPool()
        flood = [pool.ask("flooder") for _ in range(FLOOD)]
        await asyncio.sleep(0)
        asked = [pool.ask("ann"), pool.ask("bob")]
        await asyncio.sleep(0)
        pool.gate.set()
        await asyncio.gather(*flood, *asked)
        pool.pool.close()
        return pool.done

    done = asyncio.run(flood_and_ask())
    assert done[0] == "flooder", "it was at work when the others came"
    assert set(done[1:3]) == {"ann", "bob"}
    assert done[3:] == ["flooder"] * (FLOOD - 1)


def test_many_names_at_one_address_have_one_share(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = count()
    monkeypatch.setattr(fair_pool, "time", SimpleNamespace(monotonic=lambda: next(ticks)))  # all jobs take equally long

    async def flood_and_ask() -> list[str]:
        pool = RecordingPool()
        flood = [pool.ask(f"{n}@there") for _ in range(2) for n in range(FLOOD)]
        asked = [pool.ask("ann@here") for _ in range(FLOOD)]
        await asyncio.sleep(0)
        pool.gate.set()
        await asyncio.gather(*flood, *asked)
        pool.pool.close()
        return pool.done

    done = asyncio.run(flood_and_ask())
    assert done[: 2 * FLOOD : 2] == [f"{n}@there" for n in range(FLOOD)], "within an address they take turns as well"
    assert done[1 : 2 * FLOOD : 2] == ["ann@here"] * FLOOD


def test_steady_newcomers_do_not_starve_others(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = count()
    monkeypatch.setattr(fair_pool, "time", SimpleNamespace(monotonic=lambda: next(ticks)))  # all jobs take equally long

    async def run() -> list[str]:
        pool = RecordingPool()
        pool.gate.set()
        await pool.ask("ann@here")
        again, newcomers = pool.ask("ann@here"), []
        for n in range(FLOOD):  # a newcomer whenever a job has finished
            newcomers += [pool.ask(f"{n}@here"), pool.ask(f"also {n}@here")]
            await newcomers[n]
        await asyncio.gather(again, *newcomers)
        pool.pool.close()
        return pool.done

    assert asyncio.run(run()).index("ann@here", 1) < FLOOD


def test_two_busy_people_alternate(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = count()
    monkeypatch.setattr(fair_pool, "time", SimpleNamespace(monotonic=lambda: next(ticks)))  # all jobs take equally long

    async def both() -> list[str]:
        pool = RecordingPool()
        asked = [pool.ask(person) for person in ["ann"] * FLOOD + ["bob"] * FLOOD]
        await asyncio.sleep(0)
        pool.gate.set()
        await asyncio.gather(*asked)
        pool.pool.close()
        return pool.done

    assert asyncio.run(both()) == ["ann", "bob"] * FLOOD


def test_one_person_does_not_occupy_all_threads() -> None:
    async def run() -> list[str]:
        pool = RecordingPool(threads=2)
        flood = [pool.ask("flooder") for _ in range(FLOOD)]
        await asyncio.sleep(0)
        ann = [pool.ask("ann") for _ in range(2)]
        await asyncio.sleep(0)
        pool.gate.set()
        await asyncio.gather(*flood, *ann)
        pool.pool.close()
        return pool.done

    assert "ann" in asyncio.run(run())[:4]


def test_failed_and_cancelled_jobs_do_not_block_others() -> None:
    async def run() -> list[str]:
        pool = RecordingPool()

        def fail() -> None:
            raise ValueError("no idea")

        first = pool.ask("ann")
        await asyncio.sleep(0)
        failing = asyncio.create_task(pool.pool.run(("bob", "bob"), fail))
        cancelled, last = pool.ask("carl"), pool.ask("dora")
        await asyncio.sleep(0)
        cancelled.cancel()
        pool.gate.set()
        with pytest.raises(ValueError, match="no idea"):
            await failing
        await asyncio.gather(first, last)
        pool.pool.close()
        return pool.done

    assert asyncio.run(run()) == ["ann", "dora"]
