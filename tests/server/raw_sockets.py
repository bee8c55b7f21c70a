"""Raw TCP connections, to send partial data and to disconnect at any moment."""

import base64
import os
import socket
import struct
from contextlib import suppress

from server.serving import CLOSE_AFTERWARDS, TIMEOUT

NO_LINGER = struct.pack("ii", 1, 0)


def dial(address: str, source: str = "127.0.0.1", receives: int | None = None) -> socket.socket:
    """Connect from a local source address, optionally with a small receive buffer."""
    host, port = address.removeprefix("http://").split(":")
    connection = socket.socket()
    CLOSE_AFTERWARDS.append(connection.close)
    connection.settimeout(TIMEOUT)
    if receives:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receives)
    connection.bind((source, 0))
    connection.connect((host, int(port)))
    return connection


def reset(connection: socket.socket) -> None:
    """Close with a RST."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, NO_LINGER)
    connection.close()


def say(connection: socket.socket, said: bytes) -> None:
    with suppress(ConnectionError):  # the server has closed it already, in favour of a newer one
        connection.sendall(said)


def handshake(table: str, cookie: str = "", host: str = "127.0.0.1") -> bytes:
    """The WebSocket handshake of a table."""
    lines = [
        f"GET /api/tables/{table}/live HTTP/1.1",
        f"Host: {host}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        "Sec-WebSocket-Version: 13",
        *([f"Cookie: {cookie}"] if cookie else []),
    ]
    return "\r\n".join((*lines, "", "")).encode()


def frame(text: str) -> bytes:
    """A masked text frame; the mask is zero."""
    said = text.encode()
    length = struct.pack("!B", 0x80 | len(said)) if len(said) < 126 else struct.pack("!BH", 0x80 | 126, len(said))
    return b"\x81" + length + bytes(4) + said


def read_until(connection: socket.socket, wanted: bytes) -> bytes:
    """Receive until `wanted` appears."""
    heard = b""
    while wanted not in heard:
        more = connection.recv(65536)
        assert more, f"closed after {heard!r}"
        heard += more
    return heard


def answer_of(connection: socket.socket) -> bytes:
    """Receive until the server closes or resets the connection."""
    heard = b""
    try:
        while more := connection.recv(65536):
            heard += more
    except ConnectionError:
        pass
    return heard
