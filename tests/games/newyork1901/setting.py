"""Test fixtures: everybody has the starter on the start lot, plus what a test adds."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from rooftop.core.match import Match
from rooftop.games.newyork1901.components import CARDS, CARDS_OF_SIZE, COLOURS, LOT_CARD, LOTS, OPEN_CARDS

CHARACTERS = COLOURS[:4]
START_PLACES = {"yellow": "starter g7", "red": "starter m7", "blue": "starter j11", "green": "starter d8"}


def position(
    lots: Sequence[str] = (),
    tiles: Sequence[str] = (),
    /,
    *others: tuple[Sequence[str], Sequence[str]],
    players: int = 2,
    **changes: Any,
) -> dict[str, Any]:
    """A position in which seat 0 has its starter and these lots and tiles, and the next seats those of `others`.

    Seat 0 is to move by default. Four of the remaining cards lie open.
    """
    seats = [(lots, tiles), *others, *[((), ())] * (players - 1 - len(others))]
    torn: list[list[str]] = changes.get("torn_down", [[] for _ in seats])
    starters = [[] if "starter" in torn[n] else [START_PLACES[CHARACTERS[n]]] for n in range(players)]
    table: dict[str, Any] = {
        "game": "newyork1901",
        "players": players,
        "player": 0,
        "characters": list(CHARACTERS[:players]),
        "lots": [[f"{CHARACTERS[n][0].upper()}1", *own] for n, (own, _) in enumerate(seats)],
        "tiles": [[*starters[n], *built] for n, (_, built) in enumerate(seats)],
    }
    table |= changes
    table.setdefault("market", _open_cards(table))
    table.setdefault("quiet", _quiet(table))
    return table


def set_up(*arguments: Any, **changes: Any) -> Match:
    return Match.from_position(position(*arguments, **changes), seed=1)


def unowned(table: dict[str, Any]) -> Counter[str]:
    """The cards that nobody owns."""
    colours = COLOURS[:4] if table["players"] == 2 else COLOURS
    cards = Counter({f"{colour} {size}": n for colour in colours for size, n in CARDS_OF_SIZE.items()})
    cards.subtract(CARDS[LOT_CARD[LOTS.index(lot)]] for own in table["lots"] for lot in own)
    return cards


def _open_cards(table: dict[str, Any]) -> list[str]:
    acquired = bool(table.get("acquired"))
    left = sorted(unowned(table).elements(), key=CARDS.index)
    return left[: min(OPEN_CARDS, len(left) + acquired) - acquired]


def _quiet(table: dict[str, Any]) -> int:
    """The minimum number of quiet turns that the table allows."""
    players, torn = table["players"], table.get("torn_down", [[]] * table["players"])
    built = [len(table["tiles"][n]) + len(torn[n]) > 1 for n in range(players)]
    if not any(built):
        return sum(len(own) for own in table["lots"]) - players - bool(table.get("acquired"))
    seat = table["player"] or 0
    return next(n for n in range(players) if built[(seat - 1 - n) % players])


def texts(match: Match) -> set[str]:
    return {move.text for move in match.moves()}
