"""A table in the middle of a game: its seed and its first moves are put into the log behind the server's back."""

import asyncio
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from playwright.sync_api import Page

from rooftop.bots import find_bot
from rooftop.core.match import Match
from rooftop.server.domain.events import Event
from rooftop.server.domain.table import Table
from rooftop.server.storage.storage import Storage
from web.playing import BOT, ME, be_asked_always, open_table, sit_at


def stage(database: str, table: str, seed: int, moves: Iterable[str] = ()) -> Match:
    """Start a waiting table with this seed and make these moves, whoever has to; the game as it then stands."""
    # In a thread of its own, because Playwright's loop runs in this one.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(_stage(database, table, seed, list(moves)))).result()


def meet_a_bot_late(
    page: Page, database: str, game: str, bot: dict[str, Any] = BOT, variant: str | None = None, share: float = 0.6
) -> str:
    """At a table where greedy bots have played this share of a game, to be asked always."""
    match = Match(game, players=2, variant=variant, seed=1)
    greedy = find_bot("greedy")
    while not match.over:
        match.play(greedy(match, match.ply))
    begun = [move.text for _, move in match.history[: int(share * match.ply)]]
    be_asked_always(page)
    table = open_table(page, game, [ME, bot], start=False, variant=match.variant)
    stage(database, table, 1, begun)
    sit_at(page, table)
    return table


def standing(database: str, table: str) -> Match:
    """The game as it stands at a table, secrets and all."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(_standing(database, table))).result().playing


async def _standing(database: str, table: str) -> Table:
    storage = Storage(database)
    try:
        first, *later = await storage.events(table, 0)
    finally:
        storage.close()
    now = Table.of(first)
    for event in later:
        now = now.after(event)
    return now


async def _stage(database: str, table: str, seed: int, moves: list[str]) -> Match:
    now = await _standing(database, table)
    storage = Storage(database)
    try:
        now = await _append(storage, now, "started", {"seed": str(seed)})
        for text in moves:
            move = next(move.id for move in now.playing.moves() if move.text == text)
            now = await _append(storage, now, "moved", {"seat": now.player, "move": move})
        return now.playing
    finally:
        storage.close()


async def _append(storage: Storage, table: Table, kind: str, data: dict[str, Any]) -> Table:
    event = Event(table.id, table.number + 1, kind, data, time.time())
    after = table.after(event)
    assert await storage.append(event, table.index_entry, after.index_entry), "the server was at this table too"
    return after
