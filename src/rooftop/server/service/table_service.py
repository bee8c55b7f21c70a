"""The actions of visitors, over HTTP and WebSocket alike. Every action passes its own rate limits here;
those of requests and messages are in `api`."""

import asyncio
import hashlib
import time
from base64 import urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any, Literal
from weakref import WeakValueDictionary

from rooftop.bots import DEFAULT_BOT
from rooftop.core.errors import RooftopError
from rooftop.core.game import find_game
from rooftop.core.match import Match
from rooftop.core.view import View
from rooftop.server.domain import decisions
from rooftop.server.domain.clocks import TimeControl
from rooftop.server.domain.people import Person
from rooftop.server.domain.table import Table
from rooftop.server.errors import Refused
from rooftop.server.service.bots import BotRunner
from rooftop.server.service.limits import Limits, Tally, address_hash
from rooftop.server.service.live import LiveTable, LiveTables
from rooftop.server.service.supervisor import Supervisor
from rooftop.server.service.ttl_cache import TtlCache
from rooftop.server.service.views import Hint, Viewer, WeakMove, suggestion, trial
from rooftop.server.storage.database import DATABASE_ERRORS
from rooftop.server.storage.people import PeopleStore
from rooftop.server.storage.storage import Storage

HOUR = 3600


@dataclass(frozen=True)
class Health:
    status: Literal["ok", "failing"]
    database: Literal["ok", "failing"]
    tasks: dict[str, Literal["running", "down"]]


