"""Guests: all that tables know of a person."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Person:
    id: str
    name: str
