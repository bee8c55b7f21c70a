"""The PettingZoo environments: PettingZoo's own tests, and what they do not cover."""

import os
import random
import subprocess
import sys
from copy import deepcopy
from typing import Any

import numpy as np
import pygame
import pytest
from pettingzoo.test import api_test, performance_benchmark, seed_test

import rooftop.env
from rooftop.core.errors import IllegalMove, InvalidArgument
from rooftop.core.game import find_game, games
from rooftop.core.match import Match
from rooftop.core.rule import Ints
from rooftop.env.rendering import Window, pixels
from tables import every_table, moments, some
from twins import twin

# Some of PettingZoo's warnings do not apply to games with hidden information, or concern its own examples.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning:pettingzoo")


@every_table
def test_api_of_pettingzoo(game: str, variant: str, players: int) -> None:
    api_test(rooftop.env.aec(game, players, variant), num_cycles=300)


@pytest.mark.parametrize("game", games())
def test_seeds_of_pettingzoo(game: str) -> None:
    seed_test(lambda: rooftop.env.aec(game, some(game)), num_cycles=200)


def test_performance_of_pettingzoo(capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(rooftop.env.aec("skyliners"))
    assert "turns per second" in capsys.readouterr().out.lower()


def play(env: Any, seed: int) -> list[int]:
    """Play random moves to the end."""
    chooser, moves = random.Random(seed), []
    for _ in env.agent_iter():
        observation, _, terminated, _, _ = env.last()
        legal = np.flatnonzero(observation["action_mask"])
        moves.append(-1 if terminated else int(chooser.choice(legal)))
        env.step(None if terminated else moves[-1])
    return [move for move in moves if move >= 0]


@every_table
def test_the_same_seed_gives_the_same_match(game: str, variant: str, players: int) -> None:
    env = rooftop.env.aec(game, players, variant)
    env.reset(seed=11)
    match, chooser = Match(game, players, variant, 11), random.Random(11)
    while not match.over:
        assert env.agent_selection == f"player_{match.player}"
        for agent in env.agents:
            mask = env.observe(agent)["action_mask"]
            assert np.flatnonzero(mask).tolist() == (list(match.legal) if agent == env.agent_selection else [])
        move = chooser.choice(match.legal)
        env.step(move)
        match.play(move)
    shares = [(seat in match.winners) / len(match.winners) for seat in range(players)]
    assert list(env.rewards.values()) == pytest.approx(shares)
    assert all(env.terminations.values())


@every_table
def test_agents_observe_the_same_in_positions_that_they_cannot_tell_apart(
    game: str, variant: str, players: int
) -> None:
    env: Any = rooftop.env.aec(game, players, variant).unwrapped
    for match in moments(game, variant, players, 13, 5):
        for seat, agent in enumerate(env.possible_agents):
            seen = []
            for env.match in (match, twin(match, seat, random.Random(match.ply))):
                seen.append([part.tobytes() for part in env.observe(agent).values()])
            assert seen[0] == seen[1]


@pytest.mark.parametrize("reward", ["points", "place"])
def test_other_rewards(reward: str) -> None:
    env = rooftop.env.aec("skyliners", 4, reward=reward)
    env.reset(seed=12)
    match = Match("skyliners", 4, seed=12)
    while not match.over:
        move = match.legal[-1]
        env.step(move)
        match.play(move)
    rewards = list(env.rewards.values())
    if reward == "points":
        assert rewards == match.scores
    else:
        assert sum(rewards) == pytest.approx(2)
        assert np.argsort(rewards, stable=True).tolist() == np.argsort([-p for p in match.places], stable=True).tolist()


TRAJECTORY = """
import sys, rooftop.env
from env.test_pettingzoo import play
from tables import some
for game in sys.argv[1:]:
    env = rooftop.env.aec(game, some(game))
    env.reset(seed=13)
    print(play(env, 13), env.unwrapped.match.scores)
"""


def test_fresh_processes_play_the_same_game() -> None:
    here = os.path.dirname(os.path.dirname(__file__))
    runs = [
        subprocess.run(
            [sys.executable, "-c", TRAJECTORY, *games()],
            env={**os.environ, "PYTHONPATH": here, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert runs[0] == runs[1]
    assert runs[0].count("\n") == len(games())


def test_illegal_moves_are_refused_with_their_rule() -> None:
    env = rooftop.env.aec("skyliners")
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match="SL-1"):
        env.step(12)


def test_names_have_versions() -> None:
    assert rooftop.env.names() == [f"{game}-v{find_game(game).observation.VERSION}" for game in games()]
    env = rooftop.env.aec("skyliners-v1")
    assert env.metadata["name"] == "skyliners-v1"


def test_the_table_is_rendered_as_text() -> None:
    env = rooftop.env.aec("skyliners", render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == str(Match("skyliners", players=2, seed=1))
    assert "[/" not in env.render(), "no markup"


@pytest.mark.parametrize("game", games())
def test_the_table_is_rendered_as_pixels(game: str) -> None:
    env = rooftop.env.aec(game, render_mode="rgb_array")
    env.reset(seed=1)
    before = env.render()
    for _ in env.agent_iter():
        over = env.terminations[env.agent_selection]
        env.step(None if over else int(env.observe(env.agent_selection)["action_mask"].argmax()))
    after = env.render()
    height, width, colours = before.shape
    assert height >= 600
    assert width >= 500
    assert colours == 3
    assert after.shape == before.shape
    assert after.dtype == np.uint8
    assert (before != after).any()


def test_the_table_is_rendered_in_a_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    env = rooftop.env.aec("skyliners", render_mode="human")
    env.reset(seed=1)
    window, picture = env.unwrapped.window, pixels(env.unwrapped.match.svg())
    assert (shown_in(window) == picture).all(), "reset shows the table"
    copy = deepcopy(env)
    env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    assert (shown_in(window) != picture).any(), "a step shows it anew"
    assert copy.render() is None
    assert (shown_in(copy.unwrapped.window) == picture).all(), "a copy has a window of its own"
    env.close()
    env.close()
    copy.close()
    assert window.surface is None


def shown_in(window: Window) -> Ints:
    assert window.surface is not None
    return pygame.surfarray.array3d(window.surface).swapaxes(0, 1)


def test_pictures_have_their_own_font() -> None:
    """A machine without fonts would leave all text out."""
    blank, lettered = (
        pixels(f'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">{text}</svg>')
        for text in ("", '<text x="9" y="30" fill="#fff">W</text>')
    )
    assert (blank != lettered).any()


def test_unknown_render_modes_are_refused() -> None:
    with pytest.raises(InvalidArgument, match=r"no render mode called “rgb”.*ansi, rgb_array, human"):
        rooftop.env.aec("skyliners", render_mode="rgb")


def test_without_a_render_mode_nothing_is_rendered() -> None:
    env = rooftop.env.aec("skyliners")
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="without a render_mode"):
        assert env.render() is None
