"""Perft from fixed positions, against an independent implementation of the rulebook."""

import pytest

from perft import perft
from rooftop.core.match import Match

START = {
    ("full", 2): [48, 2986, 138680],
    ("full", 3): [48, 2896, 134720],
    ("full", 4): [48, 2826, 131640],
    ("intro", 2): [48, 2026, 93560],
    ("intro", 3): [48, 1936, 89600],
    ("intro", 4): [48, 1866, 86520],
}


@pytest.mark.parametrize(("variant", "players"), START)
def test_trees_from_the_start(variant: str, players: int) -> None:
    match = Match("skyliners", players, variant, seed=1, first=0)
    assert [perft(match, depth) for depth in (1, 2, 3)] == START[variant, players]


def test_a_deeper_tree() -> None:
    assert perft(Match("skyliners", 4, seed=1, first=0), 4) == 7665600


class Plain:
    """Building and planning with lists and strings, implemented from the rulebook alone."""

    def __init__(self, match: Match) -> None:
        table = match.view(None)["table"]
        self.full = match.variant == "full"
        self.players = match.players
        self.sites: dict[str, list[str]] = {f"{column}{row}": [] for column in "abcde" for row in "12345"}
        for site, pieces in table["sites"].items():
            self.sites[site] = [piece.split()[1] for piece in pieces]
        self.hands = [dict(own) for own in table["supply"]]
        self.rows = [5 if self.full else 0] * self.players

    def builds(self, seat: int, built: str | None) -> list[tuple[str, str]]:
        below = {"floor": ("ground", "floor"), "roof": ("floor",), "park": ("ground",)}
        return [
            (piece, site)
            for piece, count in self.hands[seat].items()
            if count
            for site, stack in self.sites.items()
            if site != built and (stack or ["ground"])[-1] in below[piece]
        ]

    def count(self, seat: int, built: str | None, depth: int) -> int:
        if depth == 0:
            return 1
        second = built is not None
        leaves = 0
        for piece, site in self.builds(seat, built):
            self.sites[site].append(piece)
            self.hands[seat][piece] -= 1
            leaves += self.count((seat + second) % self.players, None if second else site, depth - 1)
            self.hands[seat][piece] += 1
            self.sites[site].pop()
        if second and self.full and self.rows[seat]:
            self.rows[seat] -= 1
            plans = (self.rows[seat] + 1) * 4
            leaves += plans * self.count((seat + 1) % self.players, None, depth - 1)
            self.rows[seat] += 1
        return leaves


@pytest.mark.parametrize(("variant", "players"), START)
def test_a_plain_reading_counts_the_same(variant: str, players: int) -> None:
    match = Match("skyliners", players, variant, seed=1, first=0)
    assert [Plain(match).count(0, None, depth) for depth in (1, 2, 3)] == START[variant, players]
