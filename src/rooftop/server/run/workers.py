"""Several worker processes behind one port. A router accepts all connections and passes each socket to a worker. All
connections of a table go to the same worker, so only one process has to keep that table up to date.

This is an optimization. Correctness does not depend on it: the event log is authoritative, and any worker can serve any
table. The router replaces a worker that dies or misses its heartbeats.
"""

import asyncio
import contextlib
import itertools
import logging
import multiprocessing
import re
import selectors
import signal
import socket
import sys
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.context import ForkServerContext, SpawnContext
from multiprocessing.process import BaseProcess

import uvicorn

from rooftop.server.api.connections import REQUEST_SECONDS, Connection

TABLE = re.compile(rb"GET /api/tables/([^/ ]+)/live")
PEEK_BYTES = 128
"""Bytes of the request line to inspect for a table id."""
MAX_SILENT = 500
"""Maximum number of connections that have sent nothing yet. The router needs file descriptors for other things too."""
CHECK_INTERVAL = 0.5
"""Seconds between two checks of workers and silent connections."""
RETRY_INTERVAL = 0.02
"""Seconds to wait while no worker accepts connections."""
HEARTBEAT_INTERVAL = 1.0
LATE_AFTER = 3.0
"""Seconds without a heartbeat after which other workers are preferred."""
START_TIMEOUT, HEARTBEAT_TIMEOUT = 120.0, 30.0
"""Seconds without a first, or another, heartbeat after which a worker counts as dead. Generous: machines get busy."""
STOP_TIMEOUT = 10.0
HEARTBEAT = b"."
"""Also the payload that carries a file descriptor: SCM_RIGHTS needs at least one byte."""

log = logging.getLogger(__name__)


def _context() -> SpawnContext | ForkServerContext:
    """For worker processes. On Linux they are forked from a process that has imported and loaded all that they need, so
    one that replaces another starts at once. On macOS, to fork is not safe."""
    if sys.platform != "linux":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["rooftop.server.run.serve", "rooftop.server.run.loaded"])
    return context


starting = _context()

Run = Callable[[socket.socket], None]
"""The main function of a worker process. Serves the sockets that arrive over the channel."""


@dataclass
class Worker:
    """A worker process, as the router sees it."""

    process: BaseProcess
    channel: socket.socket
    last_heartbeat: float = field(default_factory=time.monotonic)
    is_ready: bool = False

    @classmethod
    def start(cls, run: Run) -> "Worker":
        channel, end = socket.socketpair()
        channel.setblocking(False)
        process = starting.Process(target=run, args=(end,))
        process.start()
        end.close()
        return cls(process, channel)

    def read_heartbeats(self) -> None:
        with contextlib.suppress(OSError):
            while self.channel.recv(1024):
                self.last_heartbeat, self.is_ready = time.monotonic(), True

    @property
    def is_dead(self) -> bool:
        timeout = HEARTBEAT_TIMEOUT if self.is_ready else START_TIMEOUT
        return not self.process.is_alive() or time.monotonic() - self.last_heartbeat > timeout

    @property
    def is_late(self) -> bool:
        return time.monotonic() - self.last_heartbeat > LATE_AFTER

    def take(self, connection: socket.socket) -> bool:
        """Pass the socket to the worker. False if the worker is not ready or its channel is full."""
        try:
            return self.is_ready and socket.send_fds(self.channel, [HEARTBEAT], [connection.fileno()]) > 0
        except OSError:
            return False

    def kill(self) -> None:
        self.process.kill()
        self.process.join()
        self.channel.close()


