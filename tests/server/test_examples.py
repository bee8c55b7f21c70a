"""The examples of the rules over HTTP."""

import pytest

from rooftop.core.game import games
from rooftop.examples import find_examples
from server.inside import Inside
from server.serving import Visitor


@pytest.mark.parametrize("encoding", ["gzip", "identity"])
def test_the_examples_of_a_game_in_a_language(inside: Inside, encoding: str) -> None:
    """Compressed or not, as the client likes."""
    ann = Visitor(inside.address, "Ann")
    for game in games():
        headers = {"Accept-Encoding": encoding}
        answer = ann.http.get(f"/api/games/{game}/examples", params={"language": "nl"}, headers=headers)
        assert answer.headers.get("content-encoding", "identity") == encoding
        assert answer.headers["cache-control"].startswith("public")
        shown = answer.json()["examples"]
        for told, example in zip(shown, find_examples(game), strict=True):
            assert (told["rule"], told["title"]) == (example.rule, example.message("title").say("nl"))
            assert [step["picture"] for step in told["steps"]] == example.pictures("nl")
            texts = [example.message(number).say("nl") for number in range(1, len(example.steps) + 1)]
            assert [step["text"] for step in told["steps"]] == texts


def test_an_unknown_game_has_none(inside: Inside) -> None:
    ann = Visitor(inside.address, "Ann")
    assert ann.get("/api/games/..%2Fskyliners/examples", status=404)["error"]["code"] == "no_page"
    assert ann.get("/api/games/chess/examples", status=422)["error"]["code"] == "game"
