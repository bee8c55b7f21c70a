"""The events of a table. They are stored, folded into the table and published to subscribers."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rooftop.server.domain.table import Table

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Event:
    """An event of a table. Its number is never sent to clients: it would reveal how many hidden decisions there are."""

    table: str
    number: int
    kind: str
    data: dict[str, Any]
    at: float


Listener = Callable[[Event, "Table"], None]
"""Called with an event and the table after it."""


class EventBus:
    """Publishes the events that this process has stored. Each event is published by exactly one process, so side
    effects such as waking a bot happen once."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def subscribe(self, listener: Listener) -> None:
        self._listeners.append(listener)

    def publish(self, event: Event, after: "Table") -> None:
        """Call every listener. The event is already stored, so a failing listener must not stop the others."""
        for listener in self._listeners:
            try:
                listener(event, after)
            except Exception:
                log.exception("a listener has failed", extra={"table": event.table})
