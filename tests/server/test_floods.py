"""Rate limits and fair shares: excess is refused clearly and does not affect others."""

import asyncio
import secrets
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from threading import Barrier
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from rooftop.server.domain.events import EventBus
from rooftop.server.service.live import LiveTables
from rooftop.server.storage.storage import Storage
from server.pairs import Pair, play_on
from server.remarks import write_remarks
from server.serving import Live, Server, Visitor, serving, settles

pytestmark = pytest.mark.xdist_group("test_floods.py")  # in one process: they share servers

REMARKS_AT_ONCE, REMARKS_KEPT = 10, 1000
RUNNING_GAMES, OPEN_TABLES, LISTED_EACH, LISTED = 20, 10, 3, 50
GUESTS, TABLES_EACH = 30, 5
HANDSHAKES = 3000
"""Upper bound: 200 are allowed at once and 20 a second, and a busy machine makes few more."""
LIST_TTL = 1.1
SEATINGS_AT_ONCE = 20
LONG_CHAT, EVENTS_KEPT = 2_000, 10_000
OTHER_ADDRESS = "127.0.0.9"
"""Differs from the address of most visitors."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('floods') / 'tables.sqlite'}") as running:
        yield running


def listed(visitor: Visitor) -> list[str]:
    """The ids of the tables in the public list. The list is cached for a second."""
    time.sleep(0.1)  # stay below the rate limit
    return [entry["id"] for entry in visitor.get("/api/tables")["tables"]]


def code_of(answer: Any) -> str | None:
    return answer["error"]["code"] if "error" in answer else None


def say(live: Live) -> str | None:
    """Send a remark. Return the error code, if any."""
    return code_of(live.ask(do="say", **remark()))


def remark() -> dict[str, str]:
    return {"id": secrets.token_hex(8), "text": "Hello"}


# --- chat ----------------------------------------------------------------------------------------------------


def test_remarks_are_rate_limited_per_person(server: Server) -> None:
    pair = Pair(server)
    ann, bob = pair.lives
    codes = [say(ann) for _ in range(3 * REMARKS_AT_ONCE)]
    assert codes[:REMARKS_AT_ONCE] == [None] * REMARKS_AT_ONCE
    assert set(codes) == {None, "too_many"}
    over_http = [pair.people[0].http.post(f"/api/tables/{pair.table}/chat", json=remark()) for _ in range(5)]
    assert (429, "too_many") in [(answer.status_code, code_of(answer.json())) for answer in over_http]
    assert say(bob) is None
    play_on(server, pair)


def test_a_full_chat_blocks_only_who_filled_it(server: Server) -> None:
    pair = Pair(server)
    people = [*pair.people, Visitor(server.address, "Cid"), Visitor(server.address, "Dot")]
    lives = [*pair.lives, *(person.live(pair.table) for person in people[2:])]
    for person, live in zip(people[1:3], lives[1:3], strict=True):
        assert say(live) is None
        write_remarks(server.database, pair.table, person.welcome["id"], REMARKS_KEPT)
        assert say(live) == "chat_full"
    assert say(lives[0]) is None, "who sits at the table can still talk"
    assert say(lives[3]) == "chat_full", "those who look on share"
    path = f"/api/tables/{pair.table}/chat"
    assert code_of(people[1].post(path, expect=409, **remark())) == "chat_full"
    for live in lives[2:]:
        live.opened.close()
    play_on(server, pair)


def test_spectators_are_limited_per_address(server: Server) -> None:
    pair = Pair(server)
    loud = [Visitor(server.address, name, OTHER_ADDRESS).live(pair.table) for name in ("Eve", "Mallory", "Oscar")]
    codes = [say(live) for _ in range(REMARKS_AT_ONCE) for live in loud]
    assert set(codes) == {None, "too_many"}
    other = Visitor(server.address, "Trent").live(pair.table)
    assert [say(other) for _ in range(3)] == [None] * 3
    for live in (*loud, other):
        live.opened.close()
    play_on(server, pair)


@pytest.mark.parametrize(
    ("token", "answer", "source"), [(None, None, OTHER_ADDRESS), ("?", "who_are_you", "127.0.0.10")]
)
def test_a_flood_of_handshakes_is_refused(server: Server, token: str | None, answer: str | None, source: str) -> None:
    pair, stranger = Pair(server), Visitor(server.address, source=source)
    if token:
        stranger.http.cookies.set("rooftop", token)
    codes = set[str | None]()
    for _ in range(HANDSHAKES):
        with stranger.live(pair.table) as live:
            codes.add(live.receive().get("error", {}).get("code"))
        if "too_many" in codes:
            break
    assert codes == {answer, "too_many"}
    play_on(server, pair)


def test_a_flood_of_messages_closes_the_socket(server: Server) -> None:
    pair = Pair(server)
    with Visitor(server.address, "Eve").live(pair.table) as flooding:
        with suppress(ConnectionClosed):
            while True:
                flooding.ask(do="ping")
        assert flooding.closed() == 1008
    play_on(server, pair)


def test_joining_and_leaving_is_limited_per_address(server: Server) -> None:
    ann, bob = Visitor(server.address, "Ann"), Visitor(server.address, "Bob")
    table, codes = ann.create("me", "anyone", open=True), []
    for n in range(SEATINGS_AT_ONCE + 5):
        guest = Visitor(server.address, f"Guest {n}", "127.0.0.11")
        joined = guest.http.post(f"/api/tables/{table}/join", json={})
        codes.append(code_of(joined.json()))
        for _ in range(2):
            codes.append(code_of(guest.http.post(f"/api/tables/{table}/chat", json=remark()).json()))
        guest.http.post(f"/api/tables/{table}/leave", json={})
    assert codes.count("too_many") > len(codes) / 2
    bob.post(f"/api/tables/{table}/join")
    assert "error" not in ann.http.post(f"/api/tables/{table}/chat", json=remark()).json(), "it is her table"
    ann.start(table)


def test_a_table_with_a_full_log_can_still_be_joined_and_played(server: Server) -> None:
    pair = Pair(server)
    ann, bob = pair.people
    table = ann.create("me", "anyone", "anyone", open=True, variant="intro")
    write_remarks(server.database, table, "somebody", EVENTS_KEPT)
    assert code_of(ann.http.post(f"/api/tables/{table}/chat", json=remark()).json()) == "table_full"
    bob.post(f"/api/tables/{table}/join", seat=1)
    for _ in range(2):
        ann.post(f"/api/tables/{table}/bots", seat=2, level="random")
        ann.delete(f"/api/tables/{table}/bots/2")
    ann.post(f"/api/tables/{table}/bots", seat=2, level="random")
    ann.start(table)
    pair.table = table
    play_on(server, pair)


def test_loading_a_long_log_does_not_block_others(server: Server) -> None:
    pair = Pair(server)
    pair.move()
    assert 0 < asyncio.run(most_applied_at_once(server.database, pair.table)) <= LONG_CHAT / 10
    assert pair.people[0].look(pair.table)["chat"]["lines"][-1]["text"].startswith("Remark ")
    assert server.is_healthy()
    play_on(server, pair)


async def most_applied_at_once(database: str, table: str) -> int:
    """The most events of a log that has become long that are applied in one round of the event loop."""
    storage = Storage(database)
    try:
        tables = LiveTables(storage, EventBus(), check_ready=lambda game: None)
        live = await tables.get(table)
        await asyncio.to_thread(write_remarks, database, table, "somebody", LONG_CHAT)
        most, before = 0, live.table.number
        loading = asyncio.create_task(tables.get(table))
        while not loading.done():
            await asyncio.sleep(0)
            most, before = max(most, live.table.number - before), live.table.number
        return most
    finally:
        storage.close()


# --- tables --------------------------------------------------------------------------------------------------


def test_running_games_are_limited(server: Server) -> None:
    eve, pair = Visitor(server.address, "Eve"), Pair(server)
    tables = [eve.create("me", "random", "random") for _ in range(RUNNING_GAMES + 2)]
    make_older(server, tables, hours=2)
    for table in tables[:RUNNING_GAMES]:
        eve.start(table)
    for table in tables[RUNNING_GAMES:]:
        assert code_of(eve.post(f"/api/tables/{table}/start", expect=429)) == "too_many_games"
    eve.post(f"/api/tables/{tables[0]}/resign")
    eve.start(tables[-1])
    play_on(server, pair)


def make_older(server: Server, tables: list[str], hours: float) -> None:
    """Backdate the tables."""
    with closing(sqlite3.connect(server.database.removeprefix("sqlite:///"))) as connection, connection:
        connection.executemany(
            f"UPDATE tables SET created = created - {hours * 3600} WHERE id = ?", [(table,) for table in tables]
        )


def test_open_tables_are_limited_and_the_list_is_shared(server: Server) -> None:
    eve, pair = Visitor(server.address, "Eve"), Pair(server)
    others = Visitor(server.address, "Fay").create("me", "anyone", open=True)
    hers = [eve.create("me", "anyone", open=True) for _ in range(OPEN_TABLES)]
    plans = [{"who": "me"}, {"who": "anyone"}]
    refused = eve.post("/api/tables", expect=429, game="skyliners", seats=plans, open=True)
    assert code_of(refused) == "too_many_open_tables"
    eve.create("me", "anyone")
    settles(lambda: {others, pair.table} <= set(listed(eve)), True)
    settles(lambda: len(set(listed(eve)) & set(hers)), LISTED_EACH)
    eve.post(f"/api/tables/{hers[0]}/leave")
    eve.create("me", "anyone", open=True)
    play_on(server, pair)


def test_the_list_is_shared_between_addresses(server: Server) -> None:
    pair = Pair(server)
    fay = Visitor(server.address, "Fay").create("me", "anyone", open=True)
    crowd = [Visitor(server.address, "Guest", OTHER_ADDRESS) for _ in range(LISTED // LISTED_EACH + 1)]
    theirs = {guest.create("me", "anyone", open=True) for guest in crowd for _ in range(LISTED_EACH)}
    assert len(theirs) > LISTED
    looking = Visitor(server.address)
    settles(lambda: LISTED / 2 < len(set(listed(looking)) & theirs) < LISTED, True)  # unused shares go to them
    assert fay in listed(looking), "though it is older than all of theirs"
    play_on(server, pair)


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_bots_and_hints_are_shared_fairly(tmp_path_factory: pytest.TempPathFactory, level: str) -> None:
    """Play a whole game with hints, while hundreds of bots of another address compete for the same threads."""
    with serving(f"sqlite:///{tmp_path_factory.mktemp('bots') / 'tables.sqlite'}") as server:
        guests = [Visitor(server.address, "Guest", OTHER_ADDRESS) for _ in range(GUESTS)]
        tables = [(guest, guest.create(level, level, level, "me")) for guest in guests for _ in range(TABLES_EACH)]
        for guest, table in tables:  # all at once: the first bots must not be done before the last begin
            guest.start(table)
        flood = waiting(server)
        assert flood > GUESTS * TABLES_EACH / 2
        pair = Pair(server, level=level, hints=True)
        for _ in range(3):
            mover = pair.mover()
            assert mover
            assert mover.ask(do="hint")["tell"] == "hint"
            pair.move()
        play_on(server, pair)
        assert waiting(server) > flood / 2


def waiting(server: Server) -> float:
    return server.metrics()['rooftop_thinking{state="waiting"}']


@pytest.mark.parametrize("workers", [1, 2])
def test_concurrent_rematches_are_one_table(tmp_path_factory: pytest.TempPathFactory, workers: int) -> None:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('rematch') / 'tables.sqlite'}", workers) as server:
        for _ in range(4):
            rematch_and_leave([Visitor(server.address, name) for name in ("Ann", "Bob")])
        play_on(server, Pair(server))


def test_an_abandoned_rematch_can_be_replaced(server: Server) -> None:
    ann, bob, table = after_a_game(server)
    first = rematch(ann, table)
    ann.post(f"/api/tables/{first}/leave")
    second = rematch(bob, table)
    assert second != first
    assert rematch(ann, table) == second
    assert [chair["name"] for chair in bob.look(second)["table"]["chairs"]] == ["Ann", "Bob"]
    ann.post(f"/api/tables/{second}/leave")
    assert rematch(ann, table) == second, "Bob is still there"
    bob.start(second)


def test_a_rematch_keeps_both_seats_of_a_person(server: Server) -> None:
    ann, bob = Visitor(server.address, "Ann"), Visitor(server.address, "Bob", OTHER_ADDRESS)
    table = ann.create("me", "me", "anyone")
    invitation = ann.look(table)["table"]["invitation"]
    bob.post(f"/api/tables/{table}/join", invitation=invitation)
    ann.start(table)
    bob.post(f"/api/tables/{table}/resign")
    ann.post(f"/api/tables/{table}/resign", seat=0)
    new = rematch(bob, table)
    assert opened_from(server, new) != opened_from(server, table), "who asks for it has opened it"
    assert rematch(ann, table) == new
    assert [chair["kind"] for chair in ann.look(new)["table"]["chairs"]] == ["person"] * 3
    assert ann.look(new)["table"]["own_seats"] == [0, 1]
    bob.start(new)


def opened_from(server: Server, table: str) -> str:
    """The stored address hash."""
    with closing(sqlite3.connect(server.database.removeprefix("sqlite:///"))) as connection:
        return str(connection.execute("SELECT address_hash FROM tables WHERE id = ?", (table,)).fetchone()[0])


def test_chairs_of_a_rematch_are_kept(server: Server) -> None:
    ann, bob, table = after_a_game(server)
    new = rematch(ann, table)
    eve = Visitor(server.address, "Eve")
    time.sleep(LIST_TTL)
    assert new not in listed(eve)
    for seat in ({}, {"seat": 1}):
        assert code_of(eve.post(f"/api/tables/{new}/join", expect=409, **seat)) == "seats_kept"
    assert rematch(bob, table) == new
    assert [chair["name"] for chair in bob.look(new)["table"]["chairs"]] == ["Ann", "Bob"]
    other = rematch(ann, after_a_game(server, ann)[2])
    ann.post(f"/api/tables/{other}/bots", seat=1, level="random")
    ann.start(other)


def after_a_game(server: Server, ann: Visitor | None = None) -> tuple[Visitor, Visitor, str]:
    """A game at an open table that has ended: Ann has resigned against Bob."""
    ann, bob = ann or Visitor(server.address, "Ann"), Visitor(server.address, "Bob")
    table = ann.create("me", "anyone", open=True)
    bob.post(f"/api/tables/{table}/join")
    ann.start(table)
    ann.post(f"/api/tables/{table}/resign")
    return ann, bob, table


def rematch(person: Visitor, table: str) -> str:
    return str(person.post(f"/api/tables/{table}/rematch")["table"]["id"])


def rematch_and_leave(people: list[Visitor]) -> None:
    """Several times; no table is left over in the list."""
    for _ in range(6):
        new = ask_both_for_a_rematch(people)
        for person in people:
            person.post(f"/api/tables/{new}/leave")
    settles(lambda: len(listed(people[0])), 0)


def ask_both_for_a_rematch(people: list[Visitor]) -> str:
    ann, bob = people
    table = ann.create("me", "anyone", open=True)
    bob.post(f"/api/tables/{table}/join")
    ann.start(table)
    ann.post(f"/api/tables/{table}/resign")
    together = Barrier(2)

    def ask(person: Visitor) -> Any:
        together.wait()
        return person.post(f"/api/tables/{table}/rematch")["table"]["id"]

    with ThreadPoolExecutor(2) as at_once:
        [new, same] = at_once.map(ask, people)
    assert new == same
    assert [chair["name"] for chair in bob.look(new)["table"]["chairs"]] == ["Ann", "Bob"]
    return str(new)
