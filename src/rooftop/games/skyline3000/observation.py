"""Observations of Skyline 3000, plane by plane."""

from rooftop.core.observation import (
    MOST,
    Plane,
    observe_all,
    observe_one,
    observe_seat,
    observe_table,
    seat_after,
    table_planes,
)
from rooftop.core.rule import Ints, rule
from rooftop.games.skyline3000.components import (
    AUCTIONS,
    BILLBOARDS,
    FIRST_PLACE,
    FLOORS,
    HIGHEST,
    KIND,
    MEGAMALL,
    MOST_SMALL,
    ROOFS,
    ROUNDS,
)
from rooftop.games.skyline3000.rules import (
    ASKED,
    CARD_COUNT,
    OVER,
    VARIANTS,
    State,
    draws_due,
    height_and_owner,
    sees_bid,
    sees_hand,
    shows_the_past,
    top_card,
)

HEIGHTS = MOST_SMALL + 1
"""Only buildings of up to 8 floors can be anchored. Higher ones share one entry."""

VERSION = 2

PLANES = (
    *table_planes(VARIANTS),
    Plane("asked", (OVER + 1,), 1, f"What the deciding seat is asked: {', '.join(ASKED)}."),
    Plane("round", (ROUNDS,), 1, ""),
    Plane("key player", (4,), 1, "Seats."),
    Plane(
        "card", (CARD_COUNT,), 1, "Played and not yet used: floors 1 to 8, roofs 1 to 7, contracts by colour 1 to 8."
    ),
    Plane("auction", (AUCTIONS,), 1, "First, second or third of the round."),
    Plane("draws", (1,), 30, "Cards the deciding seat still has to draw."),
    Plane("floors", (1,), FLOORS, "In the supply."),
    Plane("passed", (4,), 1, "Seats that have passed."),
    Plane("points", (4,), MOST, "255 for more."),
    Plane("billboards", (4,), BILLBOARDS, "In stock."),
    Plane("roofs", (4, 2), ROOFS, "Barrel and gable roofs in stock."),
    Plane("draws due", (4,), 30, "Cards each seat would draw in a supply phase."),
    Plane("unfinished", (4, HEIGHTS), HIGHEST, "Buildings in the factory with 1, 2 ... 8, more floors."),
    Plane("finished", (4, 2, HEIGHTS), ROOFS, "The same with a barrel, with a gable roof."),
    Plane("hand size", (4,), 62, "Cards in hand."),
    Plane("hand kinds", (4, 3), 62, "Floor, roof and contract cards in the hands below; in `open` in all hands."),
    Plane("known", (4, CARD_COUNT), 3, "In `open`: cards in hand that everybody has seen (S3-16)."),
    Plane("hand", (4, CARD_COUNT), 3, "Cards in hand: the own ones, and all when the game is over."),
    Plane("bid", (4, CARD_COUNT), 3, "Cards bid: the own ones, and all once the bids are open."),
    Plane("stacked", (3,), 24, "Cards in the stacks of the three kinds."),
    Plane("discarded", (1,), 62, "Cards discarded."),
    Plane("renewed", (3,), 1, "In `open`: the discards have become this stack."),
    Plane("top cards", (CARD_COUNT,), 1, "The open cards on the stacks."),
    Plane("stack", (CARD_COUNT,), 3, "In `open`: cards in the stacks that have been renewed."),
    Plane("discards", (CARD_COUNT,), 3, "In `open`."),
    Plane("free", (9,), MOST_SMALL, "Empty small foundations of the blocks R1 ... B3."),
    Plane("roof shape", (9, 2), 1, "Barrel or gable, of blocks with buildings."),
    Plane("green", (9,), 10, "Green spaces."),
    Plane("large", (9, MEGAMALL), 1, "Spaceport or megamall."),
    Plane("posted", (9, 4), BILLBOARDS, "Billboards of each seat."),
    Plane("buildings", (9, 4, MOST_SMALL), MOST_SMALL, "Buildings of each seat with 1 to 8 floors."),
)


@rule
def observe(state: State, seat: int, tensor: Ints) -> int:
    """Fill a zeroed tensor and return its size."""
    n = observe_table(state, seat, len(VARIANTS), tensor)
    n = observe_phase(state, seat, tensor, n)
    n = observe_seats(state, seat, tensor, n)
    n = observe_factories(state, seat, tensor, n)
    n = observe_hands(state, seat, tensor, n)
    n = observe_bids(state, seat, tensor, n)
    n = observe_stacks(state, tensor, n)
    return observe_blocks(state, seat, tensor, n)


