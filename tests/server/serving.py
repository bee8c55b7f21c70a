"""Real servers in separate processes, and clients for them."""

import json
import os
import secrets
import signal
import ssl
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection, HTTPException
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, TypeVar

import httpx
import psutil
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from commands import ROOFTOP, Files, can_be_forked, executed, forked

START_TIMEOUT = 120
"""Seconds; the first start on a machine compiles."""
TIMEOUT = 60


SETTLE_TIMEOUT = 30
"""Seconds in which a server notices that all clients are gone, with a wide margin."""
FAULTS = ('"exception": ', "Traceback", '"level": "error", "from": "uvicorn')
"""Signs of unexpected errors in a log."""
Seen = TypeVar("Seen")

CLOSE_AFTERWARDS: list[Callable[[], None]] = []
"""Cleanups for the end of the test."""
SERVERS: "set[Running]" = set()
"""Servers that are checked after every test."""


def close_what_was_opened() -> None:
    while CLOSE_AFTERWARDS:
        CLOSE_AFTERWARDS.pop()()


def check_servers() -> None:
    """Check that every server is idle and healthy. One that is not fails only one test: it is removed first."""
    close_what_was_opened()
    for server in list(SERVERS):
        SERVERS.remove(server)
        server.check_at_rest()
        SERVERS.add(server)


class Running:
    """A running server with its health and metrics."""

    address: str

    def ask(self, path: str) -> tuple[int, str]:
        """GET a page over a new connection. Return status and text."""
        connection = HTTPConnection(self.address.removeprefix("http://"), timeout=TIMEOUT)
        try:
            connection.request("GET", path)
            response = connection.getresponse()
            return response.status, response.read().decode()
        finally:
            connection.close()

    def is_healthy(self) -> bool:
        try:
            return self.ask("/health")[0] == 200
        except (OSError, HTTPException):
            return False

    def metrics(self) -> dict[str, float]:
        """Metrics by name and labels, such as `rooftop_task_up{task="notifications"}`."""
        lines = self.ask("/metrics")[1].splitlines()
        samples = [line.rsplit(" ", 1) for line in lines if not line.startswith("#")]
        return {name: float(value) for name, value in samples}

    def check_at_rest(self) -> None:
        """Check that no connections are counted any more and every task runs."""
        settles(self._problems, "", SETTLE_TIMEOUT)

    def _problems(self) -> str:
        """Describe all deviations from an idle, healthy server."""
        figures = self.metrics()
        tasks = {name: up for name, up in figures.items() if name.startswith("rooftop_task_up{")}
        # The request for the metrics is itself one connection.
        expected = {"rooftop_sockets": 0, "rooftop_connections": 1, **dict.fromkeys(tasks or ["rooftop_task_up"], 1)}
        found = [f"{name} {figures.get(name)}" for name, value in expected.items() if figures.get(name) != value]
        status, health = self.ask("/health")
        return ", ".join(found if status == 200 else [*found, health])


