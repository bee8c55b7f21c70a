"""Speed of the rules: `make bench`. Every figure is compared with a baseline from the same run.

Measurement and baseline alternate. Prints the median and the range.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from rooftop.core.dice import dice
from rooftop.core.game import find_game, games, ready_game
from rooftop.core.playout import SEATS, simulate
from rooftop.core.rule import rule
from rooftop.core.state import Records, State

HERE = Path(__file__).parent
PLAYERS = max(find_game("skyliners").players)
COMPILE_ALL = "from rooftop.warmup import warm_up; warm_up()"


def random_games(name: str, count: int, seed: int) -> tuple[float, list[int]]:
    """Seconds for that many random games of the default variant, and decisions, points and wins."""
    game, roller = ready_game(name), dice(seed)
    state, moves = game.new_states(1)[0], game.new_moves()
    points, wins = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
    began = time.perf_counter()
    decisions = simulate(state, moves, max(game.players), 0, count, roller, points, wins)
    return time.perf_counter() - began, [decisions, *points.tolist(), *wins.tolist()]


def limit_in_c(program: Path, count: int, seed: int) -> tuple[float, list[int]]:
    """The same games in C."""
    words = [str(word) for word in dice(seed)]
    run = subprocess.run([program, str(PLAYERS), "0", str(count), *words], capture_output=True, text=True, check=True)
    *numbers, seconds = run.stdout.split()
    return float(seconds), [int(number) for number in numbers]


def uncompiled(name: str, count: int) -> tuple[float, list[int]]:
    """The same, uncompiled, in a separate process."""
    run = subprocess.run(
        [sys.executable, __file__, "--uncompiled", name, str(count)],
        env={**os.environ, "ROOFTOP_JIT": "0"},
        capture_output=True,
        text=True,
        check=True,
    )
    seconds, numbers = json.loads(run.stdout)
    return seconds, numbers


def spread(values: list[float], form: str = ",.0f") -> str:
    return f"{statistics.median(values):{form}} ({min(values):{form}} to {max(values):{form}})"


def bench_limit(repeats: int, count: int = 100_000) -> None:
    compiler = shutil.which("gcc")
    if not compiler:
        print("No gcc on this machine: the comparison with C is left out.")
        return
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "limit"
        subprocess.run([compiler, "-O3", "-o", program, HERE / "limit.c"], check=True)
        ours, limit = [], []
        for seed in range(repeats):
            seconds, totals = random_games("skyliners", count, seed)
            seconds_in_c, totals_in_c = limit_in_c(program, count, seed)
            assert totals == totals_in_c, "the C program plays other games"
            ours.append(count / seconds)
            limit.append(count / seconds_in_c)
    print(f"Skyliners, full, {PLAYERS} players, one core, {repeats} runs of {count:,} random games")
    print(f"  this library       {spread(ours)} games a second")
    print(f"  C, gcc -O3         {spread(limit)} games a second, the same games")
    print(f"  ratio to C         {spread([a / b for a, b in zip(ours, limit, strict=True)], '.2f')}")


def bench_games(repeats: int) -> None:
    print("Every game, default variant, every seat taken, one core: compiled and uncompiled in the same run")
    for name in games():
        compiled, ratios, few = [], [], 30
        for seed in range(repeats):
            seconds, totals = random_games(name, 3000, seed)
            slow_seconds, slow_totals = uncompiled(name, few)
            assert random_games(name, few, 0)[1] == slow_totals, "compiled and uncompiled play other games"
            compiled.append(totals[0] / seconds)
            ratios.append((3000 / seconds) / (few / slow_seconds))
        print(f"  {name:<16} {spread(compiled)} decisions a second, {spread(ratios)} times uncompiled")


@rule
def copies(states: Records[State], count: int) -> int:
    total = 0
    for n in range(count):
        states[n & 63] = states[64 + (n & 63)]
        total += int(states[n & 63].player)
    return total


@rule
def no_copies(states: Records[State], count: int) -> int:
    total = 0
    for n in range(count):
        total += int(states[n & 63].player)
    return total


def bench_copy(repeats: int, count: int = 2_000_000) -> None:
    print("Copy of a state inside compiled code, nanoseconds")
    for name in games():
        states = find_game(name).new_states(128)
        copies(states, 1)
        no_copies(states, 1)
        times = []
        for _ in range(repeats):
            began = time.perf_counter()
            no_copies(states, count)
            between = time.perf_counter()
            copies(states, count)
            times.append(((time.perf_counter() - between) - (between - began)) / count * 1e9)
        print(f"  {name:<16} {spread(times, '.0f')}, {states.dtype.itemsize} bytes")


def bench_start(repeats: int) -> None:
    """Time from the command to the first game, with a cold and with a warm cache."""
    command = [sys.executable, "-m", "rooftop.cli"]
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "XDG_CACHE_HOME": folder}

        def seconds(*run: str) -> float:
            began = time.perf_counter()
            subprocess.run(run, env=environment, capture_output=True, check=True)
            return time.perf_counter() - began

        first = seconds(sys.executable, "-c", COMPILE_ALL)
        print(f"First compile of everything, rules and bots of all games: {first:.1f} s")
        for name in games():
            times = [seconds(*command, "simulate", name, "--games", "1") for _ in range(repeats)]
            print(f"  rooftop simulate {name} --games 1: {spread(times, '.2f')} s")
        times = [seconds(*command, "--help") for _ in range(repeats)]
        print(f"  rooftop --help: {spread(times, '.2f')} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--uncompiled", nargs=2, metavar=("GAME", "COUNT"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.uncompiled:
        name, count = options.uncompiled
        print(json.dumps(random_games(name, int(count), 0)))
        return
    random_games("skyliners", 1000, 0)
    bench_limit(options.repeats)
    bench_games(options.repeats)
    bench_copy(options.repeats)
    bench_start(options.repeats)


if __name__ == "__main__":
    main()
