"""The progress of compilations on standard error: a bar in a terminal, one line elsewhere."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from rooftop.core.messages import Message

if TYPE_CHECKING:
    from rich.console import Console

Item = TypeVar("Item")


@dataclass
class Style:
    language: str = "en"
    bars: bool = True


STYLE = Style()
"""How this process shows progress; the command line sets it."""


def tracked(items: Iterable[Item], total: int, key: str, **parts: object) -> Iterator[Item]:
    """The items, with their progress shown while they are consumed."""
    from rich.progress import track

    console, message, is_shown = _begin(key, parts)
    yield from track(items, message, total, console=console, disable=not is_shown)


@contextmanager
def bar(key: str, done: str) -> Iterator[Callable[[float], None]]:
    """Shows a percentage, which the caller updates. Says at the end that it is done."""
    from rich.progress import Progress

    console, message, is_shown = _begin(key, {})
    with Progress(console=console, transient=True, disable=not is_shown) as progress:
        task = progress.add_task(message, total=100)
        yield lambda percent: progress.update(task, completed=percent)
    tell(done)


def tell(key: str, **parts: object) -> None:
    print(_message(key, parts), file=sys.stderr, flush=True)


def _message(key: str, parts: Mapping[str, object]) -> str:
    return Message(f"progress.{key}", parts).say(STYLE.language)


def _begin(key: str, parts: Mapping[str, object]) -> "tuple[Console, str, bool]":
    """The console, the message, and whether there is a bar. Without one the message is printed."""
    # Rich is slow to import, and once everything is compiled nothing needs it here.
    from rich.console import Console

    console = Console(file=sys.stderr)
    is_shown = STYLE.bars and console.is_terminal
    if not is_shown:
        tell(key, **parts)
    return console, _message(key, parts), is_shown
