"""Database outages: nothing acknowledged is lost, requests are refused, and afterwards games and bots resume."""

import asyncio
import json
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from platforms import needs_prlimit
from server.outages import PostgreSQL, full_disk, locked, moved_away
from server.pairs import Pair, play_on
from server.retrying import check_nothing_lost, moves_made, play_through, players_at_tables, stored_events
from server.serving import Live, Server, Visitor, serving, settles

pytestmark = pytest.mark.xdist_group("test_outages.py")  # in one process: they share servers

OUTAGE_SECONDS = 4.0
"""Long enough for a bot to finish thinking."""


@dataclass
class Fault:
    """A temporary fault of a server's database."""

    server: Server
    strike: Callable[[], AbstractContextManager[None]]
    is_detectable: bool
    """Whether reads fail too, so that the server detects it before the first write."""


@pytest.fixture(scope="module")
def database() -> Iterator[PostgreSQL]:
    with PostgreSQL() as running:
        yield running


@pytest.fixture(scope="module")
def on_postgresql(database: PostgreSQL) -> Iterator[Server]:
    with serving(database.address) as running:
        yield running


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("outages") / "tables.sqlite"


@pytest.fixture(scope="module")
def on_sqlite(file: Path) -> Iterator[Server]:
    with serving(f"sqlite:///{file}") as running:
        yield running


@pytest.fixture(params=["stopped", "locked", pytest.param("full", marks=needs_prlimit), "moved"])
def fault(request: pytest.FixtureRequest) -> Fault:
    if request.param == "stopped":
        server, database = (request.getfixturevalue(name) for name in ("on_postgresql", "database"))
        return Fault(server, database.away, is_detectable=True)
    server, file = (request.getfixturevalue(name) for name in ("on_sqlite", "file"))
    if request.param == "locked":
        return Fault(server, lambda: locked(file), is_detectable=False)
    if request.param == "full":
        return Fault(server, lambda: full_disk(server.pid), is_detectable=False)
    return Fault(server, lambda: moved_away(file), is_detectable=True)


def beside_a_thinking_bot(server: Server) -> Live:
    """A socket at a table where a bot has just started to think."""
    ann = Visitor(server.address, "Ann")
    table = ann.create("me", "expert", variant="intro")
    ann.start(table)
    live = ann.live(table)
    live.await_update(lambda update: update["view"]["moves"])
    while live.update["view"]["moves"]:
        lines = len(live.log)
        live.move()
        live.await_update(lambda _, lines=lines: len(live.log) > lines)  # type: ignore[misc]
    return live


def command_of(live: Live) -> dict[str, Any]:
    """A move command that can be repeated until it is acknowledged."""
    move = live.update["view"]["moves"][0]["id"]
    return {"id": secrets.token_hex(8), "version": live.update["version"], "move": move}


def health(server: Server) -> tuple[int, str]:
    """The HTTP status of /health and its database field."""
    status, body = server.ask("/health")
    return status, json.loads(body)["database"]


def move_until_refused(pair: Pair) -> tuple[list[str], dict[str, Any]]:
    """Move until a move is refused. Return the acknowledged keys and the refused command."""
    acknowledged: list[str] = []
    while True:
        mover = pair.mover()
        assert mover, "the game was over before anything went wrong"
        command, lines = command_of(mover), len(mover.log)
        answer = mover.ask(do="move", **command)
        if answer["tell"] == "refused":
            assert (answer["id"], answer["error"]["code"]) == (command["id"], "unavailable")
            return acknowledged, command
        acknowledged.append(command["id"])
        for live in pair.lives:
            live.await_update(lambda _, live=live, lines=lines: len(live.log) > lines)  # type: ignore[misc]


def test_writes_are_refused_during_an_outage_and_resume_afterwards(fault: Fault) -> None:
    server, pair = fault.server, Pair(fault.server)
    pair.mover()
    bot, began = beside_a_thinking_bot(server), time.monotonic()
    with fault.strike():
        time.sleep(max(0.0, began + OUTAGE_SECONDS - time.monotonic()))
        acknowledged, refused = move_until_refused(pair)  # after the bot has tried to store its move
        assert not (fault.is_detectable and acknowledged)
        settles(lambda: health(server), (503, "failing"))
        assert pair.lives[0].ask(do="ping") == {"tell": "pong"}, "the connection is still there"
    bot.await_update(lambda update: update["view"]["moves"])
    assert pair.move(**refused), "the same command once more, over the same connection"
    stored = {event.data.get("key") for event in stored_events(server.database, pair.table)}
    assert {*acknowledged, refused["id"]} <= stored
    play_on(server, pair)


def test_new_connections_are_refused_during_an_outage(on_postgresql: Server, database: PostgreSQL) -> None:
    pair = Pair(on_postgresql)
    ann, path = pair.people[0], f"/api/tables/{pair.table}"
    with database.away():
        for visitor in (ann, Visitor(on_postgresql.address)):
            live = visitor.live(pair.table)
            refusal = live.receive()
            assert (refusal["tell"], refusal["id"], refusal["error"]["code"]) == ("refused", None, "unavailable")
            assert live.closed() == 4503
            assert visitor.get(path, status=503)["error"]["code"] == "unavailable"
        assert ann.post(f"{path}/chat", expect=503, id="1", text="Hello?")["error"]["code"] == "unavailable"
        assert ann.post("/api/people", expect=503, name="Ann")["error"]["code"] == "unavailable"
        settles(lambda: health(on_postgresql), (503, "failing"))
    settles(on_postgresql.is_healthy, True)
    play_on(on_postgresql, pair)


@pytest.mark.parametrize("workers", [1, 2])
def test_games_survive_repeated_outages(database: PostgreSQL, workers: int) -> None:
    with serving(database.address, workers) as server:
        players = players_at_tables(server)

        async def disturb() -> None:
            for _ in range(3):
                await moves_made(players, 20)
                await asyncio.to_thread(database.stop)
                await asyncio.sleep(1)
                await asyncio.to_thread(database.start)

        asyncio.run(play_through(players, disturb))
        check_nothing_lost(database.address, players)


def delete(file: Path) -> None:
    file.unlink()


def delete_log(file: Path) -> None:
    """Delete the write-ahead log, which holds the latest commits."""
    file.with_name(f"{file.name}-wal").unlink()


def replace(file: Path) -> None:
    """Replace the file by a copy, as when restoring a backup."""
    copy = file.with_name("copy.sqlite")
    with closing(sqlite3.connect(file)) as old, closing(sqlite3.connect(copy)) as new:
        old.backup(new)
    copy.replace(file)


@pytest.mark.parametrize("harm", [delete, delete_log, replace])
def test_a_replaced_database_file_is_not_written_to(tmp_path: Path, harm: Callable[[Path], None]) -> None:
    file = tmp_path / "tables.sqlite"
    with serving(f"sqlite:///{file}") as server:
        pair = Pair(server)
        for _ in range(3):
            pair.move()
        harm(file)
        acknowledged, _ = move_until_refused(pair)
        assert not acknowledged
        assert pair.people[0].post("/api/people", expect=503, name="Ann")["error"]["code"] == "unavailable"
        settles(lambda: health(server), (503, "failing"))
        server.stop()
        for left in tmp_path.glob("tables.sqlite*"):
            left.unlink()
        server.start()
        Pair(server).play()
