"""Playing at a table in the browser, whatever the game: only what a person can see and press."""

import random
from collections import Counter
from typing import Any

from playwright.sync_api import Page, expect

BOT = {"who": "bot", "level": "easy"}
ME = {"who": "me"}
ARROWS = {"ArrowUp": (0, -1), "ArrowLeft": (-1, 0), "ArrowDown": (0, 1), "ArrowRight": (1, 0)}
"""Where they lead in the picture: to the right, and down."""
WAY = """goal => {
    const [here, there] = [document.activeElement, document.querySelector(`[data-place='${goal}']`)];
    const [from, to] = [here, there].map((place) => place.getBoundingClientRect());
    return [here.dataset.place ?? null, to.x - from.x, to.y - from.y];
}"""


def open_table(page: Page, game: str, seats: list[dict[str, Any]], start: bool = True, **options: Any) -> str:
    """A table of whoever sits at this browser; a newcomer is called Ann."""
    if not page.context.cookies():
        assert page.request.post("/api/people", data={"name": "Ann"}).ok
    made = page.request.post("/api/tables", data={"game": game, "seats": seats, **options})
    assert made.ok, made.text()
    table: str = made.json()["table"]["id"]
    if start:
        assert page.request.post(f"/api/tables/{table}/start").ok
    return table


def be_asked_always(page: Page) -> None:
    """Also where there is a single answer, so that nothing happens by itself between two looks at the page."""
    page.add_init_script("localStorage['rooftop.settings'] ??= JSON.stringify({takeSingleMoves: false})")


def sit_at(page: Page, table: str) -> None:
    page.goto(f"/table/{table}")
    expect(bar(page)).to_be_visible()


def meet_a_bot(page: Page, game: str, bot: dict[str, Any] = BOT, **options: Any) -> str:
    """At a new table with nothing done yet, to be asked always."""
    be_asked_always(page)
    table = open_table(page, game, [ME, bot], **options)
    sit_at(page, table)
    return table


def bar(page: Page) -> Any:
    """What can be done now, or the final scoring."""
    return page.locator("[data-slot=bar]")


def version(page: Page) -> str | None:
    """The version of the view that is shown."""
    return page.locator("[data-slot=table]").get_attribute("data-version")


def is_over(page: Page) -> bool:
    return page.locator("[data-slot=bar][data-over]").count() > 0


def wait_for_turn(page: Page) -> bool:
    """Wait for our turn. False if the game is over."""
    page.locator("[data-slot=bar][data-mine=true], [data-slot=bar][data-over]").first.wait_for()
    return not is_over(page)


def wait_for_change(page: Page, before: str | None) -> None:
    """Wait until another view is shown, so the move was made."""
    expect(page.locator("[data-slot=table]")).not_to_have_attribute("data-version", before or "")


def decide_by_keys(page: Page, chance: random.Random) -> None:
    """One decision with nothing but the keyboard: a thing by its number, a place by the arrows, Enter."""
    before = version(page)
    choose_by_keys(page, chance)
    page.keyboard.press("Enter")
    wait_for_change(page, before)


def choose_by_keys(page: Page, chance: random.Random) -> None:
    """A whole move, without making it."""
    while not page.locator("[data-slot=confirm]:enabled").count():
        _choose_one_by_keys(page, chance)


def _choose_one_by_keys(page: Page, chance: random.Random) -> None:
    parts = page.locator("[data-slot=thing][data-chosen=true] [data-part]:enabled")
    if parts.count() and not page.locator("[data-slot=thing][data-chosen=true] [data-part][aria-pressed=true]").count():
        page.keyboard.press(str(chance.randint(1, parts.count())))
        return
    things = page.locator("[data-thing]:enabled")
    if things.count() and not page.locator("[data-slot=thing][data-chosen=true]").count():
        numbered = page.locator("[data-thing][data-number]:enabled")
        thing = numbered.nth(chance.randrange(numbered.count()))
        page.keyboard.press(thing.get_attribute("data-number") or "")
        return
    places = page.locator("[data-slot=places] button[aria-disabled=false]")
    if not places.count():  # a tile of New York 1901 can be taken in hand although it fits nowhere
        page.keyboard.press("Escape")
        return
    page.keyboard.press("ArrowUp")
    walk_to(page, places.nth(chance.randrange(places.count())).get_attribute("data-place") or "")
    page.keyboard.press("Enter")


