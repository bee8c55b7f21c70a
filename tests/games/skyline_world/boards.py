"""Test fixtures with sensible defaults."""

from collections import Counter
from typing import Any

import pytest

from rooftop.core.errors import IllegalMove
from rooftop.core.match import Match
from rooftop.games.skyline_world.components import COLOURS, FIGURES

Sites = dict[str, list[str]]


def position(
    sites: Sites | None = None,
    players: int = 2,
    hands: list[dict[str, int]] | None = None,
    cards: list[list[str]] | None = None,
    **rest: Any,
) -> dict[str, Any]:
    """Seat 0 is building, with 10 million. Skyline floors and used cards are derived from the board."""
    sites = sites or {}
    floors = Counter(floor for stack in sites.values() for floor in stack)
    penthouses = [floors[f"{colour} penthouse"] for colour in COLOURS[:players]]
    hands = [dict(hand) for hand in hands or [{}] * players]
    for seat, hand in enumerate(hands):
        given = (penthouses[seat] > 0) + (rest.get("ender") == seat)
        hand.setdefault("skyline", given - floors[f"{COLOURS[seat]} skyline"])
    cards = cards or [[] for _ in range(players)]
    dealt = min(3 * players + sum(penthouses) * (players - 1), 42)
    held = Counter(card for hand in cards for card in hand)
    others = [figure for figure in FIGURES for _ in range(3 - held[figure])]
    return {
        "game": "skyline-world",
        "players": players,
        "player": 0,
        "sites": sites,
        "money": [10] * players,
        "hands": hands,
        "cards": cards,
        "used": dict(Counter(others[: dealt - sum(held.values())])),
        **rest,
    }


def table(*args: Any, **parts: Any) -> Match:
    return Match.from_position(position(*args, **parts), seed=1)


def refused(match: Match, move: str, rule: str) -> None:
    with pytest.raises(IllegalMove) as error:
        match.play(move)
    assert error.value.rule == rule, str(error.value)


def play(match: Match, *moves: str) -> Match:
    for move in moves:
        match.play(move)
    return match


def texts(match: Match, start: str = "") -> list[str]:
    return [move.text for move in match.moves() if move.text.startswith(start)]


def money(match: Match) -> list[int]:
    found: list[int] = match.position()["money"]
    return found


def hand(match: Match, seat: int) -> dict[str, int]:
    found: dict[str, int] = match.position()["hands"][seat]
    return {kind: count for kind, count in found.items() if count}


def next_income(sites: Sites, seat: int = 0, players: int = 2, held: int = 0) -> int:
    """How much the income adds to the seat's money."""
    amounts = [0] * players
    amounts[seat] = held
    match = table(sites, players, player=(seat - 1) % players, phase="invest", money=amounts)
    play(match, "end turn")
    assert match.player == seat
    return money(match)[seat] - held


PENTHOUSE_ON = ["yellow 1", "purple 2", "yellow 4", "purple 6"]
"""A building on which yellow can put a penthouse."""
YELLOW_PENTHOUSE = [*PENTHOUSE_ON, "yellow penthouse"]
PURPLE_PENTHOUSE = ["purple 1", "yellow 2", "purple 4", "yellow 6", "purple penthouse"]
