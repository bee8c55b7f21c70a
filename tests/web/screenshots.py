"""Pictures of the pages for docs/pictures, by day and by night, on three screens: `make screenshots`.

A state is a function that brings a page there; its name is that of its pictures.
"""

import argparse
import tempfile
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Literal

from playwright.sync_api import Page, expect

from rooftop.core.game import games
from server.serving import Server, serving
from server.serving import Visitor as Guest
from web.visitors import DESKTOP, PHONE, TABLET, Visitors, browsers

FOLDER = Path(__file__).parents[2] / "docs/pictures"
SCREENS = {"desktop": DESKTOP, "tablet": TABLET, "phone": PHONE}
SCHEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
SOME_FRAMES = """new Promise((done) => {
    let left = 10
    const next = () => (left-- > 0 ? requestAnimationFrame(next) : requestIdleCallback(done))
    next()
})"""


def home(page: Page, server: Server) -> None:
    """With a game going on, a table that waits, and two of other people."""
    ann, bob = Guest(server.address, "Ann"), Guest(server.address, "Bob")
    ann.create("me", "anyone", "medium", game="skyline3000", open=True)
    bob.start(bob.create("me", "hard", "hard", "hard", game="newyork1901", open=True))
    page.request.post("/api/people", data={"name": "Gable"})
    seats = [{"who": "me"}, {"who": "me", "name": "Bea"}, {"who": "bot", "level": "medium"}]
    for game, invited in (("skyline-world", [{"who": "anyone"}]), ("skyliners", [])):
        table = page.request.post("/api/tables", data={"game": game, "seats": seats + invited}).json()["table"]["id"]
        if not invited:
            page.request.post(f"/api/tables/{table}/start", data={})
    page.goto("/")
    expect(page.get_by_role("region", name="Your tables").get_by_role("link")).to_have_count(2)
    expect(page.get_by_role("region", name="Open tables").get_by_role("listitem").first).to_be_visible()


def new_table(page: Page, server: Server) -> None:
    page.goto("/")
    page.get_by_role("button", name="New table for Skyline of the World").click()
    page.get_by_role("dialog").get_by_role("radio", name="4", exact=True).check()
    page.get_by_role("combobox", name="Purple").select_option("Friend at this screen")


def waiting_room(page: Page, server: Server) -> None:
    page.goto("/")
    page.get_by_role("button", name="New table for Skyliners").click()
    page.get_by_role("dialog").get_by_role("radio", name="3", exact=True).check()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("button", name="Start")).to_be_visible()


STATES: dict[str, Callable[[Page, Server], None]] = {
    "home": home,
    "new-table": new_table,
    "waiting-room": waiting_room,
}
for game in games():
    STATES |= import_module(f"web.{game.replace('-', '_')}_pictures").STATES


def at_rest(page: Page) -> bytes:
    """The picture as soon as nothing moves any more: some frames later it is still the same."""
    before, now = b"", page.screenshot()
    while now != before:
        page.evaluate(SOME_FRAMES)
        before, now = now, page.screenshot()
    return now


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("states", nargs="*", default=list(STATES), help="which; all without any")
    wanted: list[str] = parser.parse_args().states
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, browsers(drawn=True) as chromium:
        for state in wanted:
            # A server of its own, so that nothing of the state before is in the lists.
            with serving(f"sqlite:///{folder}/{state}.sqlite") as server:
                visitors = Visitors(chromium.running(), server.address, drawn=True)
                page = visitors()
                STATES[state](page, server)
                for screen, (width, height) in SCREENS.items():
                    page.set_viewport_size({"width": width, "height": height})
                    for scheme in SCHEMES:
                        page.emulate_media(color_scheme=scheme)
                        (FOLDER / f"{state}-{screen}-{scheme}.png").write_bytes(at_rest(page))
                visitors.close()


if __name__ == "__main__":
    main()
