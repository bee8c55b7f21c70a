"""Skyliners in the browser, and with it everything that all games share at the table."""

import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, WebSocketRoute, expect

from rooftop.core.match import Match
from server.serving import Live, Server, wait_for
from server.serving import Visitor as Guest
from web.playing import (
    BOT,
    ME,
    bar,
    be_asked_always,
    decide_by_keys,
    decide_by_mouse,
    look_from_above,
    meet_a_bot,
    open_table,
    sit_at,
    version,
    wait_for_change,
    wait_for_picture,
    wait_for_turn,
)
from web.staging import meet_a_bot_late, stage, standing
from web.visitors import PHONE, TABLET, Visitors, ask, barriers

SMALL = (1024, 640)
"""A small viewport, because software rendering is slow."""


def random_game(variant: str, seed: int, moves: int) -> list[str]:
    """The texts of the first moves of a game of two."""
    match, chance = Match("skyliners", players=2, variant=variant, seed=seed), random.Random(seed)
    return [match.play(chance.choice(match.moves())).text for _ in range(moves)]


def see_the_end(page: Page, table: str) -> None:
    """The scoring goes step by step, and its table agrees with the server."""
    expect(bar(page).get_by_role("heading", name="Final scoring")).to_be_visible()
    bar(page).get_by_role("button", name="Next step").click()
    expect(bar(page).get_by_role("status")).to_contain_text("row")
    bar(page).get_by_role("button", name="To the result").click()
    scores = ask(page, f"/api/tables/{table}")["view"]["scores"]
    totals = bar(page).locator("tbody td:last-child").all_inner_texts()
    assert sorted(map(int, totals)) == sorted(scores)


# --- whole games ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["intro", "full"])
@pytest.mark.parametrize("decide", [decide_by_keys, decide_by_mouse])
def test_a_game_to_its_end_by_mouse_or_by_keyboard_alone(
    visit: Visitors, server: Server, variant: str, decide: Callable[[Page, random.Random], None]
) -> None:
    """The introductory game from its first move on, the full game, whose turns are longer, from the middle on."""
    page = visit(size=SMALL)
    if variant == "intro":
        table = meet_a_bot(page, "skyliners", variant=variant)
    else:
        table = meet_a_bot_late(page, server.database, "skyliners", variant=variant, share=0.4)
    if decide is decide_by_mouse:
        look_from_above(page)
    chance = random.Random(1)
    while wait_for_turn(page):
        decide(page, chance)
    see_the_end(page, table)


def test_two_browsers_and_a_server_that_goes_away(visit: Visitors, server: Server) -> None:
    pages = [visit(size=SMALL), visit(size=PHONE)]
    table = open_table(pages[0], "skyliners", [ME, {"who": "anyone"}], start=False, variant="full")
    invitation = ask(pages[0], f"/api/tables/{table}")["table"]["invitation"]
    assert pages[1].request.post("/api/people", data={"name": "Bob"}).ok
    assert pages[1].request.post(f"/api/tables/{table}/join", data={"invitation": invitation}).ok
    decisions = stage(server.database, table, 1, random_game("full", 1, 36)).ply
    for page in pages:
        be_asked_always(page)
        sit_at(page, table)
    chance = random.Random(3)

    while (player := ask(pages[0], f"/api/tables/{table}")["view"]["player"]) is not None:
        assert wait_for_turn(pages[player])
        decide_by_keys(pages[player], chance)
        decisions += 1
        if decisions == 40:
            lose_the_server(pages, server)
    for page in pages:
        see_the_end(page, table)
    assert standing(server.database, table).ply == decisions, "a move was lost or made twice"
    # The browser itself notes that it could not connect while the server was away.
    visit.complaints[:] = [text for text in visit.complaints if "WebSocket connection" not in text]


def lose_the_server(pages: list[Page], server: Server) -> None:
    server.kill()
    for page in pages:
        expect(page.get_by_text("The connection is lost.")).to_be_visible()
    server.start()
    for page in pages:
        expect(page.get_by_text("The connection is lost.")).to_be_hidden()


