"""Limits on connections: their number, the size of a request's head and the time until a request is complete.

A slow or silent connection (slowloris) costs a file descriptor, which are scarce. When there are too many connections,
in total or from one address, the one whose request has been incomplete for longest is closed. So players are served
even if somebody at the same address opens connections and sends nothing.

A `Connection` is a proxy between asyncio's transport and uvicorn's protocol, with the interfaces that both expect.
"""

import asyncio
import http
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, cast

import httptools
from starlette.types import Scope
from uvicorn import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from rooftop.server.metrics import CONNECTIONS, CONNECTIONS_REFUSED
from rooftop.server.service.limits import Tally, network_of

LARGEST_HEAD = 16 * 1024
MOST_HEADERS = 100
LARGEST_REQUEST = 256 * 1024
"""Bytes in total, including chunk headers, chunk extensions and trailers."""
REQUEST_SECONDS = 10.0
"""Time limit for a complete request, since the connection was opened or the last response was sent."""
ANSWER_SECONDS = 60.0
"""Time limit for the response to be computed and read by the client."""
CLOSING_SECONDS = 10.0
"""Time limit for closing. Without it, unsent data to a client that does not read would keep the connection open."""
REFUSED_SECONDS = 2.0
"""The same for a refused WebSocket."""
SWEEP_EVERY = 1.0
BYTES_AT_ONCE, BYTES_A_SECOND = 256 * 1024, 8 * 1024
"""Token bucket for incoming WebSocket data. No other limit counts pings and fragments."""


class Connections:
    """The open connections of a process."""

    def __init__(self, most: int, most_each: int) -> None:
        """`most_each` is per address; 0 (no limit) behind a proxy, where all share one address."""
        self._most = most
        self._most_each = most_each or most
        self._address: dict[Connection, str] = {}
        self._each = Tally()
        self._awaiting: Since = {}
        """Connections with an incomplete request."""
        self._answering: Since = {}
        """Connections with a response in progress."""
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
        """Close the connection whose request has been incomplete for longest, or the newcomer if there is none. With
        an address, consider only connections from there."""
        slow = (waiting for waiting in self._awaiting if address is None or self._address[waiting] == address)
        self._drop(next(slow, newcomer), reason)

    def _drop(self, connection: "Connection", reason: str) -> None:
        CONNECTIONS_REFUSED.labels(reason).inc()
        self._awaiting.pop(connection, None)
        connection.abort()

    def await_request(self, connection: "Connection") -> None:
        """Start the timeout for the next request."""
        self._set_state(connection, self._awaiting)

    def request_received(self, connection: "Connection") -> None:
        """The request is complete: start the timeout for the response."""
        self._set_state(connection, self._answering)

    def upgrade(self, connection: "Connection") -> None:
        """The connection has become a WebSocket, which has no timeout."""
        self._set_state(connection, {})

    def _set_state(self, connection: "Connection", state: "Since") -> None:
        self._awaiting.pop(connection, None)
        self._answering.pop(connection, None)
        if connection in self._address:  # it may have been closed already
            state[connection] = time.monotonic()

    def remove(self, connection: "Connection") -> None:
        for since in (self._awaiting, self._answering, self._closing):
            since.pop(connection, None)
        self._each.decrement(self._address.pop(connection))
        CONNECTIONS.dec()

    async def sweep(self) -> None:
        """Close connections that exceed their timeouts. Never returns."""
        while True:
            await asyncio.sleep(SWEEP_EVERY)
            self._sweep()

    def _sweep(self) -> None:
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
"""Connections in a state and when they entered it, oldest first."""


def _overdue(since: Since, seconds: float) -> list["Connection"]:
    limit = time.monotonic() - seconds
    return [connection for connection, began in since.items() if began < limit]


