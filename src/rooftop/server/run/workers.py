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
LOOKED_AT = 128
"""Bytes in which the table is found, if any is named."""
MOST_SILENT = 500
"""Connections that may say nothing at the same time: the router needs open files for other things as well."""
LOOK_EVERY = 0.5
"""Seconds between two looks after workers and silent connections."""
TRY_AGAIN = 0.02
"""Seconds, while no worker takes anybody."""
BEAT_EVERY = 1.0
LATE = 3.0
"""Seconds after which a worker that has not been heard of gets nobody while another one is there."""
STARTS_IN, ANSWERS_IN = 120.0, 30.0
"""Seconds after which a worker that has not been heard of, or not again, is taken for dead: a busy machine is slow."""
STOPS_IN = 10.0
BEAT = b"."
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
    heard: float = field(default_factory=time.monotonic)
    is_ready: bool = False

    @classmethod
    def start(cls, run: Run) -> "Worker":
        channel, end = socket.socketpair()
        channel.setblocking(False)
        process = spawning.Process(target=run, args=(end,))
        process.start()
        end.close()
        return cls(process, channel)

    def hear(self) -> None:
        with contextlib.suppress(OSError):
            while self.channel.recv(1024):
                self.heard, self.is_ready = time.monotonic(), True

    @property
    def is_dead(self) -> bool:
        patience = ANSWERS_IN if self.is_ready else STARTS_IN
        return not self.process.is_alive() or time.monotonic() - self.heard > patience

    @property
    def is_late(self) -> bool:
        return time.monotonic() - self.heard > LATE

    def take(self, connection: socket.socket) -> bool:
        """Whether it is there and has room for one more on the way to it."""
        try:
            return self.is_ready and socket.send_fds(self.channel, [BEAT], [connection.fileno()]) > 0
        except OSError:
            return False

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.channel.close()


class Router:
    def __init__(self, listening: socket.socket, workers: int, run: Run) -> None:
        self._run = run
        self._listening = listening
        self._listening.setblocking(False)
        self._workers = [Worker.start(run) for _ in range(workers)]
        self._turns = itertools.cycle(range(workers))
        self._silent: dict[socket.socket, float] = {}
        """Those who have said nothing yet, since when, the oldest first; browsers open connections in reserve."""
        self._selector = selectors.DefaultSelector()
        self._looked = 0.0
        self._is_stopping = False

    def serve(self) -> None:
        """Until a signal tells to stop."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._stop)
        # After a restart all clients come back at once: they would all go to the first worker that is there.
        while not self._is_stopping and not all(worker.is_ready for worker in self._workers):
            time.sleep(TRY_AGAIN)
            self._look_after_workers()
        self._selector.register(self._listening, selectors.EVENT_READ)
        while not self._is_stopping:
            for key, _ in self._selector.select(LOOK_EVERY):
                if key.fileobj is self._listening:
                    self._accept()
                elif key.fileobj in self._silent:  # and has not just been handed over
                    self._look_at(key.fileobj)
            self._look_after_workers()
            self._close_late()
        self._stop_workers()

    def _stop(self, *_: object) -> None:
        self._is_stopping = True

    # --- workers ---------------------------------------------------------------------------------------------

    def _look_after_workers(self) -> None:
        if time.monotonic() - self._looked < LOOK_EVERY:
            return
        self._looked = time.monotonic()
        for place, worker in enumerate(self._workers):
            worker.hear()
            if worker.is_dead:
                log.error("a worker has died and is replaced", extra={"exit": worker.process.exitcode})
                worker.end()
                self._workers[place] = Worker.start(self._run)

    def _stop_workers(self) -> None:
        for worker in self._workers:
            worker.process.terminate()
        late = time.monotonic() + STOPS_IN
        for worker in self._workers:
            worker.process.join(max(0.0, late - time.monotonic()))
            worker.end()

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
        if len(self._silent) > MOST_SILENT:
            self._hand_over_oldest()

    def _hand_over_oldest(self) -> None:
        """Of the silent ones, wherever it may want to go."""
        if self._silent:
            with self._take_out(next(iter(self._silent))) as oldest:
                self._hand_over(oldest, b"")

    def _close_late(self) -> None:
        late = time.monotonic() - REQUEST_SECONDS
        for connection in [silent for silent, since in self._silent.items() if since < late]:
            self._take_out(connection).close()

    def _take_out(self, connection: socket.socket) -> socket.socket:
        self._selector.unregister(connection)
        del self._silent[connection]
        return connection

    def _look_at(self, connection: socket.socket) -> None:
        """Whoever has begun to speak is handed over at once; who does not come to the point goes to anybody."""
        with self._take_out(connection), contextlib.suppress(OSError):
            said = connection.recv(LOOKED_AT, socket.MSG_PEEK)
            if said:
                self._hand_over(connection, said)

    def _hand_over(self, connection: socket.socket, said: bytes) -> None:
        """To the worker of the table or, where that one is missing, late or has its hands full, to another."""
        table = TABLE.match(said)
        first = zlib.crc32(table[1]) if table else next(self._turns)
        while not self._is_stopping:
            workers = [self._workers[(first + n) % len(self._workers)] for n in range(len(self._workers))]
            workers.sort(key=lambda worker: worker.is_late)
            if any(worker.take(connection) for worker in workers):
                return
            time.sleep(TRY_AGAIN)  # meanwhile others wait at the port
            self._look_after_workers()


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
        await asyncio.sleep(TRY_AGAIN)
    loop, tasks = asyncio.get_running_loop(), set[asyncio.Task[None]]()

    async def connect(connection: socket.socket) -> None:
        def protocol() -> asyncio.Protocol:
            """As uvicorn makes one for a connection that it has accepted itself."""
            return Connection(server.config, server.server_state, server.lifespan.state)

        with contextlib.suppress(OSError):  # gone in the meantime
            await loop.connect_accepted_socket(protocol, connection)

    def take() -> None:
        try:
            said, files, _, _ = socket.recv_fds(channel, len(BEAT), 1)
        except BlockingIOError:
            return
        except OSError:
            said, files = b"", []
        if not said:  # the router has died
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
                channel.send(BEAT)
            await asyncio.sleep(BEAT_EVERY)
    finally:
        loop.remove_reader(channel)


def share_port(listening: socket.socket, workers: int, run: Run) -> None:
    """Where a connection cannot be handed over (Windows), whichever process is free accepts it."""
    processes = [spawning.Process(target=run, args=(listening,)) for _ in range(workers)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()


CAN_HAND_OVER = sys.platform != "win32"
