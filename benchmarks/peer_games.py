"""Random play in other libraries, for `make bench-peers`. Runs in their own virtual environment, build/peers.

Each measurement plays for some seconds, as the library's own examples do, and prints one line of JSON. A step is one
decision; chance outcomes do not count. Finished games are restarted.
"""

import itertools
import json
import random
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from importlib.metadata import version
from typing import Any

Play = Iterator[tuple[int, int]]
"""Yields the number of decisions and of finished games, after each game or step of a batch."""


def openspiel(name: str) -> Play:
    import pyspiel

    game, chooser = pyspiel.load_game(name), random.Random(1)
    while True:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chooser.choices(outcomes, chances)[0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(chooser.random() * len(actions))])
                steps += 1
        yield steps, 1


def openspiel_python(name: str) -> Play:
    from open_spiel.python import games  # noqa: F401

    return openspiel(name)


def pettingzoo(name: str) -> Play:
    from importlib import import_module

    import numpy as np

    env = import_module(f"pettingzoo.classic.{name}").env()
    for seed in itertools.count(1):
        env.reset(seed=seed)
        chooser, steps = np.random.default_rng(seed), 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(int(chooser.choice(np.flatnonzero(observation["action_mask"]))))
                steps += 1
        yield steps, 1


def rlcard(name: str) -> Play:
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make(name, config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])
    while True:
        before = env.timestep
        env.run(is_training=False)
        yield env.timestep - before, 1


def python_chess(name: str) -> Play:
    import chess

    chooser = random.Random(1)
    while True:
        board = chess.Board()
        while not board.is_game_over():
            board.push(chooser.choice(list(board.legal_moves)))
        yield board.ply(), 1


def catanatron(name: str) -> Play:
    from catanatron import Color, Game, RandomPlayer

    while True:
        game, steps = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)]), 0
        while game.winning_color() is None and game.state.num_turns < 1000:
            game.play_tick()
            steps += 1
        yield steps, 1


def pgx(name: str, size: int = 8192) -> Play:
    """A batch on all available cores with masks, rewards, observations and auto-reset, as in pgx's own benchmark."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    begin = jax.jit(jax.vmap(env.init))
    advance = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit  # type: ignore[untyped-decorator]
    def step(state: Any, key: Any) -> tuple[Any, Any, Any]:
        key, choice, dice = jax.random.split(key, 3)
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        actions = jax.random.categorical(choice, logits, axis=-1)
        state = advance(state, actions, jax.random.split(dice, size))
        return state, key, state.terminated.sum()

    key = jax.random.PRNGKey(1)
    state = begin(jax.random.split(key, size))
    while True:
        state, key, ended = step(state, key)
        yield size, int(ended)


LIBRARIES: dict[str, tuple[str, Callable[[str], Play]]] = {
    "OpenSpiel, C++": ("open-spiel", openspiel),
    "OpenSpiel, Python": ("open-spiel", openspiel_python),
    "PettingZoo classic": ("pettingzoo", pettingzoo),
    "RLCard": ("rlcard", rlcard),
    "python-chess": ("chess", python_chess),
    "Catanatron": ("catanatron", catanatron),
    "pgx, batch": ("pgx", pgx),
}


def measure(library: str, game: str, seconds: float) -> dict[str, Any]:
    package, prepare = LIBRARIES[library]
    play = prepare(game)
    next(play)  # warm-up: exclude loading and compilation
    steps = ended = 0
    began, used = time.perf_counter(), time.process_time()
    while time.perf_counter() - began < seconds or not ended:
        made, over = next(play)
        steps, ended = steps + made, ended + over
    taken, used = time.perf_counter() - began, time.process_time() - used
    return {"version": version(package), "steps": steps / taken, "effort": steps / used, "games": ended / taken}


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    print(json.dumps(measure(sys.argv[1], sys.argv[2], float(sys.argv[3]))))
