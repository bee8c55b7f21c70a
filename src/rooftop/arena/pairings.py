"""Pairings and seat assignments."""

from collections.abc import Sequence
from itertools import combinations, permutations


def line_ups(bots: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """Every balanced way to fill a table: the seats of any two bots differ by one at most.

    With more bots than seats, every combination of bots. Otherwise all bots as often as they fit, and every combination
    for the remaining seats.
    """
    times, left = divmod(players, len(bots))
    return [tuple(bots) * times + once_more for once_more in combinations(bots, left)]


def seatings(bots: Sequence[str], players: int, deal: int) -> list[tuple[str, ...]]:
    """The games of one deal: every line-up in all rotations, so that each bot plays every seat.

    Rotation keeps the cyclic order of the bots, which matters too. So each deal uses the next cyclic order.
    """
    games = []
    for first, *others in line_ups(bots, players):
        orders = sorted(set(permutations(others)))
        table = (first, *orders[deal % len(orders)])
        games += [table[turn:] + table[:turn] for turn in range(players)]
    return games
