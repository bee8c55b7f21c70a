"""A WebSocket as uvicorn speaks it, to which something can be said at once.

After every move everybody at the table is told. Through the layers of an application each of them would need a task
that is woken, waits and goes to sleep again, which takes longer than to say it.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from fastapi import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

EXTENSION = "rooftop.line"
CLOSING_SECONDS = 2.0
BYTES_AT_ONCE, BYTES_A_SECOND = 256 * 1024, 8 * 1024


class Line(WebSocketsSansIOProtocol):
    when_free: Callable[[], object] = staticmethod(lambda: None)
    """Called when a client that was slow has caught up."""

    answering = False
    """While an answer is to follow at once, what is said goes out together with it."""

    is_lost = False
    """Whether nothing more comes or goes."""

    _credit, _heard = 0.0, 0.0
    """How many bytes may come, as of when."""

    @classmethod
    def of(cls, websocket: WebSocket) -> "Line":
        line: Line = websocket.scope["extensions"][EXTENSION]["line"]
        return line

    @property
    def is_gone(self) -> bool:
        """Whether the client has hung up; uvloop raises where something is written to a connection that is closed."""
        return self.is_lost or self.transport.is_closing()

    @property
    def is_free(self) -> bool:
        """Whether something said now is soon on its way: the client is there and has taken what was said before."""
        is_open = self.conn.state is State.OPEN and not self.close_sent and not self.is_gone
        return is_open and self.writable.is_set()

    def say(self, text: bytes) -> None:
        self.conn.send_text(text)
        if not self.answering:
            self.transport.write(b"".join(self.conn.data_to_send()))

    async def wait_until_lost(self) -> None:
        """Mostly until the next round of the loop, for which no event needs to be kept with every connection."""
        while not self.is_lost:
            await asyncio.sleep(0.01)

    async def close_soon(self) -> None:
        """The client has been told to close; one that does not is hung up on."""
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSING_SECONDS):
                await self.wait_until_lost()
        self.hang_up()

    def hang_up(self) -> None:
        """Without a word."""
        self.transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.app_state["connections"].talk(self.transport)

    def data_received(self, data: bytes) -> None:
        if not self._is_in_time(len(data)):
            self.hang_up()
            return
        super().data_received(data)
        # A request for a WebSocket that is not understood is answered by nobody.
        if self.conn.handshake_exc and not self.handshake_initiated:
            self.hang_up()

    def _is_in_time(self, size: int) -> bool:
        """Whether no more has come than people send; pings and parts of messages are counted nowhere else."""
        now = self.loop.time()
        self._credit = min(BYTES_AT_ONCE, self._credit + (now - self._heard) * BYTES_A_SECOND) - size
        self._heard = now
        return self._credit >= 0

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][EXTENSION] = {"line": self}

    def resume_writing(self) -> None:
        super().resume_writing()
        self.when_free()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.is_lost = True
        self.app_state["connections"].leave(self.transport)

    def shutdown(self) -> None:
        if not self.is_gone:
            super().shutdown()
