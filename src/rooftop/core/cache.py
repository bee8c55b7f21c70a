"""The folder with the machine code for exactly these sources, library versions, this Python and this CPU.

A wheel for one platform ships machine code that any CPU of the platform can run. The commands that people wait for
start with it (`prefer_shipped`), until the machine code for this CPU is complete.
"""

import atexit
import hashlib
import os
import re
import shutil
import stat
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryFile, mkdtemp

from filelock import FileLock
from platformdirs import user_cache_path

PACKAGE = Path(__file__).parents[1]
SHIPPED = PACKAGE / "compiled"
"""In a platform wheel."""

CACHE = "ROOFTOP_CACHE"
"""The environment variable that names the root of the cache."""
CPU, GENERIC = "NUMBA_CPU_NAME", "generic"
"""Numba's setting of the CPU to compile for. The generic one has only what every CPU of the platform has."""
COMPLETE = "complete"
"""The file that marks a folder with the machine code of all games."""

RULE = re.compile(rb"^ *@(quick_)?rule\b", re.MULTILINE)
COMPILED_IN = ("components.py", "dispatch.py", "rule.py", "state.py")
"""Files without `@rule` whose contents end up in machine code: a game's constants, dispatch, the options of the
compiler, the record layout."""
MAX_AGE = 7 * 24 * 3600
"""Maximum age in seconds of unused machine code."""


@cache
def cache_folder() -> Path | None:
    """The folder. Where nothing can be written, a copy of one that has the machine code of all games, or None."""
    folder = wanted_folder()
    shipped = SHIPPED / folder.name
    try:
        if not folder.exists() and shipped.is_dir():
            _install(shipped, folder)
        folder.mkdir(parents=True, exist_ok=True)
        folder.touch()
        TemporaryFile(dir=folder).close()
    except OSError:
        complete = [each for each in (folder, shipped) if os.path.exists(each / COMPLETE)]
        return _temporary_copy(complete[0]) if complete else None
    _drop_unused(folder.parent)
    return folder


def _temporary_copy(folder: Path) -> Path | None:
    """Numba adds to the folder that it reads from. Machine code is linked to, as every process has such a copy."""
    try:
        copy = mkdtemp(prefix="rooftop-")
        atexit.register(shutil.rmtree, copy, ignore_errors=True)
        return _copied(folder.resolve(), Path(copy) / folder.name, _link_or_copy)
    except OSError:
        return None


def _link_or_copy(file: str, copy: str) -> None:
    """Numba replaces files of machine code, and never writes into them."""
    if file.endswith(".nbc"):
        os.symlink(file, copy)
    else:
        shutil.copyfile(file, copy)


def _copied(folder: Path, copy: Path, copy_file: Callable[[str, str], object] = shutil.copyfile) -> Path:
    """A copy that can be written to, also of what cannot: images and packages can be read-only."""
    shutil.copytree(os.fspath(folder), copy, copy_function=lambda file, to: copy_file(os.fspath(file), to))
    for made, _, _ in os.walk(copy):  # `copytree` gives folders the permissions of the original
        os.chmod(made, os.stat(made).st_mode | stat.S_IWUSR)
    return copy


def save_lock() -> FileLock:
    """To be held by whoever adds machine code to the folder."""
    return FileLock(f"{cache_folder()}/lock")


def keep_folder() -> None:
    """Tell other processes that the folder is still used: they remove what nobody has used for long."""
    if folder := cache_folder():
        with suppress(OSError):
            os.utime(folder)


def wanted_folder() -> Path:
    """Where the folder should be."""
    return _folder(os.environ.get(CPU) or _own_cpu())


@cache
def prefer_shipped() -> bool:
    """Use the shipped machine code until that for this CPU is complete. Whether this process does.

    The first call must come before Numba is imported, which reads the setting only then.
    """
    is_shipped = (SHIPPED / _folder(GENERIC).name).is_dir()
    if CPU in os.environ or not is_shipped or os.path.exists(_folder(_own_cpu()) / COMPLETE):
        return False
    os.environ[CPU] = GENERIC
    return True


def _folder(cpu: str) -> Path:
    root = Path(os.environ.get(CACHE) or user_cache_path("rooftop"))
    return root / "compiled" / f"{_digest()}-{cpu}"


@cache
def _own_cpu() -> str:
    """The name of this CPU, and a digest of what it can: machines with one home directory need not be equal."""
    from llvmlite import binding as llvm  # slow to import, and `--help` must be quick

    features = llvm.get_host_cpu_features().flatten()
    return f"{llvm.get_host_cpu_name()}-{hashlib.sha256(features.encode()).hexdigest()[:8]}"


@cache
def _digest() -> str:
    """Numba's own cache key covers only the file of the compiled function, not the files of functions it inlines or
    calls. Python is in the digest for the marks of complete games, which have no other key."""
    digest = hashlib.sha256(EXTENSION_SUFFIXES[0].encode())
    for library in ("numba", "llvmlite", "numpy"):
        digest.update(f"{library} {version(library)}".encode())
    for source in compiled_sources().values():
        digest.update(source)
    return digest.hexdigest()[:16]


def compiled_sources() -> dict[Path, bytes]:
    """The files whose contents end up in machine code, in a fixed order, and these contents."""
    sources = {file: file.read_bytes() for file in sorted(PACKAGE.rglob("*.py"))}
    return {file: source for file, source in sources.items() if file.name in COMPILED_IN or RULE.search(source)}


def _install(shipped: Path, folder: Path) -> None:
    """Copy shipped machine code to where Numba can add to it. Another process may be doing the same."""
    copy = _copied(shipped, folder.with_name(f"{folder.name}.{os.getpid()}"))
    try:
        copy.rename(folder)
    except OSError:
        shutil.rmtree(copy)
        if not folder.is_dir():
            raise


def _drop_unused(parent: Path) -> None:
    for folder in parent.iterdir():
        with suppress(FileNotFoundError):  # another process has removed it
            if time.time() - folder.stat().st_mtime > MAX_AGE:
                shutil.rmtree(folder, ignore_errors=True)
