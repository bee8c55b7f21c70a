"""Moments of New York 1901 for the pictures."""

from collections.abc import Callable
from functools import cache

from playwright.sync_api import Page, expect

from rooftop.bots import find_bot
from rooftop.core.match import Match
from server.serving import Server
from web.playing import bar, open_table, sit_at
from web.staging import stage

SEED = 1901
NAMES = ("Ann", "Bea", "Cem", "Dora")


@cache
def game(players: int) -> tuple[str, ...]:
    """A whole game between strong bots."""
    match, bot, moves = Match("newyork1901", players, seed=SEED), find_bot("greedy"), []
    while not match.over:
        moves.append(match.play(bot(match, match.ply)).text)
    return tuple(moves)


def come(page: Page, server: Server, players: int, fits: Callable[[Match], bool] = lambda match: False) -> Match:
    """To that game when the first seat decides and it stands as wanted; to its end where it never does."""
    match, moves = Match("newyork1901", players, seed=SEED), list[str]()
    for text in game(players):
        if match.player == 0 and fits(match):
            break
        match.play(text)
        moves.append(text)
    seats = [{"who": "me", "name": name} for name in NAMES[:players]]
    table = open_table(page, "newyork1901", seats, start=False)
    stage(server.database, table, SEED, moves)
    sit_at(page, table)
    return match


def land(page: Page, server: Server) -> None:
    """Two players, pink closed: an open card lights its free lots."""
    match = come(page, server, 2, lambda match: match.ply > 14 and match.moves()[0].data["action"] == "acquire")
    page.locator(f"[data-thing='card {match.moves()[0].data['card']}']").click()
    expect(page.locator("[data-slot=places] button[aria-disabled=false]").first).to_be_attached()


def building(page: Page, server: Server) -> None:
    """Four players: a tile goes where it fits."""
    come(page, server, 4, lambda match: match.ply > 60 and match.moves()[0].data["action"] == "build")
    page.keyboard.press("n")
    expect(page.locator("[data-slot=consequences]")).to_be_visible()


def demolition(page: Page, server: Server) -> None:
    """Something larger for what stands, shown before it happens."""

    def lays_bare(match: Match) -> bool:
        return any(move.data.get("workers_sent") for move in match.moves())

    match = come(page, server, 4, lays_bare)
    wanted = next(move.data for move in match.moves() if move.data.get("workers_sent"))
    page.locator(f"[data-thing='tile {wanted['tile']}']").click()
    lying = page.locator(f"[data-lies='lies {'mirrored ' if wanted['mirrored'] else ''}{wanted['turned']}']")
    for key in "rrrrfrrr":
        if not lying.count():
            page.keyboard.press(key)
    while ", ".join(wanted["squares"]) not in bar(page).locator("h2").inner_text():
        page.keyboard.press("n")


def refused(page: Page, server: Server) -> None:
    """A tile held where it may not lie."""
    come(page, server, 3, lambda match: match.ply > 40 and match.moves()[0].data["action"] == "acquire")
    page.locator("[data-thing^='tile gold']").last.click()
    page.locator("[data-place=h11]").press("Enter")
    expect(bar(page).get_by_role("alert")).to_be_visible()


def last_turn(page: Page, server: Server) -> None:
    come(page, server, 4, lambda match: match.view(0)["table"]["last_turns"] is not None)


def end(page: Page, server: Server) -> None:
    come(page, server, 4)
    bar(page).get_by_role("button", name="To the result").click()


STATES: dict[str, Callable[[Page, Server], None]] = {
    "newyork1901-land": land,
    "newyork1901-building": building,
    "newyork1901-demolition": demolition,
    "newyork1901-refused": refused,
    "newyork1901-last-turn": last_turn,
    "newyork1901-end": end,
}
