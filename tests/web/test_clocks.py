"""Clocks and missing players in the page: what everybody sees, and what can be done."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from web.layout import HANDHELDS, LAPTOPS, faults
from web.playing import be_asked_always, open_table, sit_at, version
from web.visitors import PHONE, Visitors, barriers, small_targets

LIVE = {"kind": "live", "increment": 0}


def two_at_a_table(visit: Visitors, sizes: tuple[Any, ...] = (), **options: Any) -> tuple[Page, Page]:
    """Ann, who begins, and Bob at a table whose game has begun."""
    ann, bob = visit(), visit(**({"size": sizes[0]} if sizes else {}))
    be_asked_always(ann)
    seats = [{"who": "me"}, {"who": "anyone"}]
    table = open_table(ann, "skyliners", seats, start=False, open=True, first=0, **options)
    assert bob.request.post("/api/people", data={"name": "Bob"}).ok
    assert bob.request.post(f"/api/tables/{table}/join", data={}).ok
    assert ann.request.post(f"/api/tables/{table}/start").ok
    for page in (ann, bob):
        sit_at(page, table)
    return ann, bob


def notice(page: Page) -> Any:
    return page.locator("[data-slot=absence]")


def clocks(page: Page) -> Any:
    return page.locator("[data-slot=clock]")


def test_all_clocks_are_seen_and_the_last_half_minute_is_told(visit: Visitors) -> None:
    ann, bob = two_at_a_table(visit, clock={**LIVE, "seconds": 3600})
    for page in (ann, bob):
        expect(clocks(page)).to_have_count(2)
        expect(clocks(page).nth(1)).to_have_text("1:00:00")
        expect(clocks(page).nth(0)).to_have_attribute("data-short", "false")
        page.clock.install()
        page.reload()
        expect(clocks(page)).to_have_count(2)
        page.clock.fast_forward((3600 - 20) * 1000)
        expect(clocks(page).nth(0)).to_have_attribute("data-short", "true")
    expect(ann.get_by_role("log")).to_contain_text("You have 30 seconds left.")
    expect(bob.get_by_role("log")).to_contain_text("Ann has 30 seconds left.")
    expect(bob.get_by_role("timer", name="Time of Ann: 0:")).to_be_visible()


def test_out_of_time_a_bot_takes_the_seat_until_one_takes_it_back(visit: Visitors) -> None:
    ann, bob = two_at_a_table(visit, (PHONE,), clock={**LIVE, "seconds": 1})
    expect(notice(ann)).to_contain_text("The table waits for you.")
    expect(notice(bob)).to_contain_text("The time of Ann is up.")
    assert barriers(bob) == []
    assert small_targets(bob) == []
    assert faults(bob, (*LAPTOPS, *HANDHELDS)) == []
    notice(bob).get_by_role("combobox").select_option("easy")
    before = version(bob)
    notice(bob).get_by_role("button", name="Let a bot play").click()
    expect(bob.locator("[data-slot=table]")).not_to_have_attribute("data-version", before or "")
    expect(notice(ann)).to_contain_text("A bot plays for you.")
    expect(ann.locator("[data-slot=player]").first).to_contain_text("bot plays (easy)")
    notice(ann).get_by_role("button", name="Take my seat back").click()
    expect(notice(ann).get_by_role("button", name="Take my seat back")).to_have_count(0)


def test_who_vanishes_is_paler_and_the_other_may_end_the_game(visit: Visitors) -> None:
    ann, bob = two_at_a_table(visit, patience=1)
    ann.context.close()
    expect(bob.locator("[data-slot=player]").first).to_have_attribute("data-away", "true")
    expect(bob.locator("[data-slot=player]").first).to_contain_text("away (")
    expect(bob.get_by_role("log")).to_contain_text("Ann has lost the connection.")
    expect(notice(bob)).to_contain_text("Ann is away.")
    notice(bob).get_by_role("button", name="End the game").click()
    notice(bob).get_by_role("button", name="Yes, end it without a winner").click()
    expect(bob.locator("[data-slot=bar][data-over]")).to_be_visible()


def test_a_pause_that_both_want(visit: Visitors) -> None:
    ann, bob = two_at_a_table(visit, clock={**LIVE, "seconds": 300})
    ann.get_by_text("More").click()
    ann.get_by_role("button", name="Pause").click()
    expect(notice(ann)).to_contain_text("The others have to agree.")
    notice(bob).get_by_role("button", name="Pause").click()
    for page in (ann, bob):
        expect(notice(page)).to_contain_text("The game is paused.")
    expect(ann.locator("[data-slot=bar][data-mine=true]")).to_have_count(0)
    notice(bob).get_by_role("button", name="Go on").click()
    expect(ann.locator("[data-slot=bar][data-mine=true]")).to_be_visible()
    assert ann.locator("[data-slot=places] button[aria-disabled=false]").count()


def test_a_waiting_table_shows_who_is_away(visit: Visitors) -> None:
    ann, bob = visit(), visit()
    table = open_table(ann, "skyliners", [{"who": "me"}, {"who": "anyone"}, {"who": "anyone"}], start=False, open=True)
    assert bob.request.post("/api/people", data={"name": "Bob"}).ok
    assert bob.request.post(f"/api/tables/{table}/join", data={}).ok
    ann.goto(f"/table/{table}")
    chairs = ann.get_by_role("list", name="At the table").get_by_role("listitem")
    expect(chairs.nth(1)).to_contain_text("away")
    bob.goto(f"/table/{table}")
    expect(chairs.nth(1)).not_to_contain_text("away")


@pytest.mark.parametrize(
    ("kind", "chosen", "told"),
    [
        ("Live", {"For each player": "5 min", "More after each turn": "10 sec"}, "Clocks: 5 min + 10 sec"),
        ("Days", {"For each turn": "2 days"}, "Clocks: 2 days a turn"),
    ],
)
def test_clocks_are_chosen_at_a_new_table(visit: Visitors, kind: str, chosen: dict[str, str], told: str) -> None:
    page = visit("/")
    page.get_by_role("button", name="New table for Skyliners").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name=kind, exact=True).check(force=True)
    for label, option in chosen.items():
        dialog.get_by_label(label).select_option(label=option)
    assert barriers(page) == []
    dialog.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("main")).to_contain_text(told)
