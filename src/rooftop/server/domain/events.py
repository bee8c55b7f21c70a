"""What happens at a table, as one stream: it is stored, folded into the table, and can be subscribed to."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rooftop.server.domain.table import Table

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Event:
    """The `number`-th thing that happened at a table. Never shown to people: its number tells of hidden decisions."""

    table: str
    number: int
    kind: str
    data: dict[str, Any]
    at: float


Listener = Callable[[Event, "Table"], None]
"""Is given an event and the table as it is after it."""


class EventBus:
    """The events that this process has stored. Of several processes one publishes an event, so that what hangs on
    it, a bot's move or one day a notice or a rating, happens once."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def subscribe(self, listener: Listener) -> None:
        self._listeners.append(listener)

    def publish(self, event: Event, after: "Table") -> None:
        """To every listener, whatever happens in another one: the event is stored, and nothing takes it back."""
        for listener in self._listeners:
            try:
                listener(event, after)
            except Exception:
                log.exception("a listener has failed", extra={"table": event.table})
