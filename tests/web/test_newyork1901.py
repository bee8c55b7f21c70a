"""New York 1901 in the browser: every kind of move, by mouse, touch and keyboard."""

import random
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from rooftop.core import records
from rooftop.core.match import Match
from server.serving import Server
from web.playing import (
    ME,
    bar,
    be_asked_always,
    click_place,
    look_from_above,
    meet_a_bot,
    open_table,
    sit_at,
    tap_place,
    version,
    wait_for_change,
    wait_for_turn,
)
from web.staging import meet_a_bot_late, stage
from web.visitors import PHONE, Visitors, ask, barriers

RECORDS = Path(__file__).parents[1] / "games/newyork1901/records"
BOT = {"who": "bot", "level": "greedy"}
SMALL, TINY = (1000, 700), (640, 600)
"""Drawn without a graphics card, whole games go faster in a small window."""


# --- the table -----------------------------------------------------------------------------------------------


def recorded(name: str) -> records.SavedGame:
    return records.read((RECORDS / f"{name}.rooftop").read_text("utf-8"))


def staged(page: Page, server: Server, name: str, moves: int) -> tuple[str, Match]:
    """A recorded game after some of its moves, with all seats at this browser."""
    record = recorded(name)
    table = open_table(page, "newyork1901", [ME] * record.tags["Players"], start=False, hints=True)
    match = stage(server.database, table, record.tags["Seed"], [text for _, _, text in record.moves[:moves]])
    be_asked_always(page)
    sit_at(page, table)
    wait_for_turn(page)
    return table, match


def heading(page: Page) -> Locator:
    return page.locator("[data-slot=bar] h2")


def preview(page: Page) -> Locator:
    """What the chosen move would bring."""
    return page.locator("[data-slot=preview]")


def place(page: Page, square: str) -> Locator:
    return page.locator(f"[data-place={square}]")


def thing(page: Page, key: str) -> Locator:
    return page.locator(f"[data-thing='{key}']")


def tool(page: Page, name: str) -> Locator:
    return page.locator("[data-slot=bar]").get_by_role("button", name=name, exact=True)


def confirm(page: Page) -> None:
    before = version(page)
    page.locator("[data-slot=confirm]").click()
    wait_for_change(page, before)


# --- deciding as people do -------------------------------------------------------------------------------------


def legal(page: Page, table: str) -> list[dict[str, Any]]:
    moves: list[dict[str, Any]] = ask(page, f"/api/tables/{table}")["view"]["moves"]
    return [move["data"] for move in moves]


def worth(data: dict[str, Any]) -> int:
    return int(data.get("points", len(data.get("squares", ()))))


def grip(squares: list[str]) -> str:
    """Where a tile is held: by the square nearest to its middle."""
    spots = [(ord(name[0]), int(name[1:])) for name in squares]
    middle = [(min(axis) + max(axis)) / 2 for axis in zip(*spots, strict=True)]
    return min(squares, key=lambda name: (ord(name[0]) - middle[0]) ** 2 + (int(name[1:]) - middle[1]) ** 2)


def hold(page: Page, data: dict[str, Any]) -> None:
    """Take a tile, and turn and mirror it until it lies as it should."""
    thing(page, f"tile {data['tile']}").click()
    held = page.locator(f"[data-lies='lies {'mirrored ' if data['mirrored'] else ''}{data['turned']}']")
    for way in ("Turn", "Turn", "Turn", "Turn", "Mirror", "Turn", "Turn", "Turn"):
        if held.count():
            return
        tool(page, way).click()
    expect(held).to_be_visible()


def do_by_mouse(page: Page, data: dict[str, Any], chance: random.Random) -> None:
    """With clicks on the picture; a second click on the same place confirms."""
    before = version(page)
    squares = data.get("squares")
    if squares is None:
        if not page.locator(
            "[data-slot=confirm]:enabled"
        ).count():  # where nothing else is possible, it is chosen already
            thing(page, data["action"]).click()
        page.locator("[data-slot=confirm]").click()
    else:
        if "tile" in data:
            hold(page, data)
        elif data["action"] == "acquire" and chance.random() < 0.5:
            thing(page, f"card {data['card']}").click()
        meant = data.get("lot", ", ".join(squares))
        if meant not in heading(page).inner_text():
            click_place(page, place(page, grip(squares)))
        expect(heading(page)).to_contain_text(meant)
        click_place(page, place(page, grip(squares)))
    wait_for_change(page, before)


def do_by_keys(page: Page, chance: random.Random) -> None:
    """From one possible place to the next until one pleases."""
    before = version(page)
    for _ in range(chance.randint(1, 3)):
        page.keyboard.press("n")
    page.keyboard.press("Enter")
    wait_for_change(page, before)


