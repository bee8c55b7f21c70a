"""Players who are missing: the others are told, and decide together to wait, to have a bot play, or to end the game."""

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import replace
from secrets import token_hex
from typing import Any

import pytest

from rooftop.core.match import Match
from rooftop.server.domain import decisions
from rooftop.server.domain import table as table_module
from rooftop.server.domain.clocks import TimeControl
from rooftop.server.domain.events import Event
from rooftop.server.domain.people import Person
from rooftop.server.domain.table import WAITING_LIMIT, Table, current_rules
from rooftop.server.service import timekeeper
from rooftop.server.service.views import TableViews, Viewer
from rooftop.server.storage.storage import Storage
from server.inside import Inside
from server.retrying import stored_events
from server.serving import Live, Server, Visitor, settles
from server.test_play import both_live, two_at_a_table

SHORT = {"kind": "live", "seconds": 1}


def overdue(live: Live) -> Any:
    """Wait until the table waits for somebody in vain."""
    return live.await_update(lambda update: update["table"]["overdue"])["table"]["overdue"]


def several(server: Server, players: int, **options: Any) -> tuple[list[Visitor], str]:
    """People at a table whose game has begun, the first seat first."""
    people = [Visitor(server.address, f"Person {seat}") for seat in range(players)]
    table = people[0].create("me", *["anyone"] * (players - 1), open=True, first=0, **options)
    for person in people[1:]:
        person.post(f"/api/tables/{table}/join")
    people[0].start(table)
    return people, table


def entered(person: Visitor, table: str) -> Live:
    live = person.live(table)
    live.await_update()
    return live


def presence(live: Live, holds: Any) -> Any:
    """Wait until the table tells that this holds of who is here."""
    deadline = time.monotonic() + 60
    while not (live.presence and holds(live.presence)):
        assert time.monotonic() < deadline, live.presence
        live.ask(do="ping")
        time.sleep(0.05)
    return live.presence


def test_everybody_sees_who_is_here_and_how_many_watch(server: Server) -> None:
    people, table = several(server, 2)
    ann = entered(people[0], table)
    alone = presence(ann, lambda now: now["spectators"] == 0)
    assert [chair["here"] for chair in alone["chairs"]] == [True, False]
    assert alone["chairs"][1]["since"] <= alone["now"]
    bob, watching = entered(people[1], table), entered(Visitor(server.address), table)
    both = presence(ann, lambda now: now["spectators"] == 1)
    assert both["chairs"] == [{"here": True, "since": None}] * 2
    bob.opened.close()
    watching.opened.close()
    left = presence(ann, lambda now: now["spectators"] == 0 and not now["chairs"][1]["here"])
    assert 0 <= left["now"] - left["chairs"][1]["since"] < 60


def test_a_second_device_is_the_same_person(server: Server) -> None:
    people, table = several(server, 2)
    ann, bob, again = (entered(person, table) for person in (*people, people[1]))
    again.opened.close()
    people[0].live(table).await_update()
    assert presence(ann, lambda now: now["chairs"][1]["here"])["spectators"] == 0
    assert bob.ask(do="ping") == {"tell": "pong"}


def test_out_of_time_all_are_told_and_a_bot_takes_the_seat_until_the_person_is_back(server: Server) -> None:
    mover, other = both_live(*two_at_a_table(server, clock=SHORT))
    slow = mover.update["seat"]
    told = {"seat": slow, "cause": "time", "votes": []}
    assert overdue(mover) == overdue(other) == told
    assert mover.ask(do="vote", choice="wait")["error"]["code"] == "you_are_missing"
    assert other.ask(do="vote", choice="bot", level="genius")["error"]["code"] == "bot"
    assert other.ask(do="vote", choice="bot", level="greedy")["tell"] == "done"
    replaced = mover.await_update(lambda update: update["table"]["chairs"][slow]["substitute"])
    assert replaced["table"]["chairs"][slow]["substitute"] == "greedy"
    assert replaced["table"]["overdue"] is None
    moved = mover.await_update(lambda update: update["log"]["from"] + len(update["log"]["lines"]) > 0)
    assert moved["table"]["chairs"][slow]["kind"] == "person", "the chair stays theirs"
    assert mover.move(0)["error"]["code"] == "substituted"
    assert mover.ask(do="come back")["tell"] == "done"
    back = other.await_update(lambda update: update["table"]["chairs"][slow]["substitute"] is None)
    assert back["table"]["status"] == "playing"


def test_a_late_turn_counts_and_ends_the_asking(server: Server) -> None:
    mover, other = both_live(*two_at_a_table(server, clock=SHORT))
    overdue(other)
    late = mover.update["seat"]
    while mover.update["view"]["player"] == late:
        version = mover.update["version"]
        assert mover.move()["tell"] == "done"
        mover.await_update(lambda update, before=version: update["version"] != before)  # type: ignore[misc]
    other.await_update(lambda update: update["table"]["overdue"] is None)
    assert other.log
    assert other.ask(do="vote", choice="end")["error"]["code"] == "nobody_missing"


