"""The machine code that tests use, compiled once: by `make compiled`, or before the xdist workers start."""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor

from perft import perft
from reasons import given_reasons
from rooftop.core.cache import cache_folder
from rooftop.core.game import find_game, games
from rooftop.core.match import Match
from rooftop.core.rule import JIT
from rooftop.env import Batch, aec
from rooftop.warmup import warm_up


def compile_for_tests() -> None:
    warm_up()
    folder = cache_folder() if JIT else None
    if folder is None or (folder / "tests.ready").exists():
        return
    with ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn")) as pool:
        list(pool.map(compile_helpers, games()))
    (folder / "tests.ready").touch()


def compile_helpers(game: str) -> None:
    """Compile the environments and the tests' own compiled functions by using them."""
    fewest = min(find_game(game).players)
    env, batch = aec(game, fewest), Batch(game, fewest, 1)
    env.reset(seed=0)
    env.observe("player_0")
    batch.reset(seed=0)
    batch.step(batch.sample())
    match = Match(game, seed=0)
    perft(match, 1)
    match.hint("easy")
    given_reasons(match.game, count=0)


if __name__ == "__main__":
    compile_for_tests()
