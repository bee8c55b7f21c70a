"""Players that reconnect and repeat a move, under the same idempotency key, until it is acknowledged."""

import asyncio
import json
import random
import secrets
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from rooftop.server.domain.events import Event
from rooftop.server.storage.storage import Storage
from server.serving import Server, Visitor

RETRY_INTERVAL = 0.1
TABLES = 6


class RetryingPlayer:
    def __init__(self, person: Visitor, table: str, seed: int) -> None:
        self.url = f"{person.address.replace('http', 'ws', 1)}/api/tables/{table}/live"
        self.headers = {"Cookie": person.cookie}
        self.trust = person.trust
        self.table = table
        self.chooser = random.Random(seed)
        self.pending: dict[str, Any] | None = None
        self.acknowledged: list[str] = []
        self.returns = -1
        self.update: dict[str, Any] = {}
        self.decided_on = ""
        self.log: list[str] = []
        self.over = False

    async def play(self) -> None:
        """Play to the end of the game."""
        while not self.over:
            try:
                async with connect(
                    self.url, additional_headers=self.headers, open_timeout=60, ssl=self.trust
                ) as socket:
                    self.returns += 1
                    await self._play(socket)
            except (ConnectionClosed, InvalidHandshake, OSError, TimeoutError, EOFError):
                await asyncio.sleep(RETRY_INTERVAL)

    async def _play(self, socket: ClientConnection) -> None:
        if self.pending:
            await socket.send(json.dumps(self.pending))
        async for text in socket:
            message = json.loads(text)
            if message["tell"] == "done":
                self.acknowledged.append(message["id"])
                self.pending = None
            elif message["tell"] == "refused" and message["error"]["code"] == "unavailable":
                await asyncio.sleep(RETRY_INTERVAL)
                if self.pending:
                    await socket.send(json.dumps(self.pending))
            elif message["tell"] == "refused":
                assert message["error"]["code"] == "stale", message
                self.pending = None
            elif message["tell"] == "table":
                self._read(message)
            if self.pending is None:
                if self.over:
                    return
                await self._decide(socket)

    def _read(self, update: dict[str, Any]) -> None:
        self.update = update
        self.log[update["log"]["from"] :] = [line["text"] for line in update["log"]["lines"]]
        self.over = update["table"]["status"] == "over"

    async def _decide(self, socket: ClientConnection) -> None:
        """Decide once per view: the answer to a move may arrive before or after the resulting view."""
        version, moves = self.update["version"], self.update["view"]["moves"]
        if moves and version != self.decided_on:
            self.decided_on, move = version, self.chooser.choice(moves)["id"]
            self.pending = {"do": "move", "id": secrets.token_hex(8), "version": version, "move": move}
            await socket.send(json.dumps(self.pending))


def players_at_tables(server: Server) -> list[RetryingPlayer]:
    """Players for many tables with two people and a bot each."""
    players = []
    for n in range(TABLES):
        ann, bob = Visitor(server.address, "Ann"), Visitor(server.address, "Bob")
        table = ann.create("me", "anyone", "random", open=True)
        bob.post(f"/api/tables/{table}/join")
        ann.start(table)
        players += [RetryingPlayer(person, table, n) for person in (ann, bob)]
    return players


async def play_through(players: Sequence[RetryingPlayer], disturb: Callable[[], Coroutine[None, None, None]]) -> None:
    async with asyncio.timeout(150), asyncio.TaskGroup() as together:
        for player in players:
            together.create_task(player.play())
        together.create_task(disturb())


async def moves_made(players: Sequence[RetryingPlayer], count: int) -> None:
    """Wait until `count` more moves have been acknowledged."""
    goal = sum(len(player.acknowledged) for player in players) + count
    while sum(len(player.acknowledged) for player in players) < goal and not all(player.over for player in players):
        await asyncio.sleep(0.01)


def check_nothing_lost(database: str, players: Sequence[RetryingPlayer]) -> None:
    for table in {player.table for player in players}:
        events = stored_events(database, table)
        assert [event.number for event in events] == list(range(1, len(events) + 1))
        check_moves(events, [player for player in players if player.table == table])


def stored_events(database: str, table: str) -> list[Event]:
    """Read the events directly from the database."""
    storage = Storage(database)
    try:
        return asyncio.run(storage.events(table, 0))
    finally:
        storage.close()


def check_moves(events: list[Event], players: list[RetryingPlayer]) -> None:
    stored = Counter(event.data["key"] for event in events if "key" in event.data)
    assert max(stored.values()) == 1, "no move twice"
    acknowledged = {key for player in players for key in player.acknowledged}
    assert acknowledged
    assert acknowledged <= stored.keys(), "none lost"
    moves = sum(event.kind == "moved" for event in events)
    assert [len(player.log) for player in players] == [moves] * len(players), "everybody has read of every move"
