"""The home page: from nobody to a table in one click, and everything else that leads to one."""

import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from rooftop.bots import DEFAULT_BOT
from rooftop.core.game import find_game, games
from rooftop.core.messages import lookup
from server.serving import Server
from server.serving import Visitor as Guest
from web.visitors import DESKTOP, PHONE, TABLET, Visitors, ask, barriers

TABLE = re.compile(r"/table/([\w-]+)$")


def table_of(page: Page) -> str:
    """The table whose page this becomes."""
    page.wait_for_url(TABLE, wait_until="commit")
    found = TABLE.search(page.url)
    assert found
    return found[1]


def new_table(page: Page, game: str) -> None:
    page.get_by_role("button", name=f"New table for {game}").click()
    expect(page.get_by_role("dialog", name="New table")).to_be_visible()


def choose(page: Page, name: str) -> None:
    page.get_by_role("dialog").get_by_role("radio", name=name, exact=True).check()


# --- one click -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [find_game(name).title for name in games()])
def test_every_game_can_be_played_at_once(visit: Visitors, game: str) -> None:
    page = visit("/")
    page.get_by_role("button", name=f"Play now: {game}").click()
    table = ask(page, f"/api/tables/{table_of(page)}")["table"]
    assert [chair["kind"] for chair in table["chairs"]] == ["person", "bot", "bot"]
    assert {chair["level"] for chair in table["chairs"][1:]} == {DEFAULT_BOT}
    assert (table["own_seats"], table["status"], table["hints"]) == ([0], "playing", True)


def test_the_first_game_is_the_one_for_beginners(visit: Visitors) -> None:
    """As the rulebook advises, until one has played; then the card says no more about it."""
    page = visit("/")
    card = page.get_by_role("listitem").filter(has_text="Skyliners")
    offer = card.get_by_text("New to Skyliners? Play now starts with the introductory game.")
    expect(offer).to_be_visible()
    expect(page.get_by_text(re.compile("^New to"))).to_have_count(1)
    page.get_by_role("button", name="Play now: Skyliners").click()
    assert ask(page, f"/api/tables/{table_of(page)}")["table"]["variant"] == "intro"
    page.goto("/")
    expect(page.get_by_role("region", name="Your tables").get_by_role("link", name="Skyliners")).to_be_visible()
    expect(offer).to_be_hidden()
    page.get_by_role("button", name="Play now: Skyliners").click()
    assert ask(page, f"/api/tables/{table_of(page)}")["table"]["variant"] == "full"


def test_the_full_game_is_one_click_away_for_beginners_too(visit: Visitors) -> None:
    page = visit("/", size=PHONE)
    page.get_by_role("button", name="Straight to the full game").click()
    assert ask(page, f"/api/tables/{table_of(page)}")["table"]["variant"] == "full"


def test_a_table_that_never_started_teaches_nobody(visit: Visitors) -> None:
    page = visit("/")
    new_table(page, "Skyliners")
    page.get_by_role("button", name="Open the table").click()
    table_of(page)
    page.goto("/")
    expect(page.get_by_role("region", name="Your tables").get_by_role("link", name="Skyliners")).to_be_visible()
    expect(page.get_by_role("button", name="Straight to the full game")).to_be_visible()


def test_the_level_is_chosen_once_and_remembered(visit: Visitors) -> None:
    page = visit("/")
    page.get_by_role("radio", name="expert").check()
    page.reload()
    expect(page.get_by_role("radio", name="expert")).to_be_checked()
    page.get_by_role("button", name="Play now: Skyliners").click()
    assert ask(page, f"/api/tables/{table_of(page)}")["table"]["chairs"][1]["level"] == "expert"


def test_my_tables_tell_whose_turn_it_is(visit: Visitors) -> None:
    page = visit("/")
    new_table(page, "Skyliners")
    page.get_by_role("combobox", name="Blue").select_option("Friend at this screen")
    page.get_by_role("button", name="Start playing").click()
    table = table_of(page)
    page.goto("/")
    mine = page.get_by_role("region", name="Your tables")
    expect(mine.get_by_role("link", name="Skyliners")).to_contain_text("Your turn")
    expect(page).to_have_title("(1) Rooftop")
    mine.get_by_role("link", name="Skyliners").click()
    assert table_of(page) == table


