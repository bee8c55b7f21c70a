"""Thousands of lightweight clients in one process. They share the cores with the server, so they use little CPU time.

They implement only the necessary part of WebSocket and search messages for substrings instead of parsing JSON.
"""

import asyncio
import itertools
import os
import random
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

SEATS = 4
WANTED_MS = 50
"""A rate is sustained if the p99 latency is lower."""
TRIES = 3
"""A rate counts as sustained if one of the tries succeeds: other processes cause noise."""
UPDATE = b'{"tell":"table"'
DONE = b'{"tell":"done"'
NO_MOVES = b'"moves":[]}}'
OVER = b'"status":"over"'
VERSION = re.compile(rb'"version":"(\w+)"')
MOVE = re.compile(rb'"id":(\d+)')
KEY = re.compile(rb'"id":"(\w+)"')

UPGRADE = """GET /api/tables/{table}/live HTTP/1.1\r
Host: {host}\r
Upgrade: websocket\r
Connection: Upgrade\r
Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
Sec-WebSocket-Version: 13\r
Cookie: rooftop={token}\r
\r
"""
TEXT, PING, PONG = 1, 9, 10
FROM_EACH_ADDRESS = 200
"""Connections per source address, below the server's limit."""


@dataclass(frozen=True)
class Place:
    """A table and the session tokens of its players."""

    table: str
    tokens: tuple[str, ...]


def loopback_address(number: int) -> str:
    """One of many loopback addresses, so that clients connect from different source addresses."""
    return f"127.0.{1 + number // 250 % 250}.{1 + number % 250}"


class Socket(asyncio.Protocol):
    """A WebSocket client that receives whole messages and sends short ones."""

    opened = itertools.count()

    def __init__(self, receive: Callable[["Socket", bytes], None]) -> None:
        self.receive = receive
        self.buffer = bytearray()
        self.upgraded = False

    async def open(self, address: str, place: Place, token: str) -> None:
        host, _, port = address.removeprefix("http://").partition(":")
        loop, home = asyncio.get_running_loop(), loopback_address(next(self.opened) // FROM_EACH_ADDRESS)
        self.transport, _ = await loop.create_connection(lambda: self, host, int(port), local_addr=(home, 0))
        self.transport.write(UPGRADE.format(table=place.table, host=f"{host}:{port}", token=token).encode())

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.upgraded:
            head, ended, rest = bytes(self.buffer).partition(b"\r\n\r\n")
            if not ended:
                return
            assert b" 101 " in head[:20], head
            self.upgraded, self.buffer = True, bytearray(rest)
        while self._take_frame():
            pass

    def _take_frame(self) -> bool:
        buffer = self.buffer
        if len(buffer) < 4:
            return False
        length, start = buffer[1], 2
        if length > 125:
            start = 4 if length == 126 else 10
            length = int.from_bytes(buffer[2:start], "big")
        if len(buffer) < start + length:
            return False
        kind, message = buffer[0] & 15, bytes(buffer[start : start + length])
        del buffer[: start + length]
        if kind == TEXT:
            self.receive(self, message)
        elif kind == PING:
            self.send(message, PONG)
        return True

    def send(self, message: bytes, kind: int = TEXT) -> None:
        """Send a message with a masking key of zeros, which the protocol allows."""
        if self.transport.is_closing():
            return
        size = len(message)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        self.transport.write(bytes([0x80 | kind]) + length + bytes(4) + message)


class Table:
    """Four clients at a table. `move` lets the one to decide move; the others measure when they see it."""

    def __init__(self) -> None:
        self.sockets = [Socket(self.seen) for _ in range(SEATS)]
        self.decider: tuple[Socket, bytes, list[bytes]] | None = None
        self.mover: Socket | None = None
        self.sent_at: float | None = None
        self.latencies: list[float] = []
        self.acknowledged: set[str] = set()
        self.updates = 0
        self.over = False

    async def open(self, address: str, place: Place) -> None:
        opening = (socket.open(address, place, token) for socket, token in zip(self.sockets, place.tokens, strict=True))
        await asyncio.gather(*opening)
        while self.updates < SEATS:
            await asyncio.sleep(0.001)

    def seen(self, socket: Socket, message: bytes) -> None:
        if message.startswith(UPDATE):
            self._read(socket, message)
        elif message.startswith(DONE) and (key := KEY.search(message)):
            self.acknowledged.add(key[1].decode())

    def _read(self, socket: Socket, update: bytes) -> None:
        self.updates += 1
        if self.sent_at and socket is not self.mover:
            self.latencies.append(time.perf_counter() - self.sent_at)
        if not update.endswith(NO_MOVES):
            version = VERSION.search(update)
            assert version
            self.decider = (socket, version[1], MOVE.findall(update, update.rfind(b'"moves":[')))
        elif OVER in update:
            self.over = True

    def move(self, chooser: random.Random) -> bool:
        """Send a random move. Returns False while the view after the last move is outstanding."""
        if self.decider is None:
            return False
        self.mover, version, moves = self.decider
        self.decider, self.sent_at = None, time.perf_counter()
        key = b"%x" % chooser.getrandbits(64)
        command = b'{"do":"move","id":"%b","version":"%b","move":%b}' % (key, version, chooser.choice(moves))
        self.mover.send(command)
        return True


@dataclass
class Load:
    """The result of a load."""

    made: float
    latencies: list[float] = field(repr=False)
    own_share: float
    """CPU share of the clients themselves, in cores."""


async def connect_all(address: str, places: Sequence[Place]) -> list[Table]:
    tables = [Table() for _ in places]
    for table, place in zip(tables, places, strict=True):
        await table.open(address, place)
    return tables


async def leave_all(tables: Sequence[Table]) -> set[str]:
    """Disconnect and return the acknowledged moves."""
    for table in tables:
        for socket in table.sockets:
            socket.transport.close()
    await asyncio.sleep(1)
    return _acknowledged(tables)


def _acknowledged(tables: Sequence[Table]) -> set[str]:
    return {key for table in tables for key in table.acknowledged}


async def load(tables: Sequence[Table], rate: float, seconds: float) -> Load:
    """Send moves at a constant rate, round-robin over the tables that are ready."""
    chooser, made, turn = random.Random(), 0, 0
    for table in tables:
        table.latencies.clear()
        table.sent_at = None
    used, began = time.process_time(), time.perf_counter()
    while (now := time.perf_counter() - began) < seconds:
        tried = 0
        while made < now * rate and tried < len(tables):
            made += tables[turn % len(tables)].move(chooser)
            turn, tried = turn + 1, tried + 1
        await asyncio.sleep(0.001)
    own_share = (time.process_time() - used) / seconds
    await asyncio.sleep(1)
    latencies = [latency * 1000 for table in tables for latency in table.latencies]
    return Load(made / seconds, latencies, own_share)


async def load_and_kill(tables: Sequence[Table], rate: float, seconds: float, group: int) -> set[str]:
    """Kill all processes of the server under load and return the acknowledged moves."""
    loading = asyncio.create_task(load(tables, rate, seconds + 1))
    await asyncio.sleep(seconds)
    os.killpg(group, 9)
    await loading
    return _acknowledged(tables)
