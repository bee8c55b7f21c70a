"""All of a table is seen on ordinary screens: all players, long names, full hands, scrollbars that take room."""

import json
import random
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from rooftop.core.game import games
from rooftop.core.match import Match
from rooftop.server.service.views import suggestion
from server.serving import Server
from web.layout import CHOOSE, HANDHELDS, LAPTOPS, LONGEST, NAMES, Scene, faults, most_changing
from web.playing import bar, be_asked_always, choose_by_keys, open_table, sit_at
from web.staging import stage
from web.visitors import PHONE, Browsers, Visitors, barriers, browsers, small_targets

WHILE_ONE_PLAYS = [
    *(Scene(game, "start", language, bots=language == "de") for game in games() for language in ("en", "de")),
    *(Scene(game, "middle", language) for game in games() for language in ("en", "de")),
    *(Scene(game, "middle", "nl", names=LONGEST) for game in games()),
    Scene("skyline3000", "middle", "de", "open"),
    Scene("skyline-world", "middle", "de", "closed-swift"),
    Scene("skyline-world", "middle", "en", "closed", LONGEST),
    Scene("skyline-world", "cardless", "nl"),
    Scene("skyline3000", "bid", "de", "open", LONGEST),
    Scene("skyline3000", "amenity", "nl"),
    Scene("skyline3000", "supply", "de"),
    Scene("skyline3000", "supply", "nl", names=LONGEST),
]
AT_THE_END = [
    *(Scene(game, "end", language) for game in games() for language in ("en", "de")),
    *(Scene(game, "end", "nl", names=LONGEST) for game in games()),
]


@pytest.fixture(scope="module")
def launched() -> Iterator[Browsers]:
    with browsers(scrollbars=True) as chromium:
        yield chromium


class Regulars(Visitors):
    """They keep their pages, one for each language: a page that has shown a table shows the next in half the time."""

    def __init__(self, browser: Browser, address: str) -> None:
        super().__init__(browser, address)
        self._pages: dict[str, Page] = {}

    def come(self, language: str) -> Page:
        """The page of somebody new."""
        if language not in self._pages:
            self._pages[language] = self(locale=language)
            be_asked_always(self._pages[language])
        page = self._pages[language]
        page.context.clear_cookies()
        page.set_viewport_size({"width": LAPTOPS[0][0], "height": LAPTOPS[0][1]})
        return page


@pytest.fixture(scope="module")
def regulars() -> dict[Browser, Regulars]:
    """Of each Chromium, as one that hangs is replaced."""
    return {}


@pytest.fixture
def visit(browser: Browser, server: Server, regulars: dict[Browser, Regulars]) -> Iterator[Regulars]:
    """The browser's console must be empty at the end."""
    visitors = regulars.setdefault(browser, Regulars(browser, server.address))
    visitors.complaints.clear()
    yield visitors
    assert visitors.complaints == []


def choose_any(page: Page) -> None:
    choose_by_keys(page, random.Random(1))


def sit_down(visit: Regulars, server: Server, scene: Scene) -> Page:
    page = visit.come(scene.language)
    sit_at(page, set_up(page, server, scene)[0])
    return page


def set_up(page: Page, server: Server, scene: Scene, **options: bool) -> tuple[str, Match]:
    table = open_table(page, scene.game, scene.seats, start=False, variant=scene.played, open=True, **options)
    return table, stage(server.database, table, scene.seed, scene.moves)


@pytest.mark.parametrize("scene", WHILE_ONE_PLAYS, ids=str)
def test_all_is_seen_while_one_plays(visit: Regulars, server: Server, scene: Scene) -> None:
    page = sit_down(visit, server, scene)
    expect(page.locator("[data-slot=bar][data-mine=true]")).to_be_visible()
    assert faults(page) == []
    if scene.moment == "middle":
        CHOOSE.get(scene.game, choose_any)(page)
        expect(page.locator("[data-slot=consequences]")).to_be_attached()
        assert faults(page) == []


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_all_is_seen_of_a_planned_row_that_changes(visit: Regulars, server: Server, language: str) -> None:
    scene = Scene("skyliners", "planned", language)
    page = sit_down(visit, server, scene)
    assert faults(page) == []
    piece, site = most_changing(scene.moves)
    page.locator(f"[data-thing={piece}]").click()
    page.locator(f"[data-place={site}]").press("Enter")
    expect(page.locator("[data-changed=true] [data-slot=plan]").first).to_be_visible()
    assert faults(page) == []


