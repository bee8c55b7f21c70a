"""Several processes that serve the same tables."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from server.serving import Server, Visitor, serving, wait_for


@pytest.fixture
def two_servers(database: str) -> Iterator[tuple[Server, Server]]:
    with serving(database) as one, serving(database) as other:
        yield one, other


def test_events_reach_other_processes(two_servers: tuple[Server, Server]) -> None:
    one, other = two_servers
    ann, bob = Visitor(one.address, "Ann"), Visitor(other.address, "Bob")
    table = ann.create("me", "anyone", open=True)
    bob.post(f"/api/tables/{table}/join")
    with ann.live(table) as at_one, bob.live(table) as at_other:
        at_one.await_update(lambda update: update["table"]["chairs"][1]["name"] == "Bob")
        ann.start(table)
        at_other.await_update(lambda update: update["view"])
        at_one.await_update(lambda update: update["view"])
        first, second = (at_one, at_other) if at_one.update["view"]["moves"] else (at_other, at_one)
        first.move("floor a3")
        second.await_update(lambda update: len(second.log) == 1)


def test_one_of_two_concurrent_decisions_wins(two_servers: tuple[Server, Server]) -> None:
    """One person with two devices on two processes makes two decisions on the same view."""
    ann = Visitor(two_servers[0].address, "Ann")
    table = ann.create("me", "me")
    ann.start(table)
    devices = [Visitor(server.address) for server in two_servers]
    for device in devices:
        device.http.cookies.update(ann.http.cookies)
    with ThreadPoolExecutor() as at_once:
        for number in range(12):
            update = ann.look(table, seat=ann.look(table)["view"]["player"])
            moves = [move["id"] for move in update["view"]["moves"][:2]]
            commands = [{"version": update["version"], "move": move, "id": f"{number}-{move}"} for move in moves]
            posts = [
                at_once.submit(device.http.post, f"/api/tables/{table}/moves", json=command)
                for device, command in zip(devices, commands, strict=True)
            ]
            assert sorted(post.result().status_code for post in posts) == [200, 409]
            assert [len(device.look(table)["log"]["lines"]) for device in devices] == [number + 1] * 2


def test_orphaned_bots_are_adopted(database: str) -> None:
    with serving(database) as first:
        ann = Visitor(first.address, "Ann")
        table = ann.create("me", "medium", "medium", "medium")
        ann.start(table)
        first.kill()
        first.start()
        update = wait_for(lambda: (found := ann.look(table))["view"]["moves"] and found)
        assert update["table"]["status"] == "playing"


def test_a_server_with_several_workers_serves_and_stops_cleanly(database: str) -> None:
    with serving(database, workers=2) as server:
        people = [Visitor(server.address, name) for name in ("Ann", "Bob")]
        table = people[0].create("me", "anyone", open=True)
        people[1].post(f"/api/tables/{table}/join")
        lives = [people[n % 2].live(table) for n in range(8)]
        people[0].start(table)
        for live in lives:
            live.await_update(lambda update: update["view"])
        people[0].post(f"/api/tables/{table}/chat", id="1", text="all?")
        for live in lives:
            live.await_update(lambda update: update["chat"]["lines"])
        figures = people[0].http.get("/metrics").text
        assert 'rooftop_events_total{kind="joined"} 1.0' in figures, "the sum over the workers"
        assert server.stop() == 0
        assert {live.closed() for live in lives} <= {1012, 1006}
