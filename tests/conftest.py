"""Hypothesis profiles (`pytest --hypothesis-profile=long` for long runs), compilation up front, processes."""

import gc
import os

import pytest
from hypothesis import settings

from compiled import compile_for_tests
from platforms import IS_WINDOWS

collect_ignore = ["server", "web"] if IS_WINDOWS else []

settings.register_profile("ci", max_examples=60, deadline=None)
settings.register_profile("long", max_examples=5000, deadline=None)
settings.load_profile("ci")


def pytest_configure(config: pytest.Config) -> None:
    """Compile once, before the xdist workers start."""
    if not hasattr(config, "workerinput"):
        compile_for_tests()


def pytest_sessionstart() -> None:
    """No garbage collections while the tests are imported: nothing of it is garbage."""
    gc.disable()


def pytest_collection_finish() -> None:
    """As in the server (`run/serve.py`): what is alive now is mostly code, and full collections would traverse it."""
    gc.freeze()
    gc.set_threshold(50_000, 50, 10)
    gc.enable()


def pytest_report_header() -> str:
    return "not on Windows: tests/server and tests/web, which end servers by POSIX's signals" if IS_WINDOWS else ""


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Two more than there are cores: the tests of servers mostly wait, for timeouts and for processes to start."""
    return (os.cpu_count() or 1) + 2
