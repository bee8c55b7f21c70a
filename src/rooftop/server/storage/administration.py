"""What an operator reads and changes in the database, while servers use it.

Every change of a table ends with an event, so that live servers learn of it. A change that loses the race for the
number of that event is made again.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import orjson
import sqlalchemy as sa

from rooftop.server.domain import forgetting
from rooftop.server.domain.events import Event
from rooftop.server.domain.people import Person
from rooftop.server.storage.people import hash_of_code
from rooftop.server.storage.schema import events, members, people, sessions, tables
from rooftop.server.storage.storage import Storage, by_current_rules, summary_of

DAY = 24 * 3600
FINISHED = ("over", "closed")


@dataclass(frozen=True)
class TableRow:
    id: str
    game: str
    status: str
    created: float
    changed: float
    names: list[str]


class _Conflict(Exception):
    """Somebody else has stored the next event of the table first."""


class Administration:
    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def tables(
        self, status: str | None, game: str | None, person: str | None, unchanged_since: float | None
    ) -> list[TableRow]:
        """The tables that fit, those that changed last first."""
        last = sa.func.max(events.c.at).label("last")
        query = sa.select(tables.c.id, tables.c.game, tables.c.rules, tables.c.summary, tables.c.created, last)
        query = query.join(events, events.c.table_id == tables.c.id).group_by(tables.c.id).order_by(last.desc())
        if game:
            query = query.where(tables.c.game == game)
        if person:
            query = query.where(tables.c.id.in_(sa.select(members.c.table_id).where(members.c.person == person)))
        if unchanged_since is not None:
            query = query.having(last < unchanged_since)
        rows = await self._storage.read(lambda connection: connection.execute(query).all())
        found = [_table_row(*row) for row in rows]
        return [row for row in found if status in (None, row.status)]

    async def finished(self, unchanged_since: float) -> list[str]:
        """Tables that are over, closed or frozen, and have not changed since."""
        done = tables.c.status.in_(FINISHED) | ~by_current_rules()
        query = sa.select(tables.c.id).join(events, events.c.table_id == tables.c.id).where(done)
        query = query.group_by(tables.c.id).having(sa.func.max(events.c.at) < unchanged_since)
        return list(await self._storage.read(lambda connection: connection.execute(query).scalars().all()))

    async def remove(self, table: str) -> None:
        """Remove a table. Two events stay until the next `tidy`: the first, so that its id is not used again, and a new
        one, for the servers where the table is live."""

        def change(connection: sa.Connection) -> None:
            log = events.c.table_id == table
            first = sa.update(events).where(log, events.c.number == 1)
            connection.execute(first.values(kind="removed", data="{}", at=time.time()))
            last = self._add(connection, table, "removed")
            connection.execute(sa.delete(events).where(log, events.c.number > 1, events.c.number < last))
            connection.execute(sa.delete(members).where(members.c.table_id == table))
            connection.execute(sa.delete(tables).where(tables.c.id == table))

        await self._change(change)

    def _add(self, connection: sa.Connection, table: str, kind: str) -> int:
        last = sa.select(sa.func.max(events.c.number)).where(events.c.table_id == table)
        number: int = connection.execute(last).scalar_one() + 1
        if not self._storage.add(connection, Event(table, number, kind, {}, time.time())):
            raise _Conflict
        return number

    async def _change(self, change: Callable[[sa.Connection], None]) -> None:
        while True:
            try:
                return await self._storage.write(change)
            except _Conflict:
                continue

    async def tidy(self) -> None:
        """Delete what is left of tables that were removed long ago. No server has them any more."""
        old = (events.c.kind == "removed") & (events.c.at < time.time() - DAY)
        await self._storage.write(lambda connection: connection.execute(sa.delete(events).where(old)))

    # --- people ----------------------------------------------------------------------------------------------

    async def find(self, id_or_code: str) -> Person | None:
        """A person, by id or by recovery code."""
        fits = (people.c.id == id_or_code) | (people.c.recovery_hash == hash_of_code(id_or_code))
        query = sa.select(people.c.id, people.c.name).where(fits)
        row = await self._storage.read(lambda connection: connection.execute(query).first())
        return Person(row.id, row.name) if row else None

    async def named(self, name: str) -> list[tuple[Person, int]]:
        """The people of this name, and at how many tables each sits."""
        count = sa.func.count(members.c.table_id)
        query = sa.select(people.c.id, people.c.name, count).outerjoin(members, members.c.person == people.c.id)
        query = query.where(people.c.name == name).group_by(people.c.id, people.c.name)
        rows = await self._storage.read(lambda connection: connection.execute(query).all())
        return [(Person(row[0], row[1]), row[2]) for row in rows]

    async def tables_about(self, person: Person) -> list[str]:
        """The tables whose logs mention the person. Reads all logs: they may have spoken where they never sat."""
        query = sa.select(events.c.table_id).distinct().where(_mentions(person))
        return list(await self._storage.read(lambda connection: connection.execute(query).scalars().all()))

    async def tables_of(self, person: Person) -> list[str]:
        query = sa.select(members.c.table_id).where(members.c.person == person.id)
        return list(await self._storage.read(lambda connection: connection.execute(query).scalars().all()))

    async def export(self, person: Person) -> dict[str, Any]:
        """All that is stored of a person."""

        def read(connection: sa.Connection) -> dict[str, Any]:
            devices = sa.select(sa.func.count()).select_from(sessions).where(sessions.c.person == person.id)
            query = sa.select(events).where(_mentions(person)).order_by(events.c.table_id, events.c.number)
            about: dict[str, list[dict[str, Any]]] = {}
            for row in connection.execute(query):
                data = forgetting.own_part(orjson.loads(row.data), person.id)
                about.setdefault(row.table_id, []).append({"at": row.at, "kind": row.kind, **data})
            return {
                "id": person.id,
                "name": person.name,
                "devices": connection.execute(devices).scalar_one(),
                "tables": [{"id": table, "events": own} for table, own in about.items()],
            }

        return await self._storage.read(read)

    async def log_out(self, person: Person) -> None:
        """Neither a device nor the recovery code leads to this person any more."""

        def change(connection: sa.Connection) -> None:
            connection.execute(sa.delete(sessions).where(sessions.c.person == person.id))
            connection.execute(sa.update(people).where(people.c.id == person.id).values(recovery_hash=person.id))

        await self._storage.write(change)

    async def forget(self, person: Person, table: str) -> None:
        """Replace the person in the log of a table and in its row."""
        pseudonym = forgetting.new_pseudonym()

        def change(connection: sa.Connection) -> None:
            here = (members.c.person == person.id) & (members.c.table_id == table)
            connection.execute(sa.delete(members).where(here))
            for row in connection.execute(sa.select(events).where(events.c.table_id == table, _mentions(person))).all():
                data = forgetting.forget_in_event(orjson.loads(row.data), person.id, pseudonym)
                this = sa.update(events).where(events.c.table_id == table, events.c.number == row.number)
                connection.execute(this.values(data=orjson.dumps(data).decode()))
            _forget_in_row(connection, table, person, pseudonym)
            self._add(connection, table, "rewritten")

        await self._change(change)

    async def delete(self, person: Person) -> None:
        """Delete a person of whom no log speaks any more."""

        def change(connection: sa.Connection) -> None:
            for column in (sessions.c.person, members.c.person, people.c.id):
                connection.execute(sa.delete(column.table).where(column == person.id))

        await self._storage.write(change)


def _mentions(person: Person) -> sa.ColumnElement[bool]:
    """Whether an event names the person in a field, not only in what somebody has written. SQLite's LIKE would not
    tell upper case from lower."""
    return sa.func.replace(events.c.data, f'"{person.id}"', "") != events.c.data


def _forget_in_row(connection: sa.Connection, table: str, person: Person, pseudonym: str) -> None:
    row = connection.execute(sa.select(tables.c.host, tables.c.summary).where(tables.c.id == table)).first()
    if row is None:  # somebody else has removed the table
        return
    summary = forgetting.forget_in_summary(orjson.loads(row.summary), person.id, pseudonym)
    host = pseudonym if row.host == person.id else row.host
    change = sa.update(tables).where(tables.c.id == table)
    connection.execute(change.values(host=host, summary=orjson.dumps(summary).decode()))


def _table_row(table: str, game: str, rules: int | None, stored: str, created: float, changed: float) -> TableRow:
    summary = summary_of(table, game, rules, stored)
    names = [chair["name"] or "-" for chair in summary["chairs"]]
    return TableRow(table, game, summary["status"], created, changed, names)
