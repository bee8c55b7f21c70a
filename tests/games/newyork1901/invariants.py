"""Invariants of every position of New York 1901."""

from rooftop.core.rule import rule
from rooftop.games.newyork1901.components import (
    BLOCK,
    CARDS,
    DECK,
    FIRST_LEGENDARY,
    GOAL,
    HAS_FRONTAGE,
    LEGENDARY_SLOT,
    LOT_CARD,
    LOTS,
    MASK,
    OPEN_CARDS,
    PLACED_TILE,
    QUIET_ROUNDS,
    SLOT_TILE,
    SLOTS,
    START,
    WORKERS,
)
from rooftop.games.newyork1901.rules import (
    GONE,
    HAND,
    MOST_STACKED,
    NONE,
    OWN,
    State,
    districts,
    ending,
    free_workers,
    open_cards,
    points_of,
    survey,
)


@rule
def broken(state: State) -> int:
    """The number of a broken invariant, 0 if all hold."""
    if not cards_are_conserved(state):
        return 1
    if not stack_is_in_order(state):
        return 2
    for seat in range(state.players):
        if not 0 <= free_workers(survey(state, seat)) <= WORKERS:
            return 3
        if not tiles_are_in_order(state, seat):
            return 4
        if not tiles_stand_on_own_land(state, seat):
            return 5
        if state.standing[seat, 0] != GONE and state.standing[seat, 0] != START[state.character[seat]]:
            return 6
    if not legendary_tiles_are_single(state):
        return 7
    if not empty_seats_are_empty(state):
        return 8
    if not turns_are_counted(state):
        return 9
    return 0


@rule
def cards_are_conserved(state: State) -> bool:
    """The remaining cards of each kind match the unowned lots of that kind, so every open card can be used."""
    for card in range(len(CARDS)):
        left = int(state.market[card])
        for n in range(state.stacked):
            left += state.stack[n] == card
        unowned = 0
        for lot in range(len(LOTS)):
            unowned += LOT_CARD[lot] == card and state.owner[lot] == NONE
        if card >= 2 * districts(state):
            if left != 0 or unowned != DECK[card]:
                return False
        elif left != unowned:
            return False
    return True


@rule
def stack_is_in_order(state: State) -> bool:
    for n in range(MOST_STACKED):
        if (state.stack[n] == NONE) != (n >= state.stacked):
            return False
    cards = open_cards(state) + state.acquired
    return 0 <= state.returned <= state.stacked and cards <= OPEN_CARDS and (cards == OPEN_CARDS or state.stacked == 0)


@rule
def tiles_are_in_order(state: State, seat: int) -> bool:
    """Every slot holds its own tile, and equal tiles are sorted."""
    for slot in range(LEGENDARY_SLOT):
        placement = state.standing[seat, slot]
        if placement < GONE or (placement >= 0 and PLACED_TILE[placement] != SLOT_TILE[slot]):
            return False
        if slot > 0 and SLOT_TILE[slot - 1] == SLOT_TILE[slot] and state.standing[seat, slot - 1] < placement:
            return False
    return True


@rule
def tiles_stand_on_own_land(state: State, seat: int) -> bool:
    land = survey(state, seat)
    for slot in range(SLOTS):
        placement = state.standing[seat, slot]
        if placement >= 0:
            if MASK[placement] & ~land[OWN, BLOCK[placement]] or not HAS_FRONTAGE[placement]:
                return False
            for other in range(slot):
                standing = state.standing[seat, other]
                if standing >= 0 and BLOCK[standing] == BLOCK[placement] and MASK[standing] & MASK[placement]:
                    return False
    return True


@rule
def legendary_tiles_are_single(state: State) -> bool:
    for seat in range(state.players):
        placement = state.standing[seat, LEGENDARY_SLOT]
        if placement == HAND:
            continue
        if placement < 0 or PLACED_TILE[placement] < FIRST_LEGENDARY:
            return False
        for other in range(seat):
            standing = state.standing[other, LEGENDARY_SLOT]
            if standing >= 0 and PLACED_TILE[standing] == PLACED_TILE[placement]:
                return False
    return True


@rule
def empty_seats_are_empty(state: State) -> bool:
    for seat in range(4):
        if (state.character[seat] == NONE) != (seat >= state.players):
            return False
        for slot in range(SLOTS):
            if seat >= state.players and state.standing[seat, slot] != HAND:
                return False
    for lot in range(len(LOTS)):
        if not NONE <= state.owner[lot] < state.players:
            return False
    return True


@rule
def turns_are_counted(state: State) -> bool:
    """NY-51, NY-52, NY-70."""
    if (ending(state) != 0) != (state.player < 0) or (state.acquired and state.player < 0):
        return False
    if not 0 <= state.passes <= state.quiet <= QUIET_ROUNDS * state.players:
        return False
    best = 0
    for seat in range(state.players):
        best = max(best, points_of(state, seat))
    return (best >= GOAL) == (state.last_turns != NONE) and NONE <= state.last_turns < state.players
