"""Slow, silent and greedy connections do not affect players."""

import resource
import time
from collections.abc import Iterator
from contextlib import suppress

import psutil
import pytest

from server.pairs import Pair, play_on
from server.raw_sockets import answer_of, dial, handshake, read_until, say
from server.serving import TIMEOUT, Server, serving

OPEN_FILES = 1024
CROWD = 1100
BEGINNINGS = [
    b"",
    b"GET /heal",
    b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
    b"POST /api/people HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{",
]
"""Partial requests, after which the client sends nothing more."""
MEGABYTE = 1024 * 1024
MOST_SENT = 30 * MEGABYTE


@pytest.fixture(scope="module", autouse=True)
def raise_open_files_limit() -> None:
    """This process opens many connections."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


@pytest.fixture(scope="module", params=[pytest.param(n, marks=pytest.mark.xdist_group(f"workers {n}")) for n in (1, 2)])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    file = tmp_path_factory.mktemp("connections") / "tables.sqlite"
    with serving(f"sqlite:///{file}", request.param, open_files=OPEN_FILES) as running:
        yield running


def refused(server: Server, reason: str) -> float:
    """The number of refused connections so far."""
    return server.metrics().get(f'rooftop_connections_refused_total{{reason="{reason}"}}', 0)


@pytest.mark.parametrize("source", ["127.0.0.1", "127.0.0.9"])
def test_silent_connections_do_not_block_others(server: Server, source: str) -> None:
    pair, before = Pair(server), refused(server, "too_many_from_address")
    for n in range(CROWD):
        say(dial(server.address, source), BEGINNINGS[n % len(BEGINNINGS)])
        if n % 100 == 0:
            pair.move()
    play_on(server, pair)
    assert refused(server, "too_many_from_address") > before


def test_incomplete_requests_time_out(server: Server) -> None:
    pair, before = Pair(server), refused(server, "too_slow")
    crowd = [dial(server.address) for _ in BEGINNINGS]
    for connection, beginning in zip(crowd, BEGINNINGS, strict=True):
        say(connection, beginning)
    dripping = dial(server.address)
    say(dripping, BEGINNINGS[2])
    end = time.monotonic() + TIMEOUT
    with suppress(ConnectionError):
        while time.monotonic() < end:
            dripping.sendall(b"x")
            time.sleep(0.2)
    assert time.monotonic() < end, "a byte now and then is no request"
    for connection in crowd[1:]:
        assert answer_of(connection).startswith(b"HTTP/1.1 408")
    answer_of(crowd[0])
    assert refused(server, "too_slow") - before >= len(crowd)
    play_on(server, pair)


def test_an_endless_head_is_refused_and_costs_no_memory(server: Server) -> None:
    pair, turned_away = Pair(server), refused(server, "head_too_large")
    pair.move()
    before, sent = memory(server), 0
    endless = dial(server.address)
    say(endless, BEGINNINGS[2])
    with suppress(ConnectionError):
        while sent < MOST_SENT:
            sent += endless.send(b"x" * 65536)
    assert sent < MOST_SENT, "closed long before"
    assert memory(server) - before < 10 * MEGABYTE
    greedy = dial(server.address)
    say(greedy, BEGINNINGS[2] + b"x" * 17_000)
    assert answer_of(greedy).startswith(b"HTTP/1.1 431")
    assert refused(server, "head_too_large") - turned_away == 2
    play_on(server, pair)


@pytest.mark.parametrize("headers", [b"a:\r\n" * 15_000, b"a: b\r\n" * 200, (b"X: " + b"y" * 200 + b"\r\n") * 90])
def test_a_large_head_in_one_packet_is_refused(server: Server, headers: bytes) -> None:
    with dial(server.address) as large:
        say(large, b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n" + headers + b"\r\n")
        assert answer_of(large).startswith(b"HTTP/1.1 431")


def memory(server: Server) -> int:
    processes = server.worker_processes() if server.workers > 1 else [server.pid]
    return sum(psutil.Process(process).memory_info().rss for process in processes)


def test_clients_that_never_read_delay_nobody(server: Server) -> None:
    pair = Pair(server)
    for person in ("", pair.people[0].cookie):
        dial(server.address, receives=4096).sendall(handshake(pair.table, person))
    for _ in range(5):
        pair.move()
    play_on(server, pair)


def test_the_head_limit_does_not_count_the_body(server: Server) -> None:
    """Holds for any segmentation of the request."""
    with dial(server.address) as large:
        large.sendall(b"POST /api/people HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 20000\r\n\r\n" + b"x" * 20_000)
        assert answer_of(large).startswith(b"HTTP/1.1 413")
    with dial(server.address) as parted:
        parted.sendall(b"POST /api/people HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 20000\r\n\r\nx")
        time.sleep(0.1)  # usually makes two packets
        parted.sendall(b"x" * 19_999)
        assert answer_of(parted).startswith(b"HTTP/1.1 413")
    with dial(server.address) as patient:
        for _ in range(20):
            patient.sendall(b"GET /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Padding: " + b"x" * 1000 + b"\r\n\r\n")
            assert read_until(patient, b"null").startswith(b"HTTP/1.1 200"), "each head alone"


def test_invalid_handshakes_are_closed(server: Server) -> None:
    pair = Pair(server)
    begun, ended = handshake(pair.table)[:-2], b"\r\n"
    connections = []
    for more in (b"X: y\r\n" * 150, b"X: " + b"y" * 9000 + b"\r\n", b"Content-Length: 5\r\n"):
        connections.append(dial(server.address))
        say(connections[-1], begun + more + ended)
    for connection in connections:  # all of them time out together
        answer_of(connection)
    play_on(server, pair)


def test_trailers_have_a_limit(server: Server) -> None:
    pair, sent = Pair(server), 0
    endless = dial(server.address)
    head = b"POST /api/people HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
    say(endless, head + b"0\r\n")
    with suppress(ConnectionError):
        while sent < MOST_SENT:
            sent += endless.send(b"X: y\r\n" * 10_000)
    assert sent < MOST_SENT, "closed long before"
    play_on(server, pair)


def test_pipelining_is_refused(server: Server) -> None:
    pair = Pair(server)
    for _ in range(5):
        hasty = dial(server.address)
        say(hasty, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 1000)
        assert answer_of(hasty).count(b"HTTP/1.1 200") <= 1
    play_on(server, pair)


@pytest.mark.parametrize("part", [b"\x89\x80" + bytes(4), b"\x00\x80" + bytes(4)])
def test_a_flood_of_pings_or_fragments_is_disconnected(server: Server, part: bytes) -> None:
    pair, sent = Pair(server), 0
    flood = dial(server.address)
    flood.sendall(handshake(pair.table))
    read_until(flood, b'"tell":"table"')
    flood.sendall(b"\x01\x80" + bytes(4) if part[0] == 0 else b"")  # the first fragment of a message
    with suppress(ConnectionError):
        while sent < MOST_SENT:
            sent += flood.send(part * 10_000)
            flood.setblocking(False)
            with suppress(BlockingIOError):
                flood.recv(1 << 20)
            flood.settimeout(TIMEOUT)
    assert sent < MOST_SENT, "closed long before"
    play_on(server, pair)
