"""The table aggregate: the fold of its events. It is immutable; every event leads to a new table."""

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache, cached_property
from types import MappingProxyType
from typing import Any, Literal, TypeVar

from rooftop.bots import DEFAULT_BOT
from rooftop.core.game import find_game, games
from rooftop.core.match import Match
from rooftop.lessons import LEARNER, Lesson, Step, find_lesson, set_up
from rooftop.server.domain.clocks import Clock
from rooftop.server.domain.events import Event

Known = TypeVar("Known")

Vote = tuple[str, str | None]
"""What somebody wants to do about a missing player: `wait`, `bot` with a level, or `end`."""

CHAT_KEPT = 200
KEYS_KEPT = 64
"""Idempotency keys kept per player and for all spectators together."""
SPECTATORS = ""
"""The key under which all spectators are counted together."""
CACHED_PROPERTIES = ("status", "player", "winners", "index_entry", "reply")
"""Cached properties that each event invalidates."""
FIRST_RULES = 1
"""The version of the rules where a `started` event names none: older events do not."""
GRACE = {"live": 60.0, "correspondence": 24 * 3600.0}
"""Seconds to say what one wants about a missing player, and that a player gets who is waited for or back."""
WAITING_LIMIT = 24 * 3600
"""Seconds without an event after which a table that waits for players ends by itself."""
FORGOTTEN = "~"
"""The first character of the ids that stand for deleted people. No person's id has it."""


@cache
def current_rules() -> dict[str, int]:
    """The version of the rules that this server has of each game."""
    return {name: find_game(name).version for name in games()}


@dataclass(frozen=True)
class Chair:
    """A seat and who sits there: a person, a bot of a level, or nobody yet."""

    person: str | None = None
    name: str | None = None
    level: str | None = None
    resigned: bool = False
    kept_for: str | None = None
    """While the chair is free, only this person may take it."""
    substitute: str | None = None
    """The level of the bot that plays for a person until they come back."""

    @property
    def kind(self) -> str:
        return "bot" if self.level else "person" if self.person else "free"

    @property
    def played_by_a_bot(self) -> bool:
        """Whether a bot decides: it is a bot's chair, or a bot plays for a person who has resigned or is away."""
        return self.level is not None or self.resigned or self.substitute is not None

    @property
    def bot_level(self) -> str:
        """Of the bot that plays here."""
        return self.level or self.substitute or DEFAULT_BOT


class Chairs(tuple[Chair, ...]):
    """All chairs. Moves do not change them, so derived values are cached."""

    @cached_property
    def shown(self) -> list[dict[str, Any]]:
        """The public part of each chair."""
        return [
            {
                "kind": c.kind,
                "name": c.name,
                "level": c.level,
                "resigned": c.resigned,
                "substitute": None if c.resigned else c.substitute,
            }
            for c in self
        ]

    @cached_property
    def seats(self) -> dict[str, list[int]]:
        """The seats of each person."""
        seats: dict[str, list[int]] = {}
        for seat, chair in enumerate(self):
            if chair.person:
                seats.setdefault(chair.person, []).append(seat)
        return seats

    @cached_property
    def persons(self) -> int:
        """The number of chairs taken by people."""
        return sum(chair.kind == "person" for chair in self)

    @cached_property
    def are_kept(self) -> bool:
        """Whether any chair is kept for somebody."""
        return any(chair.kept_for for chair in self)

    def kept_for(self, person: str) -> list[int]:
        return [seat for seat, chair in enumerate(self) if chair.kept_for == person]

    def with_chair(self, seat: int, chair: Chair) -> "Chairs":
        return Chairs((*self[:seat], chair, *self[seat + 1 :]))


@dataclass(frozen=True)
class Overdue:
    """The table waits for a seat in vain: its time is up, or its player has been away for too long."""

    seat: int
    cause: Literal["time", "absence"]
    since: float


