"""The command `rooftop serve`: start, errors, stop, and its database."""

import asyncio
import json
import os
import re
import secrets
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from commands import run
from rooftop.core.errors import RooftopError
from rooftop.server.domain.events import Event
from rooftop.server.domain.table import IndexEntry
from rooftop.server.run.serve import ELSEWHERE, address_of, listen
from rooftop.server.storage import schema
from rooftop.server.storage.database import migrate
from rooftop.server.storage.storage import Storage
from server.serving import Server, Visitor, serving


def refused(*arguments: str) -> str:
    result = run("serve", *arguments)
    assert result.returncode == 1
    assert "Traceback" not in result.stderr
    return result.stderr


def test_a_wrong_database_and_a_taken_port_are_named(tmp_path: Path) -> None:
    assert "mysql://x is not a database. Use sqlite:///FILE or postgresql://" in refused("--database", "mysql://x")
    assert "nonsense is not a database" in refused("--database", "nonsense")
    assert "The database cannot be reached: unable to open" in refused("--database", "sqlite:////no/such/folder/x")
    assert "The database cannot be reached" in refused("--database", "postgresql://nobody@127.0.0.1:1/none")
    for in_memory in ("sqlite://", "sqlite:///:memory:", "sqlite:///file::memory:?cache=shared&uri=true"):
        assert f"{in_memory} is not a database" in refused("--database", in_memory)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        message = refused("--port", port, "--database", f"sqlite:///{tmp_path / 'x.sqlite'}")
        assert f"127.0.0.1:{port} cannot be used" in message


@pytest.mark.parametrize("host", ["198.51.100.1", ""])
def test_an_address_of_no_use_is_not_blamed_on_the_port(host: str) -> None:
    with pytest.raises(RooftopError, match=f"^The server cannot use the address “{re.escape(host)}”: .") as error:
        listen(host, 0)
    assert "--port" not in str(error.value)


def test_a_password_is_not_shown() -> None:
    assert "mysql://ann:***@db/x is not a database" in refused("--database", "mysql://ann:secret@db/x")


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "127.0.0.1"])
def test_the_printed_address_is_one_of_this_machine(host: str) -> None:
    """By others too, where the machine has a network: `0.0.0.0` and `::` are no addresses to go to."""
    try:
        listening = listen(host, 0)
    except RooftopError:
        assert host == "::"
        pytest.skip("no IPv6 here")
    with listening:
        url = httpx.URL(address_of(listening))
        assert url.host not in ("0.0.0.0", "::")
        assert host != "127.0.0.1" or url.host == host
        with socket.socket(listening.family, socket.SOCK_STREAM) as probe:
            probe.bind((url.host, 0))  # only an address of this machine can be bound


def test_without_a_network_the_printed_address_is_this_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ELSEWHERE, socket.AF_INET, "255.255.255.255")  # no socket goes there unasked
    with listen("0.0.0.0", 0) as listening:
        assert httpx.URL(address_of(listening)).host == "127.0.0.1"


def test_the_database_is_in_the_users_data_folder_by_default(tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    code = "from rooftop.server.storage.database import default_database; print(default_database())"
    shown = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert shown.stdout.strip() == f"sqlite:///{tmp_path / 'rooftop' / 'tables.sqlite'}"


def test_state_survives_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    with serving(f"sqlite:///{file}") as server:
        ann = Visitor(server.address, "Ann")
        table = ann.create("me", "me")
        ann.start(table)
        live = ann.live(table)
        live.await_update()
        assert server.stop() in (0, -15)
        assert live.closed() in (1012, 1006)
        server.start()
        again = ann.look(table)
        assert again["version"] == live.update["version"]
        assert again["table"]["seed_hash"] == live.update["table"]["seed_hash"]
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_proxy_on_the_same_machine_is_trusted_by_either_address(tmp_path: Path) -> None:
    """A dual-stack socket shows IPv4 peers as IPv4-mapped IPv6 addresses."""
    with serving(f"sqlite:///{tmp_path / 'tables.sqlite'}", options=["--host", "::"]) as server:
        for host in ("127.0.0.1", "[::1]"):
            people = f"http://{host}:{server.port}/api/people"
            welcome = httpx.post(people, json={"name": "Ann"}, headers={"X-Forwarded-Proto": "https"})
            assert "Secure" in welcome.headers["set-cookie"], host


def test_secrets_of_people_are_stored_as_hashes_only(server: Server) -> None:
    ann = Visitor(server.address, "Ann")
    content = Path(server.database.removeprefix("sqlite:///")).read_bytes()
    content += Path(server.database.removeprefix("sqlite:///") + "-wal").read_bytes()
    assert b"Ann" in content
    assert ann.http.cookies["rooftop"].encode() not in content
    assert ann.welcome["recovery_code"].encode() not in content


def test_the_migrations_lead_to_the_schema_that_the_code_uses(database: str) -> None:
    migrate(database)
    migrate(database)
    opened = Storage(database)
    try:
        with opened.engine.connect() as connection:
            assert compare_metadata(MigrationContext.configure(connection), schema.schema) == []
    finally:
        opened.close()


@pytest.mark.parametrize("taken", [0, 1, 2])
def test_a_conflict_in_a_batch_affects_only_that_event(database: str, taken: int) -> None:
    migrate(database)
    opened, tables = Storage(database), [secrets.token_hex(6) for _ in range(3)]

    def row(status: str) -> IndexEntry:
        summary = {"status": status}
        return IndexEntry(False, False, "", "", status, None, "skyliners", None, None, False, summary, frozenset())

    def event(table: int) -> Event:
        return Event(tables[table], 2, "said", {"text": "ä"}, 0.5)

    async def store() -> list[bool]:
        assert await opened.append(event(taken), None, row("first"))
        return await asyncio.gather(*(opened.append(event(n), None, row("second")) for n in range(3)))

    try:
        assert asyncio.run(store()) == [n != taken for n in range(3)]
        for n in range(3):
            assert asyncio.run(opened.events(tables[n], 1)) == [event(n)]
            query = sa.select(schema.tables.c.summary).where(schema.tables.c.id == tables[n])
            with opened.engine.connect() as connection:
                kept = json.loads(connection.execute(query).scalar_one())
            assert kept == {"status": "first" if n == taken else "second"}
    finally:
        opened.close()


@pytest.mark.parametrize("failing", [0, 1, 2])
def test_a_failed_write_does_not_affect_its_batch(tmp_path: Path, failing: int) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    migrate(database)
    opened = Storage(database)

    def work(number: int) -> "asyncio.Future[None]":
        def insert(connection: sa.Connection) -> None:
            values = {"id": str(number), "name": "x", "recovery_hash": str(number)}
            connection.execute(sa.insert(schema.people), values)
            if number == failing:
                raise ValueError("spoilt")

        return asyncio.ensure_future(opened.write(insert))

    async def write_all() -> list[object]:
        return list(await asyncio.gather(*(work(number) for number in range(3)), return_exceptions=True))

    async def stored() -> list[str]:
        query = sa.select(schema.people.c.id).order_by(schema.people.c.id)
        return list(await opened.read(lambda connection: connection.execute(query).scalars().all()))

    try:
        results = asyncio.run(write_all())
        assert [isinstance(result, ValueError) for result in results] == [n == failing for n in range(3)]
        assert asyncio.run(stored()) == [str(n) for n in range(3) if n != failing]
    finally:
        opened.close()
