"""Tournaments of bots: who is better, by how much, and with what confidence."""

from rooftop.arena.intervals import interval

__all__ = ["interval"]


def __dir__() -> list[str]:
    return __all__
