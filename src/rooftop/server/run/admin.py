"""The command `rooftop admin`: an operator looks after tables and people, while servers run."""

import argparse
import asyncio
import time
from collections.abc import Awaitable, Callable
from datetime import datetime

import orjson

from rooftop.core.errors import InvalidArgument
from rooftop.core.messages import Message
from rooftop.server.domain.events import EventBus
from rooftop.server.domain.people import Person
from rooftop.server.service.administration import delete_person, end_table
from rooftop.server.service.live import LiveTables
from rooftop.server.storage.administration import DAY, Administration
from rooftop.server.storage.database import check_current
from rooftop.server.storage.storage import Storage


def admin(database: str, options: argparse.Namespace) -> int:
    check_current(database)
    storage = Storage(database)
    try:
        return asyncio.run(Operator(storage, options).run())
    finally:
        storage.close()


class Operator:
    """Runs one action of the command, and says what happened."""

    def __init__(self, storage: Storage, options: argparse.Namespace) -> None:
        self.storage = storage
        self.options = options
        self.administration = Administration(storage)
        self.live_tables = LiveTables(storage, EventBus(), lambda game: None)

    async def run(self) -> int:
        action: Callable[[], Awaitable[int | None]] = getattr(self, self.options.action)
        return await action() or 0

    def say(self, key: str, **parts: object) -> None:
        print(Message(f"admin.{key}", parts).harmless().say(self.options.language))

    def _days_ago(self) -> float | None:
        days = self.options.older_than
        return None if days is None else time.time() - days * DAY

    # --- tables ----------------------------------------------------------------------------------------------

    async def tables(self) -> None:
        options = self.options
        person = (await self._person(options.person)).id if options.person else None
        rows = await self.administration.tables(options.status, options.game, person, self._days_ago())
        for row in rows:
            when = datetime.fromtimestamp(row.changed).isoformat(" ", "minutes")
            print(f"{row.id:<24}{row.game:<16}{row.status:<9}{when}  {', '.join(row.names)}")

    async def end(self) -> None:
        table = self.options.table
        self.say("ended" if await end_table(self.live_tables, table) else "ended_before", table=table)

    async def prune(self) -> None:
        cutoff = self._days_ago()
        assert cutoff is not None
        tables = await self.administration.finished(cutoff)
        if self._is_confirmed("would_prune", n=len(tables)):
            for table in tables:
                await self.administration.remove(table)
            self.say("pruned", n=len(tables))

    async def vacuum(self) -> None:
        await self.administration.tidy()
        await asyncio.to_thread(self.storage.vacuum)
        self.say("vacuumed")

    # --- people ----------------------------------------------------------------------------------------------

    async def people(self) -> None:
        for person, tables in await self.administration.named(self.options.name):
            print(f"{person.id:<20}{tables:>4}  {person.name}")

    async def export(self) -> None:
        person = await self._person(self.options.person)
        print(orjson.dumps(await self.administration.export(person), option=orjson.OPT_INDENT_2).decode())

    async def delete(self) -> None:
        person = await self._person(self.options.person)
        tables = len(await self.administration.tables_about(person))
        if self._is_confirmed("would_delete", name=person.name, n=tables):
            await delete_person(self.live_tables, self.administration, person)
            self.say("deleted", name=person.name, n=tables)

    async def _person(self, id_or_code: str) -> Person:
        person = await self.administration.find(id_or_code)
        if person is None:
            raise InvalidArgument("admin.no_person", person=id_or_code)
        return person

    def _is_confirmed(self, key: str, **parts: object) -> bool:
        """Without `--yes`, say what would be done and do nothing."""
        if not self.options.yes:
            self.say(key, **parts)
        return bool(self.options.yes)
