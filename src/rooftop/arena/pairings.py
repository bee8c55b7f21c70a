"""Who plays whom, and in which seats."""

from collections.abc import Sequence
from itertools import combinations, permutations


def line_ups(bots: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """Every fair way to fill a table: each bot sits at it equally often, give or take one seat.

    More bots than seats: every choice of bots. Fewer: all of them as often as they fit, and every choice of bots for
    the seats left over.
    """
    times, left = divmod(players, len(bots))
    return [tuple(bots) * times + once_more for once_more in combinations(bots, left)]


def seatings(bots: Sequence[str], players: int, deal: int) -> list[tuple[str, ...]]:
    """The games of one deal: every line-up, rotated so that each of its bots has every seat.

    Who sits next to whom matters too, and rotating does not change it: each deal takes the next order round the
    table, until all have been used.
    """
    games = []
    for first, *others in line_ups(bots, players):
        orders = sorted(set(permutations(others)))
        table = (first, *orders[deal % len(orders)])
        games += [table[turn:] + table[:turn] for turn in range(players)]
    return games
