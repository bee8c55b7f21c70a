"""Several processes behind one port: an usher shows everybody at a table to the same one.

Then a table is followed and told of in one process instead of in all. That saves work; what is right never hangs on
it, for the log decides, and any process can serve any table.
"""

import asyncio
import contextlib
import itertools
import re
import selectors
import socket
import time
import zlib

import uvicorn
from uvicorn.supervisors.multiprocess import Process

from rooftop.server.run.connections import REQUEST_SECONDS, SWEEP_EVERY

TABLE = re.compile(rb"GET /api/tables/([^/ ]+)/live")
LOOKED_AT = 128
"""Bytes in which the table is found, if any is named."""
MOST_SILENT = 500
"""Connections that may say nothing at the same time: the usher's process needs open files for other things as well."""
TRY_AGAIN = 0.02
"""Seconds, while no worker takes anybody."""
ONE = b"1"
"""An open file travels with a byte."""


class Usher:
    """Accepts all connections and passes each on as soon as it has said where it wants to go."""

    def __init__(self, listening: socket.socket, workers: int) -> None:
        self._listening = listening
        self._listening.setblocking(False)
        self._arrivals, self.door = socket.socketpair()
        """At the door every worker that starts leaves one end of a socket of its own."""
        self._places: list[socket.socket | None] = [None] * workers
        self._turns = itertools.cycle(range(workers))
        self._silent: dict[socket.socket, float] = {}
        """Those who have said nothing yet, since when, the oldest first; browsers open connections in reserve."""
        self._selector = selectors.DefaultSelector()
        self._selector.register(listening, selectors.EVENT_READ)

    def run(self) -> None:
        """For as long as the server runs."""
        # After a restart all clients come back at once: they would all go to the first worker that is there.
        self._places = [self._next_worker() for _ in self._places]
        self._arrivals.setblocking(False)
        while True:
            for key, _ in self._selector.select(SWEEP_EVERY):
                if key.fileobj is self._listening:
                    self._accept()
                elif key.fileobj in self._silent:  # and has not just been passed on
                    self._look_at(key.fileobj)
            self._close_late()

    def _close_late(self) -> None:
        late = time.monotonic() - REQUEST_SECONDS
        for connection in [silent for silent, since in self._silent.items() if since < late]:
            self._take_out(connection).close()

    def _accept(self) -> None:
        try:
            connection, _ = self._listening.accept()
        except OSError:  # it has gone again, or too many files are open
            self._pass_on_oldest()
            return
        connection.setblocking(False)
        self._silent[connection] = time.monotonic()
        self._selector.register(connection, selectors.EVENT_READ)
        if len(self._silent) > MOST_SILENT:
            self._pass_on_oldest()

    def _pass_on_oldest(self) -> None:
        """Of the silent ones, wherever it may want to go."""
        if self._silent:
            with self._take_out(next(iter(self._silent))) as oldest:
                self._pass_on(oldest, b"")

    def _take_out(self, connection: socket.socket) -> socket.socket:
        self._selector.unregister(connection)
        del self._silent[connection]
        return connection

    def _look_at(self, connection: socket.socket) -> None:
        """Whoever has begun to speak is passed on at once; who does not come to the point is shown to anybody."""
        with self._take_out(connection), contextlib.suppress(OSError):
            said = connection.recv(LOOKED_AT, socket.MSG_PEEK)
            if said:
                self._pass_on(connection, said)

    def _pass_on(self, connection: socket.socket, said: bytes) -> None:
        """To the worker of the table or, where that one is missing or has its hands full, to another."""
        table = TABLE.match(said)
        first = zlib.crc32(table[1]) if table else next(self._turns)
        places = [(first + n) % len(self._places) for n in range(len(self._places))]
        while not any(self._give(connection, place) for place in places):
            time.sleep(TRY_AGAIN)  # meanwhile others wait at the port

    def _give(self, connection: socket.socket, place: int) -> bool:
        """Whether the worker at a place takes a connection. In the place of a dead one goes the next that has come."""
        while worker := self._places[place] or self._next_worker():
            self._places[place] = worker
            try:
                socket.send_fds(worker, [ONE], [connection.fileno()])
                return True
            except ConnectionError:
                worker.close()
                self._places[place] = None
            except OSError:  # there are as many on their way to it as there can be
                return False
        return False

    def _next_worker(self) -> socket.socket | None:
        try:
            _, files, _, _ = socket.recv_fds(self._arrivals, len(ONE), 1)
        except BlockingIOError:
            return None
        if not files:  # lost, for want of open files; the worker notices, and another comes
            return None
        worker = socket.socket(fileno=files[0])
        worker.setblocking(False)
        return worker


class Worker(uvicorn.Server):
    """Serves the connections that the usher passes on."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        assert sockets
        [door] = sockets
        await super().startup(sockets=[])
        self._usher, end = socket.socketpair()
        self._usher.setblocking(False)
        asyncio.get_running_loop().add_reader(self._usher, self._take)
        with end, contextlib.suppress(BrokenPipeError):  # the usher's process has died, and this one is told so
            socket.send_fds(door, [ONE], [end.fileno()])

    def _take(self) -> None:
        try:
            said, files, _, _ = socket.recv_fds(self._usher, len(ONE), 1)
        except BlockingIOError:
            return
        if not said:  # the usher's process has died
            self.should_exit = True
            asyncio.get_running_loop().remove_reader(self._usher)
        for file in files:
            task = asyncio.create_task(self._serve_connection(socket.socket(fileno=file)))
            self.server_state.tasks.add(task)
            task.add_done_callback(self.server_state.tasks.discard)

    async def _serve_connection(self, connection: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        with contextlib.suppress(OSError):  # gone in the meantime
            await loop.connect_accepted_socket(self._protocol, connection)

    def _protocol(self) -> asyncio.Protocol:
        """As uvicorn makes one for a connection that it has accepted itself."""
        return self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().remove_reader(self._usher)
        self._usher.close()
        await super().shutdown(sockets)


class WorkerProcess(Process):
    """A process of uvicorn's that runs a worker, and is found dead at once."""

    def start(self) -> None:
        super().start()
        # Open here as well, it would keep the line up for a process that dies when it is asked whether it lives; it
        # would be given all the time that a hanging one has for an answer.
        self.child_conn.close()

    @property
    def server(self) -> uvicorn.Server:
        if self._server is None:
            self._server = Worker(self.config)
        return self._server