def test_who_waits_for_somebody_away_is_not_asked_again_at_once(server: Server) -> None:
    people, table = several(server, 2, patience=2)
    bob = entered(people[1], table)
    overdue(bob)
    bob.ask(do="vote", choice="wait")
    bob.await_update(lambda update: update["table"]["overdue"] is None)
    overdue(bob)
    events = [event for event in stored_events(server.database, table) if event.kind in ("overdue", "waited")]
    assert [event.kind for event in events] == ["overdue", "waited", "overdue"]
    assert events[2].at - events[1].at >= 2


def test_who_waits_is_asked_again_later(server: Server) -> None:
    ann, bob, table = two_at_a_table(server, clock=SHORT)
    mover, other = both_live(ann, bob, table)
    overdue(other)
    other.ask(do="vote", choice="wait")
    clock = other.await_update(lambda update: update["table"]["overdue"] is None)["table"]["clock"]
    assert clock["left"][mover.update["seat"]] == 60
    assert clock["ends"] == pytest.approx(stored_events(server.database, table)[-1].at + 60, abs=0.01)


def test_the_others_may_end_the_game_and_then_nobody_has_won(server: Server) -> None:
    mover, other = both_live(*two_at_a_table(server, clock=SHORT))
    overdue(other)
    other.ask(do="vote", choice="end")
    over = mover.await_update(lambda update: update["table"]["status"] == "over")
    assert over["table"]["winners"] == []


def test_who_is_away_for_too_long_is_missed_and_welcome_back(server: Server) -> None:
    people, table = several(server, 2, patience=1)
    bob = entered(people[1], table)
    assert overdue(bob) == {"seat": 0, "cause": "absence", "votes": []}
    ann = entered(people[0], table)
    bob.await_update(lambda update: update["table"]["overdue"] is None)
    ann.opened.close()
    assert overdue(bob)["cause"] == "absence"
    bob.ask(do="vote", choice="bot")
    bob.await_update(lambda update: update["table"]["chairs"][0]["substitute"] == "medium")
    entered(people[0], table)
    bob.await_update(lambda update: update["table"]["chairs"][0]["substitute"] is None)


def test_nobody_is_missed_where_the_table_has_not_chosen_so(server: Server) -> None:
    people, table = several(server, 2)
    bob = entered(people[1], table)
    presence(bob, lambda now: now["now"] - now["chairs"][0]["since"] > 0)
    time.sleep(1.5)  # three looks at what is due
    assert bob.ask(do="vote", choice="end")["error"]["code"] == "nobody_missing"


def test_all_others_have_to_agree(server: Server) -> None:
    people, table = several(server, 4, patience=1)
    bob, cleo = (entered(person, table) for person in people[1:3])
    overdue(bob)
    bob.ask(do="vote", choice="end")
    seen = cleo.await_update(lambda update: update["table"]["overdue"] and update["table"]["overdue"]["votes"])
    assert seen["table"]["overdue"]["votes"] == [{"seat": 1, "choice": "end", "level": None}]
    cleo.ask(do="vote", choice="bot", level="random")
    both = bob.await_update(lambda update: len(update["table"]["overdue"]["votes"]) == 2)
    assert both["table"]["status"] == "playing", "they do not agree"
    bob.ask(do="vote", choice="bot", level="random")
    replaced = cleo.await_update(lambda update: update["table"]["overdue"] is None)
    assert replaced["table"]["chairs"][0]["substitute"] == "random", "who says nothing leaves it to the others"


def test_spectators_have_no_vote(server: Server) -> None:
    people, table = several(server, 2, patience=1)
    bob, dave = entered(people[1], table), entered(Visitor(server.address, "Dave"), table)
    overdue(bob)
    assert dave.ask(do="vote", choice="end")["error"]["code"] == "not_at_the_table"


class Evening:
    """A table of people of whom some vanish. Whoever is here moves, and wants bots to play for whoever is missing."""

    def __init__(self, people: list[Visitor], table: str) -> None:
        self.people = people
        self.table = table
        self.here = {seat: entered(person, table) for seat, person in enumerate(people)}

    @property
    def substitutes(self) -> list[str | None]:
        return [chair["substitute"] for chair in self.people[0].look(self.table)["table"]["chairs"]]

    def play_until(self, holds: Callable[[Any], bool]) -> None:
        while not holds(seen := self.people[0].look(self.table)):
            time.sleep(0.1)  # within the limit of requests
            player = seen["view"]["player"]
            if seen["table"]["overdue"]:
                for live in self.here.values():
                    live.ask(do="vote", choice="bot", level="random")
            elif player in self.here:
                view = self.people[player].look(self.table)
                if view["view"]["moves"]:
                    last = view["view"]["moves"][-1]["id"]
                    self.here[player].ask(do="move", id=token_hex(8), version=view["version"], move=last)


