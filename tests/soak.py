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
from rooftop.core.rule import JIT, Ints, rule
from rooftop.core.state import Records, State

CHUNK = 1000
WRONG_MOVES, TOO_LONG, NO_WINNER = -1, -2, -3


@cache
def checker(name: str) -> Any:
    """A compiled loop over positions. It returns the number of the first broken invariant, or 0. It is not cached, as
    the invariants may have changed, and therefore small."""
    broken = import_module(f"games.{name.replace('-', '_')}.invariants").broken

    def first_broken(states: Any, first: int, end: int) -> int:
        for n in range(first, end):
            wrong = broken(states[n])
            if wrong:
                return int(wrong)
        return 0

    if JIT:
        import numba

        return numba.njit(nogil=True)(first_broken)
    return first_broken


@rule
def play_a_game(states: Records[State], moves: Ints, players: int, variant: int, left: int, dice: Ints) -> int:
    """Play a random game in the first record. Write its positions, and some of them redealt, behind it, and return the
    index after the last one, or what is wrong. `left` is how many decisions it may have."""
    state, end = states[0], 1
    start(state, players, variant, -1, dice)
    while state.player >= 0:
        states[end] = states[0]
        end += 1
        n = legal(state, moves)
        if are_wrong(moves, n):
            return WRONG_MOVES
        if roll(dice, 8) == 0:
            states[end] = states[0]
            redeal(states[end], roll(dice, players + 1) - 1, dice)
            end += 1
        if left == 0:
            return TOO_LONG
        left -= 1
        apply(state, int(moves[roll(dice, n)]), dice)
    states[end] = states[0]
    return end + 1 if has_winner(state) else NO_WINNER


@rule
def are_wrong(moves: Ints, n: int) -> bool:
    for i in range(1, n):
        if moves[i] <= moves[i - 1]:
            return True
    return n == 0 or moves[0] < 0 or moves[n - 1] >= len(moves)


@rule
def has_winner(state: State) -> bool:
    numbers = np.zeros(SEATS, np.int32)
    rank(state, numbers)
    first = 0
    for seat in range(state.players):
        first += numbers[seat] == 1
    score(state, numbers)
    return first > 0


def soak_table(name: str, variant: str, players: int, count: int, seed: int) -> None:
    """Raise AssertionError at the first broken invariant, with the seed that reproduces it."""
    game, broken = find_game(name), checker(name)
    states, moves = game.new_states(2 * game.length + 4), game.new_moves()
    began = time.perf_counter()
    title = f"{name} {variant} {players}"
    for chunk in track(range(0, count, CHUNK), title, disable=count < 100 * CHUNK):
        size, roller = min(CHUNK, count - chunk), dice(seed, chunk)
        for _ in range(size):
            end = play_a_game(states, moves, players, game.variant(variant), game.length, roller)
            wrong = broken(states, 1, end) if end > 0 else end
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