@pytest.mark.parametrize("locale", ["en", "de", "nl"])
def test_a_game_of_older_rules_says_so(visit: Visitors, server: Server, locale: str) -> None:
    ann = Guest(server.address, "Ann")
    table = ann.create("me", "me")
    page = visit(f"/table/{table}", locale=locale)
    page.context.add_cookies([{"name": "rooftop", "value": ann.http.cookies["rooftop"], "url": server.address}])
    page.reload()
    expect(page.get_by_role("button", name=lookup(locale, "web.waiting.start"), exact=True)).to_be_visible()
    with closing(sqlite3.connect(server.database.removeprefix("sqlite:///"))) as database, database:
        started = json.dumps({"seed": "7", "dice": "chacha20", "rules": 0})
        database.execute("INSERT INTO events VALUES (?, 2, 'started', ?, 0)", (table, started))
        database.execute("UPDATE tables SET rules = 0, status = 'playing' WHERE id = ?", (table,))
    expect(page.get_by_role("heading", level=1)).to_have_text(lookup(locale, "web.table.frozen"))
    expect(page.get_by_text(lookup(locale, "server.frozen"))).to_be_visible()
    page.get_by_role("link", name=lookup(locale, "web.table.home")).click()
    mine = page.get_by_role("region", name=lookup(locale, "web.home.mine"))
    expect(mine.get_by_role("link", name="Skyliners")).to_contain_text(lookup(locale, "web.home.frozen"))


# --- a table for friends -------------------------------------------------------------------------------------


def test_two_people_meet_by_an_invitation(visit: Visitors) -> None:
    host = visit("/")
    new_table(host, "Skyliners")
    host.get_by_role("button", name="Open the table").click()
    table = table_of(host)
    expect(host.get_by_role("heading", name="Skyliners: waiting for players")).to_be_visible()
    expect(host.get_by_role("button", name="Start")).to_be_disabled()
    link = host.get_by_label("Invitation link").input_value()

    guest = visit("/")
    guest.get_by_label("Invitation link").fill(link)
    guest.get_by_role("button", name="Go to the table").click()
    guest.get_by_label("Name at the table").fill("Bob")
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.get_by_text("The game begins when the host starts it.")).to_be_visible()

    expect(host.get_by_role("heading", name="Skyliners: everybody is here")).to_be_visible()
    expect(host.get_by_role("list", name="At the table")).to_contain_text("Bob")
    host.get_by_role("button", name="Start").click()
    for page, seat in ((host, 0), (guest, 1)):
        expect(page.get_by_role("heading", name="everybody is here")).to_be_hidden()
        letter = ask(page, f"/api/tables/{table}")
        assert (letter["table"]["status"], letter["seat"]) == ("playing", seat)


def test_a_bot_plays_for_a_friend_who_does_not_come(visit: Visitors) -> None:
    page = visit("/")
    new_table(page, "Skyliners")
    choose(page, "3")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="Seat a bot on chair 2").click()
    page.get_by_role("button", name="Remove the bot from chair 2").click()
    page.get_by_role("button", name="Seat a bot on chair 2").click()
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("heading", name="everybody is here")).to_be_hidden()
    table = ask(page, f"/api/tables/{table_of(page)}")["table"]
    assert (table["status"], [chair["level"] for chair in table["chairs"]]) == ("playing", [None, "medium", "medium"])


def test_a_guest_can_leave_before_the_start(visit: Visitors) -> None:
    host = visit("/")
    new_table(host, "New York 1901")
    host.get_by_role("button", name="Open the table").click()
    host.wait_for_url(TABLE)
    guest = visit(host.get_by_label("Invitation link").input_value())
    guest.get_by_role("button", name="Sit down").click()
    guest.get_by_role("button", name="Leave the table").click()
    expect(guest.get_by_role("heading", name="Build a skyline")).to_be_visible()
    expect(host.get_by_role("list", name="At the table").locator("[aria-live=polite]")).to_contain_text(["Free chair"])


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_the_table_chooses_who_begins(visit: Visitors, size: tuple[int, int]) -> None:
    page = visit("/", size=size)
    new_table(page, "Skyliners")
    choose(page, "3")
    begins = page.get_by_role("combobox", name="Who begins")
    expect(begins).to_have_value("")
    expect(begins.get_by_role("option")).to_have_text(["Drawn by lot", "Red", "Blue", "Yellow"])
    begins.select_option("Yellow")
    choose(page, "2")
    expect(begins).to_have_value("")
    begins.select_option("Blue")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("list", name="At the table").get_by_role("listitem").nth(1)).to_contain_text("begins")
    page.get_by_role("button", name="Seat a bot on chair 2").click()
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("heading", name="everybody is here")).to_be_hidden()
    table = ask(page, f"/api/tables/{table_of(page)}")["table"]
    assert (table["status"], table["first"]) == ("playing", 1)


