"""The strength ladder of the bots in every game, as the tables of docs/bots.md: `make ladder`.

Each step is a separate arena that stops when the better bot is decided. The games are kept, so an interrupted ladder
resumes.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

from rooftop.core.game import find_game, games

STEPS = (("expert", "hard"), ("hard", "medium"), ("medium", "easy"), ("easy", "random"), ("hard", "greedy"))
MOST_GAMES = 600
AGAINST_RANDOM = 120
"""Two-player games of an expert: enough for a lower confidence bound of 90 %."""


def play(folder: Path, game: str, players: int, pair: tuple[str, str], budget: float, *stop: str) -> str:
    """A cell of the table: how often the first bot placed before the second, with confidence interval."""
    out = folder / f"{game}-{players}-{'-'.join(pair)}"
    table = [game, "--players", str(players), *pair, "--budget", str(budget), "--seed", "1", "--out", str(out)]
    subprocess.run(
        [sys.executable, "-m", "rooftop.cli", "arena", *table, *stop, "--resume"], check=True, stdout=subprocess.DEVNULL
    )
    summary = json.loads((out / "ratings.json").read_text("utf-8"))
    step = summary["steps"][0]
    low, high = (100 * end for end in step["interval"])
    return f"{100 * step['share']:.1f} % ({low:.1f}-{high:.1f}), {summary['games']} games"


def ladder(folder: Path, game: str, budget: float) -> None:
    counts = find_game(game).players
    print(f"\n### {find_game(game).title}\n")
    print(f"| step | {' | '.join(f'{players} players' for players in counts)} |")
    print("|---" * (len(counts) + 1) + "|")
    for pair in STEPS:
        until = ("--games", str(MOST_GAMES), "--until-sure")
        cells = [play(folder, game, players, pair, budget, *until) for players in counts]
        print(f"| {' against '.join(pair)} | {' | '.join(cells)} |", flush=True)
    alone = play(folder, game, 2, ("expert", "random"), budget, "--games", str(AGAINST_RANDOM))
    print(f"| expert against random | {alone} |{'  |' * (len(counts) - 1)}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--budget", type=float, default=0.05, help="part of every level's iterations")
    parser.add_argument("--out", type=Path, default=Path("build/ladder"))
    parser.add_argument("games", nargs="*", default=games())
    options = parser.parse_args()
    for game in options.games:
        ladder(options.out, game, options.budget)


if __name__ == "__main__":
    main()
