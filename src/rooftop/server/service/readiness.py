"""Which games this process can play. Other processes compile the others, once per machine (`warmup.py`)."""

import asyncio

from rooftop.core.cache import keep_folder
from rooftop.core.game import find_game, games
from rooftop.server.errors import Refused
from rooftop.warmup import is_ready, load, percent, want

DAY = 24 * 3600
POLL_INTERVAL = 0.2
"""Seconds between two looks for games that have become ready."""


class Preparing(Refused):
    """The game is still being compiled."""

    def __init__(self, game: str) -> None:
        super().__init__(503, "preparing", game=find_game(game).title, percent=percent(game))


class Readiness:
    def __init__(self) -> None:
        self._loaded: set[str] = set()

    def check(self, game: str) -> None:
        """Refuse a game that is not ready, and have it compiled before the others."""
        if game not in self._loaded:
            want(game)
            raise Preparing(game)

    async def load(self) -> None:
        """Load the machine code of the games that are ready, in a thread."""
        for game in games():
            if game not in self._loaded and is_ready(game):
                await asyncio.to_thread(load, game)
                self._loaded.add(game)

    async def keep_loading(self) -> None:
        """Load every game when it is ready. Never returns."""
        while len(self._loaded) < len(games()):
            await self.load()
            await asyncio.sleep(POLL_INTERVAL)
        while True:  # a worker that replaces this one loads the same machine code, perhaps in months
            keep_folder()
            await asyncio.sleep(DAY)
