"""Start the server: database, compiled rules, socket, and then one process or several."""

import gc
import os
import socket
import tempfile

import uvicorn
from fastapi import FastAPI
from sqlalchemy.exc import DBAPIError

from rooftop.core.errors import RooftopError
from rooftop.core.messages import Message, Whole
from rooftop.server.api.app import create_app
from rooftop.server.api.connections import Connection
from rooftop.server.api.security import LARGEST_BODY
from rooftop.server.metrics import LOCAL
from rooftop.server.run.logs import log_as_json
from rooftop.server.run.workers import CAN_PASS_SOCKETS, Router, serve_channel, share_port
from rooftop.server.settings import Settings
from rooftop.server.storage.database import migrate
from rooftop.warmup import warm_up

BACKLOG = 2048
SHUTDOWN_TIMEOUT = 5
"""Seconds that a stopping server gives to what is under way."""
PING_INTERVAL = 50
"""Seconds; many that stand between a server and a browser cut a connection that is silent for 60."""
GC_THRESHOLDS = (50_000, 50, 10)
"""When Python looks for garbage: by how many objects there must be more for it to look through the new ones, and how
often it does so before it looks through older ones. With its own figures, 700 and 10, it looks every second through
most of what there is; with thousands of connections open that takes half a second, in which nobody is answered, and
finds nothing: only connections that come and go leave any. The new ones are many however often it looks, for every move
makes what is known of a table anew."""


def serve(host: str, port: int, settings: Settings, workers: int, language: str) -> int:
    """Until it is told to stop."""
    log_as_json()
    try:
        migrate(settings.database)
    except DBAPIError as error:
        raise RooftopError("server.no_database", reason=Whole(str(error.orig).strip())) from error
    warm_up()
    settings.write()
    listening = listen(host, port)
    print(Message("server.address", {"address": _url_of(listening)}).say(language), flush=True)
    if workers == 1:
        run_on_port(listening)
        return 0
    # The processes put their figures together in a folder.
    with tempfile.TemporaryDirectory(prefix="rooftop-metrics-") as figures:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = figures
        if CAN_PASS_SOCKETS:
            Router(listening, workers, run_on_channel).serve()
        else:
            share_port(listening, workers, run_on_port)
    return 0


def run_on_port(listening: socket.socket) -> None:
    """In one process, or in each of several on Windows."""
    uvicorn.Server(_config()).run(sockets=[listening])


def run_on_channel(channel: socket.socket) -> None:
    """In each of several processes."""
    serve_channel(_config(), channel)


def worker_app() -> FastAPI:
    """What each process runs; it finds the settings in the environment."""
    log_as_json()
    _tune_gc()
    return create_app(Settings.read())


def _tune_gc() -> None:
    gc.collect()
    gc.freeze()  # what is there now, mostly code, stays
    gc.set_threshold(*GC_THRESHOLDS)


def _config() -> uvicorn.Config:
    return uvicorn.Config(
        "rooftop.server.run.serve:worker_app",
        factory=True,
        http=Connection,
        ws="websockets-sansio",
        ws_max_size=LARGEST_BODY,
        # Views are small; compressing them would cost more time and memory than they are worth.
        ws_per_message_deflate=False,
        ws_ping_interval=PING_INTERVAL,
        log_config=None,
        access_log=False,
        forwarded_allow_ips=os.environ.get("FORWARDED_ALLOW_IPS", list(LOCAL)),
        server_header=False,
        backlog=BACKLOG,
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT,
    )


def listen(host: str, port: int) -> socket.socket:
    """The port is taken here, so that a taken one is told in plain words."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        # Only sockets that say they are TCP are told by asyncio not to hold small packets back.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(BACKLOG)  # from now on whoever comes waits instead of being sent away
    except OSError as error:
        raise RooftopError("server.port", host=host, port=port, reason=error.strerror) from error
    listening.set_inheritable(True)
    return listening


def _url_of(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
