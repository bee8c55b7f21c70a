"""Limits on connections: how many there may be, how large the head of a request, and how long until it is complete.

Whoever is slow or silent costs an open file, of which a process has few. So where there are too many connections, from
one address or in all, the one goes that has owed its request for the longest: people who come to play are served even
where somebody at the same address opens connections and says nothing.

A `Connection` stands between asyncio's transport and uvicorn's protocol and speaks to both as they speak to each other.
"""

import asyncio
import http
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, cast

import httptools
from starlette.types import Scope
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from rooftop.server.metrics import CONNECTIONS, CONNECTIONS_REFUSED
from rooftop.server.service.limits import Tally, network_of

LARGEST_HEAD = 16 * 1024
LARGEST_REQUEST = 256 * 1024
"""Bytes in all, with whatever a body that comes in chunks has around and after them."""
REQUEST_SECONDS = 10.0
"""After which a request must be complete, from the connection's beginning or the last answer on."""
ANSWER_SECONDS = 60.0
"""After which the answer must have been made and taken."""
CLOSING_SECONDS = 10.0
"""After which a closed connection must be gone: one that is not read from would wait for that for ever."""
REFUSED_SECONDS = 2.0
"""The same for a WebSocket that was refused."""
SWEEP_EVERY = 1.0
BYTES_AT_ONCE, BYTES_A_SECOND = 256 * 1024, 8 * 1024
"""What may come over a WebSocket: pings and parts of messages are counted nowhere else."""


class Connections:
    """The open connections of a process."""

    def __init__(self, most: int, most_each: int) -> None:
        """`most_each` is for one address; 0 where they all come from a proxy."""
        self._most = most
        self._most_each = most_each or most
        self._address: dict[Connection, str] = {}
        self._each = Tally()
        self._awaiting: Since = {}
        """Those whose request is not complete."""
        self._answering: Since = {}
        """Those whose request is being answered."""
        self._closing: Since = {}

    def add(self, connection: "Connection", address: str) -> None:
        if self._each[address] >= self._most_each:
            self._evict("too_many_from_address", connection, address)
        elif len(self._address) >= self._most:
            self._evict("too_many", connection)
        self._address[connection] = address
        self._each[address] += 1
        CONNECTIONS.inc()
        self.await_request(connection)

    def _evict(self, reason: str, newcomer: "Connection", address: str | None = None) -> None:
        """In the place of the slowest, of that address where one is given; where nobody is slow, the newcomer goes."""
        slow = (waiting for waiting in self._awaiting if address is None or self._address[waiting] == address)
        self._drop(next(slow, newcomer), reason)

    def _drop(self, connection: "Connection", reason: str) -> None:
        CONNECTIONS_REFUSED.labels(reason).inc()
        self._awaiting.pop(connection, None)
        connection.abort()

    def await_request(self, connection: "Connection") -> None:
        """A request is waited for."""
        self._set_state(connection, self._awaiting)

    def request_received(self, connection: "Connection") -> None:
        """The request is complete."""
        self._set_state(connection, self._answering)

    def upgrade(self, connection: "Connection") -> None:
        """It has become a WebSocket, which lasts."""
        self._set_state(connection, {})

    def _set_state(self, connection: "Connection", state: "Since") -> None:
        self._awaiting.pop(connection, None)
        self._answering.pop(connection, None)
        if connection in self._address:  # and has not left in the meantime
            state[connection] = time.monotonic()

    def remove(self, connection: "Connection") -> None:
        for since in (self._awaiting, self._answering, self._closing):
            since.pop(connection, None)
        self._each.decrement(self._address.pop(connection))
        CONNECTIONS.dec()

    async def sweep(self) -> None:
        """Close those that are too slow, for as long as the server runs."""
        while True:
            await asyncio.sleep(SWEEP_EVERY)
            for connection in self._address:
                if connection.is_closing:
                    self._closing.setdefault(connection, time.monotonic())
            for connection in _overdue(self._awaiting, REQUEST_SECONDS):
                connection.refuse(http.HTTPStatus.REQUEST_TIMEOUT, "too_slow")
            for connection in _overdue(self._answering, ANSWER_SECONDS):
                self._drop(connection, "too_slow")
            for connection in _overdue(self._closing, CLOSING_SECONDS):
                connection.abort()


