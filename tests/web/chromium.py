"""A Chromium for the tests: the machine's own or Playwright's. `make test` sees to it first that there is one."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser, BrowserType, sync_playwright

PACKAGES = ("chromium-headless-shell", "chromium")
"""Debian's. The shell needs a third less processor time; other systems only have the whole browser."""
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = (
    # WebGL without a graphics card, and no sandbox where everything runs as root.
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
    # The rest of the page is quicker to draw without pretending that there is one.
    "--disable-gpu-rasterization",
    "--no-sandbox",
)
NONE = (
    "The browser tests need Chromium, and there is none: install it with the system's packages "
    "(apt-get install chromium-headless-shell, or chromium) or with .venv/bin/playwright install --with-deps chromium."
)


def launch(chromium: BrowserType, *more: str, scrollbars: bool = False) -> Browser:
    """`scrollbars` that take room, as on most computers; Playwright hides them."""
    hidden = ["--hide-scrollbars"] if scrollbars else None
    return chromium.launch(executable_path=_find(chromium), args=[*ARGUMENTS, *more], ignore_default_args=hidden)


def _find(chromium: BrowserType) -> str:
    found = _on_this_machine() or _playwrights_own(chromium)
    if found is None:
        raise AssertionError(NONE)
    return found


def _on_this_machine() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


def _playwrights_own(chromium: BrowserType) -> str | None:
    path = chromium.executable_path
    return path if Path(path).exists() else None


def _install() -> None:
    """Debian's package, where that may be done."""
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return
    print("Installing Chromium for the browser tests (once)", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    install = ["install", "--yes", "--no-install-recommends"]
    for command in (["update"], [*install, PACKAGES[0]], [*install, PACKAGES[1]]):
        if not _on_this_machine():
            subprocess.run(["apt-get", "--quiet", *command], env=environment, capture_output=True)


def main() -> int:
    """Set up: have one, or say what is missing."""
    with sync_playwright() as playwright:
        if _on_this_machine() or _playwrights_own(playwright.chromium):
            return 0
    _install()
    if _on_this_machine():
        return 0
    print(NONE, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
