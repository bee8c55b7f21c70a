"""Invalid input: the server responds with a clear error, stays up, and never returns a 5xx."""

import json
import os
import random
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings, strategies
from hypothesis.strategies import SearchStrategy
from schemathesis import checks
from schemathesis.core.result import Ok
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from rooftop.server.api.socket import Client
from rooftop.server.domain.table import CHAT_KEPT
from server.inside import Inside, serving_inside
from server.raw_sockets import dial, handshake, read_until
from server.serving import Live, Server, Visitor, serving, wait_for

pytestmark = pytest.mark.xdist_group("test_bad_input.py")  # in one process: they share servers

FUZZED = 300
CHECKS = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
]


@pytest.fixture(scope="module")
def unlimited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with serving_inside(tmp_path_factory.mktemp("unlimited")) as inside:
        inside.lift_limits()
        yield inside


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    file = tmp_path_factory.mktemp("fuzzed") / "tables.sqlite"
    with serving(f"sqlite:///{file}") as running:
        yield running


def test_openapi_fuzzing(unlimited: Inside) -> None:
    """Schemathesis calls every operation with valid and invalid values, half of the time for an existing table."""
    ann = Visitor(unlimited.address, "Ann")
    table = ann.create("me", "random", open=True, hints=True)
    ann.start(table)
    schema = schemathesis.openapi.from_url(f"{unlimited.address}/openapi.json")
    asked = set()
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        ask_all(operation.as_strategy(), ann.cookie, table)
        asked.add(f"{operation.method} {operation.path}")
    assert len(asked) > 18
    assert ann.get("/health")["status"] == "ok"


def ask_all(cases: SearchStrategy[Any], cookie: str, table: str) -> None:
    @settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(case=cases, real=strategies.booleans())
    def ask(case: Any, real: bool) -> None:
        if real and case.path_parameters:
            case.path_parameters["table"] = table
        case.call_and_validate(checks=CHECKS, headers={"Cookie": cookie}, timeout=20)

    ask()


def wrong_messages(chooser: random.Random) -> Any:
    """Generate messages that are almost valid, and some garbage."""
    values: list[Any] = [
        None,
        True,
        -1,
        0,
        1,
        2**70,
        1.5,
        "",
        "x" * 200,
        "floor a3",
        [],
        {},
        [[]],
        {"a": 1},
        "\x00",
        "\ud800",
    ]
    names = ["do", "id", "version", "move", "seat", "text", "what"]
    commands = ["move", "undo", "resign?", "hint", "say", "look", "ping", "fly", None, 3]
    kind = chooser.randrange(6)
    if kind == 0:
        return os.urandom(chooser.randrange(1, 300))
    if kind == 1:
        return chooser.choice(["", "{", "[1,", "nul", '"text"', "[" * 3000, "{}" * 20, "\x00", "1e999"])
    message = {name: chooser.choice(values) for name in chooser.sample(names, chooser.randrange(len(names)))}
    return json.dumps({**message, "do": chooser.choice(commands)})


def test_fuzzed_messages_are_answered_and_harm_nothing(unlimited: Inside) -> None:
    ann = Visitor(unlimited.address, "Ann")
    table = ann.create("me", "me")
    ann.start(table)
    before = ann.look(table)
    chooser = random.Random(7)
    live = ann.live(table)
    live.await_update()
    for _ in range(FUZZED):
        wrong = wrong_messages(chooser)
        try:
            live.socket.send(wrong)
            while live.receive()["tell"] == "table":
                pass
        except ConnectionClosed:
            live = ann.live(table)
            live.await_update()
    assert {answer["tell"] for answer in map(json.loads, live.raw)} <= {"table", "refused", "done", "pong"}
    after = ann.look(table)
    assert after["view"] == before["view"], "nothing was played by accident"


def test_errors_name_the_faulty_field(api: Server) -> None:
    ann = Visitor(api.address, "Ann")
    table = ann.create("me", "random", open=True)
    with ann.live(table) as live:
        live.await_update()
        assert live.ask(do="fly")["error"]["code"] == "not_understood"
        refused = live.ask(do="move", id="1", version="x", move=[])
        assert "move" in refused["error"]["text"]
        live.socket.send(b"\x00\x01")
        assert live.receive()["error"]["code"] == "not_text"
        assert live.ask(do="move", id="1", version="x", move=0)["error"]["code"] == "not_started"


def test_huge_messages_and_floods_end_the_connection_and_nothing_else(api: Server) -> None:
    ann, bob = Visitor(api.address, "Ann"), Visitor(api.address, "Bob")
    table = ann.create("me", "random", open=True)
    with bob.live(table) as bystander:
        bystander.await_update()
        with ann.live(table) as live:
            live.socket.send("x" * 20_000)
            assert live.closed() == 1009
        with ann.live(table) as live:
            assert flooded(live), "refused first, then disconnected"
            assert live.closed() == 1008
        assert bystander.ask(do="ping") == {"tell": "pong"}
    assert ann.http.post("/api/people", content=b"x" * 20_000).json()["error"]["code"] == "too_large"
    assert ann.http.post("/api/people", content=b"{").status_code == 422


