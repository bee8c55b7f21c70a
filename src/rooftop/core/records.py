"""The text format of saved games: tags, then the moves, one line per turn.

    [Game "skyliners"]
    [Players 2]
    [Seed 7]

    0: floor b3, plan B 2
    1: roof b3, floor a1

Tag values are JSON. A line of moves begins with the seat to move. `;` begins a comment.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rooftop.core.errors import RecordError
from rooftop.core.messages import Whole

TAGS = {
    "Game": str,
    "Variant": str,
    "Players": int,
    "Seed": int,
    "Rules": int,
    "Dice": str,
    "First": int,
    "Names": list,
    "Position": dict,
    "Result": dict,
}
REQUIRED = ("Game", "Players", "Seed", "Rules")
BYTE_ORDER_MARK = "\ufeff"
"""Some editors put it at the beginning of a file."""
_TAG = re.compile(r"\[(\w+) (.*)\]")
_TURN = re.compile(r"([0-9]): (.*)")


@dataclass(frozen=True)
class SavedGame:
    tags: Mapping[str, Any]
    moves: tuple[tuple[int, int, str], ...]
    """Line, seat and text of every move."""
    lines: Mapping[str, int]
    """The line of each tag."""

    def line(self, tag: str) -> int:
        return self.lines.get(tag, 1)


def write(tags: Mapping[str, Any], moves: Iterable[tuple[int, str]]) -> str:
    """The text of a game. Each move is a pair of seat and text."""
    lines = [f"[{name} {json.dumps(value, ensure_ascii=False)}]" for name, value in tags.items()]
    seat = None
    for player, text in moves:
        if player == seat:
            lines[-1] += f", {text}"
        else:
            lines += ["", f"{player}: {text}"] if seat is None else [f"{player}: {text}"]
        seat = player
    return "\n".join(lines) + "\n"


def read(text: str) -> SavedGame:
    """The inverse of `write`. It does not check whether the moves are legal."""
    if not isinstance(text, str):
        raise RecordError(1, "errors.record_type", type=type(text).__name__)
    tags: dict[str, Any] = {}
    places: dict[str, int] = {}
    moves: list[tuple[int, int, str]] = []
    for number, line in enumerate(text.removeprefix(BYTE_ORDER_MARK).split("\n"), 1):
        content = line.strip()
        if not content or content.startswith(";"):
            continue
        if content.startswith("["):
            name, value = _read_tag(number, content, tags)
            tags[name], places[name] = value, number
        else:
            moves += _read_turn(number, content.split(";")[0].strip())
    for name in REQUIRED:
        if name not in tags:
            raise RecordError(1, "errors.no_tag", tag=name)
    return SavedGame(tags, tuple(moves), places)


def _read_tag(number: int, content: str, known: Mapping[str, Any]) -> tuple[str, Any]:
    match = _TAG.fullmatch(content)
    if not match:
        raise RecordError(number, "errors.tag", text=content)
    name, value = match.groups()
    if name not in TAGS:
        raise RecordError(number, "errors.unknown_name", name=name, names=Whole(", ".join(TAGS)))
    if name in known:
        raise RecordError(number, "errors.tag_twice", tag=name)
    try:
        read = json.loads(value)
    except (ValueError, RecursionError):
        raise RecordError(number, "errors.tag", text=content) from None
    if not isinstance(read, TAGS[name]):
        raise RecordError(number, "errors.tag_value", tag=name, value=value)
    return name, read


def _read_turn(number: int, content: str) -> list[tuple[int, int, str]]:
    match = _TURN.fullmatch(content)
    if not match:
        raise RecordError(number, "errors.turn", text=content)
    return [(number, int(match[1]), move.strip()) for move in match[2].split(",")]
