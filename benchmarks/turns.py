"""How long a person waits for a bot's whole turn: `make bench-turns`.

Bots of one level play each other. A turn is a sequence of consecutive decisions of one seat.
"""

import argparse
import time

import numpy as np

from rooftop.bots import find_bot
from rooftop.bots.levels import LEVELS
from rooftop.core.game import games
from rooftop.core.match import Match
from rooftop.warmup import warm_up

TURNS_OF_A_GAME = 5


def turn_times(name: str, level: str, turns: int) -> list[float]:
    """Seconds of each turn: a few turns from each of many games, starting at different plies."""
    times: list[float] = []
    game = 0
    while len(times) < turns:
        match = Match(name, seed=game)
        quick = find_bot("easy")
        while not match.over and match.ply < game * 17 % 90:
            match.play(quick(match, match.ply))
        for _ in range(TURNS_OF_A_GAME):
            if not match.over:
                times.append(play_turn(match, level))
        game += 1
    return times[:turns]


def play_turn(match: Match, level: str) -> float:
    bot, seat, began = find_bot(level), match.player, time.perf_counter()
    while match.player == seat:
        match.play(bot(match, match.ply))
    return time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=40)
    parser.add_argument("--levels", nargs="*", default=list(LEVELS))
    options = parser.parse_args()
    warm_up()
    print(f"Seconds a turn with every seat taken, {options.turns} turns: median, 95 %, longest")
    for name in games():
        for level in options.levels:
            find_bot(level)(Match(name, seed=0), 0)
            middle, late, longest = np.percentile(turn_times(name, level, options.turns), [50, 95, 100])
            print(f"  {name:<16} {level:<8} {middle:6.3f} {late:6.3f} {longest:6.3f}", flush=True)


if __name__ == "__main__":
    main()