def test_slow_client_skips_to_the_newest_view_and_delays_nobody(unlimited: Inside) -> None:
    ann = Visitor(unlimited.address, "Ann")
    table = ann.create("me", "random", open=True)
    ann.start(table)
    with deaf_client(unlimited.address, table) as slow:
        [client] = wait_for(lambda: unlimited.live(table).subscribers)
        assert isinstance(client, Client)
        connection = client.connection
        connection.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        for n in range(CHAT_KEPT):
            ann.post(f"/api/tables/{table}/chat", id=f"remark-{n}", text=f"{n} " + "x" * 490)
        assert not connection.can_send
        heard = b""
        while f'"text":"{CHAT_KEPT - 1} '.encode() not in heard:
            heard += slow.recv(65536)
    assert heard.count(b'"text":"') >= CHAT_KEPT, "nothing is missing"
    assert heard.count(b'{"tell":"table"') < CHAT_KEPT, "the remarks in between came in one update"


@contextmanager
def deaf_client(address: str, table: str) -> Iterator[socket.socket]:
    """A WebSocket with a tiny receive buffer that is never read."""
    with dial(address, receives=4096) as client:
        client.sendall(handshake(table))
        yield client


def test_a_rate_limited_move_is_refused_with_its_id(api: Server) -> None:
    ann = Visitor(api.address, "Ann")
    table = ann.create("me", "random", open=True)
    with ann.live(table) as live:
        live.await_update()
        for n in range(150):
            live.socket.send(json.dumps({"do": "move", "id": f"move-{n}", "version": "x", "move": 0}))
        answers = [live.receive() for _ in range(150)]
    assert {answer["error"]["code"] for answer in answers} == {"not_started", "too_many"}
    assert [answer["id"] for answer in answers] == [f"move-{n}" for n in range(150)]


def flooded(live: Live) -> bool:
    with suppress(ConnectionClosed):
        while True:
            live.ask(do="ping")
    return any('"too_many"' in raw for raw in live.raw)


def test_requests_sockets_and_guests_are_limited(api: Server) -> None:
    ann = Visitor(api.address, "Ann")
    table = ann.create("me", "random", open=True)
    lives = [ann.live(table) for _ in range(51)]
    assert sorted({live.receive()["tell"] for live in lives}) == ["refused", "table"]
    statuses = {ann.http.get("/api/me").status_code for _ in range(200)}
    assert statuses == {200, 429}
    tries = Visitor(api.address).http
    codes = {tries.post("/api/people/recover", json={"code": "x"}).status_code for _ in range(150)}
    assert codes == {403, 429}, "nobody tries out codes"
    wait_for(api.is_healthy)


def test_pages_of_other_sites_cannot_act_or_listen(server: Server) -> None:
    ann = Visitor(server.address, "Ann")
    table = ann.create("me", "random", open=True)
    foreign = {"Origin": "https://evil.example"}
    response = ann.http.post(f"/api/tables/{table}/start", headers=foreign)
    assert (response.status_code, response.json()["error"]["code"]) == (403, "foreign_origin")
    assert response.headers["content-security-policy"]
    assert ann.http.post(f"/api/tables/{table}/start", headers={"Origin": server.address}).status_code == 200
    url = f"{server.address.replace('http', 'ws')}/api/tables/{table}/live"
    with connect(url, additional_headers={"Cookie": ann.cookie}, origin=Origin("https://evil.example")) as socket:
        assert json.loads(socket.recv())["error"]["code"] == "foreign_origin"
        with pytest.raises(ConnectionClosed):
            socket.recv()
    with pytest.raises(InvalidStatus), connect(f"{server.address.replace('http', 'ws')}/api/nothing"):
        pass


def test_unknown_host_names_are_refused(tmp_path: Path) -> None:
    """Protection against DNS rebinding."""
    with serving(f"sqlite:///{tmp_path / 'tables.sqlite'}", options=["--allow-host", "play.example"]) as server:
        ann = Visitor(server.address, "Ann")
        table = ann.create("me", "random", open=True)
        for host, answered in {
            "evil.example": False,
            "evil.example:8000": False,
            "127.0.0.1.evil.example": False,
            "evil.example@localhost": False,
            "localhost/../evil.example": False,
            "localhost.:8000": True,
            "play.example": True,
            "localhost:8000": True,
            "192.0.2.1": True,
            "[::1]:8000": True,
        }.items():
            named = {"Host": host}
            answers = [ann.http.get(path, headers=named) for path in ("/", "/api/me", "/health", "/metrics")]
            answers.append(ann.http.post("/api/people", json={"name": "Ann"}, headers=named))
            assert {answer.status_code for answer in answers} == ({200, 201} if answered else {421}), host
            assert answered or {answer.json()["error"]["code"] for answer in answers} == {"wrong_host"}
            with dial(server.address) as connection:
                connection.sendall(handshake(table, host=host))
                assert read_until(connection, b"\r\n")[9:12] == (b"101" if answered else b"403")
        with dial(server.address) as connection:
            connection.sendall(b"GET /api/me HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n")
            assert read_until(connection, b"\r\n")[9:12] in (b"400", b"421"), "two names are one too many"