def see_the_end(page: Page, table: str) -> None:
    """The scoring goes step by step, and its table agrees with the server."""
    expect(bar(page).get_by_role("heading", name="Final scoring")).to_be_visible()
    bar(page).get_by_role("button", name="Next step").click()
    expect(bar(page).get_by_role("status")).to_contain_text("bronze")
    bar(page).get_by_role("button", name="To the result").click()
    rows = bar(page).locator("tbody tr").all()
    figures = [[int(cell) for cell in row.locator("td").all_inner_texts()] for row in rows]
    assert sorted(row[-1] for row in figures) == sorted(ask(page, f"/api/tables/{table}")["view"]["scores"])
    assert all(sum(row[:-1]) == row[-1] for row in figures)


# --- whole games ---------------------------------------------------------------------------------------------


def test_a_whole_game_by_keyboard_alone(visit: Visitors) -> None:
    page = visit(size=TINY)
    table = meet_a_bot(page, "newyork1901", BOT)
    chance = random.Random(1)
    while wait_for_turn(page):
        do_by_keys(page, chance)
    see_the_end(page, table)


def test_the_end_of_a_game_by_mouse(visit_either: Visitors, server: Server) -> None:
    page = visit_either(size=SMALL)
    table = meet_a_bot_late(page, server.database, "newyork1901")
    look_from_above(page)
    chance = random.Random(2)
    while wait_for_turn(page):
        do_by_mouse(page, max(legal(page, table), key=lambda data: (worth(data), chance.random())), chance)
    see_the_end(page, table)


def test_last_turns_in_two_browsers(visit: Visitors, server: Server) -> None:
    """A recorded game ends as it did: after some turns somebody has 50 points, the other catches up, and they share
    the win."""
    ann, bob = visit(size=SMALL), visit(size=SMALL)
    record = recorded("shared")
    table = open_table(ann, "newyork1901", [ME, {"who": "anyone"}], start=False)
    invitation = ask(ann, f"/api/tables/{table}")["table"]["invitation"]
    assert bob.request.post("/api/people", data={"name": "Bob"}).ok
    assert bob.request.post(f"/api/tables/{table}/join", data={"invitation": invitation}).ok
    texts = [text for _, _, text in record.moves]
    match = stage(server.database, table, record.tags["Seed"], texts[:-10])
    pages = [ann, bob]
    for page in pages:
        be_asked_always(page)
        sit_at(page, table)
        look_from_above(page)
    for text in texts[-10:-2]:
        assert match.player is not None
        wait_for_turn(pages[match.player])
        move = next(move for move in match.moves() if move.text == text)
        do_by_mouse(pages[match.player], move.data, random.Random(match.ply))
        match.play(move)
    for text in texts[-2:]:
        assert match.player is not None
        page = pages[match.player]
        wait_for_turn(page)
        hold(page, next(move for move in match.moves() if move.text == text).data)
        squares = match.play(text).data["squares"]
        if ", ".join(squares) not in heading(page).inner_text():
            place(page, grip(squares)).press("Enter")
        expect(heading(page)).to_contain_text(", ".join(squares))
        if not match.over:
            expect(preview(page)).to_contain_text("50 points reached: everybody else has one last turn")
        confirm(page)
        if not match.over:
            expect(heading(pages[match.player or 0])).to_contain_text("Your last turn.")
    for page in pages:
        see_the_end(page, table)
        expect(bar(page).locator("h2")).to_contain_text("Ann and Bob")


def test_the_only_tile_that_fits_is_held_before_it_is_built(visit: Visitors, server: Server) -> None:
    """Picking it does not confirm: nothing was picked before."""
    match, chance = Match("newyork1901", 2, seed=0), random.Random(0)
    while [move.data["action"] for move in match.moves()] != ["rebuild"]:
        match.play(max(match.moves(), key=lambda move: (worth(move.data), chance.random())))
    page = visit(size=SMALL)
    table = open_table(page, "newyork1901", [ME, ME], start=False)
    stage(server.database, table, 0, [move.text for _, move in match.history])
    be_asked_always(page)
    sit_at(page, table)
    do_by_mouse(page, match.moves()[0].data, chance)


# --- every kind of move --------------------------------------------------------------------------------------


def test_land_a_building_and_what_is_not_possible(visit: Visitors, server: Server) -> None:
    """The first turn: a card lights its lots, any free lot will do, and illegal places say why not."""
    page = visit(size=SMALL)
    _, match = staged(page, server, "goal", 0)
    refusal = bar(page).get_by_role("alert")
    place(page, "j16").press("Enter")
    expect(refusal).to_contain_text("with two players the pink district is closed (NY-11)")
    thing(page, "tile gold O6").click()
    place(page, "c3").press("Enter")
    expect(refusal).to_contain_text("would have to be yours (NY-22)")
    thing(page, "tile silver I4").click()
    tool(page, "Turn").click()
    place(page, "c3").press("Enter")
    expect(refusal).to_contain_text("on a street, in a park or on the old building")
    page.keyboard.press("Escape")

    land = [move.data for move in match.moves()]
    other = next(data for data in land if data["card"] != land[0]["card"])
    thing(page, f"card {land[0]['card']}").click()
    expect(place(page, land[0]["squares"][0])).to_have_attribute("aria-disabled", "false")
    expect(place(page, other["squares"][0])).to_have_attribute("aria-disabled", "true")
    place(page, other["squares"][0]).press("Enter")
    expect(heading(page)).to_have_text(f"Take {other['card']}, worker on {other['lot']}")
    expect(preview(page)).to_have_text("OFree workers 4 → 3" if match.player == 0 else "PFree workers 4 → 3")
    assert barriers(page) == []
    confirm(page)
    expect(heading(page)).to_have_text("Build a tile on your land, or build nothing.")
    tool(page, "Undo").click()
    expect(heading(page)).to_have_text("Take a card and a lot.")

    page.keyboard.press("h")
    expect(heading(page)).to_contain_text("A good move: Take")
    confirm(page)
    thing(page, "skip").click()
    expect(heading(page)).to_have_text("Build nothing")
    confirm(page)
    expect(page.get_by_role("complementary")).to_contain_text("builds nothing this turn.")


