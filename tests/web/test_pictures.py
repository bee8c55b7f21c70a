"""The scene as it is drawn. All other browser tests skip the drawing, which would take most of their time."""

import io
import random
from collections.abc import Iterator

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Page

from rooftop.core.game import games
from web.playing import decide_by_keys, meet_a_bot, wait_for_picture, wait_for_turn
from web.visitors import DRAW_NOTHING, PHONE, Browsers, Visitors, browsers

SMALL = (1024, 640)
SHADES = 300
"""Of walls, windows, ground and shadows there are more; of the page itself around them there are a few dozen."""


@pytest.fixture(scope="module")
def launched() -> Iterator[Browsers]:
    with browsers(drawn=True) as chromium:
        yield chromium


def shades(page: Page) -> int:
    """How many colours the part of the scene has that no panel covers."""
    wait_for_picture(page)
    box = page.locator("[data-slot=clear]").bounding_box()
    assert box
    return count_shades(page.screenshot(clip=box))


def count_shades(png: bytes) -> int:
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    return len(np.unique(np.asarray(picture).reshape(-1, 3), axis=0))


@pytest.mark.parametrize("size", [SMALL, PHONE])
@pytest.mark.parametrize("game", games())
def test_the_board_is_drawn(visit: Visitors, game: str, size: tuple[int, int]) -> None:
    page = visit(size=size)
    meet_a_bot(page, game)
    wait_for_turn(page)
    assert shades(page) > SHADES
    decide_by_keys(page, random.Random(1))  # with the marks of places, and the piece to be built
    assert shades(page) > SHADES


def test_a_board_that_is_not_drawn_is_found_out(visit: Visitors) -> None:
    page = visit(size=SMALL)
    page.add_init_script(DRAW_NOTHING)
    meet_a_bot(page, "skyliners")
    assert shades(page) < SHADES
