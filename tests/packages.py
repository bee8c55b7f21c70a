"""Debian packages that tests need. The set-up installs them, never a test."""

import os
import shutil
import subprocess
import sys


def are_required() -> bool:
    """In CI on Linux, where the workflow or the set-up installs them, they may not be missing; elsewhere they may."""
    return "CI" in os.environ and sys.platform == "linux"


def can_install() -> bool:
    return sys.platform == "linux" and os.geteuid() == 0 and shutil.which("apt-get") is not None


def apt_get(*command: str) -> None:
    """Prints why it failed and goes on; the caller checks what is installed."""
    # Run level 1: services that come with packages are not started.
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    done = subprocess.run(["apt-get", "--quiet", *command], env=environment, capture_output=True, text=True)
    if done.returncode:
        print(done.stderr, file=sys.stderr)
