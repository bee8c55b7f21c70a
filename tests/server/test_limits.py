"""Rate-limit keys, concurrency limits, what a table remembers, the TTL cache and the log throttle."""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send

from rooftop.bots.advice import Advice
from rooftop.bots.levels import MoveStats
from rooftop.server.api.security import MAX_CONCURRENT, Guard, Hosts
from rooftop.server.domain import decisions
from rooftop.server.domain.events import Event
from rooftop.server.domain.people import Person
from rooftop.server.domain.table import CHAT_KEPT, KEYS_KEPT, Table
from rooftop.server.run.logs import Throttle
from rooftop.server.service import limits, ttl_cache
from rooftop.server.service.limits import Limit, Limits, address_hash, network_of
from rooftop.server.service.ttl_cache import TtlCache
from server.inside import Inside
from server.serving import Live, Visitor, wait_for

CROWD = 5 * MAX_CONCURRENT


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_rate_limit_key_of_an_address(address: str, network: str) -> None:
    assert network_of(address) == network


def test_address_hashes_collide() -> None:
    hashes = [address_hash(f"192.0.{n // 256}.{n % 256}") for n in range(65_536)]
    assert len(set(hashes)) > 30_000, "enough to share fairly"
    assert len(set(hashes)) < 50_000, "and several addresses for each, even of these few"


def test_buckets_are_kept_until_they_have_refilled() -> None:
    quick, slow = Limit(at_once=2, per_second=1e9), Limit(at_once=2, per_second=1e-9)
    for visitor in range(100):
        assert quick.allows(str(visitor))
        assert slow.allows(str(visitor))
    assert len(quick._used) == 1
    assert len(slow._used) == 100
    assert [slow.allows("0"), slow.allows("0")] == [True, False]


def test_the_number_of_buckets_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_VISITORS", 3)
    limit = Limit(at_once=1, per_second=1e-9)
    assert [limit.allows(visitor) for visitor in "aabcd"] == [True, False, True, True, True]
    assert [limit.allows(visitor) for visitor in "dcba"] == [False, False, False, True], "a was evicted"


class Application:
    """An ASGI application that responds when the gate opens."""

    def __init__(self) -> None:
        self.gate = asyncio.Event()
        self.at_work: list[str] = []
        self.state = self.service = self
        self.limits = Limits()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.at_work.append(scope["client"][0])
        await self.gate.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body"})


class NoConnection:
    def request_answered(self) -> None:
        pass


def ask(guard: Guard, app: Application, address: str) -> "asyncio.Task[None]":
    scope: Scope = {
        "type": "http",
        "method": "GET",
        "path": "/",
        "scheme": "http",
        "headers": [(b"host", b"localhost")],
        "client": (address, 1),
        "app": app,
        "state": {"connection": NoConnection()},
    }

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        pass

    return asyncio.create_task(guard(scope, receive, send))


def test_concurrent_requests_are_limited_per_address() -> None:
    async def run() -> None:
        app = Application()
        guard = Guard(app, Hosts([]))
        crowd = [ask(guard, app, "192.0.2.1") for _ in range(CROWD)]
        await asyncio.sleep(0.01)
        crowd.append(ask(guard, app, "192.0.2.2"))
        await asyncio.sleep(0.01)
        assert app.at_work == ["192.0.2.1"] * MAX_CONCURRENT + ["192.0.2.2"], "nobody waits for somebody else's crowd"
        crowd[MAX_CONCURRENT].cancel()
        app.gate.set()
        await asyncio.gather(*crowd, return_exceptions=True)
        assert len(app.at_work) == CROWD, "all but the one who has gone"

    asyncio.run(run())


AT_ONCE = 5


def at_a_table(inside: Inside, address: str) -> Live:
    """A socket of a new guest from this address, at a table of their own."""
    guest = Visitor(inside.address, "Guest", address)
    table = guest.create("me", "me")
    guest.start(table)
    live = guest.live(table)
    live.await_update()
    live.ask(do="look", seat=live.update["view"]["player"])
    live.await_update(lambda update: update["view"]["moves"])
    return live


def preview(live: Live) -> str | None:
    """Try a move. Return the error code, if any."""
    answer = live.ask(do="try", version=live.update["version"], move=live.update["view"]["moves"][0]["id"])
    return answer["error"]["code"] if answer["tell"] == "refused" else None


