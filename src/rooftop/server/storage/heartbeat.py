"""Tells when something could last be stored.

While the clock of a live game runs, the time is written several times a second. After a crash or an outage of the
database it tells how long no server could take a move.
"""

import asyncio
from typing import Any

import sqlalchemy as sa

from rooftop.server.storage.database import connect_to
from rooftop.server.storage.schema import heartbeat


class Heartbeat:
    """Has a connection of its own that does not wait for the disk: a process that is killed loses nothing by that, and
    after a power cut the clocks are set back a little further."""

    def __init__(self, address: str) -> None:
        self._engine = connect_to(address)
        sa.event.listen(self._engine, "connect", self._prepare)

    def _prepare(self, connection: Any, _: object) -> None:
        is_sqlite = self._engine.dialect.name == "sqlite"
        connection.execute("PRAGMA synchronous=NORMAL" if is_sqlite else "SET synchronous_commit TO OFF")
        connection.commit()

    async def beat(self, now: float) -> float:
        """Store the time. Return the one that was stored before, by whatever process."""
        return await asyncio.to_thread(self._beat, now)

    def _beat(self, now: float) -> float:
        with self._engine.begin() as connection:
            last = float(connection.execute(sa.select(heartbeat.c.at)).scalar_one())
            connection.execute(sa.update(heartbeat).values(at=now))
            return last

    async def last(self) -> float:
        return await asyncio.to_thread(self._read)

    def _read(self) -> float:
        with self._engine.connect() as connection:
            return float(connection.execute(sa.select(heartbeat.c.at)).scalar_one())

    def close(self) -> None:
        self._engine.dispose()
