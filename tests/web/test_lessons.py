"""Every lesson in the page: by keyboard, with a wrong try at each step that waits for a move."""

import random
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from rooftop.core.messages import LANGUAGES, lookup
from rooftop.lessons import Lesson, find_lesson, lessons
from web.playing import bar, be_asked_always, choose_by_keys, is_over, wait_for_turn
from web.visitors import PHONE, Visitors, ask, barriers

SMALL = (1024, 640)
CONFIRM = "[data-slot=actions] [data-slot=confirm]"


def begin(page: Page, game: str) -> None:
    """As somebody new, from the home page."""
    page.locator(f"[data-game={game}] [data-new=true]").click()
    expect(page.locator("[data-slot=lesson]")).to_be_visible()


WALKS = [(game, LANGUAGES[n % len(LANGUAGES)]) for n, game in enumerate(lessons())]
"""Each lesson in one language, the last in all. That each has its texts in all languages is tested in tests/lessons."""
WALKS += [(lessons()[-1], language) for language in LANGUAGES if (lessons()[-1], language) not in WALKS]


@pytest.mark.parametrize(("game", "language"), WALKS)
def test_a_lesson_is_followed_to_its_end(visit: Visitors, game: str, language: str) -> None:
    page, lesson, chance = visit("/", size=SMALL, locale=language), find_lesson(game), random.Random(1)
    be_asked_always(page)
    begin(page, game)
    for number, step in enumerate(lesson.steps):
        expect(page.locator(f"[data-slot=lesson][data-step='{number}']")).to_be_visible()
        assert wait_for_turn(page), step.key
        told = page.locator("[data-slot=lesson] p")
        expect(told).to_have_text(lesson.message(number, "text").say(language))
        if not step.expects:
            expect(page.locator("[data-slot=lesson] button:focus")).to_have_count(1)
            page.keyboard.press("Enter")
            continue
        if "*" not in step.expects:
            try_another(page, lesson, number, language, chance)
        page.keyboard.press("h")
        expect(page.locator(CONFIRM)).to_be_enabled()
        page.locator(CONFIRM).press("Enter")
    expect(page.locator("[data-slot=lesson]")).to_have_count(0)
    assert wait_for_turn(page) or is_over(page), "it goes over into an ordinary game"


def try_another(page: Page, lesson: Lesson, number: int, language: str, chance: random.Random) -> None:
    """Try a move that is not meant: it is refused kindly. In Skyliners by the keys. Random keys do not find every move
    of the other games, so there the server is asked."""
    table = page.url.rpartition("/")[2]
    update = ask(page, f"/api/tables/{table}?language={language}")
    others = [move for move in update["view"]["moves"] if not lesson.steps[number].accepts(move["text"])]
    kindly = lesson.message(number, "other").say(language)
    if lesson.game == "skyliners":
        press_another(page, kindly, chance)
    elif others:
        tried = {"version": update["version"], "move": others[0]["id"]}
        refused = page.request.post(f"/api/tables/{table}/try?language={language}", data=tried)
        assert refused.json()["error"] == {"code": "lesson", "text": kindly}


def press_another(page: Page, kindly: str, chance: random.Random) -> None:
    """Choose moves until one is refused. What is meant is seldom chosen."""
    refusal = bar(page).get_by_role("alert")
    while not refusal.count():
        page.keyboard.press("Escape")
        choose_by_keys(page, chance)
        shown = bar(page).locator("[role=alert], [data-slot=preview] li")
        shown.first.wait_for()
    expect(refusal).to_have_text(kindly)
    page.keyboard.press("Escape")


def test_a_lesson_is_left_and_resumed_and_skipped(visit: Visitors) -> None:
    page = visit("/", size=PHONE)
    begin(page, "skyliners")
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_text("step 2 of")).to_be_visible()
    own = urlsplit(page.url).path
    page.goto("/")
    page.locator(f"a[href='{own}']").click()
    expect(page.get_by_text("step 2 of")).to_be_visible()
    assert barriers(page) == []
    page.get_by_role("button", name="Skip the lesson").click()
    expect(page.locator("[data-slot=lesson]")).to_have_count(0)
    assert wait_for_turn(page)
    page.goto("/")
    expect(page.locator("[data-game=skyliners] [data-new=false]")).to_have_text(lookup("en", "web.lesson.learn"))