class Server(Running):
    """`rooftop serve` on a database. Can be restarted at the same address. The log spans all starts."""

    def __init__(
        self, folder: Path, database: str, workers: int, options: Sequence[str], open_files: int | None
    ) -> None:
        self.database = database
        self.workers = workers
        self.options = options
        self.open_files = open_files
        self.program = ROOFTOP
        self.port = 0
        self._folder = folder
        self._log = folder / "log"
        self._lines_read = 0

    def start(self) -> None:
        printed = self._folder / "stdout"
        printed.write_bytes(b"")
        self.process = self._begin((Path(os.devnull), printed, self._log))
        wait_for(lambda: "\n" in printed.read_text("utf-8") or not self.process.is_alive(), START_TIMEOUT)
        line = printed.read_text("utf-8")
        assert line.startswith("Rooftop is at http://"), line + self.log
        host, _, port = line.split()[3].removeprefix("http://").rpartition(":")
        self.port = int(port)
        # Clients stay on this machine, also where the server can be reached from others.
        self.address = f"http://{host if host == '[::1]' else '127.0.0.1'}:{port}"
        wait_for(self.is_healthy, START_TIMEOUT)

    def _begin(self, files: Files) -> BaseProcess:
        arguments = ["serve", "--port", str(self.port), "--database", self.database, "--workers", str(self.workers)]
        arguments += self.options
        variables = {**os.environ, "LC_ALL": "C.UTF-8"}
        if can_be_forked(variables) and self.program == ROOFTOP and not self.open_files:
            return forked(arguments, variables, files)
        command = [*self.program, *arguments]
        if self.open_files:
            command = ["sh", "-c", f'ulimit -n {self.open_files} && exec "$0" "$@"', *command]
        return executed(command, variables, files)

    @property
    def log(self) -> str:
        return self._log.read_text("utf-8")

    @property
    def pid(self) -> int:
        assert self.process.pid
        return self.process.pid

    def check_at_rest(self) -> None:
        """Also check that the log has no unexpected errors. Of a dead server, check only the log."""
        if self.process.is_alive():
            super().check_at_rest()
        lines = self.log.splitlines()
        new = lines[self._lines_read :]
        found = [line for line in new if any(sign in line for sign in FAULTS)]
        self._lines_read = len(lines)
        assert not found, "\n".join(found)

    def worker_processes(self) -> list[int]:
        """The pids of the workers. On Linux, multiprocessing's fork server is their parent."""
        children = {child: " ".join(child.cmdline()) for child in psutil.Process(self.pid).children()}
        forked = [worker for child in children if "forkserver" in children[child] for worker in child.children()]
        return [worker.pid for worker in (*forked, *(child for child in children if "spawn_main" in children[child]))]

    def kill(self) -> None:
        """SIGKILL all processes."""
        os.killpg(self.pid, signal.SIGKILL)
        self._wait_for_exit()

    def stop(self) -> int:
        """SIGTERM. Return the exit status."""
        self.process.terminate()
        return self._wait_for_exit()

    def _wait_for_exit(self) -> int:
        self.process.join(TIMEOUT)
        assert self.process.exitcode is not None
        return self.process.exitcode


@contextmanager
def serving(
    database: str, workers: int = 1, options: Sequence[str] = (), open_files: int | None = None
) -> Iterator[Server]:
    """Run a server, optionally with a limit on open files."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), database, workers, options, open_files)
        try:
            server.start()
            SERVERS.add(server)
            yield server
            check_servers()
        finally:
            SERVERS.discard(server)
            if server.process.is_alive():
                server.kill()


def wait_for(condition: Callable[[], Any], seconds: float = TIMEOUT) -> Any:
    """Wait until the condition is true. Return its value."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError(f"not within {seconds} seconds")


def settles(look: Callable[[], Seen], wanted: Seen, seconds: float = TIMEOUT) -> None:
    """Wait until `look` returns `wanted`."""
    end = time.monotonic() + seconds
    while (seen := look()) != wanted and time.monotonic() < end:
        time.sleep(0.02)
    assert seen == wanted, f"{seen}, not {wanted}, after {seconds} seconds"


NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""httpx would load the system's for every client, which takes longer than most requests."""


