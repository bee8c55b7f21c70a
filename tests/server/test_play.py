"""Play on a real server over HTTP and WebSocket."""

import hashlib
import random

import httpx
import pytest

from rooftop.core.game import find_game, games
from rooftop.core.match import Match
from rooftop.server.service.views import trial
from server.serving import Live, Server, Visitor, wait_for


def two_at_a_table(server: Server, **options: object) -> tuple[Visitor, Visitor, str]:
    ann, bob = Visitor(server.address, "Ann"), Visitor(server.address, "Bob")
    table = ann.create("me", "anyone", **options)
    invitation = ann.look(table)["table"]["invitation"]
    bob.post(f"/api/tables/{table}/join", invitation=invitation)
    ann.start(table)
    return ann, bob, table


def both_live(ann: Visitor, bob: Visitor, table: str) -> tuple[Live, Live]:
    """The sockets of the player who decides first and of the other."""
    one, other = ann.live(table), bob.live(table)
    one.await_update()
    other.await_update()
    return (one, other) if one.update["view"]["player"] == one.update["seat"] else (other, one)


def test_two_people_play_a_whole_game_and_can_check_the_deal(server: Server) -> None:
    ann, bob, table = two_at_a_table(server)
    lives = dict(enumerate([ann.live(table), bob.live(table)]))
    for live in lives.values():
        live.await_update()
    seed_hash = lives[0].update["table"]["seed_hash"]
    while lives[0].update["table"]["status"] == "playing":
        mover = lives[lives[0].update["view"]["player"]]
        version = {seat: live.update["version"] for seat, live in lives.items()}
        assert mover.move()["tell"] == "done"
        for seat, live in lives.items():
            while live.update["version"] == version[seat]:
                live.receive()
    result = bob.get(f"/api/tables/{table}/result")
    assert hashlib.sha256(result["seed"].encode()).hexdigest() == seed_hash == result["seed_hash"]
    match = Match.from_record(result["record"])
    assert match.over
    assert match.seed == int(result["seed"])
    assert (match.scores, match.winners, match.breakdown()) == tuple(
        result[name] for name in ("scores", "winners", "breakdown")
    )
    for seat, live in lives.items():
        assert live.log == match.log(seat)
        assert live.update["table"]["winners"] == match.winners
        assert live.update["view"]["breakdown"] == match.breakdown()
        assert live.update["table"]["seed"] == result["seed"]
        live.socket.close()


def test_repeats_are_idempotent_and_stale_moves_get_the_current_view(server: Server) -> None:
    mover, other = both_live(*two_at_a_table(server))
    old = mover.update["version"]
    assert mover.move("floor a3", id="once") == {"tell": "done", "id": "once", "repeated": False}
    mover.await_update(lambda update: update["version"] != old)
    assert mover.move("floor a3", id="once", version=old) == {"tell": "done", "id": "once", "repeated": True}
    stale = mover.move("floor b3", id="late", version=old)
    assert (stale["tell"], stale["id"], stale["error"]["code"]) == ("refused", "late", "stale")
    update = mover.receive()
    assert update["log"]["from"] == 0
    assert len(update["log"]["lines"]) == 1, "one move, not two, and all of the log"
    other.await_update(lambda update: update["log"]["lines"])
    assert len(other.log) == 1


def test_over_http_a_stale_move_comes_with_the_current_view(server: Server) -> None:
    ann, bob, table = two_at_a_table(server)
    views = [ann.look(table), bob.look(table)]
    mover = ann if views[0]["view"]["player"] == 0 else bob
    version = views[0 if mover is ann else 1]["version"]
    move = {"id": "1", "version": version, "move": "floor a3"}
    assert mover.post(f"/api/tables/{table}/moves", **move) == {"repeated": False}
    assert mover.post(f"/api/tables/{table}/moves", **move) == {"repeated": True}
    answer = mover.post(f"/api/tables/{table}/moves", expect=409, id="2", version=version, move="floor b3")
    assert answer["error"]["code"] == "stale"
    assert answer["current"]["version"] == mover.look(table)["version"]


def test_illegal_moves_and_moves_out_of_turn_are_refused_in_the_readers_language(server: Server) -> None:
    ann, bob, table = two_at_a_table(server)
    mover, other = both_live(ann, bob, table)
    refused = mover.move("floor c3")
    assert refused["error"] == {"code": "illegal", "text": "Not there: the park in the middle stays (SL-1)."}
    assert other.move("floor a3")["error"]["code"] == "not_your_turn"
    assert mover.move("castle")["error"]["code"] == "unknown_move"
    assert mover.move(9999)["error"]["code"] == "unknown_id"
    person = ann if mover.update["seat"] == 0 else bob
    with person.live(table, language="de") as german:
        german.await_update()
        assert "Der Park in der Mitte bleibt (SL-1)" in german.move("floor c3")["error"]["text"]
    response = httpx.get(f"{server.address}/api/me/tables", headers={"Accept-Language": "nl-NL,en;q=0.5"})
    assert response.json()["error"]["text"].startswith("Zeg eerst wie je bent")


