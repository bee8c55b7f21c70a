"""Compilation of the games: once per machine, each game in a process of its own.

`warm_up` waits until all are compiled. A server has them compiled beside it (`warm_up_beside`), serves those that are
ready, and tells of the others how far they are. The processes share this by files in the cache folder.
"""

import atexit
import logging
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stderr, suppress
from io import StringIO
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Thread

from rooftop.bots import NAMES, find_bot, greedy, levels
from rooftop.core.cache import COMPLETE, CPU, cache_folder, prefer_shipped, wanted_folder
from rooftop.core.errors import RooftopError
from rooftop.core.game import find_game, games
from rooftop.core.match import Match
from rooftop.core.messages import Whole
from rooftop.core.progress import STYLE, bar
from rooftop.core.rule import JIT, machine_code
from rooftop.examples import find_examples

POLL_INTERVAL = 0.1
"""Seconds between two looks at the processes."""
RETRY_AFTER = 5.0
"""Seconds before a server has a game compiled again whose process has failed."""
NICENESS = 10
"""Of processes that compile what nobody waits for."""

log = logging.getLogger(__name__)


# --- what all processes know -----------------------------------------------------------------------------------


def is_ready(game: str) -> bool:
    """Whether all of a game is compiled. Where nothing is cached, there is nothing to wait for."""
    warm = _file(game, "warm")
    return warm is None or warm.exists()


def percent(game: str) -> int:
    """How much of a game is compiled."""
    if is_ready(game):
        return 100
    with suppress(OSError, ValueError):  # not begun, or being written at this moment
        return int(_marked(game, "percent").read_text())
    return 0


def want(game: str) -> None:
    """Have a game compiled before those that nobody waits for."""
    if not is_ready(game):
        _marked(game, "wanted").touch()


def _file(game: str, kind: str) -> Path | None:
    folder = cache_folder() if JIT else None
    return folder and folder / f"{game}.{kind}"


def _marked(game: str, kind: str) -> Path:
    file = _file(game, kind)
    assert file, "nothing is cached, so everything is ready"
    return file


# --- compiling -------------------------------------------------------------------------------------------------


def warm_up() -> None:
    """Fill the compilation cache, so that later processes only load machine code."""
    if JIT and cache_folder() is None:
        raise RooftopError("progress.not_kept", folder=Whole(wanted_folder()))
    _Compilation().run(_raise)


def warm_up_beside() -> None:
    """The same in a thread, which lasts until all games are compiled. If this process uses shipped machine code, that
    for its CPU is compiled for the next start."""
    if JIT and cache_folder() is None:
        log.warning("machine code cannot be kept, so every start compiles; ROOFTOP_CACHE can name another folder")
    Thread(target=_Compilation().run, args=(_retry,), name="compilation", daemon=True).start()
    if prefer_shipped():
        environment = {name: value for name, value in os.environ.items() if name != CPU}
        own = subprocess.Popen(
            [sys.executable, "-m", "rooftop.cli", "warm"], env=environment, stderr=subprocess.DEVNULL
        )
        atexit.register(own.terminate)


def _raise(game: str, status: int) -> None:
    raise RooftopError("errors.compilation", game=find_game(game).title)


def _retry(game: str, status: int) -> None:
    if status != -signal.SIGTERM:  # with which a server that stops ends its processes
        log.error("a game could not be compiled; it will be tried again", extra={"game": game})
    time.sleep(RETRY_AFTER)


class _Compilation:
    """Compiles as many games at a time as there are cores, and those that somebody waits for at once."""

    def __init__(self) -> None:
        # Longest processing time first, or a long one at the end would leave the other cores idle.
        self._waiting = sorted((game for game in games() if not is_ready(game)), key=_length, reverse=True)
        self._running: dict[str, BaseProcess] = {}

    def run(self, on_failure: Callable[[str, int], None]) -> None:
        if self._waiting:
            self._compile(on_failure)
        if JIT and (folder := cache_folder()):
            (folder / COMPLETE).touch()

    def _compile(self, on_failure: Callable[[str, int], None]) -> None:
        with bar("all", "all_done") as show:
            while self._waiting or self._running:
                for game in self._next():
                    self._start(game)
                time.sleep(POLL_INTERVAL)
                for game, status in self._ended().items():
                    if status:
                        on_failure(game, status)
                        self._waiting.insert(0, game)
                show(sum(map(percent, games())) / len(games()))

    def _next(self) -> list[str]:
        wanted = [game for game in self._waiting if _marked(game, "wanted").exists()]
        free = (os.cpu_count() or 1) - len(self._running)
        return wanted or self._waiting[: max(0, free)]

    def _start(self, game: str) -> None:
        self._waiting.remove(game)
        wanted = _marked(game, "wanted")
        niceness = 0 if wanted.exists() else NICENESS
        process = multiprocessing.get_context("spawn").Process(
            target=_compile_beside, args=(game, niceness, STYLE.language), name=f"compile-{game}", daemon=True
        )
        process.start()
        wanted.unlink(missing_ok=True)
        self._running[game] = process

    def _ended(self) -> dict[str, int]:
        """Forget the processes that have ended. Their games, and exit statuses."""
        ended = [game for game, process in self._running.items() if not process.is_alive()]
        return {game: self._running.pop(game).exitcode or 0 for game in ended}


def _length(game: str) -> int:
    return (Path(__file__).parent / "games" / game.replace("-", "_") / "rules.py").stat().st_size


def _compile_beside(game: str, niceness: int, language: str) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the parent, which ends this process
    if hasattr(os, "nice"):
        os.nice(niceness)
    try:
        with redirect_stderr(StringIO()):  # the parent shows one bar for all games
            compile_game(game)
    except RooftopError as error:
        sys.exit(error.message.say(language))
    except OSError as error:
        sys.exit(str(error))


def compile_game(name: str) -> None:
    """Compile all of a game."""
    game = find_game(name)
    calls = [*game.calls, *greedy.calls(game), *levels.search_calls(game), *levels.points_calls(game)]
    for done, call in enumerate(calls):
        _marked(name, "percent").write_text(str(100 * done // len(calls)))
        machine_code(*call)
    load(name)
    for variant in game.variants:
        look_on(name, variant)
    for example in find_examples(name):  # positions with cards of which only the kind is known, among others
        example.tables()
    _marked(name, "warm").touch()


def load(game: str) -> None:
    """Use all that is compiled of a game once: the rest of this process then neither compiles nor loads."""
    match = Match(game, seed=0)
    for name in NAMES:
        find_bot(name, budget=0)(match, 0)
    levels.expected_points(match, [match.legal[0]], 0)
    match.play(match.legal[0])
    match.showed_nothing()
    match.unnoticed_moves()


def look_on(game: str, variant: str) -> None:
    """Watch a random game: to show a table and to tell of it, some rules are called from Python."""
    match = Match(game, variant=variant, seed=0)
    while not match.over:
        if match.ply % 8 == 0:
            match.view(match.player)
            Match.from_position(match.position())
        match.play(find_bot("random")(match, match.ply))
    for seat in (None, *range(match.players)):
        match.view(seat)
        match.log(seat)
    match.breakdown()
    Match.from_position(match.position())