Since = dict["Connection", float]
"""From when on something holds for connections, the oldest first."""


def _overdue(since: Since, seconds: float) -> list["Connection"]:
    limit = time.monotonic() - seconds
    return [connection for connection, began in since.items() if began < limit]


class Connection(asyncio.Protocol):
    """To asyncio the protocol of a connection; to uvicorn's protocol, of HTTP and after an upgrade of WebSockets, what
    calls it. uvicorn makes one for each connection that it accepts (`uvicorn.Config(http=Connection)`)."""

    on_writable: Callable[[], object] | None = None
    """Called when a client that was slow has caught up."""

    def __init__(self, config: Config, server_state: ServerState, app_state: dict[str, Any], _loop: Any = None) -> None:
        self._connections: Connections = app_state["connections"]
        state = {**app_state, "connection": self}
        self._protocol: asyncio.Protocol = HttpToolsProtocol(config, server_state, state, _loop)
        self._request: _Request | None = _Request()
        """What is known of the request that is waited for; None once this is a WebSocket."""
        self._tokens, self._refilled = float(BYTES_AT_ONCE), time.monotonic()
        """How many bytes may come over a WebSocket, as of when."""
        self._corked: list[bytes] | None = None
        """Frames that go out together."""
        self._is_lost = False
        self._is_writable = True
        self._waiter: asyncio.Future[None] | None = None
        """Of one of these two, if somebody waits for that."""

    @staticmethod
    def of(scope: Scope) -> "Connection":
        connection: Connection = scope["state"]["connection"]
        return connection

    # --- called by asyncio -----------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.transport = transport
        peer = transport.get_extra_info("peername")
        self._connections.add(self, network_of(str(peer[0])) if peer else "")
        self._protocol.connection_made(cast(asyncio.Transport, _Transport(transport, self._switch_to)))

    def data_received(self, data: bytes) -> None:
        if self._request is None:
            if not self._within_rate(len(data)):
                self.abort()
                return
        elif refusal := self._request.read(data):
            self.refuse(*refusal)
            return
        elif self._request.is_complete:
            self._connections.request_received(self)
        self._protocol.data_received(data)

    def eof_received(self) -> bool | None:
        return self._protocol.eof_received()

    def pause_writing(self) -> None:
        self._is_writable = False
        self._protocol.pause_writing()

    def resume_writing(self) -> None:
        self._is_writable = True
        self._wake_waiter()
        self._protocol.resume_writing()
        if self.on_writable:
            self.on_writable()

    def connection_lost(self, exc: Exception | None) -> None:
        self._is_lost = True
        self._wake_waiter()
        self._connections.remove(self)
        self._protocol.connection_lost(exc)
        del self._protocol  # which knows this connection: a cycle that only the garbage collector would find

    # --- called by uvicorn's protocol and by the application -------------------------------------------------

    def _switch_to(self, protocol: asyncio.Protocol) -> None:
        """Of WebSockets. A handshake that is not understood never reaches the application, and is owed."""
        self._protocol, self._request = protocol, None
        self._connections.await_request(self)

    def request_answered(self) -> None:
        self._request = _Request()
        self._connections.await_request(self)

    def socket_accepted(self) -> None:
        self._connections.upgrade(self)

    # --- WebSockets ------------------------------------------------------------------------------------------

    @property
    def can_send(self) -> bool:
        """Whether something sent now is soon on its way: the client is there and has taken what was sent before."""
        return self._is_writable and not self.is_closing

    def send(self, text: bytes) -> None:
        """At once. After every move everybody at the table is told; through the layers of an application each of them
        would need a task that is woken, waits and goes to sleep again, which takes longer than to send it."""
        frame = Frame(Opcode.TEXT, text).serialize(mask=False)
        if self._corked is not None:
            self._corked.append(frame)
        elif not self.is_closing:
            self.transport.write(frame)

    def cork(self) -> None:
        """What is sent from now on goes out together, in one packet, at `release`."""
        self._corked = []

    def uncork(self) -> None:
        frames, self._corked = self._corked, None
        if frames and not self.is_closing:
            self.transport.write(b"".join(frames))

    async def drain(self) -> None:
        """Back-pressure: a client that does not read is not served."""
        while not self._is_writable and not self.is_closing:
            await self._wait()

    def _within_rate(self, size: int) -> bool:
        """Whether no more has come than people send."""
        now = time.monotonic()
        self._tokens = min(BYTES_AT_ONCE, self._tokens + (now - self._refilled) * BYTES_A_SECOND) - size
        self._refilled = now
        return self._tokens >= 0

    # --- the end ---------------------------------------------------------------------------------------------

    @property
    def is_closing(self) -> bool:
        return self._is_lost or self.transport.is_closing()

    def refuse(self, status: http.HTTPStatus, reason: str) -> None:
        """Without a body: mostly it has not come as far as to ask something."""
        if self.is_closing:
            return
        CONNECTIONS_REFUSED.labels(reason).inc()
        head = f"HTTP/1.1 {status.value} {status.phrase}", "connection: close", "content-length: 0"
        self.transport.write("\r\n".join((*head, "", "")).encode())
        self.transport.close()

    def abort(self) -> None:
        """Without a word."""
        self.transport.abort()

    async def wait_until_lost(self) -> None:
        while not self._is_lost:
            await self._wait()

    async def close_soon(self) -> None:
        """The client has been told to close; one that does not is hung up on."""
        with suppress(TimeoutError):
            async with asyncio.timeout(REFUSED_SECONDS):
                await self.wait_until_lost()
        self.abort()

    async def _wait(self) -> None:
        self._waiter = asyncio.get_running_loop().create_future()
        await self._waiter

    def _wake_waiter(self) -> None:
        if self._waiter and not self._waiter.done():
            self._waiter.set_result(None)