@dataclass
class TableService:
    storage: Storage
    people: PeopleStore
    live_tables: LiveTables
    bots: BotRunner
    supervisor: Supervisor
    limits: Limits = field(default_factory=Limits)
    sockets: Tally = field(default_factory=Tally)
    """Open sockets per visitor."""
    _locks: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary)
    """A lock per person for opening and starting tables. Concurrent requests cannot bypass the quotas."""

    def __post_init__(self) -> None:
        # Cached, so that polling clients cause at most one query per second.
        self.health = TtlCache(self._check_health)
        self.listed_tables = TtlCache(self.storage.listed_tables)

    async def _check_health(self) -> Health:
        running = {**self.supervisor.is_running, "writer": self.storage.is_writing}
        try:
            await self.storage.check()
            database = True
        except DATABASE_ERRORS:
            database = False
        return Health(
            status="ok" if database and all(running.values()) else "failing",
            database="ok" if database else "failing",
            tasks={name: "running" if runs else "down" for name, runs in running.items()},
        )

    # --- people ------------------------------------------------------------------------------------------------

    async def find_person(self, token: str | None) -> Person | None:
        return await self.people.find(token) if token else None

    async def welcome(self, name: str, network: str) -> tuple[Person, str, str]:
        """Register a guest. Return the person, the token and the recovery code."""
        self.limits.guests.check(network)
        return await self.people.welcome(name)

    async def recover(self, code: str, network: str) -> tuple[Person, str]:
        """Find the person by recovery code. Return the person and a token for this device."""
        self.limits.guests.check(network)
        return await self.people.recover(code)

    async def rename(self, person: Person, name: str) -> None:
        await self.people.rename(person, name)

    async def new_code(self, person: Person) -> str:
        """Create a new recovery code. It invalidates the previous one."""
        return await self.people.new_code(person)

    async def tables_of(self, person: Person) -> list[dict[str, Any]]:
        """Summaries of the person's tables, newest first."""
        summaries = await self.storage.tables_of(person.id)
        for summary in summaries:
            summary["own_seats"] = [seat for seat, sitting in enumerate(summary["people"]) if sitting == person.id]
        return summaries

    # --- before the game ---------------------------------------------------------------------------------------

    async def create(
        self,
        person: Person,
        game: str,
        variant: str | None,
        seats: list[dict[str, Any]],
        listed: bool,
        hints: bool,
        first: int | None,
        clock: TimeControl | None,
        patience: int | None,
        network: str,
    ) -> LiveTable:
        created = decisions.create(
            person,
            game,
            variant,
            seats,
            listed,
            hints,
            first,
            address_hash(network),
            clock=clock,
            patience=patience,
        )
        return await self._open(person, created)

    async def teach(self, person: Person, game: str, network: str) -> LiveTable:
        """Open a table for the lesson of a game, and start it."""
        self.live_tables.check_ready(find_game(game).name)
        live = await self._open(person, decisions.teach(person, game, address_hash(network)))
        await self.start(live, person)
        return live

    async def _open(self, person: Person, created: decisions.Decision, table: str | None = None) -> LiveTable:
        """Create a table, or return the existing one with this id. While a game is being prepared, the page asks again
        and again, so that is refused before it counts towards any limit."""
        data = created[1]
        self.live_tables.check_ready(data["game"])
        async with self._lock_for(person):
            if data["listed"]:
                await self._check_open_tables(person)
            self.limits.openings.check(person.id)
            return await self.live_tables.open(created, table)

    async def start(self, live: LiveTable, person: Person) -> bool:
        async with self._lock_for(person):
            await self._check_running_games(person)
            return await self.live_tables.act(live, lambda table: decisions.start(table, person))

    def _lock_for(self, person: Person) -> asyncio.Lock:
        return self._locks.setdefault(person.id, asyncio.Lock())

    async def _check_open_tables(self, person: Person) -> None:
        if await self.storage.count_open(person.id) >= self.limits.open_tables:
            raise Refused(429, "too_many_open_tables", n=self.limits.open_tables)

    async def _check_running_games(self, person: Person) -> None:
        if await self.storage.count_running(person.id, time.time() - HOUR) >= self.limits.running_games:
            raise Refused(429, "too_many_games", n=self.limits.running_games)

    async def join(self, live: LiveTable, person: Person, seat: int | None, network: str) -> bool:
        self.limits.seatings_from_address.check(f"{live.table.id} {network}")
        return await self._seat(live, person, lambda table: decisions.join(table, person, seat))

    async def leave(self, live: LiveTable, person: Person) -> bool:
        return await self._seat(live, person, lambda table: decisions.leave(table, person))

    async def seat_bot(self, live: LiveTable, person: Person, seat: int, level: str) -> bool:
        return await self._seat(live, person, lambda table: decisions.seat_bot(table, person, seat, level))

    async def unseat_bot(self, live: LiveTable, person: Person, seat: int) -> bool:
        return await self._seat(live, person, lambda table: decisions.unseat_bot(table, person, seat))

    async def _seat(self, live: LiveTable, person: Person, decide: decisions.Decide) -> bool:
        self.limits.seatings.check(person.id)
        return await self.live_tables.act(live, decide)

    # --- during the game ---------------------------------------------------------------------------------------

    async def find(self, table: str, person: Person | None, invitation: str | None) -> LiveTable:
        """A table that this visitor may see: it is open, they sit at it, or they have its invitation."""
        live = await self.live_tables.get(table)
        check_admitted(live.table, person, invitation)
        return live

    async def find_finished(self, table: str, person: Person | None, invitation: str | None) -> Table:
        """A table whose game is over: all of it is public then."""
        live = await self.find(table, person, invitation)
        decisions.check_not_frozen(live.table)
        if live.table.status != "over":
            raise Refused(409, "not_over")
        return live.table

    def picture(self, live: LiveTable, viewer: Viewer, dark: bool, network: str) -> str:
        self.limits.pictures.check(network)
        decisions.check_not_frozen(live.table)
        if live.table.match is None:
            raise Refused(409, "not_started")
        return live.table.match.svg(viewer.seat, viewer.language, dark)

    def preview(self, live: LiveTable, language: str, network: str) -> str:
        """What everybody may see of a table; before it begins, how such a game can begin."""
        self.limits.previews.check(network)
        decisions.check_not_frozen(live.table)
        table = live.table
        match = table.match or Match(table.game, len(table.chairs), table.variant, seed=0)
        return match.svg(None, language)

    async def move(
        self, live: LiveTable, person: Person, seat: int | None, move: str | int, key: str, version: str
    ) -> bool:
        def decide(table: Table) -> decisions.Decision | None:
            return decisions.move(table, person, seat, move, key, lambda mine: live.seat_view(mine).version == version)

        return await self.live_tables.act(live, decide)

    def try_out(
        self, live: LiveTable, person: Person, seat: int | None, move: str | int, version: str, network: str
    ) -> tuple[int, View | None]:
        """The id of a move and the view after it. An illegal move is refused as if it were made."""
        self.limits.trials.check(network)
        mine = decisions.own_seat(live.table, person, seat)
        number = decisions.check_move(live.table, mine, move, lambda seat: live.seat_view(seat).version == version)
        return number, trial(live.table.playing, mine, number)

    async def take_back(self, live: LiveTable, person: Person, seat: int | None, key: str, version: str) -> bool:
        def decide(table: Table) -> decisions.Decision | None:
            return decisions.take_back(table, person, seat, key, lambda mine: live.seat_view(mine).version == version)

        self.limits.undos.check(person.id)
        return await self.live_tables.act(live, decide)

    async def go_on(self, live: LiveTable, person: Person, step: int) -> bool:
        return await self.live_tables.act(live, lambda table: decisions.go_on(table, person, step))

    async def leave_lesson(self, live: LiveTable, person: Person) -> bool:
        return await self.live_tables.act(live, lambda table: decisions.leave_lesson(table, person))

    async def resign(self, live: LiveTable, person: Person, seat: int | None) -> bool:
        return await self.live_tables.act(live, lambda table: decisions.resign(table, person, seat))

    async def vote(self, live: LiveTable, person: Person, choice: str, level: str | None) -> bool:
        """Say what to do about the player whom the table waits for."""

        def decide(table: Table) -> decisions.Decision | None:
            return decisions.vote(table, person, choice, level or DEFAULT_BOT, time.time())

        self.limits.votes.check(person.id)
        return await self.live_tables.act(live, decide)

    async def come_back(self, live: LiveTable, person: Person) -> bool:
        """Take all own seats back from bots."""
        happened = False
        while await self.live_tables.act(live, lambda table: decisions.come_back(table, person)):
            happened = True
        return happened

    async def pause(self, live: LiveTable, person: Person) -> bool:
        self.limits.votes.check(person.id)
        return await self.live_tables.act(live, lambda table: decisions.pause(table, person))

    async def resume(self, live: LiveTable, person: Person) -> bool:
        return await self.live_tables.act(live, lambda table: decisions.resume(table, person))

    async def say(self, live: LiveTable, person: Person, text: str, key: str, network: str) -> bool:
        self.limits.remarks.check(person.id)
        if not _is_member(live.table, person):
            self.limits.remarks_from_address.check(f"{live.table.id} {network}")
            self.limits.remarks_of_spectators.check(live.table.id)
            if not await self.people.knows(person):  # the socket of a person who was deleted is still open
                raise Refused(401, "who_are_you")
        return await self.live_tables.act(live, lambda table: decisions.say(table, person, text, key))

    async def hint(self, live: LiveTable, person: Person, seat: int | None, network: str) -> Hint:
        table = live.table
        mine = decisions.own_seat(table, person, seat)
        decisions.check_not_frozen(table)
        if not table.hints:
            raise Refused(403, "no_hints")
        if table.player != mine:
            raise Refused(409, "not_your_turn")
        match, version = table.playing, live.seat_view(mine).version
        if table.current_step:  # no bot thinks
            self.limits.trials.check(network)
            taught = decisions.taught_move(table)
            return {"version": version, "best": [suggestion(match, mine, taught, None)], "weak": []}
        self.limits.hints.check(person.id)
        advice = await self.bots.advise(match, mine, (address_hash(network), person.id))
        best = [suggestion(match, mine, each.move, each.chance) for each in advice.best]
        weak: list[WeakMove] = [{"move": each.move, "chance": each.chance} for each in advice.weak]
        return {"version": version, "best": best, "weak": weak}

    async def rematch(self, live: LiveTable, person: Person, network: str) -> LiveTable:
        """The table of the rematch. The first to ask creates it, the others join it."""
        decisions.check_rematch(live.table, person)
        following = await self._find_rematch(live.table)
        if following is None or following.table.status == "closed":  # everybody has left it, or it was removed
            # The id is derived from the last table's, so concurrent requests create only one.
            last = live.table.rematch or live.table.id
            created = decisions.same_again(live.table, person, address_hash(network))
            following = await self._open(person, created, _rematch_id(last))
            new = following.table.id
            await self.live_tables.act(live, lambda table: decisions.announce_rematch(table, new))
        for seat in live.table.seats_of(person.id):
            await self.live_tables.act(following, lambda table, seat=seat: _rejoin(table, person, seat))  # type: ignore[misc]
        return following

    async def _find_rematch(self, table: Table) -> LiveTable | None:
        try:
            return await self.live_tables.get(table.rematch) if table.rematch else None
        except Refused:
            return None