def test_friends_at_one_screen_have_their_own_names(visit: Visitors) -> None:
    page = visit("/")
    new_table(page, "Skyliners")
    choose(page, "introductory game")
    choose(page, "3")
    page.get_by_role("combobox", name="Blue").select_option("Friend at this screen")
    page.get_by_label("Name of Blue").fill("Bea")
    page.get_by_label("Level of the bot on Yellow").select_option("hard")
    page.get_by_role("button", name="Start playing").click()
    table = ask(page, f"/api/tables/{table_of(page)}")["table"]
    assert (table["variant"], table["own_seats"]) == ("intro", [0, 1])
    assert [(chair["name"], chair["level"]) for chair in table["chairs"][1:]] == [("Bea", None), ("Bot 1", "hard")]


def test_the_options_of_skyline_of_the_world_are_two_switches(visit: Visitors) -> None:
    page = visit("/")
    new_table(page, "Skyline of the World")
    page.get_by_role("switch", name="Closed").check()
    page.get_by_role("switch", name="Swift").check()
    page.get_by_role("switch", name="Hints").uncheck()
    page.get_by_role("button", name="Open the table").click()
    table = ask(page, f"/api/tables/{table_of(page)}")["table"]
    assert (table["variant"], table["hints"], table["open"]) == ("closed-swift", False, False)


def test_at_least_one_seat_must_be_mine(visit: Visitors) -> None:
    page = visit("/")
    new_table(page, "Skyliners")
    page.get_by_role("combobox", name="Red").select_option("Bot")
    expect(page.get_by_role("alert").get_by_text("At least one seat must be yours.")).to_be_visible()
    expect(page.get_by_role("button", name="Open the table")).to_be_disabled()


# --- other people's tables -----------------------------------------------------------------------------------


def test_open_tables_can_be_joined_and_watched(visit: Visitors, server: Server) -> None:
    ann = Guest(server.address, "Ann of the open table")
    waiting = ann.create("me", "anyone", open=True)
    playing = ann.create("me", "random", open=True)
    ann.start(playing)
    page = visit("/")
    tables = page.get_by_role("region", name="Open tables")
    expect(tables.get_by_role("link", name=f"Watch Skyliners with {ann.welcome['name']}").first).to_be_visible()
    tables.get_by_role("button", name=f"Sit down at Skyliners with {ann.welcome['name']}").first.click()
    assert table_of(page) == waiting
    page.goto("/")
    expect(page.get_by_role("region", name="Your tables").get_by_role("link", name="Ready to start")).to_be_visible()


def test_what_is_no_invitation_is_refused(visit: Visitors) -> None:
    page = visit("/")
    page.get_by_label("Invitation link").fill("tomorrow at eight")
    page.get_by_role("button", name="Go to the table").click()
    expect(page.get_by_role("alert").get_by_text("That is not a link to a table here.")).to_be_visible()


# --- who one is ----------------------------------------------------------------------------------------------


def test_a_code_takes_ones_seats_to_another_device(visit: Visitors) -> None:
    desk = visit("/")
    new_table(desk, "Skyliners")
    desk.get_by_role("button", name="Open the table").click()
    desk.wait_for_url(TABLE)
    desk.goto("/")
    desk.get_by_role("button", name="You:").click()
    desk.get_by_label("Name at the table").fill("Gable")
    desk.get_by_role("button", name="Save").click()
    expect(desk.get_by_text("Saved.")).to_be_visible()
    desk.get_by_role("button", name="Show a code").click()
    code = desk.get_by_label("Your code").input_value()

    phone = visit("/", size=PHONE)
    expect(phone.get_by_text("No tables yet.")).to_be_visible()
    phone.get_by_role("button", name="Your name").click()
    phone.get_by_label("Code from another device").fill(code.upper())
    phone.get_by_role("button", name="Get my seats").click()
    expect(phone.get_by_role("button", name="You: Gable")).to_be_visible()
    expect(phone.get_by_role("region", name="Your tables").get_by_role("link", name="1 chair free")).to_be_visible()


# --- whose games these are -----------------------------------------------------------------------------------