class Connection(asyncio.Protocol):
    """The asyncio protocol of a connection. Delegates to uvicorn's protocol: HTTP first, WebSocket after an upgrade.
    uvicorn creates one per accepted connection (`uvicorn.Config(http=Connection)`)."""

    on_writable: Callable[[], object] | None = None
    """Called when the write buffer of a slow client has drained."""

    def __init__(self, config: Config, server_state: ServerState, app_state: dict[str, Any], _loop: Any = None) -> None:
        self._connections: Connections = app_state["connections"]
        state = {**app_state, "connection": self}
        self._protocol: asyncio.Protocol = HttpToolsProtocol(config, server_state, state, _loop)
        self._request: _Request | None = _Request()
        """The state of the current request; None once this is a WebSocket."""
        self._tokens, self._refilled = float(BYTES_AT_ONCE), time.monotonic()
        """Token bucket for incoming WebSocket data: bytes left, and when it was last refilled."""
        self._corked: list[bytes] | None = None
        """Frames buffered until `uncork`; None when not corked."""
        self._is_lost = False
        self._is_writable = True
        self._waiter: asyncio.Future[None] | None = None
        """Resolved when `_is_lost` or `_is_writable` changes."""

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
        del self._protocol  # breaks a reference cycle, so that reference counting frees both

    # --- called by uvicorn's protocol and by the application -------------------------------------------------

    def _switch_to(self, protocol: asyncio.Protocol) -> None:
        """Switch to the WebSocket protocol. The request timeout still applies: an invalid handshake never reaches the
        application."""
        # To the HTTP protocol the connection is lost. It drops its parser then, with which it is a reference cycle.
        self._protocol.connection_lost(ConnectionAbortedError("upgraded"))
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
        """Whether the connection is open and its write buffer is below the high-water mark."""
        return self._is_writable and not self.is_closing

    def send(self, text: bytes) -> None:
        """Write a text frame to the transport, bypassing ASGI. Every move is sent to everybody at the table. With ASGI,
        each send would wake a task per client, which costs more than the write."""
        frame = Frame(Opcode.TEXT, text).serialize(mask=False)
        if self._corked is not None:
            self._corked.append(frame)
        elif not self.is_closing:
            self.transport.write(frame)

    def cork(self) -> None:
        """Buffer frames until `uncork` writes them at once, in one packet."""
        self._corked = []

    def uncork(self) -> None:
        frames, self._corked = self._corked, None
        if frames and not self.is_closing:
            self.transport.write(b"".join(frames))

    async def drain(self) -> None:
        """Wait until the write buffer has drained. Back-pressure: commands of a client that does not read wait."""
        while not self._is_writable and not self.is_closing:
            await self._wait()

    def _within_rate(self, size: int) -> bool:
        """Charge incoming bytes to the token bucket. False if they exceed it."""
        now = time.monotonic()
        self._tokens = min(BYTES_AT_ONCE, self._tokens + (now - self._refilled) * BYTES_A_SECOND) - size
        self._refilled = now
        return self._tokens >= 0

    # --- the end ---------------------------------------------------------------------------------------------

    @property
    def is_closing(self) -> bool:
        return self._is_lost or self.transport.is_closing()

    def refuse(self, status: http.HTTPStatus, reason: str) -> None:
        """Send a response without a body, then close. Usually no request has been parsed yet."""
        if self.is_closing:
            return
        CONNECTIONS_REFUSED.labels(reason).inc()
        head = f"HTTP/1.1 {status.value} {status.phrase}", "connection: close", "content-length: 0"
        self.transport.write("\r\n".join((*head, "", "")).encode())
        self.transport.close()

    def abort(self) -> None:
        """Close at once and discard unsent data."""
        self.transport.abort()

    async def wait_until_lost(self) -> None:
        while not self._is_lost:
            await self._wait()

    async def close_soon(self) -> None:
        """Give the client time to complete the closing handshake, then abort."""
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
    """Tracks the progress of a request with the same parser as uvicorn."""

    def __init__(self) -> None:
        self._progress = _Progress()
        self._parser = httptools.HttpRequestParser(self._progress)
        self._size = 0
        """Bytes of the whole request as received."""

    @property
    def is_complete(self) -> bool:
        return self._progress.is_complete

    def read(self, data: bytes) -> tuple[http.HTTPStatus, str] | None:
        """Parse more data. Return status and reason if the request is refused."""
        if self.is_complete:  # Pipelining: browsers do not use it, and uvicorn would buffer without limit.
            return http.HTTPStatus.BAD_REQUEST, "too_early"
        self._size += len(data)
        # uvicorn rejects invalid HTTP itself. Data after an upgrade is not HTTP.
        with suppress(httptools.HttpParserError, httptools.HttpParserUpgrade):
            self._parser.feed_data(data)
        head = self._size if self._progress.is_in_head else self._progress.head
        if head > LARGEST_HEAD or self._progress.headers > MOST_HEADERS:
            return http.HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "head_too_large"
        if self._size > LARGEST_REQUEST:
            return http.HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "request_too_large"
        if self._progress.is_pipelined:
            return http.HTTPStatus.BAD_REQUEST, "too_early"
        return None


class _Progress:
    """How far a request has been parsed. The `on_` methods are the parser's callbacks. Apart from `_Request`, so that
    parser and callbacks are no reference cycle."""

    def __init__(self) -> None:
        self.is_in_head = True
        self.head = 0
        """Bytes of the URL and the headers parsed so far."""
        self.headers = 0
        self.is_complete = False
        self.is_pipelined = False

    def on_message_begin(self) -> None:
        self.is_pipelined = self.is_complete

    def on_url(self, url: bytes) -> None:
        self.head += len(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self.head += len(name) + len(value) + len(": \r\n")
        self.headers += 1

    def on_headers_complete(self) -> None:
        self.is_in_head = False

    def on_message_complete(self) -> None:
        self.is_complete = True


class _Transport:
    """Wraps the transport for uvicorn's protocols. They write to closed transports, for which uvloop raises. They call
    `set_protocol` to upgrade, which has to reach the `Connection`."""

    def __init__(self, transport: asyncio.Transport, switch: Callable[[asyncio.Protocol], None]) -> None:
        self._transport = transport
        self.set_protocol = switch
        self.is_closing = transport.is_closing

    def write(self, data: bytes) -> None:
        if not self.is_closing():
            self._transport.write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)