def test_a_tile_is_turned_mirrored_and_put_down_by_touch(visit: Visitors, server: Server) -> None:
    page = visit(size=PHONE, has_touch=True)
    _, match = staged(page, server, "gold", 40)
    rebuild = next(move.data for move in match.moves() if move.data.get("mirrored"))
    thing(page, f"tile {rebuild['tile']}").tap()
    tool(page, "Turn").tap()
    tool(page, "Mirror").tap()
    hold(page, rebuild)
    if ", ".join(rebuild["squares"]) not in heading(page).inner_text():
        tap_place(page, place(page, grip(rebuild["squares"])))
    expect(heading(page)).to_contain_text(", ".join(rebuild["squares"]))
    assert barriers(page) == []
    before = version(page)
    page.locator("[data-slot=confirm]").tap()
    wait_for_change(page, before)


def test_demolition_is_shown_before_it_happens(visit: Visitors, server: Server) -> None:
    """A legendary skyscraper for two old buildings: points, what falls, workers, and the last turns."""
    page = visit(size=SMALL)
    _, match = staged(page, server, "goal", 76)
    build = next(move.data for move in match.moves() if move.text == "rebuild Singer m6")
    thing(page, "tile Singer").click()
    turn_in_every_way(page)
    hold(page, build)
    if ", ".join(build["squares"]) not in heading(page).inner_text():
        place(page, grip(build["squares"])).press("Enter")
    expect(heading(page)).to_have_text(f"Tear down and build Singer on {', '.join(build['squares'])}")
    for text in (
        "Points 49 → 61",
        "Torn down: silver V3 (o6), gold O6 (m6)",
        "The worker comes back from RD",
        "A worker goes to the bare lot R5",
        "Your one legendary skyscraper",
        "50 points reached: everybody else has one last turn",
    ):
        expect(preview(page)).to_contain_text(text)
    confirm(page)
    expect(heading(page)).to_contain_text("Your last turn.")
    expect(thing(page, "tile Woolworth")).to_be_visible()
    expect(thing(page, "tile Singer")).to_have_count(0)


def turn_in_every_way(page: Page) -> None:
    lies = page.locator("[data-lies]")
    first = lies.get_attribute("data-lies") or ""
    city = page.locator("[data-slot=stage]").bounding_box()
    assert city
    page.mouse.move(city["x"] + city["width"] / 2, city["y"] + city["height"] / 2)
    page.mouse.wheel(0, 100)
    expect(lies).not_to_have_attribute("data-lies", first)
    page.mouse.wheel(0, -100)
    expect(lies).to_have_attribute("data-lies", first)
    page.keyboard.press("r")
    expect(lies).not_to_have_attribute("data-lies", first)
    # It looks the same in a mirror: flipping it over is a quarter turn back.
    page.keyboard.press("f")
    expect(lies).to_have_attribute("data-lies", first)


def test_whoever_is_stuck_gives_land_back(visit: Visitors, server: Server) -> None:
    """In Dutch, and by night."""
    page = visit(size=TINY, locale="nl-NL", color_scheme="dark")
    moves = recorded("quiet").moves
    _, match = staged(page, server, "quiet", next(n for n, move in enumerate(moves) if "give back" in move[2]))
    expect(heading(page)).to_have_text("Je zit vast: geef een perceel met een arbeider terug.")
    back = match.moves()[0].data
    place(page, back["squares"][0]).press("Enter")
    expect(heading(page)).to_have_text(f"{back['lot']} teruggeven")
    assert barriers(page) == []
    confirm(page)
    tool(page, "Alle kaarten").click()
    expect(page.get_by_role("dialog")).to_contain_text("Teruggegeven, de eerstvolgende eerst:")
    assert barriers(page) == []


def test_who_can_do_nothing_passes(visit: Visitors, server: Server) -> None:
    """Four players, with the pink district; in German."""
    page = visit(size=TINY, locale="de-DE")
    moves = recorded("passes").moves
    staged(page, server, "passes", next(n for n, move in enumerate(moves) if move[2] == "pass"))
    expect(heading(page)).to_contain_text("Passen")
    expect(place(page, "j16")).to_contain_text("Grundstück P1, Rosa 2")
    confirm(page)
    expect(page.locator("[role=log]", has_text="kann nichts tun und passt.")).not_to_have_count(0)
