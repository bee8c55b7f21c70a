"""Skyline of the World in the browser: played to the end by mouse, by keyboard and by two, every kind of move, and what
a player has to see before making it."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from rooftop.bots import find_bot
from rooftop.core.match import Match, Move
from server.serving import Server
from web.playing import (
    ME,
    bar,
    click_place,
    look_from_above,
    open_table,
    sit_at,
    version,
    wait_for_change,
    wait_for_turn,
)
from web.staging import stage, standing
from web.visitors import Visitors

GAME = "skyline-world"
RANDOM = {"who": "bot", "level": "random"}
SMALL = (1000, 640)
KINDS = ("1", "2", "4", "6", "penthouse", "neutral", "skyline")


# --- tables --------------------------------------------------------------------------------------------------


@cache
def played(level: str, seed: int, players: int = 2, variant: str = "standard") -> tuple[str, ...]:
    """The moves of a whole game between bots, always the same."""
    match, bot = Match(GAME, players, variant, seed), find_bot(level, budget=0.2)
    moves = []
    while not match.over:
        chosen = bot(match, match.ply)
        moves.append(next(move.text for move in match.moves() if move.id == chosen))
        match.play(moves[-1])
    return tuple(moves)


Moment = tuple[Match, int, tuple[str, ...]]


def moments(level: str, seed: int, players: int = 2, variant: str = "standard") -> Iterator[Moment]:
    """That game when the first seat has to decide: as it stands, its seed, and the moves until then."""
    moves = played(level, seed, players, variant)
    match = Match(GAME, players, variant, seed)
    for ply, text in enumerate(moves):
        if match.player == 0:
            yield match, seed, moves[:ply]
        match.play(text)


Sit = Callable[..., Page]


@pytest.fixture
def sit(visit: Visitors, server: Server) -> Sit:
    """`sit(seed, moves)`: Ann, in the first seat against bots, comes to a table where these moves have been made."""

    def sit(seed: int, moves: tuple[str, ...], players: int = 2, variant: str = "standard", **browser: Any) -> Page:
        page = visit("/", **{"size": SMALL, **browser})
        table = open_table(page, GAME, [ME] + [RANDOM] * (players - 1), start=False, variant=variant, hints=True)
        stage(server.database, table, seed, moves)
        come(page, table)
        return page

    return sit


def come(page: Page, table: str) -> None:
    # What has one answer is not to be taken by itself just when a test takes it.
    page.add_init_script("localStorage.setItem('rooftop.settings', JSON.stringify({ takeSingleMoves: false }))")
    sit_at(page, table)


def table_of(page: Page) -> str:
    return page.url.rpartition("/")[2]


# --- playing -------------------------------------------------------------------------------------------------

Choose = Callable[[Page, dict[str, Any]], None]


def make(page: Page, match: Match, text: str, choose: Choose, confirm: Callable[[Page], None]) -> None:
    """Choose a move of the match, confirm it, and wait until the table has gone on."""
    before = version(page)
    choose(page, next(move.data for move in match.moves() if move.text == text))
    expect(page.locator(".confirm")).to_be_enabled()
    confirm(page)
    wait_for_change(page, before)


def floor(page: Page, kind: str) -> Locator:
    return page.locator(f".thing:has([data-thing='floor {kind}'])")


def card(page: Page, figure: str) -> Locator:
    return page.locator(f".world-card:has([data-thing='card {figure}'])").first


def site(page: Page, name: str) -> Locator:
    return page.locator(f"[data-place='{name}']")


def by_mouse(page: Page, data: dict[str, Any]) -> None:
    match data["action"]:
        case "build":
            floor(page, data["floor"]).get_by_role("button").click()
            click_place(page, site(page, data["site"]))
        case "buy" | "sell":
            floor(page, data["floor"]).locator(f"[data-part='{data['action']}']").click()
        case "show":
            card(page, data["figure"]).locator("[data-part='show']").click()
        case "trade":
            page.locator(".world-trade").click()
            for figure in data["figures"]:
                card(page, figure).get_by_role("button").first.click()
        case _:
            page.locator("[data-thing='end']").click()


def with_the_button(page: Page) -> None:
    page.locator(".confirm").click()


def by_keys(page: Page, data: dict[str, Any]) -> None:
    match data["action"]:
        case "build":
            page.keyboard.press(str(KINDS.index(data["floor"]) + 1))
            walk_to(page, data["site"])
            page.keyboard.press("Enter")
        case "buy" | "sell":
            page.keyboard.press(str(KINDS.index(data["floor"]) + 1))
            page.keyboard.press("1" if data["action"] == "buy" else "2")
        case "show":
            tab_to(page, f".world-card:has([data-thing='card {data['figure']}']) [data-part='show']")
            page.keyboard.press("Enter")
        case "trade":
            for figure in data["figures"]:
                tab_to(page, f"[data-thing='card {figure}']")
                page.keyboard.press("Space")
        case _:
            page.keyboard.press("8")


def walk_to(page: Page, name: str) -> None:
    """With the arrows. The camera stands in the west, so rows go from left to right and columns away from it."""
    for _ in range(40):
        here = page.evaluate("document.activeElement.dataset.place ?? null")
        if here == name:
            return
        if here is None or int(here[1:]) < int(name[1:]):
            page.keyboard.press("ArrowRight")
        elif int(here[1:]) > int(name[1:]):
            page.keyboard.press("ArrowLeft")
        else:
            page.keyboard.press("ArrowUp" if here < name else "ArrowDown")
    raise AssertionError(f"no way to {name}")


def tab_to(page: Page, selector: str) -> None:
    for _ in range(100):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no way to {selector}")


def with_enter(page: Page) -> None:
    page.keyboard.press("Enter")


def play_out(page: Page, server: Server, choose: Choose, confirm: Callable[[Page], None]) -> None:
    """To the end, as a weak bot would play."""
    bot = find_bot("easy", budget=0.2)
    while wait_for_turn(page):
        match = standing(server.database, table_of(page))
        chosen = bot(match, match.ply)
        make(page, match, next(move.text for move in match.moves() if move.id == chosen), choose, confirm)
    see_the_end(page, standing(server.database, table_of(page)))


def see_the_end(page: Page, match: Match) -> None:
    """The scoring goes step by step, and its table has the points of the match."""
    bar(page).get_by_role("button", name="Next step").click()
    expect(bar(page).get_by_role("status")).to_contain_text("Penthouses: ")
    bar(page).get_by_role("button", name="To the result").click()
    for name, points in zip(match.seat_names(), match.scores, strict=True):
        row = bar(page).get_by_role("row", name=re.compile(name))
        expect(row.get_by_role("cell").last).to_have_text(str(points))


# --- whole games -----------------------------------------------------------------------------------------------


def test_a_whole_game_by_keyboard_alone(sit: Sit, server: Server) -> None:
    page = sit(2, ())
    play_out(page, server, by_keys, with_enter)


def test_a_game_goes_on_to_its_end_by_mouse(sit: Sit, server: Server) -> None:
    moves = played("easy", 1)
    page = sit(1, moves[: len(moves) * 2 // 3])
    look_from_above(page)
    play_out(page, server, by_mouse, with_the_button)


def test_two_browsers_play_the_last_turns(visit: Visitors, server: Server) -> None:
    moves = played("easy", 3)
    begin = len(moves) - 12
    pages = [visit("/", size=SMALL), visit("/", size=SMALL)]
    table = open_table(pages[0], GAME, [ME, {"who": "anyone"}], start=False, open=True)
    assert pages[1].request.post("/api/people", data={"name": "Ben"}).ok
    assert pages[1].request.post(f"/api/tables/{table}/join", data={}).ok
    match = stage(server.database, table, 3, moves[:begin])
    for page in pages:
        come(page, table)
        look_from_above(page)
    for text in moves[begin:]:
        assert match.player is not None
        wait_for_turn(pages[match.player])
        make(pages[match.player], match, text, by_mouse, with_the_button)
        match.play(text)
    for page in pages:
        see_the_end(page, match)


# --- every kind of move ------------------------------------------------------------------------------------------


def kind_of(move: Move) -> str:
    return f"build {move.data['floor']}" if move.data["action"] == "build" else str(move.data["action"])


ALL_KINDS = {f"build {kind}" for kind in KINDS} | {"show", "trade", "buy", "sell", "end building", "end turn"}


def test_every_kind_of_move_by_keyboard(visit: Visitors, server: Server) -> None:
    chances: dict[str, tuple[int, tuple[str, ...], str]] = {}
    for match, seed, before in (*moments("random", 1), *moments("random", 2)):
        for move in match.moves():
            chances.setdefault(kind_of(move), (seed, before, move.text))
    assert set(chances) == ALL_KINDS
    page = visit("/", size=SMALL)
    for seed, before, text in chances.values():
        table = open_table(page, GAME, [ME, RANDOM], start=False)
        match = stage(server.database, table, seed, before)
        come(page, table)
        make(page, match, text, by_keys, with_enter)
        match.play(text)
        told = match.log(0, since=len(before))[0]
        expect(page.locator(".log")).to_contain_text(told)