def test_three_vanish_a_bot_takes_over_one_comes_back_and_the_game_ends(server: Server) -> None:
    people, table = several(server, 4, patience=1, variant="intro")
    evening = Evening(people, table)
    for leaving in (3, 2, 1):
        moves = len(people[0].look(table)["log"]["lines"]) + 4
        evening.play_until(lambda seen, moves=moves: len(seen["log"]["lines"]) >= moves)  # type: ignore[misc]
        evening.here.pop(leaving).opened.close()
    evening.play_until(lambda seen: evening.substitutes == [None, "random", "random", "random"])
    evening.here[2] = entered(people[2], table)
    settles(lambda: evening.substitutes, [None, "random", None, "random"])
    evening.play_until(lambda seen: seen["table"]["status"] == "over")
    kinds = [event.kind for event in stored_events(server.database, table)]
    assert (kinds.count("replaced"), kinds.count("returned")) == (3, 1)
    match = Match.from_record(people[1].get(f"/api/tables/{table}/result")["record"])
    assert match.over
    assert people[1].look(table)["table"]["winners"] == match.winners


# --- waiting tables ---------------------------------------------------------------------------------------------


def created_long_ago(database: str, table: str, ago: float) -> None:
    """Put a table into the database that has waited for so long."""
    guest = Person("somebody", "Ann")
    event = Event(
        table, 1, *decisions.create(guest, "skyliners", None, [{"who": "me"}, {"who": "anyone"}]), time.time() - ago
    )
    storage = Storage(database)
    try:
        assert asyncio.run(storage.append(event, None, replace(Table.of(event).index_entry, people=frozenset())))
    finally:
        storage.close()


def test_a_waiting_table_to_which_nobody_comes_ends_by_itself(server: Server) -> None:
    created_long_ago(server.database, "young", WAITING_LIMIT - 1000)
    created_long_ago(server.database, "old", WAITING_LIMIT + 1)
    settles(lambda: [event.kind for event in stored_events(server.database, "old")], ["created", "ended"])
    assert [event.kind for event in stored_events(server.database, "young")] == ["created"]


def test_a_host_who_goes_hands_the_waiting_table_on(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timekeeper, "HOST_PATIENCE", 0.5)
    ann, bob = Visitor(inside.address, "Ann"), Visitor(inside.address, "Bob")
    table = ann.create("me", "anyone", "anyone", open=True)
    bob.post(f"/api/tables/{table}/join")
    assert not bob.look(table)["table"]["host"]
    waits = entered(bob, table)
    assert waits.await_update(lambda update: update["table"]["host"])
    bob.post(f"/api/tables/{table}/bots", seat=2, level="random")
    bob.start(table)


def test_a_host_who_is_here_stays_the_host(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timekeeper, "HOST_PATIENCE", 0.0)
    ann, bob = Visitor(inside.address, "Ann"), Visitor(inside.address, "Bob")
    table = ann.create("me", "anyone", "anyone", open=True)
    bob.post(f"/api/tables/{table}/join")
    with ann.live(table) as host, bob.live(table) as guest:
        for live in (host, guest):
            live.await_update()
        assert decisions.hand_on(inside.live(table).table, inside.live(table).presence.here) is None


# --- the fold ---------------------------------------------------------------------------------------------------


class Folded:
    """A table with people in all seats, as the fold of events at moments of the test's choice."""

    def __init__(self, game: str = "skyliners", players: int = 3, **options: Any) -> None:
        host = Person("p0", "Person 0")
        seats = [{"who": "me"}, *[{"who": "anyone"}] * (players - 1)]
        self.table = Table.of(Event("t", 1, *decisions.create(host, game, None, seats, first=0, **options), 0.0))
        for seat in range(1, players):
            self.add("joined", {"seat": seat, "person": f"p{seat}", "name": f"Person {seat}"})
        self.add("started", {"seed": "1", "dice": "chacha20", "rules": current_rules()[game]}, 100.0)

    def add(self, kind: str, data: dict[str, Any], at: float = 0.0) -> None:
        self.table = self.table.after(Event("t", self.table.number + 1, kind, data, at))

    def do(self, decision: decisions.Decision | None, at: float) -> str | None:
        if decision:
            self.add(*decision, at)
        return decision[0] if decision else None

    def vote(self, seat: int, choice: str, at: float, level: str = "easy") -> str | None:
        return self.do(decisions.vote(self.table, Person(f"p{seat}", ""), choice, level, at), at)


LIVE = TimeControl("live", 60)


