"""Play on all cores of this machine."""

import multiprocessing
import os
import signal
import sys
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from threading import Thread

from rooftop.arena.play import Played, Setup, play_deal
from rooftop.core.errors import RooftopError

QUEUED = 2
"""Games submitted per process: one running, one queued."""


def play_here(setup: Setup, tasks: Iterable[tuple[int, int]]) -> Generator[Played, None, None]:
    """Yield games as they finish, in any order. Closing the generator ends running games."""
    left, cores = iter(tasks), _cores()
    others = multiprocessing.active_children()
    # A forked process would inherit locks held by threads that it does not have.
    pool = ProcessPoolExecutor(cores, multiprocessing.get_context("spawn"), _end_with_parent)
    try:
        with _sigint_blocked():
            playing = {pool.submit(play_deal, setup, *task) for task in islice(left, QUEUED * cores)}
        while playing:
            ended, playing = wait(playing, return_when=FIRST_COMPLETED)
            playing |= {pool.submit(play_deal, setup, *task) for task in islice(left, len(ended))}
            for game in ended:
                yield game.result()
    except BrokenProcessPool as error:
        raise RooftopError("arena.process_lost") from error
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in multiprocessing.active_children():
            if process not in others:
                process.terminate()


def _end_with_parent() -> None:
    """Make a worker exit when its parent dies: a killed parent cannot stop its workers."""
    parent = multiprocessing.parent_process()
    assert parent

    def watch() -> None:
        parent.join()
        os._exit(1)

    Thread(target=watch, daemon=True).start()


def _cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def _sigint_blocked() -> Iterator[None]:
    """Block SIGINT in workers started meanwhile: the parent alone handles Ctrl-C, afterwards, and ends them."""
    received: list[int] = []
    # A process inherits the signal mask of the thread that starts it. Another thread of ours may get the signal.
    if sys.platform != "win32":  # there is no such mask on Windows: Ctrl-C ends the workers there, too
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    handler = signal.signal(signal.SIGINT, lambda number, _: received.append(number))
    try:
        yield
    finally:
        if sys.platform != "win32":
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, handler)
    if received:
        raise KeyboardInterrupt
