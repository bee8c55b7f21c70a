"""The progress of compilations on standard error: a bar in a terminal, one line elsewhere."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
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


@contextmanager
def bar(key: str, done: str) -> Iterator[Callable[[float], None]]:
    """Shows a percentage, which the caller updates. Says at the end that it is done."""
    # Rich is slow to import, and once everything is compiled nothing needs it here.
    from rich.console import Console
    from rich.progress import Progress

    console = Console(file=sys.stderr)
    is_shown = STYLE.bars and console.is_terminal
    message = Message(f"progress.{key}").say(STYLE.language)
    if not is_shown:
        print(message, file=sys.stderr, flush=True)
    with Progress(console=console, transient=True, disable=not is_shown) as progress:
        task = progress.add_task(message, total=100)
        yield lambda percent: progress.update(task, completed=percent)
    print(Message(f"progress.{done}").say(STYLE.language), file=sys.stderr, flush=True)
