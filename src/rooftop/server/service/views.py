"""What a viewer of a table is sent. All information about a game leaves the server through this module. It is built
from `Match.view` and `Match.log` and does not reveal how many decisions others have made in secret."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, TypedDict

import orjson

from rooftop.core.match import Match
from rooftop.core.messages import LogLine
from rooftop.core.view import OpenView, OwnView, View
from rooftop.server.domain.decisions import last_to_take_back
from rooftop.server.domain.people import Person
from rooftop.server.domain.table import Table

VERSION_BYTES = 9


@dataclass(frozen=True)
class Viewer:
    """Who looks at a table, from which seat (None: as a spectator) and in which language."""

    person: Person | None
    seat: int | None
    language: str


class SeatView:
    """The view of a seat as JSON, and its version. The version is a digest of the view, not a counter: equal views have
    equal versions, so it cannot leak hidden information."""

    def __init__(self, table: Table, seat: int | None, view: bytes, version: str) -> None:
        self.seat = seat
        self.view = view
        self.version = version
        self.may_take_back = seat is not None and last_to_take_back(table, seat) is not None


class TableViews:
    """All views of one state of a table. The part that all seats share is serialized and hashed once."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._seat_views: dict[int | None, SeatView] = {}

    def seat_view(self, seat: int | None) -> SeatView:
        if seat not in self._seat_views:
            own, version = self._private(seat), self._version.copy()
            version.update(own)
            self._seat_views[seat] = SeatView(self.table, seat, self._public + own, version.hexdigest())
        return self._seat_views[seat]

    @cached_property
    def _version(self) -> "hashlib.blake2b":
        return hashlib.blake2b(self._public, digest_size=VERSION_BYTES)

    # The JSON of `Match.view` in two parts: public, up to the end of its "table" object, then private to a seat.

    @cached_property
    def _public(self) -> bytes:
        if not self.table.match:
            return orjson.dumps(None)
        view = self.table.match.open_view()
        return orjson.dumps(_without_table(view))[:-1] + b',"table":' + orjson.dumps(view["table"])[:-1]

    def _private(self, seat: int | None) -> bytes:
        if not self.table.match:
            return b""
        view = self.table.match.own_view(seat)
        return _members(view["table"]) + b"}" + _members(_without_table(view)) + b"}"

    def about(self, viewer: Viewer) -> bytes:
        """The metadata of the table, everything but the game, as JSON."""
        table, person = self.table, viewer.person.id if viewer.person else None
        own = table.seats_of(person)
        personal = {
            "invitation": table.invitation if own else None,
            "own_seats": own,
            "host": person is not None and person == table.host,
            "lesson": _lesson(table, viewer.language) if own else None,
        }
        return self._about + _members(personal) + b"}"

    @cached_property
    def _about(self) -> bytes:
        table = self.table
        known = {
            "id": table.id,
            "game": table.game,
            "variant": table.variant,
            "status": table.status,
            "open": table.listed,
            "hints": table.hints,
            "first": table.first,
            "clock": _clock(table),
            "patience": table.patience,
            "overdue": _overdue(table),
            "chairs": table.chairs.shown,
            "winners": table.winners,
            "seed_hash": table.seed_hash,
            "seed": str(table.seed) if table.status == "over" else None,
            "rematch": table.rematch,
        }
        return orjson.dumps(known)[:-1]


def _clock(table: Table) -> dict[str, Any] | None:
    if table.clock is None:
        return None
    wanting = [seat for person in table.pause_wanted_by for seat in table.seats_of(person)]
    return table.clock.shown() | {"pause_wanted_by": sorted(wanting)}


def _overdue(table: Table) -> dict[str, Any] | None:
    if table.overdue is None:
        return None
    votes = [
        {"seat": seat, "choice": choice, "level": level}
        for person, (choice, level) in table.votes.items()
        for seat in table.seats_of(person)
    ]
    return {"seat": table.overdue.seat, "cause": table.overdue.cause, "votes": votes}


def _lesson(table: Table, language: str) -> dict[str, Any] | None:
    """The step of the lesson that the learner is at."""
    step = table.current_step
    if table.lesson is None or step is None:
        return None
    return {
        "step": table.step,
        "steps": len(table.lesson.steps),
        "text": table.lesson.message(table.step, "text").say(language),
        "places": step.places,
        "moves": table.taught_moves,
        "reads": not step.expects,
    }


def _without_table(view: OpenView | OwnView) -> dict[str, object]:
    return {name: value for name, value in view.items() if name != "table"}


def _members(members: dict[str, Any]) -> bytes:
    """Further members to append to a non-empty JSON object."""
    return b"," + orjson.dumps(members)[1:-1] if members else b""


