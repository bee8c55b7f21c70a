"""Guests, as tables know them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Person:
    id: str
    name: str
