"""Playing with what a screen reader has, and nothing else: roles, names and states, and what live regions announce."""

import random
import re
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Error, Locator, Page, expect

from rooftop.core.messages import lookup

LISTEN = Path(__file__).with_name("listening.js").read_text("utf-8")
BUTTON = re.compile(r"""^ *- '?button "(?P<name>.*?)"(?P<states>( \[[\w=]+\])*)""", re.MULTILINE)
LINE = re.compile(r"""^ *- '?listitem(?: \[.*\])?'?: (?P<text>.*)$""", re.MULTILINE)


def words(key: str) -> str:
    text: str = lookup("en", f"web.table.{key}")
    return text


SOON = 2000
"""Milliseconds."""
SERVICE = {words(key) for key in ("confirm", "sent", "unchoose", "undo", "hint")}
"""The buttons of the bar that are no part of a move."""


def listen(page: Page) -> None:
    """From the next page on."""
    page.add_init_script(LISTEN)


def heard(page: Page) -> list[str]:
    """All that was announced, in order."""
    said: list[str] = page.evaluate("window.heard")
    return said


def bar(page: Page) -> Locator:
    return page.get_by_role("region", name=words("bar"))


def scoring(page: Page) -> Locator:
    return page.get_by_role("region", name=words("end"))


def log(page: Page) -> list[str]:
    """The lines of the log."""
    shown = page.get_by_role("list", name=words("log")).aria_snapshot()
    return [line["text"].strip("'\"") for line in LINE.finditer(shown)]


def play_out(page: Page, chance: random.Random) -> None:
    """A game to its end. The keyboard is always somewhere."""
    confirm = bar(page).get_by_role("button", name=words("confirm"), disabled=False)
    sending = bar(page).get_by_role("button", name=words("sent"))
    waiting = bar(page).get_by_role("heading", name=words("waiting").replace("{player} ", ""))
    while True:
        expect(sending.or_(waiting)).to_have_count(0)
        if scoring(page).count():
            return
        if confirm.count():
            press(bar(page), words("confirm"))
        else:
            choose(page, chance)
        assert page.evaluate("document.activeElement !== document.body"), "the focus is lost"


def choose(page: Page, chance: random.Random) -> None:
    """One of what is offered: after a piece or card, most often a place."""
    board = page.get_by_role("group", name=words("places"))
    pieces, chosen = offered(bar(page))
    sites, _ = offered(board)
    on_board = bool(sites) and (not pieces or (chosen and chance.random() < 0.8))
    if not sites and not pieces:
        press(bar(page), words("unchoose"))
    elif on_board:
        press(board, chance.choice(sites))
    else:
        press(bar(page), chance.choice(pieces))


def offered(part: Locator) -> tuple[list[str], bool]:
    """The names of the buttons that can be pressed, and whether one is pressed already."""
    found = [(button["name"].replace("''", "'"), button["states"]) for button in BUTTON.finditer(part.aria_snapshot())]
    free = [name for name, states in found if not states and name not in SERVICE]
    return free, any("[pressed]" in states for _, states in found)


def press(part: Locator, name: str) -> None:
    with suppress(Error):  # what was pressed before has changed the table meanwhile
        part.get_by_role("button", name=name, exact=True, disabled=False).first.press("Enter", timeout=SOON)


def see_the_result(page: Page) -> str:
    """Who has won, as it is announced."""
    press(scoring(page), words("skip"))
    result = scoring(page).get_by_role("heading", level=2).inner_text()
    page.wait_for_function("(result) => window.heard.at(-1) === result", arg=result)
    return result
