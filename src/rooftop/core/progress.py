"""The progress of compilations on standard error: a bar in a terminal, one line elsewhere."""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from rooftop.core.messages import Message

Item = TypeVar("Item")


@dataclass
class Style:
    language: str = "en"
    bars: bool = True


STYLE = Style()
"""How this process shows progress; the command line sets it."""


def tracked(items: Iterable[Item], total: int, key: str, **parts: object) -> Iterator[Item]:
    """The items, with their progress shown while they are consumed."""
    # Rich is slow to import, and once everything is compiled nothing needs it here.
    from rich.console import Console
    from rich.progress import track

    console = Console(file=sys.stderr)
    message = Message(f"progress.{key}", parts).say(STYLE.language)
    bar = STYLE.bars and console.is_terminal
    if not bar:
        print(message, file=sys.stderr)
    yield from track(items, message, total, console=console, disable=not bar)
