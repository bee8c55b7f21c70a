"""Isolation under a flood: how long a hint, an easy bot and a move take while somebody runs bots at a hundred tables.

The flood comes from one guest, whom the rate limit stops, from many guests at one address, and from many guests at
different addresses. Everything runs on this machine and shares its cores.
"""

import argparse
import os
import secrets
import signal
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ParamSpec

import httpx
from load import start_server

from rooftop.server.storage.database import migrate

WAIT = 120.0
MOVES_IN_A_GAME = 8
"""Moves of one player that even the shortest game has."""


class Guest:
    """A player over HTTP, from the loopback address of that number."""

    def __init__(self, address: str, source: int) -> None:
        from_there = httpx.HTTPTransport(local_address=f"127.0.{source // 250}.{source % 250 + 1}")
        self.http = httpx.Client(base_url=address, transport=from_there, timeout=WAIT)
        self.http.post("/api/people", json={"name": "Guest"}).raise_for_status()

    def play(self, *levels: str) -> str | None:
        """Start a game with bots of these levels. None if rate-limited."""
        seats = [{"who": "me"}, *({"who": "bot", "level": level} for level in levels)]
        table = {"game": "skyliners", "seats": seats, "hints": True}
        opened = self.http.post("/api/tables", json=table)
        if opened.status_code == 429:
            return None
        name = str(opened.raise_for_status().json()["table"]["id"])
        started = self.http.post(f"/api/tables/{name}/start")
        if started.status_code == 429:
            return None
        started.raise_for_status()
        return name

    def await_turn(self, table: str) -> Any:
        """Poll the table until it is this guest's turn or the game is over."""
        while True:
            update = self.http.get(f"/api/tables/{table}").raise_for_status().json()
            if update["view"]["moves"] or update["table"]["status"] == "over":
                return update
            time.sleep(0.06)

    def hint(self, table: str) -> None:
        self.http.post(f"/api/tables/{table}/hint", json={}).raise_for_status()

    def move(self, table: str, update: Any) -> None:
        command = {"id": secrets.token_hex(8), "version": update["version"], "move": update["view"]["moves"][0]["id"]}
        self.http.post(f"/api/tables/{table}/moves", json=command).raise_for_status()


Arguments = ParamSpec("Arguments")


def seconds(job: Callable[Arguments, object], *arguments: Arguments.args, **named: Arguments.kwargs) -> float:
    began = time.perf_counter()
    job(*arguments, **named)
    return time.perf_counter() - began


def measure(address: str, tries: int) -> None:
    """Measure a guest at another table, with an easy bot."""
    ann, table = Guest(address, 0), ""
    hints, bots, moves = [], [], []
    for number in range(tries):
        if number % MOVES_IN_A_GAME == 0:
            table = ann.play("easy") or ""
        update = ann.await_turn(table)
        hints.append(seconds(ann.hint, table))
        moves.append(seconds(ann.move, table, update))
        bots.append(seconds(ann.await_turn, table))
        time.sleep(2.0)  # stay within the rate limit for hints
    for what, taken in (("hint", hints), ("easy bot", bots), ("move", moves)):
        print(
            f"    {what}: median {statistics.median(taken) * 1000:.0f} ms, slowest {max(taken) * 1000:.0f} ms",
            flush=True,
        )


@contextmanager
def server() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/flood.sqlite"
        migrate(database)
        process, address = start_server(database, workers=1)
        try:
            while httpx.get(f"{address}/health").status_code != 200:
                time.sleep(0.1)
            yield address
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=100, help="with three bots each")
    parser.add_argument("--tries", type=int, default=20)
    options = parser.parse_args()
    print(f"{os.cpu_count()} cores, {options.tries} tries")
    many = options.tables // 2
    measure_under(0, 0, "expert", 0, options.tries)
    for level in ("expert", "hard"):
        for guests, addresses in ((1, 1), (many, 1), (many, many)):
            measure_under(guests, addresses, level, options.tables, options.tries)


def measure_under(guests: int, addresses: int, level: str, tables: int, tries: int) -> None:
    """Measure while these guests, spread over that many addresses, flood the server with tables."""
    with server() as address:
        flooding = [Guest(address, 1 + number % addresses) for number in range(guests)]
        began = time.perf_counter()
        asked = [flooding[n % guests].play(*[level] * 3) for n in range(tables)]
        taken, opened = time.perf_counter() - began, sum(table is not None for table in asked)
        print(f"  {guests} guests at {addresses} addresses, 3 bots of {level} at {opened} tables, in {taken:.0f} s:")
        measure(address, tries)


if __name__ == "__main__":
    main()
