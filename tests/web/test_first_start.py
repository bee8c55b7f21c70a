"""The first start on a machine: the server answers before its games are compiled."""

import re
import shutil
from pathlib import Path

import psutil
import pytest
from playwright.sync_api import expect

from server.serving import Server, Visitor, serving, wait_for
from test_warmup import copy_cache, is_compiler
from web.playing import bar, wait_for_turn
from web.visitors import Visitors

PREPARING = re.compile(r"^Skyliners is being made ready for this machine, once: \d+ %$")


def forget_skyliners(root: Path) -> None:
    """A cache in which Skyliners is not yet compiled."""
    folder = copy_cache(root)
    (folder / "skyliners.warm").unlink()
    shutil.rmtree(folder / "games_skyliners")


def kill_a_compiler(server: Server) -> None:
    children = wait_for(lambda: [child for child in psutil.Process(server.pid).children() if is_compiler(child)])
    children[0].kill()


def test_one_plays_as_soon_as_the_game_is_compiled(
    visit: Visitors, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though the first process that compiles is killed. Another game can be played in the meantime."""
    host = Visitor(server.address, "Ann")
    table = host.create("me", "easy", open=True)
    host.start(table)
    monkeypatch.setenv("ROOFTOP_CACHE", str(tmp_path))
    forget_skyliners(tmp_path)
    with serving(server.database) as cold:
        kill_a_compiler(cold)
        visit.address = cold.address
        watching = visit(f"/table/{table}")
        expect(watching.get_by_role("heading", name=PREPARING)).to_be_visible()
        page = visit("/")
        page.get_by_role("button", name="Play now: Skyliners").click()
        expect(page.locator("[data-slot=preparing]")).to_have_text(PREPARING)
        guest = Visitor(cold.address, "Ben")
        guest.start(guest.create("me", "easy", game="newyork1901"))
        for _ in range(70):  # more often than tables may be opened: a page asks twice a second, however long it takes
            refusal = guest.post("/api/tables", 503, game="skyliners", seats=[{"who": "me"}, {"who": "bot"}])
            assert PREPARING.match(refusal["error"]["text"])
        assert wait_for_turn(page)
        expect(bar(watching)).to_be_visible()
        assert '"message": "a game could not be compiled; it will be tried again"' in cold.log
        for each in (page, watching):
            each.context.close()
    # The browser itself notes every refused request.
    visit.complaints[:] = [noted for noted in visit.complaints if "503 (Service Unavailable)" not in noted]
