"""No output of the server depends on information that its receiver must not have.

The tests play random games over real sockets. Before a move they swap the position, inside the server, for another one
of a viewer's information set. Every response to that viewer must stay the same, byte for byte. After a move, a viewer
must be sent nothing if its view has not changed.
"""

import random

import pytest

from rooftop.core.game import find_game, games
from rooftop.core.match import Match
from server.inside import Inside, put_on_the_table
from server.serving import Live, Visitor
from twins import twin

ASKED_EVERY = 20
"""Decisions between two comparisons of all responses. `test_views.py` compares updates after each decision."""
VARIANTS = [(name, variant) for name in games() for variant in find_game(name).variants]


class Table:
    """An open table with a different person in each seat and an anonymous spectator."""

    def __init__(self, inside: Inside, game: str, variant: str) -> None:
        players = max(find_game(game).players)
        self.people = [Visitor(inside.address, f"Person {seat}") for seat in range(players)]
        seats = ["me"] + ["anyone"] * (players - 1)
        self.id = self.people[0].create(*seats, game=game, variant=variant, open=True)
        for person in self.people[1:]:
            person.post(f"/api/tables/{self.id}/join")
        self.people[0].start(self.id)
        self.inside = inside.live(self.id)
        self.viewers: dict[int | None, Visitor] = {**dict(enumerate(self.people)), None: Visitor(inside.address)}
        self.lives = {seat: viewer.live(self.id) for seat, viewer in self.viewers.items()}
        for live in self.lives.values():
            live.await_update()
        self.views = {seat: self.match.view(seat) for seat in self.viewers}

    @property
    def match(self) -> Match:
        return self.inside.table.playing

    def everything(self, seat: int | None) -> list[str]:
        """All responses to a viewer: pages, lists, refusals, and the first message of a new socket."""
        viewer = self.viewers[seat]
        paths = [f"/api/tables/{self.id}", f"/api/tables/{self.id}?language=de", "/api/tables", "/api/me/tables"]
        paths += [f"/api/tables/{self.id}/result", f"/api/tables/{self.id}/picture", "/api/games"]
        said = [viewer.http.get(path).text for path in paths]
        with viewer.live(self.id) as live:
            live.receive()
            said += live.raw
            if seat is not None:
                said.append(str(live.ask(do="undo", id="never", version="none")))
                said.append(str(live.move("no such move", id="never", version=live.update["version"])))
                for move in live.update["view"]["moves"][:3]:
                    said.append(str(live.ask(do="try", version=live.update["version"], move=move["id"])))
        return said


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_responses_are_equal_for_indistinguishable_positions(inside: Inside, game: str, variant: str) -> None:
    table, chooser, compared = Table(inside, game, variant), random.Random(1), 0
    while not table.match.over:
        if table.match.ply % ASKED_EVERY == 1:
            compared += nothing_tells_the_difference(table, chooser)
        play_a_random_move(table, table.lives[table.match.player], chooser)
    assert compared


def nothing_tells_the_difference(table: Table, chooser: random.Random) -> bool:
    """Compare all responses for the real position and an indistinguishable one; False if there is none."""
    real = table.match
    others = {seat: twin(real, seat, chooser, remembered=False) for seat in table.viewers}
    unsure = [seat for seat, other in others.items() if other.position() != real.position()]
    if not unsure:
        return False
    seat = chooser.choice(unsure)
    before = table.everything(seat)
    put_on_the_table(table.inside, others[seat])
    assert table.everything(seat) == before
    put_on_the_table(table.inside, real)
    return True