@pytest.mark.parametrize("limit", ["messages_from_address", "trials"])
def test_the_guests_of_an_address_share_its_messages(
    inside: Inside, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    crowd, ann = [at_a_table(inside, "127.0.0.9") for _ in range(3)], at_a_table(inside, "127.0.0.1")
    monkeypatch.setattr(inside.service.limits, limit, Limit(at_once=AT_ONCE, per_second=0))
    codes = [preview(live) for _ in range(AT_ONCE) for live in crowd]
    assert codes == [None] * AT_ONCE + ["too_many"] * (len(codes) - AT_ONCE)
    assert preview(ann) is None


@pytest.mark.parametrize("drawn", ["picture", "preview"])
def test_the_guests_of_an_address_share_its_pictures(
    inside: Inside, monkeypatch: pytest.MonkeyPatch, drawn: str
) -> None:
    ann = Visitor(inside.address, "Ann", "127.0.0.1")
    table = ann.create("me", "me", open=True)
    ann.start(table)
    crowd = [Visitor(inside.address, "Guest", "127.0.0.9") for _ in range(3)]
    monkeypatch.setattr(inside.service.limits, f"{drawn}s", Limit(at_once=AT_ONCE, per_second=0))
    path = f"/api/tables/{table}/{drawn}"
    codes = [guest.http.get(path).status_code for _ in range(AT_ONCE) for guest in crowd]
    assert codes == [200] * AT_ONCE + [429] * (len(codes) - AT_ONCE)
    assert ann.http.get(path).status_code == 200


def test_pending_hints_do_not_block_requests(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    thought, waiting = asyncio.Event(), []
    ann = Visitor(inside.address, "Ann")
    table = ann.create("me", "me", hints=True)
    ann.start(table)
    seat = ann.look(table)["view"]["player"]
    first = ann.look(table, seat=seat)["view"]["moves"][0]

    async def think(*_: object) -> Advice:
        waiting.append(table)
        await thought.wait()
        return Advice([MoveStats(first["id"], 1, 0.5, 0.5)], [])

    monkeypatch.setattr(inside.service.bots, "advise", think)
    with ThreadPoolExecutor(MAX_CONCURRENT) as at_once:
        hints = [at_once.submit(ann.post, f"/api/tables/{table}/hint", seat=seat) for _ in range(MAX_CONCURRENT)]
        try:
            wait_for(lambda: len(waiting) == MAX_CONCURRENT)
            assert ann.look(table)
        finally:
            inside.loop.call_soon_threadsafe(thought.set)
        assert [hint.result()["best"][0]["move"] for hint in hints] == [first["id"]] * MAX_CONCURRENT


def test_what_a_table_remembers_is_bounded() -> None:
    """Every event copies it, so otherwise loading a table would take quadratic time."""
    ann, strangers = Person("ann", "Ann"), [Person(f"stranger {n}", "Eve") for n in range(CROWD)]
    created = decisions.create(ann, "skyliners", None, [{"who": "me"}, {"who": "anyone"}])
    table = Table.of(Event("table", 1, *created, 0.0))
    for number, person in enumerate([*[ann] * CROWD, *strangers] * 5, start=2):
        remark = decisions.say(table, person, "Hello", f"key-{number}")
        assert remark
        table = table.after(Event("table", number, *remark, 0.0))
        assert decisions.say(table, person, "Hello", f"key-{number}") is None, "a repeated request is recognized"
    assert {len(keys) for keys in table.done.values()} == {KEYS_KEPT}
    assert (len(table.done), len(table.remarks), len(table.chat)) == (2, 2, CHAT_KEPT)


def test_concurrent_callers_share_one_load() -> None:
    async def run() -> int:
        found = 0

        async def load() -> int:
            nonlocal found
            found += 1
            await asyncio.sleep(0)
            return found

        cache = TtlCache(load)
        assert set(await asyncio.gather(*(cache() for _ in range(CROWD)))) == {1}
        return found

    assert asyncio.run(run()) == 1


def test_concurrent_callers_share_a_load_longer_than_its_ttl(monkeypatch: pytest.MonkeyPatch) -> None:
    """During an outage a health check takes seconds. Those who wait for it must not each start another."""
    now = 0.0
    monkeypatch.setattr(ttl_cache, "time", SimpleNamespace(monotonic=lambda: now))

    async def load() -> float:
        nonlocal now
        now += 10
        await asyncio.sleep(0)
        return now

    async def run() -> list[float]:
        cache = TtlCache(load, ttl=1)
        return await asyncio.gather(*(cache() for _ in range(CROWD)))

    assert asyncio.run(run()) == [10] * CROWD


def test_warnings_are_rate_limited() -> None:
    throttle, at = Throttle(), 1_000.0

    def passes(message: str, after: float, **more: Any) -> logging.LogRecord | None:
        nonlocal at
        at += after
        record = logging.makeLogRecord({"msg": message, "levelno": logging.WARNING, "created": at, **more})
        return record if throttle.filter(record) else None

    assert passes("one", 0)
    assert not passes("one", 0.1)
    assert passes("another", 0)
    assert not passes("one", 0.1)
    assert passes("one", 0, levelno=logging.INFO)
    assert passes("one", 0, exc_info=(ValueError, ValueError(), None))
    assert not passes("one", 0, exc_info=(ValueError, ValueError(), None))
    later = passes("one", 1)
    assert later
    assert vars(later)["since_the_last"] == 2
