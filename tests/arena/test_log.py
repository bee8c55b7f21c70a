"""The game log."""

from pathlib import Path

import pytest

from arena.simulated import played, setup
from rooftop.arena import log
from rooftop.core.errors import RooftopError

TABLE = setup(("a", "b"), 2)
GAMES = [played(0, 0, ("a", "b"), (1, 2)), played(0, 1, ("b", "a"), (1, 1))]


def write(path: Path) -> None:
    with log.appending(path, TABLE) as file:
        for game in GAMES:
            log.add(file, game)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "new" / log.NAME
    assert (log.read_setup(path), log.read_games(path)) == (None, [])
    write(path)
    assert (log.read_setup(path), log.read_games(path)) == (TABLE, GAMES)


def test_a_half_written_line_is_dropped_wherever_it_breaks_off(tmp_path: Path) -> None:
    path = tmp_path / log.NAME
    write(path)
    whole = path.read_bytes()
    second = whole.index(b"\n", whole.index(b"\n") + 1) + 1
    for end in (second + 1, second + 20, len(whole) - 1):
        path.write_bytes(whole[:end])
        assert log.read_games(path) == GAMES[:1]
        with log.appending(path, TABLE) as file:
            log.add(file, GAMES[1])
        assert path.read_bytes() == whole
    path.write_bytes(whole[:10])
    write(path)
    assert path.read_bytes() == whole


def test_damage_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / log.NAME
    write(path)
    whole = path.read_bytes()
    for damage in (b'"deal"', b'{"dael"'):
        path.write_bytes(whole.replace(b'{"deal"', damage, 1))
        with pytest.raises(RooftopError, match="line 2"):
            log.read_games(path)