def test_two_people_at_one_screen(visit: Visitors, server: Server) -> None:
    page = visit(size=SMALL)
    be_asked_always(page)
    seats = [{"who": "me", "name": "Ann"}, {"who": "me", "name": "Bea"}]
    table = open_table(page, "skyliners", seats, start=False, variant="intro")
    stage(server.database, table, 2, random_game("intro", 2, 31))
    sit_at(page, table)
    chance = random.Random(4)
    seen = set()
    while page.locator("[data-slot=bar][data-over]").count() == 0:
        page.locator("[data-slot=bar][data-mine=true], [data-slot=bar][data-over], [data-slot=cover]").first.wait_for()
        if page.locator("[data-slot=cover]").count():
            player = page.locator("[data-slot=cover] button").inner_text()
            assert barriers(page) == []
            page.locator("[data-slot=cover] button").click()
            expect(page.locator("[data-slot=cover]")).to_be_hidden()
            seen.add(player)
        elif wait_for_turn(page):
            decide_by_keys(page, chance)
    assert seen == {"I am Ann", "I am Bea"}
    see_the_end(page, table)


# --- at the table --------------------------------------------------------------------------------------------


def test_what_cannot_be_done_is_explained(visit: Visitors) -> None:
    page = visit(size=SMALL)
    sit_at(page, open_table(page, "skyliners", [ME, BOT]))
    assert wait_for_turn(page)
    page.get_by_role("button", name="Roof", exact=False).first.press("Enter")
    page.get_by_role("button", name=re.compile("^c3, park")).press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Not there: the park in the middle stays (SL-1)")


def test_a_hint_is_shown_and_a_move_taken_back(visit: Visitors) -> None:
    page = visit(size=SMALL)
    sit_at(page, open_table(page, "skyliners", [ME, BOT], hints=True))
    assert wait_for_turn(page)
    before = version(page)
    page.keyboard.press("h")
    expect(page.get_by_role("heading", name="A good move")).to_be_visible()
    best = page.get_by_role("list", name="The best moves found")
    suggestions = best.get_by_role("button", name=re.compile(r": \d+ %$"))
    expect(suggestions.first).to_have_attribute("aria-pressed", "true")
    expect(best.locator("[aria-pressed=false] + small")).to_have_text([re.compile(r"\S")] * (suggestions.count() - 1))
    suggestions.last.click()
    expect(suggestions.last).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-slot=consequences]")).to_be_attached()
    page.keyboard.press("Enter")
    wait_for_change(page, before)
    page.keyboard.press("u")
    expect(page.locator("[data-slot=table]")).to_have_attribute("data-version", before or "")


def choose_piece_and_site(page: Page, move: str) -> None:
    piece, site = move.split()
    page.locator(f"[data-thing={piece}]").click()
    page.locator(f"[data-place={site}]").press("Enter")


def test_the_coach_warns_once_of_a_weak_move(visit: Visitors) -> None:
    page = visit(size=SMALL)
    page.route_web_socket(re.compile("/live"), finds_floors_weak)
    sit_at(page, open_table(page, "skyliners", [ME, BOT], hints=True, first=0))
    page.get_by_text("More", exact=True).click()
    page.get_by_role("switch", name="Coach: warn me before weak moves").check()
    page.keyboard.press("Escape")
    before = version(page)
    confirm = page.locator("[data-slot=confirm]")
    choose_piece_and_site(page, "floor c1")
    confirm.click()
    warning = page.get_by_role("alert")
    expect(warning).to_contain_text("The coach sees a better move: Roof on")
    expect(warning.locator("[data-slot=consequences]")).to_be_attached()
    assert version(page) == before
    warning.get_by_role("button", name="Show it").click()
    expect(page.get_by_role("heading", name="Roof on")).to_be_visible()
    expect(warning).to_be_hidden()
    choose_piece_and_site(page, "floor c1")
    confirm.click()
    wait_for_change(page, before)


