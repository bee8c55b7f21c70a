"""Socket messages conform to the OpenAPI document."""

import json
import random
from typing import Any

import jsonschema_rs
import pytest

from rooftop.core.game import games
from server.inside import Inside
from server.serving import Visitor


@pytest.mark.parametrize("game", games())
def test_every_message_of_a_game_is_described(inside: Inside, document: Any, game: str) -> None:
    ann, wim, chooser = Visitor(inside.address, "Ann"), Visitor(inside.address, "Wim"), random.Random(1)
    table = ann.create("me", "random", game=game, hints=True, open=True)
    with ann.live(table) as live, wim.live(table) as watching:
        live.await_update()
        ann.start(table)
        live.await_update(lambda update: update["view"])
        live.await_update(decides_or_ended)
        version, first = live.update["version"], live.update["view"]["moves"][0]["id"]
        answers = [
            live.ask(do="try", version=version, move=first),
            live.ask(do="hint"),
            live.ask(do="say", id="1", text="Hello"),
            live.ask(do="ping"),
            live.ask(do="look", seat=0),
            live.move("castle"),
            live.move(version="old"),
            live.ask(do="dance"),
            live.move(first),
            live.ask(do="undo", id="2", version=live.update["version"]),
        ]
        kinds = {answer["tell"] for answer in answers}
        assert kinds == {"trial", "hint", "done", "pong", "refused"}
        while live.await_update(decides_or_ended)["view"]["moves"]:
            version = live.update["version"]
            live.move(chooser.choice(live.update["view"]["moves"])["id"])
            live.await_update(lambda update, before=version: update["version"] != before)  # type: ignore[misc]
        watching.await_update(lambda update: update["table"]["status"] == "over")
    described = {"$ref": "#/components/schemas/SocketMessage", "components": document["components"]}
    messages = jsonschema_rs.validator_for(described)
    for text in live.raw + watching.raw:
        messages.validate(json.loads(text))


def decides_or_ended(update: Any) -> bool:
    return bool(update["view"]["moves"] or update["table"]["status"] == "over")
