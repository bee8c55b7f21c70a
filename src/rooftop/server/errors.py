"""Refusals of the server, each a sentence in the asker's language and a status for machines."""

from collections.abc import Mapping
from typing import Any

from rooftop.core.errors import RooftopError


class Refused(RooftopError):
    """Something that cannot be done at a table, or not by this person, or not now."""

    def __init__(self, status: int, key: str, **parts: object) -> None:
        super().__init__(f"server.{key}", **parts)
        self.status = status
        self.code = key


class Stale(Refused):
    """The decision was made on a view that is not the current one any more."""

    def __init__(self) -> None:
        super().__init__(409, "stale")


def status_of(error: RooftopError) -> int:
    return error.status if isinstance(error, Refused) else 422


def code_of(error: RooftopError) -> str:
    """A word for machines: of the server's own refusals, or of the library's."""
    return error.code if isinstance(error, Refused) else error.message.key.rpartition(".")[2]


def not_understood(status: int, problem: Mapping[str, Any]) -> Refused:
    """What Pydantic has found wrong, and where."""
    where = ".".join(str(part) for part in problem["loc"])
    return Refused(status, "not_understood", where=where or "message", what=problem["msg"])