@rule
def observe_phase(state: State, seat: int, tensor: Ints, n: int) -> int:
    n = observe_one(int(state.asked), OVER + 1, tensor, n)
    n = observe_one(state.round_number - 1, ROUNDS, tensor, n)
    n = observe_seat(state, seat, int(state.key), tensor, n)
    n = observe_one(int(state.card), CARD_COUNT, tensor, n)
    n = observe_one(state.auction - 1, AUCTIONS, tensor, n)
    tensor[n] = state.draws
    tensor[n + 1] = state.floors
    return n + 2


@rule
def observe_seats(state: State, seat: int, tensor: Ints, n: int) -> int:
    for step in range(state.players):
        other = seat_after(state, seat, step)
        tensor[n + step] = state.passed[other]
        tensor[n + 4 + step] = min(MOST, state.points[other])
        tensor[n + 8 + step] = state.billboards[other]
        observe_all(state.roofs[other], tensor, n + 12 + 2 * step)
        tensor[n + 20 + step] = draws_due(state, other)
    return n + 24


@rule
def observe_factories(state: State, seat: int, tensor: Ints, n: int) -> int:
    finished = n + 4 * HEIGHTS
    for step in range(state.players):
        other = seat_after(state, seat, step)
        for height in range(1, state.top[other] + 1):
            tensor[n + HEIGHTS * step + min(height, HEIGHTS) - 1] += state.unfinished[other, height]
        for shape in range(2):
            for place in range(ROOFS):
                height = int(state.finished[other, shape, place])
                if height > 0:
                    tensor[finished + HEIGHTS * (2 * step + shape) + min(height, HEIGHTS) - 1] += 1
    return finished + 4 * 2 * HEIGHTS


@rule
def observe_hands(state: State, seat: int, tensor: Ints, n: int) -> int:
    kinds = n + 4
    known = kinds + 4 * 3
    hand = known + 4 * CARD_COUNT
    for step in range(state.players):
        other = seat_after(state, seat, step)
        past, seen = shows_the_past(state), sees_hand(state, seat, other)
        for card in range(CARD_COUNT):
            tensor[n + step] += state.hand[other, card]
            if past or seen:
                tensor[kinds + 3 * step + KIND[card]] += state.hand[other, card]
        if past:
            observe_all(state.known[other], tensor, known + CARD_COUNT * step)
        if seen:
            observe_all(state.hand[other], tensor, hand + CARD_COUNT * step)
    return hand + 4 * CARD_COUNT


@rule
def observe_bids(state: State, seat: int, tensor: Ints, n: int) -> int:
    for step in range(state.players):
        other = seat_after(state, seat, step)
        if sees_bid(state, seat, other):
            observe_all(state.bid[other], tensor, n + CARD_COUNT * step)
    return n + 4 * CARD_COUNT


@rule
def observe_stacks(state: State, tensor: Ints, n: int) -> int:
    n = observe_all(state.stacked, tensor, n)
    tensor[n] = state.discards.sum()
    renewed, tops = n + 1, n + 4
    inside, discards = tops + CARD_COUNT, tops + 2 * CARD_COUNT
    for kind in range(3):
        if state.stacked[kind]:
            tensor[tops + int(top_card(state, kind))] = 1
    if shows_the_past(state):
        observe_all(state.renewed, tensor, renewed)
        observe_renewed(state, tensor, inside)
        observe_all(state.discards, tensor, discards)
    return discards + CARD_COUNT


@rule
def observe_renewed(state: State, tensor: Ints, n: int) -> None:
    """The cards in the renewed stacks."""
    for kind in range(3):
        if state.renewed[kind]:
            for place in range(FIRST_PLACE[kind], FIRST_PLACE[kind] + state.stacked[kind]):
                tensor[n + int(state.stack[place])] += 1


@rule
def observe_blocks(state: State, seat: int, tensor: Ints, n: int) -> int:
    n = observe_all(state.free, tensor, n)
    shape, green, large, posted, buildings = n, n + 18, n + 27, n + 27 + 9 * MEGAMALL, n + 63 + 9 * MEGAMALL
    for block in range(9):
        observe_one(int(state.roof_shape[block]), 2, tensor, shape + 2 * block)
        tensor[green + block] = state.green[block]
        observe_one(int(state.large[block]) - 1, MEGAMALL, tensor, large + MEGAMALL * block)
        for step in range(state.players):
            tensor[posted + 4 * block + step] = state.posted[block, seat_after(state, seat, step)]
        for place in range(MOST_SMALL):
            building = int(state.buildings[block, place])
            if building > 0:
                height, owner = height_and_owner(building)
                step = (owner - seat) % int(state.players)
                tensor[buildings + (4 * block + step) * MOST_SMALL + height - 1] += 1
    return buildings + 9 * 4 * MOST_SMALL
