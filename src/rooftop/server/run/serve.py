"""Start the server: migrate the database, bind the port, compile the rules beside it, run one or several processes."""

import gc
import os
import socket
import tempfile
from contextlib import suppress
from errno import EADDRNOTAVAIL

import uvicorn
from fastapi import FastAPI
from sqlalchemy.exc import DBAPIError

from rooftop.core.errors import RooftopError, reason_of
from rooftop.core.messages import Message
from rooftop.server.api.app import create_app
from rooftop.server.api.connections import Connection
from rooftop.server.api.security import LARGEST_BODY
from rooftop.server.metrics import LOCAL
from rooftop.server.run.logs import log_as_json
from rooftop.server.run.workers import CAN_PASS_SOCKETS, Router, serve_channel, share_port
from rooftop.server.settings import Settings
from rooftop.server.storage.database import migrate, no_database
from rooftop.warmup import warm_up_beside

BACKLOG = 2048
ELSEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses that are reserved for documentation."""
SHUTDOWN_TIMEOUT = 5
"""Seconds that open requests get to finish at shutdown."""
PING_INTERVAL = 50
"""Seconds. Many proxies close connections that are idle for 60."""
GC_THRESHOLDS = (50_000, 50, 10)
"""Arguments of gc.set_threshold.

With the defaults (700, 10, 10) a full collection runs about every second. With thousands of open connections it stops
the event loop for half a second and finds almost nothing: closed connections are freed by reference counting. Every
move allocates a new table state, so the young generation fills quickly and its threshold has to be high."""


def serve(host: str, port: int, settings: Settings, workers: int, language: str) -> int:
    """Run the server until a signal stops it."""
    log_as_json()
    try:
        migrate(settings.database)
    except DBAPIError as error:
        raise no_database(error) from error
    settings.write()
    listening = listen(host, port)
    print(Message("server.address", {"address": address_of(listening)}).say(language), flush=True)
    warm_up_beside()  # its progress is shown below the address
    if workers == 1:
        run_on_port(listening)
        return 0
    # prometheus_client aggregates the metrics of all processes through files in this directory.
    with tempfile.TemporaryDirectory(prefix="rooftop-metrics-") as figures:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = figures
        if CAN_PASS_SOCKETS:
            Router(listening, workers, run_on_channel).serve()
        else:
            share_port(listening, workers, run_on_port)
    return 0


def run_on_port(listening: socket.socket) -> None:
    """Serve on a listening socket. Runs in the only process or, on Windows, in every worker."""
    uvicorn.Server(_config()).run(sockets=[listening])


def run_on_channel(channel: socket.socket) -> None:
    """Serve the connections that the router passes to this worker."""
    serve_channel(_config(), channel)


def worker_app() -> FastAPI:
    """The application factory for each process. Reads the settings from the environment."""
    log_as_json()
    _tune_gc()
    return create_app(Settings.read())


def _tune_gc() -> None:
    gc.collect()
    gc.freeze()  # what is alive now is mostly code and lives until exit
    gc.set_threshold(*GC_THRESHOLDS)


def _config() -> uvicorn.Config:
    return uvicorn.Config(
        "rooftop.server.run.serve:worker_app",
        factory=True,
        http=Connection,
        ws="websockets-sansio",
        ws_max_size=LARGEST_BODY,
        # Views are small: compression would cost more CPU and memory than it saves.
        ws_per_message_deflate=False,
        ws_ping_interval=PING_INTERVAL,
        log_config=None,
        access_log=False,
        forwarded_allow_ips=[*LOCAL, *Settings.read().proxies],
        server_header=False,
        backlog=BACKLOG,
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT,
    )


def listen(host: str, port: int) -> socket.socket:
    """Bind the port before the workers start, so that an occupied port is reported clearly."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listening = _bound(family, host, port)
    except OSError as error:
        if isinstance(error, socket.gaierror) or error.errno == EADDRNOTAVAIL:
            raise RooftopError("server.host", host=host, reason=reason_of(error)) from error
        raise RooftopError("server.port", host=host, port=port, reason=reason_of(error)) from error
    listening.set_inheritable(True)
    return listening


def _bound(family: int, host: str, port: int) -> socket.socket:
    # asyncio sets TCP_NODELAY only if the socket's protocol is IPPROTO_TCP.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(BACKLOG)  # from now on clients queue in the backlog instead of being refused
    except OSError:
        listening.close()
        raise
    return listening


def address_of(listening: socket.socket) -> str:
    """An address that can be opened, by others too if the server listens on all addresses."""
    host, port = listening.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = own_address(listening)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def own_address(listening: socket.socket) -> str:
    """The machine's address on its network, found without sending anything; without a network, that of loopback."""
    families = [listening.family]
    if listening.family == socket.AF_INET6 and not listening.getsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY):
        families.append(socket.AF_INET)  # it takes connections to IPv4 addresses too
    for family in families:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((ELSEWHERE[family], 9))  # only chooses a route
            return str(probe.getsockname()[0])
    return "127.0.0.1" if listening.family == socket.AF_INET else "::1"
