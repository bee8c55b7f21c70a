"""Moments of a game of Skyliners for the pictures: four strong players, seen from the first seat."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from server.serving import Server
from web.playing import bar, open_table, sit_at
from web.staging import stage

SEED = 11
GAME = """
roof a2;plan C 2;park d1;plan D 3;park e5;plan D 2;roof d2;plan E 2;roof e2;plan B 2;floor d4;plan C 2;roof a5;plan A 2;
park b5;plan B 2;park e4;plan E 3;roof d4;plan E 2;floor b4;plan B 2;floor c5;floor d3;floor c5;floor a4;roof e1;
floor b2;roof a4;plan E 2;floor d3;plan A 2;floor c5;plan A 3;floor e3;floor d3;floor b1;floor c1;roof b4;plan D 4;
floor a1;plan D 3;floor d3;floor e3;floor c4;plan C 2;floor b1;plan C 1;floor c4;floor a3;floor d3;plan B 1;floor b1;
floor c5;floor b1;floor b2;floor d3;floor d5;floor c1;floor d3;floor a3;floor e3;floor d5;floor b1;floor c5;floor d3;
floor c1;floor b2;floor b1;floor d5;floor b3;floor b1;floor d3;floor a1;floor b2;plan A 1;floor b1;floor b2;
floor b3;floor b1
""".replace("\n", "").split(";")


def after(page: Page, server: Server, moves: int) -> None:
    seats = [{"who": "me", "name": name} for name in ("Ann", "Bea", "Cem", "Dora")]
    table = open_table(page, "skyliners", seats, start=False, variant="full")
    stage(server.database, table, SEED, GAME[:moves])
    sit_at(page, table)


def start(page: Page, server: Server) -> None:
    after(page, server, 2)


def middle(page: Page, server: Server) -> None:
    after(page, server, 42)
    page.locator("[data-thing=floor]").click()
    page.locator("[data-place=e3]").press("Enter")
    expect(page.locator(".consequences")).to_be_visible()


def planning(page: Page, server: Server) -> None:
    after(page, server, 27)
    page.locator("[data-thing='plan B'] + .parts [data-part='see 2']").click()
    expect(page.locator(".consequences")).to_be_visible()


def straight_on(page: Page, server: Server) -> None:
    after(page, server, 50)
    page.keyboard.press("v")


def scoring(page: Page, server: Server) -> None:
    after(page, server, len(GAME))
    for _ in range(14):
        bar(page).get_by_role("button", name="Next step").click()


def end(page: Page, server: Server) -> None:
    after(page, server, len(GAME))
    bar(page).get_by_role("button", name="To the result").click()


STATES: dict[str, Callable[[Page, Server], None]] = {
    "skyliners-start": start,
    "skyliners-middle": middle,
    "skyliners-planning": planning,
    "skyliners-straight-on": straight_on,
    "skyliners-scoring": scoring,
    "skyliners-end": end,
}
