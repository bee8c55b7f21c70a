"""Distributed play on a Ray cluster. Ray schedules the games and retries those of lost workers."""

import socket
from collections.abc import Generator, Iterable
from itertools import islice

from rooftop.arena.play import Played, Setup, play_deal
from rooftop.core.errors import RooftopError
from rooftop.core.extras import needs

QUEUED = 2
"""Games submitted per core: one running, one queued."""
CONNECT_TIMEOUT = 5
"""Seconds."""


def play_on_ray(setup: Setup, tasks: Iterable[tuple[int, int]], address: str | None) -> Generator[Played, None, None]:
    """Yield games as they finish, in any order. Without an address, start a local cluster. "auto" joins the cluster
    that this machine belongs to."""
    with needs("ray"):
        import ray
    if address and address != "auto":
        _check(address)
    try:
        ray.init(address=address or "local", include_dashboard=None if address else False, log_to_driver=False)
    except ConnectionError as error:
        raise RooftopError("arena.no_cluster" if address == "auto" else "arena.refused", address=address) from error
    left = iter(tasks)
    play = ray.remote(max_retries=-1)(play_deal)
    try:
        cores = int(ray.cluster_resources()["CPU"])
        playing = [play.remote(setup, *task) for task in islice(left, QUEUED * cores)]
        while playing:
            ended, playing = ray.wait(playing)
            playing += [play.remote(setup, *task) for task in islice(left, len(ended))]
            yield from ray.get(ended)
    finally:
        # This also ends running games.
        ray.shutdown()


def _check(address: str) -> None:
    """Fail fast: Ray itself would retry an unreachable cluster for many minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    try:
        socket.create_connection((host, int(port)), CONNECT_TIMEOUT).close()
    except (OSError, ValueError) as error:
        raise RooftopError("arena.no_cluster", address=address) from error
