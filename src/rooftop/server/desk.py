"""What is shared by everyone who serves visitors, and what visitors may do, over HTTP and WebSocket alike."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from rooftop.core.errors import RooftopError
from rooftop.server import decisions
from rooftop.server.bots import BotDesk
from rooftop.server.errors import Refused
from rooftop.server.live import Hall, Room
from rooftop.server.people import People, Person
from rooftop.server.security import Limit
from rooftop.server.sight import Viewer, trial
from rooftop.server.storage import Storage
from rooftop.server.tables import Table


@dataclass
class Limits:
    requests: Limit = field(default_factory=lambda: Limit(at_once=100, per_second=20))
    guests: Limit = field(default_factory=lambda: Limit(at_once=100, per_second=1))
    messages: Limit = field(default_factory=lambda: Limit(at_once=60, per_second=20))
    hints: Limit = field(default_factory=lambda: Limit(at_once=5, per_second=0.5))
    sockets_each: int = 50


@dataclass
class Desk:
    storage: Storage
    people: People
    hall: Hall
    bots: BotDesk
    limits: Limits = field(default_factory=Limits)
    sockets: Counter[str] = field(default_factory=Counter)
    """How many each visitor has open."""

    async def room(self, table: str, person: Person | None, invitation: str | None) -> Room:
        """A table that this visitor may look at: an open one, one's own, or one with an invitation to it."""
        room = await self.hall.room(table)
        check_admitted(room.table, person, invitation)
        return room

    async def move(self, room: Room, person: Person, seat: int | None, move: str | int, key: str, version: str) -> bool:
        def decide(table: Table) -> decisions.Decision | None:
            return decisions.move(table, person, seat, move, key, lambda mine: room.outlook(mine).version == version)

        return await self.hall.act(room, decide)

    def try_out(
        self, room: Room, person: Person, seat: int | None, move: str | int, version: str
    ) -> tuple[int, dict[str, Any] | None]:
        """A move's id, and what the table would look like after it; an illegal one is refused as if it were made."""
        mine = decisions.own_seat(room.table, person, seat)
        number = decisions.check_move(room.table, mine, move, lambda seat: room.outlook(seat).version == version)
        return number, trial(room.table.playing, mine, number)

    async def take_back(self, room: Room, person: Person, seat: int | None, key: str, version: str) -> bool:
        def decide(table: Table) -> decisions.Decision | None:
            return decisions.take_back(table, person, seat, key, lambda mine: room.outlook(mine).version == version)

        return await self.hall.act(room, decide)

    async def resign(self, room: Room, person: Person, seat: int | None) -> bool:
        return await self.hall.act(room, lambda table: decisions.resign(table, person, seat))

    async def say(self, room: Room, person: Person, text: str, key: str) -> bool:
        return await self.hall.act(room, lambda table: decisions.say(table, person, text, key))

    async def hint(self, room: Room, person: Person, seat: int | None) -> tuple[int, str]:
        table = room.table
        mine = decisions.own_seat(table, person, seat)
        if not table.hints:
            raise Refused(403, "no_hints")
        if table.player != mine:
            raise Refused(409, "not_your_turn")
        if not self.limits.hints.allows(person.id):
            raise Refused(429, "too_many")
        move = await self.bots.hint(table.playing, mine)
        return move, table.playing.check(move).text

    async def rematch(self, room: Room, person: Person) -> Room:
        """The table where the same people go on; whoever asks first opens it, the others sit down at it."""
        decisions.check_rematch(room.table, person)
        if not room.table.rematch:
            new = await self.hall.open(decisions.same_again(room.table, person))
            await self.hall.act(room, lambda table: decisions.announce_rematch(table, new.table.id))
        assert room.table.rematch
        following = await self.hall.room(room.table.rematch)
        old_seat = room.table.seats_of(person.id)[0]
        await self.hall.act(following, lambda table: _sit_down(table, person, old_seat))
        return following


def check_admitted(table: Table, person: Person | None, invitation: str | None) -> None:
    member = person is not None and bool(table.seats_of(person.id))
    if not (table.listed or member or invitation == table.invitation):
        # Whether there is such a table is nobody's business who was not invited.
        raise Refused(404, "no_table")


def viewer(table: Table, person: Person | None, seat: int | None, language: str) -> Viewer:
    """With a seat, one's own; without, the first of one's own or a spectator."""
    own = table.seats_of(person.id if person else None)
    if seat is not None and seat not in own:
        raise Refused(403, "not_your_seat", seat=seat)
    return Viewer(person, own[0] if own and seat is None else seat, language)


def _sit_down(table: Table, person: Person, seat: int) -> decisions.Decision | None:
    """In the chair one had, or any other that is free."""
    try:
        return decisions.join(table, person, seat)
    except RooftopError:
        return decisions.join(table, person, None)
