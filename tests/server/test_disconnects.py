"""Clients that disconnect at any stage. Meanwhile a game goes on: each move is answered and seen by both players."""

import gc
import json
import os
import secrets
import signal
import socket
from collections.abc import Callable, Iterator
from itertools import cycle

import pytest
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from rooftop.server.api.connections import Connection
from rooftop.server.api.socket import Client
from server.inside import Inside
from server.pairs import Pair, play_on
from server.raw_sockets import dial, frame, handshake, read_until, reset
from server.serving import Running, Server, Visitor, serving, settles

pytestmark = pytest.mark.xdist_group("test_disconnects.py")  # in one process: they share servers

TIMES = 20
"""Repetitions of each kind of disconnect, as a stranger and as a player."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('hang-ups') / 'tables.sqlite'}") as running:
        yield running


@pytest.fixture(scope="module")
def two_workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('workers') / 'tables.sqlite'}", workers=2) as running:
        yield running


# --- stages of a connection ----------------------------------------------------------------------------------


def connected(client: socket.socket, table: str, cookie: str) -> None:
    pass


def in_the_request_line(client: socket.socket, table: str, cookie: str) -> None:
    client.sendall(handshake(table, cookie)[:12])


def in_the_headers(client: socket.socket, table: str, cookie: str) -> None:
    client.sendall(handshake(table, cookie)[:-20])


def asked(client: socket.socket, table: str, cookie: str) -> None:
    client.sendall(handshake(table, cookie))


def accepted(client: socket.socket, table: str, cookie: str) -> None:
    asked(client, table, cookie)
    read_until(client, b"\r\n\r\n")


def looked(client: socket.socket, table: str, cookie: str) -> None:
    asked(client, table, cookie)
    read_until(client, b'"tell":"table"')


def in_a_frame(client: socket.socket, table: str, cookie: str) -> None:
    looked(client, table, cookie)
    client.sendall(frame('{"do":"ping"}')[:9])


def said(client: socket.socket, table: str, cookie: str) -> None:
    looked(client, table, cookie)
    client.sendall(frame(json.dumps({"do": "say", "id": secrets.token_hex(8), "text": "Bye"})))


def waiting_for_a_hint(client: socket.socket, table: str, cookie: str) -> None:
    looked(client, table, cookie)
    client.sendall(frame('{"do":"hint"}'))


def refused(client: socket.socket, table: str, cookie: str) -> None:
    client.sendall(handshake(table, cookie).replace(b"Version: 13", b"Version: 12"))
    read_until(client, b"\r\n\r\n")


def while_a_page_is_sent(client: socket.socket, table: str, cookie: str) -> None:
    client.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")


def in_a_body(client: socket.socket, table: str, cookie: str) -> None:
    client.sendall(post(table, cookie, '{"id":"1","text":"Bye"}')[:-9])


def asked_over_http(client: socket.socket, table: str, cookie: str) -> None:
    client.sendall(post(table, cookie, '{"id":"1","text":"Bye"}'))


def post(table: str, cookie: str, body: str) -> bytes:
    head = [f"POST /api/tables/{table}/chat HTTP/1.1", "Host: 127.0.0.1", f"Content-Length: {len(body)}"]
    cookies = [f"Cookie: {cookie}"] if cookie else []
    return "\r\n".join([*head, *cookies, "Content-Type: application/json", "", body]).encode()


Stage = Callable[[socket.socket, str, str], None]
STAGES: list[Stage] = [
    connected,
    in_the_request_line,
    in_the_headers,
    asked,
    accepted,
    looked,
    in_a_frame,
    said,
    waiting_for_a_hint,
    refused,
    while_a_page_is_sent,
    in_a_body,
    asked_over_http,
]


def finish(client: socket.socket) -> None:
    """Close with a FIN."""
    client.shutdown(socket.SHUT_WR)
    client.close()


PER_CONNECTION = (Connection, Client, HttpToolsProtocol, WebSocketsSansIOProtocol)
SOURCES = cycle(f"127.0.1.{n}" for n in range(1, 51))
"""Local addresses. Many, to stay below the limits per address."""


def disconnect(server: Running, table: str, cookie: str, stage: Stage) -> None:
    for sent in ("", cookie):
        for end in (reset, finish):
            client = dial(server.address, next(SOURCES))
            stage(client, table, sent)
            end(client)


@pytest.mark.parametrize("stage", STAGES)
def test_disconnects_affect_nobody_else(server: Server, stage: Stage) -> None:
    pair = Pair(server, hints=True)
    for _ in range(TIMES):
        disconnect(server, pair.table, pair.people[0].cookie, stage)
        pair.move()
    play_on(server, pair)


@pytest.mark.parametrize("stage", [in_the_request_line, asked, accepted, said])
def test_disconnects_affect_nobody_else_with_several_workers(two_workers: Server, stage: Stage) -> None:
    pair = Pair(two_workers)
    for _ in range(TIMES // 4):
        disconnect(two_workers, pair.table, pair.people[0].cookie, stage)
        pair.move()
    play_on(two_workers, pair)


@pytest.mark.parametrize("end", [reset, finish])
def test_a_move_before_a_disconnect_is_made_at_most_once(server: Server, end: Callable[[socket.socket], None]) -> None:
    """Repeating it is safe in either case."""
    pair = Pair(server)
    for _ in range(TIMES):
        mover = pair.mover()
        if mover is None:
            break
        move = mover.update["view"]["moves"][0]["id"]
        command = {"id": secrets.token_hex(8), "version": mover.update["version"], "move": move}
        client = dial(server.address, next(SOURCES))
        looked(client, pair.table, pair.people[pair.lives.index(mover)].cookie)
        client.sendall(frame(json.dumps({"do": "move", **command})))
        end(client)
        assert pair.move(**command)
    play_on(server, pair)


def test_connections_of_a_killed_worker_leave_the_metrics(two_workers: Server) -> None:
    pair = Pair(two_workers)
    for process in two_workers.worker_processes():
        os.kill(process, signal.SIGKILL)
        settles(lambda process=process: process in two_workers.worker_processes(), False)  # type: ignore[misc]
        settles(lambda: len(two_workers.worker_processes()), 2)
    settles(two_workers.is_healthy, True)
    play_on(two_workers, pair)


RAISING = (refused, while_a_page_is_sent)
"""Stages at which websockets and Starlette keep an exception, and with it a reference cycle."""


@pytest.mark.parametrize("stage", [stage for stage in STAGES if stage not in RAISING])
def test_a_lost_connection_is_freed_by_reference_counting(inside: Inside, stage: Stage) -> None:
    """A full garbage collection stops the event loop, so it is rare. A connection must not be a reference cycle."""
    ann = Visitor(inside.address, "Ann")
    table = ann.create("me", "random", open=True)
    ann.start(table)
    ann.http.close()
    gc.collect()
    gc.disable()
    try:
        disconnect(inside, table, ann.cookie, stage)
        inside.check_at_rest()
        settles(lambda: sum(type(found) in PER_CONNECTION for found in gc.get_objects()), 0)
    finally:
        gc.enable()
