"""Skyline-building board games by their rulebooks.

>>> match = rooftop.Match("skyliners", players=4, seed=7)
>>> match.play("floor b3")
Move(11, 'floor b3')
"""

from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

# Import the package `games` before defining the function of the same name. A later import would shadow the function.
import rooftop.games  # noqa: F401

if TYPE_CHECKING:
    from rooftop.core.errors import (
        AmbiguousMove,
        CannotUndo,
        IllegalMove,
        InvalidArgument,
        PositionError,
        RecordError,
        RooftopError,
        UnknownBot,
        UnknownDice,
        UnknownGame,
        UnknownLanguage,
        UnknownMove,
        UnknownSeat,
        UnknownVariant,
    )
    from rooftop.core.match import Match, Move
    from rooftop.core.view import View

    __version__: str
    """The version of the library.

    >>> rooftop.__version__.count(".")
    2
    """

__all__ = [
    "AmbiguousMove",
    "CannotUndo",
    "IllegalMove",
    "InvalidArgument",
    "Match",
    "Move",
    "PositionError",
    "RecordError",
    "RooftopError",
    "UnknownBot",
    "UnknownDice",
    "UnknownGame",
    "UnknownLanguage",
    "UnknownMove",
    "UnknownSeat",
    "UnknownVariant",
    "View",
    "__version__",
    "games",
]


def __dir__() -> list[str]:
    return __all__


def games() -> list[str]:
    """The names of all games.

    >>> "skyliners" in rooftop.games()
    True
    """
    from rooftop.core.game import games

    return games()


def __getattr__(name: str) -> Any:
    """Import the library lazily: `rooftop --help` does not need it."""
    if name == "__version__":
        return version("rooftop")
    if name not in __all__:
        raise AttributeError(f"module 'rooftop' has no attribute {name!r}")
    module = {"Match": "match", "Move": "match", "View": "view"}.get(name, "errors")
    return getattr(import_module(f"rooftop.core.{module}"), name)
