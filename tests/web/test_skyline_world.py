"""Skyline of the World in the browser: played to the end by mouse, by keyboard and by two, every kind of move, and what
a player has to see before making it."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from rooftop.bots import find_bot
from rooftop.core.match import Match, Move
from server.serving import Server
from web.layout import faults
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
    walk_to,
)
from web.skyline_world_moments import GAME, can, moments, played, seen, when
from web.staging import meet_a_bot_late, stage, standing
from web.visitors import PHONE, Visitors, barriers

RANDOM = {"who": "bot", "level": "random"}
SMALL, TINY = (1000, 640), (660, 620)
"""Drawn without a graphics card, whole games go faster in a small window."""
RECORDS = Path(__file__).parents[1] / "games/skyline_world/records"
KINDS = ("1", "2", "4", "6", "penthouse", "neutral", "skyline")


# --- tables --------------------------------------------------------------------------------------------------

Sit = Callable[..., Page]


@pytest.fixture
def sit(visit: Visitors, server: Server) -> Sit:
    """`sit(seed, moves)`: Ann, in the first seat against bots, comes to a table where these moves have been made."""

    def sit(seed: int, moves: tuple[str, ...], players: int = 2, variant: str = "standard", **browser: Any) -> Page:
        page = visit(**{"size": SMALL, **browser})
        be_asked_always(page)
        table = open_table(page, GAME, [ME] + [RANDOM] * (players - 1), start=False, variant=variant, hints=True)
        stage(server.database, table, seed, moves)
        sit_at(page, table)
        return page

    return sit


def table_of(page: Page) -> str:
    return page.url.rpartition("/")[2]


# --- playing -------------------------------------------------------------------------------------------------

Choose = Callable[[Page, dict[str, Any]], None]


def make(page: Page, match: Match, text: str, choose: Choose, confirm: Callable[[Page], None]) -> None:
    """Choose a move of the match, confirm it, and wait until the table has gone on."""
    before = version(page)
    choose(page, next(move.data for move in match.moves() if move.text == text))
    expect(page.locator("[data-slot=confirm]")).to_be_enabled()
    confirm(page)
    wait_for_change(page, before)


def floor(page: Page, kind: str) -> Locator:
    return page.locator(f"[data-slot=thing]:has([data-thing='floor {kind}'])")


def card(page: Page, figure: str) -> Locator:
    return page.locator(f"[data-slot=card]:has([data-thing='card {figure}'])").first


def site(page: Page, name: str) -> Locator:
    return page.locator(f"[data-place='{name}']")


def by_mouse(page: Page, data: dict[str, Any]) -> None:
    match data["action"]:
        case "build":
            floor(page, data["floor"]).get_by_role("button").click()
            click_place(page, site(page, data["site"]))
        case "buy" | "sell":
            floor(page, data["floor"]).locator(f"[data-part='{data['action']}']").click()
        case "show":
            card(page, data["figure"]).locator("[data-part='show']").click()
        case "trade":
            page.locator("[data-part=trade]").click()
            for figure in data["figures"]:
                card(page, figure).get_by_role("button").first.click()
        case _:
            page.locator("[data-thing='end']").click()


def with_the_button(page: Page) -> None:
    page.locator("[data-slot=confirm]").click()


def by_keys(page: Page, data: dict[str, Any]) -> None:
    match data["action"]:
        case "build":
            page.keyboard.press(str(KINDS.index(data["floor"]) + 1))
            walk_to(page, data["site"])
            page.keyboard.press("Enter")
        case "buy" | "sell":
            page.keyboard.press(str(KINDS.index(data["floor"]) + 1))
            page.keyboard.press("1" if data["action"] == "buy" else "2")
        case "show":
            tab_to(page, f"[data-slot=card]:has([data-thing='card {data['figure']}']) [data-part='show']")
            page.keyboard.press("Enter")
        case "trade":
            for figure in data["figures"]:
                tab_to(page, f"[data-thing='card {figure}']")
                page.keyboard.press("Space")
        case _:
            page.keyboard.press("8")


def tab_to(page: Page, selector: str) -> None:
    for _ in range(100):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no way to {selector}")


def with_enter(page: Page) -> None:
    page.keyboard.press("Enter")


def play_out(page: Page, server: Server, choose: Choose, confirm: Callable[[Page], None]) -> None:
    """To the end, as a weak bot would play."""
    bot = find_bot("easy", budget=0.2)
    while wait_for_turn(page):
        match = standing(server.database, table_of(page))
        chosen = bot(match, match.ply)
        make(page, match, next(move.text for move in match.moves() if move.id == chosen), choose, confirm)
    see_the_end(page, standing(server.database, table_of(page)))


def see_the_end(page: Page, match: Match) -> None:
    """The scoring goes step by step, and its table has the points of the match."""
    bar(page).get_by_role("button", name="Next step").click()
    expect(bar(page).get_by_role("status")).to_contain_text("Penthouses: ")
    bar(page).get_by_role("button", name="To the result").click()
    for name, points in zip(match.seat_names(), match.scores, strict=True):
        row = bar(page).get_by_role("row", name=re.compile(name))
        expect(row.get_by_role("cell").last).to_have_text(str(points))


# --- whole games -----------------------------------------------------------------------------------------------


def test_a_whole_game_by_keyboard_alone(visit: Visitors, server: Server) -> None:
    page = visit(size=TINY)
    meet_a_bot(page, GAME)
    play_out(page, server, by_keys, with_enter)


def test_the_end_of_a_game_by_mouse(visit_either: Visitors, server: Server) -> None:
    page = visit_either(size=TINY)
    meet_a_bot_late(page, server.database, GAME)
    look_from_above(page)
    play_out(page, server, by_mouse, with_the_button)


def last_turns(seed: int, turns: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The moves of a game, before its last turns and in them."""
    moves = played("easy", seed)
    ends = [ply for ply, text in enumerate(moves, 1) if text == "end turn"]
    return moves[: ends[-turns - 1]], moves[ends[-turns - 1] :]


