"""A recorded game for every way in which Skyliners can end, and for every tie-break."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rooftop.core.match import Match

RECORDS = Path(__file__).parent / "records"


def passes(match: Match) -> list[int]:
    return [seat for seat, move in match.history if move.text == "pass"]


def out_of_floors(match: Match) -> list[tuple[int, int]]:
    """Who built the last own floor, and as which action of the turn, in order."""
    floors = {2: 16, 3: 14, 4: 12}[match.players]
    built, found = [0] * match.players, []
    for ply, (seat, move) in enumerate(match.history):
        built[seat] += move.text.startswith("floor")
        if move.text.startswith("floor") and built[seat] == floors:
            found.append((seat, ply % 2 + 1))
    return found


def left(match: Match, piece: str) -> int:
    return sum(own[piece] for own in match.view(None)["table"]["supply"])


def best(match: Match) -> list[int]:
    return [seat for seat, score in enumerate(match.scores) if score == max(match.scores)]


def lines(match: Match, source: str) -> list[dict[str, Any]]:
    return [line for line in match.breakdown() if line["source"] == source]


def last_seat(match: Match) -> int:
    return match.history[-1][0]


Ending = Callable[[Match], bool]

FULL: dict[str, Ending] = {
    "last-floor-as-first-action": lambda m: [action for _, action in out_of_floors(m)] == [1],
    "last-floor-as-second-action": lambda m: [action for _, action in out_of_floors(m)] == [2],
    "last-floor-by-the-start-player": lambda m: out_of_floors(m)[0][0] == m.history[0][0],
    "last-floor-by-the-last-player": lambda m: [seat for seat, _ in out_of_floors(m)] == [last_seat(m)],
    "two-players-out-of-floors": lambda m: len(out_of_floors(m)) == 2,
    "second-action-lost": lambda m: len(passes(m)) > 0,
    "roofs-and-parks-left-over": lambda m: left(m, "roof") > 0 and left(m, "park") > 0,
    "tie-broken-by-antennas": lambda m: len(best(m)) > 1 and len(m.winners) == 1,
    "tie-of-three-broken-to-two": lambda m: len(best(m)) == 3 and len(m.winners) == 2,
    "win-shared-by-two": lambda m: len(m.winners) == 2,
    "win-shared-by-three": lambda m: len(m.winners) == 3,
    "skyscraper-for-two-districts": lambda m: sum(line["points"] == 3 for line in lines(m, "skyscraper")) == 2,
    "plan-of-four-met-with-five": lambda m: any(
        line["planned"] == 4 and line["seen"] == 5 for line in lines(m, "plan")
    ),
}
INTRO: dict[str, Ending] = {
    "all-pieces-placed": lambda m: not passes(m) and left(m, "park") + left(m, "roof") + left(m, "floor") == 0,
    "action-lost-and-park-left-over": lambda m: len(passes(m)) > 0 and left(m, "park") > 0,
    "eleventh-antenna": lambda m: len(lines(m, "beyond")) > 0,
    "tie-broken-by-antennas": lambda m: len(best(m)) > 1 and len(m.winners) == 1,
    "win-shared-by-two": lambda m: len(m.winners) == 2,
}
ENDINGS: dict[tuple[str, str], Ending] = {("full", name): holds for name, holds in FULL.items()} | {
    ("intro", name): holds for name, holds in INTRO.items()
}


@pytest.mark.parametrize(("variant", "name"), ENDINGS)
def test_the_recorded_ending(variant: str, name: str) -> None:
    match = Match.from_record((RECORDS / f"{variant}-{name}.rooftop").read_text("utf-8"))
    assert match.over
    assert match.variant == variant
    assert ENDINGS[variant, name](match)


def test_there_are_no_other_records() -> None:
    assert {path.stem for path in RECORDS.iterdir()} == {f"{variant}-{name}" for variant, name in ENDINGS}
