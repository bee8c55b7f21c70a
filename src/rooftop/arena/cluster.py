"""Playing on a Ray cluster. Ray hands the games out, and plays a game again whose worker was lost."""

import socket
from collections.abc import Generator, Iterable
from itertools import islice

from rooftop.arena.play import Played, Setup, play_deal
from rooftop.core.errors import RooftopError

QUEUED = 2
"""Games handed out for each core of the cluster: the one it plays and the next."""
REACHED_WITHIN = 5
"""Seconds."""


def play_on_ray(setup: Setup, tasks: Iterable[tuple[int, int]], address: str | None) -> Generator[Played, None, None]:
    """The games as they end, in any order. Without an address a cluster of this machine's cores is started; "auto" is
    the cluster that this machine is part of."""
    try:
        import ray
    except ImportError as error:
        raise RooftopError("arena.no_ray") from error
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
        # Ends the games that are still being played, too.
        ray.shutdown()


def _check(address: str) -> None:
    """Ray itself would try for many minutes to reach a cluster that is not there."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    try:
        socket.create_connection((host, int(port)), REACHED_WITHIN).close()
    except (OSError, ValueError) as error:
        raise RooftopError("arena.no_cluster", address=address) from error
