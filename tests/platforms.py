"""What tests need of the system that they run on. Where it is missing they are skipped, and say why."""

import sys
from pathlib import Path

import pytest

IS_WINDOWS = sys.platform == "win32"

needs_a_terminal = pytest.mark.skipif(IS_WINDOWS, reason="there are no pseudo-terminals on Windows")
needs_signals = pytest.mark.skipif(IS_WINDOWS, reason="there are no signals to a group of processes on Windows")
needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="finds processes in /proc")
needs_prlimit = pytest.mark.skipif(sys.platform != "linux", reason="only Linux can limit another process's files")
