"""Players that work on any game. A bot decides by what its seat may know and nothing else."""

from collections.abc import Callable

from rooftop.bots.search import best_by_playouts, random_move
from rooftop.core.errors import UnknownGame
from rooftop.core.match import Match

Bot = Callable[[Match], int]
"""Chooses the id of a legal move for the seat that decides."""

BOTS: dict[str, Bot] = {"random": random_move, "playouts": best_by_playouts}

DEFAULT_BOT = "playouts"


def find_bot(name: str) -> Bot:
    if name not in BOTS:
        raise UnknownGame("errors.bot", bot=name, bots=", ".join(BOTS))
    return BOTS[name]