@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "nl-NL"])
def test_the_about_page_names_the_makers_of_every_game(visit: Visitors, locale: str) -> None:
    page = visit("/about", locale=locale)
    made = page.get_by_role("list").get_by_role("listitem")
    expect(made).to_have_count(len(games()))
    for game in map(find_game, games()):
        about = made.filter(has=page.get_by_role("heading", name=game.title, exact=True))
        for credit in game.credits:
            role = lookup(locale[:2], f"web.about.roles.{credit.role}")
            mark = "" if credit.in_rulebook else " *"
            for text in (role, *(name + mark for name in credit.names)):
                expect(about.get_by_text(text, exact=True).first).to_be_visible()
    for key in ("what", "theirs", "public", "licence"):
        expect(page.get_by_text(lookup(locale[:2], f"web.about.{key}"))).to_be_visible()


def test_from_the_credits_to_the_rules_to_the_components(visit: Visitors) -> None:
    page = visit("/about")
    page.get_by_role("link", name="Rules of Skyliners").click()
    expect(page.get_by_text("Skyliners was designed by Gabriele Bubola")).to_be_visible()
    page.get_by_role("link", name="correct its components").click()
    expect(page.get_by_role("heading", name="Components that you can correct")).to_be_visible()


def test_from_the_licence_to_those_of_the_packages(visit: Visitors) -> None:
    page = visit("/about")
    page.get_by_role("link", name="The licences of the packages in this page").click()
    expect(page.get_by_text("## three - ")).to_be_visible()


# --- for everybody -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("locale", "title"),
    [
        ("en-GB", "Build a skyline"),
        ("de-AT", "Bau eine Skyline"),
        ("nl-BE", "Bouw een skyline"),
        ("fr", "Build a skyline"),
    ],
)
def test_the_browser_chooses_the_language(visit: Visitors, locale: str, title: str) -> None:
    expect(visit("/", locale=locale).get_by_role("heading", level=1)).to_have_text(title)


def test_another_language_is_remembered(visit: Visitors) -> None:
    page = visit("/")
    page.get_by_role("combobox", name="Language").select_option("Nederlands")
    expect(page.get_by_role("heading", level=1)).to_have_text("Bouw een skyline")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bouw een skyline")
    assert page.evaluate("document.documentElement.lang") == "nl"
    page.get_by_role("button", name="Nieuwe tafel voor Skyliners").click()
    expect(page.get_by_role("combobox", name="Rood")).to_be_visible()


PAPER, BLUEPRINT = "rgb(246, 242, 234)", "rgb(15, 34, 55)"


def test_light_and_dark_follow_the_system_until_they_are_chosen(visit: Visitors) -> None:
    page = visit("/", color_scheme="dark")
    body = page.locator("body")
    expect(body).to_have_css("background-color", BLUEPRINT)
    page.emulate_media(color_scheme="light")
    expect(body).to_have_css("background-color", PAPER)
    page.get_by_role("combobox", name="Light or dark").select_option("Dark")
    expect(body).to_have_css("background-color", BLUEPRINT)
    page.reload()
    expect(body).to_have_css("background-color", BLUEPRINT)


def open_new_table(page: Page) -> None:
    new_table(page, "Skyline of the World")
    choose(page, "4")


def open_you(page: Page) -> None:
    page.get_by_role("button", name="Your name").click()
    page.get_by_role("button", name="Show a code").click()
    expect(page.get_by_label("Your code")).to_be_visible()


def open_waiting_room(page: Page) -> None:
    new_table(page, "Skyliners")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("button", name="Start")).to_be_visible()


def open_rules(page: Page) -> None:
    page.get_by_role("link", name="Rules of Skyline 3000").click()
    expect(page.get_by_role("heading", level=1, name="Skyline 3000")).to_be_visible()


def open_about(page: Page) -> None:
    page.get_by_role("link", name="About Rooftop").click()
    published = [game for game in map(find_game, games()) if any(made.role == "publisher" for made in game.credits)]
    expect(page.get_by_text("Publisher")).to_have_count(len(published))


def stay_home(page: Page) -> None:
    expect(page.get_by_text("No tables yet.")).to_be_visible()


