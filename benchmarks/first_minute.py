"""The first minute: `make play` in a fresh clone with empty caches, until a bot has answered; then a second start.

Run it on a quiet machine: `make bench-first-minute`. The clone and the caches are in a temporary folder.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).parents[1]
GOALS = {"the page": 45.0, "a bot's answer in Skyliners": 60.0, "a second start": 3.0}
"""Seconds since the command, on two quiet cores."""
STAGES = {
    "Fetching what the browser client": "the Python packages are installed",
    "Rooftop is at": "the client is built, the server starts",
}
"""What a line of the output means."""
ADDRESS = "http://127.0.0.1:8000"
PATIENCE = 600.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3)
    runs = parser.parse_args().runs
    laps = [measure() for _ in range(runs)]
    table = Table("stage", "seconds since the command", "runs", "goal")
    for stage in laps[0]:
        seconds = sorted(lap[stage] for lap in laps)
        each = " ".join(f"{lap[stage]:.1f}" for lap in laps)
        table.add_row(stage, f"{seconds[len(seconds) // 2]:.1f}", each, f"{GOALS.get(stage, '')}")
    Console().print(table)
    return int(any(lap[stage] > goal for lap in laps for stage, goal in GOALS.items()))


def measure() -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        clone, home = Path(folder, "clone"), Path(folder, "home")
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
        home.mkdir()
        laps: dict[str, float] = {}
        began = time.monotonic()
        with playing(clone, home, began, laps):
            wait_for_page()
            laps["the page"] = time.monotonic() - began
            wait_for_bot()
            laps["a bot's answer in Skyliners"] = time.monotonic() - began
            wait_for_all_games()
            laps["all games"] = time.monotonic() - began
        began = time.monotonic()
        with playing(clone, home, began, {}):
            wait_for_page()
            laps["a second start"] = time.monotonic() - began
        return laps


@contextmanager
def playing(clone: Path, home: Path, began: float, laps: dict[str, float]) -> Iterator[None]:
    """`make play`, with nothing in any cache of ours. Notes when each of its lines came."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "ROOFTOP_"))}
    environment |= {"HOME": str(home), "UV_CACHE_DIR": str(home / "uv"), "npm_config_cache": str(home / "npm")}
    environment |= {"PIP_NO_CACHE_DIR": "1", "LC_ALL": "C.UTF-8", "PYTHONUNBUFFERED": "1"}
    command = ["make", "play"]
    with subprocess.Popen(
        command, cwd=clone, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as server:
        assert server.stdout
        try:
            for line in server.stdout:
                laps |= {stage: time.monotonic() - began for start, stage in STAGES.items() if line.startswith(start)}
                if ADDRESS in line:
                    break
            else:
                sys.exit("make play has not started the server")
            yield
        finally:
            os.killpg(server.pid, signal.SIGTERM)


def until(done: Any) -> Any:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            if found := done():
                return found
        except httpx.TransportError:
            pass
        time.sleep(0.05)
    sys.exit("it took too long")


def wait_for_page() -> None:
    until(lambda: httpx.get(ADDRESS).status_code == 200)


def wait_for_bot() -> None:
    """Until a bot has begun a game of Skyliners."""
    with httpx.Client(base_url=ADDRESS) as client:
        client.post("/api/people", json={"name": "Ann"})
        bot = {"who": "bot", "level": "medium"}
        plan = {"game": "skyliners", "seats": [{"who": "me"}, bot], "first": 1}
        table = until(lambda: client.post("/api/tables", json=plan).json().get("table"))["id"]
        client.post(f"/api/tables/{table}/start")
        until(lambda: client.get(f"/api/tables/{table}").json()["view"]["player"] == 0)


def wait_for_all_games() -> None:
    with httpx.Client(base_url=ADDRESS) as client:
        client.post("/api/people", json={"name": "Ben"})
        for game in client.get("/api/games").json()["games"]:
            plan = {"game": game["name"], "seats": [{"who": "me"}, {"who": "bot"}]}
            until(lambda plan=plan: client.post("/api/tables", json=plan).status_code == 201)


if __name__ == "__main__":
    sys.exit(main())
