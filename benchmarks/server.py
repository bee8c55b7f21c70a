"""How much the table server carries: latency under load, the highest rate, memory, and the cost of long games.

Everything runs on this machine and shares its cores: the server, and the clients in a process of their own. A
latency is the time from a move leaving one client to the changed view reaching another one; every move is on the
disk before it is told.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import boardgameio
import uvloop
from websockets.asyncio.client import ClientConnection, connect

from rooftop.server import decisions
from rooftop.server.app import running
from rooftop.server.storage import migrate

SEATS = 4
WANTED_MS = 50
LETTER = '{"tell": "table"'
OVER = '"status": "over"'
NO_MOVES = '"moves": []'


@dataclass(frozen=True)
class Place:
    """A table, and the cookies of those who sit at it."""

    table: str
    tokens: tuple[str, ...]


async def set_up(database: str, tables: int) -> list[Place]:
    """Tables of four people, started, written by the server's own code before the server runs."""
    async with running(database) as desk:

        async def table() -> Place:
            guests = [await desk.people.welcome(f"Guest {n}") for n in range(SEATS)]
            seats = [{"who": "me"}] + [{"who": "anyone"}] * (SEATS - 1)
            room = await desk.hall.open(decisions.create(guests[0][0], "skyliners", None, seats, True, False))
            for person, _, _ in guests[1:]:
                await desk.hall.act(room, lambda at, person=person: decisions.join(at, person, None))  # type: ignore[misc]
            await desk.hall.act(room, lambda at: decisions.start(at, guests[0][0]))
            return Place(room.table.id, tuple(token for _, token, _ in guests))

        return await asyncio.gather(*(table() for _ in range(tables)))


class Client:
    """A seat at a table that remembers when its view last changed."""

    def __init__(self, table: "Table") -> None:
        self.table = table

    async def open(self, url: str, token: str) -> None:
        headers = {"Cookie": f"rooftop={token}"}
        self.socket: ClientConnection = await connect(
            url, additional_headers=headers, compression=None, open_timeout=120, ping_interval=None
        )
        self.reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for text in self.socket:
            if str(text).startswith(LETTER):
                self.table.seen(self, str(text))


class Table:
    def __init__(self) -> None:
        self.clients = [Client(self) for _ in range(SEATS)]
        self.decider: tuple[Client, str, list[int]] | None = None
        self.sent_at: float | None = None
        self.mover: Client | None = None
        self.latencies: list[float] = []
        self.over = False

    def seen(self, client: Client, text: str) -> None:
        if self.sent_at and client is not self.mover:
            self.latencies.append(time.perf_counter() - self.sent_at)
        self.over = OVER in text
        if NO_MOVES not in text:
            letter = json.loads(text)
            self.decider = (client, letter["version"], [move["id"] for move in letter["view"]["moves"]])

    async def move(self, chooser: random.Random) -> bool:
        """False if the table still waits for the view after its last move."""
        if self.decider is None:
            return False
        self.mover, version, moves = self.decider
        self.decider, self.sent_at = None, time.perf_counter()
        wish = {"do": "move", "id": f"{chooser.getrandbits(64):x}", "version": version, "move": chooser.choice(moves)}
        await self.mover.socket.send(json.dumps(wish))
        return True


async def connect_all(address: str, places: Sequence[Place]) -> list[Table]:
    tables = []
    for place in places:
        table = Table()
        url = f"{address.replace('http', 'ws', 1)}/api/tables/{place.table}/live"
        opening = (client.open(url, token) for client, token in zip(table.clients, place.tokens, strict=True))
        await asyncio.gather(*opening)
        tables.append(table)
    return tables


async def load(tables: Sequence[Table], rate: float, seconds: float) -> tuple[float, list[float]]:
    """Moves at an even pace, each at the next table that is ready; moves a second and latencies."""
    chooser, made = random.Random(1), 0
    for table in tables:
        table.latencies.clear()
        table.sent_at = None
    began = time.perf_counter()
    turn = iter(range(10**9))
    while (now := time.perf_counter() - began) < seconds:
        while made < now * rate:
            if await tables[next(turn) % len(tables)].move(chooser):
                made += 1
            elif not any(table.decider for table in tables):
                break
        await asyncio.sleep(0.001)
    await asyncio.sleep(1)
    latencies = [latency * 1000 for table in tables for latency in table.latencies]
    return made / seconds, latencies


