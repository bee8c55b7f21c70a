"""The shipped proxies in front of two servers on one PostgreSQL: games, forwarded addresses, limits, failover."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import AsyncExitStack

import httpx
import pytest
import sqlalchemy as sa
from websockets.asyncio.client import ClientConnection, connect

from packages import are_required
from rooftop.server.service.limits import address_hash
from rooftop.server.storage.database import connect_to
from rooftop.server.storage.schema import tables
from server.proxies import PROXIES, Proxy, missing, proxying
from server.retrying import RetryingPlayer, check_nothing_lost, moves_made, play_through
from server.serving import TIMEOUT, Server, Visitor, serving, wait_for

TABLES = 3
IN_A_ROW = 10
MOST_TABLES = 50
"""A fair choice of one of two servers picks the same one so many times in a row in one of 10^15 tests."""

pytestmark = pytest.mark.xdist_group("proxies")  # they share the servers


@pytest.fixture(scope="module")
def servers(postgresql: str) -> Iterator[list[Server]]:
    options = ["--connections-each", "0"]
    with serving(postgresql, options=options) as first, serving(postgresql, options=options) as second:
        yield [first, second]


@pytest.fixture(scope="module", params=list(PROXIES))
def proxy(request: pytest.FixtureRequest, servers: list[Server]) -> Iterator[Proxy]:
    if packages := missing(request.param, "openssl"):
        assert not are_required(), f"make browsers installs {packages}"
        pytest.skip(f"not installed: {', '.join(packages)}")
    with proxying(request.param, servers) as running:
        yield running


def counted(servers: list[Server], kind: str) -> list[float]:
    """The events of a kind that each server has stored."""
    return [server.metrics().get(f'rooftop_events_total{{kind="{kind}"}}', 0) for server in servers]


def raised(servers: list[Server], kind: str, before: list[float]) -> int:
    """The one server whose count is higher than before. PostgreSQL may tell of an event before it is counted."""
    wait_for(lambda: counted(servers, kind) != before)
    [server] = [n for n, count in enumerate(counted(servers, kind)) if count > before[n]]
    return server


def test_all_of_a_table_goes_to_one_server_and_tables_to_both(proxy: Proxy, servers: list[Server]) -> None:
    """Over HTTP and over the socket. Other requests, such as opening a table, go to either server."""
    ann, bob = proxy.visitor("Ann"), proxy.visitor("Bob")
    serve_tables, serve_others = set(), set()
    for _ in range(MOST_TABLES):
        kinds = ("created", "joined", "started", "moved")
        before = {kind: counted(servers, kind) for kind in kinds}
        table = ann.create("me", "anyone", open=True, first=0)
        bob.post(f"/api/tables/{table}/join")
        ann.start(table)
        asyncio.run(_watch_a_move(ann, bob, table))
        opened, *others = (raised(servers, kind, before[kind]) for kind in kinds)
        assert len(set(others)) == 1, f"{table} went to both servers"
        serve_tables.add(others[0])
        serve_others.add(opened)
        if len(serve_tables) == len(serve_others) == 2:
            return
    raise AssertionError(f"tables went to {serve_tables}, other requests to {serve_others}")


async def _watch_a_move(ann: Visitor, bob: Visitor, table: str) -> None:
    """Ann makes a move, and Bob sees it."""
    address = f"{ann.address.replace('http', 'ws', 1)}/api/tables/{table}/live"
    async with asyncio.timeout(TIMEOUT), AsyncExitStack() as open_sockets:
        connecting = [connect(address, additional_headers={"Cookie": p.cookie}, ssl=p.trust) for p in (ann, bob)]
        playing, watching = [await open_sockets.enter_async_context(socket) for socket in connecting]
        update = json.loads(await playing.recv())
        move = {"version": update["version"], "move": update["view"]["moves"][0]["id"]}
        await playing.send(json.dumps({"do": "move", "id": "1", **move}))
        while not json.loads(await watching.recv()).get("log", {}).get("lines"):
            pass


def test_the_clients_address_is_forwarded_and_cannot_be_chosen(proxy: Proxy, postgresql: str) -> None:
    lies = {"X-Forwarded-For": "192.0.2.9", "X-Forwarded-Proto": "http", "Forwarded": "for=192.0.2.9;proto=http"}
    for source in ("127.0.0.1", "127.0.0.5"):
        for headers in ({}, lies):
            ann = proxy.visitor("Ann", source, **headers)
            assert _stored_address(postgresql, ann.create("me", "me")) == address_hash(source)
            cookie = ann.http.post("/api/people", json={"name": "Ann"}).headers["set-cookie"]
            assert "Secure" in cookie, "the server knows that this is HTTPS"


def _stored_address(database: str, table: str) -> str:
    engine = connect_to(database)
    with engine.connect() as connection:
        stored = connection.execute(sa.select(tables.c.address_hash).where(tables.c.id == table)).scalar_one()
    engine.dispose()
    return str(stored)


def test_pages_come_through_and_metrics_do_not(proxy: Proxy) -> None:
    visitor = proxy.visitor()
    page = visitor.http.get("/")
    assert page.status_code == 200
    assert "Rooftop" in page.text
    assert "Strict-Transport-Security" in page.headers
    assert visitor.http.get("/metrics").status_code == 403
    redirected = httpx.get(f"{proxy.plain}/about", follow_redirects=False)
    assert redirected.status_code in (301, 308)
    assert redirected.headers["location"].startswith("https://127.0.0.1")


def test_what_is_too_large_is_refused(proxy: Proxy) -> None:
    ann = proxy.visitor("Ann")
    assert ann.http.post("/api/people", content=b"x" * 20_000).status_code == 413
    assert ann.http.get("/", headers={"X-Long": "x" * 20_000}).status_code in (400, 431)
    assert ann.get("/api/me")["name"] == "Ann"


def test_games_go_on_while_each_server_is_killed_and_restarted(proxy: Proxy, servers: list[Server]) -> None:
    players = [player for n in range(TABLES) for player in _players_at_a_table(proxy, n)]

    async def kill_in_turn() -> None:
        for server in servers:
            await play_on(players)
            await asyncio.to_thread(server.kill)
            await play_on(players)  # the other one serves all tables
            await asyncio.to_thread(server.start)
        assert not any(player.over for player in players)
        await play_on(players, most=10**6)

    asyncio.run(play_through(players, kill_in_turn))
    assert all(player.over for player in players)
    assert any(player.returns for player in players), "sockets of a killed server were opened again"
    check_nothing_lost(servers[0].database, players)


class PatientPlayer(RetryingPlayer):
    """Plays on whatever happens, but only so many moves."""

    most = 0

    async def _decide(self, socket: ClientConnection) -> None:
        while len(self.acknowledged) >= self.most:
            await asyncio.sleep(0.01)
        await super()._decide(socket)


async def play_on(players: list[PatientPlayer], most: int = 3) -> None:
    """Let everybody make some more moves. A table stops where somebody has made all of theirs."""
    for player in players:
        player.most += most
    await moves_made(players, TABLES * most)


def _players_at_a_table(proxy: Proxy, number: int) -> list[PatientPlayer]:
    """Two people and a bot."""
    ann, bob = proxy.visitor("Ann"), proxy.visitor("Bob")
    table = ann.create("me", "anyone", "random", open=True)
    bob.post(f"/api/tables/{table}/join")
    ann.start(table)
    return [PatientPlayer(person, table, number) for person in (ann, bob)]


def test_a_server_that_is_gone_is_not_asked(proxy: Proxy, servers: list[Server]) -> None:
    """Soon after a server is down, every request is answered, also those that a proxy cannot repeat."""
    ann = proxy.visitor("Ann")

    def opens_tables() -> bool:
        seats = [{"who": "me"}, {"who": "me"}]
        tries = (ann.http.post("/api/tables", json={"game": "skyliners", "seats": seats}) for _ in range(IN_A_ROW))
        return all(answer.status_code == 201 for answer in tries)

    servers[0].stop()
    try:
        wait_for(opens_tables)
    finally:
        servers[0].start()
