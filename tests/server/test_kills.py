"""kill -9, again and again, in the middle of play: nothing acknowledged is lost, nothing happens twice, and all
clients come back by themselves."""

import asyncio
import os
import signal
from collections import Counter
from collections.abc import Callable, Coroutine

from rooftop.server.events import Event
from rooftop.server.storage import Storage
from server.serving import PATIENCE, Server, Visitor, serving
from server.stubborn import Stubborn

TABLES = 6


def players_at_tables(server: Server) -> list[Stubborn]:
    """Many tables with two people and a bot."""
    players = []
    for n in range(TABLES):
        ann, bob = Visitor(server.address, "Ann"), Visitor(server.address, "Bob")
        table = ann.create("me", "anyone", "random", open=True)
        bob.post(f"/api/tables/{table}/join")
        ann.start(table)
        players += [Stubborn(server.address, person.cookie, table, n) for person in (ann, bob)]
    return players


async def play_through(players: list[Stubborn], disturb: Callable[[], Coroutine[None, None, None]]) -> None:
    async with asyncio.timeout(150), asyncio.TaskGroup() as together:
        for player in players:
            together.create_task(player.play())
        together.create_task(disturb())


async def moves_made(players: list[Stubborn], count: int) -> None:
    """Until so many more moves have been acknowledged."""
    goal = sum(len(player.acknowledged) for player in players) + count
    while sum(len(player.acknowledged) for player in players) < goal and not all(player.over for player in players):
        await asyncio.sleep(0.01)


def check_nothing_lost(database: str, players: list[Stubborn]) -> None:
    storage = Storage(database)
    try:
        for table in {player.table for player in players}:
            events = asyncio.run(storage.events(table, 0))
            assert [event.number for event in events] == list(range(1, len(events) + 1))
            check_moves(events, [player for player in players if player.table == table])
    finally:
        storage.close()


def check_moves(events: list[Event], players: list[Stubborn]) -> None:
    stored = Counter(event.data["key"] for event in events if "key" in event.data)
    assert max(stored.values()) == 1, "no move twice"
    acknowledged = {key for player in players for key in player.acknowledged}
    assert acknowledged
    assert acknowledged <= stored.keys(), "none lost"
    told = sum(event.kind == "moved" for event in events)
    assert [len(player.log) for player in players] == [told] * len(players), "everybody has read of every move"


def test_the_whole_server_is_killed_and_started_again(database: str) -> None:
    with serving(database) as server:
        players = players_at_tables(server)

        async def disturb() -> None:
            for _ in range(3):
                await moves_made(players, 20)
                server.kill()
                await asyncio.to_thread(server.start)

        asyncio.run(play_through(players, disturb))
        check_nothing_lost(database, players)
        assert min(player.returns for player in players) >= 1


def test_one_of_several_workers_is_killed(database: str) -> None:
    with serving(database, workers=2) as server:
        players = players_at_tables(server)

        async def disturb() -> None:
            for _ in range(3):
                await moves_made(players, 20)
                os.kill(server.worker_processes()[0], signal.SIGKILL)
                # The other worker serves on; both are there again before the next blow.
                while len(server.worker_processes()) < 2:
                    await asyncio.sleep(0.05)

        asyncio.run(play_through(players, disturb))
        check_nothing_lost(database, players)
        assert sum(player.returns for player in players) >= 1
        server.process.kill()
        server.process.communicate(timeout=PATIENCE)  # until nobody is left who could write: the workers stop as well
