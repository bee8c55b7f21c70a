"""@rule compiles a Python function to machine code that is cached on disk and releases the GIL.

With ROOFTOP_JIT=0 in the environment, the same source runs uncompiled, for debugging and coverage.
"""

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np

from rooftop.core.cache import PACKAGE, cache_folder, save_lock, wanted_folder
from rooftop.core.errors import RooftopError, reason_of
from rooftop.core.messages import Whole
from rooftop.core.progress import tell, tracked

JIT = os.environ.get("ROOFTOP_JIT", "1") != "0"

if JIT:
    import numba
    from numba.core.caching import UserProvidedCacheLocator
    from numba.core.event import Listener, register

    class PackageLocator(UserProvidedCacheLocator):  # type: ignore[misc]
        """Names cache files after the path within the package, not after the absolute path as Numba does. So equal
        clones share machine code. The digest in the name of `cache_folder()` separates different ones."""

        @classmethod
        def get_suitable_cache_subpath(cls, py_file: str) -> str:
            folder = Path(py_file).resolve().parent
            if folder.is_relative_to(PACKAGE):
                return "_".join(folder.relative_to(PACKAGE).parts)
            return str(super().get_suitable_cache_subpath(py_file))

        @classmethod
        def from_function(cls, py_func: Any, py_file: str) -> "PackageLocator":
            return cls(py_func, py_file)  # the folder is made when something is saved

        def ensure_cache_path(self) -> None:
            """Numba calls this before it saves. It reads the index of a function, picks the next free file and writes
            both, which is a race condition: two processes can pick one file for two games. Whoever loads it later runs
            the machine code of the other game, which corrupts memory. So one process at a time saves."""
            _saving.lock = save_lock()
            _saving.lock.acquire()
            super().ensure_cache_path()

    class Saved(Listener):  # type: ignore[misc]
        """Numba saves while it holds the compiler lock, last of all."""

        def on_start(self, event: Any) -> None:
            pass

        def on_end(self, event: Any) -> None:
            if lock := vars(_saving).pop("lock", None):
                lock.release()

    _saving = threading.local()
    register("numba:compiler_lock", Saved())


Ints = np.ndarray[tuple[int, ...], np.dtype[Any]]
"""An array of integers that compiled code reads or fills."""

MOVE = np.int16
"""The dtype of move lists. A batch holds thousands of them, and its speed is bound by memory traffic."""

Function = TypeVar("Function", bound=Callable[..., Any])

Call = tuple[Any, tuple[Any, ...]]
"""A function, and arguments of the types that it is compiled for."""


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
        compiled: Any = numba.njit(nogil=nogil, error_model="numpy", cache=bool(folder))(function)
    return cast(Function, compiled)


@contextmanager
def _numba_settings(**settings: str) -> Iterator[None]:
    """Numba reads these when it decorates a function. They are restored for other users of Numba."""
    previous = {name: getattr(numba.config, name) for name in settings}
    vars(numba.config).update(settings)
    try:
        yield
    finally:
        vars(numba.config).update(previous)


def compile_once(title: str, calls: Sequence[Call]) -> None:
    """Compile functions for the types of these arguments, with a progress bar, unless they are already cached."""
    if not JIT:
        return
    folder = cache_folder()
    done = folder and folder / f"{title}.ready"
    if done and done.exists():
        return
    if not folder:
        tell("not_kept", folder=wanted_folder())
    for function, arguments in tracked(calls, len(calls), "game", title=title):
        machine_code(function, arguments)
    if done:
        done.touch()


def machine_code(function: Any, arguments: tuple[Any, ...]) -> Any:
    """The specialization of a function for the types of these arguments. It does not check the types it is called with.

    A call costs half as much as a call of the function itself, which dispatches on argument types each time.
    """
    if not JIT:
        return function
    try:
        return function.compile(tuple(numba.typeof(argument) for argument in arguments))
    except OSError as error:  # the disk is full
        raise RooftopError("errors.file", file=Whole(cache_folder()), reason=reason_of(error)) from error
