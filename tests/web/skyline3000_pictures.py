"""Moments of a game of Skyline 3000 for the pictures: four companies, seen from the first seat."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from playwright.sync_api import Page, expect

from rooftop.bots import find_bot
from rooftop.core.match import Match
from server.serving import Server
from web.playing import bar, click_place, open_table, sit_at
from web.staging import stage

SEED, PLAYERS = 7, 4


@cache
def game() -> tuple[str, ...]:
    """A whole game between strong bots."""
    match, bot, moves = Match("skyline3000", PLAYERS, "standard", SEED), find_bot("medium", budget=0.2), []
    while not match.over:
        move = match.play(bot(match, match.ply))
        moves.append(move.text)
    return tuple(moves)


def come(page: Page, server: Server, fits: Callable[[dict[str, Any], Match], bool]) -> Match:
    """To that game when the first seat decides and it stands as wanted."""
    match, moves = Match("skyline3000", PLAYERS, "standard", SEED), list[str]()
    while not (match.player == 0 and fits(match.view(0)["table"], match)):
        moves.append(game()[match.ply])
        match.play(moves[-1])
    sit_down(page, server, moves)
    return match


def sit_down(page: Page, server: Server, moves: Sequence[str]) -> None:
    seats = [{"who": "me", "name": name} for name in ("Ann", "Bea", "Cem", "Dora")]
    table = open_table(page, "skyline3000", seats, start=False)
    stage(server.database, table, SEED, moves)
    sit_at(page, table)


def start(page: Page, server: Server) -> None:
    come(page, server, lambda table, match: True)


def floors(page: Page, server: Server) -> None:
    come(page, server, lambda table, match: table["round"] == 3 and table["asked"] == "second floor")
    click_place(page, page.locator("[data-place^=unfinished][aria-disabled=false]").first)
    expect(page.locator("[data-slot=consequences]")).to_be_visible()


def contract(page: Page, server: Server) -> None:
    match = come(
        page,
        server,
        lambda table, match: table["round"] == 4 and table["asked"] == "contract" and len(match.moves()) > 2,
    )
    anchors = [move.data for move in match.moves() if move.data["action"] == "anchor"]
    blocks = [one["block"] for one in anchors]
    anchor = next(one for one in anchors if blocks.count(one["block"]) == 1)
    for place in (f"{anchor['shape']} {anchor['height']}", anchor["block"]):
        click_place(page, page.locator(f"[data-place='{place}']"))
    expect(page.locator("[data-slot=consequences]")).to_be_visible()


def auction(page: Page, server: Server) -> None:
    come(
        page,
        server,
        lambda table, match: table["asked"] == "bid" and len(match.moves()) > 1,
    )
    for card in page.locator("[data-slot=bid] [data-card]").all()[:2]:
        card.click()


def bids(page: Page, server: Server) -> None:
    come(page, server, lambda table, match: table["round"] > 1 and table["asked"] == "amenity")


def supply(page: Page, server: Server) -> None:
    come(page, server, lambda table, match: table["round"] == 3 and table["asked"] == "draw")


def scoring(page: Page, server: Server) -> None:
    sit_down(page, server, game())
    for _ in range(24):
        bar(page).get_by_role("button", name="Next step").click()


def end(page: Page, server: Server) -> None:
    sit_down(page, server, game())
    bar(page).get_by_role("button", name="To the result").click()


STATES: dict[str, Callable[[Page, Server], None]] = {
    "skyline3000-start": start,
    "skyline3000-floors": floors,
    "skyline3000-contract": contract,
    "skyline3000-auction": auction,
    "skyline3000-bids": bids,
    "skyline3000-supply": supply,
    "skyline3000-scoring": scoring,
    "skyline3000-end": end,
}
