"""A Chromium for the tests: the machine's own, Playwright's, or Debian's package where it may be installed."""

import fcntl
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, BrowserType

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = (
    # WebGL without a graphics card, and no sandbox where everything runs as root.
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
    "--no-sandbox",
)
NONE = (
    "The browser tests need Chromium, and there is none: install it with the system's packages "
    "(apt-get install chromium) or with .venv/bin/playwright install --with-deps chromium."
)


def launch(chromium: BrowserType, *more: str) -> Browser:
    return chromium.launch(executable_path=_find(chromium), args=[*ARGUMENTS, *more])


def _find(chromium: BrowserType) -> str:
    """One process at a time, so that of several only the first installs."""
    with (Path(tempfile.gettempdir()) / "rooftop-chromium.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        found = _on_this_machine() or _playwrights_own(chromium) or _installed()
    if found is None:
        raise AssertionError(NONE)
    return found


def _on_this_machine() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


def _playwrights_own(chromium: BrowserType) -> str | None:
    path = chromium.executable_path
    return path if Path(path).exists() else None


def _installed() -> str | None:
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return None
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "--yes", "--no-install-recommends", "chromium"]):
        subprocess.run(["apt-get", "--quiet", *command], env=environment, capture_output=True)
    return _on_this_machine()
