"""An in-process server in a thread, so that tests can access and modify its internal state."""

import asyncio
import logging
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from rooftop.core.match import Match
from rooftop.server.api.app import create_app
from rooftop.server.api.connections import Connection
from rooftop.server.domain.table import CACHED_PROPERTIES
from rooftop.server.run.serve import listen
from rooftop.server.service.live import LiveTable
from rooftop.server.service.table_service import TableService
from rooftop.server.service.ttl_cache import TtlCache
from rooftop.server.service.views import TableViews
from rooftop.server.settings import Settings
from rooftop.server.storage.database import migrate
from server.serving import SERVERS, START_TIMEOUT, TIMEOUT, Running, check_servers, wait_for


class Tracebacks(logging.Handler):
    """Collects log records that have a traceback."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info:
            self.found.append(logging.Formatter().format(record))


class Inside(Running):
    def __init__(self, folder: Path) -> None:
        self.tracebacks = Tracebacks()
        logging.getLogger().addHandler(self.tracebacks)
        database = f"sqlite:///{folder / 'inside.sqlite'}"
        migrate(database)
        self.app = create_app(Settings(database))
        listening = listen("127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        config = uvicorn.Config(
            self.app,
            log_config=None,
            http=Connection,
            ws="websockets-sansio",
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=1,
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self._run, args=(listening,))
        self.thread.start()
        wait_for(lambda: self.server.started, START_TIMEOUT)

    def _run(self, listening: socket.socket) -> None:
        """With the event loop that a server has in its own process."""
        with asyncio.Runner(loop_factory=self.server.config.get_loop_factory()) as runner:
            runner.run(self._serve(listening))

    async def _serve(self, listening: socket.socket) -> None:
        self.loop = asyncio.get_running_loop()
        await self.server.serve([listening])

    @property
    def service(self) -> TableService:
        service: TableService = self.app.state.service
        return service

    def live(self, table: str) -> LiveTable:
        return asyncio.run_coroutine_threadsafe(self.service.live_tables.get(table), self.loop).result(TIMEOUT)

    def lift_limits(self) -> None:
        """Disable rate limits, quotas and the cache of the public list."""
        self.service.listed_tables = TtlCache(self.service.storage.listed_tables, ttl=0)
        limits = self.service.limits
        for name, limit in vars(limits).items():
            if isinstance(limit, int):
                setattr(limits, name, 10**9)
            else:
                limit.at_once = limit.per_second = 10**9

    def check_at_rest(self) -> None:
        super().check_at_rest()
        found, self.tracebacks.found = self.tracebacks.found, []
        assert not found, "\n".join(found)

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(TIMEOUT)
        logging.getLogger().removeHandler(self.tracebacks)


@contextmanager
def serving_inside(folder: Path) -> Iterator[Inside]:
    inside = Inside(folder)
    SERVERS.add(inside)
    try:
        yield inside
        check_servers()
    finally:
        SERVERS.discard(inside)
        inside.stop()


def put_on_the_table(live: LiveTable, match: Match) -> None:
    """Replace the match of a table and clear everything cached."""
    live.table.match = match
    live.table.deciders = tuple(seat for seat, _ in match.history)
    for name in CACHED_PROPERTIES:
        live.table.__dict__.pop(name, None)
    live._views = TableViews(live.table)
