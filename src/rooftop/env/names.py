"""Versioned names. A change of a game's observations, actions or rewards makes a new version."""

from typing import Any

from rooftop.core.errors import UnknownGame
from rooftop.core.game import Game, find_game, games, ready_game
from rooftop.core.messages import Whole


def names() -> list[str]:
    """All environments.

    >>> "skyliners-v1" in rooftop.env.names()
    True
    """
    return [environment_name(game) for game in games()]


def environment_name(game: str) -> str:
    return f"{game}-v{find_game(game).observation.VERSION}"


def find_environment(name: str) -> Game[Any]:
    """The game of an environment, by its full name (`skyliners-v1`) or by the game's name for the latest version."""
    if name not in names() and name not in games():
        raise UnknownGame("errors.game", game=name, games=Whole(", ".join(names())))
    return ready_game(next(game for game in games() if name in (game, environment_name(game))))
