"""`rooftop admin` on databases that a server uses: live clients learn of everything."""

import asyncio
import io
import json
import secrets
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from typing import Any

import pytest
import sqlalchemy as sa

import commands
from rooftop.cli import main
from rooftop.server.storage.administration import Administration
from rooftop.server.storage.database import connect_to
from rooftop.server.storage.schema import schema
from rooftop.server.storage.storage import Storage
from server.pairs import BOT, is_over
from server.serving import Live, Server, Visitor, serving, wait_for

pytestmark = pytest.mark.xdist_group("test_admin.py")  # in one process: they share servers


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if request.param == "sqlite":
        database = f"sqlite:///{tmp_path_factory.mktemp('admin') / 'tables.sqlite'}"
    else:
        database = str(request.getfixturevalue("postgresql"))
    with serving(database) as running:
        yield running


def run(server: Server, *arguments: str, status: int = 0) -> str:
    """The output of `rooftop admin`, or what it says is wrong. In this process: a new one takes seconds to start."""
    database = [] if "--database" in arguments or not arguments else ["--database", server.database]
    printed, wrong = io.StringIO(), io.StringIO()
    with redirect_stdout(printed), redirect_stderr(wrong):
        try:
            found: object = main(["--language", "en", "admin", *arguments, *database])
        except SystemExit as error:
            found = error.code
    assert found == status, wrong.getvalue()
    return (wrong if status else printed).getvalue()


def listed(server: Server, *filters: str) -> dict[str, list[str]]:
    """The tables that are listed, and the words of each line."""
    return {line.split()[0]: line.split() for line in run(server, "tables", *filters).splitlines()}


def everything_stored(database: str) -> str:
    """All rows of all tables as text."""
    engine = connect_to(database)
    with engine.connect() as connection:
        rows = [row for table in schema.sorted_tables for row in connection.execute(sa.select(table)).all()]
    engine.dispose()
    return "\n".join(map(str, rows))


def test_tables_are_listed_and_filtered(server: Server) -> None:
    ann, bob = Visitor(server.address, "Ann"), Visitor(server.address, "Bob")
    waiting, playing = ann.create("me", "anyone"), ann.create("me", "random", game="skyline3000")
    others = bob.create("me", "me")
    ann.start(playing)
    assert {waiting, playing, others} <= listed(server).keys()
    assert listed(server)[waiting][1:3] == ["skyliners", "waiting"]
    assert {playing} <= listed(server, "--status", "playing").keys()
    assert waiting not in listed(server, "--status", "playing")
    assert waiting not in listed(server, "--game", "skyline3000")
    assert listed(server, "--person", ann.welcome["id"]).keys() == {waiting, playing}
    assert listed(server, "--person", ann.welcome["recovery_code"]).keys() == {waiting, playing}
    assert listed(server, "--person", bob.welcome["id"], "--older-than", "1") == {}
    assert listed(server, "--person", bob.welcome["id"], "--older-than", "0").keys() == {others}
    assert ann.welcome["id"] in run(server, "people", "Ann")
    assert "2  Ann" in run(server, "people", "Ann")


def test_a_table_is_ended_and_its_people_see_it(server: Server) -> None:
    ann = Visitor(server.address, "Ann")
    playing, waiting = ann.create("me", "me"), ann.create("me", "anyone", open=True)
    ann.start(playing)
    with ann.live(playing) as live, ann.live(waiting) as in_the_room:
        live.await_update()
        assert f"The table {playing} has ended." in run(server, "end", playing)
        assert live.await_update(is_over)["table"]["winners"] == []
        assert live.move(0)["error"]["code"] == "over"
        run(server, "end", waiting)
        in_the_room.await_update(lambda update: update["table"]["status"] == "closed")
    assert "had ended before" in run(server, "end", playing)
    assert ann.get(f"/api/tables/{playing}/result")["winners"] == []
    assert "There is no such table" in run(server, "end", "no-such-table", status=1)
    assert ann.post(f"/api/tables/{playing}/rematch")["table"]["status"] == "waiting"


def new_name() -> str:
    """A name that nobody else in the database has."""
    return f"Annabel {secrets.token_hex(8)}"


class Deleted:
    """Annabel, who plays, has played, waits and watches, with Bob everywhere."""

    def __init__(self, server: Server) -> None:
        self.name = new_name()
        self.ann, self.bob = Visitor(server.address, self.name), Visitor(server.address, "Bob")
        self.playing = self.ann.create("me", "anyone", "random", open=True, first=0, variant="intro")
        self.over = self.ann.create("me", "anyone", open=True)
        self.waiting = self.ann.create("me", "anyone", open=True)
        for table in (self.playing, self.over, self.waiting):
            self.bob.post(f"/api/tables/{table}/join")
        self.watched = self.bob.create("me", "me", open=True)
        for person, table in ((self.ann, self.playing), (self.ann, self.over), (self.bob, self.watched)):
            person.start(table)
            self.ann.post(f"/api/tables/{table}/chat", id="1", text=f"I am {self.name}")
        self.ann.post(f"/api/tables/{self.over}/resign")
        with self.ann.live(self.playing) as live:
            live.await_update()
            live.move()
        self.id, self.code = self.ann.welcome["id"], self.ann.welcome["recovery_code"]