async def clients(address: str, places: Sequence[Place], rates: Sequence[float], seconds: float, server: int) -> None:
    before = memory(server)
    tables = await connect_all(address, places)
    await asyncio.sleep(2)
    each = (memory(server) - before) / len(tables)
    print(f"memory of an idle table with {SEATS} connected clients: {each:.0f} kB", flush=True)
    for rate in rates:
        used = processor_time(server)
        made, latencies = await load(tables, rate, seconds)
        each = (processor_time(server) - used) / (made * seconds) * 1000
        p50, p99 = statistics.median(latencies), statistics.quantiles(latencies, n=100)[98]
        sustained = p99 < WANTED_MS and made > 0.97 * rate
        print(
            f"{rate:>6.0f} moves/s wanted: {made:.0f} made, p50 {p50:.1f} ms, p99 {p99:.1f} ms, "
            f"{each:.2f} ms of the server's processor a move{'' if sustained else ' (not sustained)'}",
            flush=True,
        )
        if not sustained:
            break


def run_clients(address: str, places: Sequence[Place], rates: Sequence[float], seconds: float, server: int) -> None:
    uvloop.run(clients(address, places, rates, seconds, server))


async def long_game(address: str, place: Place) -> str:
    """One game to its end: does a move cost more when many have been made?"""
    [table] = await connect_all(address, [place])
    chooser, times = random.Random(1), []
    while not table.over:
        began = time.perf_counter()
        while not table.over and not await table.move(chooser):
            await asyncio.sleep(0)
        times.append((time.perf_counter() - began) * 1000)
    quarter = len(times) // 4
    first, last = statistics.median(times[1:quarter]), statistics.median(times[-quarter:-1])
    return f"a game of {len(times)} moves, alone: {first:.2f} ms a move in its first quarter, {last:.2f} ms in its last"


def memory(process: int) -> int:
    """Resident kilobytes of a process and its children."""
    found = [Path(f"/proc/{pid}/status").read_text("utf-8") for pid in family(process)]
    return sum(int(match[1]) for text in found if (match := re.search(r"VmRSS:\s+(\d+)", text)))


def processor_time(process: int) -> float:
    """Seconds that a process and its children have used."""
    found = [Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split() for pid in family(process)]
    return sum(int(fields[11]) + int(fields[12]) for fields in found) / os.sysconf("SC_CLK_TCK")


def family(process: int) -> list[str]:
    children = subprocess.run(["pgrep", "-P", str(process)], capture_output=True, text=True).stdout.split()
    return [str(process), *children]


def start_server(database: str, workers: int) -> tuple["subprocess.Popen[str]", str]:
    command = [sys.executable, "-m", "rooftop.cli", "serve", "--port", "0", "--language", "en"]
    process = subprocess.Popen(
        [*command, "--database", database, "--workers", str(workers)],
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout
    return process, process.stdout.readline().split()[3]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--rates", default="100,250,500,750,1000,1500,2000")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--database", help="default: a new SQLite file")
    options = parser.parse_args()
    rates = [float(rate) for rate in options.rates.split(",")]
    with tempfile.TemporaryDirectory() as folder:
        database = options.database or f"sqlite:///{folder}/bench.sqlite"
        migrate(database)
        *places, alone = asyncio.run(set_up(database, options.tables + 1))
        server, address = start_server(database, options.workers)
        try:
            kind = database.partition(":")[0]
            print(f"Rooftop, {kind}, workers: {options.workers}, {options.tables} tables, {os.cpu_count()} cores")
            print(uvloop.run(long_game(address, alone)), flush=True)
            with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
                pool.submit(run_clients, address, places, rates, options.seconds, server.pid).result()
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait()
    boardgameio.compare(options.tables, rates, options.seconds)


if __name__ == "__main__":
    main()
