"""Lessons at real tables."""

from typing import Any

import pytest

from rooftop.core.game import find_game
from rooftop.lessons import LEARNER, Lesson, find_lesson, lessons
from rooftop.server.domain import decisions
from rooftop.server.domain.events import Event
from rooftop.server.domain.people import Person
from rooftop.server.domain.table import Table
from server.serving import Live, Server, Visitor

every_lesson = pytest.mark.parametrize("game", lessons())


def begun(server: Server, game: str) -> tuple[Visitor, str]:
    ann = Visitor(server.address, "Ann")
    return ann, str(ann.post("/api/lessons", game=game)["table"]["id"])


def at_step(live: Live, number: int) -> dict[str, Any]:
    """The update at a step of the lesson, when it is the learner's turn. At 0 steps more than there are, after it."""

    def is_there(update: dict[str, Any]) -> bool:
        lesson, view = update["table"]["lesson"], update["view"]
        return (lesson or {"step": number})["step"] == number and view["player"] in (None, update["seat"])

    if not is_there(live.update):
        live.await_update(is_there)
    update: dict[str, Any] = live.update
    return update


@every_lesson
def test_a_lesson_is_followed_to_its_end(server: Server, game: str) -> None:
    """With a wrong try at every step that waits for a move."""
    lesson, (ann, table) = find_lesson(game), begun(server, game)
    live = ann.live(table)
    live.await_update()
    for number, step in enumerate(lesson.steps):
        update = at_step(live, number)
        told = update["table"]["lesson"]
        assert (told["step"], told["places"]) == (number, list(step.places))
        assert told["text"] == lesson.message(number, "text").say("en")
        assert told["moves"] == [move["id"] for move in update["view"]["moves"] if step.accepts(move["text"])]
        if not step.expects:
            (first, *_) = update["view"]["moves"]
            assert live.move(first["text"])["error"]["code"] == "lesson_reads"
            assert live.ask(do="go on", step=number)["tell"] == "done"
            continue
        assert live.ask(do="go on", step=number)["error"]["code"] == "lesson_waits"
        accepted = [move["text"] for move in update["view"]["moves"] if step.accepts(move["text"])]
        try_another(live, lesson, number)
        assert live.move(accepted[0])["tell"] == "done"
    update = at_step(live, len(lesson.steps))
    assert update["table"]["lesson"] is None
    if update["view"]["player"] is not None:
        assert live.move(update["view"]["moves"][0]["text"])["tell"] == "done", "it goes on as an ordinary game"
    assert live.ask(do="go on", step=0)["tell"] == "refused"


def try_another(live: Live, lesson: Lesson, number: int) -> None:
    """A move that is legal but not expected is refused kindly, when it is tried and when it is made."""
    others = [move for move in live.update["view"]["moves"] if not lesson.steps[number].accepts(move["text"])]
    if not others:
        return
    version = live.update["version"]
    for asked in ({"do": "try"}, {"do": "move", "id": "other"}):
        refused = live.ask(**asked, move=others[0]["id"], version=version)
        assert refused["error"] == {"code": "lesson", "text": lesson.message(number, "other").say("en")}
    assert live.update["version"] == version


def test_a_lesson_is_resumed_where_it_was_left(server: Server) -> None:
    ann, table = begun(server, "skyliners")
    ann.post(f"/api/tables/{table}/lesson/go-on", step=0)
    assert ann.post(f"/api/tables/{table}/lesson/go-on", step=0) == {"repeated": True}
    assert ann.look(table)["table"]["lesson"]["step"] == 1
    summaries = ann.get("/api/me/tables")["tables"]
    assert [(summary["id"], summary["status"]) for summary in summaries] == [(table, "playing")]


def test_a_lesson_is_skipped_and_becomes_a_game_against_a_bot(server: Server) -> None:
    ann, table = begun(server, "skyliners")
    assert ann.post(f"/api/tables/{table}/lesson/leave") == {"repeated": False}
    live = ann.live(table)
    live.await_update()
    assert live.update["table"]["lesson"] is None
    bot = {"kind": "bot", "name": "Bot 1", "level": "easy", "resigned": False, "substitute": None}
    assert live.update["table"]["chairs"][1] == bot
    live.move()
    live.move()
    live.await_update(lambda update: update["view"]["player"] == 0 and len(live.log) >= 4)


@every_lesson
def test_the_bot_of_a_skipped_lesson_plays_no_replies(game: str) -> None:
    """Those of the last step would be played in every turn, or be illegal."""
    ann = Person("ann", "Ann")
    table = Table.of(Event("table", 1, *decisions.teach(ann, game), 0))
    table = table.after(Event("table", 2, *(decisions.start(table, ann) or ("", {})), 0))
    table = table.after(Event("table", 3, *decisions.leave_lesson(table, ann), 0))
    while not table.bot_decides:
        moved = {"seat": LEARNER, "move": table.playing.legal[0], "person": ann.id}
        table = table.after(Event("table", table.number + 1, "moved", moved, 0))
    assert table.reply is None


def test_a_hint_is_the_move_that_the_lesson_waits_for(server: Server) -> None:
    ann, table = begun(server, "skyliners")
    live = ann.live(table)
    live.await_update()
    assert live.ask(do="hint")["error"]["code"] == "lesson_reads"
    live.ask(do="go on", step=0)
    live.ask(do="go on", step=1)
    hint = live.ask(do="hint")
    assert [(move["text"], move["chance"]) for move in hint["best"]] == [("floor a4", None)]
    assert hint["weak"] == []


def test_a_lesson_takes_nothing_back(server: Server) -> None:
    ann, table = begun(server, "skyliners")
    live = ann.live(table)
    live.await_update()
    live.ask(do="go on", step=0)
    live.ask(do="go on", step=1)
    live.move("floor a4")
    assert live.ask(do="undo", id="back", version=live.update["version"])["error"]["code"] == "cannot_undo"


def test_what_is_no_lesson_is_refused(server: Server) -> None:
    _, table = begun(server, "skyliners")
    bob = Visitor(server.address, "Bob")
    for nowhere in ("hotel", "../hotel"):
        assert bob.post("/api/lessons", expect=422, game=nowhere)["error"]["code"] == "game"
    assert bob.post(f"/api/tables/{table}/lesson/leave", expect=404)["error"]["code"] == "no_table"
    assert bob.post(f"/api/tables/{table}/lesson/go-on", expect=422, step="one")["error"]["code"] == "not_understood"


def test_an_ordinary_table_teaches_nothing(server: Server) -> None:
    ann = Visitor(server.address, "Ann")
    table = ann.create("me", "easy", game=find_game("skyliners").name)
    ann.start(table)
    assert ann.look(table)["table"]["lesson"] is None
    live = ann.live(table)
    live.await_update()
    assert live.ask(do="leave lesson")["error"]["code"] == "lesson_over"