def test_to_the_end_in_two_browsers(visit: Visitors, server: Server) -> None:
    """Two turns each, in which the third penthouse is built and the last turns begin."""
    before, last = last_turns(seed=1, turns=4)
    pages = [visit(size=TINY), visit(size=TINY)]
    table = open_table(pages[0], GAME, [ME, {"who": "anyone"}], start=False, open=True)
    assert pages[1].request.post("/api/people", data={"name": "Ben"}).ok
    assert pages[1].request.post(f"/api/tables/{table}/join", data={}).ok
    match = stage(server.database, table, 1, before)
    for page in pages:
        be_asked_always(page)
        sit_at(page, table)
        look_from_above(page)
    for text in last:
        assert match.player is not None
        wait_for_turn(pages[match.player])
        make(pages[match.player], match, text, by_mouse, with_the_button)
        match.play(text)
    for page in pages:
        see_the_end(page, match)


# --- every kind of move ------------------------------------------------------------------------------------------


ENDS = ("end building", "end turn")
ALL_KINDS = {*(f"build {kind}" for kind in KINDS), "show", "trade", "buy", "sell", *ENDS}


def kind_of(move: Move) -> str:
    return f"build {move.data['floor']}" if move.data["action"] == "build" else str(move.data["action"])


def spree(match: Match, wanted: set[str]) -> list[str]:
    """What is left of a turn: moves of the wanted kinds, each once, as long as there are any."""
    match, left, moves = match.copy(), set(wanted), []
    while match.player == 0:
        fitting = sorted((kind_of(move) in ENDS, move.text) for move in match.moves() if kind_of(move) in left)
        if not fitting:
            break
        moves.append(fitting[0][1])
        left.discard(kind_of(match.play(moves[-1])))
    return moves


