"""The set-up of the browser tests: install the browsers that are missing, or say how to."""

import sys

from packages import apt_get, can_install
from web import chromium, firefox

BROWSERS = (chromium, firefox)


def main() -> int:
    """Without Chromium the tests fail; those in Firefox are skipped where there is none, but not in CI on Linux."""
    if not all(browser.is_installed() for browser in BROWSERS) and can_install():
        print("Installing browsers for the tests (once)", flush=True)
        apt_get("update")
        for browser in BROWSERS:
            for packages in browser.PACKAGES:
                if not browser.is_installed():
                    apt_get("install", "--yes", "--no-install-recommends", *packages)
    for browser in BROWSERS:
        if not browser.is_installed():
            print(browser.NONE, file=sys.stderr)
    return 0 if chromium.is_installed() else 1


if __name__ == "__main__":
    sys.exit(main())
