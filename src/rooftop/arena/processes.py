"""Playing on all cores of this machine."""

import multiprocessing
import os
import signal
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from threading import Thread

from rooftop.arena.play import Played, Setup, play_deal
from rooftop.core.errors import RooftopError

QUEUED = 2
"""Games handed out for each process: the one it plays and the next."""


def play_here(setup: Setup, tasks: Iterable[tuple[int, int]]) -> Generator[Played, None, None]:
    """The games as they end, in any order. Closing the iterator ends the games that are still being played."""
    left, cores = iter(tasks), _cores()
    others = multiprocessing.active_children()
    # A forked process would inherit the locks of threads that it does not have.
    pool = ProcessPoolExecutor(cores, multiprocessing.get_context("spawn"), _end_with_parent)
    try:
        with _interrupts_held_back():
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
    """A parent that was killed ends no processes: each of them looks after that itself."""
    parent = multiprocessing.parent_process()
    assert parent

    def watch() -> None:
        parent.join()
        os._exit(1)

    Thread(target=watch, daemon=True).start()


def _cores() -> int:
    """That this process may use, where the system tells."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Processes started meanwhile never see Ctrl-C: it is for their parent, which gets it after this, to end them."""
    came: list[int] = []
    # A process inherits the mask of the thread that starts it, but the signal may go to another thread of ours.
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    handler = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, handler)
    if came:
        raise KeyboardInterrupt
