"""Simulated clients that play, spectate, and disconnect in every way that a connection can end.

They retry: whatever happens to a connection or the database, a client resends a move until it is acknowledged.
"""

import asyncio
import json
import random
import secrets
import socket
import struct
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import httpx
from clients import UPGRADE, loopback_address
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

TABLES, SPECTATORS, STRANGERS = 10, 3, 2
"""Concurrent number of each."""
ADDRESSES = 50
"""Number of source addresses."""
PATIENCE = 60.0
"""Timeout in seconds for anything that must happen."""
TRY_AGAIN = 0.5
THINKS = (0.1, 0.5)
"""Range of seconds per decision."""
BETWEEN = (0.2, 1.0)
"""Range of seconds between two visits."""
AWAY = (0.2, 3.0)
"""Range of seconds before a vanished client reconnects."""
VANISHES, CHATS, ASKS_FOR_A_HINT, FALLS_SILENT = 0.02, 0.02, 0.003, 0.002
"""Probabilities per decision."""
ABANDONED = 0.3
"""Share of tables that everybody leaves for good."""
LEAVE_AFTER = (1.0, 20.0)
LEVELS = ("random", "random", "greedy", "easy")
"""Levels of bots, mostly cheap ones: this does not test their play."""
HALF_A_FRAME = b"\x81\xfe\x01\x00" + bytes(4) + b'{"do":"mo'
A_WISH = b"\x81\x8d" + bytes(4) + b'{"do":"ping"}'
BROKEN = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError, EOFError)
"""How a connection to a running server can fail or end."""
EXPECTED_REFUSALS = ("stale", "unavailable", "too_many", "not_your_turn", "over")


class GivenUp(Exception):
    """The server has not done what was asked, despite retries."""


@dataclass
class Crowd:
    """All clients of one server, and their observations."""

    address: str
    """The address of the server."""
    games: Sequence[str]
    tables: set["Table"] = field(default_factory=set)
    """Tables in play."""
    tally: Counter[str] = field(default_factory=Counter)
    acknowledged: set[str] = field(default_factory=set)
    """The idempotency keys of acknowledged moves and remarks."""
    broken: list[str] = field(default_factory=list)
    """Violations, as text."""
    calm: bool = False
    """Wind down: nobody vanishes any more, and decisions take the minimum time."""

    def new_address(self) -> str:
        self.tally["visitors"] += 1
        return loopback_address(self.tally["visitors"] % ADDRESSES)

    async def some_time(self, bounds: tuple[float, float]) -> None:
        await asyncio.sleep(bounds[0] if self.calm else random.uniform(*bounds))

    def chance(self, likelihood: float) -> bool:
        return not self.calm and random.random() < likelihood

    async def run(self) -> None:
        """Run until `calm` is set and all games are over."""
        async with asyncio.TaskGroup() as together:
            for act, how_many in ((self._play, TABLES), (self._look_on, SPECTATORS), (self._pass_by, STRANGERS)):
                for _ in range(how_many):
                    together.create_task(self._repeat(act))

    async def _repeat(self, act: Callable[[], Awaitable[None]]) -> None:
        while not self.calm:
            try:
                await act()
            except GivenUp as given_up:
                self.broken.append(str(given_up))
            await self.some_time(BETWEEN)

    async def _play(self) -> None:
        async with guest_of(self, "Ann") as ann, guest_of(self, "Bob") as bob:
            table = await sit_down(self, ann, bob)
            self.tables.add(table)
            try:
                await table.play()
            finally:
                self.tables.discard(table)

    async def _look_on(self) -> None:
        async with guest_of(self, "Eve") as eve:
            if self.tables:
                await watch(eve, random.choice(list(self.tables)))

    async def _pass_by(self) -> None:
        if self.tables:
            await hang_up(self, random.choice(list(self.tables)), random.choice(STAGES))


# --- players -------------------------------------------------------------------------------------------------


@dataclass
class Guest:
    crowd: Crowd
    home: str
    """The source address."""
    http: httpx.AsyncClient

    async def post(self, path: str, **body: Any) -> Any:
        """Retry until success: all our requests are idempotent."""
        end, answer = time.monotonic() + PATIENCE, ""
        while time.monotonic() < end:
            try:
                response = await self.http.post(path, json=body)
                if response.is_success:
                    return response.json()
                answer = f"{response.status_code} {response.text[:200]}"
                self._judge(path, response.status_code, answer)
            except httpx.TransportError as error:
                answer = repr(error)
                self.crowd.tally["requests broken off"] += 1
            await asyncio.sleep(TRY_AGAIN)
        raise GivenUp(f"POST {path}: {answer}")

    def _judge(self, path: str, status: int, answer: str) -> None:
        if status == 503:
            self.crowd.tally["unavailable"] += 1
        elif status != 429:
            self.crowd.broken.append(f"POST {path}: {answer}")

    @asynccontextmanager
    async def socket(self, table: str) -> AsyncIterator[ClientConnection]:
        url = f"{self.crowd.address.replace('http', 'ws', 1)}/api/tables/{table}/live"
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        self.crowd.tally["connections"] += 1
        async with connect(
            url,
            additional_headers={"Cookie": cookie},
            local_addr=(self.home, 0),
            open_timeout=PATIENCE,
            ping_interval=None,
            compression=None,
        ) as opened:
            yield opened


