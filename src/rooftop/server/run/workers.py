"""Several processes behind one port. A router accepts all connections and hands each over to a worker: everybody at a
table to the same one, so that a table is followed and told of in one process instead of in all.

That saves work; what is right never hangs on it, for the log decides, and any process can serve any table. A worker
that dies, or has not been heard of for a while, is replaced.
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
from multiprocessing.context import SpawnProcess

import uvicorn

from rooftop.server.api.connections import REQUEST_SECONDS, Connection

TABLE = re.compile(rb"GET /api/tables/([^/ ]+)/live")
PEEK_BYTES = 128
"""Bytes in which the table is found, if any is named."""
MAX_SILENT = 500
"""Connections that may say nothing at the same time: the router needs open files for other things as well."""
CHECK_INTERVAL = 0.5
"""Seconds between two looks after workers and silent connections."""
RETRY_INTERVAL = 0.02
"""Seconds, while no worker takes anybody."""
HEARTBEAT_INTERVAL = 1.0
LATE_AFTER = 3.0
"""Seconds after which a worker that has not been heard of gets nobody while another one is there."""
START_TIMEOUT, HEARTBEAT_TIMEOUT = 120.0, 30.0
"""Seconds after which a worker that has not been heard of, or not again, is taken for dead: a busy machine is slow."""
STOP_TIMEOUT = 10.0
HEARTBEAT = b"."
"""A sign of life; an open file travels with one, too."""

log = logging.getLogger(__name__)
spawning = multiprocessing.get_context("spawn")

Run = Callable[[socket.socket], None]
"""Serves in a process of its own what comes over a channel."""


@dataclass
class Worker:
    """A process, as the router sees it."""

    process: SpawnProcess
    channel: socket.socket
    last_heartbeat: float = field(default_factory=time.monotonic)
    is_ready: bool = False

    @classmethod
    def start(cls, run: Run) -> "Worker":
        channel, end = socket.socketpair()
        channel.setblocking(False)
        process = spawning.Process(target=run, args=(end,))
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
        """Whether it is there and has room for one more on the way to it."""
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
        """Those who have said nothing yet, since when, the oldest first; browsers open connections in reserve."""
        self._selector = selectors.DefaultSelector()
        self._last_check = 0.0
        self._is_stopping = False

    def serve(self) -> None:
        """Until a signal tells to stop."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._stop)
        # After a restart all clients come back at once: they would all go to the first worker that is there.
        while not self._is_stopping and not all(worker.is_ready for worker in self._workers):
            time.sleep(RETRY_INTERVAL)
            self._check_workers()
        self._selector.register(self._listening, selectors.EVENT_READ)
        while not self._is_stopping:
            for key, _ in self._selector.select(CHECK_INTERVAL):
                if key.fileobj is self._listening:
                    self._accept()
                elif key.fileobj in self._silent:  # and has not just been handed over
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
        except OSError:  # it has gone again, or too many files are open
            self._hand_over_oldest()
            return
        connection.setblocking(False)
        self._silent[connection] = time.monotonic()
        self._selector.register(connection, selectors.EVENT_READ)
        if len(self._silent) > MAX_SILENT:
            self._hand_over_oldest()

    def _hand_over_oldest(self) -> None:
        """Of the silent ones, wherever it may want to go."""
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
        """Whoever has begun to speak is handed over at once; who does not come to the point goes to anybody."""
        with self._unregister(connection), contextlib.suppress(OSError):
            data = connection.recv(PEEK_BYTES, socket.MSG_PEEK)
            if data:
                self._hand_over(connection, data)

    def _hand_over(self, connection: socket.socket, data: bytes) -> None:
        """To the worker of the table or, where that one is missing, late or has its hands full, to another."""
        table = TABLE.match(data)
        first = zlib.crc32(table[1]) if table else next(self._round_robin)
        while not self._is_stopping:
            workers = [self._workers[(first + n) % len(self._workers)] for n in range(len(self._workers))]
            workers.sort(key=lambda worker: worker.is_late)
            if any(worker.take(connection) for worker in workers):
                return
            time.sleep(RETRY_INTERVAL)  # meanwhile others wait at the port
            self._check_workers()


def serve_channel(config: uvicorn.Config, channel: socket.socket) -> None:
    """In the process of a worker: serve the connections that the router hands over, until it is gone."""
    server = uvicorn.Server(config)

    async def serve() -> None:
        receiving = asyncio.create_task(_receive(server, channel))
        await server.serve(sockets=[])
        receiving.cancel()

    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(serve())


async def _receive(server: uvicorn.Server, channel: socket.socket) -> None:
    """Take connections from the channel, and say now and then over it that this process is alive."""
    while not server.started:
        await asyncio.sleep(RETRY_INTERVAL)
    loop, tasks = asyncio.get_running_loop(), set[asyncio.Task[None]]()

    async def connect(connection: socket.socket) -> None:
        def protocol() -> asyncio.Protocol:
            """As uvicorn makes one for a connection that it has accepted itself."""
            return Connection(server.config, server.server_state, server.lifespan.state)

        with contextlib.suppress(OSError):  # gone in the meantime
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
    """Where a connection cannot be handed over (Windows), whichever process is free accepts it."""
    processes = [spawning.Process(target=run, args=(listening,)) for _ in range(workers)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()


CAN_PASS_SOCKETS = sys.platform != "win32"
