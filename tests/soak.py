"""Soak test: random games with every invariant checked after every move: `make soak GAMES=1000000`."""

import argparse
import time
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
from rich.progress import track

from rooftop.core.dice import dice, roll
from rooftop.core.dispatch import apply, legal, rank, redeal, score, start
from rooftop.core.game import find_game, games
from rooftop.core.playout import SEATS
from rooftop.core.rule import JIT, Ints

CHUNK = 1000
WRONG_MOVES, TOO_LONG, NO_WINNER, AFTER_REDEAL = 1001, 1002, 1003, 2000


@cache
def soaker(name: str) -> Any:
    """A compiled loop over random games. It returns 0, or the number of a broken invariant."""
    broken = import_module(f"games.{name.replace('-', '_')}.invariants").broken
    length = find_game(name).length

    def wrong_moves(moves: Ints, n: int) -> bool:
        for i in range(1, n):
            if moves[i] <= moves[i - 1]:
                return True
        return n == 0 or moves[0] < 0 or moves[n - 1] >= len(moves)

    def wrong_end(state: Any, numbers: Ints) -> bool:
        rank(state, numbers)
        first = 0
        for seat in range(state.players):
            first += numbers[seat] == 1
        score(state, numbers)
        return first == 0

    def soak(states: Any, moves: Ints, players: int, variant: int, count: int, dice: Ints) -> int:
        numbers = np.zeros(SEATS, np.int32)
        state, twin = states[0], states[1]
        for _ in range(count):
            start(state, players, variant, -1, dice)
            steps = 0
            while state.player >= 0:
                wrong = broken(state)
                if wrong:
                    return wrong
                n = legal(state, moves)
                if wrong_moves(moves, n):
                    return WRONG_MOVES
                if roll(dice, 8) == 0:
                    states[1] = states[0]
                    redeal(twin, roll(dice, players + 1) - 1, dice)
                    wrong = broken(twin)
                    if wrong:
                        return AFTER_REDEAL + wrong
                apply(state, int(moves[roll(dice, n)]), dice)
                steps += 1
                if steps > length:
                    return TOO_LONG
            wrong = broken(state)
            if wrong:
                return wrong
            if wrong_end(state, numbers):
                return NO_WINNER
        return 0

    if JIT:
        import numba

        wrong_moves, wrong_end = numba.njit(wrong_moves), numba.njit(wrong_end)
        return numba.njit(nogil=True)(soak)
    return soak


def soak_table(name: str, variant: str, players: int, count: int, seed: int) -> None:
    """Raise AssertionError at the first broken invariant, with the seed that reproduces it."""
    game = find_game(name)
    soak = soaker(name)
    states, moves = game.new_states(2), game.new_moves()
    began = time.perf_counter()
    title = f"{name} {variant} {players}"
    for chunk in track(range(0, count, CHUNK), title, disable=count < 100 * CHUNK):
        size = min(CHUNK, count - chunk)
        wrong = soak(states, moves, players, game.variant(variant), size, dice(seed, chunk))
        assert wrong == 0, f"{title}: invariant {wrong} broken within games {chunk} to {chunk + size}, seed {seed}"
    print(f"{title}: {count} games clean in {time.perf_counter() - began:.0f} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=games(), metavar="GAME")
    parser.add_argument("--games", type=int, default=10_000, help="of each variant and number of players")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for name in arguments.names:
        game = find_game(name)
        for variant in game.variants:
            for players in game.players:
                soak_table(name, variant, players, arguments.games, arguments.seed)


if __name__ == "__main__":
    main()
