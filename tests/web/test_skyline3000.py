"""Skyline 3000 in the browser: played to the end by mouse, by keyboard and by two, every kind of move, and what a
player has to see before and after it."""

import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from rooftop.core.match import Match, Move
from server.serving import Server
from web.playing import (
    ME,
    bar,
    be_asked_always,
    click_place,
    meet_a_bot,
    open_table,
    sit_at,
    version,
    wait_for_change,
    wait_for_turn,
    walk_to,
)
from web.staging import meet_a_bot_late, stage, standing
from web.visitors import PHONE, TABLET, Visitors, barriers

GAME = "skyline3000"
RANDOM, GREEDY = ({"who": "bot", "level": level} for level in ("random", "greedy"))
SMALL = (1000, 700)

# --- tables --------------------------------------------------------------------------------------------------


def asked(match: Match) -> str:
    return str(match.view(None)["table"]["asked"])


def is_asked(question: str) -> Callable[[Match], bool]:
    return lambda match: asked(match) == question


def sensible(match: Match, chance: random.Random) -> Move:
    """Anchors what can be anchored, builds now and then, bids a little: short games in which everything happens."""
    moves = match.moves()
    kinds: dict[str, list[Move]] = {}
    for move in moves:
        kinds.setdefault(move.data["action"], []).append(move)
    if "anchor" in kinds:
        return chance.choice(kinds["anchor"])
    if "pass" in kinds:
        kind = chance.choices(["play", "billboard", "pass"], [5, 1, 3])[0]
        return chance.choice(kinds.get(kind, kinds["pass"]))
    if "stop" in kinds:
        return chance.choice(kinds["lay"]) if "lay" in kinds and chance.random() < 0.4 else kinds["stop"][0]
    useful = [move for move in moves if move.data["action"] != "let go"]
    return chance.choice(useful or moves)


@cache
def played(seed: int, players: int = 2) -> tuple[str, ...]:
    """The moves of a whole game, always the same."""
    match, chance = Match(GAME, players, "standard", seed), random.Random(seed)
    moves = []
    while not match.over:
        moves.append(sensible(match, chance).text)
        match.play(moves[-1])
    return tuple(moves)


Moment = tuple[Match, int, tuple[str, ...]]


def moments(seed: int, players: int = 2) -> Iterator[Moment]:
    """That game when the first seat has to decide: as it stands, its seed, and the moves until then."""
    match = Match(GAME, players, "standard", seed)
    for ply, text in enumerate(played(seed, players)):
        if match.player == 0:
            yield match, seed, played(seed, players)[:ply]
        match.play(text)


def moment(fits: Callable[[Match], bool], players: int = 2) -> Moment:
    return next(found for seed in range(1, 9) for found in moments(seed, players) if fits(found[0]))


Sit = Callable[..., Page]


@pytest.fixture
def sit(visit: Visitors, server: Server) -> Sit:
    """`sit(moment)`: Ann, in the first seat against bots, comes to a table that stands like this."""

    def sit(found: Moment, variant: str = "standard", **browser: Any) -> Page:
        match, seed, moves = found
        page = visit(**{"size": SMALL, **browser})
        seats = [ME] + [RANDOM] * (len(match.scores) - 1)
        table = open_table(page, GAME, seats, start=False, hints=True, variant=variant)
        stage(server.database, table, seed, moves)
        come(page, table)
        return page

    return sit


def come(page: Page, table: str) -> None:
    be_asked_always(page)
    sit_at(page, table)


def table_of(page: Page) -> str:
    return page.url.rpartition("/")[2]


# --- playing -------------------------------------------------------------------------------------------------


def keys_of(move: Move) -> list[str]:
    """What is picked to make the move, in the order in which a person would."""
    data = move.data
    match data["action"]:
        case "play":
            return [f"card {data['card']}"]
        case "billboard":
            return ["billboard", data["block"]]
        case "place":
            return [data["block"]]
        case "floor":
            return [f"unfinished {data['height']}" if data["height"] else "new"]
        case "roof":
            return [f"{data['shape']} roof", f"unfinished {data['height']}"]
        case "anchor":
            on = "on billboard" if data["billboard"] else "on empty"
            return [f"{data['shape']} {data['height']}", data["block"], on]
        case "draw":
            return [f"draw {data['kind']}"]
        case action:
            return [action]


def is_made_at_once(match: Match, move: Move) -> bool:
    """Part of a gesture, or too plain to be confirmed."""
    action = move.data["action"]
    if action == "play":
        after = match.copy()
        after.play(move)
        renewed = match.view(None)["table"]["stacks"][move.data["kind"]]["size"] == 0
        return len(after.moves()) > 1 and not renewed
    return action == "draw" or (action == "floor" and asked(match) == "first floor")