def test_every_kind_of_move_by_keyboard(visit: Visitors, server: Server) -> None:
    wanted = set(ALL_KINDS)
    page = visit(size=SMALL)
    be_asked_always(page)
    while wanted:
        choices = ((spree(match, wanted), moment) for seed in (1, 2) for match, moment in moments(seed=seed))
        turn, (seed, before) = max(choices, key=lambda choice: len(choice[0]))
        table = open_table(page, GAME, [ME, RANDOM], start=False)
        match = stage(server.database, table, seed, before)
        sit_at(page, table)
        for text in turn:
            make(page, match, text, by_keys, with_enter)
            wanted.discard(kind_of(match.play(text)))
        for told in match.log(0, since=len(before)):
            expect(page.locator("[data-slot=log]")).to_contain_text(told)


# --- what a player sees -------------------------------------------------------------------------------------------


def test_who_can_build_must(sit: Sit) -> None:
    page = sit(*when(can("build")))
    expect(bar(page).get_by_role("heading", name="You can build, so you must")).to_be_visible()
    page.locator("[data-thing='end']").click()
    expect(page.get_by_role("alert")).to_have_text("No skipping: you can still build something (SW-22).")
    assert barriers(page) == []


def test_who_has_built_nothing_must_buy(sit: Sit) -> None:
    page = sit(*when(lambda match: can("buy")(match) and not can("end turn")(match)))
    expect(bar(page).get_by_role("heading", name="You built nothing, so you must buy")).to_be_visible()
    page.locator("[data-thing='end']").click()
    expect(page.get_by_role("alert")).to_have_text(
        "You have built nothing in this turn, so you must buy something (SW-33)."
    )
    floor(page, "1").locator("[data-part='buy']").click()
    expect(page.locator("[data-slot=consequences]")).to_contain_text("can be built from your next turn on")
    assert barriers(page) == []


def test_price_payee_and_income_are_told_before_building(sit: Sit, server: Server) -> None:
    moment = when(lambda match: any(move.data.get("payee") == 1 for move in match.moves()))
    page = sit(*moment)
    match = standing(server.database, table_of(page))
    move = next(move for move in match.moves() if move.data.get("payee") == 1)
    by_keys(page, move.data)
    before = seen(match)
    match.play(move)
    money, income = (f"{before[key][0]} → {seen(match)[key][0]}" for key in ("money", "incomes"))
    told = page.locator("[data-slot=consequences]")
    expect(told).to_contain_text(f"costs {move.data['price']} million, to Bot 1")
    expect(told).to_contain_text(f"you have {money} million")
    expect(told).to_contain_text(f"your income {income}")


def test_what_a_penthouse_brings(sit: Sit) -> None:
    page = sit(*when(lambda match: can("build penthouse")(match) and seen(match)["penthouses"][0] == 2))
    page.keyboard.press("5")
    site(page, lit(page)).press("Enter")
    told = page.locator("[data-slot=consequences]")
    for news in ("1 point", "you receive a Skyline floor", "everyone else has one more", "draws a bonus card"):
        expect(told).to_contain_text(news)


def lit(page: Page) -> str:
    """A site that can be chosen."""
    return page.locator("[data-place][aria-disabled='false']").first.get_attribute("data-place") or ""


def test_cards_say_where_their_figure_stands_or_what_is_missing(sit: Sit, server: Server) -> None:
    page = sit(*when(lambda match: {card["found"] for card in seen(match)["own_cards"]} == {True, False}))
    own = seen(standing(server.database, table_of(page)))["own_cards"]
    for each in own:
        where = "stands" if each["found"] else f"missing {' '.join(each['missing'])}"
        expect(card(page, each["figure"]).get_by_role("button").first).to_have_accessible_name(
            f"{each['figure']} {each['value']} million {where}"
        )
    missing = next(each for each in own if not each["found"])
    page.keyboard.press("Escape")
    card(page, missing["figure"]).get_by_role("button").first.click()
    if len(own) < 3:
        expect(page.get_by_role("alert")).to_contain_text("is not found in your top floors (SW-40)")
    assert barriers(page) == []


