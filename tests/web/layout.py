"""Whether all of a table can be seen: what is cut off, covered, or scrolled for nothing, from the boxes of the page."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from rooftop.bots import find_bot
from rooftop.core.match import Match

Size = tuple[int, int]
LAPTOPS: tuple[Size, ...] = ((1280, 720), (1366, 768), (1920, 1080))
HANDHELDS: tuple[Size, ...] = ((820, 1180), (390, 844), (844, 390))
SIZES = (*LAPTOPS, *HANDHELDS)
FAULTS = Path(__file__).with_name("layout.js").read_text("utf-8")
NAMES = (
    "Maximiliane von Hochstein",
    "Wolkenkratzerbaumeisterin",
    "Bartholomew Featherstones",
    "Wilhelmina van Wolkenburg",
)
"""25 letters each, once without a gap to break the line at."""
VARIANTS = {"skyliners": "full", "skyline3000": "standard", "skyline-world": "standard", "newyork1901": "intro"}

Table = dict[str, Any]
Moment = Callable[[Table], Any]
"""How much there is to see; the moment with the most of it is looked at."""
MOMENTS: dict[str, dict[str, Moment]] = {
    "skyliners": {
        "start": lambda table: -len(table["plans"]),
        "middle": lambda table: len(table["plans"]) * (table["cards"][0] > 2),
    },
    "skyline3000": {
        "start": lambda table: -table["round"],
        "middle": lambda table: len(table["hands"][0]["cards"]),
        "bid": lambda table: (table["asked"] == "bid") * len(table["hands"][0]["cards"]),
        "amenity": lambda table: (table["asked"] == "amenity") * table["round"],
        "supply": lambda table: (table["phase"] == "supply") * table["round"],
    },
    "skyline-world": {
        "start": lambda table: -len(table["sites"]),
        "middle": lambda table: (len(table["own_cards"]), sum(table["used"].values())),
    },
    "newyork1901": {
        "start": lambda table: sum(table["seats"][0]["hand"].values()),
        "middle": lambda table: (bool(table["acquired"]), sum(len(seat["lots"]) for seat in table["seats"])),
    },
}
"""In every game, when the first seat has to decide."""


@cache
def played(game: str, seed: int = 1) -> tuple[str, ...]:
    match, bot, moves = new_match(game, seed), find_bot("random"), list[str]()
    while not match.over:
        moves.append(match.play(bot(match, match.ply)).text)
    return tuple(moves)


def new_match(game: str, seed: int = 1) -> Match:
    return Match(game, 4, VARIANTS[game], seed)


@cache
def fullest(game: str, moment: str) -> tuple[str, ...]:
    """The moves of that game until there is the most to see."""
    match, best, ply = new_match(game), None, 0
    for move in played(game):
        if match.player == 0:
            much = MOMENTS[game][moment](match.view(0)["table"])
            if best is None or much > best:
                best, ply = much, match.ply
        match.play(move)
    return played(game)[:ply]


def faults(page: Page, sizes: tuple[Size, ...] = SIZES) -> list[str]:
    """At each size of the window, as lines to read."""
    found = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
        found += [f"{width} x {height}: {fault}" for fault in page.evaluate(FAULTS)]
    return found
