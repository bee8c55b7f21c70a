"""A recorded game for every way in which Skyline 3000 can end, and for every tie-break."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rooftop.core.match import Match
from rooftop.games.skyline3000.rules import STOP, State, bid_highest, bid_total

RECORDS = Path(__file__).parent / "records"


def best(match: Match) -> list[int]:
    return [seat for seat, score in enumerate(match.scores) if score == max(match.scores)]


def openings(match: Match) -> Iterator[State]:
    """Yield the table each time the last bid is in."""
    for state, (seat, move) in zip(match._positions(), match.history, strict=False):
        assert isinstance(state, State)
        if move.id == STOP and (seat + 1) % match.players == state.key:
            yield state


def highest_bidders(state: State) -> list[int]:
    totals = [bid_total(state, seat) for seat in range(state.players)]
    return [seat for seat, total in enumerate(totals) if total == max(totals) > 0]


def still_tied(state: State) -> list[int]:
    """The bidders tied in total and in highest card."""
    tied = highest_bidders(state)
    highest = max((bid_highest(state, seat) for seat in tied), default=0)
    return [seat for seat in tied if bid_highest(state, seat) == highest]


def by_highest_card(state: State) -> bool:
    return 1 == len(still_tied(state)) < len(highest_bidders(state))


def by_order(state: State, key: bool) -> bool:
    return len(still_tied(state)) > 1 and (state.key in still_tied(state)) == key


def blocks(match: Match) -> Iterator[list[dict[str, Any]]]:
    """The lines of each block in each scoring, those with the most floors first."""
    found = defaultdict(list)
    for line in match.breakdown():
        if line["source"] == "block":
            found[line["round"], line["block"]].append(line)
    for lines in found.values():
        yield sorted(lines, key=lambda line: -line["floors"])


def places(lines: list[dict[str, Any]]) -> list[int | None]:
    """The places of all who have the most floors in a block."""
    return sorted((line["place"] for line in lines if line["floors"] == lines[0]["floors"]), key=lambda n: n or 3)


def seconds_below(lines: list[dict[str, Any]]) -> int:
    return sum(line["place"] == 2 for line in lines if line["floors"] < lines[0]["floors"])


ENDINGS: dict[str, Callable[[Match], bool]] = {
    "most-points-of-two": lambda m: m.players == 2 and len(best(m)) == 1,
    "most-points-of-three": lambda m: m.players == 3 and len(best(m)) == 1,
    "most-points-of-four": lambda m: m.players == 4 and len(best(m)) == 1,
    "tie-of-two-broken-by-the-hands": lambda m: len(best(m)) == 2 and len(m.winners) == 1,
    "tie-of-three-broken-by-the-hands": lambda m: len(best(m)) == 3 and len(m.winners) == 1,
    "tie-of-three-broken-to-two": lambda m: len(best(m)) == 3 and len(m.winners) == 2,
    "win-shared-by-two": lambda m: len(best(m)) == 2 and len(m.winners) == 2,
    "win-shared-by-three": lambda m: len(m.winners) == 3,
    "supply-without-cards": lambda m: "There is nothing left to draw." in m.log(None),
    "auction-tie-broken-by-the-highest-card": lambda m: any(by_highest_card(s) for s in openings(m)),
    "auction-tie-won-by-the-key-player": lambda m: any(by_order(s, True) for s in openings(m)),
    "auction-tie-won-by-the-first-after-the-key-player": lambda m: any(by_order(s, False) for s in openings(m)),
    "auction-without-bids": lambda m: any(not highest_bidders(s) for s in openings(m)),
    "block-tie-broken-by-the-highest-building": lambda m: any(places(b) == [1, 2] for b in blocks(m)),
    "block-tie-of-three-broken-by-the-highest-building": lambda m: any(places(b) == [1, 2, 2] for b in blocks(m)),
    "block-tie-with-two-first-places": lambda m: any(places(b) == [1, 1] for b in blocks(m)),
    "block-tie-of-three-with-two-first-places": lambda m: any(places(b) == [1, 1, None] for b in blocks(m)),
    "block-tie-for-second": lambda m: any(seconds_below(b) > 1 for b in blocks(m)),
}


@pytest.mark.parametrize("name", ENDINGS)
def test_the_recorded_ending(name: str) -> None:
    match = Match.from_record((RECORDS / f"{name}.rooftop").read_text("utf-8"))
    assert match.over
    assert ENDINGS[name](match)


def test_there_are_no_other_records() -> None:
    assert {path.stem for path in RECORDS.iterdir()} == set(ENDINGS)