class _Request:
    """Reads along with uvicorn, by the same parser, how far a request has come. Its methods are called by that."""

    def __init__(self) -> None:
        self._parser = httptools.HttpRequestParser(self)
        self._in_head = True
        self._head = 0
        """Bytes of its parts that are complete."""
        self._size = 0
        """Bytes of the whole request, as it came."""
        self.is_complete = False
        self._is_pipelined = False

    def read(self, data: bytes) -> tuple[http.HTTPStatus, str] | None:
        """Why the request is refused, if it is."""
        if self.is_complete:  # Browsers do not ask again before they are answered, and uvicorn would keep it.
            return http.HTTPStatus.BAD_REQUEST, "too_early"
        self._size += len(data)
        # What is no HTTP is refused by uvicorn; what follows an upgrade is none.
        with suppress(httptools.HttpParserError, httptools.HttpParserUpgrade):
            self._parser.feed_data(data)
        if (self._size if self._in_head else self._head) > LARGEST_HEAD:
            return http.HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "head_too_large"
        if self._size > LARGEST_REQUEST:
            return http.HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "request_too_large"
        if self._is_pipelined:
            return http.HTTPStatus.BAD_REQUEST, "too_early"
        return None

    def on_message_begin(self) -> None:
        self._is_pipelined = self.is_complete

    def on_url(self, url: bytes) -> None:
        self._head += len(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._head += len(name) + len(value)

    def on_headers_complete(self) -> None:
        self._in_head = False

    def on_message_complete(self) -> None:
        self.is_complete = True


class _Transport:
    """The transport as uvicorn's protocols use it. They write to connections that are closed, where uvloop raises, and
    hand theirs over to another protocol."""

    def __init__(self, transport: asyncio.Transport, switch: Callable[[asyncio.Protocol], None]) -> None:
        self._transport = transport
        self.set_protocol = switch
        self.is_closing = transport.is_closing

    def write(self, data: bytes) -> None:
        if not self.is_closing():
            self._transport.write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)
