"""Upgrades: games that began by other rules than the server has are frozen, and databases of other versions."""

import asyncio
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from commands import ROOFTOP, run
from rooftop.server.domain import decisions
from rooftop.server.domain.events import Event
from rooftop.server.domain.people import Person
from rooftop.server.domain.table import WAITING_LIMIT, Table
from rooftop.server.storage.database import migrate
from rooftop.server.storage.storage import Storage
from server.retrying import stored_events
from server.serving import Server, Visitor, serving, wait_for

UPGRADED = [
    sys.executable,
    "-c",
    "import sys; from rooftop.games.skyliners import GAME; object.__setattr__(GAME, 'version', 2);"
    "from rooftop.cli import main; sys.exit(main())",
]
"""Rooftop with new rules for Skyliners."""
SENTENCES = {
    "en": "This game began by older rules",
    "de": "Dieses Spiel hat nach älteren Regeln begonnen",
    "nl": "Deze partij is begonnen volgens oudere regels",
}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(f"sqlite:///{tmp_path / 'tables.sqlite'}") as running:
        yield running


def restart(server: Server, program: list[str]) -> None:
    server.stop()
    server.program = program
    server.start()


def store_game_of_a_bot(database: str, table: str, rules: int | None) -> None:
    """Store an open table where a bot has to decide and that no server has seen yet. Older events name no rules."""
    host = Person("nobody", "Ann")
    seats = [{"who": "me"}, {"who": "bot", "level": "random"}]
    created = Event(table, 1, *decisions.create(host, "skyliners", None, seats, listed=True, first=1), time.time())
    started = Event(table, 2, "started", {"seed": "7", "dice": "chacha20"}, time.time())
    before = Table.of(created)
    row = replace(before.index_entry, people=frozenset())
    playing = replace(before.after(started).index_entry, people=frozenset(), rules=rules or 1)
    assert playing.bot_decides
    if rules:
        started.data["rules"] = rules

    async def store(storage: Storage) -> None:
        assert await storage.append(created, None, row)
        assert await storage.append(started, row, playing)

    storage = Storage(database)
    try:
        asyncio.run(store(storage))
    finally:
        storage.close()


def statuses(person: Visitor) -> dict[str, str]:
    return {summary["id"]: summary["status"] for summary in person.get("/api/me/tables")["tables"]}


def play_one(person: Visitor, table: str) -> None:
    """Make a move for whichever seat decides; all are this person's."""
    with person.live(table, seat=person.look(table)["view"]["player"]) as live:
        live.await_update()
        assert live.move()["tell"] == "done"


def test_a_game_of_other_rules_is_frozen_and_plays_on_when_they_return(server: Server) -> None:
    ann = Visitor(server.address, "Ann")
    running, waiting, over = (ann.create("me", "me", open=True, hints=True) for _ in range(3))
    of_another_game = ann.create("me", "me", game="skyline3000")
    for table in (running, over, of_another_game):
        ann.start(table)
    play_one(ann, running)
    ann.post(f"/api/tables/{over}/resign", seat=0)
    played = stored_events(server.database, running)
    assert played[1].data["rules"] == 1

    server.stop()
    store_game_of_a_bot(server.database, "before-versions", None)
    store_game_of_a_bot(server.database, "after-upgrade", 2)
    server.program = UPGRADED
    server.start()
    assert statuses(ann) == {running: "frozen", over: "frozen", waiting: "waiting", of_another_game: "playing"}
    listed = {summary["id"] for summary in ann.get("/api/tables")["tables"]}
    assert listed == {waiting, "after-upgrade"}
    play_one(ann, of_another_game)
    check_frozen(ann, running)
    check_frozen(ann, over)
    # When the bot of one table has been found and has played, the bot of the other would have been, too.
    wait_for(lambda: len(stored_events(server.database, "after-upgrade")) > 2)
    assert len(stored_events(server.database, "before-versions")) == 2
    ann.start(waiting)
    play_one(ann, waiting)
    assert stored_events(server.database, waiting)[1].data["rules"] == 2
    assert stored_events(server.database, running) == played, "the log is untouched"

    restart(server, ROOFTOP)
    assert statuses(ann) == {running: "playing", over: "over", waiting: "frozen", of_another_game: "playing"}
    play_one(ann, running)
    assert ann.get(f"/api/tables/{over}/result")["winners"] == [1]


def check_frozen(person: Visitor, table: str) -> None:
    """It is shown as frozen and accepts nothing, over HTTP and over the socket."""
    move = {"id": "1", "version": "x", "move": 0}
    requests: dict[str, dict[str, Any]] = {
        "moves": move,
        "try": {"version": "x", "move": 0},
        "undo": {"id": "2", "version": "x"},
        "chat": {"id": "3", "text": "Hello"},
        "resign": {"seat": 1},
        "hint": {},
        "leave": {},
        "start": {},
        "rematch": {},
    }
    for language, sentence in SENTENCES.items():
        for path, body in requests.items():
            answer = person.http.post(f"/api/tables/{table}/{path}", json=body, params={"language": language})
            assert answer.status_code == 409, path
            assert answer.json()["error"]["code"] == "frozen", path
            assert answer.json()["error"]["text"].startswith(sentence)
    assert person.get(f"/api/tables/{table}/result", 409)["error"]["code"] == "frozen"
    with person.live(table) as live:
        update = live.await_update()
        assert (update["table"]["status"], update["view"], update["log"]["lines"]) == ("frozen", None, [])
        assert update["table"]["seed"] is None
        assert [chair["name"] for chair in update["table"]["chairs"]] == ["Ann", "Ann 2"]
        assert live.ask(do="move", **move)["error"]["code"] == "frozen"


def test_tables_of_earlier_versions_get_their_game_and_rules(tmp_path: Path) -> None:
    """Migrated from the schema that did not know them."""
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    with serving(database) as server:
        ann = Visitor(server.address, "Ann")
        playing, waiting = ann.create("me", "me"), ann.create("me", "me", game="skyline3000")
        ann.start(playing)
        server.stop()
        engine = sa.create_engine(database)
        with engine.begin() as connection:
            connection.exec_driver_sql("DROP TABLE heartbeat")
            connection.exec_driver_sql("DROP INDEX tables_due")
            connection.exec_driver_sql("DROP INDEX tables_ticking")
            connection.exec_driver_sql("ALTER TABLE tables DROP COLUMN ticks")
            connection.exec_driver_sql("ALTER TABLE tables DROP COLUMN due")
            connection.exec_driver_sql("ALTER TABLE tables DROP COLUMN game")
            connection.exec_driver_sql("ALTER TABLE tables DROP COLUMN rules")
            connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0003'")
        server.start()
        with engine.connect() as connection:
            rows = connection.exec_driver_sql("SELECT id, game, rules FROM tables").all()
            due = dict(map(tuple, connection.exec_driver_sql("SELECT id, due FROM tables").all()))
        engine.dispose()
        assert {tuple(row) for row in rows} == {(playing, "skyliners", 1), (waiting, "skyline3000", None)}
        assert due[playing] is None
        assert due[waiting] == pytest.approx(time.time() + WAITING_LIMIT, abs=600)
        assert statuses(ann) == {playing: "playing", waiting: "waiting"}


def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    migrate(f"sqlite:///{file}")
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    refused = run("serve", "--port", "0", "--database", f"sqlite:///{file}")
    assert refused.returncode == 1
    assert refused.stderr == "rooftop: A newer version of Rooftop has used this database. Install that version.\n"