def advised(match: Match) -> Callable[[WebSocketRoute], None]:
    """What a page is advised: of the three longest moves the first is good. A search would take time to find others."""
    longest = sorted(match.moves(), key=lambda move: len(move.text))[-3:]
    best = [suggestion(match, 0, move.id, 0.5) for move in longest]
    weak = [{"move": each["move"], "chance": 0.25} for each in best[1:]]

    def connect(page: WebSocketRoute) -> None:
        server, seen = page.connect_to_server(), dict[str, str]()

        def to_page(text: str | bytes) -> None:
            seen.update({"version": version} if (version := json.loads(text).get("version")) else {})
            page.send(text)

        def to_server(text: str | bytes) -> None:
            if json.loads(text)["do"] == "hint":
                page.send(json.dumps({"tell": "hint", "best": best, "weak": weak, **seen}))
            else:
                server.send(text)

        server.on_message(to_page)
        page.on_message(to_server)

    return connect


@pytest.mark.parametrize("game", games())
def test_all_is_seen_of_a_hint_and_of_the_coach(visit: Regulars, server: Server, game: str) -> None:
    page = visit(locale="nl")
    page.add_init_script("localStorage['rooftop.settings'] = JSON.stringify({takeSingleMoves: false, coach: true})")
    table, match = set_up(page, server, Scene(game, "middle", "nl", names=LONGEST), hints=True)
    page.route_web_socket(re.compile("/live"), advised(match))
    sit_at(page, table)
    page.keyboard.press("h")
    expect(page.locator("[data-slot=consequences]")).to_be_attached()
    assert faults(page) == []
    page.locator("[data-slot=suggestions] button").last.click()
    page.locator("[data-slot=confirm]").click()
    expect(page.locator("[data-slot=warning]")).to_be_visible()
    assert faults(page) == []
    page.context.close()


@pytest.mark.parametrize("scene", AT_THE_END, ids=str)
def test_all_is_seen_at_the_end(visit: Regulars, server: Server, scene: Scene) -> None:
    page = sit_down(visit, server, scene)
    for _ in range(3):
        bar(page).locator("[data-slot=actions] button").first.click()
    assert faults(page) == []
    bar(page).locator("[data-slot=confirm]").click()
    assert faults(page) == []
    bar(page).locator("summary").click()
    expect(bar(page).locator("[data-slot=steps]")).to_be_visible()
    assert faults(page) == []
    if scene.language == "en":
        assert barriers(page) == []


@pytest.mark.parametrize("game", games())
def test_all_is_seen_by_those_who_watch(visit: Regulars, server: Server, game: str) -> None:
    """They are told the name of whoever has to decide."""
    table = sit_down(visit, server, Scene(game, "middle", names=LONGEST)).url
    page = visit.come("nl")
    page.goto(table)
    expect(page.locator("[data-slot=bar]:not([data-mine=true])")).to_be_visible()
    assert faults(page) == []


def test_long_names_stay_in_a_line_on_laptops(visit: Regulars, server: Server) -> None:
    page = sit_down(visit, server, Scene("skyliners", "start"))
    for width, height in LAPTOPS:
        page.set_viewport_size({"width": width, "height": height})
        for name in NAMES:
            shown = page.locator("[data-slot=player] h2").get_by_text(name, exact=True)
            assert shown.evaluate("(name) => name.offsetHeight < 2 * parseFloat(getComputedStyle(name).fontSize)")


@pytest.mark.parametrize("game", games())
def test_what_is_folded_on_a_small_screen_can_be_unfolded(visit: Regulars, server: Server, game: str) -> None:
    page = sit_down(visit, server, Scene(game, "middle", "de"))
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="Mitspielende").click()
    for player in page.locator("[data-slot=player]").all():
        expect(player.locator("li, svg").last).to_be_visible()
    assert faults(page, HANDHELDS) == []


@pytest.mark.parametrize("game", games())
def test_fingers_have_room(visit: Regulars, server: Server, game: str) -> None:
    """On a phone, with the players folded and unfolded. A mouse needs less, and has it on a laptop."""
    page = sit_down(visit, server, Scene(game, "middle"))
    assert small_targets(page) == []
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    touch = page.context.new_cdp_session(page)
    touch.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    assert small_targets(page) == []
    assert faults(page, (PHONE,)) == []
    page.get_by_role("button", name="Players").click()
    assert small_targets(page) == []
    touch.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