class Mouse:
    def pick(self, page: Page, key: str) -> None:
        thing = page.locator(f"[data-thing='{key}']")
        if thing.count():
            thing.click()
        else:
            click_place(page, page.locator(f"[data-place='{key}']"))

    def confirm(self, page: Page) -> None:
        page.locator("[data-slot=actions] [data-slot=confirm]").click()

    def press(self, button: Locator) -> None:
        button.click()


class Keyboard:
    def pick(self, page: Page, key: str) -> None:
        thing = page.locator(f"[data-thing='{key}']")
        if not thing.count():
            walk_to(page, key)
            page.keyboard.press("Enter")
        elif int(thing.get_attribute("data-number") or 10) < 10:
            page.keyboard.press(str(thing.get_attribute("data-number")))
        else:
            self.press(thing)

    def confirm(self, page: Page) -> None:
        page.keyboard.press("Enter")

    def press(self, button: Locator) -> None:
        page = button.page
        for _ in range(150):
            if button.evaluate("button => button === document.activeElement"):
                return page.keyboard.press("Space")
            page.keyboard.press("Tab")
        raise AssertionError(f"no way to {button}")


Hand = Mouse | Keyboard


def make(page: Page, match: Match, move: Move, hand: Hand) -> None:
    """Pick what makes up the move, confirm it where that is asked, and wait until the table has gone on."""
    before = version(page)
    for key in keys_of(move):
        if page.locator("[data-slot=actions] [data-slot=confirm]:enabled").count() == 0:
            hand.pick(page, key)
    if not is_made_at_once(match, move):
        expect(page.locator("[data-slot=actions] [data-slot=confirm]")).to_be_enabled()
        hand.confirm(page)
    wait_for_change(page, before)


def bid(page: Page, match: Match, cards: list[str], hand: Hand) -> None:
    """Lift cards above the STOP card, and let that be the bid."""
    table = match.view(0)["table"]
    auction = page.locator(f"[data-slot=bid][data-auction='{table['round']} {table['auction']['number']}']")
    for card in cards:
        hand.press(auction.locator(f"[data-card='{card}'][aria-pressed=false]").first)
    hand.press(auction.get_by_role("button", name="Bid"))
    expect(auction).to_have_count(0)


def decide(page: Page, match: Match, hand: Hand, chance: random.Random) -> None:
    if asked(match) == "bid":
        bid(page, match, cards_of(match)[: chance.randint(0, 2)], hand)
    else:
        make(page, match, sensible(match, chance), hand)


def cards_of(match: Match) -> list[str]:
    """In the hand of whoever decides."""
    assert match.player is not None
    cards: list[str] = match.view(match.player)["table"]["hands"][match.player]["cards"]
    return cards


def play_out(page: Page, server: Server, hand: Hand, seed: int) -> None:
    """To the end, against a bot."""
    chance = random.Random(seed)
    while wait_for_turn(page):
        decide(page, standing(server.database, table_of(page)), hand, chance)
    see_the_end(page, standing(server.database, table_of(page)))


def see_the_end(page: Page, match: Match) -> None:
    """The scoring goes step by step, and its table has the points of the match."""
    bar(page).get_by_role("button", name="Next step").click()
    expect(bar(page).get_by_role("status")).to_contain_text("Start: ")
    bar(page).get_by_role("button", name="To the result").click()
    for name, points in zip(match.seat_names(), match.scores, strict=True):
        row = bar(page).get_by_role("row", name=re.compile(name))
        expect(row.get_by_role("cell").last).to_have_text(str(points))
    told = bar(page).locator("details li").all_text_contents()
    assert any(line.startswith("Round 4, ") for line in told)
    assert not any(line.count("Round 4") > 1 for line in told)


# --- whole games -----------------------------------------------------------------------------------------------


def test_the_end_of_a_game_by_mouse(visit_either: Visitors, server: Server) -> None:
    page = visit_either(size=SMALL)
    meet_a_bot_late(page, server.database, GAME, GREEDY)
    play_out(page, server, Mouse(), 1)


def test_a_whole_game_by_keyboard_alone(visit: Visitors, server: Server) -> None:
    page = visit(size=SMALL)
    meet_a_bot(page, GAME, GREEDY)
    play_out(page, server, Keyboard(), 2)


