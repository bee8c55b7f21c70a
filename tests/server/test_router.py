"""Routing of connections to workers."""

import os
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from platforms import needs_proc
from rooftop.server.api.connections import REQUEST_SECONDS
from rooftop.server.run.workers import HEARTBEAT_TIMEOUT, LATE_AFTER, MAX_SILENT
from server.raw_sockets import answer_of, say
from server.serving import TIMEOUT, Live, Server, Visitor, serving, wait_for

pytestmark = pytest.mark.xdist_group("test_router.py")  # in one process: they share servers

ASK = b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('router') / 'tables.sqlite'}", workers=2) as running:
        yield running


ESTABLISHED = "01"


def holder(server: Server, live: Live) -> int:
    """The worker that serves a connection."""
    ends = [f"0100007F:{port:04X}" for port in (server.port, live.socket.local_address[1])]
    rows = [line.split() for line in Path("/proc/net/tcp").read_text("ascii").splitlines()]
    [inode] = [row[9] for row in rows if row[1:4] == [*ends, ESTABLISHED]]
    [process] = [pid for pid in server.worker_processes() if f"socket:[{inode}]" in open_files(pid)]
    return process


def open_files(process: int) -> set[str]:
    found = set()
    for file in Path(f"/proc/{process}/fd").iterdir():
        with suppress(FileNotFoundError):  # closed meanwhile
            found.add(os.readlink(file))
    return found


def holders(server: Server, table: str, people: list[Visitor]) -> set[int]:
    """The workers that serve these people at a table."""
    with ExitStack() as opened:
        lives = [opened.enter_context(person.live(table)) for person in people]
        for live in lives:
            live.await_update()
        return {holder(server, live) for live in lives}


@needs_proc
def test_everyone_at_a_table_is_in_one_process(server: Server) -> None:
    people = [Visitor(server.address, "Ann"), Visitor(server.address, "Bob"), Visitor(server.address)]

    used: set[int] = set()

    def all_workers_are_used() -> bool:
        [process] = holders(server, people[0].create("me", "anyone", open=True), people)
        used.add(process)
        return len(used) == server.workers

    wait_for(all_workers_are_used)


def test_silent_and_slow_connections_delay_nobody(server: Server) -> None:
    with ExitStack() as opened:

        def connect() -> socket.socket:
            return opened.enter_context(socket.create_connection(("127.0.0.1", server.port), TIMEOUT))

        slow = [connect() for _ in range(3)]
        for connection in slow:
            connection.sendall(ASK[:9])
        silent = [connect() for _ in range(MAX_SILENT + 3)]
        gone = connect()
        gone.close()
        ann = Visitor(server.address, "Ann")
        table = ann.create("me", "me")
        ann.start(table)
        ann.live(table).await_update(lambda update: update["view"])
        for connection in slow:
            say(connection, ASK[9:])
        for connection in silent:
            say(connection, ASK)
        # On a busy machine some connections may already have timed out; all others are served.
        answers = [answer_of(connection)[:12] for connection in [*slow, *silent]]
        assert set(answers) <= {b"HTTP/1.1 200", b"HTTP/1.1 408", b""}
        began = time.monotonic()
        reserve = [connect() for _ in range(3)]
        for connection in reserve:
            say(connection, ASK)
        in_time = time.monotonic() - began < REQUEST_SECONDS
        assert not in_time or {answer_of(connection)[:12] for connection in reserve} == {b"HTTP/1.1 200"}


@needs_proc
def test_a_dead_worker_is_replaced(server: Server) -> None:
    ann = Visitor(server.address, "Ann")
    table, before = ann.create("me", "me"), set(server.worker_processes())
    [killed] = holders(server, table, [ann])
    os.kill(killed, signal.SIGKILL)
    wait_for(lambda: killed not in server.worker_processes())

    def served_by_a_new_one() -> set[int]:
        with suppress(ConnectionClosed, InvalidHandshake, OSError):  # routed to the dying worker
            return holders(server, table, [ann]) - before
        return set()

    wait_for(served_by_a_new_one)


@needs_proc
def test_an_unresponsive_worker_is_bypassed(server: Server) -> None:
    """Long before it counts as dead: other workers are preferred to one that misses heartbeats."""
    stopped = server.worker_processes()[0]
    os.kill(stopped, signal.SIGSTOP)

    def all_are_answered() -> bool:
        for _ in range(2 * server.workers):  # round robin would reach every worker
            with socket.create_connection(("127.0.0.1", server.port), LATE_AFTER) as connection:
                connection.sendall(ASK)
                try:
                    assert connection.recv(12) == b"HTTP/1.1 200"
                except TimeoutError:
                    return False
        return True

    try:
        wait_for(all_are_answered, HEARTBEAT_TIMEOUT - LATE_AFTER)
        assert stopped in server.worker_processes(), "it has not been replaced"
    finally:
        os.kill(stopped, signal.SIGCONT)
