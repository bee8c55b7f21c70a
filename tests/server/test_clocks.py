"""Clocks: pure arithmetic on moments, then real games with little time, killed servers and outages."""

import asyncio
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rooftop.server.domain.clocks import Clock, TimeControl
from rooftop.server.storage.heartbeat import Heartbeat
from server.outages import PostgreSQL, locked
from server.retrying import stored_events
from server.serving import Server, Visitor, serving, settles, wait_for
from server.test_play import both_live, two_at_a_table

LIVE = TimeControl("live", 300, 5)
DAYS = TimeControl("correspondence", 24 * 3600)
AT_WORK = replace(DAYS, nights=False, weekends=False, zone="Europe/Berlin")
MOMENTS = st.floats(0, 2_000_000_000)


def moment(text: str, zone: str = "Europe/Berlin") -> float:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


def test_a_live_clock_runs_down_and_each_turn_brings_the_increment() -> None:
    clock = Clock.of(vars(LIVE), 2).passed_to(0, 1000.0, has_moved=False)
    assert clock.left_at(0, 1040.0) == 260
    assert clock.ends == 1300
    clock = clock.passed_to(1, 1040.0, has_moved=True)
    assert clock.left == (265, 300)
    assert clock.left_at(0, 2000.0) == 265
    assert clock.left_at(1, 1400.0) == 0, "not less than nothing"


def test_decisions_of_one_turn_bring_no_increment() -> None:
    clock = Clock.of(vars(LIVE), 2).passed_to(0, 1000.0, has_moved=False)
    assert clock.passed_to(0, 1010.0, has_moved=True) == clock


def test_no_clock_runs_while_nobody_has_to_decide() -> None:
    clock = Clock.of(vars(LIVE), 2).passed_to(0, 1000.0, has_moved=False).passed_to(None, 1010.0, has_moved=True)
    assert (clock.running, clock.ends, clock.left) == (None, None, (295, 300))


def test_a_correspondence_clock_begins_anew_with_each_turn() -> None:
    clock = Clock.of(vars(DAYS), 2).passed_to(0, 0.0, has_moved=False).passed_to(1, 3600.0, has_moved=True)
    assert clock.passed_to(0, 7200.0, has_moved=True).ends == 7200 + 24 * 3600


@pytest.mark.parametrize(
    ("start", "end", "hours"),
    [
        ("2026-11-20 21:00", "2026-11-23 09:00", 2),  # from Friday evening to Monday morning
        ("2026-11-21 12:00", "2026-11-22 12:00", 0),  # all in a weekend
        ("2026-11-18 23:00", "2026-11-19 07:00", 0),  # all in a night
        ("2026-11-18 08:00", "2026-11-19 22:00", 28),
        ("2026-10-23 08:00", "2026-10-26 22:00", 28),  # the hour that is there twice lies in a night
    ],
)
def test_nights_and_weekends_can_be_left_out(start: str, end: str, hours: float) -> None:
    assert AT_WORK.elapsed(moment(start), moment(end)) == hours * 3600


def test_the_zone_decides_when_it_is_night() -> None:
    there = replace(AT_WORK, zone="Asia/Tokyo")
    noon_in_tokyo = moment("2026-11-18 12:00", "Asia/Tokyo")
    assert there.elapsed(noon_in_tokyo, noon_in_tokyo + 3600) == 3600
    assert AT_WORK.elapsed(noon_in_tokyo, noon_in_tokyo + 3600) == 0


@given(MOMENTS, st.floats(0, 30 * 24 * 3600), st.booleans(), st.booleans())
def test_the_end_is_when_the_time_has_elapsed(start: float, seconds: float, nights: bool, weekends: bool) -> None:
    control = replace(AT_WORK, nights=nights, weekends=weekends)
    end = control.end(start, seconds)
    assert end >= start
    assert control.elapsed(start, end) == pytest.approx(seconds, abs=1e-3)


@given(MOMENTS, st.lists(st.floats(0, 100_000), min_size=2, max_size=2), st.booleans(), st.booleans())
def test_time_adds_up(start: float, lengths: list[float], nights: bool, weekends: bool) -> None:
    control = replace(AT_WORK, nights=nights, weekends=weekends)
    middle, end = start + lengths[0], start + sum(lengths)
    parts = control.elapsed(start, middle) + control.elapsed(middle, end)
    assert parts == pytest.approx(control.elapsed(start, end), abs=1e-3)