@asynccontextmanager
async def guest_of(crowd: Crowd, name: str) -> AsyncIterator[Guest]:
    home = crowd.new_address()
    transport = httpx.AsyncHTTPTransport(local_address=home)
    async with httpx.AsyncClient(base_url=crowd.address, transport=transport, timeout=PATIENCE) as http:
        guest = Guest(crowd, home, http)
        await guest.post("/api/people", name=name)
        yield guest


async def sit_down(crowd: Crowd, ann: Guest, bob: Guest) -> "Table":
    """Start a table with two guests and a bot. The games alternate."""
    crowd.tally["tables"] += 1
    game = crowd.games[crowd.tally["tables"] % len(crowd.games)]
    seats = [{"who": "me"}, {"who": "anyone"}, {"who": "bot", "level": random.choice(LEVELS)}]
    created = await ann.post("/api/tables", game=game, seats=seats, open=True, hints=True)
    table = created["table"]["id"]
    await bob.post(f"/api/tables/{table}/join")
    await ann.post(f"/api/tables/{table}/start")
    return Table(crowd, table, game, (ann, bob))


class Table:
    """Two people and a bot who play a game to its end, or abandon it."""

    def __init__(self, crowd: Crowd, table: str, game: str, guests: Sequence[Guest]) -> None:
        self.crowd, self.id, self.game = crowd, table, game
        self.players = [Player(guest, self) for guest in guests]
        self.changed = time.monotonic()
        self.left_at = random.uniform(*LEAVE_AFTER) if crowd.chance(ABANDONED) else None
        """Seconds after which everybody leaves, or None."""

    async def play(self) -> None:
        began = time.monotonic()
        playing = [asyncio.create_task(player.play()) for player in self.players]
        try:
            while not all(task.done() for task in playing):
                await asyncio.wait(playing, timeout=0.5)
                if self.left_at and time.monotonic() > began + self.left_at:
                    self.crowd.tally["abandoned"] += 1
                    return
                if time.monotonic() > self.changed + PATIENCE:
                    self._tell_stuck()
                    return
            await asyncio.gather(*playing)
            self.crowd.tally["games"] += 1
            self.crowd.tally[f"games of {self.game}"] += 1
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)

    def _tell_stuck(self) -> None:
        self.crowd.tally["stuck"] += 1
        updates = [player.update.get("table", {}) for player in self.players]
        seen = [f"{update.get('status')}, seat {update.get('player')} decides" for update in updates]
        self.crowd.broken.append(f"table {self.id} of {self.game} is stuck; its people see: {'; '.join(seen)}")


class Vanished(Exception):
    """The client has disconnected and will reconnect."""