@lru_cache(maxsize=1000)
def _line(line: LogLine, language: str, names: tuple[str, ...]) -> bytes:
    """A line of the log. Cached, because most lines are the same for everybody at the table."""
    return orjson.dumps(
        {
            "text": line.say(language, names),
            "kind": line.kind,
            "seat": line.seat,
            "places": line.places,
            "cards": line.cards,
        }
    )


class SeatLog:
    """The log for one seat in one language. Each decision is rendered once, and removed when it is taken back.

    Lines are stored as JSON. The list is append-only, and `truncate` replaces it. So an update can hold a reference.
    """

    def __init__(self, seat: int | None, language: str) -> None:
        self.seat = seat
        self.language = language
        self.lines: list[bytes] = []
        self._ends = [0]
        """The number of lines at the start and after each decision."""
        self._since = [0]
        """After each decision: the index of the first line since the reader's last decision."""

    def extend(self, table: Table) -> None:
        match, read = table.match, len(self._ends) - 1
        if match is None or read == match.ply:
            return
        names = tuple(match.seat_names(self.language))
        for ply in range(read, match.ply):
            self.lines += [_line(line, self.language, names) for line in match.told(self.seat, ply, ply + 1)]
            self._ends.append(len(self.lines))
            self._since.append(len(self.lines) if table.deciders[ply] == self.seat else self.since)

    def truncate(self, ply: int) -> None:
        del self._ends[ply + 1 :], self._since[ply + 1 :]
        self.lines = self.lines[: self._ends[-1]]

    @property
    def since(self) -> int:
        """The index of the first line since the reader's last decision."""
        return self._since[-1]


def trial(match: Match, seat: int, move: int) -> View | None:
    """The view of a seat after a move of its own, or None if chance or hidden information affects the outcome.

    Plays on a sample of the seat's information set, so a trial leaks nothing.
    """
    tried = match.redealt(seat, seed=0)
    tried.play(move)
    return tried.view(seat) if not tried.over and tried.showed_nothing() else None


class Suggestion(TypedDict):
    """A move that is advised."""

    move: int
    text: str
    chance: float | None
    view: View | None


class WeakMove(TypedDict):
    move: int
    chance: float


class Hint(TypedDict):
    """Advice for the view of that version."""

    version: str
    best: list[Suggestion]
    weak: list[WeakMove]


def suggestion(match: Match, seat: int, move: int, chance: float | None) -> Suggestion:
    return {"move": move, "text": match.check(move).text, "chance": chance, "view": trial(match, seat, move)}


class TableUpdate:
    """A table as a viewer is sent it, and the difference to an earlier update."""

    def __init__(self, views: TableViews, viewer: Viewer, log: SeatLog) -> None:
        self.about = views.about(viewer)
        self.seat_view = views.seat_view(viewer.seat)
        self.lines, self.count, self.since = log.lines, len(log.lines), log.since
        self.chat, self.said = views.table.chat, views.table.said

    def same_as(self, other: "TableUpdate | None") -> bool:
        return (
            other is not None
            and self.seat_view.view == other.seat_view.view
            and self.seat_view.may_take_back == other.seat_view.may_take_back
            and self.count == other.count == self._common_lines(other)
            and self.said == other.said
            and self.about == other.about
        )

    def as_json(self, earlier: "TableUpdate | None" = None) -> bytes:
        """The update as JSON. Log and chat contain only what the earlier update lacks."""
        log_from = self._common_lines(earlier) if earlier else 0
        unread = min(self.said - (earlier.said if earlier else 0), len(self.chat))
        remarks = [vars(remark) for remark in self.chat[len(self.chat) - unread :]]
        lines = [orjson.Fragment(line) for line in self.lines[log_from : self.count]]
        return orjson.dumps(
            {
                "tell": "table",
                "table": orjson.Fragment(self.about),
                "seat": self.seat_view.seat,
                "version": self.seat_view.version,
                "undo": self.seat_view.may_take_back,
                "chat": {"from": self.said - unread, "lines": remarks},
                "log": {"from": log_from, "since": self.since, "lines": lines},
                "view": orjson.Fragment(self.seat_view.view),
            }
        )

    def _common_lines(self, other: "TableUpdate") -> int:
        if self.lines is other.lines:
            return min(self.count, other.count)
        return common_prefix(self.lines[: self.count], other.lines[: other.count])


def common_prefix(one: Sequence[Any], other: Sequence[Any]) -> int:
    """The length of the common prefix of two sequences."""
    length = min(len(one), len(other))
    if one[:length] == other[:length]:
        return length
    return next(n for n in range(length) if one[n] != other[n])
