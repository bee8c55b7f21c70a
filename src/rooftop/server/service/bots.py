"""Runs the bots of the tables in thread pools. Their moves are stored like those of people.

A bot never sees the real position. It gets a sample of its seat's information set, so it cannot use hidden information.
"""

import asyncio
import math
import os
import secrets
import time
from bisect import bisect_left
from collections.abc import Callable
from typing import TypeVar

from rooftop.bots import find_bot
from rooftop.bots.advice import Advice, advise
from rooftop.bots.levels import LEVELS
from rooftop.core.match import Match
from rooftop.server.domain.decisions import bot_move
from rooftop.server.domain.events import Event
from rooftop.server.domain.table import Table
from rooftop.server.metrics import THINKING
from rooftop.server.service.fair_pool import FairPool, Payer
from rooftop.server.service.live import LiveTable, LiveTables
from rooftop.server.service.readiness import Preparing
from rooftop.server.service.supervisor import report
from rooftop.server.storage.storage import Storage

Thought = TypeVar("Thought")

POLL_INTERVAL = 2.0
"""Seconds between two searches for orphaned bots, whose process has died or was restarted."""
REPLY_DELAY = 0.6
"""Seconds before a reply of a lesson, so that people see what is played."""
MARGIN = 0.3
"""Seconds that a turn may take on top of the thinking time."""
CORES = os.cpu_count() or 2
LANES = (0.5, 1.0, math.inf)
"""Upper bounds, in seconds per turn. Levels within the same bound share a thread pool."""
NICENESS = (5, 10, 10)
"""Of the threads of each lane. Higher means lower priority."""


class BotRunner:
    """Runs the bots of this process."""

    def __init__(self, storage: Storage, live_tables: LiveTables) -> None:
        self._storage = storage
        self._live_tables = live_tables
        # Separate pools keep hints and cheap levels from queueing behind expensive ones.
        self._lanes = [FairPool(f"bot-{lane}", max(1, CORES // 2), niceness) for lane, niceness in enumerate(NICENESS)]
        self._thinking: dict[str, asyncio.Task[None]] = {}

    def on_event(self, event: Event, table: Table) -> None:
        if table.bot_decides:
            self._wake(table.id)

    def _wake(self, table: str) -> None:
        if table not in self._thinking:
            self._thinking[table] = asyncio.create_task(self._play(table))

    async def _play(self, table: str) -> None:
        """Decide for the bots of a table until it is a person's turn."""
        try:
            live, began, secretly = await self._live_tables.get(table), time.monotonic(), False
            while live.table.bot_decides:
                secretly = await self._decide(live, began, secretly)
                if not secretly:
                    began = time.monotonic()
        except Preparing:  # `adopt_orphans` tries again
            pass
        except Exception as error:
            report("a bot could not decide; it will be tried again", error, table=table)
        finally:
            del self._thinking[table]

    async def _decide(self, live: LiveTable, began: float, after_a_secret: bool) -> bool:
        """Make one decision. Return whether it was secret, that is, invisible to the other players.

        This closes a timing side channel: the duration of a bid must not reveal how many cards are in it. After
        secret decisions, or where one was possible, a visible decision waits until the turn's full time is over.
        """
        table, seat = live.table, live.table.player
        assert seat is not None
        level = table.chairs[seat].bot_level
        if table.reply is None:
            payer = (table.address_hash, table.host)
            move = await self._think(find_bot(level), table.playing, seat, payer, _seconds(level))
        else:
            move = table.reply
            await asyncio.sleep(REPLY_DELAY)
        secret = table.playing.unnoticed_moves()
        if move not in secret and (secret or after_a_secret):
            await asyncio.sleep(began + turn_seconds(level) - time.monotonic())
        await self._live_tables.act(live, lambda now: bot_move(now, table.moment, move))
        return move in secret

    async def _think(
        self, bot: Callable[[Match, int], Thought], match: Match, seat: int, payer: Payer, seconds: float
    ) -> Thought:
        """Run a bot. `payer` is charged: the host of the table, or whoever asked for advice."""
        seed = secrets.randbits(64)
        lane = self._lanes[bisect_left(LANES, seconds)]

        def think() -> Thought:
            with THINKING.time():
                return bot(match.redealt(seat), seed)

        return await lane.run(payer, think)

    async def advise(self, match: Match, seat: int, payer: Payer) -> Advice:
        """Computed in the fastest lane."""
        return await self._think(advise, match, seat, payer, 0)

    async def adopt_orphans(self) -> None:
        """Find bots that no process runs, and run them here. Never returns."""
        waiting: set[tuple[str, int]] = set()
        while True:
            due = await self._storage.tables_of_bots()
            # Another process may be thinking. A bot is orphaned only if its table has not changed since the last poll.
            for table, _ in due & waiting:
                self._wake(table)
            waiting = due
            await asyncio.sleep(POLL_INTERVAL)

    async def close(self) -> None:
        for task in list(self._thinking.values()):
            task.cancel()
        await asyncio.gather(*self._thinking.values(), return_exceptions=True)
        for lane in self._lanes:
            lane.close()


def turn_seconds(level: str) -> float:
    """An upper bound for a turn of a bot of this level, however many decisions the turn has."""
    return MARGIN + _seconds(level)


def _seconds(level: str) -> float:
    return LEVELS[level].seconds if level in LEVELS else 0.0
