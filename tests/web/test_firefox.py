"""The pages in Firefox: a small set, as Chromium plays whole games. Home, a few moves of each game, what is seen on a
laptop, and the page without WebGL."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from packages import are_required
from rooftop.core.game import find_game, games
from server.serving import Server
from web.firefox import NONE, Firefox, FirefoxPage, firefox, is_installed
from web.layout import FAULTS, LAPTOPS, Scene
from web.playing import ARROWS, BOT, ME
from web.staging import stage
from web.test_pictures import SHADES, count_shades

pytestmark = pytest.mark.xdist_group("test_firefox.py")

SMALL = (1024, 640)
MOVES = 2
POST = """async (path, body) => {
    const answer = await fetch(path, {
        method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(body)
    });
    if (!answer.ok) throw new Error(await answer.text());
    return await answer.json();
}"""
ASK_ALWAYS = "() => { localStorage['rooftop.settings'] = JSON.stringify({takeSingleMoves: false}); }"
MY_TURN = "() => Boolean(document.querySelector('[data-slot=bar][data-mine=true]'))"
VERSION = "() => document.querySelector('[data-slot=table]').dataset.version"
CAN_CLICK = "() => Boolean(document.querySelector('[data-slot=places][data-laid=true], [data-slot=drawing] svg'))"
"""Whether the places are where the picture has them, or there is no picture."""
CAN_CONFIRM = "() => Boolean(document.querySelector('[data-slot=confirm]:enabled'))"
OPEN_PLACE = "[data-slot=places] button[aria-disabled=false]"
NEXT_KEY = """() => {
    const all = (selector) => [...document.querySelectorAll(selector)];
    const chosen = "[data-slot=thing][data-chosen=true]";
    if (all(`${chosen} [data-part]:enabled`).length && !all(`${chosen} [data-part][aria-pressed=true]`).length)
        return "1";
    const things = all("[data-thing][data-number]:enabled");
    return things.length && !all(chosen).length ? things[0].dataset.number : null;
}"""
"""The key of a piece or card to choose, null when a place is to be chosen."""
TWO_FRAMES = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(true))))"


@pytest.fixture(scope="module")
def needed() -> None:
    if not is_installed():
        assert not are_required(), NONE
        pytest.skip(NONE)


@pytest.fixture(scope="module")
def running(needed: None) -> Iterator[Firefox]:
    with firefox() as started:
        yield started


@pytest.fixture
def fox(running: Firefox) -> Iterator[Firefox]:
    """The console must be empty at the end."""
    yield running
    complaints, running.complaints = running.complaints, []
    assert complaints == []


def open_table(page: FirefoxPage, game: str, seats: list[dict[str, Any]], start: bool = True, **options: Any) -> str:
    page.evaluate(ASK_ALWAYS)
    page.evaluate(POST, "/api/people", {"name": "Ann"})
    table: str = page.evaluate(POST, "/api/tables", {"game": game, "seats": seats, **options})["table"]["id"]
    if start:
        page.evaluate(POST, f"/api/tables/{table}/start", {})
    return table


def choose_by_keys(page: FirefoxPage, chance: random.Random) -> None:
    """A whole move, without making it: pieces and cards by their numbers, places by the arrows."""
    while not page.evaluate(CAN_CONFIRM):
        if key := page.evaluate(NEXT_KEY):
            page.press(key)
            continue
        page.press("ArrowUp")
        while not page.count(f"{OPEN_PLACE}:focus"):
            page.press(chance.choice(list(ARROWS)))
        page.press("Enter")


def choose_by_mouse(page: FirefoxPage, chance: random.Random) -> None:
    """The same by clicks on pieces, cards, and places in the picture."""
    while not page.evaluate(CAN_CONFIRM):
        if key := page.evaluate(NEXT_KEY):
            parts = "[data-slot=thing][data-chosen=true] [data-part]:enabled"
            page.click(parts if page.count(parts) else f"[data-thing][data-number='{key}']:enabled")
        else:
            page.wait_for(CAN_CLICK)
            page.click(OPEN_PLACE, chance.randrange(page.count(OPEN_PLACE)))


def test_from_the_home_page_to_a_table(fox: Firefox, server: Server) -> None:
    page = fox.visit(server.address, drawn=False)
    offered = [page.button(f"Play now: {find_game(game).title}, against bots") for game in games()]
    page.click_on(offered[-1])
    page.wait_for("() => location.pathname.startsWith('/table/')")
    page.wait_for(MY_TURN)


@pytest.mark.parametrize("game", games())
def test_a_few_moves(fox: Firefox, server: Server, game: str) -> None:
    page, chance = fox.visit(f"{server.address}/about", SMALL, drawn=False), random.Random(1)
    page.go(f"{server.address}/table/{open_table(page, game, [ME, BOT])}")
    for choose in (choose_by_keys, choose_by_mouse) * MOVES:
        page.wait_for(MY_TURN)
        before = page.evaluate(VERSION)
        choose(page, chance)
        page.press("Enter")
        page.wait_for(f"(before) => ({VERSION})() !== before", before)


def test_the_city_is_drawn(fox: Firefox, server: Server) -> None:
    page = fox.visit(f"{server.address}/about", SMALL)
    page.go(f"{server.address}/table/{open_table(page, 'skyliners', [ME, BOT])}")
    page.wait_for(CAN_CLICK)
    page.wait_for(TWO_FRAMES)
    assert count_shades(page.screenshot()) > SHADES


@pytest.mark.parametrize("game", games())
def test_all_is_seen_on_laptops(fox: Firefox, server: Server, game: str) -> None:
    page = fox.visit(f"{server.address}/about", drawn=False)
    scene = Scene(game, "middle")
    table = open_table(page, game, scene.seats, start=False, variant=scene.played)
    stage(server.database, table, scene.seed, scene.moves)
    page.go(f"{server.address}/table/{table}")
    page.wait_for(MY_TURN)
    for size in LAPTOPS:
        page.resize(size)
        page.wait_for(TWO_FRAMES)
        assert (size, page.evaluate(FAULTS)) == (size, [])


@pytest.mark.parametrize("game", games())
def test_without_webgl_one_plays_on_a_picture(without_webgl: Firefox, server: Server, game: str) -> None:
    page, chance = without_webgl.visit(f"{server.address}/about", SMALL), random.Random(1)
    page.go(f"{server.address}/table/{open_table(page, game, [ME, BOT])}")
    assert page.wait_for("() => document.querySelector('[data-slot=drawing] svg title')?.textContent")
    for _ in range(MOVES):
        page.wait_for(MY_TURN)
        before = page.evaluate(VERSION)
        choose_by_mouse(page, chance)
        page.click("[data-slot=confirm]")
        page.wait_for(f"(before) => ({VERSION})() !== before", before)


@pytest.fixture(scope="module")
def without_webgl(needed: None) -> Iterator[Firefox]:
    with firefox(**{"webgl.disabled": True}) as started:
        yield started
