"""A Chromium for the tests: the machine's own or Playwright's. `make browsers` installs one."""

import shutil
from pathlib import Path

from playwright.sync_api import Browser, BrowserType, sync_playwright

PACKAGES = (("chromium-headless-shell",), ("chromium",))
"""Debian's, one or the other. The shell needs a third less CPU time; others package only the full browser."""
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = (
    # WebGL without a graphics card, and no sandbox where everything runs as root.
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
    # Drawing without a graphics card on a busy machine can take longer than the watchdog of the GPU process allows.
    "--disable-gpu-watchdog",
    # Rasterize on the CPU: an emulated GPU is slower.
    "--disable-gpu-rasterization",
    # All cores are busy with other tests, so helper threads of JavaScript would only add their own cost.
    "--js-flags=--single-threaded",
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


def is_installed() -> bool:
    if _on_this_machine():
        return True
    with sync_playwright() as playwright:
        return _playwrights_own(playwright.chromium) is not None


def _on_this_machine() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


def _playwrights_own(chromium: BrowserType) -> str | None:
    path = chromium.executable_path
    return path if Path(path).exists() else None