def test_what_is_stored_of_a_person_is_exported(server: Server) -> None:
    deleted = Deleted(server)
    text = run(server, "export", deleted.id)
    exported = json.loads(text)
    assert (exported["id"], exported["name"], exported["devices"]) == (deleted.id, deleted.name, 1)
    assert {table["id"] for table in exported["tables"]} == {
        deleted.playing,
        deleted.over,
        deleted.waiting,
        deleted.watched,
    }
    kinds = {table["id"]: [event["kind"] for event in table["events"]] for table in exported["tables"]}
    assert kinds[deleted.playing] == ["created", "said", "moved"]
    assert kinds[deleted.over] == ["created", "said", "resigned"]
    assert kinds[deleted.watched] == ["said"]
    assert all(table["events"][0]["address_hash"] for table in exported["tables"] if table["id"] != deleted.watched)
    assert "Bob" not in text, "nothing of others"
    assert deleted.bob.welcome["id"] not in text


def test_a_person_is_deleted_everywhere_and_the_others_play_on(server: Server) -> None:
    deleted = Deleted(server)
    bob, name = deleted.bob, deleted.name
    with bob.live(deleted.playing) as live, deleted.ann.live(deleted.waiting) as still_open:
        live.await_update()
        still_open.await_update()
        assert f"{name} would be deleted for good, also from 4 tables." in run(server, "delete", deleted.id)
        assert name in everything_stored(server.database), "only said, not done"
        assert f"{name} has been deleted, also from 4 tables." in run(server, "delete", deleted.code, "--yes")
        # The sockets are closed, so that the page gets everything again.
        assert live.closed() in (1006, 1012)
        assert still_open.closed() in (1006, 1012)
    stored = everything_stored(server.database)
    assert name not in stored
    assert deleted.id not in stored
    assert deleted.ann.get("/api/me") is None
    assert deleted.ann.post("/api/people/recover", 403, code=deleted.code)["error"]["code"] == "unknown_code"
    for table in (deleted.playing, deleted.over, deleted.waiting, deleted.watched):
        assert name not in json.dumps(bob.look(table))
    chairs = bob.look(deleted.playing)["table"]["chairs"]
    assert [(chair["name"], chair["kind"], chair["resigned"]) for chair in chairs[:2]] == [
        ("N. N. 1", "person", True),
        ("Bob", "person", False),
    ]
    waiting = bob.look(deleted.waiting)["table"]
    assert waiting["host"], "the next person there becomes the host"
    assert waiting["chairs"][0]["kind"] == "free"
    assert bob.look(deleted.over)["table"]["winners"] == [1]
    assert bob.look(deleted.watched)["chat"]["lines"][0]["text"] == "…"
    with bob.live(deleted.playing) as live:
        _play_out(live)
        assert any(line.startswith("N. N. 1 ") for line in live.log)
        assert not any(name in line for line in live.log)


def _play_out(live: Live) -> None:
    """Play to the end for Bob; a bot has taken over for the one who is gone."""
    while not is_over(live.await_update(lambda update: is_over(update) or update["view"]["player"] == 1)):
        before = live.update["version"]
        assert live.move()["tell"] == "done"
        live.await_update(lambda update, before=before: update["version"] != before)  # type: ignore[misc]
    assert live.update["table"]["chairs"][BOT]["kind"] == "bot"


@pytest.mark.parametrize("written", ["{id} is my friend", '"{id}"', "{other_case}"])
def test_others_may_have_written_the_id_of_a_deleted_person(server: Server, written: str) -> None:
    ann, bob = Visitor(server.address, new_name()), Visitor(server.address, "Bob")
    table = bob.create("me", "me", open=True)
    bob.start(table)
    text = written.format(id=ann.welcome["id"], other_case=ann.welcome["id"].swapcase())
    bob.post(f"/api/tables/{table}/chat", id="1", text=text)
    assert "also from 0 tables" in run(server, "delete", ann.welcome["id"])
    run(server, "delete", ann.welcome["id"], "--yes")
    assert bob.look(table)["chat"]["lines"][0]["text"] == text
    assert "Nobody here has the id" in run(server, "export", ann.welcome["id"], status=2)


