"""Bots at the tables: they think in threads of their own, and what they decide is stored like anybody's move.

A bot gets a position in which all that its seat cannot know has been dealt anew: it cannot use what it must not know.
"""

import asyncio
import math
import os
import secrets
import time
from bisect import bisect_left

from rooftop.bots import DEFAULT_BOT, NAMES, find_bot
from rooftop.bots.levels import LEVELS
from rooftop.core.game import games
from rooftop.core.match import Match
from rooftop.server.domain.decisions import bot_move
from rooftop.server.domain.events import Event
from rooftop.server.domain.table import Table
from rooftop.server.metrics import THINKING
from rooftop.server.service.fair_pool import FairPool, Payer
from rooftop.server.service.live import LiveTable, LiveTables
from rooftop.server.service.supervisor import report
from rooftop.server.storage.storage import Storage

POLL_INTERVAL = 2.0
"""Seconds between two looks for tables whose bot nobody serves: after a restart, or when its process has died."""
HINTING_BOT = "hard"
MARGIN = 0.3
"""Seconds that a turn may take besides thinking."""
CORES = os.cpu_count() or 2
LANES = (0.5, 1.0, math.inf)
"""Seconds that a level may think about a turn: those of one lane share its threads."""
NICENESS = (5, 10, 10)
"""Of the threads of each lane."""


class BotRunner:
    """Wakes the bots of this process."""

    def __init__(self, storage: Storage, live_tables: LiveTables) -> None:
        self._storage = storage
        self._live_tables = live_tables
        # Hints and cheap levels never wait behind expensive ones.
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
        except Exception as error:
            report("a bot could not decide; it will be tried again", error, table=table)
        finally:
            del self._thinking[table]

    async def _decide(self, live: LiveTable, began: float, after_a_secret: bool) -> bool:
        """Whether nobody can notice. How long a bid has taken must not tell how many cards are in it: where some
        could be or were laid in secret, what others notice comes when all the time that the level has for a turn is
        over."""
        table, seat = live.table, live.table.player
        assert seat is not None
        level = table.chairs[seat].level or DEFAULT_BOT
        move = await self._think(level, table.playing, seat, (table.address_hash, table.host), _seconds(level))
        secret = table.playing.unnoticed_moves()
        if move not in secret and (secret or after_a_secret):
            await asyncio.sleep(began + turn_seconds(level) - time.monotonic())
        await self._live_tables.act(live, lambda now: bot_move(now, table.moment, move))
        return move in secret

    async def _think(self, level: str, match: Match, seat: int, payer: Payer, seconds: float) -> int:
        """In the time of the person who has opened the table, or wants the hint."""
        bot, seed = find_bot(level), secrets.randbits(64)
        lane = self._lanes[bisect_left(LANES, seconds)]

        def think() -> int:
            with THINKING.time():
                return bot(match.redealt(seat), seed)

        return await lane.run(payer, think)

    async def hint(self, match: Match, seat: int, payer: Payer) -> int:
        """What a good bot would do, soon."""
        return await self._think(HINTING_BOT, match, seat, payer, 0)

    async def adopt_orphans(self) -> None:
        """Serve the bots that nobody serves, for as long as the server runs."""
        waiting: set[tuple[str, int]] = set()
        while True:
            due = await self._storage.tables_of_bots()
            # Another process may be at work: only where nothing has happened since the last look a bot is missing.
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
    """More than a bot of the level thinks about a turn, however many decisions that has."""
    return MARGIN + _seconds(level)


def _seconds(level: str) -> float:
    return LEVELS[level].seconds if level in LEVELS else 0.0


def preload() -> None:
    """Have the rules of every game and the bots in memory before anybody waits for them."""
    for game in games():
        match = Match(game)
        for name in NAMES:
            find_bot(name, budget=0)(match, 0)
        match.play(match.moves()[0])
        match.showed_nothing()
        match.unnoticed_moves()
