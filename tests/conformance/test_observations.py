"""The contract of observations, checked on every table."""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rooftop.core.game import Game, find_game, games
from rooftop.core.match import Match
from rooftop.core.observation import NUMBER, highest_of, size_of, split
from rooftop.core.rule import Ints
from rooftop.core.state import State
from tables import TABLES, every_table, moments


def observed(game: Game[Any], state: State, seat: int) -> Ints:
    """A seat's observation, written into an array that is one too long, to detect overruns."""
    tensor = np.zeros(size_of(game.observation.PLANES) + 1, NUMBER)
    assert game.observation.observe(state, seat, tensor) == len(tensor) - 1
    assert tensor[-1] == 0
    return tensor[:-1]


def observations(game: str, variant: str, players: int, seed: int, count: int) -> Iterator[tuple[Match, int, Ints]]:
    for match in moments(game, variant, players, seed, count):
        for seat in range(players):
            yield match, seat, observed(match.game, match._state, seat)


@every_table
def test_no_number_is_higher_than_its_plane_says(game: str, variant: str, players: int) -> None:
    highest = highest_of(find_game(game).observation.PLANES)
    for seed in range(3):
        for _, _, tensor in observations(game, variant, players, seed, 25):
            assert (tensor <= highest).all()


@every_table
def test_the_first_planes_tell_the_table(game: str, variant: str, players: int) -> None:
    for match, seat, tensor in observations(game, variant, players, 8, 10):
        planes = split(tensor, match.game.observation.PLANES)
        assert planes["own seat"].tolist() == [seat == other for other in range(4)]
        assert planes["players"].tolist() == [players == n for n in (2, 3, 4)]
        assert planes["variant"].tolist() == [variant == name for name in match.game.variants]
        decides = [] if match.player is None else [(match.player - seat) % players]
        assert np.flatnonzero(planes["decides"]).tolist() == decides


def recorded(game: str) -> Iterator[Ints]:
    """Everybody's observations in the recorded games, which cover every corner of the rules."""
    folder = Path(__file__).parents[1] / "games" / game.replace("-", "_") / "records"
    for path in sorted(folder.glob("*.rooftop")):
        match = Match.from_record(path.read_text("utf-8"))
        for state in match._positions():
            for seat in range(match.players):
                yield observed(match.game, state, seat)


@pytest.mark.parametrize("game", games())
def test_every_plane_tells_something(game: str) -> None:
    """A constant plane would be a mistake in the layout, or useless."""
    planes = find_game(game).observation.PLANES
    seen: dict[str, set[bytes]] = {plane.name: set() for plane in planes}
    assert len(seen) == len(planes)
    played = (tensor for table in TABLES if table[0] == game for _, _, tensor in observations(*table, 1, 10))
    for tensor in chain(played, recorded(game)):
        for name, part in split(tensor, planes).items():
            seen[name].add(part.tobytes())
    choices = {"players": find_game(game).players, "variant": find_game(game).variants}
    alone = [name for name, choice in choices.items() if len(choice) == 1]
    assert [name for name, values in seen.items() if len(values) < 2] == alone