def finds_floors_weak(page: WebSocketRoute) -> None:
    """The coach's opinion, always the same: a search is not, least of all on a busy machine."""
    server, view = page.connect_to_server(), dict[str, Any]()

    def pass_on(text: str | bytes) -> None:
        message = json.loads(text)
        view.update(message.get("view") or {})
        if message["tell"] == "hint":
            roof = next(move for move in view["moves"] if move["text"].startswith("roof"))
            floors = [move["id"] for move in view["moves"] if move["text"].startswith("floor")]
            message["best"] = [{"move": roof["id"], "text": roof["text"], "chance": 0.9, "view": None}]
            message["weak"] = [{"move": move, "chance": 0.2} for move in floors]
        page.send(json.dumps(message))

    server.on_message(pass_on)


def test_consequences_are_told_before_the_move(visit: Visitors, server: Server) -> None:
    page = visit(size=SMALL)
    table = open_table(page, "skyliners", [ME, {"who": "me", "name": "Bea"}], start=False, variant="intro")
    match = stage(server.database, table, 5)
    sit_at(page, table)
    if match.player == 1:
        page.locator("[data-slot=cover] button").click()
    seat = match.player or 0
    changing = next(
        move for move in match.moves() if _seen_after(match, move.text, seat) != match.view(seat)["table"]["seen"]
    )
    choose_piece_and_site(page, changing.text)
    expect(page.locator("[data-slot=consequences]")).to_contain_text("→")
    assert standing(server.database, table).ply == 0


def _seen_after(match: Match, move: str, seat: int) -> list[list[int]]:
    after = match.copy()
    after.play(move)
    seen: list[list[int]] = after.view(seat)["table"]["seen"]
    return seen


def test_a_decision_with_a_single_answer_is_taken_by_itself(visit: Visitors, server: Server) -> None:
    page = visit(size=SMALL)
    be_asked_always(page)
    table = open_table(page, "skyliners", [ME, {"who": "me", "name": "Bea"}], start=False, variant="full")
    match, chance, moves = Match("skyliners", players=2, variant="full", seed=1), random.Random(204), []
    while len(match.moves()) > 1:
        moves.append(match.play(chance.choice(match.moves())).text)
    stage(server.database, table, 1, moves)
    sit_at(page, table)
    page.locator("[data-slot=cover] button").click()
    expect(page.get_by_role("heading", name="There is only one move: Forfeit the action")).to_be_visible()
    before = version(page)
    page.get_by_text("More", exact=True).click()
    page.get_by_role("switch", name="Play forced moves automatically").check()
    wait_for_change(page, before)


def test_somebody_looks_on(visit: Visitors) -> None:
    player, spectator = visit(size=PHONE), visit(size=SMALL)
    table = open_table(player, "skyliners", [ME, BOT], open=True)
    sit_at(spectator, table)
    expect(bar(spectator)).to_contain_text("You are watching.")
    expect(spectator.locator("[data-thing], [data-slot=confirm]")).to_have_count(0)
    sit_at(player, table)
    assert wait_for_turn(player)
    before = version(spectator)
    decide_by_keys(player, random.Random(5))
    wait_for_change(spectator, before)


def test_people_talk(visit: Visitors) -> None:
    page = visit(size=SMALL)
    sit_at(page, open_table(page, "skyliners", [ME, BOT]))
    page.get_by_role("button", name="Chat").click()
    page.get_by_label("Say something").fill("Hello")
    page.get_by_label("Say something").press("Enter")
    expect(page.get_by_role("list", name="Chat")).to_contain_text("Hello")


# --- for everybody -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "light"), [(SMALL, "light"), (TABLET, "dark"), (PHONE, "light")])
def test_no_barriers_at_the_table(visit: Visitors, server: Server, size: tuple[int, int], light: str) -> None:
    page = visit(size=size, color_scheme=light)
    table = open_table(page, "skyliners", [ME, BOT], hints=True)
    sit_at(page, table)
    assert wait_for_turn(page)
    assert barriers(page) == []
    assert segments_in_reach(page) == 5 * 4
    page.keyboard.press("h")
    expect(page.locator("[data-slot=consequences]")).to_be_visible()
    assert barriers(page) == []
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert barriers(page) == []
    page.keyboard.press("Escape")
    resign(page)
    assert barriers(page) == []


