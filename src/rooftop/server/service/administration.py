"""What an operator does to tables and people. Live servers learn of it, because every change is an event."""

from rooftop.server.domain import decisions
from rooftop.server.domain.people import Person
from rooftop.server.service.live import LiveTables
from rooftop.server.storage.administration import Administration


async def end_table(live_tables: LiveTables, table: str) -> bool:
    """End a table; False if it had ended before."""
    return await live_tables.act(await live_tables.get(table), decisions.end)


async def delete_person(live_tables: LiveTables, administration: Administration, person: Person) -> None:
    """Delete a person. Seats of running games resign, so a bot plays on where others are left. At all tables the name
    is replaced, and what the person said. If this is interrupted, it can be done again."""
    await administration.log_out(person)
    for table in await administration.tables_of(person):
        live = await live_tables.get(table)
        while await live_tables.act(live, lambda now: decisions.vacate(now, person)):
            pass
    while tables := await administration.tables_about(person):
        for table in tables:
            await administration.forget(person, table)
    await administration.delete(person)
