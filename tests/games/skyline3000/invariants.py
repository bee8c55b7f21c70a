"""Invariants of every position of Skyline 3000."""

import numpy as np

from rooftop.core.rule import rule
from rooftop.games.skyline3000.components import (
    BILLBOARDS,
    COPIES,
    DEALT,
    FIRST_CARD,
    FIRST_PLACE,
    FLOORS,
    HIGHEST,
    KIND,
    MEGAMALL,
    MOST_SMALL,
    PRINTED,
    ROOFS,
    ROUNDS,
    SMALL,
    SPACEPORT,
)
from rooftop.games.skyline3000.rules import (
    ACTION,
    AMENITY,
    BID,
    CARD_COUNT,
    CONTRACT_CARD,
    DRAW,
    NONE,
    OVER,
    SECOND_FLOOR,
    State,
    asked_for,
    best_bidder,
    others_have,
)


@rule
def broken(state: State) -> int:
    """The number of a broken invariant, 0 if all hold."""
    if not cards_are_conserved(state):
        return 1
    if not stacks_are_in_order(state):
        return 2
    if not knowledge_is_true(state):
        return 3
    if not bids_are_possible(state):
        return 4
    if not floors_are_conserved(state):
        return 5
    if not pieces_are_conserved(state):
        return 6
    if not foundations_are_conserved(state):
        return 7
    if not city_follows_the_rules(state):
        return 8
    if not question_fits(state):
        return 9
    if not amenities_were_sold(state):
        return 10
    if not empty_seats_have_nothing(state):
        return 11
    return 0


@rule
def cards_are_conserved(state: State) -> bool:
    counts = np.zeros(CARD_COUNT, np.int32)
    for card in range(CARD_COUNT):
        counts[card] += state.discards[card]
        if state.discards[card] < 0:
            return False
        for seat in range(4):
            counts[card] += state.hand[seat, card]
            if state.hand[seat, card] < 0:
                return False
    for place in range(62):
        if state.stack[place] != NONE:
            counts[state.stack[place]] += 1
    for card in range(CARD_COUNT):
        if counts[card] != COPIES[card]:
            return False
    return True


@rule
def stacks_are_in_order(state: State) -> bool:
    """A stack holds cards of one kind from the bottom up, then -1. S3-14: an empty stack has no discards."""
    for kind in range(3):
        for place in range(FIRST_PLACE[kind + 1] - FIRST_PLACE[kind]):
            card = state.stack[FIRST_PLACE[kind] + place]
            if (card != NONE) != (place < state.stacked[kind]) or (card != NONE and KIND[card] != kind):
                return False
        if state.stacked[kind] == 0 and state.discards[FIRST_CARD[kind] : FIRST_CARD[kind + 1]].sum():
            return False
    return True


@rule
def knowledge_is_true(state: State) -> bool:
    """S3-16: every hand includes its known cards. Only dealt cards are unknown."""
    for seat in range(state.players):
        for kind in range(3):
            unknown = 0
            for card in range(FIRST_CARD[kind], FIRST_CARD[kind + 1]):
                if not 0 <= state.known[seat, card] <= state.hand[seat, card]:
                    return False
                unknown += state.hand[seat, card] - state.known[seat, card]
            if unknown > DEALT[kind]:
                return False
        if state.hand[seat].sum() > 36:
            return False
    return True


@rule
def bids_are_possible(state: State) -> bool:
    if state.asked == AMENITY:
        return best_bidder(state) == state.player
    for seat in range(4):
        early = state.asked != BID or (seat - state.key) % state.players > (state.player - state.key) % state.players
        for card in range(CARD_COUNT):
            if state.bid[seat, card] and (early or not 0 <= state.bid[seat, card] <= state.hand[seat, card]):
                return False
    return True