def segments_in_reach(page: Page) -> int:
    """How many segments of planning cards are on the screen and large enough for a finger."""
    assert page.viewport_size
    width, height = page.viewport_size["width"], page.viewport_size["height"]
    boxes = [part.bounding_box() for part in page.locator("[data-part]").all()]
    return sum(
        min(box["x"], box["y"]) >= 0
        and box["x"] + box["width"] <= width
        and box["y"] + box["height"] <= height
        and min(box["width"], box["height"]) >= 24
        for box in boxes
        if box
    )


def test_no_barriers_at_the_end(visit: Visitors, server: Server) -> None:
    page = visit(size=SMALL)
    table = open_table(page, "skyliners", [ME, {"who": "me", "name": "Bea"}], start=False, variant="full")
    stage(server.database, table, 1, random_game("full", 1, 44))
    sit_at(page, table)
    assert barriers(page) == []
    see_the_end(page, table)
    assert barriers(page) == []
    bar(page).locator("summary").click()
    expect(bar(page).locator("[data-slot=steps]")).to_be_visible()
    assert barriers(page) == []


CANNOT_DRAW = {
    "en-GB": "This browser cannot draw the city in three dimensions.",
    "de-DE": "Dieser Browser kann die Stadt nicht räumlich zeichnen.",
    "nl-NL": "Deze browser kan de stad niet in drie dimensies tekenen.",
}


def test_without_webgl_a_whole_game_is_played_on_a_picture(visit_without_webgl: Visitors) -> None:
    page, chance = visit_without_webgl(size=SMALL), random.Random(1)
    table = meet_a_bot(page, "skyliners", variant="intro", open=True)
    while wait_for_turn(page):
        decide_by_mouse(page, chance)
    assert barriers(page) == []
    see_the_end(page, table)
    for locale, sentence in CANNOT_DRAW.items():
        spectator = visit_without_webgl(f"/table/{table}", size=PHONE, locale=locale)
        expect(spectator.get_by_text(sentence)).to_be_visible()


CHOOSE_MANY_TIMES_AND_CONFIRM = """() => {
    const sites = document.querySelectorAll("[data-slot=places] button[aria-disabled=false]");
    for (let n = 0; n < 90; n++) sites[n % 2].click();
    window.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
}"""


def test_a_move_that_came_too_fast_for_the_server_is_made_all_the_same(visit: Visitors) -> None:
    page = visit(size=SMALL)
    meet_a_bot(page, "skyliners")
    assert wait_for_turn(page)
    before = version(page)
    page.keyboard.press("1")
    page.evaluate(CHOOSE_MANY_TIMES_AND_CONFIRM)
    wait_for_change(page, before)


def test_the_table_speaks_german(visit: Visitors) -> None:
    page = visit(size=SMALL, locale="de-DE")
    sit_at(page, open_table(page, "skyliners", [ME, BOT]))
    expect(page.get_by_role("heading", name="Bauen: Wähle ein Bauteil und einen Bauplatz.")).to_be_visible()
    expect(page.locator("[data-slot=player]", has_text="Bot, leicht")).to_have_count(1)


def resign(page: Page) -> None:
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.locator("[data-slot=bar][data-over]")).to_be_visible()


# --- memory --------------------------------------------------------------------------------------------------

HEAP_GROWTH = 1_500_000
"""Bytes over several games; a game that stayed in memory would take more, with its scene, its views and its log."""
DRAWN = ("WebGL2RenderingContext", "WebGLTexture", "WebGLBuffer", "WebGLProgram")
"""What a scene holds on the graphics card."""
MEASURED = (2, 9)


def test_ten_games_in_a_row_leave_nothing_behind(visit: Visitors, server: Server) -> None:
    """Those that are compared are whole games, the others given up after some moves."""
    page = visit(size=PHONE)
    be_asked_always(page)
    sit_at(page, open_table(page, "skyliners", [ME, {"who": "bot", "level": "random"}], variant="intro"))
    devtools, chance = page.context.new_cdp_session(page), random.Random(6)
    kept = []
    for game in range(10):
        for _ in range(2):
            assert wait_for_turn(page)
            decide_by_keys(page, chance)
        if game in MEASURED:
            decide_elsewhere(page, server, chance)
            bar(page).get_by_role("button", name="To the result").click()
            kept.append(memory(devtools))
        else:
            resign(page)
        play_again(page)
        expect(page.locator("[data-slot=bar][data-over]")).to_be_hidden()
    # Less than one more for each game; a few are made when a piece is pointed at for the first time.
    warm, last = kept
    assert is_as_before(last, {kind: found + 6 for kind, found in warm.items()}), f"{warm} {last}"


