"""Real browsers on a real server. The tests of a module stay together: one browser and one server serve them all."""

from collections import Counter
from collections.abc import Iterator
from threading import Timer

import pytest
from playwright.sync_api import Browser

from server.serving import Server, serving
from web.chromium import launch
from web.visitors import Browsers, Visitors, browsers

LIMIT, DRAWN_LIMIT = 120, 60
"""Seconds, several times what the longest test takes. A Chromium without a graphics card now and then stops for good,
most often where the scene is drawn, and Playwright waits for ever for it to take a key: then it is killed, and the test
has another try with a new one."""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    file = tmp_path_factory.mktemp("web") / "tables.sqlite"
    with serving(f"sqlite:///{file}") as running:
        yield running


@pytest.fixture(scope="module")
def launched() -> Iterator[Browsers]:
    """For a module, not longer: while Playwright runs, nothing else in the process can use asyncio."""
    with browsers() as chromium:
        yield chromium


@pytest.fixture
def browser(launched: Browsers) -> Iterator[Browser]:
    watch = Timer(DRAWN_LIMIT if launched.drawn else LIMIT, launched.kill)
    watch.start()
    yield launched.running()
    watch.cancel()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    lanes = _lanes(items)
    again = pytest.mark.flaky(reruns=2, only_rerun="TargetClosedError")
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(again)
            item.add_marker(pytest.mark.xdist_group(lanes[item.path.name]))
    items.sort(key=lambda item: item.get_closest_marker("xdist_group") is None)  # long groups first


def _lanes(items: list[pytest.Item]) -> dict[str, str]:
    """Each file that drives a browser in one of two processes, about equally many tests in each. A browser keeps a core
    busy, so more of them at a time only take each other's, and the tests of a file share one browser."""
    files = Counter(item.path.name for item in items if "browser" in getattr(item, "fixturenames", ()))
    tests, lanes = Counter({"browser 1": 0, "browser 2": 0}), {}
    for name, count in files.most_common():
        lanes[name] = min(tests, key=lambda lane: tests[lane])
        tests[lanes[name]] += count
    return lanes


@pytest.fixture
def visit(launched: Browsers, browser: Browser, server: Server) -> Iterator[Visitors]:
    """`visit("/")` is a page of somebody new. The browser's console must be empty at the end."""
    visitors = Visitors(browser, server.address, launched.drawn)
    yield visitors
    visitors.close()
    assert visitors.complaints == []


@pytest.fixture
def visit_without_webgl(browser: Browser, server: Server) -> Iterator[Visitors]:
    """The same in a browser that cannot draw the scene."""
    flat = launch(browser.browser_type, "--disable-3d-apis")
    visitors = Visitors(flat, server.address)
    yield visitors
    flat.close()
    assert visitors.complaints == []


@pytest.fixture(params=["visit", "visit_without_webgl"])
def visit_either(request: pytest.FixtureRequest) -> Visitors:
    """Once in the scene, and once on the picture that is shown without WebGL."""
    visitors: Visitors = request.getfixturevalue(request.param)
    return visitors