def in_last_auction(match: Match) -> bool:
    table = match.view(0)["table"]
    return bool(table["round"] == 4 and asked(match) == "bid" and table["auction"]["number"] == 3)


def test_two_browsers_play_the_last_round_and_see_the_bids_turned_up(visit: Visitors, server: Server) -> None:
    _, seed, moves = moment(lambda match: match.view(0)["table"]["round"] == 4)
    pages = [visit(size=SMALL), visit(size=SMALL)]
    name = open_table(pages[0], GAME, [ME, {"who": "anyone"}], start=False, open=True)
    assert pages[1].request.post("/api/people", data={"name": "Ben"}).ok
    assert pages[1].request.post(f"/api/tables/{name}/join", data={}).ok
    stage(server.database, name, seed, moves)
    for page in pages:
        come(page, name)
    chance = random.Random(3)
    while not in_last_auction(match := standing(server.database, name)):
        assert match.player is not None
        assert wait_for_turn(pages[match.player])
        decide(pages[match.player], match, Mouse(), chance)
    bids = {}
    for _ in pages:
        match = standing(server.database, name)
        assert match.player is not None
        cards = cards_of(match)[: 1 + match.player]
        bids[match.player] = sum(int(card.split()[1]) for card in cards)
        assert wait_for_turn(pages[match.player])
        bid(pages[match.player], match, cards, Mouse())
    winner = max(bids, key=lambda seat: bids[seat])
    for page in pages:
        opened = page.locator("[data-slot=opened] li")
        expect(opened).to_have_count(2)
        expect(page.locator("[data-slot=opened] [data-winner=true]")).to_contain_text(str(bids[winner]))
    match = standing(server.database, name)
    assert match.player == winner
    make(pages[winner], match, match.moves()[0], Mouse())
    for page in pages:
        see_the_end(page, standing(server.database, name))


# --- every kind of move ------------------------------------------------------------------------------------------


def kind_of(match: Match, move: Move) -> str:
    data = move.data
    match data["action"]:
        case "play" | "draw":
            return f"{data['action']} {data['kind']}"
        case "floor":
            return "raise" if data["height"] else "new building"
        case "roof":
            return f"{data['shape']} roof"
        case "anchor":
            return "build over" if data["billboard"] else "anchor"
        case "place":
            return f"place {match.view(None)['table']['auction']['amenity']}"
        case action:
            return str(action)


TURNS = (
    ("play floor", "new building", "raise"),
    ("play roof", "barrel roof"),
    ("play roof", "gable roof"),
    ("play contract", "anchor"),
    ("play contract", "build over"),
    ("play contract", "let go"),
    ("billboard",),
    ("pass",),
    ("place green space",),
    ("place spaceport",),
    ("place megamall",),
    ("draw floor", "draw roof", "draw contract"),
)
"""Every kind of move but bids, which are made in every game."""


def ways(match: Match, kinds: tuple[str, ...]) -> list[Move] | None:
    """Moves of these kinds that the first seat can make in a row, None where it cannot."""
    if not kinds:
        return []
    for move in match.moves() if match.player == 0 else []:
        if kind_of(match, move) == kinds[0]:
            after = match.copy()
            after.play(move)
            rest = ways(after, kinds[1:])
            if rest is not None:
                return [move, *rest]
    return None


def can_make(kinds: tuple[str, ...]) -> Callable[[Match], bool]:
    return lambda match: ways(match, kinds) is not None


def test_every_kind_of_move_by_keyboard(visit: Visitors, server: Server) -> None:
    page = visit(size=SMALL)
    for kinds in TURNS:
        match, seed, before = moment(can_make(kinds))
        moves = ways(match, kinds) or []
        table = open_table(page, GAME, [ME, RANDOM], start=False)
        match = stage(server.database, table, seed, before)
        come(page, table)
        for move in moves:
            make(page, match, move, Keyboard())
            match.play(move)
            expect(page.locator("[data-slot=log]")).to_contain_text(match.log(0, since=match.ply - 1)[0])


# --- what a player sees --------------------------------------------------------------------------------------------


def has_floor_card(match: Match) -> bool:
    return asked(match) == "action" and "floor" in {move.data.get("kind") for move in match.moves()}