def walk_to(page: Page, goal: str) -> None:
    """Navigate with the arrow keys: prefer the least-used direction, then the one that leads nearest to the goal."""
    wait_for_picture(page)
    taken: Counter[tuple[str | None, str]] = Counter()
    while (way := page.evaluate(WAY, goal))[0] != goal:
        here, right, down = way
        nearest = sorted(ARROWS, key=lambda arrow: -(right * ARROWS[arrow][0] + down * ARROWS[arrow][1]))
        arrow = min(nearest, key=lambda arrow: taken[here, arrow])
        taken[here, arrow] += 1
        assert taken[here, arrow] < len(ARROWS), f"no way to {goal}"
        page.keyboard.press(arrow)


def look_from_above(page: Page) -> None:
    """Drag the city until one looks straight down on it: then nothing hides anything, as on a picture."""
    if is_picture(page):
        return
    wait_for_picture(page)  # before its first frame the scene takes no drag
    city, clear = (page.locator(part).bounding_box() for part in ("[data-slot=stage]", "[data-slot=clear]"))
    assert city
    assert clear
    x, y = clear["x"] + clear["width"] / 2, clear["y"] + 20
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + city["height"] / 2, steps=4)
    page.mouse.move(x, y + city["height"], steps=4)
    page.mouse.up()


def is_picture(page: Page) -> bool:
    """Whether the table is shown without WebGL."""
    return page.locator("[data-slot=drawing]").count() > 0


def wait_for_picture(page: Page) -> None:
    """Wait until the scene, or the picture without WebGL, shows the current table at the size of the window."""
    page.wait_for_function(
        """() => {
            const stage = document.querySelector("[data-slot=stage]");
            const canvas = stage.querySelector("canvas");
            const fits = !canvas ||
                (stage.clientWidth === canvas.clientWidth && stage.clientHeight === canvas.clientHeight);
            return fits && document.querySelector("[data-slot=places]").dataset.laid === "true";
        }""",
        polling=100,
    )
    page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")


def click_place(page: Page, place: Any) -> None:
    """Click on a place in the scene, or on the picture, which may have to be scrolled."""
    if is_picture(page):
        place.click()
    else:
        page.mouse.click(*_middle(page, place))


def tap_place(page: Page, place: Any) -> None:
    """Tap on a place in the scene."""
    page.touchscreen.tap(*_middle(page, place))


def _middle(page: Page, place: Any) -> tuple[float, float]:
    wait_for_picture(page)
    box = place.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def decide_by_mouse(page: Page, chance: random.Random) -> None:
    """One decision with nothing but the mouse; a second click on the same place confirms."""
    before = version(page)
    pressable = page.locator("[data-thing]:enabled, [data-part]:enabled")
    if pressable.count():
        pressable.nth(chance.randrange(pressable.count())).click()
    place = None
    while not page.locator("[data-slot=confirm]:enabled").count():
        open_parts = page.locator("[data-slot=thing][data-chosen=true] [data-part]:enabled")
        if open_parts.count():
            open_parts.nth(chance.randrange(open_parts.count())).click()
        else:
            places = page.locator("[data-slot=places] button[aria-disabled=false]")
            place = places.nth(chance.randrange(places.count()))
            click_place(page, place)
    if place is None:
        page.locator("[data-slot=confirm]").click()
    else:
        click_place(page, place)
    wait_for_change(page, before)
