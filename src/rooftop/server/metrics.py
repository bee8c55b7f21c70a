"""Prometheus metrics.

The metrics are sums over all tables. On a server with a single table, even a sum reveals how many decisions a player
has made in secret. So the endpoint answers only requests from localhost, where the database is readable anyway.
"""

import os
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client import REGISTRY as DEFAULT_REGISTRY
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from starlette.requests import Request
from starlette.responses import Response

from rooftop.server.domain.events import Event
from rooftop.server.errors import Refused

if TYPE_CHECKING:
    from rooftop.server.domain.table import Table

# In multiprocess mode every increment writes to a memory-mapped file. Per-update metrics are incremented in bulk.
EVENTS = Counter("rooftop_events", "Events stored, by kind", ["kind"])
COMMITS = Histogram(
    "rooftop_commit_seconds", "Time of commits to the database", buckets=(0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3)
)
SOCKETS = Gauge("rooftop_sockets", "Open WebSockets", multiprocess_mode="livesum")
CONNECTIONS = Gauge("rooftop_connections", "Open TCP connections", multiprocess_mode="livesum")
CONNECTIONS_REFUSED = Counter("rooftop_connections_refused", "Connections that were closed at a limit", ["reason"])
SUBSCRIBERS_DROPPED = Counter("rooftop_subscribers_dropped", "Subscribers dropped because sending to them failed")
TASK_UP = Gauge("rooftop_task_up", "Whether a background task runs", ["task"], multiprocess_mode="livemin")
TASK_FAILURES = Counter("rooftop_task_failures", "Crashes of background tasks; each is restarted", ["task"])
JOBS = Gauge("rooftop_thinking", "Bots and hints that think or wait for it", ["state"], multiprocess_mode="livesum")
UPDATES = Counter("rooftop_updates", "Views pushed to clients because something happened")
THINKING = Histogram("rooftop_bot_seconds", "Thinking time of bots", buckets=(0.01, 0.03, 0.1, 0.3, 1, 3, 10))

LOCAL = ("127.0.0.1", "::1", "::ffff:127.0.0.1")


def count(event: Event, table: "Table") -> None:
    _events(event.kind).inc()


@cache
def _events(kind: str) -> Counter:
    return EVENTS.labels(kind)


def answer(request: Request) -> Response:
    forwarded = "x-forwarded-for" in request.headers or "forwarded" in request.headers
    if forwarded or request.client is None or request.client.host not in LOCAL:
        raise Refused(403, "metrics_are_local")
    registry = DEFAULT_REGISTRY
    if folder := os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        _forget_dead_processes(Path(folder))
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)


def _forget_dead_processes(folder: Path) -> None:
    """Drop the gauges of killed workers: their sockets and connections no longer exist."""
    if sys.platform == "win32":  # on Windows, os.kill(pid, 0) terminates the process
        return
    for process in {int(file.stem.rpartition("_")[2]) for file in folder.glob("gauge_live*.db")}:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            mark_process_dead(process)  # type: ignore[no-untyped-call]
