"""Real browsers on a real server. The tests of a module stay together: one browser and one server serve them all."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from server.serving import Server, serving
from web.visitors import Visitors, a_browser


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    file = tmp_path_factory.mktemp("web") / "tables.sqlite"
    with serving(f"sqlite:///{file}") as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """For a module, not longer: while Playwright runs, nothing else in the process can use asyncio."""
    with a_browser() as running:
        yield running


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Visitors]:
    """`visit("/")` is a page of somebody new. The browser's console must be empty at the end."""
    visitors = Visitors(browser, server.address)
    yield visitors
    visitors.close()
    assert visitors.complaints == []
