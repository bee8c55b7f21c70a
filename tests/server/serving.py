"""Real servers for the tests, in processes of their own, and people who play on them."""

import json
import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

STARTS_IN = 120
"""Seconds; the first start on a machine compiles."""
PATIENCE = 60


CLOSE_AFTERWARDS: list[Callable[[], None]] = []
"""What a test has opened; closed when it ends."""


class Server:
    """`rooftop serve` on a database; after a kill it can be started again at the same address."""

    def __init__(self, database: str, workers: int = 1) -> None:
        self.database = database
        self.workers = workers
        self.port = 0
        self.start()

    def start(self) -> None:
        arguments = ["serve", "--port", str(self.port), "--database", self.database, "--workers", str(self.workers)]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rooftop.cli", *arguments],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
            start_new_session=True,
        )
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert line.startswith("Rooftop is at http://"), line
        self.address = line.split()[3]
        self.port = int(self.address.rpartition(":")[2])
        wait_for(self.is_healthy, STARTS_IN)

    def is_healthy(self) -> bool:
        try:
            return httpx.get(f"{self.address}/health", timeout=5).status_code == 200
        except httpx.TransportError:
            return False

    def worker_processes(self) -> list[int]:
        """The processes that serve: the children of a server with several workers, less multiprocessing's own."""
        found = subprocess.run(
            ["pgrep", "-P", str(self.process.pid), "-f", "spawn_main"], capture_output=True, text=True
        )
        return [int(line) for line in found.stdout.split()]

    def kill(self) -> None:
        """As a power cut would: no process of it says goodbye."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self._bury()

    def stop(self) -> int:
        """As an operator would; the exit status."""
        self.process.terminate()
        return self._bury()

    def _bury(self) -> int:
        status = self.process.wait(PATIENCE)
        assert self.process.stdout
        self.process.stdout.close()
        return status


@contextmanager
def serving(database: str, workers: int = 1) -> Iterator[Server]:
    server = Server(database, workers)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.kill()


def wait_for(condition: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    """What the condition returns as soon as that is true."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError(f"not within {seconds} seconds")


class Visitor:
    """Somebody with a browser: cookies, and sockets to tables."""

    def __init__(self, address: str, name: str | None = None) -> None:
        self.address = address
        self.http = httpx.Client(base_url=address, timeout=PATIENCE)
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
        """A table; seats are `me`, `anyone`, or the level of a bot. Returns its id."""
        plans = [{"who": who} if who in ("me", "anyone") else {"who": "bot", "level": who} for who in seats]
        letter = self.post("/api/tables", **{"game": "skyliners", "seats": plans, **options})
        return str(letter["table"]["id"])

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
    """A socket at a table. `letter` is the newest view, with the whole log put together."""

    def __init__(self, visitor: Visitor, table: str, query: dict[str, Any]) -> None:
        address = visitor.address.replace("http", "ws", 1)
        url = str(httpx.URL(f"{address}/api/tables/{table}/live", params=query))
        headers = {"Cookie": visitor.cookie} if visitor.cookie else {}
        self.opened = ExitStack()
        connecting = connect(url, additional_headers=headers, open_timeout=PATIENCE)
        self.socket: ClientConnection = self.opened.enter_context(connecting)
        CLOSE_AFTERWARDS.append(self.opened.close)
        self.letter: Any = None
        self.log: list[str] = []
        self.chat: list[Any] = []
        self.raw: list[str] = []

    def __enter__(self) -> "Live":
        return self

    def __exit__(self, *_: object) -> None:
        self.opened.close()

    def receive(self, timeout: float = PATIENCE) -> Any:
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        self.raw.append(text)
        message = json.loads(text)
        if message["tell"] == "table":
            self.letter = message
            self.log[message["log"]["from"] :] = [line["text"] for line in message["log"]["lines"]]
            self.chat[message["chat"]["from"] :] = message["chat"]["lines"]
        return message

    def await_letter(self, holds: Callable[[Any], Any] = lambda letter: True) -> Any:
        """The view as soon as something holds for it."""
        while not (self.letter and holds(self.letter)):
            self.receive()
        return self.letter

    def ask(self, **wish: Any) -> Any:
        """Send something and wait for its answer."""
        self.socket.send(json.dumps(wish))
        while True:
            message = self.receive()
            if message["tell"] != "table":
                return message

    def move(self, move: int | str | None = None, **changes: Any) -> Any:
        chosen = self.letter["view"]["moves"][0]["id"] if move is None else move
        wish = {"do": "move", "id": secrets.token_hex(8), "version": self.letter["version"], "move": chosen}
        return self.ask(**{**wish, **changes})

    def closed(self) -> int:
        """The code with which the server closes, after whatever it still says."""
        try:
            while True:
                self.receive()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006
