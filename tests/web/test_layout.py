"""All of a table is seen on ordinary screens: four players, long names, full hands, scrollbars that take room."""

import random
from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Page, expect

from server.serving import Server
from web.layout import LAPTOPS, MOMENTS, NAMES, VARIANTS, faults, fullest, played
from web.playing import bar, be_asked_always, choose_by_keys, open_table, sit_at
from web.staging import stage
from web.visitors import Browsers, Visitors, browsers


@pytest.fixture(scope="module")
def launched() -> Iterator[Browsers]:
    with browsers(scrollbars=True) as chromium:
        yield chromium


def sit_down(visit: Visitors, server: Server, game: str, moves: Sequence[str]) -> Page:
    page = visit("/about", size=LAPTOPS[0])
    be_asked_always(page)
    seats = [{"who": "me", "name": name} for name in NAMES]
    table = open_table(page, game, seats, start=False, variant=VARIANTS[game])
    stage(server.database, table, 1, moves)
    sit_at(page, table)
    return page


@pytest.mark.parametrize(("game", "moment"), [(game, moment) for game in MOMENTS for moment in MOMENTS[game]])
def test_all_is_seen_while_one_plays(visit: Visitors, server: Server, game: str, moment: str) -> None:
    page = sit_down(visit, server, game, fullest(game, moment))
    expect(page.locator("[data-slot=bar][data-mine=true]")).to_be_visible()
    assert faults(page) == []
    if moment == "middle":
        if game == "newyork1901":
            page.keyboard.press("n")  # a tile that fits, where it fits
        else:
            choose_by_keys(page, random.Random(1))
        expect(page.locator("[data-slot=consequences]")).to_be_attached()
        assert faults(page) == []


@pytest.mark.parametrize("game", MOMENTS)
def test_all_is_seen_at_the_end(visit: Visitors, server: Server, game: str) -> None:
    page = sit_down(visit, server, game, played(game))
    for _ in range(3):
        bar(page).get_by_role("button", name="Next step").click()
    assert faults(page) == []
    bar(page).get_by_role("button", name="To the result").click()
    assert faults(page) == []
