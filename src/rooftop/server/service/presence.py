"""Who is at a table now, by the open sockets of this process. All sockets of a table are usually in one process."""

import time
from collections import Counter
from collections.abc import Collection
from typing import TypedDict

from rooftop.server.domain.table import Table


class ChairPresence(TypedDict):
    """Whether the person of a chair is here; `since` when they are not."""

    here: bool
    since: float | None


class Presence:
    def __init__(self) -> None:
        self._sockets: Counter[str] = Counter()
        self._left: dict[str, float] = {}
        """When the last socket of somebody was closed."""
        self._began = time.time()
        """Who has not been seen since then has been away since then."""

    def enter(self, visitor: str) -> bool:
        """A socket was opened. Return whether somebody has come by that."""
        self._sockets[visitor] += 1
        self._left.pop(visitor, None)
        return self._sockets[visitor] == 1

    def leave(self, visitor: str) -> bool:
        """A socket was closed. Return whether somebody has left by that."""
        self._sockets[visitor] -= 1
        if self._sockets[visitor]:
            return False
        del self._sockets[visitor]
        self._left[visitor] = time.time()
        return True

    @property
    def here(self) -> Collection[str]:
        return self._sockets.keys()

    def away_since(self, person: str) -> float | None:
        """None if the person is here."""
        return None if person in self._sockets else self._left.get(person, self._began)

    def is_away(self, person: str, patience: float, now: float) -> bool:
        """Whether the person has been away for longer than that."""
        since = self.away_since(person)
        return since is not None and now - since > patience

    def chairs(self, table: Table) -> list[ChairPresence | None]:
        """Of each chair with a person."""
        return [self._chair(chair.person) if chair.person else None for chair in table.chairs]

    def _chair(self, person: str) -> ChairPresence:
        since = self.away_since(person)
        return {"here": since is None, "since": since}

    def spectators(self, table: Table) -> int:
        """How many watch, each person once."""
        return sum(visitor not in table.chairs.seats for visitor in self._sockets)

    def forget_strangers(self, table: Table) -> None:
        """Whoever has only watched leaves no trace."""
        self._left = {person: left for person, left in self._left.items() if person in table.chairs.seats}