@dataclass(frozen=True)
class ChatMessage:
    """A line of the chat."""

    name: str
    seat: int | None
    text: str
    at: float


@dataclass(frozen=True)
class IndexEntry:
    """A projection of a table, for lists and bots, so that they need not fold its log."""

    listed: bool
    bot_decides: bool
    host: str
    address_hash: str
    status: str
    started: float | None
    game: str
    rules: int | None
    """The version of the rules that the game began by. None before the start."""
    due: float | None
    """When something happens at the table though nobody does anything."""
    ticks: bool
    """Whether the clock of a live game runs."""
    summary: dict[str, Any]
    people: frozenset[str]

    @property
    def standing(self) -> tuple[object, ...]:
        """The fields that a move changes only if it ends the game."""
        return self.listed, self.host, self.status, self.people


class Table:
    """Built by `Table.of(created)`, then `table.after(event)` for each further event."""

    id: str
    number: int
    game: str
    variant: str
    listed: bool
    hints: bool
    lesson: Lesson | None
    """What the table teaches, if anything."""
    step: int = 0
    """The number of the step that the learner is at. After the last one, the table is an ordinary game."""
    replies: tuple[str, ...] = ()
    """The moves that the lesson still has for the bots after the learner's last one."""
    first: int | None
    """The seat that begins, None: a random one."""
    invitation: str
    host: str
    address_hash: str
    """Hash of the address that opened the table, for fair sharing."""
    chairs: Chairs
    started: float | None = None
    rules: int | None = None
    """The version of the rules that the game began by."""
    match: Match | None = None
    """None before the start, and where the game began by other rules than this server has."""
    seed: int | None = None
    seed_hash: str | None = None
    """A commitment, published at the start. The seed is revealed at the end and proves that nothing was changed."""
    changed: float = 0.0
    """When the last event happened."""
    since: float = 0.0
    """Since when the table has waited for whoever it waits for: it tells one turn from another. Not the time of a
    decision, which would reveal that there was one."""
    deciders: tuple[int, ...] = ()
    """The seat of each decision, except those taken back."""
    moment: int = 0
    """Incremented by decisions and take-backs, so it identifies a position."""
    done: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """Recent idempotency keys of each player, for deduplication."""
    chat: tuple[ChatMessage, ...] = ()
    """The latest remarks."""
    said: int = 0
    """The total number of remarks."""
    remarks: Mapping[str, int] = MappingProxyType({})
    """The number of remarks per player and of all spectators together."""
    rematch: str | None = None
    is_ended: bool = False
    """Whether the operator has ended the game, or the players have, because somebody was missing."""
    clock: Clock | None = None
    patience: int | None = None
    """The seconds after which the others may decide what to do about a player who is away, None: never."""
    overdue: Overdue | None = None
    votes: Mapping[str, Vote] = MappingProxyType({})
    """What the others want to do about it, by person."""
    patient_until: float = 0.0
    """Until when the others have agreed to wait."""
    graced: float = 0.0
    """The `since` of the turn in which somebody was last given time for coming back: once a turn."""
    pause_wanted_by: frozenset[str] = frozenset()
    """Who wants to pause the game."""
    is_removed: bool = False
    """Whether the operator has removed the table."""

    @classmethod
    def of(cls, created: Event) -> "Table":
        table, data = cls(), created.data
        table.id, table.number = created.table, created.number
        table.game, table.variant = data["game"], data["variant"]
        table.listed, table.hints, table.invitation = data["listed"], data["hints"], data["invitation"]
        table.first = data.get("first")  # older events have none
        table.lesson = find_lesson(table.game) if data.get("lesson") else None
        table.host, table.address_hash = data["host"], data.get("address_hash", "")
        table.clock = Clock.of(data["clock"], len(data["chairs"])) if data.get("clock") else None
        table.patience = data.get("patience")
        table.changed = table.since = created.at
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
        table.changed = event.at
        if (table.status, table.player) != (self.status, self.player):
            table.since = event.at
            table.pause_wanted_by = frozenset()
        table._pass_on(event.kind, event.at)
        return table

    def _pass_on(self, kind: str, at: float) -> None:
        """After each event: run the clock of whoever decides now, and wait no longer for anybody else."""
        if self.is_frozen:
            return
        if self.overdue and (self.player != self.overdue.seat or not self.plays(self.overdue.seat)):
            self.overdue = None
        if self.clock:
            thinking = None if self.bot_decides else self.player
            self.clock = self.clock.passed_to(thinking, at, has_moved=kind == "moved")

    def _remember(self, person: str, key: str) -> None:
        player = self._player_or_spectators(person)
        self.done = {**self.done, player: (*self.done.get(player, ()), _dedup_key(person, key))[-KEYS_KEPT:]}

    def _player_or_spectators(self, person: str) -> str:
        """The key that a person's requests and remarks are counted under."""
        return person if self.seats_of(person) else SPECTATORS

    # --- event handlers ----------------------------------------------------------------------------------

    def _joined(self, data: dict[str, Any], at: float) -> None:
        """Seat a person or a bot."""
        chair = Chair(data.get("person"), data["name"], data.get("level"))
        self.chairs = self.chairs.with_chair(data["seat"], chair)

    def _unseated(self, data: dict[str, Any], at: float) -> None:
        self.chairs = self.chairs.with_chair(data["seat"], Chair())

    def _left(self, data: dict[str, Any], at: float) -> None:
        # Forget who has left, or the table would grow as people come and go. Their remarks still count.
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
        self.rules = data.get("rules", FIRST_RULES)
        if self.is_frozen:
            return
        if "set_up" in data:
            self._set_up(data["set_up"])
            return
        generator = data.get("dice", "xoshiro128++")  # default of older events
        self.match = Match(self.game, len(self.chairs), self.variant, self.seed, self.first, self._names, generator)

    def _set_up(self, table: Mapping[str, Any]) -> None:
        """Begin from a position, with nothing played yet."""
        self.match = set_up(table, self._names)
        self.deciders = ()
        self.moment += 1

    @property
    def _names(self) -> list[str]:
        return [chair.name or "" for chair in self.chairs]

    def _moved(self, data: dict[str, Any], at: float) -> None:
        if self.is_frozen:
            return
        self.match = self.playing.copy()
        self.match.play(data["move"])
        self.deciders = (*self.deciders, data["seat"])
        self.moment += 1
        if self.current_step and data["seat"] == LEARNER:
            self.replies, self.step = self.current_step.replies, self.step + 1
        else:
            self.replies = self.replies[1:]

    def _continued(self, data: dict[str, Any], at: float) -> None:
        """Go on in a lesson, perhaps to a new chapter."""
        self.step, self.replies = data["step"], ()
        if "set_up" in data and not self.is_frozen:
            self._set_up(data["set_up"])

    def _took_back(self, data: dict[str, Any], at: float) -> None:
        if self.is_frozen:
            return
        self.match = self.playing.copy()
        while self.match.ply > data["ply"]:
            self.match.undo()
        self.deciders = self.deciders[: data["ply"]]
        self.moment += 1

    def _resigned(self, data: dict[str, Any], at: float) -> None:
        resigned = replace(self.chairs[data["seat"]], resigned=True)
        self.chairs = self.chairs.with_chair(data["seat"], resigned)

    def _said(self, data: dict[str, Any], at: float) -> None:
        self.chat = (*self.chat, ChatMessage(data["name"], data["seat"], data["text"], at))[-CHAT_KEPT:]
        self.said += 1
        player = self._player_or_spectators(data["person"])
        self.remarks = {**self.remarks, player: self.remarks.get(player, 0) + 1}

    def _rematched(self, data: dict[str, Any], at: float) -> None:
        self.rematch = data["table"]

    def _ended(self, data: dict[str, Any], at: float) -> None:
        self.is_ended = True
        if self.started is None:
            self.host, self.chairs = "", Chairs(Chair() for _ in self.chairs)

    # --- clocks, and who is missing ------------------------------------------------------------------------

    def _overdue(self, data: dict[str, Any], at: float) -> None:
        self.overdue, self.votes = Overdue(data["seat"], data["cause"], at), MappingProxyType({})

    def _voted(self, data: dict[str, Any], at: float) -> None:
        self.votes = MappingProxyType({**self.votes, data["person"]: (data["choice"], data.get("level"))})

    def _waited(self, data: dict[str, Any], at: float) -> None:
        """The others wait for a while."""
        if self.clock and self.overdue and self.overdue.cause == "time":
            self.clock = self.clock.granted(self.overdue.seat, data["seconds"], at)
        self.overdue, self.patient_until = None, at + data["seconds"]

    def _replaced(self, data: dict[str, Any], at: float) -> None:
        """A bot plays for a person."""
        chair = replace(self.chairs[data["seat"]], substitute=data["level"])
        self.chairs = self.chairs.with_chair(data["seat"], chair)

    def _returned(self, data: dict[str, Any], at: float) -> None:
        """A person plays again."""
        seat = data["seat"]
        if self.clock and data["seconds"]:
            self.clock, self.graced = self.clock.granted(seat, data["seconds"], at), self.since
        self.chairs = self.chairs.with_chair(seat, replace(self.chairs[seat], substitute=None))
        if self.overdue and self.overdue.seat == seat:
            self.overdue = None

    def _wanted_pause(self, data: dict[str, Any], at: float) -> None:
        self.pause_wanted_by |= {data["person"]}

    def _paused(self, data: dict[str, Any], at: float) -> None:
        assert self.clock
        self.clock, self.pause_wanted_by = self.clock.paused(at), frozenset()

    def _resumed(self, data: dict[str, Any], at: float) -> None:
        assert self.clock
        self.clock = self.clock.resumed(at)

    def _interrupted(self, data: dict[str, Any], at: float) -> None:
        """No server could take a move for a time."""
        if self.clock:
            self.clock = self.clock.refunded(data["from"], data["until"])
            if self.overdue and self.overdue.cause == "time" and (self.clock.ends or 0.0) > at:
                self.overdue = None

    def _handed_on(self, data: dict[str, Any], at: float) -> None:
        self.host = data["host"]

    def _rewritten(self, data: dict[str, Any], at: float) -> None:
        """Earlier events were changed. Whoever has folded them folds the log again."""

    def _removed(self, data: dict[str, Any], at: float) -> None:
        self.is_removed = True

    # --- queries -------------------------------------------------------------------------------------------

    @cached_property
    def status(self) -> str:
        """`waiting` for players, `playing`, `over`, `closed` when everybody left before the start, or `frozen`."""
        if self.is_removed:
            return "closed"
        if self.is_frozen:
            return "frozen"
        if self.match is None:
            return "waiting" if self.host else "closed"
        return "over" if self.match.over or self._given_up or self.is_ended else "playing"

    @property
    def is_frozen(self) -> bool:
        """Whether the game began by other rules than this server has. Its moves would mean something else here, so it
        is neither shown nor played on. Its log stays as it is."""
        return self.rules is not None and self.rules != current_rules().get(self.game)

    @property
    def current_step(self) -> Step | None:
        """The step that the learner is at, None outside of lessons and after their last step."""
        return self.lesson.steps[self.step] if self.lesson and self.step < len(self.lesson.steps) else None

    @property
    def taught_moves(self) -> list[int]:
        """The moves that the lesson waits for."""
        step = self.current_step
        if step is None or self.player != LEARNER:
            return []
        return [move.id for move in self.playing.moves() if step.accepts(move.text)]

    @cached_property
    def reply(self) -> int | None:
        """The move that the lesson has for the bot that decides, if any."""
        if not self.replies or not self.bot_decides:
            return None
        move = self.playing.find(self.replies[0])
        return move.id if move.id in self.playing.legal else None

    @property
    def playing(self) -> Match:
        assert self.match, "a table that has not started has no match"
        return self.match

    @property
    def _given_up(self) -> bool:
        """Whether fewer than two are left after resignations, or only bots."""
        staying = [chair for chair in self.chairs if not chair.resigned]
        return len(staying) < 2 or (len(staying) < len(self.chairs) and all(chair.level for chair in staying))

    @cached_property
    def player(self) -> int | None:
        """The seat that decides, or None."""
        return self.playing.player if self.status == "playing" else None

    @property
    def bot_decides(self) -> bool:
        return self.player is not None and self.chairs[self.player].played_by_a_bot

    @cached_property
    def winners(self) -> list[int]:
        """The best of those who have not resigned. If the game ended by resignation, all of them. Nobody, if the
        operator has ended it."""
        if self.status != "over" or (self.is_ended and not self.playing.over):
            return []
        staying = [seat for seat, chair in enumerate(self.chairs) if not chair.resigned]
        if not self.playing.over or not staying:
            return staying
        best = min(self.playing.places[seat] for seat in staying)
        return [seat for seat in staying if self.playing.places[seat] == best]

    @property
    def due(self) -> float | None:
        """The moment at which something happens though nobody does anything: somebody's time is up, those who have
        voted decide, or the waiting for players has an end."""
        if self.status == "waiting":
            return self.changed + WAITING_LIMIT
        if self.status != "playing":
            return None
        if self.overdue:
            return self.overdue.since + self.grace if len(set(self.votes.values())) == 1 else None
        return self.clock.ends if self.clock else None

    @property
    def ticks(self) -> bool:
        """Whether the clock of a live game runs."""
        if self.clock is None or self.clock.control.kind != "live" or self.status != "playing":
            return False
        return self.clock.ends is not None

    @property
    def grace(self) -> float:
        """The seconds that everybody has to say what they want, and that who is waited for gets."""
        return GRACE[self.clock.control.kind] if self.clock else float(self.patience or GRACE["live"])

    @property
    def is_paused(self) -> bool:
        return self.clock is not None and self.clock.is_paused

    def plays(self, seat: int) -> bool:
        """Whether a person plays in this seat: neither a bot nor somebody who has resigned."""
        return self.chairs[seat].person is not None and not self.chairs[seat].played_by_a_bot

    def has_done(self, person: str, key: str) -> bool:
        dedup_key = _dedup_key(person, key)
        return dedup_key in self.done.get(person, ()) or dedup_key in self.done.get(SPECTATORS, ())

    def remarks_of(self, person: str) -> int:
        return self.remarks.get(self._player_or_spectators(person), 0)

    def seats_of(self, person: str | None) -> list[int]:
        return self.chairs.seats.get(person, []) if person else []

    @cached_property
    def index_entry(self) -> IndexEntry:
        """The projection that is stored with the log."""
        return IndexEntry(
            listed=self.listed and self.status in ("waiting", "playing") and not self.chairs.are_kept,
            bot_decides=self.bot_decides,
            host=self.host,
            address_hash=self.address_hash,
            status=self.status,
            started=self.started,
            game=self.game,
            rules=self.rules,
            due=self.due,
            ticks=self.ticks,
            summary={
                "game": self.game,
                "variant": self.variant,
                "status": self.status,
                "player": self.player,
                "chairs": self.chairs.shown,
                "clock": asdict(self.clock.control) if self.clock else None,
                "people": [chair.person for chair in self.chairs],
            },
            people=frozenset(person for person in self.chairs.seats if not person.startswith(FORGOTTEN)),
        )


def _without(known: Mapping[str, Known], person: str) -> dict[str, Known]:
    return {who: known[who] for who in known if who != person}


def _dedup_key(person: str, key: str) -> str:
    """One string instead of a tuple: there are millions of them, and the garbage collector does not track strings."""
    return f"{person} {key}"
