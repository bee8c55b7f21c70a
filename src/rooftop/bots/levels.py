"""Playing strengths: the same search with different budgets, plus random slips for the weaker levels."""

import math
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from rooftop.bots.tree import Node, mean_points, search
from rooftop.core.dice import dice, roll
from rooftop.core.dispatch import SearchParameters
from rooftop.core.game import Game
from rooftop.core.match import Match
from rooftop.core.rule import Call, Ints, compile_once
from rooftop.core.state import Records

CHUNK = 250
"""Iterations between two clock checks."""
ROLLOUTS = 50
"""Rollouts per move to estimate its final points."""
MIN_VISIT_SHARE = 0.5
"""A slip needs this share of the best move's visits: a high value after few visits is mostly noise."""
TIME_SHARE = 0.4
"""Share of a turn's remaining time for its next decision. The shares of any number of decisions sum to less than 1."""


@dataclass(frozen=True)
class Level:
    iterations: int
    """Search iterations per decision."""
    seconds: float
    """Time limit for all decisions of a turn."""
    slips: float = 0.0
    """Softmax temperature for choosing among good moves. 0 always plays the best one."""
    short_sighted: bool = False
    """Cut rollouts off at the end of the turn."""
    threads: int = 1

    def measured(self, part: float) -> "Level":
        """A reproducible variant: a fraction of the iterations, one thread and no time limit."""
        return replace(self, iterations=max(1, round(self.iterations * part)), seconds=math.inf, threads=1)


LEVELS = {
    "easy": Level(iterations=100, seconds=0.5, slips=0.05, short_sighted=True),
    "medium": Level(iterations=600, seconds=0.5, slips=0.02),
    "hard": Level(iterations=5_000, seconds=0.8),
    "expert": Level(iterations=50_000, seconds=2.4, threads=2),
}
"""The levels by name, from the weakest to the strongest.

>>> rooftop.bots.LEVELS["hard"].iterations
5000
"""


@dataclass(frozen=True)
class MoveStats:
    """Search statistics of a move."""

    move: int
    visits: int
    chance: float
    """Estimated probability that the seat to move wins."""
    value: float
    """Mean reward, which the search maximizes: mostly the win probability, partly the lead."""


def level_move(match: Match, level: Level, seed: int) -> int:
    """The best move found, or one close to it if the level slips."""
    if len(match.legal) == 1:
        return match.legal[0]
    stats = think(match, level, seed)
    if level.slips == 0:
        return stats[0].move
    best = stats[0]
    candidates = [move for move in stats if move.visits >= best.visits * MIN_VISIT_SHARE]
    weights = np.array([move.visits * math.exp((move.value - best.value) / level.slips) for move in candidates])
    cumulative = np.cumsum(weights / weights.sum())
    return candidates[int(np.searchsorted(cumulative, roll(dice(seed, 1), 1 << 24) / (1 << 24), "right"))].move


def think(match: Match, level: Level, seed: int) -> list[MoveStats]:
    """The statistics of all visited moves, best first."""
    _warm_up(match.game)
    deadline = time.perf_counter() + level.seconds * TIME_SHARE * (1 - TIME_SHARE) ** match.in_a_row
    parameters = match.game.bot.SEARCH._replace(horizon=0) if level.short_sighted else match.game.bot.SEARCH
    each = -(-level.iterations // level.threads)
    if level.threads == 1:
        trees = [_search(match, each, parameters, deadline, seed)]
    else:
        trees = list(_pool().map(lambda n: _search(match, each, parameters, deadline, seed + n), range(level.threads)))
    return _merge(trees, int(match.state.player))


def expected_points(match: Match, moves: list[int], seed: int) -> list[float]:
    """The mean final points of the seat to move after each of these moves, by rollouts."""
    game = match.game
    compile_once(f"{game.title}, points", points_calls(game))
    states, buffer, weights = _buffers(game)
    states[0] = match.state
    return [mean_points(states, move, ROLLOUTS, buffer, weights, dice(seed)) for move in moves]


def points_calls(game: Game[Any]) -> list[Call]:
    """All that has to be compiled for `expected_points`."""
    states, buffer, weights = _buffers(game)
    return [(mean_points, (states, 0, ROLLOUTS, buffer, weights, dice(0)))]


def search_calls(game: Game[Any]) -> list[Call]:
    """All that has to be compiled for a search."""
    states, buffer, weights = _buffers(game)
    nodes = np.zeros(1, Node.dtype)
    return [(search, (states, nodes, 1, buffer, weights, 0, game.bot.SEARCH, dice(0)))]


def _buffers(game: Game[Any]) -> tuple[Records[Any], Ints, Ints]:
    """Two positions, and room for the moves of one and their weights."""
    return game.new_states(2), game.new_moves(), np.zeros(game.moves, np.float32)


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(thread_name_prefix="rooftop-search")


@cache
def _warm_up(game: Game[Any]) -> None:
    """Load or compile the machine code before the clock starts."""
    calls = search_calls(game)
    compile_once(f"{game.title}, search", calls)
    for function, (states, *rest) in calls:
        game.rules.start(states[0], max(game.players), 0, -1, dice(0))
        function(states, *rest)


def _search(match: Match, iterations: int, parameters: SearchParameters, deadline: float, seed: int) -> Records[Node]:
    """Search with that many iterations, or as many as fit before the deadline."""
    states, moves, weights = _buffers(match.game)
    states[0] = match.state
    nodes: Records[Node] = np.zeros(iterations + 1, Node.dtype)
    used, roller = 1, dice(seed)
    while iterations > 0:
        count = min(CHUNK, iterations)
        used = search(states, nodes, used, moves, weights, count, parameters, roller)
        iterations -= count
        if time.perf_counter() > deadline:
            break
    return nodes


def _merge(trees: list[Records[Node]], seat: int) -> list[MoveStats]:
    """The root statistics summed over all trees (root parallelization), most visits first."""
    sums: dict[int, Any] = {}
    for nodes in trees:
        child = int(nodes[0].child)
        while child:
            node = nodes[child]
            added = np.array([node.visits, node.won, node.total[seat]], np.float64)
            sums[int(node.move)] = sums.get(int(node.move), 0) + added
            child = int(node.sibling)
    stats = [MoveStats(move, int(total[0]), *(total[1:] / total[0]).tolist()) for move, total in sums.items()]
    return sorted(stats, key=lambda move: (-move.visits, move.move))
