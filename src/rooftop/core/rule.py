"""@rule compiles a readable Python function to machine code that is cached on disk and releases the GIL.

With ROOFTOP_JIT=0 in the environment the same source runs uncompiled, for debugging and coverage.
"""

import hashlib
import os
import shutil
import sys
import time
from collections.abc import Callable, Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from platformdirs import user_cache_path

JIT = os.environ.get("ROOFTOP_JIT", "1") != "0"

if JIT:
    import numba

Ints = np.ndarray[tuple[int, ...], np.dtype[Any]]
"""An array of integers that compiled code reads or fills."""

MOVE = np.int16
"""Of a list of moves: a batch has thousands of lists, and the less memory it touches the faster it is."""

Function = TypeVar("Function", bound=Callable[..., Any])

COMPILED_IN = ("components.py", "state.py")
"""Files without compiled functions on which machine code depends: the tables of a game, the layout of its records."""

UNUSED_FOR = 7 * 24 * 3600
"""Seconds after which machine code of other versions of the sources is thrown away."""


def rule(function: Function) -> Function:
    """Compile a function of the rules."""
    return _compiled(function, nogil=True)


def quick_rule(function: Function) -> Function:
    """The same for one that is over before another thread could do anything: the GIL is not released."""
    return _compiled(function, nogil=False)


def _compiled(function: Function, nogil: bool) -> Function:
    if not JIT:
        return function
    folder = cache_folder()
    # Numba chooses the place of a function's cache while decorating it; other users of Numba keep theirs.
    others, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(folder or "")
    try:
        compiled: Function = numba.njit(cache=folder is not None, nogil=nogil, error_model="numpy")(function)
    finally:
        numba.config.CACHE_DIR = others
    return compiled


@cache
def cache_folder() -> Path | None:
    """The folder of the machine code for exactly these sources and libraries; None where none can be written.

    Numba sees a change in the file of the compiled function only, not in another file that was compiled in.
    """
    digest = hashlib.sha256()
    for library in ("numba", "llvmlite", "numpy"):
        digest.update(f"{library} {version(library)}".encode())
    for path in sorted(Path(__file__).parents[1].rglob("*.py")):
        source = path.read_bytes()
        if b"@rule" in source or b"@quick_rule" in source or path.name in COMPILED_IN:
            digest.update(source)
    folder = user_cache_path("rooftop") / "compiled" / digest.hexdigest()[:16]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        folder.touch()
    except OSError:
        return None
    _drop_unused(folder.parent)
    return folder


def _drop_unused(parent: Path) -> None:
    for folder in parent.iterdir():
        if time.time() - folder.stat().st_mtime > UNUSED_FOR:
            shutil.rmtree(folder, ignore_errors=True)


def compile_once(title: str, calls: Sequence[tuple[Any, tuple[Any, ...]]]) -> None:
    """Compile functions for the types of these arguments, showing progress, unless this was done before."""
    if not JIT:
        return
    folder = cache_folder()
    done = folder and folder / f"{title}.ready"
    if done and done.exists():
        return
    from rich.console import Console
    from rich.progress import track

    console = Console(file=sys.stderr)
    message = f"Compiling {title} for this machine (once)"
    if not console.is_terminal:
        console.print(message)
    for function, arguments in track(calls, message, console=console, disable=not console.is_terminal):
        machine_code(function, arguments)
    if done:
        done.touch()


def machine_code(function: Any, arguments: tuple[Any, ...]) -> Any:
    """The function compiled for the types of these arguments, and to be called with no others: it does not look.

    A call costs half as much as by way of the function itself, which finds out the types each time.
    """
    return function.compile(tuple(numba.typeof(argument) for argument in arguments)) if JIT else function
