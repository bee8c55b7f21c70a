"""What a strong bot advises: the best moves, and which ones are much worse."""

import math
from dataclasses import dataclass

from rooftop.bots.levels import LEVELS, MoveStats, think
from rooftop.core.match import Match

LEVEL = "hard"
BEST = 3
MUCH = 0.1
"""How much a weak move's chance of winning lies below that of the best move."""


@dataclass(frozen=True)
class Advice:
    best: list[MoveStats]
    """At most three moves, best first."""
    weak: list[MoveStats]
    """Moves that are certainly worse than the best one, and by much."""


def advise(match: Match, seed: int) -> Advice:
    """Advice for the seat to move."""
    found = think(match, LEVELS[LEVEL], seed)
    return Advice(found[:BEST], [move for move in found[1:] if _is_weak(move, found[0])])


def _is_weak(move: MoveStats, best: MoveStats) -> bool:
    """A search visits bad moves seldom, so what it thinks of them is uncertain: by two standard errors at most."""
    return move.chance < best.chance - MUCH and move.chance + 1 / math.sqrt(move.visits) < best.chance
