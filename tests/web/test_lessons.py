"""Every lesson in the page, in every language: by keyboard, with a wrong try at each step that waits for a move."""

import random

import pytest
from playwright.sync_api import Page, expect

from rooftop.core.messages import LANGUAGES, lookup
from rooftop.lessons import Lesson, Step, find_lesson, lessons
from web.playing import bar, be_asked_always, choose_by_keys, is_over, wait_for_turn
from web.visitors import PHONE, Visitors, ask, barriers

SMALL = (1024, 640)
TRIES = 20


def begin(page: Page, game: str) -> None:
    """As somebody new, from the home page."""
    page.locator(f"[data-game={game}] [data-new=true]").click()
    expect(page.locator("[data-slot=lesson]")).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", lessons())
def test_a_lesson_is_followed_to_its_end(visit: Visitors, game: str, language: str) -> None:
    page, lesson, chance = visit(size=SMALL, locale=language), find_lesson(game), random.Random(1)
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
        expect(page.locator("[data-slot=confirm]")).to_be_enabled()
        page.locator("[data-slot=confirm]").press("Enter")
    expect(page.locator("[data-slot=lesson]")).to_have_count(0)
    assert wait_for_turn(page) or is_over(page), "it goes over into an ordinary game"


def try_another(page: Page, lesson: Lesson, number: int, language: str, chance: random.Random) -> None:
    """Choose moves until one is refused, kindly."""
    if not has_others(page, lesson.steps[number]):
        return
    refusal = bar(page).get_by_role("alert")
    for _ in range(TRIES):
        choose_by_keys(page, chance)
        page.wait_for_timeout(150)
        if refusal.count():
            break
        page.keyboard.press("Escape")
    expect(refusal).to_have_text(lesson.message(number, "other").say(language))
    page.keyboard.press("Escape")


def has_others(page: Page, step: Step) -> bool:
    """Whether there are legal moves that the step does not accept."""
    table = page.url.rpartition("/")[2]
    return any(not step.accepts(move["text"]) for move in ask(page, f"/api/tables/{table}")["view"]["moves"])


def test_a_lesson_is_left_and_resumed_and_skipped(visit: Visitors) -> None:
    page = visit(size=PHONE)
    begin(page, "skyliners")
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_text("step 2 of")).to_be_visible()
    page.goto("/")
    page.locator("a[href^='/table/']").first.click()
    expect(page.get_by_text("step 2 of")).to_be_visible()
    assert barriers(page) == []
    page.get_by_role("button", name="Skip the lesson").click()
    expect(page.locator("[data-slot=lesson]")).to_have_count(0)
    assert wait_for_turn(page)
    page.goto("/")
    expect(page.locator("[data-game=skyliners] [data-new=false]")).to_have_text(lookup("en", "web.lesson.learn"))
