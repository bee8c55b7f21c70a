"""Guided first games: a real table at which one idea comes at a time.

A lesson is data, in a file with the name of its game: chapters, each with the table that it begins from, and steps.
The texts are in `locale/`, in the section `lessons`. A step without expected moves is only read. At one with expected
moves, only these are accepted, and then the other seats play their replies. After the last step the table is an
ordinary game.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from typing import Any

from rooftop.core.match import Match
from rooftop.core.messages import Message

LEARNER = 0
"""The seat of whoever is taught. The others are bots."""
BOT = "easy"
"""Their level, when the lesson is over."""


@dataclass(frozen=True)
class Step:
    key: str
    """Of its texts: what is to be learned, and why another move is not what is meant."""
    places: tuple[str, ...] = ()
    """What it talks about, by the names that moves have for them."""
    expects: tuple[str, ...] = ()
    """The moves that go on, by their texts; `*` stands for anything."""
    replies: tuple[str, ...] = ()
    """The moves of the other seats after it."""

    def accepts(self, move: str) -> bool:
        return any(fnmatchcase(move, expected) for expected in self.expects)


@dataclass(frozen=True)
class Chapter:
    """A table to begin from: a new game, and the moves that have been played in it."""

    seed: int
    moves: tuple[str, ...]


@dataclass(frozen=True)
class Lesson:
    game: str
    variant: str
    players: int
    steps: tuple[Step, ...]
    chapters: Mapping[int, Chapter]
    """By the number of their first step."""

    def message(self, step: int, kind: str) -> Message:
        """A text of a step: `text`, or `other` for a move that is not meant."""
        return Message(f"lessons.{self.game}.{self.steps[step].key}.{kind}")

    def table(self, step: int) -> dict[str, Any]:
        """The table that a chapter begins from, as plain JSON data."""
        chapter = self.chapters[step]
        match = Match(self.game, self.players, self.variant, chapter.seed, first=LEARNER)
        for move in chapter.moves:
            match.play(move)
        return {"position": match.position(), "seed": chapter.seed}


def set_up(table: Mapping[str, Any], names: list[str]) -> Match:
    """A match that begins from such a table."""
    return Match.from_position(table["position"], table["seed"], names)


@cache
def lessons() -> list[str]:
    """The games that have a lesson."""
    return sorted(file.name.removesuffix(".json") for file in files(__name__).iterdir() if file.name.endswith(".json"))


@cache
def find_lesson(game: str) -> Lesson:
    data = json.loads(files(__name__).joinpath(f"{game}.json").read_text("utf-8"))
    steps: list[Step] = []
    chapters = {}
    for chapter in data["chapters"]:
        chapters[len(steps)] = Chapter(chapter["seed"], tuple(chapter["moves"]))
        steps += [_step(step) for step in chapter["steps"]]
    return Lesson(game, data["variant"], data["players"], tuple(steps), chapters)


def _step(data: Mapping[str, Any]) -> Step:
    places, expects, replies = (tuple(data.get(name, ())) for name in ("places", "expects", "replies"))
    return Step(data["key"], places, expects, replies)
