"""Our search against OpenSpiel's IS-MCTS bot, in every game with two players: `make bench-peer-match`.

Both have the same time per decision, and one thread. The games run in OpenSpiel, through our interface to it. Deals are
mirrored: each is played twice, with seats exchanged. OpenSpiel's bot is the Python one with random rollouts, since the
C++ one does not support games implemented in Python.
"""

import argparse
import json
import random
import time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import rooftop.env.openspiel  # noqa: F401  (registers the games)
from rooftop.arena.intervals import decided, interval
from rooftop.bots.levels import TIME_SHARE, Level, level_move
from rooftop.core.game import find_game, games
from rooftop.core.match import Match

SECONDS = 0.1
"""Time per decision."""
TARGET = 0.9
OURS = Level(iterations=200_000, seconds=SECONDS / TIME_SHARE)
UCT_C = 2**0.5


class TimeIsUp(Exception):
    pass


class Peer(ismcts.ISMCTSBot):  # type: ignore[misc]
    """OpenSpiel's bot with a time limit instead of a number of simulations."""

    def __init__(self, game: Any, seed: int) -> None:
        luck = np.random.RandomState(seed)
        super().__init__(game, mcts.RandomRolloutEvaluator(1, luck), UCT_C, 1_000_000, random_state=luck)
        self.simulations = 0

    def run_search(self, state: Any) -> Any:
        self.deadline = time.perf_counter() + SECONDS
        try:
            return super().run_search(state)
        except TimeIsUp:
            return self.get_final_policy(state, self._root_node)

    def sample_root_state(self, state: Any) -> Any:
        if time.perf_counter() > self.deadline and self._root_node.total_visits > 0:
            raise TimeIsUp
        self.simulations += 1
        return super().sample_root_state(state)


class Table:
    """Games between both bots, in OpenSpiel."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.game = pyspiel.load_game(f"rooftop_{name.replace('-', '_')}")
        self.seconds: tuple[list[float], list[float]] = ([], [])
        """Time of each decision, ours and the peer's."""
        self.simulations = 0

    def play(self, deal: int, our_seat: int) -> float:
        """Play a game and return our share of the win."""
        chance, bot_seeds = random.Random(deal), random.Random(f"{deal}/{our_seat}")
        state, peer = self.game.new_initial_state(), Peer(self.game, bot_seeds.getrandbits(32))
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(chance.choice(state.chance_outcomes())[0])
            elif len(state.legal_actions()) == 1:
                state.apply_action(state.legal_actions()[0])
            else:
                ours = state.current_player() == our_seat
                began = time.perf_counter()
                action = self.our_move(state, bot_seeds.getrandbits(32)) if ours else int(peer.step(state))
                self.seconds[not ours].append(time.perf_counter() - began)
                state.apply_action(action)
        self.simulations += peer.simulations
        return float(state.returns()[our_seat])

    def our_move(self, state: Any, seed: int) -> int:
        variant = find_game(self.name).variants[0]
        position = {"game": self.name, "variant": variant, "players": 2, **json.loads(str(state))}
        return level_move(Match.from_position(position, seed=0), OURS, seed)


def match(name: str, most: int) -> None:
    """Play until it is decided whether our win rate exceeds TARGET, or `most` games."""
    table = Table(name)
    table.our_move(_first_decision(table.game), 0)  # loads the machine code
    results: list[float] = []
    while 2 * len(results) < most and not decided(results, TARGET):
        results.append((table.play(len(results), 0) + table.play(len(results), 1)) / 2)
    low, high = interval(results)
    share = f"{100 * np.mean(results):.1f} % ({100 * low:.0f}-{100 * high:.0f})"
    ours, theirs = (1000 * np.mean(times) for times in table.seconds)
    rate = table.simulations / sum(table.seconds[1])
    print(
        f"{name:<14} ours wins {share} of {2 * len(results)} games; "
        f"{ours:.0f} and {theirs:.0f} ms a decision; the peer makes {rate:.0f} simulations a second",
        flush=True,
    )


def _first_decision(game: Any) -> Any:
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(0)
    return state


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20, help="of each game, at most")
    parser.add_argument("only", nargs="*", default=games())
    options = parser.parse_args()
    for name in options.only:
        match(name, options.games)


if __name__ == "__main__":
    main()