def test_trying_a_move_shows_what_it_would_do_and_does_nothing(server: Server) -> None:
    ann, bob, table = two_at_a_table(server)
    mover, other = both_live(ann, bob, table)
    before = mover.update
    trial = mover.ask(do="try", version=before["version"], move="floor a3")
    assert (trial["tell"], trial["move"]) == ("trial", Match("skyliners", players=2).check("floor a3").id)
    assert len(trial["view"]["table"]["sites"]["a3"]) == len(before["view"]["table"]["sites"].get("a3", [])) + 1
    assert trial["view"]["seat"] == before["seat"]
    refused = mover.ask(do="try", version=before["version"], move="floor c3")
    assert refused["error"] == {"code": "illegal", "text": "Not there: the park in the middle stays (SL-1)."}
    assert mover.ask(do="try", version="old", move="floor a3")["error"]["code"] == "stale"
    version = other.update["version"]
    assert other.ask(do="try", version=version, move="floor a3")["error"]["code"] == "not_your_turn"
    person = ann if mover.update["seat"] == 0 else bob
    asked = person.post(f"/api/tables/{table}/try", version=before["version"], move="floor a3")
    assert asked == {"move": trial["move"], "view": trial["view"]}
    assert person.look(table)["version"] == before["version"]
    assert other.ask(do="ping") == {"tell": "pong"}
    assert other.update["version"] == version


@pytest.mark.parametrize("game", games())
def test_a_trial_shows_what_the_move_then_does_but_nothing_of_chance_and_secrets(game: str) -> None:
    match, chooser, shown, hidden = Match(game, players=3, seed=1), random.Random(1), 0, 0
    while match.player is not None:
        seat, move = match.player, chooser.choice(match.moves()).id
        tried = trial(match, seat, move)
        match.play(move)
        if tried is None:
            hidden += 1
            assert match.over or not match.showed_nothing()
        else:
            shown += 1
            assert tried == match.view(seat)
    assert shown > hidden > 0


def test_undo_is_for_own_decisions_until_the_turn_has_passed(server: Server) -> None:
    mover, other = both_live(*two_at_a_table(server))
    assert not mover.update["undo"]
    mover.move("floor a3")
    mover.await_update(lambda update: update["undo"])
    version = other.await_update(lambda update: other.log)["version"]
    assert not other.update["undo"]
    assert other.ask(do="undo", id="u1", version=version)["error"]["code"] == "cannot_undo"
    assert mover.ask(do="undo", id="u1", version=mover.update["version"])["tell"] == "done"
    mover.await_update(lambda update: not update["undo"])
    other.await_update(lambda update: update["version"] != version)
    assert mover.log == other.log == []
    mover.move("floor a3")
    mover.await_update(lambda update: update["undo"])
    mover.move("plan B 2")
    mover.await_update(lambda update: update["view"]["player"] != update["seat"])
    assert not mover.update["undo"]
    assert mover.ask(do="undo", id="u2", version=mover.update["version"])["error"]["code"] == "cannot_undo"


def test_against_bots_a_decision_is_taken_back_with_what_the_bots_did(server: Server) -> None:
    ann = Visitor(server.address, "Ann")
    table = ann.create("me", "random")
    ann.start(table)
    with ann.live(table) as live:
        live.await_update(lambda update: update["view"]["moves"])
        before, lines = live.update["view"], len(live.log)
        live.move()
        live.await_update(lambda update: len(live.log) == lines + 1)
        live.move()
        live.await_update(lambda update: update["view"]["moves"] and len(live.log) == lines + 4)
        for taken_back, left in (("second", 1), ("first", 0)):
            assert live.update["undo"]
            assert live.ask(do="undo", id=taken_back, version=live.update["version"])["tell"] == "done"
            live.await_update(lambda update, left=left: len(live.log) == lines + left)  # type: ignore[misc]
        assert live.update["view"] == before


