"""What is shared by everyone who serves visitors, and what visitors may do, over HTTP and WebSocket alike."""

import asyncio
import hashlib
import time
from base64 import urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakValueDictionary

from rooftop.core.errors import RooftopError
from rooftop.server import decisions, schemas
from rooftop.server.bots import BotDesk
from rooftop.server.database import TROUBLE
from rooftop.server.errors import Refused
from rooftop.server.live import Hall, Room
from rooftop.server.people import People, Person
from rooftop.server.security import Limit, Tally, address_hash
from rooftop.server.sight import Viewer, trial
from rooftop.server.storage import Storage
from rooftop.server.supervisor import Supervisor
from rooftop.server.tables import Table


@dataclass
class Limits:
    requests: Limit = field(default_factory=lambda: Limit(at_once=100, per_second=20))
    guests: Limit = field(default_factory=lambda: Limit(at_once=100, per_second=1))
    messages: Limit = field(default_factory=lambda: Limit(at_once=60, per_second=20))
    hints: Limit = field(default_factory=lambda: Limit(at_once=5, per_second=0.5))
    remarks: Limit = field(default_factory=lambda: Limit(at_once=10, per_second=0.5))
    remarks_of_spectators: Limit = field(default_factory=lambda: Limit(at_once=20, per_second=1))
    """For each table: players are never kept from talking by those who look on."""
    remarks_from_address: Limit = field(default_factory=lambda: Limit(at_once=5, per_second=0.1))
    """Of the spectators of a table at one address: they do not use up what there is for all."""
    seatings: Limit = field(default_factory=lambda: Limit(at_once=20, per_second=0.2))
    """For each person, to sit down and leave, and to seat bots and take them off."""
    undos: Limit = field(default_factory=lambda: Limit(at_once=60, per_second=0.5))
    openings: Limit = field(default_factory=lambda: Limit(at_once=60, per_second=0.1))
    """Of tables."""
    sockets_each: int = 50
    open_tables: int = 10
    """Of one host, waiting for players."""
    bot_tables: int = 20
    """Of one host, started within the last hour and not over."""


HOUR = 3600
HEALTH_HOLDS = 1.0
"""Seconds."""


@dataclass
class Desk:
    storage: Storage
    people: People
    hall: Hall
    bots: BotDesk
    supervisor: Supervisor
    limits: Limits = field(default_factory=Limits)
    sockets: Tally = field(default_factory=Tally)
    """How many each visitor has open."""
    _health: schemas.Health | None = None
    _checking: asyncio.Lock = field(default_factory=asyncio.Lock)
    _opening: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary)
    """One table at a time for each person: of many requests at once each is counted by the next."""

    async def health(self) -> schemas.Health:
        """Found out once a second at the most: it writes to the database, and whoever asks costs no more than that."""
        async with self._checking:
            if self._health is None:
                self._health = await self._check_health()
                asyncio.get_running_loop().call_later(HEALTH_HOLDS, self._forget_health)
            return self._health

    def _forget_health(self) -> None:
        self._health = None

    async def _check_health(self) -> schemas.Health:
        running = {**self.supervisor.is_running, "writer": self.storage.is_writing}
        try:
            await self.storage.check()
            database = True
        except TROUBLE:
            database = False
        return schemas.Health(
            status="ok" if database and all(running.values()) else "failing",
            database="ok" if database else "failing",
            tasks={name: "running" if runs else "down" for name, runs in running.items()},
        )

    # --- before the game ---------------------------------------------------------------------------------------

    async def open(self, person: Person, created: decisions.Decision, table: str | None = None) -> Room:
        """A new table, or the one that has this id."""
        async with self._alone(person):
            data = created[1]
            if data["listed"]:
                await self._check_open_tables(person)
            if any(chair["level"] for chair in data["chairs"]):
                await self._check_bot_tables(person)
            self.limits.openings.check(person.id)
            return await self.hall.open(created, table)

    async def start(self, room: Room, person: Person) -> bool:
        async with self._alone(person):
            if room.table.chairs.has_bots:
                await self._check_bot_tables(person)
            return await self.hall.act(room, lambda table: decisions.start(table, person))

    def _alone(self, person: Person) -> asyncio.Lock:
        return self._opening.setdefault(person.id, asyncio.Lock())

    async def _check_open_tables(self, person: Person) -> None:
        if await self.storage.count_open(person.id) >= self.limits.open_tables:
            raise Refused(429, "too_many_open_tables", n=self.limits.open_tables)

    async def _check_bot_tables(self, person: Person) -> None:
        if await self.storage.count_with_bots(person.id, time.time() - HOUR) >= self.limits.bot_tables:
            raise Refused(429, "too_many_bot_tables", n=self.limits.bot_tables)

    async def take_seat(self, room: Room, person: Person, decide: decisions.Decide) -> bool:
        """Sit down, leave, or do so with a bot."""
        self.limits.seatings.check(person.id)
        return await self.hall.act(room, decide)

    # --- during the game ---------------------------------------------------------------------------------------

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

        self.limits.undos.check(person.id)
        return await self.hall.act(room, decide)

    async def resign(self, room: Room, person: Person, seat: int | None) -> bool:
        return await self.hall.act(room, lambda table: decisions.resign(table, person, seat))

    async def say(self, room: Room, person: Person, text: str, key: str, network: str) -> bool:
        self.limits.remarks.check(person.id)
        if not room.table.seats_of(person.id):
            self.limits.remarks_from_address.check(f"{room.table.id} {network}")
            self.limits.remarks_of_spectators.check(room.table.id)
        return await self.hall.act(room, lambda table: decisions.say(table, person, text, key))

    async def hint(self, room: Room, person: Person, seat: int | None, network: str) -> tuple[int, str]:
        table = room.table
        mine = decisions.own_seat(table, person, seat)
        if not table.hints:
            raise Refused(403, "no_hints")
        if table.player != mine:
            raise Refused(409, "not_your_turn")
        self.limits.hints.check(person.id)
        move = await self.bots.hint(table.playing, mine, (address_hash(network), person.id))
        return move, table.playing.check(move).text

    async def rematch(self, room: Room, person: Person) -> Room:
        """The table where the same people go on; whoever asks first opens it, the others sit down at it."""
        decisions.check_rematch(room.table, person)
        following = await self.hall.room(room.table.rematch) if room.table.rematch else None
        if following is None or following.table.status == "closed":  # everybody has left it again
            # Its id follows from that of the last one: however many ask at the same moment, there is one.
            last = room.table.rematch or room.table.id
            following = await self.open(person, decisions.same_again(room.table, person), _following(last))
            new = following.table.id
            await self.hall.act(room, lambda table: decisions.announce_rematch(table, new))
        old_seat = room.table.seats_of(person.id)[0]
        await self.hall.act(following, lambda table: _sit_down(table, person, old_seat))
        return following


def _following(table: str) -> str:
    """The id of the table for the rematch of one."""
    digest = hashlib.blake2b(f"rematch of {table}".encode(), digest_size=12).digest()
    return urlsafe_b64encode(digest).decode()


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
