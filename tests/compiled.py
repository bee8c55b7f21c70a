"""The machine code that tests use, compiled once: by `make compiled`, or before the xdist workers start."""

from perft import perft
from reasons import given_reasons
from rooftop.core.match import Match
from rooftop.env import Batch, aec
from rooftop.warmup import compile_all, warm_up


def compile_for_tests() -> None:
    warm_up()
    compile_all("tests", compile_helpers)


def compile_helpers(game: str) -> None:
    """Compile the environments and the tests' own compiled functions by using them."""
    env, batch = aec(game), Batch(game, 2, 1)
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
