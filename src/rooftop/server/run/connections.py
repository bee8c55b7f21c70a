"""Limits on connections: how many there may be, how large the head of a request, and how long until it is complete.

Whoever is slow or silent costs an open file, of which a process has few. So where there are too many connections, from
one address or in all, the one goes that has owed its request for the longest: people who come to play are served even
where somebody at the same address floods the server.
"""

import asyncio
import http
import time
from itertools import chain
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

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
SWEEP_EVERY = 1.0

Since = dict[asyncio.Transport, float]
"""From when on something holds for connections, the oldest first."""


class Connections:
    """The open connections of a process."""

    def __init__(self, most: int, most_each: int) -> None:
        """`most_each` is for one address; 0 where they all come from a proxy."""
        self._most = most
        self._most_each = most_each or most
        self._address: dict[asyncio.Transport, str] = {}
        self._each = Tally()
        self._owing: Since = {}
        """Those whose request is not complete."""
        self._answered: Since = {}
        """Those whose request is being answered."""
        self._closing: Since = {}

    def arrive(self, transport: asyncio.Transport) -> None:
        peer = transport.get_extra_info("peername")
        address = network_of(str(peer[0])) if peer else ""
        if self._each[address] >= self._most_each:
            self._make_room("too_many_from_address", transport, address)
        elif len(self._address) >= self._most:
            self._make_room("too_many", transport)
        self._address[transport] = address
        self._each[address] += 1
        CONNECTIONS.inc()
        self.owe(transport)

    def _make_room(self, reason: str, newcomer: asyncio.Transport, address: str | None = None) -> None:
        """In the place of the slowest, of that address where one is given; where nobody is slow, the newcomer goes."""
        slow = (owing for owing in self._owing if address is None or self._address[owing] == address)
        self._drop(next(slow, newcomer), reason)

    def _drop(self, transport: asyncio.Transport, reason: str) -> None:
        CONNECTIONS_REFUSED.labels(reason).inc()
        self._owing.pop(transport, None)
        transport.abort()

    def owe(self, transport: asyncio.Transport) -> None:
        """A request is waited for."""
        self._move(transport, self._owing)

    def answer(self, transport: asyncio.Transport) -> None:
        """The request is complete."""
        self._move(transport, self._answered)

    def talk(self, transport: asyncio.Transport) -> None:
        """It has become a WebSocket, which lasts."""
        self._answered.pop(transport, None)

    def _move(self, transport: asyncio.Transport, state: Since) -> None:
        self._owing.pop(transport, None)
        self._answered.pop(transport, None)
        if transport in self._address:  # and has not left in the meantime
            state[transport] = time.monotonic()

    def leave(self, transport: asyncio.Transport) -> None:
        for since in (self._owing, self._answered, self._closing):
            since.pop(transport, None)
        address = self._address.pop(transport, None)
        if address is not None:
            self._each.take(address)
            CONNECTIONS.dec()

    async def sweep(self) -> None:
        """Close those that are too slow, for as long as the server runs."""
        while True:
            await asyncio.sleep(SWEEP_EVERY)
            for transport in self._address:
                if transport.is_closing():
                    self._closing.setdefault(transport, time.monotonic())
            for transport in _late(self._owing, REQUEST_SECONDS):
                if not transport.is_closing():
                    transport.write(_answer(http.HTTPStatus.REQUEST_TIMEOUT))
                    transport.close()
                    CONNECTIONS_REFUSED.labels("too_slow").inc()
            for transport in _late(self._answered, ANSWER_SECONDS):
                self._drop(transport, "too_slow")
            for transport in _late(self._closing, CLOSING_SECONDS):
                transport.abort()


def _late(since: Since, seconds: float) -> list[asyncio.Transport]:
    limit = time.monotonic() - seconds
    return [transport for transport, began in since.items() if began < limit]


def _answer(status: http.HTTPStatus) -> bytes:
    """Without a body, to whoever has not come as far as to ask something."""
    head = f"HTTP/1.1 {status.value} {status.phrase}", "connection: close", "content-length: 0"
    return "\r\n".join((*head, "", "")).encode()


class HeadTooLarge(Exception):
    """Raised to the parser, which then takes the request for an invalid one."""


class Impatient(Exception):
    """Raised likewise: a request has come before the answer to the last. Browsers do not do that, and uvicorn would
    keep all that fit into a packet."""


class LimitedHttp(HttpToolsProtocol):
    """HTTP as uvicorn speaks it, within limits. What is overridden is called by asyncio or by httptools."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._open: Connections = self.app_state["connections"]
        self._in_head, self._head_ended = True, False
        """Whether a head is waited for, and whether one has ended with what was received last."""
        self._head = 0
        """Bytes of a head that is not complete yet, or the size of one that is."""
        self._received = 0
        """Bytes of a request that is not complete yet."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._open.arrive(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._open.leave(self.transport)

    def data_received(self, data: bytes) -> None:
        was_in_head, self._head_ended = self._in_head, False
        super().data_received(data)
        if was_in_head and self._in_head and not self._head_ended:
            self._head += len(data)
            if self._head > LARGEST_HEAD:
                self.send_400_response("")
        self._received += len(data)
        if self._received > LARGEST_REQUEST:
            CONNECTIONS_REFUSED.labels("request_too_large").inc()
            self.transport.abort()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._head = True, 0

    def on_headers_complete(self) -> None:
        self._in_head, self._head_ended = False, True
        self._head = len(self.url) + sum(map(len, chain.from_iterable(self.headers)))
        if self._head > LARGEST_HEAD:
            raise HeadTooLarge
        if self.cycle and not self.cycle.response_complete:
            raise Impatient
        super().on_headers_complete()

    def send_400_response(self, msg: str) -> None:
        if self._head <= LARGEST_HEAD:
            super().send_400_response(msg)
        elif not self.transport.is_closing():
            CONNECTIONS_REFUSED.labels("head_too_large").inc()
            self.transport.write(_answer(http.HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE))
            self.transport.close()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._open.answer(self.transport)
        self._in_head, self._head, self._received = True, 0, 0

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._open.owe(self.transport)