class Player:
    """Sends one command at a time and resends it until it is answered."""

    def __init__(self, guest: Guest, table: Table) -> None:
        self.guest, self.crowd, self.table = guest, guest.crowd, table
        self.update: dict[str, Any] = {}
        self.pending: dict[str, Any] | None = None
        self.decided_on = ""
        """The version of the view that the last move was based on. The acknowledgement may precede the next view."""
        self.over = False

    async def play(self) -> None:
        while not self.over or self.pending:
            try:
                async with self.guest.socket(self.table.id) as socket:
                    await self._stay(socket)
            except Vanished:
                await self.crowd.some_time(AWAY)
            except BROKEN as error:
                note_end(self.crowd, error)
                await asyncio.sleep(TRY_AGAIN)

    async def _stay(self, socket: ClientConnection) -> None:
        if self.pending:
            await socket.send(json.dumps(self.pending))
        while not self.over or self.pending:
            await self._hear(socket, json.loads(await socket.recv()))
            if not self.pending and self._decides:
                await self.crowd.some_time(THINKS)
                if self.crowd.chance(VANISHES):
                    await self._vanish(socket)
                await self._wish(socket)

    @property
    def _decides(self) -> bool:
        view = self.update.get("view")  # missing if the first message is a refusal
        return bool(view and view["moves"]) and not self.over and self.update["version"] != self.decided_on

    async def _hear(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        match message["tell"]:
            case "table":
                if message["version"] != self.update.get("version"):
                    self.table.changed = time.monotonic()
                self.update = message
                self.over = message["table"]["status"] == "over"
            case "refused":
                await self._hear_refusal(socket, message["error"])
            case "presence":
                pass
            case answer:
                self.crowd.tally[f"{answer} to a {self.pending and self.pending['do']}"] += 1
                if answer == "done":
                    self.crowd.acknowledged.add(message["id"])
                self.pending = None

    async def _hear_refusal(self, socket: ClientConnection, error: dict[str, str]) -> None:
        self.crowd.tally[error["code"]] += 1
        if error["code"] not in EXPECTED_REFUSALS:
            self.crowd.broken.append(f"a {self.pending and self.pending['do']} was refused: {error['code']}")
        if error["code"] == "stale":
            self.pending = None
        elif error["code"] != "unavailable":
            self.pending, self.decided_on = None, ""
        elif self.pending:
            await asyncio.sleep(TRY_AGAIN)
            await socket.send(json.dumps(self.pending))

    async def _wish(self, socket: ClientConnection) -> None:
        key = secrets.token_hex(8)
        if self.crowd.chance(CHATS):
            self.pending = {"do": "say", "id": key, "text": f"What about {key}?"}
        elif self.crowd.chance(ASKS_FOR_A_HINT):
            self.pending = {"do": "hint"}
        else:
            self.decided_on = self.update["version"]
            move = random.choice(self.update["view"]["moves"])["id"]
            self.pending = {"do": "move", "id": key, "version": self.decided_on, "move": move}
        if self.crowd.chance(FALLS_SILENT):
            await self.crowd.some_time((5, 15))
        await socket.send(json.dumps(self.pending))

    async def _vanish(self, socket: ClientConnection) -> None:
        match random.choice(("goodbye", "reset", "in a frame", "after a command")):
            case "goodbye":
                await socket.close()
                raise Vanished
            case "in a frame":
                socket.transport.write(HALF_A_FRAME)
            case "after a command":
                await self._wish(socket)
        reset(self.crowd, socket.transport)
        raise Vanished


# --- spectators and strangers --------------------------------------------------------------------------------


async def watch(guest: Guest, table: Table) -> None:
    """Spectate for a while, chat, and disconnect with or without a close frame."""
    guest.crowd.tally["spectators"] += 1
    try:
        async with guest.socket(table.id) as socket:
            await socket.send(json.dumps({"do": "say", "id": secrets.token_hex(8), "text": "Well played!"}))
            with suppress(TimeoutError):
                async with asyncio.timeout(random.uniform(2, 10)):
                    async for text in socket:
                        message = json.loads(text)
                        if message["tell"] == "done":
                            guest.crowd.acknowledged.add(message["id"])
                        elif message["tell"] == "refused":
                            guest.crowd.tally[message["error"]["code"]] += 1
            if guest.crowd.chance(0.5):
                reset(guest.crowd, socket.transport)
    except BROKEN as error:
        note_end(guest.crowd, error)


STAGES = ("connected", "in the request", "after the request", "answered", "in a frame", "after a command", "silent")


async def hang_up(crowd: Crowd, table: Table, stage: str) -> None:
    """Open a connection without a session, proceed to a stage, and reset it."""
    host, _, port = crowd.address.removeprefix("http://").partition(":")
    request = (
        UPGRADE.format(table=table.id, host=f"{host}:{port}", token="").replace("Cookie: rooftop=\r\n", "").encode()
    )
    crowd.tally["connections"] += 1
    try:
        reader, writer = await asyncio.open_connection(host, int(port), local_addr=(crowd.new_address(), 0))
        try:
            async with asyncio.timeout(PATIENCE):
                await _get_as_far_as(stage, request, reader, writer)
            if stage == "silent":
                await crowd.some_time((1, 15))
        finally:
            reset(crowd, writer.transport)
    except BROKEN:
        crowd.tally["strangers sent away"] += 1


async def _get_as_far_as(
    stage: str, request: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    if stage in ("in the request", "silent"):
        writer.write(request[: len(request) // 2])
    elif stage != "connected":
        writer.write(request)
    if stage in ("answered", "in a frame", "after a command"):
        await reader.readuntil(b"\r\n\r\n")
    if stage == "in a frame":
        writer.write(HALF_A_FRAME)
    elif stage == "after a command":
        writer.write(A_WISH)


def reset(crowd: Crowd, transport: asyncio.Transport | asyncio.WriteTransport) -> None:
    """Abort with RST instead of FIN."""
    if transport.is_closing():
        return
    crowd.tally["resets"] += 1
    opened: socket.socket = transport.get_extra_info("socket")
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    transport.abort()


def note_end(crowd: Crowd, error: Exception) -> None:
    """Count how a connection ended. Anything but an explicit "unavailable" is a violation."""
    if isinstance(error, ConnectionClosed) and error.rcvd is not None:
        end = f"closed with {error.rcvd.code}"
    elif isinstance(error, InvalidStatus):
        end = f"handshake answered {error.response.status_code}"
    else:
        end = f"broken off ({type(error).__name__})"
    crowd.tally[end] += 1
    if end not in ("closed with 4503", "handshake answered 503"):
        crowd.broken.append(f"a connection was {end}")
