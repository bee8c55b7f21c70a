"""Speed of the search: `make bench-search`. Every figure is compared with a baseline from the same run.

It compares compiled with uncompiled code, and two threads with one. A compiled counting loop shows what two threads can
gain on this machine at this moment. Prints medians with their range.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from speed import spread

from rooftop.bots.tree import Node, search
from rooftop.core.dice import dice
from rooftop.core.game import find_game, games
from rooftop.core.match import Match
from rooftop.core.rule import rule

COMPILED_ITERATIONS = 50_000
UNCOMPILED_ITERATIONS = 100
COUNTED = 100_000_000


def grow(match: Match, iterations: int, seed: int) -> Any:
    """Search the position of a match and return the tree."""
    game = match.game
    states, nodes = game.new_states(2), np.zeros(iterations + 1, Node.dtype)
    states[0] = match.state
    search(
        states, nodes, 1, game.new_moves(), np.zeros(game.moves, np.float32), iterations, game.bot.SEARCH, dice(seed)
    )
    return nodes


def timed_search(name: str, iterations: int, seed: int) -> tuple[float, list[int]]:
    """Seconds for a search of the first position, and the visits of each node."""
    match = Match(name, seed=seed)
    began = time.perf_counter()
    nodes = grow(match, iterations, seed)
    return time.perf_counter() - began, nodes["visits"].tolist()


def uncompiled(name: str, iterations: int, seed: int) -> tuple[float, list[int]]:
    """The same, uncompiled, in a separate process."""
    run = subprocess.run(
        [sys.executable, __file__, "--uncompiled", name, str(iterations), str(seed)],
        env={**os.environ, "ROOFTOP_JIT": "0"},
        capture_output=True,
        text=True,
        check=True,
    )
    seconds, visits = json.loads(run.stdout)
    return seconds, visits


@rule
def count(most: int) -> int:
    """CPU-bound work without memory traffic: a dependency chain that the compiler cannot shorten."""
    number = 1
    for _ in range(most):
        number = (number * 48_271) % 2_147_483_647
    return number


def gain_of_two_threads(work: Callable[[int], object]) -> float:
    """The speed-up of two threads over one."""
    return 2 * seconds_on(1, work) / seconds_on(2, work)


def seconds_on(threads: int, work: Callable[[int], object]) -> float:
    """The time until every thread has done the whole work."""
    with ThreadPoolExecutor(threads) as pool:
        began = time.perf_counter()
        list(pool.map(work, range(threads)))
        return time.perf_counter() - began


def bench_compiled(name: str, repeats: int) -> None:
    fast, slow, ratios = [], [], []
    for seed in range(repeats):
        seconds, _ = timed_search(name, COMPILED_ITERATIONS, seed)
        slow_seconds, slow_visits = uncompiled(name, UNCOMPILED_ITERATIONS, seed)
        assert timed_search(name, UNCOMPILED_ITERATIONS, seed)[1] == slow_visits, "uncompiled grows another tree"
        fast.append(COMPILED_ITERATIONS / seconds)
        slow.append(UNCOMPILED_ITERATIONS / slow_seconds)
        ratios.append(fast[-1] / slow[-1])
    print(f"{name}, {max(find_game(name).players)} players, from the first position, {repeats} runs")
    print(f"  compiled, one thread    {spread(fast)} iterations a second")
    print(f"  uncompiled, same trees  {spread(slow)} iterations a second")
    print(f"  ratio                   {spread(ratios)}")


def bench_threads(name: str, repeats: int) -> None:
    match = Match(name, seed=0)
    searching, counting = [], []
    for _ in range(repeats):
        searching.append(gain_of_two_threads(lambda seed: grow(match, COMPILED_ITERATIONS, seed)))
        counting.append(gain_of_two_threads(lambda _: count(COUNTED)))
    print(f"  two threads to one      {spread(searching, '.2f')} times the iterations a second")
    print(f"  a loop that counts      {spread(counting, '.2f')} times the steps a second, in the same run")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--uncompiled", nargs=3, metavar=("GAME", "ITERATIONS", "SEED"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.uncompiled:
        name, iterations, seed = options.uncompiled
        print(json.dumps(timed_search(name, int(iterations), int(seed))))
        return
    count(1)
    for name in games():
        timed_search(name, 1, 0)
        bench_compiled(name, options.repeats)
        bench_threads(name, options.repeats)


if __name__ == "__main__":
    main()
