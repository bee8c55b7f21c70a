"""A table: what its events add up to. It is never changed; every event leads to a new one."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, TypeVar

from rooftop.core.match import Match
from rooftop.server.domain.events import Event

Known = TypeVar("Known")

CHAT_KEPT = 200
KEYS_KEPT = 64
"""Requests of each player, and of all spectators together, that are known again when they are repeated."""
SPECTATORS = ""
"""Stands for the person where all who do not sit at the table are counted together."""
CACHED_PROPERTIES = ("status", "player", "winners", "index_entry")
"""Questions about a table whose answers are kept with it, and forgotten in the next one."""


@dataclass(frozen=True)
class Chair:
    """A seat and who sits there: a person, a bot of a level, or nobody yet."""

    person: str | None = None
    name: str | None = None
    level: str | None = None
    resigned: bool = False
    kept_for: str | None = None
    """The person whom nobody else may take it from, as long as nobody sits there."""

    @property
    def kind(self) -> str:
        return "bot" if self.level else "person" if self.person else "free"

    @property
    def played_by_a_bot(self) -> bool:
        """A bot plays on for somebody who has resigned."""
        return self.level is not None or self.resigned


class Chairs(tuple[Chair, ...]):
    """Who sits where. Moves do not change it, so what is asked after every move is worked out once."""

    @cached_property
    def shown(self) -> list[dict[str, Any]]:
        """As everybody may see them."""
        return [{"kind": c.kind, "name": c.name, "level": c.level, "resigned": c.resigned} for c in self]

    @cached_property
    def seats(self) -> dict[str, list[int]]:
        """Whose they are."""
        seats: dict[str, list[int]] = {}
        for seat, chair in enumerate(self):
            if chair.person:
                seats.setdefault(chair.person, []).append(seat)
        return seats

    @cached_property
    def persons(self) -> int:
        """How many are taken by people."""
        return sum(chair.kind == "person" for chair in self)

    @cached_property
    def are_kept(self) -> bool:
        """Whether any waits for somebody."""
        return any(chair.kept_for for chair in self)

    def kept_for(self, person: str) -> list[int]:
        return [seat for seat, chair in enumerate(self) if chair.kept_for == person]

    def with_chair(self, seat: int, chair: Chair) -> "Chairs":
        return Chairs((*self[:seat], chair, *self[seat + 1 :]))


@dataclass(frozen=True)
class Remark:
    """A line of the chat."""

    name: str
    seat: int | None
    text: str
    at: float


@dataclass(frozen=True)
class IndexEntry:
    """What lists and bots need to know of a table without folding its log."""

    listed: bool
    bot_decides: bool
    host: str
    address_hash: str
    status: str
    started: float | None
    summary: dict[str, Any]
    people: frozenset[str]

    @property
    def standing(self) -> tuple[object, ...]:
        """What no move changes but a game's last."""
        return self.listed, self.host, self.status, self.people


