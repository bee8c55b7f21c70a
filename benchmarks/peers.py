"""Throughput compared with other libraries, in one run on the same cores: `make bench-peers`.

All libraries play random moves. Every measurement runs in its own process, and the processes take turns, round after
round, so that background load affects all of them alike. The table shows median and range. Steps are decisions. Steps
per second of CPU time, summed over all cores, are comparable even on a busy machine.
"""

import argparse
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from rooftop.core.dice import dice
from rooftop.core.game import games, ready_game
from rooftop.core.match import Match
from rooftop.core.playout import SEATS, simulate
from rooftop.env import Batch

HERE = Path(__file__).parent
PEERS = HERE.parent / "build" / "peers" / "bin" / "python"
CORES = 2
SIZE = 8192
"""Games in a batch."""

OURS = ("Match", "playouts", "batch", "batch, observed")
COMPARED = {
    "OpenSpiel, C++": ("connect_four", "breakthrough", "hex", "hearts", "hanabi", "backgammon", "go(board_size=9)"),
    "OpenSpiel, Python": ("python_tic_tac_toe", "python_liars_poker", "python_block_dominoes"),
    "PettingZoo classic": ("connect_four_v3", "go_v5", "gin_rummy_v4", "hanabi_v5"),
    "RLCard": ("uno", "gin-rummy", "mahjong"),
    "python-chess": ("chess",),
    "Catanatron": ("catan",),
    "pgx, batch": ("connect_four", "othello", "backgammon", "go_9x9"),
}


def single(name: str, seconds: float) -> tuple[int, int, float]:
    """Play matches one after the other, in Python. Returns decisions, games and seconds."""
    chooser, steps, ended = random.Random(1), 0, 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        match = Match(name, seed=ended)
        while not match.over:
            legal = match.legal
            match.play(legal[int(chooser.random() * len(legal))])
        steps, ended = steps + match.ply, ended + 1
    return steps, ended, time.perf_counter() - began


def playouts(name: str, seconds: float) -> tuple[int, int, float]:
    game, roller, totals = ready_game(name), dice(1), np.zeros(SEATS, np.int64)
    state, moves, players, steps, ended = game.new_states(1)[0], game.new_moves(), max(game.players), 0, 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        steps, ended = steps + simulate(state, moves, players, 0, 100, roller, totals, totals), ended + 100
    return steps, ended, time.perf_counter() - began


def batch(name: str, seconds: float, observations: bool = False) -> tuple[int, int, float]:
    """Play a batch, including masks, rewards, auto-reset and the random choice of every move."""
    games = Batch(name, max(ready_game(name).players), SIZE, observations=observations, threads=CORES)
    games.reset(seed=1)
    steps = ended = 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        _, _, terminated, _, _ = games.step(games.sample())
        steps, ended = steps + SIZE, ended + int(terminated.sum())
    return steps, ended, time.perf_counter() - began


def observed(name: str, seconds: float) -> tuple[int, int, float]:
    return batch(name, seconds, observations=True)


MEASURES: dict[str, Callable[[str, float], tuple[int, int, float]]] = dict(
    zip(OURS, (single, playouts, batch, observed), strict=True)
)


def measure(way: str, name: str, seconds: float) -> dict[str, Any]:
    MEASURES[way](name, 0.1)  # loads the machine code
    used = time.process_time()
    steps, ended, taken = MEASURES[way](name, seconds)
    used = time.process_time() - used
    return {"version": version("rooftop"), "steps": steps / taken, "effort": steps / used, "games": ended / taken}


@dataclass
class Row:
    library: str
    game: str
    command: list[str]
    version: str = ""
    steps: list[float] = field(default_factory=list)
    effort: list[float] = field(default_factory=list)
    games: list[float] = field(default_factory=list)

    @property
    def cores(self) -> int:
        return CORES if "batch" in self.library else 1

    def run(self, cores: list[int]) -> None:
        """Measure once more, pinned to `self.cores` cores."""
        own = set(cores[: self.cores])
        run = subprocess.run(
            self.command, capture_output=True, text=True, check=False, preexec_fn=lambda: os.sched_setaffinity(0, own)
        )
        if run.returncode:
            print(f"{self.library} {self.game}: {run.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
            return
        found = json.loads(run.stdout.splitlines()[-1])
        self.version = found["version"]
        self.steps.append(found["steps"])
        self.effort.append(found["effort"])
        self.games.append(found["games"])

    def cells(self) -> list[str]:
        figures = (spread(values) for values in (self.steps, self.effort, self.games))
        return [f"{self.library} {self.version}", self.game, str(self.cores), *figures]


def spread(values: list[float]) -> str:
    return f"{statistics.median(values):,.0f} ({min(values):,.0f} to {max(values):,.0f})"


def all_rows(seconds: float) -> list[Row]:
    ours = [
        Row(f"Rooftop, {way}", name, [sys.executable, __file__, "--measure", way, name, str(seconds)])
        for way in OURS
        for name in games()
    ]
    script = str(HERE / "peer_games.py")
    peers = [
        Row(library, name, [str(PEERS), script, library, name, str(seconds)])
        for library, names in COMPARED.items()
        for name in names
    ]
    return ours + peers


def table(rows: list[Row]) -> str:
    head = ["library", "game", "cores", "steps a second", "steps a processor second", "games a second"]
    lines = ["| " + " | ".join(cells) + " |" for cells in [head, *(row.cells() for row in rows)]]
    return "\n".join([lines[0], "|" + "---|" * len(head), *lines[1:]])


def draw(rows: list[Row], path: Path) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 0.5 + 0.24 * len(rows)), layout="constrained")
    axes = figure.subplots()
    names = [f"{row.library}: {row.game}" for row in rows][::-1]
    steps = [statistics.median(row.effort) for row in rows][::-1]
    colours = ["tab:blue" if name.startswith("Rooftop") else "tab:grey" for name in names]
    axes.barh(names, steps, color=colours)
    axes.set_xscale("log")
    axes.margins(y=0.01)
    axes.grid(axis="x", alpha=0.3)
    axes.set_xlabel("Steps for each second of processor time")
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=2.0, help="of every measurement")
    parser.add_argument("--plot", type=Path, default=Path("build/peers.svg"))
    parser.add_argument("--measure", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        way, name, seconds = options.measure
        print(json.dumps(measure(way, name, float(seconds))))
        return
    cores = sorted(os.sched_getaffinity(0))
    rows = all_rows(options.seconds)
    for number in range(options.rounds):
        for row in rows:
            print(f"\rround {number + 1} of {options.rounds}: {row.library} {row.game:<30}", end="", file=sys.stderr)
            row.run(cores)
    print(file=sys.stderr)
    rows = [row for row in rows if row.steps]
    print(
        f"{platform.processor() or platform.machine()}, Python {platform.python_version()}, {CORES} cores for batches"
    )
    print(f"Rooftop: every seat taken. Median of {options.rounds} rounds of {options.seconds:g} s, and range.\n")
    print(table(rows))
    draw(rows, options.plot)
    print(f"\nPlot: {options.plot}")


if __name__ == "__main__":
    main()
