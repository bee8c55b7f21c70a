"""Parallel compilation of the rules and bots of all games."""

import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path

from rooftop.bots import NAMES, find_bot
from rooftop.core.game import games
from rooftop.core.match import Match
from rooftop.core.progress import tracked
from rooftop.core.rule import JIT, cache_folder


def warm_up() -> None:
    """Fill the compilation cache, so that later processes only load machine code."""
    compile_all("everything", compile_game)


def compile_all(mark: str, compile_one: Callable[[str], None]) -> None:
    """Compile every game in its own process, unless the marker file exists."""
    folder = cache_folder() if JIT else None
    if folder is None or (folder / f"{mark}.ready").exists():
        return
    # Longest processing time first: a long compilation started last would leave the other cores idle.
    names = sorted(games(), key=_length, reverse=True)
    with ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn")) as pool:
        compiled = pool.map(compile_one, names)
        for _ in tracked(compiled, len(names), "all"):
            pass
    (folder / f"{mark}.ready").touch()


def _length(name: str) -> int:
    return (Path(__file__).parent / "games" / name.replace("-", "_") / "rules.py").stat().st_size


def compile_game(name: str) -> None:
    with redirect_stderr(StringIO()):  # the parent shows one progress bar for all games
        match = Match(name, seed=0)
        for bot in NAMES:
            find_bot(bot, budget=0)(match, 0)
        match.hint("easy")
