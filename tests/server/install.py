"""The set-up of the proxy tests: install the proxies that are missing, or say how to."""

import sys

from packages import apt_get, can_install
from server.proxies import missing


def main() -> int:
    """Where there is no proxy, its tests are skipped, but not in CI on Linux."""
    if missing() and can_install():
        print("Installing proxies for the tests (once)", flush=True)
        apt_get("update")
        apt_get("install", "--yes", "--no-install-recommends", *missing())
    if missing():
        print(f"The tests of proxies need Debian's packages {' '.join(missing())}.", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
