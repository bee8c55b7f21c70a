"""Observations of Skyline of the World, plane by plane."""

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
from rooftop.core.sets import size
from rooftop.games.skyline_world.components import CARDS, COPIES, KINDS, LEVELS, MOST_MONEY, NEUTRAL, NEUTRAL_FLOORS
from rooftop.games.skyline_world.rules import (
    N_FIGURES,
    N_GOODS,
    N_MISSIONS,
    N_SITES,
    NEUTRAL_FLOOR,
    NONE,
    TURNS_WITHOUT_A_FLOOR,
    VARIANTS,
    State,
    best_income,
    cards_in_hand,
    fulfilled,
    has_closed_hand,
    is_shown,
    orange_tops,
    sees_mission,
    stands,
    storeys_on,
)

OF_EACH = 8
"""Upper bound on the pieces of a kind that a seat or the bank has."""

VERSION = 1

PLANES = (
    *table_planes(VARIANTS),
    Plane("phase", (2,), 1, "Build or invest."),
    Plane("traded", (1,), 1, "Three cards were turned in in this turn."),
    Plane("idle", (1,), 4, "Turns in a row in which nothing happened (SW-53)."),
    Plane("unbuilt", (1,), 4 * TURNS_WITHOUT_A_FLOOR, "Turns in a row without a floor being built (SW-53)."),
    Plane("neutral", (1,), NEUTRAL_FLOORS, "Neutral floors in stock."),
    Plane("ender", (4,), 1, "The seat that built a third penthouse first."),
    Plane("storeys", (N_SITES, LEVELS + 1), 1, "0 to 5 floors on each site, from north-west to south-east."),
    Plane("neutral tops", (N_SITES,), 1, "Sites with a neutral floor on top."),
    Plane("tops", (4, N_SITES), 1, "Sites whose top floor is the seat's."),
    Plane("free tops", (4, N_SITES), 1, "Those where it is a Skyline floor."),
    Plane("homes", (4, N_SITES), 1, "Sites with a floor of the seat, covered or not."),
    Plane("claims", (4, N_SITES), 1, "Sites with a Skyline floor of the seat (SW-27)."),
    Plane("raised", (4, N_SITES), 1, "Where the seat has built in its turn."),
    Plane("last tops", (4, N_SITES), 1, "In the swift variants: the tops at the end of the seat's last turn."),
    Plane("judged", (4,), 1, "The seat has had its last turn, so these count."),
    Plane("money", (4,), MOST_MONEY, "Open hands: in the closed variants the own one only."),
    Plane("hand", (4, len(KINDS)), OF_EACH, "Floors in hand of level 1 to 5, neutral, Skyline. Open hands."),
    Plane("supply", (4, NEUTRAL), OF_EACH, "Coloured floors still to be bought. Open hands."),
    Plane("income", (4,), 100, "Said at the start of the seat's turn."),
    Plane("next income", (4,), 100, "What the seat would earn as things stand."),
    Plane("bought", (4, N_GOODS), OF_EACH, "In the seat's turn, by level, then neutral."),
    Plane("sold", (4, N_GOODS), OF_EACH, ""),
    Plane("penthouses", (4,), 3, "Built."),
    Plane("orange", (4,), 3, "Top floors on orange sites."),
    Plane("cards", (4,), CARDS, "Bonus cards in hand."),
    Plane("missions", (4, N_MISSIONS), 1, "The own one, and all when the game is over."),
    Plane("fulfilled", (1,), 1, "The own mission, as things stand."),
    Plane("own cards", (N_FIGURES,), COPIES, "Bonus cards by figure."),
    Plane("found", (N_FIGURES,), 1, "Own cards whose figure stands."),
    Plane("shown", (N_FIGURES,), 1, "Figures shown in this turn."),
    Plane("used", (N_FIGURES,), COPIES, "Bonus cards that have left the game."),
    Plane("pile", (1,), CARDS, "Bonus cards in the pile."),
)


@rule
def observe(state: State, seat: int, tensor: Ints) -> int:
    """Fill a zeroed tensor and return its size."""
    n = observe_table(state, seat, len(VARIANTS), tensor)
    n = observe_turn(state, seat, tensor, n)
    n = observe_sites(state, tensor, n)
    n = observe_places(state, seat, tensor, n)
    n = observe_goods(state, seat, tensor, n)
    n = observe_seats(state, seat, tensor, n)
    return observe_cards(state, seat, tensor, n)


