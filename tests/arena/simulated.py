"""Simulated players of known strength. Their places follow a Plackett-Luce model."""

import numpy as np

from rooftop.arena.pairings import seatings
from rooftop.arena.play import Played, Setup
from rooftop.arena.summary import Deals

ELO = 400 / np.log(10)


def setup(bots: tuple[str, ...], players: int) -> Setup:
    return Setup("simulated", 1, "full", players, bots, 1.0, 1)


def games_of_deal(table: Setup, strengths: dict[str, float], deal: int, dice: np.random.Generator) -> list[Played]:
    """The games of a deal between players with these Elo ratings."""
    return [
        played(deal, number, seats, places(seats, strengths, dice))
        for number, seats in enumerate(seatings(table.bots, table.players, deal))
    ]


def places(seats: tuple[str, ...], strengths: dict[str, float], dice: np.random.Generator) -> tuple[int, ...]:
    """Rank by strength plus Gumbel noise, which samples the Plackett-Luce model."""
    luck = [strengths[bot] / ELO + dice.gumbel() for bot in seats]
    return tuple(1 + sum(other > own for other in luck) for own in luck)


def played(deal: int, number: int, seats: tuple[str, ...], places: tuple[int, ...]) -> Played:
    scores = tuple(20 - 3 * place for place in places)
    return Played(deal, number, deal, seats, scores, places, (), tuple((0.001, 0.003) for _ in seats))


def counted(table: Setup, games: list[Played]) -> Deals:
    """The deals of these games, with all complete ones counted."""
    deals = Deals(table, games)
    while deals.advance():
        pass
    return deals
