"""Test fixtures for Skyline 3000."""

from typing import Any

import pytest

from rooftop.core.errors import IllegalMove
from rooftop.core.match import Match
from rooftop.games.skyline3000.components import CARDS, COLOURS, COPIES

ORANGE, PURPLE, GREEN, WHITE = range(4)
DEALT = ["floor", "floor", "roof", "roof", "contract", "contract", "contract", "contract"]
"""A hand of which only the kinds are known."""
DECK = [card for n, card in enumerate(CARDS) for _ in range(COPIES[n])]
"""All cards."""

Blocks = dict[str, dict[str, Any]]


def position(players: int = 2, **changes: Any) -> dict[str, Any]:
    """Orange begins round 1. Everybody's first buildings are in the factories unless they are in the city.

    The variant is `open`, in which a test can see what has happened."""
    blocks: Blocks = changes.get("blocks", {})
    table = {
        "game": "skyline3000",
        "variant": "open",
        "players": players,
        "key": 0,
        "player": 0,
        "round": 1,
        "asked": "action",
        "points": [5] * players,
        "hands": [DEALT] * players,
        "factories": [factory(seat, blocks) for seat in range(players)],
        "billboards": [5 - posted(seat, blocks) for seat in range(players)],
        "blocks": blocks,
    }
    return table | changes


def table(players: int = 2, seed: int = 1, **changes: Any) -> Match:
    return Match.from_position(position(players, **changes), seed)


def factory(seat: int, blocks: Blocks) -> dict[str, list[int]]:
    """The remaining first buildings, and a floor if needed to make the player's number of floors even."""
    left: dict[str, list[int]] = {"unfinished": [], "barrel": [1, 2], "gable": [1, 2]}
    more = 0
    for block in blocks.values():
        for building in block.get("buildings", []):
            colour, height = building.split()
            if colour == COLOURS[seat]:
                if int(height) in left[block["shape"]]:
                    left[block["shape"]].remove(int(height))
                else:
                    more += int(height)
    return left | {"unfinished": [1] * (more % 2)}


def posted(seat: int, blocks: Blocks) -> int:
    return sum(block.get("billboards", []).count(COLOURS[seat]) for block in blocks.values())


def last_bid(players: int = 4, **changes: Any) -> Match:
    """The last auction of the last round, without bids: when the last player stops, the blocks are scored."""
    question: dict[str, Any] = {"asked": "bid", "auction": 3, "round": 4, "player": players - 1}
    return table(players, **(question | changes))


def full_city(**changes: Any) -> Match:
    """The last green space is for sale, and no small foundation is empty."""

    def built(shape: str, buildings: str) -> dict[str, Any]:
        colours = {colour[0]: colour for colour in COLOURS}
        return {"shape": shape, "buildings": [f"{colours[name[0]]} {name[1]}" for name in buildings.split()]}

    blocks = {
        "R1": built("barrel", "o1 p1 g1 w1 o2 p2 g2 w2"),
        "R2": built("gable", "o1 p1 g1 w1 o1 p1 g1"),
        "R3": {"billboards": ["orange"] * 5, "green": 2},
        "Y1": built("barrel", "o1 p1 g1 w1 o1 p1 g1 w1"),
        "Y2": {"billboards": ["purple"] * 5, "green": 3},
        "Y3": built("gable", "o1 p1 g1 w1 w1 o1 p1"),
        "B1": built("barrel", "o1 p1 g1 w1") | {"billboards": ["white"] * 4},
        "B2": built("gable", "g1 w1") | {"billboards": ["white"], "green": 4},
        "B3": {"billboards": ["green"] * 5, "green": 2},
    }
    question: dict[str, Any] = {"round": 4, "auction": 2, "blocks": blocks, "factories": [{"gable": [2]}] * 4}
    return table(4, **(question | changes))


def scored(blocks: Blocks, players: int = 4) -> list[int]:
    """The points that a scoring of this city brings."""
    match = last_bid(players, blocks=blocks, points=[0] * players)
    match.play("stop")
    assert match.over
    return match.scores


def placed(blocks: Blocks, block: str, players: int = 4) -> dict[str, int | None]:
    """The places in a block by colour, of everybody who has built there."""
    match = last_bid(players, blocks=blocks)
    return {COLOURS[line["seat"]]: line["place"] for line in seen(match)["blocks"][block]["standing"]}


def seen(match: Match, seat: int | None = None) -> dict[str, Any]:
    view: dict[str, Any] = match.view(seat)["table"]
    return view


def texts(match: Match) -> set[str]:
    return {move.text for move in match.moves()}


def refused(match: Match, move: str) -> str:
    """The rule against an illegal move."""
    with pytest.raises(IllegalMove) as error:
        match.play(move)
    return error.value.rule


def play(match: Match, *moves: str) -> Match:
    for move in moves:
        match.play(move)
    return match


def bid(match: Match, *cards: str) -> None:
    for card in sorted(cards, key=CARDS.index):
        match.play(f"lay {card}")
    match.play("stop")


def everybody_passes(match: Match) -> Match:
    while seen(match)["asked"] == "action":
        match.play("pass")
    return match
