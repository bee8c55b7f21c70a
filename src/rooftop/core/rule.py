"""@rule compiles a Python function to machine code that is cached on disk and releases the GIL.

With ROOFTOP_JIT=0 in the environment, the same source runs uncompiled, for debugging and coverage.
"""

import hashlib
import os
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from platformdirs import user_cache_path

from rooftop.core.progress import tracked

JIT = os.environ.get("ROOFTOP_JIT", "1") != "0"

PACKAGE = Path(__file__).parents[1]

if JIT:
    import numba
    from numba.core.caching import UserProvidedCacheLocator

    class PackageLocator(UserProvidedCacheLocator):  # type: ignore[misc]
        """Numba names its cache files after the folder of the source. Here that is the folder in the package, wherever
        it is installed: the digest in `cache_folder` tells apart what differs, and equal clones share machine code."""

        @classmethod
        def get_suitable_cache_subpath(cls, py_file: str) -> str:
            folder = Path(py_file).resolve().parent
            if folder.is_relative_to(PACKAGE):
                return "_".join(folder.relative_to(PACKAGE).parts)
            return str(super().get_suitable_cache_subpath(py_file))


Ints = np.ndarray[tuple[int, ...], np.dtype[Any]]
"""An array of integers that compiled code reads or fills."""

MOVE = np.int16
"""The dtype of move lists. A batch holds thousands of them, and its speed is bound by memory traffic."""

Function = TypeVar("Function", bound=Callable[..., Any])

COMPILED_IN = ("components.py", "state.py")
"""Files without compiled functions whose contents end up in machine code: a game's constants, the record layout."""

MAX_CACHE_AGE = 7 * 24 * 3600
"""Maximum age in seconds of unused cached machine code."""


def rule(function: Function) -> Function:
    """Compile a function that releases the GIL."""
    return _compiled(function, nogil=True)


def quick_rule(function: Function) -> Function:
    """Compile a function that keeps the GIL: for short functions, releasing it costs more than it gains."""
    return _compiled(function, nogil=False)


def _compiled(function: Function, nogil: bool) -> Function:
    if not JIT:
        return function
    folder = cache_folder()
    with _numba_settings(CACHE_DIR=str(folder or ""), CACHE_LOCATOR_CLASSES=f"{__name__}.PackageLocator"):
        compiled: Function = numba.njit(cache=folder is not None, nogil=nogil, error_model="numpy")(function)
    return compiled


@contextmanager
def _numba_settings(**settings: str) -> Iterator[None]:
    """Numba reads these when it decorates a function. They are restored for other users of Numba."""
    previous = {name: getattr(numba.config, name) for name in settings}
    vars(numba.config).update(settings)
    try:
        yield
    finally:
        vars(numba.config).update(previous)


@cache
def cache_folder() -> Path | None:
    """The cache folder for exactly these sources and library versions, None if it is not writable.

    Numba's own cache key covers only the file of the compiled function, not the files of functions it inlines or calls.
    """
    digest = hashlib.sha256()
    for library in ("numba", "llvmlite", "numpy"):
        digest.update(f"{library} {version(library)}".encode())
    for path in sorted(PACKAGE.rglob("*.py")):
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
        with suppress(FileNotFoundError):  # another process has removed it
            if time.time() - folder.stat().st_mtime > MAX_CACHE_AGE:
                shutil.rmtree(folder, ignore_errors=True)


def compile_once(title: str, calls: Sequence[tuple[Any, tuple[Any, ...]]]) -> None:
    """Compile functions for the types of these arguments, with a progress bar, unless they are already cached."""
    if not JIT:
        return
    folder = cache_folder()
    done = folder and folder / f"{title}.ready"
    if done and done.exists():
        return
    for function, arguments in tracked(calls, len(calls), "game", title=title):
        machine_code(function, arguments)
    if done:
        done.touch()


def machine_code(function: Any, arguments: tuple[Any, ...]) -> Any:
    """The specialization of a function for the types of these arguments. It does not check the types it is called with.

    A call costs half as much as a call of the function itself, which dispatches on argument types each time.
    """
    return function.compile(tuple(numba.typeof(argument) for argument in arguments)) if JIT else function