class Table:
    """Built by `Table.of(created)`, then `table.after(event)` for each further event."""

    id: str
    number: int
    game: str
    variant: str
    listed: bool
    hints: bool
    invitation: str
    host: str
    address_hash: str
    """Of where it was opened from, so that what it costs is shared fairly."""
    chairs: Chairs
    started: float | None = None
    match: Match | None = None
    seed: int | None = None
    seed_hash: str | None = None
    """Published at the start; the seed, published at the end, proves that nothing was changed in between."""
    deciders: tuple[int, ...] = ()
    """The seat of each decision that stands."""
    moment: int = 0
    """Counts decisions and take-backs, so that it never has the same value in two positions."""
    done: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """What each has asked for lately, by idempotency keys of their own: to ask again changes nothing."""
    chat: tuple[Remark, ...] = ()
    """The latest remarks."""
    said: int = 0
    """How many there have been."""
    remarks: Mapping[str, int] = MappingProxyType({})
    """How many each player has made, and all spectators together."""
    rematch: str | None = None

    @classmethod
    def of(cls, created: Event) -> "Table":
        table, data = cls(), created.data
        table.id, table.number = created.table, created.number
        table.game, table.variant = data["game"], data["variant"]
        table.listed, table.hints, table.invitation = data["listed"], data["hints"], data["invitation"]
        table.host, table.address_hash = data["host"], data.get("address_hash", "")
        table.chairs = Chairs(Chair(**chair) for chair in data["chairs"])
        return table

    def after(self, event: Event) -> "Table":
        table = Table()
        vars(table).update(vars(self))
        for name in CACHED_PROPERTIES:
            table.__dict__.pop(name, None)
        table.number = event.number
        if "key" in event.data:
            table._remember(event.data["person"], event.data["key"])
        getattr(table, f"_{event.kind}")(event.data, event.at)
        return table

    def _remember(self, person: str, key: str) -> None:
        player = self._player_or_spectators(person)
        self.done = {**self.done, player: (*self.done.get(player, ()), _dedup_key(person, key))[-KEYS_KEPT:]}

    def _player_or_spectators(self, person: str) -> str:
        """Whose keys and remarks somebody's are counted among."""
        return person if self.seats_of(person) else SPECTATORS

    # --- what the events do ----------------------------------------------------------------------------------

    def _joined(self, data: dict[str, Any], at: float) -> None:
        """A person, or a bot of a level."""
        chair = Chair(data.get("person"), data["name"], data.get("level"))
        self.chairs = self.chairs.with_chair(data["seat"], chair)

    def _unseated(self, data: dict[str, Any], at: float) -> None:
        self.chairs = self.chairs.with_chair(data["seat"], Chair())

    def _left(self, data: dict[str, Any], at: float) -> None:
        # Nothing is kept of somebody who has left: people could come and go for ever. What they said stays said.
        remarks = self.remarks.get(SPECTATORS, 0) + self.remarks.get(data["person"], 0)
        self.done = _without(self.done, data["person"])
        self.remarks = {**_without(self.remarks, data["person"]), SPECTATORS: remarks}
        self.chairs = Chairs(Chair() if chair.person == data["person"] else chair for chair in self.chairs)
        if self.host == data["person"]:
            self.host = next((chair.person for chair in self.chairs if chair.person), "")

    def _started(self, data: dict[str, Any], at: float) -> None:
        self.started = at
        self.seed = int(data["seed"])
        self.seed_hash = hashlib.sha256(str(self.seed).encode()).hexdigest()
        names = [chair.name or "" for chair in self.chairs]
        generator = data.get("dice", "xoshiro128++")  # of games that began before there was another
        self.match = Match(self.game, len(self.chairs), self.variant, self.seed, names=names, dice=generator)

    def _moved(self, data: dict[str, Any], at: float) -> None:
        self.match = self.playing.copy()
        self.match.play(data["move"])
        self.deciders = (*self.deciders, data["seat"])
        self.moment += 1

    def _took_back(self, data: dict[str, Any], at: float) -> None:
        self.match = self.playing.copy()
        while self.match.ply > data["ply"]:
            self.match.undo()
        self.deciders = self.deciders[: data["ply"]]
        self.moment += 1

    def _resigned(self, data: dict[str, Any], at: float) -> None:
        resigned = replace(self.chairs[data["seat"]], resigned=True)
        self.chairs = self.chairs.with_chair(data["seat"], resigned)

    def _said(self, data: dict[str, Any], at: float) -> None:
        self.chat = (*self.chat, Remark(data["name"], data["seat"], data["text"], at))[-CHAT_KEPT:]
        self.said += 1
        player = self._player_or_spectators(data["person"])
        self.remarks = {**self.remarks, player: self.remarks.get(player, 0) + 1}

    def _rematched(self, data: dict[str, Any], at: float) -> None:
        self.rematch = data["table"]

    # --- questions -------------------------------------------------------------------------------------------

    @cached_property
    def status(self) -> str:
        """`waiting` for players, `playing`, `over`, or `closed` when everybody left before the start."""
        if self.match is None:
            return "waiting" if self.host else "closed"
        return "over" if self.match.over or self._given_up else "playing"

    @property
    def playing(self) -> Match:
        assert self.match, "a table that has not started has no match"
        return self.match

    @property
    def _given_up(self) -> bool:
        """Nobody is left to play against, or no person is."""
        staying = [chair for chair in self.chairs if not chair.resigned]
        return len(staying) < 2 or (len(staying) < len(self.chairs) and all(chair.level for chair in staying))

    @cached_property
    def player(self) -> int | None:
        """The seat that decides, None when nobody does."""
        return self.playing.player if self.status == "playing" else None

    @property
    def bot_decides(self) -> bool:
        return self.player is not None and self.chairs[self.player].played_by_a_bot

    @cached_property
    def winners(self) -> list[int]:
        """Of those who have not resigned, the best; where the rest have given up, all of them."""
        if self.status != "over":
            return []
        staying = [seat for seat, chair in enumerate(self.chairs) if not chair.resigned]
        if not self.playing.over or not staying:
            return staying
        best = min(self.playing.places[seat] for seat in staying)
        return [seat for seat in staying if self.playing.places[seat] == best]

    def has_done(self, person: str, key: str) -> bool:
        dedup_key = _dedup_key(person, key)
        return dedup_key in self.done.get(person, ()) or dedup_key in self.done.get(SPECTATORS, ())

    def remarks_of(self, person: str) -> int:
        return self.remarks.get(self._player_or_spectators(person), 0)

    def seats_of(self, person: str | None) -> list[int]:
        return self.chairs.seats.get(person, []) if person else []

    @cached_property
    def index_entry(self) -> IndexEntry:
        """What is stored beside the log."""
        return IndexEntry(
            listed=self.listed and self.status in ("waiting", "playing") and not self.chairs.are_kept,
            bot_decides=self.bot_decides,
            host=self.host,
            address_hash=self.address_hash,
            status=self.status,
            started=self.started,
            summary={
                "game": self.game,
                "variant": self.variant,
                "status": self.status,
                "player": self.player,
                "chairs": self.chairs.shown,
                "people": [chair.person for chair in self.chairs],
            },
            people=frozenset(self.chairs.seats),
        )


def _without(known: Mapping[str, Known], person: str) -> dict[str, Known]:
    return {who: known[who] for who in known if who != person}


def _dedup_key(person: str, key: str) -> str:
    """As one text: thousands of tables keep hundreds of them, and the garbage collector would visit every pair."""
    return f"{person} {key}"
