"""The table as a picture: what a browser without WebGL shows."""

import re
from html import unescape

import httpx
import pytest

from rooftop.core.game import games
from rooftop.core.raster import sheet
from rooftop.server.api.routes import PREVIEW_SIZE
from server.inside import Inside
from server.serving import Visitor, wait_for


@pytest.mark.parametrize("game", games())
def test_everybody_gets_the_picture_of_their_own_view(inside: Inside, game: str) -> None:
    ann, bob, eve = (Visitor(inside.address, name) for name in ("Ann", "Bob", "Eve"))
    table = ann.create("me", "anyone", game=game, open=True)
    path = f"/api/tables/{table}/picture"
    bob.post(f"/api/tables/{table}/join")
    assert ann.get(path, status=409)["error"]["code"] == "not_started"
    ann.start(table)
    match = inside.live(table).table.playing
    for visitor, seat in ((ann, 0), (bob, 1), (eve, None)):
        drawn = visitor.http.get(path)
        assert drawn.headers["content-type"] == "image/svg+xml"
        assert drawn.text == match.svg(seat)
        assert visitor.http.get(path, params={"language": "de", "dark": "true"}).text == match.svg(
            seat, "de", dark=True
        )
    assert bob.get(path, status=403, seat=0)["error"]["code"] == "not_your_seat"


def test_a_picture_of_a_private_table_needs_its_invitation(inside: Inside) -> None:
    ann, eve = Visitor(inside.address, "Ann"), Visitor(inside.address, "Eve")
    table = ann.create("me", "me")
    ann.start(table)
    invitation = ann.look(table)["table"]["invitation"]
    path = f"/api/tables/{table}/picture"
    eve.get(path, status=404)
    assert eve.http.get(path, params={"invitation": invitation}).text.startswith("<svg ")


PICTURE = re.compile(r'<meta property="og:image" content="([^"]+)"')


@pytest.mark.parametrize("game", games())
def test_a_link_to_a_table_shows_what_everybody_may_see(inside: Inside, game: str) -> None:
    """By its invitation, also before the game; to those who sit there, too. Without it, there is nothing."""
    ann = Visitor(inside.address, "Ann")
    table = ann.create("me", "me", game=game)
    invitation = ann.look(table)["table"]["invitation"]

    def shown(**link: str) -> httpx.Response:
        found = PICTURE.search(httpx.get(f"{inside.address}/table/{table}", params=link).text)
        assert found
        return ann.http.get(unescape(found[1]))

    begins = shown(invitation=invitation)
    assert begins.headers["content-type"] == "image/png"
    ann.start(table)
    playing = shown(invitation=invitation, language="de")
    assert playing.content == sheet(inside.live(table).table.playing.svg(None, "de"), *PREVIEW_SIZE) != begins.content
    assert shown().status_code == shown(invitation="another").status_code == 404


def test_a_link_cannot_write_into_the_page(inside: Inside) -> None:
    page = httpx.get(f"{inside.address}/table/%22%3E%3Cscript%3E", params={"invitation": '"><script>'}).text
    assert page.count("<script") == 1


def test_a_picture_changes_with_the_table(inside: Inside) -> None:
    ann = Visitor(inside.address, "Ann")
    table = ann.create("me", "me", open=True)
    ann.start(table)
    before = ann.http.get(f"/api/tables/{table}/picture").text
    live = ann.live(table)
    live.await_update()
    live.ask(do="look", seat=live.update["view"]["player"])
    live.await_update(lambda update: update["view"]["moves"])
    live.move()
    wait_for(lambda: ann.http.get(f"/api/tables/{table}/picture").text != before)