def test_the_log_tells_what_happened_since_ones_last_move(server: Server) -> None:
    mover, other = both_live(*two_at_a_table(server))
    mover.move("floor a3")
    mover.await_update(lambda update: update["log"]["lines"])
    line = mover.update["log"]["lines"][0]
    assert (line["kind"], line["seat"], line["places"]) == ("floor", mover.update["seat"], ["a3"])
    assert mover.update["log"]["since"] == 1
    mover.move("floor b3")
    other.await_update(lambda update: update["view"]["moves"])
    other.move("floor c2")
    mover.await_update(lambda update: len(mover.log) == 3)
    assert mover.update["log"]["since"] == 2
    assert mover.log[mover.update["log"]["since"] :] == [mover.log[-1]]
    other.await_update(lambda update: update["log"]["since"] == 3)


def test_who_resigns_has_lost_and_the_seed_is_revealed(server: Server) -> None:
    ann, bob, table = two_at_a_table(server)
    with ann.live(table) as live:
        live.await_update()
        bob.post(f"/api/tables/{table}/resign")
        live.await_update(lambda update: update["table"]["status"] == "over")
        assert live.update["table"]["winners"] == [0]
        assert live.update["table"]["chairs"][1]["resigned"]
        assert live.update["table"]["seed"]
    assert bob.post(f"/api/tables/{table}/resign") == {"repeated": True}
    assert Match.from_record(ann.get(f"/api/tables/{table}/result")["record"]).over is False


def test_a_bot_plays_on_for_one_of_three_who_resigns(server: Server) -> None:
    people = [Visitor(server.address, name) for name in ("Ann", "Bob", "Cid")]
    table = people[0].create("me", "anyone", "anyone", open=True)
    for person in people[1:]:
        person.post(f"/api/tables/{table}/join")
    people[0].start(table)
    player = people[0].look(table)["view"]["player"]
    people[player].post(f"/api/tables/{table}/resign")
    view = wait_for(lambda: (people[0].look(table)["view"]["player"] != player) and people[0].look(table))
    assert view["table"]["status"] == "playing"
    assert len(view["log"]["lines"]) == 2


@pytest.mark.parametrize("game", games())
def test_the_table_chooses_who_begins(server: Server, game: str) -> None:
    ann = Visitor(server.address, "Ann")
    for first in range(2):
        table = ann.create("me", "me", game=game, first=first)
        ann.start(table)
        update = ann.look(table)
        assert (update["table"]["first"], update["view"]["player"]) == (first, first)
    assert ann.look(ann.create("me", "me", game=game))["table"]["first"] is None


def test_the_record_and_the_rematch_know_who_begins(server: Server) -> None:
    ann = Visitor(server.address, "Ann")
    table = ann.create("me", "random", first=1)
    ann.start(table)
    with ann.live(table) as live:
        live.await_update()
        assert live.ask(do="resign")["tell"] == "done"
    record = ann.get(f"/api/tables/{table}/result")["record"]
    assert "[First 1]" in record
    assert Match.from_record(record).record() == record
    assert ann.post(f"/api/tables/{table}/rematch")["table"]["first"] == 1


def test_only_a_seat_at_the_table_can_begin(server: Server) -> None:
    ann = Visitor(server.address, "Ann")
    new = {"game": "skyliners", "seats": [{"who": "me"}, {"who": "me"}]}
    refused = ann.post("/api/tables", expect=422, **new, first=2)
    assert refused["error"] == {"code": "seat", "text": "There is no seat 2; the seats are 0 to 1."}
    for first in (-1, 10, "0", 1.5, True):
        ann.post("/api/tables", expect=422, **new, first=first)


def test_games_say_what_their_rulebooks_advise(server: Server) -> None:
    infos = Visitor(server.address).get("/api/games")["games"]
    said = {info["name"]: (info["beginners"], info["rematch_if_shared"]) for info in infos}
    assert said == {name: (find_game(name).beginners, find_game(name).rematch_if_shared) for name in games()}
    assert (said["skyliners"], said["skyline-world"]) == (("intro", False), (None, True))
    assert said["skyline3000"] == said["newyork1901"] == (None, False)


def test_games_say_whether_seats_have_secrets(server: Server) -> None:
    infos = Visitor(server.address).get("/api/games")["games"]
    said = {info["name"]: info["secrets"] for info in infos}
    assert said == {name: any(s.hidden_from == "others" for s in find_game(name).secrets) for name in games()}
    assert [said[name] for name in ("skyliners", "skyline3000", "skyline-world")] == [True] * 3
    assert not said["newyork1901"]