def decide_elsewhere(page: Page, server: Server, chance: random.Random) -> None:
    """The rest of a game, decided on another device of the same person: quicker, and the page shows every position."""
    elsewhere = Guest(server.address)
    for cookie in page.context.cookies():
        elsewhere.http.cookies.set(cookie["name"], cookie["value"])
    with elsewhere.live(table_of(page)) as live:
        letter = own_turn_after(live, "")
        while letter["view"]["player"] is not None:
            expect(page.locator("[data-slot=table]")).to_have_attribute("data-version", letter["version"])
            assert live.move(chance.choice(letter["view"]["moves"])["id"])["tell"] == "done"
            letter = own_turn_after(live, letter["version"])


def own_turn_after(live: Live, version: str) -> Any:
    """The next position in which one has to decide, or the last one of the game."""
    return live.await_update(
        lambda letter: letter["version"] != version and letter["view"]["player"] in (letter["seat"], None)
    )


def play_again(page: Page) -> None:
    before = page.url
    page.get_by_role("button", name="Once more").click()
    page.wait_for_url(lambda url: url != before)


def test_a_table_that_was_left_is_freed(visit: Visitors, server: Server) -> None:
    """While the next game waits for its players, nothing of the last one is kept."""
    page, bob = visit(size=PHONE), Guest(server.address, "Bob")
    table = open_table(page, "skyliners", [ME, {"who": "anyone"}], start=False, open=True)
    devtools = page.context.new_cdp_session(page)
    page.goto(f"/table/{table}")
    expect(page.get_by_role("heading", name="waiting for players")).to_be_visible()
    page.wait_for_function("[...document.images].every((image) => image.complete)")  # an SVG has a document of its own
    before = memory(devtools)
    bob.post(f"/api/tables/{table}/join")
    for _ in range(3):
        page.get_by_role("button", name="Start").click()
        expect(bar(page)).to_be_visible()
        wait_for_picture(page)
        assert memory(devtools)["WebGLBuffer"] > 0
        bob.post(f"/api/tables/{table}/resign")
        play_again(page)
        expect(page.get_by_role("heading", name="waiting for players")).to_be_visible()
        wait_for(lambda: is_as_before(memory(devtools), before))
        bob.post(f"/api/tables/{table}/rematch")
        table = table_of(page)


def is_as_before(now: dict[str, int], before: dict[str, int]) -> bool:
    return now["heap"] < before["heap"] + HEAP_GROWTH and all(
        now[kind] <= before[kind] for kind in ("documents", *DRAWN)
    )


def table_of(page: Page) -> str:
    return page.url.rsplit("/", 1)[1]


def memory(devtools: CDPSession) -> dict[str, int]:
    """After a forced garbage collection: heap size, live documents and GPU resources."""
    devtools.send("HeapProfiler.collectGarbage")
    heap = int(devtools.send("Runtime.getHeapUsage")["usedSize"])
    documents = int(devtools.send("Memory.getDOMCounters")["documents"])
    return {"heap": heap, "documents": documents, **{kind: count(devtools, kind) for kind in DRAWN}}


def count(devtools: CDPSession, kind: str) -> int:
    prototype = devtools.send("Runtime.evaluate", {"expression": f"{kind}.prototype"})["result"]["objectId"]
    objects = devtools.send("Runtime.queryObjects", {"prototypeObjectId": prototype})["objects"]["objectId"]
    counting = {"objectId": objects, "functionDeclaration": "function() { return this.length }", "returnByValue": True}
    counted: int = devtools.send("Runtime.callFunctionOn", counting)["result"]["value"]
    devtools.send("Runtime.releaseObject", {"objectId": objects})
    return counted