def play_a_random_move(table: Table, mover: Live, chooser: random.Random) -> None:
    ply, known, table.views = table.match.ply, table.views, {}
    read = {seat: list(live.log) for seat, live in table.lives.items()}
    sent = {seat: len(live.raw) for seat, live in table.lives.items()}
    version = mover.update["version"]
    move = chooser.choice(mover.update["view"]["moves"])["id"]
    assert mover.move(move)["tell"] == "done"
    mover.await_update(lambda update: update["version"] != version)
    match = table.match
    for seat, live in table.lives.items():
        view = table.views[seat] = match.view(seat)
        lines = match.log(seat, since=ply)
        if view == known[seat] and not lines:
            assert live is not mover
            live.ask(do="ping")
            assert len(live.raw) == sent[seat] + 1, "a decision that nobody may notice is not noticed"
        else:
            while len(live.log) != len(read[seat]) + len(lines) or live.update["view"] != view:
                live.receive()
            updates = [raw for raw in live.raw[sent[seat] :] if '"tell":"table"' in raw]
            assert len(updates) == 1, "pushed once"
            assert live.log == read[seat] + lines


def test_the_tables_of_others_and_their_seats_are_refused(inside: Inside) -> None:
    ann, eve, nobody = Visitor(inside.address, "Ann"), Visitor(inside.address, "Eve"), Visitor(inside.address)
    for seats in (("me", "random"), ("me", "me")):
        table = ann.create(*seats)
        ann.start(table)
        version = ann.look(table)["version"]
        path = f"/api/tables/{table}"
        for stranger in (eve, nobody):
            assert stranger.get(path, status=404)["error"]["code"] == "no_table"
            stranger.get(path, status=404, invitation="guessed")
            stranger.get(f"{path}/result", status=404)
            assert stranger.live(table).closed() == 4404
        for action in ("join", "leave", "start", "rematch", "resign", "hint"):
            eve.post(f"{path}/{action}", expect=404)
            nobody.post(f"{path}/{action}", expect=401)
        eve.post(f"{path}/bots", expect=404, seat=1)
        eve.delete(f"{path}/bots/1", expect=404)
        eve.post(f"{path}/moves", expect=404, id="1", version=version, move=0)
        eve.post(f"{path}/try", expect=404, version=version, move=0)
        eve.post(f"{path}/undo", expect=404, id="1", version=version)
        eve.post(f"{path}/chat", expect=404, id="1", text="hi")
        check_a_spectator(ann, eve, table)


def check_a_spectator(ann: Visitor, eve: Visitor, table: str) -> None:
    """With an invitation she may watch as a spectator, and no more."""
    invitation = ann.look(table)["table"]["invitation"]
    view = eve.look(table, invitation=invitation)
    assert view["seat"] is None
    assert view["view"]["table"]["own_cards"] == []
    assert set(view["view"]["table"]["districts"]) == {None}
    assert view["table"]["seed"] is None
    assert view["table"]["invitation"] is None
    eve.get(f"/api/tables/{table}", status=403, invitation=invitation, seat=0)
    assert eve.live(table, invitation=invitation, seat=0).closed() == 4403
    with eve.live(table, invitation=invitation) as live:
        live.await_update()
        assert live.move("floor a3", seat=0)["error"]["code"] == "not_at_the_table"
        assert live.ask(do="look", seat=0)["error"]["code"] == "not_your_seat"
        assert live.ask(do="resign")["error"]["code"] == "not_at_the_table"


def test_wrong_tokens_are_refused(inside: Inside) -> None:
    ann = Visitor(inside.address, "Ann")
    table = ann.create("me", "random", open=True)
    forger = Visitor(inside.address)
    forger.http.cookies.set("rooftop", "x" * 43)
    assert forger.get("/api/me") is None
    assert forger.get("/api/me/tables", status=401)["error"]["code"] == "who_are_you"
    assert forger.get(f"/api/tables/{table}")["seat"] is None
    assert forger.live(table).closed() == 4401
    forger.post("/api/people/recover", expect=403, code="aaaaa-aaaaa-aaaaa-aaaaa-aaaaa")


def test_seed_and_record_are_secret_until_the_end(inside: Inside) -> None:
    ann = Visitor(inside.address, "Ann")
    table = ann.create("me", "me")
    ann.start(table)
    seed = str(inside.live(table).table.seed)
    assert ann.get(f"/api/tables/{table}/result", status=409)["error"]["code"] == "not_over"
    assert seed not in ann.http.get(f"/api/tables/{table}").text
    ann.post(f"/api/tables/{table}/resign")
    assert ann.look(table)["table"]["seed"] == seed