@rule
def observe_turn(state: State, seat: int, tensor: Ints, n: int) -> int:
    n = observe_one(int(state.phase), 2, tensor, n)
    tensor[n], tensor[n + 1] = state.traded, state.idle
    tensor[n + 2], tensor[n + 3] = state.unbuilt, state.neutral
    return observe_seat(state, seat, int(state.ender), tensor, n + 4)


@rule
def observe_sites(state: State, tensor: Ints, n: int) -> int:
    neutral = n + N_SITES * (LEVELS + 1)
    for site in range(N_SITES):
        storeys = storeys_on(state, site)
        observe_one(storeys, LEVELS + 1, tensor, n + (LEVELS + 1) * site)
        tensor[neutral + site] = storeys > 0 and state.floors[site, storeys - 1] == NEUTRAL_FLOOR
    return neutral + N_SITES


@rule
def observe_places(state: State, seat: int, tensor: Ints, n: int) -> int:
    """The bitboards of every seat."""
    plane = 4 * N_SITES
    for step in range(state.players):
        other = seat_after(state, seat, step)
        here = n + step * N_SITES
        raised = 0
        for level in range(LEVELS):
            raised |= int(state.raised[other, level])
        observe_set(int(state.tops[other]), tensor, here)
        observe_set(int(state.free_tops[other]), tensor, here + plane)
        observe_set(int(state.homes[other]), tensor, here + 2 * plane)
        observe_set(int(state.claims[other]), tensor, here + 3 * plane)
        observe_set(raised, tensor, here + 4 * plane)
        if state.last_tops[other] != NONE:
            observe_set(int(state.last_tops[other]), tensor, here + 5 * plane)
            tensor[n + 6 * plane + step] = 1
    return n + 6 * plane + 4


@rule
def observe_set(sites: int, tensor: Ints, n: int) -> None:
    for site in range(N_SITES):
        tensor[n + site] = sites >> site & 1


@rule
def observe_goods(state: State, seat: int, tensor: Ints, n: int) -> int:
    hand, supply, income = n + 4, n + 4 + 4 * len(KINDS), n + 4 + 4 * (len(KINDS) + NEUTRAL)
    bought = income + 8
    for step in range(state.players):
        other = seat_after(state, seat, step)
        if not has_closed_hand(state, seat, other):
            tensor[n + step] = state.money[other]
            observe_all(state.hand[other], tensor, hand + len(KINDS) * step)
            observe_all(state.supply[other], tensor, supply + NEUTRAL * step)
        tensor[income + step] = state.income[other]
        tensor[income + 4 + step] = best_income(state, other)
        observe_all(state.bought[other], tensor, bought + N_GOODS * step)
        observe_all(state.sold[other], tensor, bought + N_GOODS * (4 + step))
    return bought + 8 * N_GOODS


@rule
def observe_seats(state: State, seat: int, tensor: Ints, n: int) -> int:
    for step in range(state.players):
        other = seat_after(state, seat, step)
        tensor[n + step] = state.penthouses[other]
        tensor[n + 4 + step] = size(orange_tops(state, other))
        tensor[n + 8 + step] = cards_in_hand(state, other)
        if sees_mission(state, seat, other):
            observe_one(int(state.mission[other]), N_MISSIONS, tensor, n + 12 + N_MISSIONS * step)
    n += 12 + 4 * N_MISSIONS
    tensor[n] = fulfilled(state, seat)
    return n + 1


@rule
def observe_cards(state: State, seat: int, tensor: Ints, n: int) -> int:
    pile = n + 4 * N_FIGURES
    for figure in range(N_FIGURES):
        own = int(state.cards[seat, figure])
        tensor[n + figure] = own
        tensor[n + N_FIGURES + figure] = own > 0 and stands(figure, int(state.tops[seat]))
        tensor[n + 2 * N_FIGURES + figure] = is_shown(state, figure)
        left = COPIES - int(state.pile[figure])
        for other in range(state.players):
            left -= int(state.cards[other, figure])
        tensor[n + 3 * N_FIGURES + figure] = left
        tensor[pile] += state.pile[figure]
    return pile + 1
