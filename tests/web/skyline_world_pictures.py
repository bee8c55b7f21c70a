"""Moments of games of Skyline of the World for the pictures, seen from the first of four seats."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from rooftop.core.match import Match
from server.serving import Server
from web.playing import bar, open_table, sit_at
from web.skyline_world_moments import GAME, Moment, can, played, seen, when
from web.staging import stage

SEED = 24
PEOPLE = [{"who": "me", "name": name} for name in ("Ann", "Bea", "Cem", "Dora")]


def sit(page: Page, server: Server, moment: Moment, variant: str = "standard") -> None:
    table = open_table(page, GAME, PEOPLE, start=False, variant=variant)
    stage(server.database, table, *moment)
    sit_at(page, table)


def well_played(happens: Callable[[Match], object], variant: str = "standard") -> Moment:
    return when(happens, players=4, level="easy", variant=variant)


def building(page: Page, server: Server) -> None:
    """A floor is chosen: what it would cost wherever it can go."""
    sit(page, server, well_played(lambda match: match.ply > 120 and can("build 4")(match)))
    page.locator("[data-thing='floor 4']").click()


def consequences(page: Page, server: Server) -> None:
    sit(page, server, well_played(lambda match: match.ply > 90 and can("build 2")(match)))
    page.locator("[data-thing='floor 2']").click()
    page.locator("[data-place][aria-disabled='false']").first.press("Enter")
    expect(page.locator(".consequences")).to_be_visible()


def penthouse(page: Page, server: Server) -> None:
    sit(page, server, well_played(can("build penthouse")))
    page.locator("[data-thing='floor penthouse']").click()
    page.locator("[data-place][aria-disabled='false']").first.press("Enter")
    expect(page.locator(".consequences")).to_be_visible()


def cards(page: Page, server: Server) -> None:
    """A bonus card is pointed at: what its figure lacks."""
    sit(page, server, well_played(lambda match: match.ply > 100 and lacks_one(match)))
    page.locator(".world-card button").first.focus()


def lacks_one(match: Match) -> bool:
    return any(len(card["missing"]) == 1 for card in seen(match)["own_cards"])


def investing(page: Page, server: Server) -> None:
    sit(page, server, well_played(lambda match: match.ply > 140 and can("buy 6")(match)))
    page.locator(".thing:has([data-thing='floor 6']) [data-part='buy']").click()


def closed(page: Page, server: Server) -> None:
    sit(page, server, well_played(lambda match: match.ply > 120, "closed-swift"), "closed-swift")


def last_turn(page: Page, server: Server) -> None:
    sit(page, server, well_played(lambda match: seen(match)["ender"] not in (None, 0)))


def scoring(page: Page, server: Server) -> None:
    sit(page, server, (SEED, played("easy", SEED, 4)))
    for _ in range(6):
        bar(page).get_by_role("button", name="Next step").click()


def end(page: Page, server: Server) -> None:
    sit(page, server, (SEED, played("easy", SEED, 4)))
    bar(page).get_by_role("button", name="To the result").click()


STATES: dict[str, Callable[[Page, Server], None]] = {
    "skyline-world-building": building,
    "skyline-world-consequences": consequences,
    "skyline-world-penthouse": penthouse,
    "skyline-world-cards": cards,
    "skyline-world-investing": investing,
    "skyline-world-closed": closed,
    "skyline-world-last-turn": last_turn,
    "skyline-world-scoring": scoring,
    "skyline-world-end": end,
}
