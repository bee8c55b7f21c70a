"""`rooftop warm`, and what it leaves behind for other processes."""

import logging
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from rooftop import warmup
from rooftop.core.cache import cache_folder
from rooftop.core.game import games
from server.serving import wait_for

WARM = [sys.executable, "-m", "rooftop.cli", "warm"]


def copy_cache(root: Path) -> Path:
    """A cache in another place, with all that is compiled on this machine; its folder for these sources."""
    compiled = cache_folder()
    assert compiled
    return Path(shutil.copytree(compiled, root / "compiled" / compiled.name))


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The root of a cache that the processes of this test use."""
    cache_folder()  # this process remembers its own, which `copy_cache` copies, whatever a test has made it forget
    monkeypatch.setenv("ROOFTOP_CACHE", str(tmp_path))
    return tmp_path


def test_what_is_warm_is_not_compiled_again(root: Path) -> None:
    copy_cache(root)
    run = subprocess.run(WARM, capture_output=True, text=True, check=True)
    assert run.stdout == run.stderr == ""


def test_a_game_is_warm_when_all_of_it_is_compiled(root: Path) -> None:
    folder = copy_cache(root)
    for game in games():
        (folder / f"{game}.warm").unlink()
    run = subprocess.run(WARM, capture_output=True, text=True, check=True)
    assert run.stderr.splitlines() == ["Compiling all games for this machine (once)", "All games are ready."]
    assert all((folder / f"{game}.warm").exists() for game in games())


PLAY_ON = """
import rooftop
from numba.core.event import Listener, register
from rooftop.warmup import compile_game

class Late(Listener):
    def on_start(self, event): raise AssertionError("compiled while playing")
    on_end = on_start

for name in rooftop.games():
    compile_game(name)
register("numba:compiler_lock", Late())
for name in rooftop.games():
    match = rooftop.Match(name, seed=1)
    match.hint("easy")
    while not match.over:
        for seat in (None, match.player):
            match.view(seat), match.svg(seat)
        match.play(match.legal[0])
    for seat in (None, *range(match.players)):
        match.log(seat)
    match.breakdown(), match.position(), match.record()
"""


def test_nothing_is_left_to_compile_for_a_server_that_has_begun(root: Path) -> None:
    """A table that compiles holds up all others."""
    copy_cache(root)
    run = subprocess.run([sys.executable, "-c", PLAY_ON], capture_output=True, text=True)
    assert run.stderr == ""


def test_a_process_that_is_killed_is_an_error(root: Path) -> None:
    with subprocess.Popen([*WARM, "--language", "de"], stderr=subprocess.PIPE, text=True) as run:
        children = wait_for(lambda: [child for child in psutil.Process(run.pid).children() if is_compiler(child)])
        children[0].kill()
        assert run.stderr
        assert "ließ sich nicht kompilieren" in run.stderr.read()
    assert run.returncode == 1


def test_what_a_server_ends_when_it_stops_is_no_error(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(warmup, "RETRY_AFTER", 0)
    warmup._retry("skyliners", -signal.SIGTERM)
    assert caplog.records == []
    for status in (1, -9):
        warmup._retry("skyliners", status)
    assert [record.levelno for record in caplog.records] == [logging.ERROR, logging.ERROR]


def is_compiler(process: psutil.Process) -> bool:
    return any("spawn_main" in word for word in process.cmdline())
