"""The game log of an arena, as JSON lines: first the setup, then each game as it ends."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any, TypeVar

from rooftop.arena.play import Played, Setup, replay
from rooftop.core.errors import InvalidArgument, RooftopError
from rooftop.core.game import find_game
from rooftop.core.match import Match
from rooftop.core.messages import Message

NAME = "games.jsonl"

Entry = TypeVar("Entry", Setup, Played)


def read_setup(path: Path) -> Setup | None:
    """The setup in the file, None if there is none yet."""
    lines = _whole_lines(path)
    return _read(Setup, path, 1, lines[0]) if lines else None


def read_games(path: Path) -> list[Played]:
    return [_read(Played, path, number, line) for number, line in enumerate(_whole_lines(path)[1:], 2)]


def read_match(folder: Path, deal: int, number: int, language: str) -> Match:
    """A game of the arena in this folder, replayed to its end."""
    path = folder / NAME
    setup = read_setup(path)
    if setup is None:
        raise InvalidArgument("arena.no_games", folder=folder)
    known = find_game(setup.game).version
    if setup.rules != known:
        reason = Message("errors.version", {"found": setup.rules, "known": known})
        raise RooftopError("errors.file", file=path, reason=reason)
    for line, game in enumerate(read_games(path), 2):
        if (game.deal, game.number) == (deal, number):
            try:
                return replay(setup, game, language)
            except (RooftopError, TypeError) as error:
                raise RooftopError("arena.damaged", file=path, line=line) from error
    raise InvalidArgument("arena.no_game", folder=folder, deal=deal, game=number)


@contextmanager
def appending(path: Path, setup: Setup) -> Iterator[IO[str]]:
    """Open the file for appending. Truncate a last line that a killed process left incomplete."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = _whole_lines(path)
    with path.open("a", encoding="utf-8") as file:
        os.truncate(path, sum(len(line) for line in lines))
        if not lines:
            add(file, setup)
        yield file


def add(file: IO[str], entry: Entry) -> None:
    file.write(json.dumps(asdict(entry), separators=(",", ":")) + "\n")
    file.flush()


def _whole_lines(path: Path) -> list[bytes]:
    if not path.exists():
        return []
    return [line for line in path.read_bytes().splitlines(keepends=True) if line.endswith(b"\n")]


def _read(kind: type[Entry], path: Path, number: int, line: bytes) -> Entry:
    try:
        return kind(**{name: _frozen(value) for name, value in json.loads(line).items()})
    except (ValueError, AttributeError, TypeError) as error:
        raise RooftopError("arena.damaged", file=path, line=number) from error


def _frozen(value: Any) -> Any:
    """Convert lists to tuples, so that a game survives the round trip through JSON."""
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value