class Router:
    def __init__(self, listening: socket.socket, workers: int, run: Run) -> None:
        self._run = run
        self._listening = listening
        self._listening.setblocking(False)
        self._workers = [Worker.start(run) for _ in range(workers)]
        self._round_robin = itertools.cycle(range(workers))
        self._silent: dict[socket.socket, float] = {}
        """Connections without data yet and when they were accepted, oldest first. Browsers open spare connections."""
        self._selector = selectors.DefaultSelector()
        self._last_check = 0.0
        self._is_stopping = False

    def serve(self) -> None:
        """Route connections until SIGINT or SIGTERM."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._stop)
        # After a restart all clients reconnect at once. Without this wait they would all go to the first ready worker.
        while not self._is_stopping and not all(worker.is_ready for worker in self._workers):
            time.sleep(RETRY_INTERVAL)
            self._check_workers()
        self._selector.register(self._listening, selectors.EVENT_READ)
        while not self._is_stopping:
            for key, _ in self._selector.select(CHECK_INTERVAL):
                if key.fileobj is self._listening:
                    self._accept()
                elif key.fileobj in self._silent:  # it may just have been handed over
                    self._route(key.fileobj)
            self._check_workers()
            self._close_overdue()
        self._stop_workers()

    def _stop(self, *_: object) -> None:
        self._is_stopping = True

    # --- workers ---------------------------------------------------------------------------------------------

    def _check_workers(self) -> None:
        if time.monotonic() - self._last_check < CHECK_INTERVAL:
            return
        self._last_check = time.monotonic()
        for place, worker in enumerate(self._workers):
            worker.read_heartbeats()
            if worker.is_dead:
                log.error("a worker has died and is replaced", extra={"exit": worker.process.exitcode})
                worker.kill()
                self._workers[place] = Worker.start(self._run)

    def _stop_workers(self) -> None:
        for worker in self._workers:
            worker.process.terminate()
        deadline = time.monotonic() + STOP_TIMEOUT
        for worker in self._workers:
            worker.process.join(max(0.0, deadline - time.monotonic()))
            worker.kill()

    # --- connections -----------------------------------------------------------------------------------------

    def _accept(self) -> None:
        try:
            connection, _ = self._listening.accept()
        except OSError:  # the client has disconnected, or we are out of file descriptors
            self._hand_over_oldest()
            return
        connection.setblocking(False)
        self._silent[connection] = time.monotonic()
        self._selector.register(connection, selectors.EVENT_READ)
        if len(self._silent) > MAX_SILENT:
            self._hand_over_oldest()

    def _hand_over_oldest(self) -> None:
        """Hand over the oldest silent connection without waiting for its request."""
        if self._silent:
            with self._unregister(next(iter(self._silent))) as oldest:
                self._hand_over(oldest, b"")

    def _close_overdue(self) -> None:
        cutoff = time.monotonic() - REQUEST_SECONDS
        for connection in [silent for silent, since in self._silent.items() if since < cutoff]:
            self._unregister(connection).close()

    def _unregister(self, connection: socket.socket) -> socket.socket:
        self._selector.unregister(connection)
        del self._silent[connection]
        return connection

    def _route(self, connection: socket.socket) -> None:
        """Hand over a connection as soon as it has sent anything. If that names no table, any worker will do."""
        with self._unregister(connection), contextlib.suppress(OSError):
            data = connection.recv(PEEK_BYTES, socket.MSG_PEEK)
            if data:
                self._hand_over(connection, data)

    def _hand_over(self, connection: socket.socket, data: bytes) -> None:
        """Pass the connection to its table's worker, or to another if that one is dead, late or full."""
        table = TABLE.match(data)
        first = zlib.crc32(table[1]) if table else next(self._round_robin)
        while not self._is_stopping:
            workers = [self._workers[(first + n) % len(self._workers)] for n in range(len(self._workers))]
            workers.sort(key=lambda worker: worker.is_late)
            if any(worker.take(connection) for worker in workers):
                return
            time.sleep(RETRY_INTERVAL)  # new connections queue in the backlog meanwhile
            self._check_workers()


def serve_channel(config: uvicorn.Config, channel: socket.socket) -> None:
    """Run a worker: serve the connections that the router passes until the router is gone."""
    server = uvicorn.Server(config)

    async def serve() -> None:
        receiving = asyncio.create_task(_receive(server, channel))
        await server.serve(sockets=[])
        receiving.cancel()

    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(serve())


async def _receive(server: uvicorn.Server, channel: socket.socket) -> None:
    """Receive sockets from the router and send it heartbeats."""
    while not server.started:
        await asyncio.sleep(RETRY_INTERVAL)
    loop, tasks = asyncio.get_running_loop(), set[asyncio.Task[None]]()

    async def connect(connection: socket.socket) -> None:
        def protocol() -> asyncio.Protocol:
            """Create the protocol as uvicorn does for connections that it accepts itself."""
            return Connection(server.config, server.server_state, server.lifespan.state)

        with contextlib.suppress(OSError):  # the client has disconnected
            await loop.connect_accepted_socket(protocol, connection)

    def take() -> None:
        try:
            data, files, _, _ = socket.recv_fds(channel, len(HEARTBEAT), 1)
        except BlockingIOError:
            return
        except OSError:
            data, files = b"", []
        if not data:  # the router has died
            server.should_exit = True
            loop.remove_reader(channel)
        for file in files:
            task = asyncio.create_task(connect(socket.socket(fileno=file)))
            tasks.add(task)
            task.add_done_callback(tasks.discard)

    channel.setblocking(False)
    loop.add_reader(channel, take)
    try:
        while True:
            with contextlib.suppress(OSError):
                channel.send(HEARTBEAT)
            await asyncio.sleep(HEARTBEAT_INTERVAL)
    finally:
        loop.remove_reader(channel)


def share_port(listening: socket.socket, workers: int, run: Run) -> None:
    """Let all workers accept on one socket. For Windows, where sockets cannot be passed between processes."""
    processes = [starting.Process(target=run, args=(listening,)) for _ in range(workers)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()


CAN_PASS_SOCKETS = sys.platform != "win32"
