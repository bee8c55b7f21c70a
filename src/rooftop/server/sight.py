"""What a viewer of a table may be sent. Everything about a game that leaves the server is made here, from
`Match.view` and `Match.log`, and says nothing about how many decisions others have made in secret."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import orjson

from rooftop.core.match import Match, whole_view
from rooftop.core.messages import Message
from rooftop.server.decisions import last_to_take_back
from rooftop.server.people import Person
from rooftop.server.tables import Table

VERSION_BYTES = 9


def as_json(data: object) -> str:
    return orjson.dumps(data).decode()


@dataclass(frozen=True)
class Viewer:
    """Who looks at a table, from which seat (None: from beside it), and reads which language."""

    person: Person | None
    seat: int | None
    language: str


class Outlook:
    """The game as it looks from a seat, and a version of exactly that: equal views have equal versions, so that
    a version counts nothing and cannot tell of what the view hides."""

    def __init__(self, table: Table, seat: int | None, text: str) -> None:
        self.seat = seat
        self.text = text
        self.version = hashlib.blake2b(text.encode(), digest_size=VERSION_BYTES).hexdigest()
        self.may_take_back = seat is not None and last_to_take_back(table, seat) is not None


class Scene:
    """A table as it stands, looked at from its seats: what all of them see is put into JSON once."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._outlooks: dict[int | None, Outlook] = {}

    def outlook(self, seat: int | None) -> Outlook:
        if seat not in self._outlooks:
            self._outlooks[seat] = Outlook(self.table, seat, self._text(seat))
        return self._outlooks[seat]

    def _text(self, seat: int | None) -> str:
        """`Match.view` in JSON."""
        if not self.table.match:
            return as_json(None)
        return as_json(whole_view(self._open, self.table.match.own_view(seat)))

    @cached_property
    def _open(self) -> dict[str, Any]:
        view = self.table.playing.open_view()
        table = view.pop("table")
        return {**_fragments(view), "table": _fragments(table)}


def _fragments(data: dict[str, Any]) -> dict[str, orjson.Fragment]:
    return {key: orjson.Fragment(orjson.dumps(value)) for key, value in data.items()}


@lru_cache(maxsize=1000)
def _line(message: Message, language: str, names: tuple[str, ...]) -> str:
    """A line of the log. Most are the same for everybody at the table, and put into words once."""
    return as_json({"text": message.say(language, names), "about": message.values()})


class Story:
    """The log as one seat reads it in one language: each decision is told once, and cut when it is taken back.

    Lines are kept as JSON. A list of lines only grows; a cut makes another one, so that a letter can point into it.
    """

    def __init__(self, seat: int | None, language: str) -> None:
        self.seat = seat
        self.language = language
        self.lines: list[str] = []
        self._ends: list[int] = []

    def read_on(self, match: Match) -> None:
        if len(self._ends) == match.ply:
            return
        names = tuple(match.seat_names(self.language))
        for ply in range(len(self._ends), match.ply):
            self.lines += (_line(message, self.language, names) for message in match.told(self.seat, ply, ply + 1))
            self._ends.append(len(self.lines))

    def cut(self, ply: int) -> None:
        del self._ends[ply:]
        self.lines = self.lines[: self._ends[-1] if self._ends else 0]

    def end_of(self, ply: int) -> int:
        """How many lines there were after that decision."""
        return self._ends[ply]


def trial(match: Match, seat: int, move: int) -> dict[str, Any] | None:
    """The game as it would look to a seat after a move of its own, None where chance or a secret has a part in that.

    Tried on a position whose secrets have been dealt anew for the seat, so that trying tells nothing.
    """
    tried = match.redealt(seat, seed=0)
    tried.play(move)
    return tried.view(seat) if not tried.over and tried.showed_nothing() else None


def about_table(table: Table, viewer: Viewer) -> dict[str, Any]:
    """What is known of a table apart from the game on it."""
    person = viewer.person.id if viewer.person else None
    own = table.seats_of(person)
    return {
        "id": table.id,
        "game": table.game,
        "variant": table.variant,
        "status": table.status,
        "open": table.listed,
        "hints": table.hints,
        "invitation": table.invitation if own else None,
        "chairs": table.chairs.shown,
        "own_seats": own,
        "host": person is not None and person == table.host,
        "winners": table.winners,
        "seed_hash": table.seed_hash,
        "seed": str(table.seed) if table.status == "over" else None,
        "rematch": table.rematch,
    }


def since_own_decision(table: Table, story: Story) -> int:
    """Where in the log begins what happened since the reader last decided."""
    if story.seat is None or story.seat not in table.deciders:
        return 0
    last = len(table.deciders) - 1 - table.deciders[::-1].index(story.seat)
    return story.end_of(last)


class Letter:
    """The table as a viewer is sent it, and how it differs from one sent before."""

    def __init__(self, table: Table, viewer: Viewer, outlook: Outlook, story: Story) -> None:
        self.about = about_table(table, viewer)
        self.outlook = outlook
        self.lines, self.count = story.lines, len(story.lines)
        self.since = since_own_decision(table, story)
        self.chat = table.chat

    def same_as(self, other: "Letter | None") -> bool:
        return (
            other is not None
            and self.outlook.text == other.outlook.text
            and self.outlook.may_take_back == other.outlook.may_take_back
            and self.count == other.count == self._lines_known_from(other)
            and self.chat == other.chat
            and self.about == other.about
        )

    def text(self, earlier: "Letter | None" = None) -> str:
        """As JSON. Of log and chat only what an earlier letter did not have, from which line on."""
        log_from = self._lines_known_from(earlier) if earlier else 0
        chat_from = common_start(earlier.chat, self.chat) if earlier else 0
        head = {
            "tell": "table",
            "table": self.about,
            "seat": self.outlook.seat,
            "version": self.outlook.version,
            "undo": self.outlook.may_take_back,
            "chat": {"from": chat_from, "lines": [vars(remark) for remark in self.chat[chat_from:]]},
        }
        # View and log are in JSON already, and are put in as they are.
        log = f'{{"from":{log_from},"since":{self.since},"lines":[{",".join(self.lines[log_from : self.count])}]}}'
        return f'{as_json(head)[:-1]},"log":{log},"view":{self.outlook.text}}}'

    def _lines_known_from(self, other: "Letter") -> int:
        if self.lines is other.lines:
            return min(self.count, other.count)
        return common_start(self.lines[: self.count], other.lines[: other.count])


def common_start(one: Sequence[Any], other: Sequence[Any]) -> int:
    """How many items two lists have in common from their beginning on."""
    length = min(len(one), len(other))
    if one[:length] == other[:length]:
        return length
    return next(n for n in range(length) if one[n] != other[n])