@pytest.mark.parametrize("origin", ["http://[x", "http://", "null", "%00"])
def test_malformed_origins_are_refused(server: Server, origin: str) -> None:
    ann = Visitor(server.address, "Ann")
    table = ann.create("me", "random", open=True)
    refused = ann.http.post("/api/people", json={"name": "Ann"}, headers={"Origin": origin})
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "foreign_origin")
    with connect(f"{server.address.replace('http', 'ws', 1)}/api/tables/{table}/live", origin=Origin(origin)) as live:
        assert json.loads(live.recv())["error"]["code"] == "foreign_origin"


@pytest.mark.parametrize("table", ["%00abc", "a" * 65, "%F0%9F%92%A5", "a%2Fb"])
def test_invalid_table_ids_open_no_socket(server: Server, table: str) -> None:
    with dial(server.address) as connection:
        connection.sendall(handshake(table))
        assert read_until(connection, b"\r\n")[9:12] in (b"403", b"404")


LONG = "x" * 15_000


def test_refusals_do_not_echo_large_input(server: Server) -> None:
    ann = Visitor(server.address, "Ann")
    table = ann.create("me", "me", open=True)
    ann.start(table)
    with ann.live(table) as live:
        live.await_update(lambda update: update["view"])
        command = {"do": "move", "id": "1", "version": live.update["version"], "move": "floor a3"}
        wrong = [{"do": LONG}, {LONG: 1}, {"do": "ping", LONG: 1}, {**command, LONG: 1}]
        wrong += [{**command, name: LONG} for name in command] + [{"do": "look", "seat": LONG}]
        for message in wrong:
            live.socket.send(json.dumps(message))
            refusal = live.receive()
            assert refusal["tell"] == "refused", message
            assert len(live.raw[-1]) < 1000
    path = f"/api/tables/{table}"
    answers = [ann.http.post(f"{path}/moves", json=message) for message in wrong]
    answers += [ann.http.post("/api/tables", json={"game": LONG, "seats": [{"who": "me"}] * 2})]
    answers += [ann.http.post("/api/tables", json={"game": "skyliners", "variant": LONG, "seats": [{"who": "me"}] * 2})]
    answers += [ann.http.post("/api/tables", json={"game": "skyliners", "seats": [{"who": "bot", "level": LONG}] * 2})]
    answers += [ann.http.get(path, params={"seat": LONG}), ann.http.get(f"/api/tables/{LONG}"), ann.http.get(LONG)]
    for answer in answers:
        assert 400 <= answer.status_code < 500, answer.text
        assert len(answer.text) < 1000


def test_every_response_has_the_security_headers(server: Server) -> None:
    for path in ("/", "/docs", "/api/games", "/api/me", "/nothing", "/openapi.json"):
        headers = httpx.get(f"{server.address}{path}").headers
        for name in ("content-security-policy", "referrer-policy", "x-content-type-options", "x-frame-options"):
            assert headers[name], (path, name)
        assert "server" not in headers
    cookie = httpx.post(f"{server.address}/api/people", json={"name": "Ann"}).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    secure = {"X-Forwarded-Proto": "https"}
    answer = httpx.post(f"{server.address}/api/people", json={"name": "Ann"}, headers=secure)
    assert "Secure" in answer.headers["set-cookie"]
    assert answer.headers["strict-transport-security"]


def test_health_metrics_and_the_pages_for_people(server: Server) -> None:
    tasks = dict.fromkeys(("bots", "connections", "due", "games", "heartbeat", "notifications", "writer"), "running")
    assert httpx.get(f"{server.address}/health").json() == {"status": "ok", "database": "ok", "tasks": tasks}
    assert "rooftop_sockets" in httpx.get(f"{server.address}/metrics").text
    through_a_proxy = httpx.get(f"{server.address}/metrics", headers={"X-Forwarded-For": "192.0.2.1"})
    assert through_a_proxy.status_code == 403
    home = httpx.get(server.address)
    assert '<div id="root">' in home.text


def test_the_docs_page_works_offline(server: Server) -> None:
    page = httpx.get(f"{server.address}/docs")
    assert "://" not in page.headers["content-security-policy"]
    assert "://" not in page.text
    needed = re.findall(r'(?:href|src)="([^"]+)"', page.text)
    types = {path: httpx.get(f"{server.address}{path}").raise_for_status().headers["content-type"] for path in needed}
    assert sorted(kind.partition(";")[0] for kind in types.values()) == ["image/png", "text/css", "text/javascript"]
