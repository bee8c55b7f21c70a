"""Errors that the server reports to clients: an HTTP status, a code for programs and a localized sentence."""

from collections.abc import Mapping
from typing import Any

from rooftop.core.errors import RooftopError


class Refused(RooftopError):
    """The request is valid but not allowed: for this table, this person or at this time."""

    def __init__(self, status: int, key: str, **parts: object) -> None:
        super().__init__(f"server.{key}", **parts)
        self.status = status
        self.code = key


class Stale(Refused):
    """The decision was based on an outdated view."""

    def __init__(self) -> None:
        super().__init__(409, "stale")


def status_of(error: RooftopError) -> int:
    return error.status if isinstance(error, Refused) else 422


def code_of(error: RooftopError) -> str:
    """The machine-readable error code, for errors of the server and of the library alike."""
    return error.code if isinstance(error, Refused) else error.message.key.rpartition(".")[2]


def not_understood(status: int, problem: Mapping[str, Any]) -> Refused:
    """Turn a Pydantic validation error into a refusal that names the field and the problem."""
    where = ".".join(str(part) for part in problem["loc"])
    return Refused(status, "not_understood", where=where or "message", what=problem["msg"])
