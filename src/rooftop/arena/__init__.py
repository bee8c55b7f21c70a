"""Bots against bots: who is better, by how much, and how sure is that."""

from rooftop.arena.intervals import interval

__all__ = ["interval"]