def test_a_deleted_person_who_still_watches_says_nothing_more(server: Server) -> None:
    name = new_name()
    ann, bob = Visitor(server.address, name), Visitor(server.address, "Bob")
    table = bob.create("me", "me", open=True)
    bob.start(table)
    with ann.live(table) as watching:
        watching.await_update()
        run(server, "delete", ann.welcome["id"], "--yes")
        assert watching.ask(do="say", id="1", text="Still here")["error"]["code"] == "who_are_you"
    assert name not in everything_stored(server.database)


def test_finished_tables_are_pruned(server: Server) -> None:
    ann = Visitor(server.address, "Ann")
    playing, over, frozen = (ann.create("me", "me", open=True) for _ in range(3))
    for table in (playing, over):
        ann.start(table)
    ann.post(f"/api/tables/{over}/resign", seat=0)
    _start_by_other_rules(server.database, frozen)
    wait_for(lambda: ann.look(frozen)["table"]["status"] == "frozen")
    assert listed(server, "--status", "frozen").keys() >= {frozen}
    assert "0 tables would be removed" in run(server, "prune", "--older-than", "1")
    with ann.live(over) as live:
        live.await_update()
        assert "would be removed for good" in run(server, "prune", "--older-than", "0")
        assert ann.look(over)["table"]["status"] == "over"
        assert "removed." in run(server, "prune", "--older-than", "0", "--yes")
        assert live.closed() in (1006, 1012)
    for table in (over, frozen):
        assert ann.get(f"/api/tables/{table}", 404)["error"]["code"] == "no_table"
        assert ann.post(f"/api/tables/{table}/chat", 404, id="1", text="Hello")["error"]["code"] == "no_table"
    assert {table["id"] for table in ann.get("/api/me/tables")["tables"]} == {playing}
    assert "0 tables" in run(server, "prune", "--older-than", "0")


def _start_by_other_rules(database: str, table: str) -> None:
    engine = connect_to(database)
    with engine.begin() as connection:
        values = {"table_id": table, "number": 2, "kind": "started", "data": '{"seed": "7", "rules": 0}', "at": 0.0}
        connection.execute(sa.insert(schema.tables["events"]), values)
        rows = schema.tables["tables"]
        connection.execute(sa.update(rows).where(rows.c.id == table).values(rules=0, status="playing"))
    engine.dispose()


def administered(server: Server, work: Any) -> None:
    storage = Storage(server.database)
    try:
        asyncio.run(work(Administration(storage)))
    finally:
        storage.close()


def test_a_rematch_that_was_removed_is_opened_anew(server: Server) -> None:
    ann = Visitor(server.address, "Ann")
    table = ann.create("me", "me")
    ann.start(table)
    ann.post(f"/api/tables/{table}/resign", seat=0)
    again = ann.post(f"/api/tables/{table}/rematch")["table"]["id"]
    assert ann.post(f"/api/tables/{table}/rematch")["table"]["id"] == again
    administered(server, lambda administration: administration.remove(again))
    third = ann.post(f"/api/tables/{table}/rematch")["table"]["id"]
    assert third not in (table, again)
    assert ann.look(third)["table"]["status"] == "waiting"


def test_after_vacuum_servers_still_follow_each_other(server: Server) -> None:
    """On SQLite it may number the rows anew that servers follow the log by."""
    ann = Visitor(server.address, "Ann")
    table = ann.create("me", "me", open=True, first=0)
    ann.start(table)
    run(server, "prune", "--older-than", "0", "--yes")
    with serving(server.database) as other, Visitor(other.address).live(table) as watching:
        watching.await_update()
        run(server, "vacuum")
        with ann.live(table) as live:
            live.await_update()
            live.move()
        watching.await_update(lambda update: update["log"]["lines"])


def test_what_is_wrong_is_named(server: Server) -> None:
    assert "Nobody here has the id or the recovery code nobody" in run(server, "export", "nobody", status=2)
    for action in ("export", "delete"):
        assert "the recovery code -h3_defghijklmno" in run(server, action, "-h3_defghijklmno", status=2)
    assert "There is no such table" in run(server, "end", "-h3_defghijklmno", status=1)
    for person in (["--person=-h3"], ["--person", "-h3_defghijklmno"]):
        assert "the recovery code -h3" in run(server, "tables", *person, status=2)
    assert "rooftop admin prune: the following arguments are required: --older-than" in run(server, "prune", status=2)
    assert "--older-than: at most 36500" in run(server, "prune", "--older-than", "9" * 400, status=2)
    assert "required: COMMAND" in run(server, status=2)
    assert "The database cannot be reached" in run(server, "vacuum", "--database", "sqlite:////no/x", status=1)


def test_the_database_comes_from_the_environment(server: Server) -> None:
    ann = Visitor(server.address, "Ann")
    table = ann.create("me", "me")
    done = commands.run("admin", "tables", ROOFTOP_DATABASE=server.database)
    assert (done.returncode, done.stderr) == (0, "")
    assert table in done.stdout
