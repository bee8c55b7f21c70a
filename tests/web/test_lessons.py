"""Every lesson in the page: by keyboard, with a wrong try at each step that waits for a move."""

import random
import re
from itertools import cycle
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from rooftop.core.messages import LANGUAGES, lookup
from rooftop.lessons import Lesson, Step, find_lesson, lessons
from web.playing import bar, be_asked_always, choose_by_keys, is_over, wait_for_turn
from web.visitors import PHONE, Visitors, ask, barriers

SMALL = (1024, 640)
CLEAR = 140
"""Pixels of a phone's height that are left for the city."""
CONFIRM = "[data-slot=actions] [data-slot=confirm]"


def begin(page: Page, game: str) -> None:
    """As somebody new, from the home page."""
    page.locator(f"[data-game={game}] [data-new=true]").click()
    expect(page.locator("[data-slot=lesson]")).to_be_visible()


@pytest.mark.parametrize(("game", "language"), list(zip(lessons(), cycle(LANGUAGES), strict=False)))
def test_a_lesson_is_followed_to_its_end(visit: Visitors, game: str, language: str) -> None:
    """In one language, and on two more screens of the same person in the others, the last of them a phone."""
    page, lesson, chance = visit(size=SMALL, locale=language), find_lesson(game), random.Random(1)
    assert page.request.post("/api/people", data={"name": "Ann"}).ok  # a name by chance can be long, and break a line
    page.goto("/")
    be_asked_always(page)
    begin(page, game)
    screens = {language: page}
    for other, size in zip((other for other in LANGUAGES if other != language), (SMALL, PHONE), strict=True):
        screens[other] = phone = watch(visit, page, other, size)
    for number, step in enumerate(lesson.steps):
        for spoken, screen in screens.items():
            expect(screen.locator(f"[data-slot=lesson][data-step='{number}']")).to_be_visible()
            assert wait_for_turn(screen), step.key
            expect(screen.locator("[data-slot=lesson] p")).to_have_text(lesson.message(number, "text").say(spoken))
            for_ears = lookup(spoken, "web.lesson.highlighted").format(places=", ".join(step.places))
            heard = for_ears if step.places else ""
            expect(screen.locator("[data-slot=lesson] [aria-live]")).to_have_text(re.compile(f"{re.escape(heard)}$"))
        check_what_a_phone_shows(phone, step)
        if not step.expects:
            expect(page.locator("[data-slot=lesson] button:focus")).to_have_count(1)
            page.keyboard.press("Enter")
            continue
        if "*" not in step.expects:
            try_another(screens, lesson, number, chance)
        page.keyboard.press("h")
        expect(page.locator(CONFIRM)).to_be_enabled()
        page.locator(CONFIRM).press("Enter")
    for screen in screens.values():
        expect(screen.locator("[data-slot=lesson]")).to_have_count(0)
        assert wait_for_turn(screen) or is_over(screen), "it goes over into an ordinary game"


def watch(visit: Visitors, page: Page, language: str, size: tuple[int, int]) -> Page:
    """Another screen of whoever sits at this one, where the page speaks another language."""
    screen = visit(size=size, locale=language)
    screen.context.add_cookies([dict(cookie) for cookie in page.context.cookies()])  # type: ignore[misc]
    be_asked_always(screen)
    screen.goto(page.url)
    return screen


def check_what_a_phone_shows(page: Page, step: Step) -> None:
    """The city, and the card or piece that the step means: also at one that is read, if it means no place."""
    box = page.locator("[data-slot=clear]").bounding_box()
    assert box
    assert box["height"] >= CLEAR, step.key
    if not step.expects:
        expect(page.locator("[data-slot=hand]")).to_be_visible(visible=not step.places)
    elif page.locator("[data-taught]").count():
        expect(page.locator("[data-taught]").first).to_be_in_viewport()


def try_another(screens: dict[str, Page], lesson: Lesson, number: int, chance: random.Random) -> None:
    """Try a move that is not meant: it is refused kindly. In Skyliners by the keys. Random keys do not find every move
    of the other games, so there, and in the other languages, the server is asked."""
    for n, (language, page) in enumerate(screens.items()):
        kindly = lesson.message(number, "other").say(language)
        if n == 0 and lesson.game == "skyliners":
            press_another(page, kindly, chance)
            continue
        path = f"/api/tables/{page.url.rpartition('/')[2]}"
        update = ask(page, f"{path}?language={language}")
        others = [move for move in update["view"]["moves"] if not lesson.steps[number].accepts(move["text"])]
        if others:
            tried = {"version": update["version"], "move": others[0]["id"]}
            refused = page.request.post(f"{path}/try?language={language}", data=tried)
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


def test_without_webgl_the_picture_scrolls_to_what_a_step_is_about(visit_without_webgl: Visitors) -> None:
    page = visit_without_webgl("/", size=PHONE)
    be_asked_always(page)
    begin(page, "newyork1901")
    for number in range(2):
        expect(page.locator(f"[data-slot=lesson][data-step='{number}']")).to_be_visible()
        expect(page.locator("[data-slot=places][data-laid=true]")).to_be_attached()
        page.locator("[data-slot=lesson] button").last.press("Enter")
    expect(page.locator("[data-slot=lesson][data-step='2']")).to_be_visible()
    expect(page.locator("[data-slot=places] [data-pointed=true]").first).to_be_in_viewport()
