"""Clients that do not read their response, and connections that do not finish closing."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from rooftop.server.api import connections, static
from server.inside import Inside, serving_inside
from server.raw_sockets import dial
from server.serving import Visitor, wait_for

HURRY = 0.2


@pytest.fixture
def sweeping(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Inside]:
    monkeypatch.setattr(connections, "SWEEP_EVERY", HURRY)
    with serving_inside(tmp_path) as inside:
        yield inside


def largest_asset() -> str:
    files = (static.FOLDER / "assets").glob("*.js")
    return max(files, key=lambda file: file.stat().st_size).name


def open_connections(inside: Inside) -> int:
    return len(inside.server.server_state.connections)


def ask_without_reading(inside: Inside) -> None:
    connection = dial(inside.address, receives=4096)
    connection.sendall(f"GET /assets/{largest_asset()} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())


def test_clients_that_do_not_read_their_response_are_disconnected(
    sweeping: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = Visitor(sweeping.address, "Ann")
    table = ann.create("me", "random")
    with ann.live(table) as live:
        live.await_update()
        ann.http.close()
        wait_for(lambda: open_connections(sweeping) == 1)
        for _ in range(5):
            ask_without_reading(sweeping)
        wait_for(lambda: open_connections(sweeping) == 6)
        monkeypatch.setattr(connections, "ANSWER_SECONDS", HURRY)
        wait_for(lambda: open_connections(sweeping) == 1)
        assert live.ask(do="ping") == {"tell": "pong"}


def test_a_closing_connection_with_unsent_data_is_aborted(sweeping: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "CLOSING_SECONDS", HURRY)
    ask_without_reading(sweeping)
    [protocol] = wait_for(lambda: sweeping.server.server_state.connections)
    sweeping.loop.call_soon_threadsafe(protocol.transport.close)
    wait_for(lambda: open_connections(sweeping) == 0)