def _rematch_id(table: str) -> str:
    """The id of a table's rematch."""
    digest = hashlib.blake2b(f"rematch of {table}".encode(), digest_size=12).digest()
    return urlsafe_b64encode(digest).decode()


def check_admitted(table: Table, person: Person | None, invitation: str | None) -> None:
    member = person is not None and bool(table.seats_of(person.id))
    if table.is_removed or not (table.listed or member or invitation == table.invitation):
        # 404 instead of 403: do not reveal whether the table exists.
        raise Refused(404, "no_table")


def _is_member(table: Table, person: Person) -> bool:
    """Whether the person counts as a player. Before the start only the host does: anybody can join and leave."""
    return bool(table.seats_of(person.id)) if table.match else person.id == table.host


def viewer(table: Table, person: Person | None, seat: int | None, language: str) -> Viewer:
    """Who looks at the table: from the given seat, else from their first seat, else as a spectator."""
    own = table.seats_of(person.id if person else None)
    if seat is not None and seat not in own:
        raise Refused(403, "not_your_seat", seat=seat)
    return Viewer(person, own[0] if own and seat is None else seat, language)


def _rejoin(table: Table, person: Person, seat: int) -> decisions.Decision | None:
    """Join in the same seat as before, or in any free one."""
    try:
        return decisions.join(table, person, seat)
    except RooftopError:
        return decisions.join(table, person, None)
