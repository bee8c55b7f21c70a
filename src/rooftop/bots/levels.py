"""The strengths people choose from: one search with more or less time, and beginners' slips."""

import os
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from rooftop.bots.tree import NODE, search
from rooftop.core.dice import dice, roll
from rooftop.core.match import Match
from rooftop.core.rule import Ints, compile_once

EXPLORE = 1.0
CHUNK = 250
"""Iterations between two looks at the clock."""
SHARE = 0.4
"""Of the time left in a turn, for its next decision: a turn of any number of decisions ends in time."""


@dataclass(frozen=True)
class Level:
    iterations: int
    """Of the search, for each decision."""
    seconds: float
    """For all decisions of a turn."""
    slips: float
    """0: always the best move found. Higher: now and then a worse one, the worse the rarer."""
    threads: int = 1

    def with_budget(self, part: float) -> "Level":
        return replace(self, iterations=max(1, round(self.iterations * part)))


LEVELS = {
    "easy": Level(iterations=40, seconds=0.5, slips=1.0),
    "medium": Level(iterations=400, seconds=0.5, slips=0.4),
    "hard": Level(iterations=5_000, seconds=0.8, slips=0.0),
    "expert": Level(iterations=200_000, seconds=2.4, slips=0.0, threads=2),
}


@dataclass(frozen=True)
class Opinion:
    """What a search thinks of a move."""

    move: int
    visits: int
    chance: float
    """Of winning, for the seat that decides, among opponents that play about as sensibly as the search assumes."""
    points: float
    """That seat's points at the end, on average."""


def level_move(match: Match, level: Level, seed: int) -> int:
    """The best move found, or one near it as often as the level slips."""
    opinions = think(match, level, seed)
    if len(opinions) == 1 or level.slips == 0:
        return opinions[0].move
    weights = np.array([opinion.visits for opinion in opinions]) ** (1 / level.slips)
    marks = np.cumsum(weights / weights.sum())
    return opinions[int(np.searchsorted(marks, roll(dice(seed, 1), 1 << 24) / (1 << 24), "right"))].move


def think(match: Match, level: Level, seed: int) -> list[Opinion]:
    """What the search thinks of the moves it tried, the best first."""
    moves = [move.id for move in match.moves()]
    if len(moves) == 1:
        return [Opinion(moves[0], 0, 0.0, 0.0)]
    deadline = time.perf_counter() + level.seconds * SHARE * (1 - SHARE) ** match.in_a_row
    threads = min(level.threads, os.cpu_count() or 1)
    each = -(-level.iterations // threads)
    if threads == 1:
        trees = [_grow(match, each, deadline, seed)]
    else:
        trees = list(_pool().map(lambda n: _grow(match, each, deadline, seed + n), range(threads)))
    return _merge(trees)


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(thread_name_prefix="rooftop-search")


def _grow(match: Match, iterations: int, deadline: float, seed: int) -> Any:
    """A tree of that many iterations, or as many as there is time for."""
    game = match.game
    states, moves, weights = game.new_states(2), game.new_moves(), np.zeros(game.moves, np.float32)
    states[0] = match._state
    nodes: Ints = np.zeros(iterations + 1, NODE)
    used, roller = 1, dice(seed)
    while iterations > 0:
        count = min(CHUNK, iterations)
        arguments = (states, nodes, used, moves, weights, count, EXPLORE, roller)
        compile_once(f"{game.title}, search", [(search, arguments)])
        used = search(*arguments)
        iterations -= count
        if time.perf_counter() > deadline:
            break
    return nodes


def _merge(trees: list[Any]) -> list[Opinion]:
    """The moves at the root of all trees together, most visits first."""
    sums: dict[int, list[float]] = {}
    for nodes in trees:
        child = int(nodes[0].child)
        while child:
            node = nodes[child]
            total = sums.setdefault(int(node.move), [0, 0, 0])
            for n, value in enumerate((node.visits, node.won, node.points)):
                total[n] += float(value)
            child = int(node.sibling)
    opinions = [Opinion(move, int(n), won / n, points / n) for move, (n, won, points) in sums.items()]
    return sorted(opinions, key=lambda opinion: (-opinion.visits, opinion.move))
