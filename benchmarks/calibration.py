"""Whether the chances that the search gives are true: `make calibration`.

The search plays against itself. For each decision it says how likely the seat to move is to win and how many points it
expects; at the end one sees what came. Per third of a game, the mean of what was hoped is compared with the mean of
what came, with a 95 % interval over games, because the decisions of a game depend on each other. The raw figures and a
reliability diagram for each table are kept.
"""

import argparse
import json
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import numpy as np

from rooftop.bots.levels import LEVELS, Level, expected_points, think
from rooftop.core.game import find_game, games
from rooftop.core.match import Match
from rooftop.warmup import warm_up

THIRDS = ("first", "middle", "last")
BINS = 10
POINTS_ASKED_EVERY = 5
"""Decisions between two estimates of points, which take long."""
OUT = Path("build/calibration")


class Said(NamedTuple):
    """What the search said of a decision, and what came."""

    game: int
    third: int
    hoped: float
    came: float
    hoped_points: float | None
    came_points: int


def play(game: str, variant: str, players: int, level: Level, seed: int) -> list[Said]:
    """A game of the search against itself. Forced decisions are not asked about."""
    match = Match(game, players, variant, seed)
    said: list[tuple[int, int, float, float | None]] = []
    while match.player is not None:
        move = match.legal[0]
        if len(match.legal) > 1:
            best = think(match, level, match.ply + 1000 * seed)[0]
            move = best.move
            asked = match.ply % POINTS_ASKED_EVERY == 0
            points = expected_points(match, [move], match.ply)[0] if asked else None
            said.append((match.ply, match.player, best.chance, points))
        match.play(move)
    won = [(seat in match.winners) / len(match.winners) for seat in range(players)]
    return [
        Said(seed, len(THIRDS) * ply // match.ply, hoped, won[seat], points, match.scores[seat])
        for ply, seat, hoped, points in said
    ]


def mean_error(said: list[Said]) -> tuple[float, float]:
    """By how much the hope is too high, and half the 95 % interval over games, in percentage points."""
    errors = [[one.hoped - one.came for one in own] for _, own in groupby(said, key=lambda one: one.game)]
    sums, counts = np.array([sum(own) for own in errors]), np.array([len(own) for own in errors])
    mean = sums.sum() / counts.sum()
    deviation = np.sqrt(((sums - mean * counts) ** 2).sum()) / counts.sum()  # of a ratio of sums
    return 100 * float(mean), 196 * float(deviation)


def mean_points_error(said: list[Said]) -> float:
    return float(np.mean([one.hoped_points - one.came_points for one in said if one.hoped_points is not None]))


def reliability(said: list[Said]) -> Iterator[tuple[float, float]]:
    """For each tenth of the chances that occurs: their mean, and the share of games won."""
    for tenth in range(BINS):
        if inside := [one for one in said if min(BINS - 1, int(BINS * one.hoped)) == tenth]:
            yield float(np.mean([one.hoped for one in inside])), float(np.mean([one.came for one in inside]))


def draw(title: str, said: list[Said], path: Path) -> None:
    from matplotlib.figure import Figure  # tests import this module, too

    figure = Figure(figsize=(5, 5), layout="constrained")
    axes = figure.subplots()
    axes.plot([0, 1], [0, 1], color="grey", linewidth=1)
    for third, name in enumerate(THIRDS):
        points = list(reliability([one for one in said if one.third == third]))
        axes.plot([hoped for hoped, _ in points], [came for _, came in points], marker="o", label=f"{name} third")
    axes.set(title=title, xlabel="chance that the search gives", ylabel="share of games won", xlim=(0, 1), ylim=(0, 1))
    axes.legend()
    figure.savefig(path, metadata={"Date": None})


def report(title: str, said: list[Said]) -> str:
    """A row of the table."""
    cells = []
    for third in range(len(THIRDS)):
        own = [one for one in said if one.third == third]
        mean, half = mean_error(own)
        hoped = 100 * np.mean([one.hoped for one in own])
        cells.append(f"{hoped:.1f} %: {mean:+.1f} ± {half:.1f}, {mean_points_error(own):+.1f} points")
    return f"| {title} | {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="of each table")
    parser.add_argument("--level", choices=LEVELS, default="hard")
    parser.add_argument("--budget", type=float, default=0.2, help="part of the level's iterations")
    parser.add_argument("--players", type=int, nargs="*", help="only with so many")
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("played", nargs="*", default=games(), metavar="GAME")
    options = parser.parse_args()
    warm_up()
    options.out.mkdir(parents=True, exist_ok=True)
    level = LEVELS[options.level].measured(options.budget)
    print(f"{level.iterations} iterations a decision, {options.games} games of each table: what the search hopes for,")
    print("how much more that is than what comes, and the same in points")
    print(f"\n| table | {' | '.join(f'{name} third' for name in THIRDS)} |\n{'|---' * (1 + len(THIRDS))}|")
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for game, variant, players in tables(options.played, options.players):
            title = f"{find_game(game).title}, {variant}, {players} players"
            rows = pool.map(partial(play, game, variant, players, level), range(options.games), chunksize=4)
            said = [one for row in rows for one in row]
            stem = options.out / f"{game}-{variant}-{players}"
            stem.with_suffix(".jsonl").write_text("".join(json.dumps(one) + "\n" for one in said), "utf-8")
            draw(title, said, stem.with_suffix(".svg"))
            print(report(title, said), flush=True)


def tables(names: list[str], players: list[int] | None) -> Iterator[tuple[str, str, int]]:
    for name in names:
        for variant in find_game(name).variants:
            for number in find_game(name).players:
                if not players or number in players:
                    yield name, variant, number


if __name__ == "__main__":
    main()
