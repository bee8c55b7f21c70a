"""All games by the accessibility tree alone, as somebody plays them who hears the page instead of seeing it."""

import random
from collections import Counter

import pytest

from rooftop.core.game import games
from server.serving import Server
from web.listening import heard, listen, log, play_out, see_the_result
from web.staging import meet_a_bot_late
from web.visitors import Visitors

SMALL = (1024, 640)


@pytest.mark.parametrize("game", games())
def test_the_end_of_a_game_by_ear(visit: Visitors, server: Server, game: str) -> None:
    page = visit(size=SMALL)
    listen(page)
    meet_a_bot_late(page, server.database, game, share=0.9)
    before = len(log(page))
    play_out(page, random.Random(1))
    told = Counter(log(page)[before:])
    said = Counter(heard(page))
    assert {line: said[line] for line in told} == dict(told), "each line is announced once"
    result = see_the_result(page)
    assert Counter(heard(page))[result] == 1