def test_a_pause_stops_the_clock() -> None:
    clock = Clock.of(vars(LIVE), 2).passed_to(0, 1000.0, has_moved=False).paused(1010.0)
    assert (clock.left_at(0, 5000.0), clock.ends) == (290, None)
    assert clock.resumed(5000.0).left_at(0, 5010.0) == 280


def test_an_outage_is_refunded_once_and_only_where_the_clock_ran() -> None:
    clock = Clock.of(vars(LIVE), 2).passed_to(0, 1000.0, has_moved=False)
    assert clock.refunded(1010.0, 1040.0).left_at(0, 1050.0) == 280
    twice = clock.refunded(1010.0, 1040.0).refunded(1010.0, 1041.0)
    assert twice.left_at(0, 1050.0) == 281, "another server has noticed it, too"
    assert clock.refunded(900.0, 1040.0).left_at(0, 1050.0) == 290, "before 1000 it did not run"
    assert clock.refunded(900.0, 990.0).left_at(0, 1050.0) == 250
    moved = clock.passed_to(1, 1045.0, has_moved=True)
    assert moved.refunded(1010.0, 1045.5).left[0] == clock.passed_to(1, 1045.0, has_moved=True).left[0] + 35
    assert moved.refunded(1010.0, 1045.5).left_at(1, 1046.0) == 300 - 0.5, "who moves first afterwards loses nothing"
    days = Clock.of(vars(DAYS), 2).passed_to(0, 1000.0, has_moved=False)
    assert days.refunded(1010.0, 1040.0) == days, "a date stays a date"


# --- on a server ------------------------------------------------------------------------------------------------


def live(seconds: int, increment: int = 0) -> dict[str, Any]:
    return {"kind": "live", "seconds": seconds, "increment": increment}


def clock_of(person: Visitor, table: str) -> Any:
    return person.look(table)["table"]["clock"]


def test_moves_run_the_clocks_by_the_times_of_the_log(server: Server) -> None:
    ann, bob, table = two_at_a_table(server, clock=live(300, increment=2))
    mover, _ = both_live(ann, bob, table)
    first = mover.update["seat"]
    begun = clock_of(ann, table)
    assert (begun["running"], begun["left"]) == (first, [300, 300])
    while mover.update["view"]["player"] == first:
        version = mover.update["version"]
        mover.move()
        mover.await_update(lambda update, before=version: update["version"] != before)  # type: ignore[misc]
    now = clock_of(bob, table)
    times = [event.at for event in stored_events(server.database, table) if event.kind in ("started", "moved")]
    assert now["left"][first] == pytest.approx(300 - (times[-1] - times[0]) + 2, abs=0.002)
    assert now["left"][1 - first] == 300
    assert (now["running"], now["since"]) == (1 - first, pytest.approx(times[-1], abs=0.002))
    assert now["ends"] == pytest.approx(times[-1] + 300, abs=0.002)


def test_no_clock_runs_for_bots_nor_without_a_clock(server: Server) -> None:
    ann = Visitor(server.address, "Ann")
    table = ann.create("me", "greedy", clock=live(300), first=1)
    ann.start(table)
    events = wait_for(lambda: [e for e in stored_events(server.database, table) if e.kind == "moved"])
    assert events[0].data["seat"] == 1
    settles(lambda: clock_of(ann, table)["running"], 0)
    assert clock_of(ann, table)["left"] == [300, 300]
    assert clock_of(ann, ann.create("me", "me")) is None


def test_a_pause_needs_all_and_anybody_ends_it(server: Server) -> None:
    ann, bob, table = two_at_a_table(server, clock=live(300))
    mover, other = both_live(ann, bob, table)
    assert mover.ask(do="pause")["tell"] == "done"
    wanting = mover.await_update(lambda update: update["table"]["clock"]["pause_wanted_by"])
    assert wanting["table"]["clock"]["pause_wanted_by"] == [mover.update["seat"]]
    assert not wanting["table"]["clock"]["paused"]
    other.ask(do="pause")
    stood = mover.await_update(lambda update: update["table"]["clock"]["paused"])["table"]["clock"]
    assert (stood["running"], stood["ends"]) == (None, None)
    assert mover.move()["error"]["code"] == "paused"
    assert other.ask(do="resume")["tell"] == "done"
    going = mover.await_update(lambda update: not update["table"]["clock"]["paused"])["table"]["clock"]
    assert (going["left"], going["running"]) == (stood["left"], mover.update["seat"])
    assert mover.move()["tell"] == "done"


