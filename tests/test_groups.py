"""Tests that share what is slow to set up run in one process."""

import os

import pytest


@pytest.mark.xdist_group("kept together")
@pytest.mark.skipif("PYTEST_XDIST_WORKER" not in os.environ, reason="there is only one process")
def test_groups_of_tests_are_kept_together(request: pytest.FixtureRequest) -> None:
    """pytest-xdist takes the group from the id of a test. With some versions of pytest it silently does not."""
    assert request.node.nodeid.endswith("@kept together")
