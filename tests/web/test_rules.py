"""The rules pages in the browser: in every language, found from a refusal, searched and printed."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from rooftop.core.game import find_game, games
from rooftop.core.messages import LANGUAGES, lookup
from rooftop.examples import find_examples
from test_rules_pages import rules, said
from web.playing import BOT, ME, open_table, sit_at, wait_for_turn
from web.visitors import DESKTOP, PHONE, Visitors, barriers

SMALL = (1024, 640)
"""A small viewport, because software rendering is slow."""
NARROW = (320, 640)
TARGET = 44
"""Pixels that a finger needs."""
WAYS = ("back", "forward")
WALKS = [(game, LANGUAGES[n % len(LANGUAGES)]) for n, game in enumerate(games())]
"""Every game in one language, in all languages together."""
RULE = re.compile(r"[A-Z][A-Z\d]-\d+")


def shown(page: Page) -> list[str]:
    """The numbers of the rules that can be seen."""
    anchors: list[str] = page.locator("article [id]:visible").evaluate_all("(all) => all.map(({ id }) => id)")
    return [name for name in anchors if RULE.fullmatch(name)]


def rule(page: Page, number: str) -> Locator:
    return page.locator(f"[id='{number}']")


def examples(page: Page) -> Locator:
    return page.locator("[data-slot=example]")


def expect_to_be_at(page: Page, number: str) -> None:
    """The rule is in sight, and singled out."""
    expect(rule(page, number)).to_be_in_viewport()
    expect(page.locator(":target")).to_have_id(number)


# --- languages -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games())
def test_a_page_in_the_chosen_language(visit: Visitors, game: str, language: str) -> None:
    page = visit(f"/rules/{game}", locale=language)
    expect(page.get_by_role("article").get_by_role("heading").first).to_have_text(said("overview", language))
    expect(page.get_by_role("article")).to_have_attribute("lang", language)
    expect(page).to_have_title(re.compile(find_game(game).title))
    assert shown(page) == [f"{find_game(game).prefix}-{number}" for number in rules(game, language)]


def test_another_language_can_be_chosen_on_the_page(visit: Visitors) -> None:
    page = visit("/rules/skyline3000#S3-60")
    expect_to_be_at(page, "S3-60")
    page.get_by_role("combobox", name="Language").select_option("Deutsch")
    expect(rule(page, "S3-60")).to_contain_text("teilen sie sich den Sieg")
    expect_to_be_at(page, "S3-60")
    expect(page.get_by_role("article")).to_have_attribute("lang", "de")


# --- ways to a rule ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "language", "name"), [(SMALL, "en", "Sites"), (PHONE, "de", "Bauplätze")])
def test_a_refusal_leads_to_its_rule(visit: Visitors, size: tuple[int, int], language: str, name: str) -> None:
    page = visit(size=size, locale=language)
    sit_at(page, open_table(page, "skyliners", [ME, BOT]))
    assert wait_for_turn(page)
    page.get_by_role("button", name=lookup(language, "web_skyliners.roof")).first.press("Enter")
    page.get_by_role("button", name=re.compile("^c3, [Pp]ark")).press("Enter")
    refusal = page.get_by_role("alert").get_by_role("link")
    expect(refusal).to_have_text("SL-1")
    with page.expect_popup() as opened:
        refusal.click()
    expect_to_be_at(opened.value, "SL-1")
    expect(rule(opened.value, "SL-1")).to_contain_text(f"SL-1 {name}.")


def test_a_rule_leads_to_others(visit: Visitors) -> None:
    page = visit("/rules/skyliners#SL-32")
    expect_to_be_at(page, "SL-32")
    rule(page, "SL-32").get_by_role("link", name="SL-25").click()
    expect_to_be_at(page, "SL-25")


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_the_contents_lead_to_every_section(visit: Visitors, size: tuple[int, int]) -> None:
    page = visit("/rules/newyork1901", size=size)
    contents = page.get_by_role("navigation", name="Contents")
    if size == PHONE:
        expect(contents).to_be_hidden()
        page.get_by_text("Contents").click()
    headings = page.get_by_role("article").get_by_role("heading")
    expect(contents.get_by_role("link")).to_have_text(headings.all_inner_texts())
    contents.get_by_role("link", name="Tips").click()
    expect(headings.filter(has_text="Tips")).to_be_in_viewport()


# --- search --------------------------------------------------------------------------------------------------


def test_a_rule_is_found_by_its_number(visit: Visitors) -> None:
    page = visit("/rules/skyliners")
    page.get_by_role("searchbox").fill("sl-24")
    expect(page.get_by_role("status")).to_have_text("1 passage found")
    assert shown(page) == ["SL-24"]
    expect(page.get_by_role("article").get_by_role("heading")).to_have_text(["Building"])
    page.get_by_role("searchbox").fill("")
    expect(rule(page, "SL-71")).to_be_visible()


def test_rules_are_found_by_words_and_these_are_marked(visit: Visitors) -> None:
    page = visit("/rules/skyliners", locale="de")
    page.get_by_role("searchbox").fill("BAUPLATZE zweimal")
    expect(rule(page, "SL-23")).to_be_hidden()
    assert shown(page) == ["SL-24"]
    marked = page.evaluate("[...CSS.highlights.get('found')].map(String).filter((text) => text !== 'Bauplätze')")
    assert "zweimal" in marked


def test_what_is_not_there_is_not_found(visit: Visitors) -> None:
    page = visit("/rules/skyliners")
    page.get_by_role("searchbox").fill("submarine")
    expect(page.get_by_role("status")).to_have_text("0 passages found")
    assert shown(page) == []


def test_from_what_was_found_to_what_was_not(visit: Visitors) -> None:
    """A link shows all rules again: the one that it leads to could be hidden."""
    page = visit("/rules/skyliners")
    page.get_by_role("searchbox").fill("SL-32")
    expect(rule(page, "SL-25")).to_be_hidden()
    rule(page, "SL-32").get_by_role("link", name="SL-25").click()
    expect_to_be_at(page, "SL-25")
    expect(page.get_by_role("searchbox")).to_have_value("")


# --- examples ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "language"), WALKS)
def test_an_example_is_stepped_through_by_keyboard(visit: Visitors, game: str, language: str) -> None:
    """There and back, on a phone by night."""
    page = visit(f"/rules/{game}", PHONE, locale=language, color_scheme="dark")
    expect(examples(page)).to_have_count(len(find_examples(game)))
    example = find_examples(game)[0]
    shown = examples(page).filter(has_text=example.message("title").say(language))
    back, forward = (shown.get_by_role("button", name=lookup(language, f"web.rules.{way}")) for way in WAYS)
    announced, last = shown.locator("[aria-live=polite]"), len(example.steps)
    forward.focus()
    for number in range(1, last + 1):
        expect(announced).to_have_text(example.message(number).say(language))
        expect(shown.locator("svg").nth(number - 1)).to_be_visible()
        page.keyboard.press("Enter")
    expect(forward).to_be_focused()
    assert (forward.get_attribute("aria-disabled"), back.get_attribute("aria-disabled")) == ("true", "false")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(announced).to_have_text(example.message(last - 1).say(language))
    for button in (back, forward):
        box = button.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= TARGET
    assert barriers(page) == []


def test_an_example_leads_from_its_rule_and_goes_with_it(visit: Visitors) -> None:
    page = visit("/rules/skyliners#SL-71")
    expect(examples(page).last).to_be_visible()
    expect_to_be_at(page, "SL-71")
    page.get_by_role("searchbox").fill("sl-24")
    expect(page.locator("[id='SL-24'] + [data-slot=example]")).to_be_visible()
    expect(examples(page)).to_have_count(1)


# --- for everybody -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_scrolls_sideways(visit: Visitors, language: str) -> None:
    page = visit("/rules/components", locale=language)
    for name in ("components", *games()):
        page.goto(f"/rules/{name}")
        expect(page.get_by_role("article")).to_have_attribute("lang", language)
        expect(examples(page)).to_have_count(len(find_examples(name)))
        for width, height in (PHONE, NARROW):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(("game", "scheme", "size"), [("newyork1901", "light", PHONE), ("skyliners", "dark", DESKTOP)])
def test_nobody_is_kept_out(visit: Visitors, game: str, scheme: str, size: tuple[int, int]) -> None:
    page = visit(f"/rules/{game}", size, color_scheme=scheme)
    expect(page.get_by_role("article")).to_be_visible()
    assert barriers(page) == []
    page.get_by_role("searchbox").fill("tile park")
    expect(page.get_by_role("status")).not_to_be_empty()
    assert barriers(page) == []


def test_printed_are_the_rules_alone_in_black_on_white(visit: Visitors) -> None:
    page = visit("/rules/skyliners", color_scheme="dark")
    expect(rule(page, "SL-24")).to_be_visible()
    steps = [len(example.steps) for example in find_examples("skyliners")]
    expect(examples(page).locator("svg:visible")).to_have_count(len(steps))
    page.emulate_media(media="print")
    expect(examples(page).locator("svg:visible")).to_have_count(sum(steps))
    expect(examples(page).locator("p:visible")).to_have_count(len(steps) + sum(steps))
    buttons = page.get_by_role("button")
    for control in (
        page.get_by_role("searchbox"),
        page.get_by_role("combobox"),
        page.get_by_role("navigation"),
        buttons,
    ):
        expect(control.first).to_be_hidden()
    looks = "(element) => (({ color, backgroundColor }) => [color, backgroundColor])(getComputedStyle(element))"
    assert page.locator("body").evaluate(looks) == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
    assert rule(page, "SL-24").evaluate("(element) => getComputedStyle(element).breakInside") == "avoid"