@pytest.mark.parametrize(
    ("clock", "named"),
    [
        ({"kind": "live", "seconds": 0}, "seconds"),
        ({"kind": "live", "seconds": 10, "increment": -1}, "increment"),
        ({"kind": "live", "seconds": 10**9}, "seconds"),
        ({"kind": "hourglass", "seconds": 10}, "clock"),
        ({"kind": "correspondence", "seconds": 10, "zone": "Atlantis"}, "zone"),
    ],
)
def test_impossible_clocks_are_refused_by_name(server: Server, clock: dict[str, Any], named: str) -> None:
    ann = Visitor(server.address, "Ann")
    answer = ann.post("/api/tables", expect=422, game="skyliners", seats=[{"who": "me"}, {"who": "me"}], clock=clock)
    assert named in answer["error"]["text"]


def test_there_is_nothing_to_pause_without_a_clock(server: Server) -> None:
    ann, _, table = two_at_a_table(server)
    assert ann.post(f"/api/tables/{table}/pause", expect=409)["error"]["code"] == "no_clock"


# --- killed servers -----------------------------------------------------------------------------------------------


def last_beat(database: str) -> float:
    heartbeat = Heartbeat(database)
    try:
        return asyncio.run(heartbeat.last())
    finally:
        heartbeat.close()


def left_of(clock: Any, seat: int, now: float) -> float:
    """As the page counts."""
    return float(clock["left"][seat] if clock["running"] != seat else clock["ends"] - now)


def test_after_a_kill_a_live_clock_stands_where_it_stood(database: str) -> None:
    """As at the last heartbeat. That is 40 milliseconds before the kill, and on a busy machine more."""
    with serving(database) as server:
        ann, bob, table = two_at_a_table(server, clock=live(3000))
        mover, _ = both_live(ann, bob, table)
        seat = mover.update["view"]["player"]
        before = clock_of(ann, table)
        wait_for(lambda: last_beat(database) > before["since"])
        server.kill()
        stood = left_of(before, seat, last_beat(database))
        time.sleep(2)  # longer than what passes for a busy machine
        server.start()
        wait_for(lambda: stored_events(database, table)[-1].kind == "interrupted")
        returned = stored_events(database, table)[-1]
        after = clock_of(ann, table)
        assert left_of(after, seat, returned.data["until"]) == pytest.approx(stood, abs=0.1)


def test_after_a_kill_a_correspondence_clock_ends_when_it_would_have(database: str) -> None:
    with serving(database) as server:
        ann, _, table = two_at_a_table(server, clock={"kind": "correspondence", "seconds": 2 * 24 * 3600})
        before = clock_of(ann, table)
        server.kill()
        time.sleep(1)
        server.start()
        assert clock_of(ann, table) == before
        assert [event.kind for event in stored_events(database, table)] == ["created", "joined", "started"]


# --- outages ------------------------------------------------------------------------------------------------------

OUTAGE_SECONDS = 2
"""Longer than what passes for a busy machine."""


def test_nobody_is_charged_for_an_outage_of_postgresql(postgresql_server: PostgreSQL) -> None:
    _check_refunded(postgresql_server.create_database(), postgresql_server.away)


def test_nobody_is_charged_while_sqlite_is_locked(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    _check_refunded(f"sqlite:///{file}", lambda: locked(file))


def _check_refunded(database: str, strike: Callable[[], AbstractContextManager[None]]) -> None:
    with serving(database) as server:
        ann, _, table = two_at_a_table(server, clock=live(3000))
        before = clock_of(ann, table)
        wait_for(lambda: last_beat(database) > before["since"])
        with strike():
            time.sleep(OUTAGE_SECONDS)
        wait_for(lambda: "interrupted" in [event.kind for event in stored_events(database, table)])
        lost = clock_of(ann, table)["ends"] - before["ends"]
        events = [event.data for event in stored_events(database, table) if event.kind == "interrupted"]
        assert lost == pytest.approx(sum(data["until"] - data["from"] for data in events), abs=0.01)
        assert lost >= OUTAGE_SECONDS / 2
