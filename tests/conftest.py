"""Property tests are short in CI; `pytest --hypothesis-profile=long` lets them run."""

import pytest
from hypothesis import settings

from rooftop.warmup import compile_all, warm_up
from tables import compile_environment

settings.register_profile("ci", max_examples=60, deadline=None)
settings.register_profile("long", max_examples=5000, deadline=None)
settings.load_profile("ci")


def pytest_configure(config: pytest.Config) -> None:
    """Compile once, before the processes that run the tests start and each would do it."""
    if not hasattr(config, "workerinput"):
        warm_up()
        compile_all("environments", compile_environment)
