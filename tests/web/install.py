"""The set-up of the browser tests: install the browsers that are missing, or say how to."""

import os
import shutil
import subprocess
import sys

from platforms import is_root
from web import chromium, firefox

BROWSERS = (chromium, firefox)


def main() -> int:
    """Without Chromium the tests fail; those in Firefox are skipped where there is none."""
    if not all(browser.is_installed() for browser in BROWSERS) and is_root() and shutil.which("apt-get"):
        print("Installing browsers for the tests (once)", flush=True)
        _apt_get("update")
        for browser in BROWSERS:
            for packages in browser.PACKAGES:
                if not browser.is_installed():
                    _apt_get("install", "--yes", "--no-install-recommends", *packages)
    for browser in BROWSERS:
        if not browser.is_installed():
            print(browser.NONE, file=sys.stderr)
    return 0 if chromium.is_installed() else 1


def _apt_get(*command: str) -> None:
    """Prints why it failed and goes on; the caller checks what is installed."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(["apt-get", "--quiet", *command], env=environment, capture_output=True, text=True)
    if done.returncode:
        print(done.stderr, file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
