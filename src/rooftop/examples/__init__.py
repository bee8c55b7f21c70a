"""Worked examples of the rules: small tables, each with a few steps that show what a rule means.

The examples of a game are data, in a file with its name: the position that each begins from, the moves of its steps,
and what is then to be seen. The texts are in `locale/`, in the section `examples`. The pictures are drawn by the game.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from rooftop.core.match import Match
from rooftop.core.messages import Message
from rooftop.core.picture import PAGE, Look

VIEWER = 0
"""The seat from which everybody looks at an example: the "you" of its texts."""


@dataclass(frozen=True)
class Step:
    moves: Sequence[str] = ()
    """Played before there is something to look at, by their texts."""
    places: Sequence[str] = ()
    """What it talks about, by the names that moves have for them."""
    shows: Mapping[str, object] = field(default_factory=dict)
    """What the text claims: values of the view by their paths, such as `table.points.0`."""
    allowed: Sequence[str] = ()
    """Moves of which the text says that they are legal."""
    refused: Mapping[str, str] = field(default_factory=dict)
    """Moves of which it says that they are not, and the number of the rule against each."""


@dataclass(frozen=True)
class Example:
    game: str
    key: str
    """Of its texts: a title, and one for each step by its number, from 1."""
    rule: str
    """The number of the rule that it belongs to."""
    position: Mapping[str, Any]
    around: Sequence[str]
    """The places to show, with what is between them; without any, the whole table."""
    steps: Sequence[Step]

    def message(self, name: str | int) -> Message:
        return Message(f"examples.{self.game}.{self.key}.{name}")

    def tables(self) -> list[Match]:
        """The match at each step."""
        match, tables = Match.from_position(dict(self.position), seed=1), []
        for step in self.steps:
            for move in step.moves:
                match.play(move)
            tables.append(match.copy())
        return tables

    def pictures(self, language: str) -> list[str]:
        """Each step as SVG, in the colours of the page that it is written into."""
        return [
            match.game.picture.draw(match.view(VIEWER), self._look(language, number))
            for number, match in enumerate(self.tables())
        ]

    def _look(self, language: str, step: int) -> Look:
        marked = frozenset(self.steps[step].places)
        return Look(language, PAGE, marked, frozenset(self.around), f"{self.key}-{step}-")


@cache
def find_examples(game: str) -> list[Example]:
    """The examples of a game, in the order of its rules. What their positions share stands once, in `table`."""
    file = files(__name__).joinpath(f"{game}.json")
    if not file.is_file():
        return []
    data = json.loads(file.read_text("utf-8"))
    return [_example(game, {"game": game, **data["table"]}, example) for example in data["examples"]]


def _example(game: str, table: Mapping[str, Any], data: Mapping[str, Any]) -> Example:
    steps = [Step(**step) for step in data["steps"]]
    position = {**table, **data["position"]}
    return Example(game, data["key"], data["rule"], position, data.get("around", ()), steps)
