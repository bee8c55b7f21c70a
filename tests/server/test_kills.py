"""Repeated kill -9 during play: nothing acknowledged is lost, nothing is applied twice, and clients reconnect."""

import asyncio
import os
import signal

from commands import runs
from server.retrying import check_nothing_lost, moves_made, play_through, players_at_tables
from server.serving import serving, wait_for


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
            # Each of both, so that every table loses its worker once, and then a replacement.
            for victim in [*server.worker_processes(), None]:
                await moves_made(players, 20)
                killed = victim or server.worker_processes()[-1]
                os.kill(killed, signal.SIGKILL)
                # The other worker keeps serving. Wait for the replacement before the next kill.
                while killed in (workers := server.worker_processes()) or len(workers) < 2:
                    await asyncio.sleep(0.05)

        asyncio.run(play_through(players, disturb))
        check_nothing_lost(database, players)
        assert sum(player.returns for player in players) >= 1
        workers = server.worker_processes()
        server.process.kill()
        wait_for(lambda: not any(map(runs, workers)))  # no process may write any more