@pytest.mark.parametrize("open_page", [stay_home, open_new_table, open_you, open_waiting_room, open_rules, open_about])
@pytest.mark.parametrize(("scheme", "size"), [("light", PHONE), ("dark", DESKTOP)])
def test_nobody_is_kept_out(
    visit: Visitors, open_page: Callable[[Page], None], scheme: str, size: tuple[int, int]
) -> None:
    """axe finds nothing, and nothing has to be scrolled sideways, on any screen."""
    page = visit("/", color_scheme=scheme)
    open_page(page)
    for width, height in (DESKTOP, TABLET, PHONE, (320, 640)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.set_viewport_size({"width": size[0], "height": size[1]})
    assert barriers(page) == []


FOCUSED = """() => {
    const focused = document.activeElement
    return focused.ariaLabel ?? focused.labels?.[0]?.innerText ?? focused.innerText
}"""


def press_to(page: Page, name: str) -> None:
    """Tab until the control of this name has the keyboard."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate(FOCUSED).startswith(name):
            return
    raise AssertionError(f"the keyboard does not reach {name}")


def leave_by_enter(page: Page) -> None:
    """Held down: a Chromium told that a key is let go while it goes to another page now and then never answers."""
    page.keyboard.down("Enter")


def test_a_table_is_opened_by_keyboard_alone(visit: Visitors) -> None:
    page = visit("/")
    expect(page.get_by_role("button", name="New table for Skyliners")).to_be_enabled()
    press_to(page, "New table for Skyliners")
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="New table")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("button", name="New table for Skyliners")).to_be_focused()
    page.keyboard.press("Enter")
    press_to(page, "full game")
    page.keyboard.press("ArrowRight")
    expect(dialog.get_by_role("radio", name="introductory game")).to_be_checked()
    press_to(page, "Open the table")
    leave_by_enter(page)
    assert ask(page, f"/api/tables/{table_of(page)}")["table"]["variant"] == "intro"


def test_playing_needs_no_mouse_either(visit: Visitors) -> None:
    page = visit("/")
    expect(page.get_by_role("button", name="Play now: Skyliners")).to_be_enabled()
    press_to(page, "Play now: Skyliners")
    leave_by_enter(page)
    assert ask(page, f"/api/tables/{table_of(page)}")["table"]["status"] == "playing"


# --- what can go wrong ---------------------------------------------------------------------------------------


def test_nothing_needs_to_be_remembered(visit: Visitors) -> None:
    """A browser that forbids storing settings still plays."""
    page = visit()
    page.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('forbidden') } })")
    page.goto("/")
    page.get_by_role("combobox", name="Language").select_option("Deutsch")
    expect(page.get_by_role("heading", level=1)).to_have_text("Bau eine Skyline")


def test_a_server_that_does_not_answer_is_told_and_asked_again(browser: Browser, server: Server) -> None:
    visitors = Visitors(browser, server.address)
    page = visitors()
    away = True

    def answer(route: Route) -> None:
        if away:
            route.abort()
        else:
            route.continue_()

    page.route("**/api/**", answer)
    page.goto("/")
    trouble = page.get_by_role("region", name="Open tables").get_by_role("alert").first
    expect(trouble).to_contain_text("The server does not answer.")
    page.locator("[data-game=skyliners]").get_by_role("button", name="Play now").click()
    expect(page.get_by_role("alert").first).to_contain_text("The server does not answer.")
    away = False
    trouble.get_by_role("button", name="Try again").click()
    expect(trouble).to_be_empty()
    visitors.close()


LAYOUT = """() => [...document.querySelectorAll("#games *, #games + *")]
  .filter((element) => !element.closest("[data-slot=beginners]"))
  .map((element) => {
    const { x, y, width } = element.getBoundingClientRect();
    return [x, y, width];
})"""


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_nothing_moves_when_the_games_are_described(visit: Visitors, size: tuple[int, int]) -> None:
    page = visit(size=size)
    held: list[Route] = []
    page.route("**/api/games?*", lambda route: held.append(route))
    page.goto("/")
    game = page.locator("[data-game=skyliners]")
    expect(game.get_by_role("button", name="Play now")).to_be_enabled()
    expect(game.get_by_role("heading")).to_have_text("")
    page.evaluate("() => document.fonts.ready")
    before = page.evaluate(LAYOUT)
    for route in held:
        route.continue_()
    expect(game.get_by_role("heading")).to_have_text("Skyliners")
    expect(game.get_by_role("button", name="New table for Skyliners")).to_be_enabled()
    assert page.evaluate(LAYOUT) == before


def test_the_home_page_is_light(browser: Browser, server: Server) -> None:
    """Less than 200 kB of script, compressed, and nothing of the tables' 3D."""
    visitors = Visitors(browser, server.address)
    page = visitors()
    scripts: dict[str, int] = {}
    page.on(
        "response",
        lambda response: (
            scripts.update({response.url: int(response.headers["content-length"])})
            if response.url.endswith(".js")
            else None
        ),
    )
    page.goto("/")
    expect(page.get_by_text("No tables yet.")).to_be_visible()
    assert scripts
    assert not [name for name in scripts if "three" in name or "Table" in name]
    assert sum(scripts.values()) < 200_000, scripts
    visitors.close()
