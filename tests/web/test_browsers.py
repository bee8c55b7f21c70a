"""The tests of the pages go on when a browser hangs."""

from threading import Timer

import pytest
from playwright.sync_api import Error

from web.visitors import Browsers


def test_a_browser_that_hangs_is_killed_and_replaced(launched: Browsers) -> None:
    browser = launched.running()
    page = browser.new_page()
    for process in launched.processes():
        process.suspend()
    Timer(1, launched.kill).start()
    with pytest.raises(Error, match="has been closed"):
        page.keyboard.press("Tab")
    another = launched.running()
    assert another is not browser
    another.new_page().keyboard.press("Tab")
