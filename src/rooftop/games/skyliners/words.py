"""Skyliners for people: moves as text and back, views, the breakdown of the score."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np

from rooftop.core.messages import LogLine, Message, Seat
from rooftop.core.rule import Ints
from rooftop.core.state import Records
from rooftop.games.skyliners import rules
from rooftop.games.skyliners.components import (
    COLOURS,
    DISTRICTS,
    FLOOR,
    IN_DISTRICT,
    PARK,
    PIECES,
    ROOF,
    ROWS,
    SEGMENT_NUMBERS,
    SET_UP_CARDS,
    SITE,
    SITES,
    TALLEST,
    District,
)
from rooftop.games.skyliners.rules import (
    HIGHEST,
    LINE,
    MOST_PLANS,
    NONE,
    PASS,
    PLAN,
    State,
    all_objects_seen,
    build_move,
    building,
    has_tallest,
    is_right,
    plan_move,
    planning,
    score_rows,
    sees_cards,
    site_on_card,
    tallest_building,
)
from rooftop.games.skyliners.view import (
    Action,
    Line,
    OpenTable,
    OwnTable,
    Plan,
    SeenRow,
    SetUpCard,
    SkyscraperLine,
)

DISTRICT_NAMES = tuple(DISTRICTS)

# --- moves ---------------------------------------------------------------------------------------------------


def text(state: State, move: int) -> str:
    return _TEXTS[move]


def data(state: State, move: int) -> Action:
    return _DATA[move].copy()


def parts(state: State, move: int) -> dict[str, object]:
    return dict(data(state, move))


def _all_moves() -> Iterator[tuple[int, str, Action]]:
    """The number, text and parts of every move."""
    for p, piece in enumerate(PIECES):
        for s, site in enumerate(SITES):
            yield build_move(p, s), f"{piece} {site}", {"action": "build", "piece": piece, "site": site}
    for r, row in enumerate(ROWS):
        for planned in SEGMENT_NUMBERS:
            yield plan_move(r, planned), f"plan {row} {planned}", {"action": "plan", "row": row, "planned": planned}
    yield PASS, "pass", {"action": "pass"}


_TEXTS = {move: name for move, name, _ in _all_moves()}
_DATA = {move: parts for move, _, parts in _all_moves()}
MOVES = {name: move for move, name in _TEXTS.items()}


def tell(state: State, move: int, after: State, seat: int | None) -> list[LogLine]:
    who = {"player": Seat(state.player)}
    if move == PASS:
        return [LogLine("skyliners.log.pass", who)]
    if move < PLAN:
        piece, site = building(move)
        return [LogLine(f"skyliners.log.{PIECES[piece]}", {**who, "site": SITES[site]}, places=(SITES[site],))]
    if seat != state.player:
        return [LogLine("skyliners.log.plan", {**who, "place": int(after.plans)})]
    row, planned = planning(move)
    return [LogLine("skyliners.log.own_plan", {**who, "row": ROWS[row], "planned": _segment(planned)})]


def _segment(planned: int) -> Message:
    return Message(f"skyliners.segment.{planned}")


# --- view ----------------------------------------------------------------------------------------------------


# Views are built for everybody after every move, and NumPy is slow to read a field of a record. So each field is read
# once, and what recurs is cached.


def open_view(state: State) -> OpenTable:
    players, first = int(state.players), int(state.first)
    seen = np.zeros((4, 5), np.int32)
    all_objects_seen(state, seen)
    return {
        "first": first,
        "round": int(state.round_number),
        "action": int(state.action),
        "built": site_or_none(state.built),
        "sites": sites(state),
        "rows": [list(rows) for rows in _ROWS[:players]],
        "supply": [{"floor": f, "roof": r, "park": p} for f, r, p in state.supply[:players].tolist()],
        "cards": [sum(hand) for hand in state.cards[:players].tolist()],
        "seen": seen[:players].tolist(),
        "tallest": [SITES[site] for site in np.flatnonzero(state.height == tallest_building(state))],
        "set_up": [card.copy() for card in _set_up(state.set_up.tobytes(), first, players)],
    }


def own_view(state: State, seat: int | None) -> OwnTable:
    districts = state.district[: state.players].tolist()
    hand = [] if seat is None else state.cards[seat].tolist()
    seen = [sees_cards(state, NONE if seat is None else seat, other) for other in range(state.players)]
    return {
        "own_cards": [row for row, held in zip(ROWS, hand, strict=False) if held],
        "plans": [plan if seen[plan["seat"]] else {"seat": plan["seat"]} for plan in _judged(state)],
        "districts": [DISTRICT_NAMES[d] if shown else None for d, shown in zip(districts, seen, strict=True)],
        "own_district": [] if seat is None else list(_DISTRICT_SITES[districts[seat]]),
    }


_ROWS = [[" ".join(SITES[site] for site in row) for row in rows] for rows in SITE.tolist()]
_DISTRICT_SITES = [[SITES[site] for site in np.flatnonzero(inside)] for inside in IN_DISTRICT]


def site_or_none(site: int) -> str | None:
    return None if site == NONE else SITES[site]


def sites(state: State) -> dict[str, list[str]]:
    """The pieces on every site that is not empty, from the ground up."""
    owners = state.owner.tobytes()
    table = zip(SITES, range(0, len(owners), HIGHEST), state.height.tolist(), strict=True)
    return {
        site: _pieces(owners[ground : ground + (height + 1) // 2], height).copy()
        for site, ground, height in table
        if height
    }


@lru_cache(maxsize=1000)
def _pieces(owners: bytes, height: int) -> list[str]:
    top = PARK if height == 1 else ROOF if height % 2 else FLOOR
    *below, highest = owners
    return [f"{COLOURS[owner]} {PIECES[FLOOR]}" for owner in below] + [f"{COLOURS[highest]} {PIECES[top]}"]


def plans(state: State) -> list[Plan]:
    """The cards in the planning office, in the order placed, including hidden ones."""
    placed = _plans(state.plan_seat.tobytes(), state.plan_row.tobytes(), state.planned.tobytes())
    return [plan.copy() for plan in placed]


def _judged(state: State) -> list[Plan]:
    """The same, with how they stand now."""
    placed = plans(state)
    if placed:
        lines, _ = _scored(state)
        for plan, line in zip(placed, lines, strict=True):
            plan["right"] = bool(is_right(line))
    return placed


@lru_cache(maxsize=1000)
def _plans(seats: bytes, rows: bytes, planned: bytes) -> list[Plan]:
    cards = zip(seats, rows, planned, strict=True)
    return [{"seat": seat, "row": ROWS[row], "planned": SEGMENT_NUMBERS[n - 1]} for seat, row, n in cards if n]


def district(state: State, seat: int) -> District:
    return DISTRICT_NAMES[state.district[seat]]


def set_up_cards(state: State) -> list[str]:
    return [SET_UP_CARDS[card] for card in state.set_up if card != NONE]


@lru_cache(maxsize=1000)
def _set_up(cards: bytes, first: int, players: int) -> list[SetUpCard]:
    """Who has turned over which starting set-up card, and where it has put a floor."""
    drawn = [((first + n) % players, card) for n, card in enumerate(cards.rstrip(NONE.to_bytes(1, signed=True)))]
    return [{"seat": seat, "card": SET_UP_CARDS[card], "site": SITES[site_on_card(seat, card)]} for seat, card in drawn]


# --- breakdown -----------------------------------------------------------------------------------------------


def breakdown(states: Sequence[State], moves: Sequence[int]) -> list[Line]:
    state = states[-1]
    if state.player >= 0:
        return []
    lines, antennas = _scored(state)
    tallest = tallest_building(state)
    seats = [(int(state.first) + n) % int(state.players) for n in range(state.players)]
    return (
        [scored for line in lines for scored in _row_lines(line)]
        + [{"source": "antennas", "seat": s, "count": int(antennas[s]), "points": int(antennas[s])} for s in seats]
        + [_district_line(state, seat, tallest) for seat in seats]
    )


def _scored(state: State) -> tuple[Records[rules.Line], Ints]:
    """The rows or plans as a scoring would go now, and the antennas of each seat."""
    lines: Records[rules.Line] = np.zeros(MOST_PLANS, LINE)
    antennas = np.zeros(4, np.int32)
    return lines[: score_rows(state, lines, antennas)], antennas


def _row_lines(line: rules.Line) -> Iterator[Line]:
    seen: SeenRow = {
        "seat": int(line.seat),
        "row": ROWS[line.row],
        "seen": int(line.seen),
        "points": int(line.points),
        "antennas": [SITES[site] for site in SITE[line.seat, line.row] if line.antennas >> int(site) & 1],
    }
    if line.planned == 0:
        yield {"source": "row", **seen}
    else:
        yield {"source": "plan", **seen, "planned": SEGMENT_NUMBERS[line.planned - 1], "right": bool(is_right(line))}
    if line.beyond:
        yield {"source": "beyond", "seat": seen["seat"], "row": seen["row"], "points": int(line.beyond)}


def _district_line(state: State, seat: int, tallest: int) -> SkyscraperLine:
    inside = IN_DISTRICT[state.district[seat]]
    return {
        "source": "skyscraper",
        "seat": seat,
        "district": district(state, seat),
        "tallest": [name for site, name in enumerate(SITES) if inside[site] and state.height[site] == tallest],
        "points": TALLEST if has_tallest(state, seat, tallest) else 0,
    }