class Visitor:
    """A client with cookies and WebSockets, like a browser."""

    def __init__(
        self,
        address: str,
        name: str | None = None,
        source: str = "127.0.0.1",
        trust: ssl.SSLContext | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        """`source` is the local address to connect from, `trust` whose certificates are believed, for HTTPS.

        `live` is for HTTP only. Over TLS its client, which reads and writes in two threads, lost a handshake behind
        HAProxy in 1 of 150 tries; the client of asyncio lost none in 800.
        """
        self.address = address
        self.source = source
        self.trust = trust
        transport = httpx.HTTPTransport(local_address=source, verify=trust or NO_CERTIFICATES)
        self.http = httpx.Client(base_url=address, timeout=TIMEOUT, transport=transport, headers=headers)
        CLOSE_AFTERWARDS.append(self.http.close)
        if name:
            self.welcome = self.post("/api/people", name=name)

    def get(self, path: str, status: int = 200, **query: Any) -> Any:
        response = self.http.get(path, params=query)
        assert response.status_code == status, response.text
        return response.json()

    def post(self, path: str, expect: int | None = None, **body: Any) -> Any:
        return self._answered(self.http.post(path, json=body), expect)

    def delete(self, path: str, expect: int | None = None) -> Any:
        return self._answered(self.http.delete(path), expect)

    def _answered(self, response: httpx.Response, expect: int | None) -> Any:
        assert response.status_code == expect if expect else response.is_success, response.text
        return response.json()

    def create(self, *seats: str, **options: Any) -> str:
        """Create a table and return its id. Seats are `me`, `anyone`, or the level of a bot."""
        plans = [{"who": who} if who in ("me", "anyone") else {"who": "bot", "level": who} for who in seats]
        update = self.post("/api/tables", **{"game": "skyliners", "seats": plans, **options})
        return str(update["table"]["id"])

    def start(self, table: str) -> None:
        self.post(f"/api/tables/{table}/start")

    def look(self, table: str, **query: Any) -> Any:
        return self.get(f"/api/tables/{table}", **query)

    def live(self, table: str, **query: Any) -> "Live":
        return Live(self, table, query)

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())


class Live:
    """A WebSocket of a table. `update` is the newest view, `log` and `chat` are complete. `presence` is who is here."""

    def __init__(self, visitor: Visitor, table: str, query: dict[str, Any]) -> None:
        address = visitor.address.replace("http", "ws", 1)
        url = str(httpx.URL(f"{address}/api/tables/{table}/live", params=query))
        headers = {"Cookie": visitor.cookie} if visitor.cookie else {}
        self.opened = ExitStack()
        source = (visitor.source, 0)
        # No keepalive: on a busy machine, a server that answers late is not dead.
        connecting = connect(
            url, additional_headers=headers, open_timeout=TIMEOUT, ping_interval=None, source_address=source
        )
        self.socket: ClientConnection = self.opened.enter_context(connecting)
        CLOSE_AFTERWARDS.append(self.opened.close)
        self.update: Any = None
        self.log: list[str] = []
        self.chat: list[Any] = []
        self.presence: Any = None
        self.raw: list[str] = []

    def __enter__(self) -> "Live":
        return self

    def __exit__(self, *_: object) -> None:
        self.opened.close()

    def receive(self, timeout: float = TIMEOUT) -> Any:
        """The next message. Who is here is noted in passing: people come and go at any time."""
        while True:
            text = self.socket.recv(timeout)
            assert isinstance(text, str)
            message = json.loads(text)
            if message["tell"] != "presence":
                break
            self.presence = message
        self.raw.append(text)
        if message["tell"] == "table":
            self.update = message
            self.log[message["log"]["from"] :] = [line["text"] for line in message["log"]["lines"]]
            self.chat[message["chat"]["from"] :] = message["chat"]["lines"]
        return message

    def await_update(self, holds: Callable[[Any], Any] = lambda update: True) -> Any:
        """Wait for an update that satisfies the predicate."""
        while not (self.update and holds(self.update)):
            self.receive()
        return self.update

    def ask(self, **command: Any) -> Any:
        """Send a command and wait for its answer."""
        self.socket.send(json.dumps(command))
        while True:
            message = self.receive()
            if message["tell"] != "table":
                return message

    def move(self, move: int | str | None = None, **changes: Any) -> Any:
        chosen = self.update["view"]["moves"][0]["id"] if move is None else move
        command = {"do": "move", "id": secrets.token_hex(8), "version": self.update["version"], "move": chosen}
        return self.ask(**{**command, **changes})

    def closed(self) -> int:
        """Wait until the server closes. Return the close code."""
        try:
            while True:
                self.receive()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006