def test_nobody_decides_for_others_who_may_still_vote() -> None:
    folded = Folded(clock=LIVE)
    assert folded.do(decisions.fall_due(folded.table, 160.0), 160.0) == "overdue"
    assert folded.vote(1, "end", 161.0) == "voted"
    assert folded.vote(1, "end", 162.0) is None, "said already"
    assert folded.table.due == 160.0 + 60
    assert folded.do(decisions.fall_due(folded.table, 219.0), 219.0) is None
    assert folded.do(decisions.fall_due(folded.table, 221.0), 221.0) == "ended"


def test_while_the_others_disagree_the_table_waits() -> None:
    folded = Folded(clock=LIVE)
    folded.do(decisions.fall_due(folded.table, 160.0), 160.0)
    assert (folded.vote(1, "end", 161.0), folded.vote(2, "bot", 162.0)) == ("voted", "voted")
    assert folded.table.due is None
    assert folded.vote(1, "bot", 500.0, "hard") == "voted"
    assert folded.vote(1, "bot", 501.0) == "replaced"


def test_an_unnoticed_decision_does_not_show_in_who_is_waited_for() -> None:
    """A sealed bid of several cards is several decisions."""
    folded = Folded("skyline3000", 2, clock=LIVE)
    chooser = random.Random(1)
    while not folded.table.playing.unnoticed_moves():
        move = chooser.choice(folded.table.playing.legal)
        folded.add("moved", {"seat": folded.table.player, "move": move}, 100.0)
    folded.do(decisions.fall_due(folded.table, 1000.0), 1000.0)
    seat, before = folded.table.player, TableViews(folded.table)
    assert folded.table.overdue
    assert seat is not None
    folded.add("moved", {"seat": seat, "move": min(folded.table.playing.unnoticed_moves())}, 1001.0)
    for other in (1 - seat, None):
        viewer = Viewer(None, other, "en")
        assert TableViews(folded.table).about(viewer) == before.about(viewer)


def test_a_table_is_frozen_whatever_has_happened_there(monkeypatch: pytest.MonkeyPatch) -> None:
    played = Folded(clock=LIVE, patience=30)
    happened: list[tuple[str, dict[str, Any]]] = [
        ("overdue", {"seat": 0, "cause": "time"}),
        ("voted", {"person": "p1", "choice": "wait", "level": None}),
        ("waited", {"seconds": 60.0}),
        ("replaced", {"seat": 0, "level": "easy"}),
        ("returned", {"person": "p0", "seat": 0, "seconds": 60.0}),
        ("wanted_pause", {"person": "p1"}),
        ("paused", {"person": "p1"}),
        ("resumed", {"person": "p1"}),
        ("interrupted", {"from": 110.0, "until": 120.0}),
    ]
    monkeypatch.setattr(table_module, "current_rules", lambda: {"skyliners": 99})
    frozen = Folded.__new__(Folded)
    frozen.table = replace_rules(played)
    for kind, data in happened:
        frozen.add(kind, data, 200.0)
        assert frozen.table.status == "frozen"


def replace_rules(played: Folded) -> Table:
    """The same table, folded by a server that has other rules."""
    return played.table.after(Event("t", played.table.number + 1, "rewritten", {}, 150.0))


def test_coming_back_brings_time_once_a_turn() -> None:
    folded, ann = Folded(clock=LIVE), Person("p0", "")
    for at, left in ((160.0, 60.0), (300.0, 0.0)):
        assert folded.do(decisions.fall_due(folded.table, at), at) == "overdue"
        folded.vote(1, "bot", at)
        assert folded.vote(2, "bot", at) == "replaced"
        assert folded.do(decisions.come_back(folded.table, ann), at + 1) == "returned"
        assert folded.table.clock
        assert folded.table.clock.left_at(0, at + 1) == left


def test_nobody_takes_back_for_a_bot_nor_during_a_pause() -> None:
    folded = Folded(clock=LIVE)
    folded.add("moved", {"seat": 0, "move": folded.table.playing.legal[0]}, 101.0)
    assert decisions.last_to_take_back(folded.table, 0) == 0
    paused = folded.table.after(Event("t", 99, "paused", {"person": "p0"}, 102.0))
    replaced = folded.table.after(Event("t", 99, "replaced", {"seat": 0, "level": "easy"}, 102.0))
    assert decisions.last_to_take_back(paused, 0) is None
    assert decisions.last_to_take_back(replaced, 0) is None


def test_a_wish_for_a_pause_ends_with_the_turn() -> None:
    folded = Folded(players=2, clock=LIVE)
    folded.do(decisions.pause(folded.table, Person("p1", "")), 101.0)
    assert folded.table.pause_wanted_by == {"p1"}
    while folded.table.player == 0:
        folded.add("moved", {"seat": 0, "move": folded.table.playing.legal[0]}, 102.0)
    assert not folded.table.pause_wanted_by