def test_a_rematch_brings_the_same_people_together(server: Server) -> None:
    ann, bob, table = two_at_a_table(server)
    ann.post(f"/api/tables/{table}/rematch", expect=409)
    ann.post(f"/api/tables/{table}/resign")
    with bob.live(table) as live:
        live.await_update()
        new = ann.post(f"/api/tables/{table}/rematch")["table"]
        assert new["id"] != table
        assert [chair["kind"] for chair in new["chairs"]] == ["person", "free"]
        live.await_update(lambda update: update["table"]["rematch"] == new["id"])
    joined = bob.post(f"/api/tables/{table}/rematch")["table"]
    assert joined["id"] == new["id"]
    assert joined["own_seats"] == [1]
    ann.start(new["id"])
    assert bob.look(new["id"])["view"]["seat"] == 1


def test_people_at_one_screen_hold_several_seats(server: Server) -> None:
    ann = Visitor(server.address, "Ann")
    plans = [{"who": "me", "name": "Ann"}, {"who": "me", "name": "Mum"}]
    update = ann.post("/api/tables", game="skyliners", seats=plans)
    table = update["table"]["id"]
    assert [chair["name"] for chair in update["table"]["chairs"]] == ["Ann", "Mum"]
    ann.start(table)
    with ann.live(table) as live:
        live.await_update()
        for _ in range(6):
            live.ask(do="look", seat=live.update["view"]["player"])
            live.await_update(lambda update: update["seat"] == update["view"]["player"])
            version = live.update["version"]
            assert live.move()["tell"] == "done"
            while live.update["version"] == version:
                live.receive()
        live.ask(do="look", seat=1)
        live.await_update(lambda update: update["seat"] == 1)
        assert live.update["view"]["table"]["districts"][1]
        assert live.update["view"]["table"]["districts"][0] is None, "one seat's secrets at a time"


def test_spectators_chat_and_lists(server: Server) -> None:
    ann, bob, table = two_at_a_table(server, open=True)
    watcher, stranger = Visitor(server.address, "Wim"), Visitor(server.address)
    assert table in [entry["id"] for entry in stranger.get("/api/tables")["tables"]]
    mine = ann.get("/api/me/tables")["tables"]
    assert [(entry["id"], entry["own_seats"], entry["status"]) for entry in mine] == [(table, [0], "playing")]
    assert mine[0]["player"] in (0, 1)
    with watcher.live(table) as live, stranger.live(table) as silent:
        live.await_update()
        assert live.update["seat"] is None
        assert live.update["view"]["moves"] == []
        assert live.update["table"]["invitation"] is None
        assert live.ask(do="say", id="1", text=" Hello! ") == {"tell": "done", "id": "1", "repeated": False}
        silent.await_update(lambda update: update["chat"]["lines"])
        assert [(line["name"], line["seat"], line["text"]) for line in silent.chat] == [("Wim", None, "Hello!")]
        assert silent.ask(do="say", id="1", text="I too")["error"]["code"] == "who_are_you"
    bob.post(f"/api/tables/{table}/chat", id="2", text="Hi")
    assert [line["seat"] for line in ann.look(table)["chat"]["lines"]] == [None, 1]


def test_hints_where_the_table_allows_them(server: Server) -> None:
    ann = Visitor(server.address, "Ann")
    for allowed in (True, False):
        table = ann.create("me", "random", hints=allowed)
        ann.start(table)
        with ann.live(table) as live:
            live.await_update(lambda update: update["view"]["moves"])
        answer = ann.post(f"/api/tables/{table}/hint", expect=200 if allowed else 403)
        if allowed:
            look = ann.look(table)
            moves = {move["id"]: move["text"] for move in look["view"]["moves"]}
            assert answer["version"] == look["version"]
            assert len(answer["best"]) == 3
            for move in answer["best"]:
                assert moves[move["move"]] == move["text"]
                assert move["view"]["table"] != look["view"]["table"]
                assert 0 < move["chance"] < 1
            assert {move["move"] for move in answer["weak"]} < moves.keys()


def test_a_recovery_code_takes_ones_seats_to_another_device(server: Server) -> None:
    ann, _, table = two_at_a_table(server)
    phone = Visitor(server.address)
    phone.post("/api/people/recover", code=ann.welcome["recovery_code"].upper().replace("-", " "))
    assert phone.get("/api/me") == ann.get("/api/me")
    assert phone.look(table)["seat"] == 0
    assert ann.look(table)["seat"] == 0, "the first device keeps its seat"
    new = ann.post("/api/me/recovery-code")["recovery_code"]
    phone.post("/api/people/recover", expect=403, code=ann.welcome["recovery_code"])
    phone.post("/api/people/recover", code=new)