@rule
def floors_are_conserved(state: State) -> bool:
    """S3-20: floors leave the supply in pairs, two for each card."""
    floors = int(state.floors)
    if floors < 0 or floors % 2 != (state.asked == SECOND_FLOOR):
        return False
    for seat in range(4):
        top = 0
        for height in range(1, HIGHEST + 1):
            floors += height * state.unfinished[seat, height]
            if state.unfinished[seat, height]:
                top = height
        if top != state.top[seat] or state.unfinished[seat, 0] != 0:
            return False
        for shape in range(2):
            floors += state.finished[seat, shape].sum()
    for block in range(9):
        for place in range(MOST_SMALL):
            floors += int(state.buildings[block, place]) // 4
    return floors == FLOORS


@rule
def pieces_are_conserved(state: State) -> bool:
    for seat in range(state.players):
        for shape in range(2):
            roofs = int(state.roofs[seat, shape])
            for place in range(ROOFS):
                roofs += state.finished[seat, shape, place] > 0
                if place and state.finished[seat, shape, place] > state.finished[seat, shape, place - 1]:
                    return False
            for block in range(9):
                if state.roof_shape[block] == shape:
                    for place in range(MOST_SMALL):
                        building = int(state.buildings[block, place])
                        roofs += building > 0 and building % 4 == seat
            if roofs != ROOFS or state.roofs[seat, shape] < 0:
                return False
        posted = state.billboards[seat] + state.posted[:, seat].sum()
        if state.points[seat] < 0 or state.billboards[seat] < 0 or posted > BILLBOARDS:  # S3-24
            return False
    return True


@rule
def foundations_are_conserved(state: State) -> bool:
    for block in range(9):
        used = int(state.free[block]) + state.green[block] - PRINTED[block] + state.posted[block].sum()
        for place in range(MOST_SMALL):
            used += state.buildings[block, place] > 0
        if used != SMALL[block] or state.free[block] < 0 or state.posted[block].min() < 0:
            return False
    return True


@rule
def city_follows_the_rules(state: State) -> bool:
    for block in range(9):
        if (state.roof_shape[block] == NONE) != (state.buildings[block, 0] == 0):
            return False
        if state.roof_shape[block] != NONE and others_have(state, block, state.roof_shape[block]):  # S3-26
            return False
        below = 0
        for place in range(MOST_SMALL - 1, -1, -1):
            height = int(state.buildings[block, place]) // 4
            if (below and not below <= height <= below + 1) or (not below and height > 1):  # S3-27
                return False
            if place and state.buildings[block, place] > state.buildings[block, place - 1]:
                return False
            below = height
    return True


@rule
def question_fits(state: State) -> bool:
    if not 1 <= state.round_number <= ROUNDS or (state.player == NONE) != (state.asked == OVER):
        return False
    if state.asked == OVER and state.round_number != ROUNDS:
        return False
    if (state.auction > 0) != (state.asked in (BID, AMENITY)) or (state.draws > 0) != (state.asked == DRAW):
        return False
    if state.passed.sum() and (state.asked > CONTRACT_CARD or state.passed[state.player]):
        return False
    if (state.card != NONE) != (ACTION < state.asked <= CONTRACT_CARD):
        return False
    if state.card != NONE and state.asked != SECOND_FLOOR:
        return state.asked == asked_for(KIND[state.card])
    return True


@rule
def amenities_were_sold(state: State) -> bool:
    """S3-12: two green spaces a round, spaceports in rounds 1 and 2, megamalls in 3 and 4."""
    rounds = state.round_number - (0 if state.asked in (DRAW, OVER) else 1)
    green, spaceports, megamalls = 0, 0, 0
    for block in range(9):
        green += state.green[block] - PRINTED[block]
        spaceports += state.large[block] == SPACEPORT
        megamalls += state.large[block] == MEGAMALL
    sold = 2 * rounds + max(0, state.auction - 1)
    return green <= sold and spaceports <= min(rounds, 2) and megamalls <= max(0, rounds - 2)


@rule
def empty_seats_have_nothing(state: State) -> bool:
    for seat in range(state.players, 4):
        if state.points[seat] or state.billboards[seat] or state.hand[seat].any() or state.finished[seat].any():
            return False
        if state.known[seat].any() or state.roofs[seat].any() or state.top[seat]:
            return False
    return True