def test_a_floor_card_is_one_gesture_and_each_part_can_be_taken_back(sit: Sit) -> None:
    page = sit(moment(has_floor_card))
    page.locator("[data-thing^='card floor']").first.click()
    expect(bar(page)).to_contain_text("Where does the first one go?")
    click_place(page, page.locator("[data-place=new]"))
    expect(bar(page)).to_contain_text("Where does the second floor go?")
    page.keyboard.press("u")
    expect(bar(page)).to_contain_text("Where does the first one go?")
    click_place(page, page.locator("[data-place=new]"))
    expect(bar(page)).to_contain_text("Where does the second floor go?")
    grown = page.locator("[data-place='unfinished 1']")
    click_place(page, grown)
    expect(page.locator("[data-slot=consequences]")).to_contain_text("unfinished")
    expect(bar(page)).to_contain_text("A floor on the building of 1 floor")
    before = version(page)
    click_place(page, grown)
    wait_for_change(page, before)
    expect(page.locator("[data-place='unfinished 2']")).to_be_attached()


def test_a_block_says_why_not(sit: Sit) -> None:
    found = moment(lambda match: asked(match) == "contract" and len(match.moves()) > 1)
    page = sit(found)
    table = found[0].view(0)["table"]
    district = table["card"].split()[0]
    elsewhere = next(name for name, block in table["blocks"].items() if block["district"] != district)
    click_place(page, page.locator(f"[data-place={elsewhere}]"))
    expect(page.get_by_role("alert")).to_contain_text("is in another district")
    expect(page.get_by_role("alert")).to_contain_text("S3-23")


def test_before_a_billboard_one_sees_what_it_costs(sit: Sit) -> None:
    page = sit(moment(lambda match: "billboard R1" in [move.text for move in match.moves()]))
    page.locator("[data-thing=billboard]").click()
    click_place(page, page.locator("[data-place=R1]"))
    expect(page.locator("[data-slot=consequences]")).to_contain_text("points")
    expect(bar(page)).to_contain_text("Billboard in R1, costs 1 point")


def test_of_other_hands_and_of_discards_the_number_is_shown_and_in_open_all_that_was_seen(sit: Sit) -> None:
    found = moment(lambda match: asked(match) == "action" and match.view(0)["table"]["round"] == 3)
    hands, gone = (found[0].view(0)["table"][name] for name in ("hands", "discarded"))
    for variant in ("standard", "open"):
        page = sit(found, variant)
        told = page.locator("[data-slot=player]").nth(1)
        expect(told).to_contain_text(f"{hands[1]['size']} cards in hand{';' if variant == 'standard' else ' ('}")
        expect(page.get_by_text(f"{gone} discards", exact=True)).to_be_visible()
        expect(page.locator("details", has_text=f"{gone} discards")).to_have_count(1 if variant == "open" else 0)
        assert barriers(page) == []


def test_a_hint_is_shown_and_not_made(sit: Sit) -> None:
    page = sit(moment(is_asked("draw")))
    before = version(page)
    page.keyboard.press("h")
    expect(bar(page).get_by_role("heading").first).to_contain_text("Draw")
    expect(page.locator("[data-slot=thing][data-chosen=true]")).to_have_count(1)
    assert version(page) == before


def test_the_scoring_is_shown_block_by_block(sit: Sit) -> None:
    found = moment(lambda match: asked(match) == "draw" and match.view(0)["table"]["draws"] > 5)
    page = sit(found)
    scored = [name for name, block in found[0].view(0)["table"]["blocks"].items() if block["standing"]]
    expect(page.locator("[data-slot=scoring] li")).to_have_count(len(scored))
    expect(page.locator("[data-slot=scoring] li b")).to_have_text(scored)


def test_round_phase_and_key_are_told_on_a_phone_in_german(sit: Sit) -> None:
    page = sit(moment(is_asked("bid")), size=PHONE, locale="de-DE", color_scheme="light")
    expect(page.locator("[data-slot=status]")).to_have_text(re.compile(r"Runde 1 von 4: Auktion 1 von 3.*Schlüssel: "))
    expect(page.get_by_role("button", name="Nichts bieten")).to_be_in_viewport()
    assert barriers(page) == []


def test_three_and_four_players_in_dutch(sit: Sit) -> None:
    for players, theme in ((3, "dark"), (4, "light")):
        found = moment(lambda match: match.view(0)["table"]["round"] == 3 and asked(match) == "draw", players)
        page = sit(found, locale="nl-NL", color_scheme=theme, size=TABLET)
        expect(page.locator("[data-slot=player]")).to_have_count(players)
        expect(page.get_by_role("group", name="Stapels")).to_be_visible()
        assert barriers(page) == []


def test_nothing_keeps_anybody_out(sit: Sit) -> None:
    for question, theme in (("action", "light"), ("contract", "dark"), ("amenity", "light"), ("draw", "dark")):
        page = sit(moment(is_asked(question)), color_scheme=theme)
        assert barriers(page) == []
