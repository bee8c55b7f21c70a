"""Bots at the tables: they think in threads of their own, and what they decide is stored like anybody's move.

A bot gets a position in which all that its seat cannot know has been dealt anew: it cannot use what it must not know.
"""

import asyncio
import logging
import os
import secrets
import time
from concurrent.futures import ThreadPoolExecutor

from rooftop.bots import DEFAULT_BOT, NAMES, Bot, find_bot
from rooftop.bots.levels import LEVELS
from rooftop.core.game import games
from rooftop.core.match import Match
from rooftop.server.decisions import bot_move
from rooftop.server.events import Event
from rooftop.server.live import Hall, Room
from rooftop.server.metrics import THINKING
from rooftop.server.storage import Storage
from rooftop.server.tables import Table

LOOK_EVERY = 2.0
"""Seconds between two looks for tables whose bot nobody serves: after a restart, or when its process has died."""
HINTING_BOT = "hard"
MARGIN = 0.3
"""Seconds that a turn may take besides thinking."""
THREADS = max(1, (os.cpu_count() or 2) - 1)

log = logging.getLogger(__name__)


class BotDesk:
    """Wakes the bots of this process."""

    def __init__(self, storage: Storage, hall: Hall) -> None:
        self._storage = storage
        self._hall = hall
        self._threads = ThreadPoolExecutor(THREADS, "bot")
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
            room, began, secretly = await self._hall.room(table), time.monotonic(), False
            while room.table.bot_decides:
                secretly = await self._decide(room, began, secretly)
                if not secretly:
                    began = time.monotonic()
        except Exception:
            log.exception("a bot could not decide; it will be tried again", extra={"table": table})
        finally:
            del self._thinking[table]

    async def _decide(self, room: Room, began: float, after_a_secret: bool) -> bool:
        """Whether nobody can notice. How long a bid has taken must not tell how many cards are in it: where some
        could be or were laid in secret, what others notice comes when all the time that the level has for a turn is
        over."""
        table, seat = room.table, room.table.player
        assert seat is not None
        level = table.chairs[seat].level or DEFAULT_BOT
        move = await self._think(find_bot(level), table.playing, seat)
        secret = table.playing.unnoticed_moves()
        if move not in secret and (secret or after_a_secret):
            await asyncio.sleep(began + turn_seconds(level) - time.monotonic())
        await self._hall.act(room, lambda now: bot_move(now, table.moment, move))
        return move in secret

    async def _think(self, bot: Bot, match: Match, seat: int) -> int:
        seed = secrets.randbits(64)
        with THINKING.time():
            return await asyncio.get_running_loop().run_in_executor(
                self._threads, lambda: bot(match.redealt(seat), seed)
            )

    async def hint(self, match: Match, seat: int) -> int:
        """What a good bot would do."""
        return await self._think(find_bot(HINTING_BOT), match, seat)

    async def look_after(self) -> None:
        """Serve the bots that nobody serves, for as long as the server runs."""
        waiting: set[tuple[str, int]] = set()
        while True:
            due = await self._storage.tables_of_bots()
            # Another process may be at work: only where nothing has happened since the last look a bot is missing.
            for table, _ in due & waiting:
                self._wake(table)
            waiting = due
            await asyncio.sleep(LOOK_EVERY)

    async def close(self) -> None:
        for task in list(self._thinking.values()):
            task.cancel()
        self._threads.shutdown(cancel_futures=True)


def turn_seconds(level: str) -> float:
    """More than a bot of the level thinks about a turn, however many decisions that has."""
    return MARGIN + (LEVELS[level].seconds if level in LEVELS else 0)


def load() -> None:
    """Have the rules of every game and the bots in memory before anybody waits for them."""
    for game in games():
        match = Match(game)
        for name in NAMES:
            find_bot(name, budget=0)(match, 0)
        match.play(match.moves()[0])
        match.showed_nothing()
        match.unnoticed_moves()
