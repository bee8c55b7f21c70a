"""The same seed gives the same game in every process, compiled or not."""

import os
import subprocess
import sys
from functools import cache

import pytest

from rooftop.core.game import games
from rooftop.core.rule import JIT

PLAY = """
import hashlib, sys
from tables import TABLES, play_out
for number, (name, variant, players) in enumerate(table for table in TABLES if table[0] == sys.argv[1]):
    for dice in ("chacha20", "xoshiro128++")[number > 0:]:
        match = play_out(name, variant, players, 1, dice)
        text = match.record() + repr(match.view(0)) + repr(match.breakdown()) + repr(match.places)
        print(name, variant, players, dice, hashlib.sha256(text.encode()).hexdigest())
"""

each_game = pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.xdist_group(f"processes {game}")) for game in games()]
)
"""In one process: its tests share what the others print."""


@cache
def played(game: str, **environment: str) -> str:
    here = os.path.dirname(os.path.dirname(__file__))
    run = subprocess.run(
        [sys.executable, "-c", PLAY, game],
        env={**os.environ, "PYTHONPATH": here, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout


@each_game
def test_fresh_processes_play_the_same_game(game: str) -> None:
    first = played(game, PYTHONHASHSEED="1")
    assert first == played(game, PYTHONHASHSEED="2")
    assert "xoshiro128++" in first
    assert "chacha20" in first


@pytest.mark.skipif(not JIT, reason="this run is uncompiled itself")
@each_game
def test_compiled_equals_uncompiled(game: str) -> None:
    assert played(game, PYTHONHASHSEED="1") == played(game, ROOFTOP_JIT="0")
