"""Pairings are balanced over seats, line-ups and neighbours."""

from collections import Counter
from itertools import permutations

import pytest

from rooftop.arena.pairings import line_ups, seatings

BOTS = ("a", "b", "c", "d", "e", "f")
TABLES = [(bots, players) for bots in range(2, 7) for players in range(2, 5)]


@pytest.mark.parametrize(("bots", "players"), TABLES)
def test_every_bot_has_every_seat_of_every_deal_equally_often(bots: int, players: int) -> None:
    for deal in range(7):
        seats = Counter((bot, seat) for game in seatings(BOTS[:bots], players, deal) for seat, bot in enumerate(game))
        assert set(seats) == {(bot, seat) for bot in BOTS[:bots] for seat in range(players)}
        assert len(set(seats.values())) == 1


@pytest.mark.parametrize(("bots", "players"), TABLES)
def test_every_two_bots_meet_equally_often(bots: int, players: int) -> None:
    met = Counter(
        frozenset((one, other))
        for game in seatings(BOTS[:bots], players, 0)
        for one in game
        for other in game
        if one != other
    )
    assert len(met) == bots * (bots - 1) / 2
    assert len(set(met.values())) == 1


@pytest.mark.parametrize(("bots", "players"), TABLES)
def test_a_table_holds_each_bot_equally_often_give_or_take_one(bots: int, players: int) -> None:
    for line_up in line_ups(BOTS[:bots], players):
        count = Counter(line_up)
        assert len(line_up) == players
        assert max(count[bot] for bot in BOTS[:bots]) - min(count[bot] for bot in BOTS[:bots]) <= 1


def test_known_tables() -> None:
    assert line_ups("abc", 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert line_ups("ab", 3) == [("a", "b", "a"), ("a", "b", "b")]
    assert line_ups("ab", 4) == [("a", "b", "a", "b")]
    assert seatings("abc", 3, 0) == [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]
    assert seatings("abc", 3, 1) == [("a", "c", "b"), ("c", "b", "a"), ("b", "a", "c")]


def test_deals_go_through_all_orders_round_the_table() -> None:
    assert {game for deal in range(6) for game in seatings("abcd", 4, deal)} == set(permutations("abcd"))
    both = Counter(game for deal in range(3) for game in seatings("ab", 4, deal))
    assert set(both) == set(permutations("aabb"))
    assert set(both.values()) == {2}
