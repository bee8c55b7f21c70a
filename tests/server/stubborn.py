"""Players who come back by themselves: whatever happens to the connection, a move is sent until it is acknowledged."""

import asyncio
import json
import random
import secrets
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

TRY_AGAIN = 0.1


class Stubborn:
    def __init__(self, address: str, cookie: str, table: str, seed: int) -> None:
        self.url = f"{address.replace('http', 'ws', 1)}/api/tables/{table}/live"
        self.headers = {"Cookie": cookie}
        self.table = table
        self.chooser = random.Random(seed)
        self.pending: dict[str, Any] | None = None
        self.acknowledged: list[str] = []
        self.returns = -1
        self.letter: dict[str, Any] = {}
        self.decided_on = ""
        self.log: list[str] = []
        self.over = False

    async def play(self) -> None:
        """To the end of the game."""
        while not self.over:
            try:
                async with connect(self.url, additional_headers=self.headers, open_timeout=60) as socket:
                    self.returns += 1
                    await self._play(socket)
            except (ConnectionClosed, InvalidHandshake, OSError, TimeoutError, EOFError):
                await asyncio.sleep(TRY_AGAIN)

    async def _play(self, socket: ClientConnection) -> None:
        if self.pending:
            await socket.send(json.dumps(self.pending))
        async for text in socket:
            message = json.loads(text)
            if message["tell"] == "done":
                self.acknowledged.append(message["id"])
                self.pending = None
            elif message["tell"] == "refused":
                assert message["error"]["code"] in ("stale", "unavailable"), message
                self.pending = None
            else:
                self._read(message)
            if self.pending is None:
                if self.over:
                    return
                await self._decide(socket)

    def _read(self, letter: dict[str, Any]) -> None:
        self.letter = letter
        self.log[letter["log"]["from"] :] = [line["text"] for line in letter["log"]["lines"]]
        self.over = letter["table"]["status"] == "over"

    async def _decide(self, socket: ClientConnection) -> None:
        """Once on each view: the answer to a move may come before or after the view that it leads to."""
        version, moves = self.letter["version"], self.letter["view"]["moves"]
        if moves and version != self.decided_on:
            self.decided_on, move = version, self.chooser.choice(moves)["id"]
            self.pending = {"do": "move", "id": secrets.token_hex(8), "version": version, "move": move}
            await socket.send(json.dumps(self.pending))