def test_a_closed_game_hides_what_others_have(sit: Sit) -> None:
    moment = when(lambda match: match.ply > 40, players=3, variant="closed-swift")
    page = sit(*moment, players=3, variant="closed-swift")
    expect(page.locator("[data-slot=status]")).to_contain_text("Closed game, swift end")
    players = page.get_by_role("region", name="Players").get_by_role("listitem")
    for name in ("Bot 1", "Bot 2"):
        expect(players.filter(has_text=name).first).to_contain_text("Hand hidden")
    expect(page.locator("[data-slot=mission] button")).to_have_accessible_name(
        re.compile("at the end of your last turn")
    )


def test_a_hint_is_shown_and_a_move_taken_back(sit: Sit) -> None:
    page = sit(*when(can("build")))
    before = version(page)
    page.keyboard.press("h")
    expect(bar(page).get_by_role("heading", name="A good move: ")).to_be_visible()
    page.keyboard.press("Enter")
    wait_for_change(page, before)
    page.keyboard.press("u")
    expect(page.locator("[data-slot=table]")).to_have_attribute("data-version", before or "")
    expect(bar(page).get_by_role("heading", name="You can build, so you must")).to_be_visible()


def test_a_floor_is_built_by_touch_on_a_phone_that_is_turned(sit: Sit) -> None:
    """Upright the island stands, on its side it lies, and its sites are large enough for fingers."""
    page = sit(*when(can("build 2")), size=PHONE, has_touch=True)
    floor(page, "2").get_by_role("button").tap()
    target = site(page, lit(page))
    tap_place(page, target)
    expect(target).to_have_attribute("aria-pressed", "true")
    page.set_viewport_size({"width": PHONE[1], "height": PHONE[0]})
    page.wait_for_function(LIES_ACROSS)
    bar(page).get_by_role("button", name="Choose again").tap()
    floor(page, "2").get_by_role("button").tap()
    tap_place(page, target)
    expect(target).to_have_attribute("aria-pressed", "true")
    assert barriers(page) == []
    before = version(page)
    page.locator("[data-slot=confirm]").tap()
    wait_for_change(page, before)


LIES_ACROSS = """() => {
    const [north, south] = ["a1", "b11"].map((site) =>
        document.querySelector(`[data-place=${site}]`).getBoundingClientRect());
    return south.x - north.x > 0.6 * document.querySelector("[data-slot=stage]").clientWidth;
}"""
"""From the first row to the last the island takes most of the picture."""


def test_last_turns_are_announced(sit: Sit) -> None:
    page = sit(*when(lambda match: seen(match)["ender"] == 1 and len(match.moves()) > 1))
    expect(bar(page).get_by_role("heading", name="Your last turn.")).to_be_visible()
    expect(page.locator("[data-slot=status]")).to_contain_text("last turns: Bot 1 has three penthouses")


@pytest.mark.parametrize(
    ("record", "offered"),
    [("third-penthouse-shared", "Rematch, as the rulebook advises"), ("third-penthouse-points", "Once more")],
)
def test_a_shared_win_offers_the_rematch_that_the_rulebook_advises(sit: Sit, record: str, offered: str) -> None:
    match = Match.from_record((RECORDS / f"{record}.rooftop").read_text("utf-8"))
    page = sit(match.seed, tuple(move.text for _, move in match.history), match.players, match.variant, size=PHONE)
    bar(page).get_by_role("button", name="To the result").click()
    assert faults(page, (PHONE,)) == []
    again = bar(page).get_by_role("button", name=re.compile("^(Rematch|Once more)"))
    expect(again).to_have_text(offered)
    before = page.url
    again.click()
    expect(page).not_to_have_url(before)


@pytest.mark.parametrize(
    ("locale", "said"), [("de-DE", "Du kannst bauen, also musst du"), ("nl-NL", "Je kunt bouwen, dus dat moet je ook")]
)
def test_other_languages_on_a_phone_by_night(sit: Sit, locale: str, said: str) -> None:
    page = sit(*when(can("build 2"), players=4), players=4, size=PHONE, locale=locale, color_scheme="dark")
    expect(bar(page).get_by_role("heading", name=said)).to_be_visible()
    assert barriers(page) == []
