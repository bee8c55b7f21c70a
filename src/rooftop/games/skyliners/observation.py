"""Observations of Skyliners, plane by plane."""

from rooftop.core.observation import (
    Plane,
    observe_all,
    observe_one,
    observe_seat,
    observe_table,
    seat_after,
    table_planes,
)
from rooftop.core.rule import Ints, rule
from rooftop.games.skyliners.components import IN_DISTRICT, SEGMENTS
from rooftop.games.skyliners.rules import (
    HIGHEST,
    MOST_PLANS,
    VARIANTS,
    State,
    has_one_action,
    is_last_round,
    objects_seen,
    sees_cards,
)

SITES = 25
STEPS = 6
"""Heights up to this many floors have a flag each."""

VERSION = 1

PLANES = (
    *table_planes(VARIANTS),
    Plane("start player", (4,), 1, "Seats; the round ends before this one."),
    Plane("round", (1,), 40, "From 1."),
    Plane("action", (2,), 1, "First or second of the turn."),
    Plane("last round", (1,), 1, "As things stand, this is it."),
    Plane("one action", (1,), 1, "The turn has one action only (SL-30)."),
    Plane("empty", (SITES,), 1, "Sites a1, b1 ... e5 with nothing on them."),
    Plane("park", (SITES,), 1, ""),
    Plane("roof", (SITES,), 1, "Finished buildings."),
    Plane("floors", (SITES,), HIGHEST, "Floors on each site."),
    Plane("high", (SITES, STEPS), 1, "At least 1, 2 ... 6 floors."),
    Plane("built", (SITES,), 1, "The site built on in this turn (SL-24)."),
    Plane("own district", (SITES,), 1, "The sites of the own skyscraper card."),
    Plane("seen", (4, 5, 5), 1, "1 to 5 objects seen by each seat in its rows A to E."),
    Plane("supply", (4, 3), 16, "Floors, roofs and parks in hand."),
    Plane("cards", (4,), 5, "Planning cards in hand."),
    Plane("own cards", (5,), 1, "Rows A to E not planned yet."),
    Plane("own plans", (5, SEGMENTS), 1, "Rows A to E, planned 1, 2, 3, 4 or more."),
    Plane("office", (MOST_PLANS, 4), 1, "Whose card lies in each place of the planning office, in the order placed."),
    Plane("office row", (MOST_PLANS, 5), 1, "Its row: own cards, and all when the game is over."),
    Plane("office number", (MOST_PLANS, SEGMENTS), 1, "Its number, likewise."),
    Plane("districts", (4, 4), 1, "Skyscraper cards NW, NE, SW, SE: the own one, and all when the game is over."),
)


@rule
def observe(state: State, seat: int, tensor: Ints) -> int:
    """Fill a zeroed tensor and return its size."""
    n = observe_table(state, seat, len(VARIANTS), tensor)
    n = observe_round(state, seat, tensor, n)
    n = observe_sites(state, seat, tensor, n)
    n = observe_rows(state, seat, tensor, n)
    n = observe_hands(state, seat, tensor, n)
    n = observe_plans(state, seat, tensor, n)
    return observe_districts(state, seat, tensor, n)


@rule
def observe_round(state: State, seat: int, tensor: Ints, n: int) -> int:
    n = observe_seat(state, seat, int(state.first), tensor, n)
    tensor[n] = state.round_number
    n = observe_one(state.action - 1, 2, tensor, n + 1)
    tensor[n] = is_last_round(state)
    tensor[n + 1] = has_one_action(state)
    return n + 2


@rule
def observe_sites(state: State, seat: int, tensor: Ints, n: int) -> int:
    empty, park, roof, floors, high = n, n + SITES, n + 2 * SITES, n + 3 * SITES, n + 4 * SITES
    built = high + STEPS * SITES
    for site in range(SITES):
        height = int(state.height[site])
        if height == 0:
            tensor[empty + site] = 1
        elif height == 1:
            tensor[park + site] = 1
        else:
            tensor[roof + site] = height & 1
            tensor[floors + site] = height // 2
            for step in range(min(STEPS, height // 2)):
                tensor[high + STEPS * site + step] = 1
    n = observe_one(int(state.built), SITES, tensor, built)
    return observe_all(IN_DISTRICT[state.district[seat]], tensor, n)


@rule
def observe_rows(state: State, seat: int, tensor: Ints, n: int) -> int:
    for step in range(state.players):
        for row in range(5):
            seen = objects_seen(state, seat_after(state, seat, step), row)
            observe_one(seen - 1, 5, tensor, n + (5 * step + row) * 5)
    return n + 4 * 5 * 5


@rule
def observe_hands(state: State, seat: int, tensor: Ints, n: int) -> int:
    for step in range(state.players):
        other = seat_after(state, seat, step)
        observe_all(state.supply[other], tensor, n + 3 * step)
        for row in range(5):
            tensor[n + 4 * 3 + step] += state.cards[other, row]
    return observe_all(state.cards[seat], tensor, n + 4 * 3 + 4)


@rule
def observe_plans(state: State, seat: int, tensor: Ints, n: int) -> int:
    own, office, rows = n, n + 5 * SEGMENTS, n + 5 * SEGMENTS + MOST_PLANS * 4
    numbers = rows + MOST_PLANS * 5
    for place in range(state.plans):
        owner, row, number = int(state.plan_seat[place]), int(state.plan_row[place]), int(state.planned[place]) - 1
        observe_seat(state, seat, owner, tensor, office + 4 * place)
        if owner == seat:
            tensor[own + SEGMENTS * row + number] = 1
        if sees_cards(state, seat, owner):
            tensor[rows + 5 * place + row] = 1
            tensor[numbers + SEGMENTS * place + number] = 1
    return numbers + MOST_PLANS * SEGMENTS


@rule
def observe_districts(state: State, seat: int, tensor: Ints, n: int) -> int:
    for step in range(state.players):
        other = seat_after(state, seat, step)
        if sees_cards(state, seat, other):
            observe_one(int(state.district[other]), 4, tensor, n + 4 * step)
    return n + 4 * 4
