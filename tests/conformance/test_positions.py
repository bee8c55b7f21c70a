"""Fuzzed positions are either accepted or refused with a path, in every game."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fuzzed import mutated
from rooftop.core.errors import InvalidArgument, PositionError
from rooftop.core.match import Match
from tables import TABLES, moments

POSITIONS = {table: [match.position() for match in moments(*table, 1, 4)] for table in TABLES}


@pytest.mark.parametrize("table", TABLES, ids=lambda table: "-".join(map(str, table)))
@given(data=st.data())
def test_any_position_can_be_played_on_or_is_refused(table: tuple[str, str, int], data: st.DataObject) -> None:
    position: Any = data.draw(mutated(data.draw(st.sampled_from(POSITIONS[table]))))
    with suppress(PositionError, InvalidArgument):
        match = Match.from_position(position, seed=1)
        assert Match.from_position(match.position(), seed=1).position() == match.position()
        while not match.over:
            match.play(match.moves()[match.ply % len(match.moves())])
            assert match.ply <= match.game.length
        assert match.winners
