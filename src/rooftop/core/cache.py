"""The folder with the machine code for exactly these sources and library versions.

A wheel for one platform ships machine code that any CPU of the platform can run. The commands that people wait for
start with it (`prefer_shipped`), until the machine code for this CPU is complete.
"""

import hashlib
import os
import shutil
import time
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path

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

COMPILED_IN = ("components.py", "state.py")
"""Files without compiled functions whose contents end up in machine code: a game's constants, the record layout."""
MAX_AGE = 7 * 24 * 3600
"""Maximum age in seconds of unused machine code."""


@cache
def cache_folder() -> Path | None:
    """The folder, None if it is not writable."""
    folder = _folder(os.environ.get(CPU))
    try:
        if not folder.exists() and (SHIPPED / folder.name).is_dir():
            _install(SHIPPED / folder.name, folder)
        folder.mkdir(parents=True, exist_ok=True)
        folder.touch()
    except OSError:
        return None
    _drop_unused(folder.parent)
    return folder


@cache
def prefer_shipped() -> bool:
    """Use the shipped machine code until that for this CPU is complete. Whether this process does.

    The first call must come before Numba is imported, which reads the setting only then.
    """
    own = _folder(None)
    if CPU in os.environ or not (SHIPPED / f"{own.name}-{GENERIC}").is_dir() or (own / COMPLETE).exists():
        return False
    os.environ[CPU] = GENERIC
    return True


def _folder(cpu: str | None) -> Path:
    root = Path(os.environ.get(CACHE) or user_cache_path("rooftop"))
    return root / "compiled" / (f"{_digest()}-{cpu}" if cpu else _digest())


@cache
def _digest() -> str:
    """Numba's own cache key covers only the file of the compiled function, not the files of functions it inlines or
    calls."""
    digest = hashlib.sha256()
    for library in ("numba", "llvmlite", "numpy"):
        digest.update(f"{library} {version(library)}".encode())
    for path in sorted(PACKAGE.rglob("*.py")):
        source = path.read_bytes()
        if b"@rule" in source or b"@quick_rule" in source or path.name in COMPILED_IN:
            digest.update(source)
    return digest.hexdigest()[:16]


def _install(shipped: Path, folder: Path) -> None:
    """Copy shipped machine code to where Numba can add to it. Another process may be doing the same."""
    copy = folder.with_name(f"{folder.name}.{os.getpid()}")
    shutil.copytree(shipped, copy)
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
