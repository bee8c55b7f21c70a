"""The command `rooftop` in processes of its own.

They are forked from a process that has imported Rooftop and loaded its machine code already: that takes longer than
what most commands do.
"""

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import cache
from multiprocessing.context import ForkServerContext
from multiprocessing.process import BaseProcess
from pathlib import Path
from tempfile import TemporaryDirectory

from platforms import IS_WINDOWS

ROOFTOP = [sys.executable, "-m", "rooftop.cli"]
"""The command of this environment, to be started afresh."""
TIMEOUT = 600
"""Seconds; reached only if something hangs."""
READ_AT_START = {name: os.environ.get(name) for name in ("PYTHONPATH", "ROOFTOP_CACHE", "ROOFTOP_JIT")}
"""Environment variables that are read before a command is: with others, it has to be started afresh."""
IMPORTED = [
    "rooftop.cli",
    "rooftop.commands",
    "rooftop.terminal",
    "rooftop.arena.report",
    "rooftop.server.run.serve",
    "rooftop.server.run.loaded",
]

Variables = dict[str, str]
Files = tuple[Path, Path, Path]
"""For input, output and errors."""


def run(*arguments: str, typed: str = "", **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run a command to its end, in English unless the environment says otherwise."""
    done = run_raw(*arguments, typed=typed.encode(), **environment)
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def run_raw(*arguments: str | bytes, typed: bytes = b"", **environment: str) -> "subprocess.CompletedProcess[bytes]":
    variables = {**os.environ, "LC_ALL": "C.UTF-8", **environment}
    if IS_WINDOWS or not can_be_forked(variables):
        command = [*ROOFTOP, *arguments]
        return subprocess.run(command, input=typed, capture_output=True, env=variables, timeout=TIMEOUT)
    with TemporaryDirectory() as folder:
        files = Path(folder) / "stdin", Path(folder) / "stdout", Path(folder) / "stderr"
        files[0].write_bytes(typed)
        process = forked([os.fsdecode(argument) for argument in arguments], variables, files)
        process.join(TIMEOUT)
        if process.is_alive():
            process.kill()
            raise subprocess.TimeoutExpired(list(arguments), TIMEOUT)
        assert process.exitcode is not None
        return subprocess.CompletedProcess(
            list(arguments), process.exitcode, files[1].read_bytes(), files[2].read_bytes()
        )


def can_be_forked(environment: Variables) -> bool:
    return all(environment.get(name) == value for name, value in READ_AT_START.items())


def forked(arguments: Sequence[str], environment: Variables, files: Files) -> BaseProcess:
    """Start `rooftop` in a session of its own, with everything imported."""
    return _start(_main, arguments, environment, files)


def executed(command: Sequence[str], environment: Variables, files: Files) -> BaseProcess:
    """Start any command in a session of its own, afresh."""
    return _start(_execute, command, environment, files)


def runs(process: int) -> bool:
    """Whether a process is alive. A zombie is not."""
    try:
        return (Path("/proc") / str(process) / "stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def _start(
    target: Callable[[list[str]], None], arguments: Sequence[str], environment: Variables, files: Files
) -> BaseProcess:
    process = _fork_server().Process(target=_begin, args=(target, list(arguments), environment, files))
    process.start()
    return process


@cache
def _fork_server() -> ForkServerContext:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(IMPORTED)
    return context


def _begin(target: Callable[[list[str]], None], arguments: list[str], environment: Variables, files: Files) -> None:
    os.setsid()
    os.environ.clear()
    os.environ.update(environment)
    for number, file in enumerate(files):
        os.dup2(os.open(file, os.O_RDWR | os.O_CREAT | (os.O_APPEND if number else 0)), number)
    target(arguments)


def _main(arguments: list[str]) -> None:
    from rooftop.cli import main

    sys.stdin = open(0, encoding="utf-8", errors="surrogateescape", closefd=False)  # noqa: SIM115
    sys.argv = ["rooftop", *arguments]
    sys.exit(main())


def _execute(command: list[str]) -> None:
    os.execvp(command[0], command)