def test_another_name_holds_from_the_next_table_on(server: Server) -> None:
    ann = Visitor(server.address, "Ann")
    before = ann.create("me", "anyone")
    assert ann.post("/api/me/name", name=" Anna ")["name"] == "Anna" == ann.get("/api/me")["name"]
    after = ann.create("me", "anyone")
    assert [ann.look(table)["table"]["chairs"][0]["name"] for table in (before, after)] == ["Ann", "Anna"]


def test_joining_leaving_and_starting(server: Server) -> None:
    ann, bob, cid = (Visitor(server.address, name) for name in ("Ann", "Ann", "Cid"))
    table = ann.create("me", "anyone", "random", open=True)
    path = f"/api/tables/{table}"
    assert ann.post(f"{path}/start", expect=409)["error"]["code"] == "seats_free"
    assert ann.post(f"{path}/join", seat=1)["table"]["own_seats"] == [0], "sits there already"
    assert bob.post(f"{path}/join", expect=409, seat=2)["error"]["code"] == "seat_taken"
    joined = bob.post(f"{path}/join")["table"]
    assert [chair["name"] for chair in joined["chairs"]] == ["Ann", "Ann 2", "Bot 1"]
    assert cid.post(f"{path}/join", expect=409)["error"]["code"] == "no_free_seat"
    assert bob.post(f"{path}/start", expect=403)["error"]["code"] == "not_the_host"
    bob.post(f"{path}/leave")
    cid.post(f"{path}/join")
    ann.post(f"{path}/leave")
    assert cid.look(table)["table"]["host"], "the next one becomes the host"
    ann.post(f"{path}/join")
    cid.start(table)
    assert ann.post(f"{path}/leave", expect=409)["error"]["code"] == "leave_by_resigning"
    lonely = ann.create("me", "anyone", open=True)
    ann.post(f"/api/tables/{lonely}/leave")
    assert lonely not in [entry["id"] for entry in ann.get("/api/tables")["tables"]]
    assert ann.get(f"/api/tables/{lonely}")["table"]["status"] == "closed"


def test_the_host_seats_bots_where_nobody_comes(server: Server) -> None:
    ann, bob = Visitor(server.address, "Ann"), Visitor(server.address, "Bob")
    table = ann.create("me", "anyone", "anyone", "random", open=True)
    path = f"/api/tables/{table}"
    assert bob.post(f"{path}/bots", expect=403, seat=1)["error"]["code"] == "not_the_host"
    bob.post(f"{path}/join", seat=1)
    assert ann.post(f"{path}/bots", expect=409, seat=1)["error"]["code"] == "seat_taken"
    assert ann.post(f"{path}/bots", expect=422, seat=2, level="hal")["error"]["code"] == "bot"
    chairs = ann.post(f"{path}/bots", seat=2, level="random")["table"]["chairs"]
    assert [(chair["kind"], chair["name"]) for chair in chairs[2:]] == [("bot", "Bot 2"), ("bot", "Bot 1")]
    assert bob.delete(f"{path}/bots/3", expect=403)["error"]["code"] == "not_the_host"
    assert [ann.delete(f"{path}/bots/{seat}", expect=409)["error"]["code"] for seat in (1, 4)] == ["no_bot", "no_bot"]
    chairs = ann.delete(f"{path}/bots/3")["table"]["chairs"]
    assert [chair["kind"] for chair in chairs] == ["person", "person", "bot", "free"]
    ann.post(f"{path}/bots", seat=3, level="random")
    ann.start(table)
    assert ann.post(f"{path}/bots", expect=409, seat=2)["error"]["code"] == "not_waiting"
    assert ann.delete(f"{path}/bots/2", expect=409)["error"]["code"] == "not_waiting"
    with ann.live(table) as live:
        live.await_update(lambda update: update["view"]["player"] in (0, 1))


def test_tables_that_make_no_sense_are_refused(server: Server) -> None:
    ann = Visitor(server.address, "Ann")
    me, anyone = {"who": "me"}, {"who": "anyone"}
    for code, table in {
        "game": {"game": "chess", "seats": [me, anyone]},
        "variant": {"game": "skyliners", "variant": "blitz", "seats": [me, anyone]},
        "players": {"game": "skyliners", "seats": [me]},
        "nobody": {"game": "skyliners", "seats": [anyone, anyone]},
        "bot": {"game": "skyliners", "seats": [me, {"who": "bot", "level": "hal"}]},
        "not_understood": {"game": "skyliners", "seats": [me, {"who": "dog"}]},
    }.items():
        assert ann.post("/api/tables", expect=422, **table)["error"]["code"] == code
