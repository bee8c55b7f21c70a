"""Invariants of every position of Skyline of the World."""

import numpy as np

from rooftop.core.rule import rule
from rooftop.games.skyline_world.components import (
    CARDS,
    COPIES,
    FIRST_CARDS,
    LEVELS,
    MOST_MONEY,
    NEUTRAL,
    NEUTRAL_FLOORS,
    ORANGE,
    PENTHOUSE,
    SKYLINE,
    SUPPLY,
)
from rooftop.games.skyline_world.rules import (
    BUILD,
    CLOSED,
    N_FIGURES,
    N_GOODS,
    N_MISSIONS,
    N_SITES,
    NEUTRAL_FLOOR,
    NONE,
    SKYLINE_FLOOR,
    SWIFT,
    TURNS_WITHOUT_A_FLOOR,
    State,
    cards_in_hand,
    storeys_on,
)


@rule
def broken(state: State) -> int:
    """The number of a broken invariant, 0 if all hold."""
    if not floors_are_conserved(state):
        return 1
    if not sets_agree_with_floors(state):
        return 2
    if not buildings_follow_the_rules(state):
        return 3
    if not cards_are_conserved(state):
        return 4
    if not missions_are_dealt_once(state):
        return 5
    if state.money.min() < 0 or state.money.max() > MOST_MONEY:
        return 6  # SW-21
    if not turns_are_remembered(state):
        return 7
    if not the_end_is_right(state):
        return 8
    return 0


@rule
def floors_are_conserved(state: State) -> bool:
    counts = np.zeros((LEVELS, SKYLINE_FLOOR + 4), np.int8)
    for site in range(N_SITES):
        for level in range(LEVELS):
            if state.floors[site, level] != NONE:
                counts[level, state.floors[site, level]] += 1
    neutral = int(state.neutral)
    for seat in range(4):
        for kind in range(NEUTRAL):  # the level of a coloured floor determines its kind
            count = counts[kind, seat] + state.hand[seat, kind] + state.supply[seat, kind]
            if count != (SUPPLY[kind] if seat < state.players else 0):
                return False
        if state.penthouses[seat] != counts[PENTHOUSE, seat]:
            return False
        skyline = counts[:, SKYLINE_FLOOR + seat].sum() + state.hand[seat, SKYLINE]
        if skyline != int(state.penthouses[seat] > 0) + int(state.ender == seat):  # SW-30, SW-32
            return False
        neutral += state.hand[seat, NEUTRAL]
    neutral += counts[:, NEUTRAL_FLOOR].sum()
    return neutral == NEUTRAL_FLOORS and state.neutral >= 0 and state.hand.min() >= 0 and state.supply.min() >= 0


@rule
def sets_agree_with_floors(state: State) -> bool:
    storeys = np.zeros(LEVELS + 1, np.int32)
    sets = np.zeros((4, 4), np.int32)  # tops, free tops, homes and claims of each seat
    for site in range(N_SITES):
        here = 1 << site
        height = 0
        for level in range(LEVELS):
            floor = state.floors[site, level]
            if floor == NONE:
                continue
            if height != level:
                return False
            height += 1
            for seat in range(4):
                sets[0, seat] &= ~here
                sets[1, seat] &= ~here
            if floor != NEUTRAL_FLOOR:
                seat = floor % SKYLINE_FLOOR
                sets[0, seat] |= here
                sets[2, seat] |= here
                if floor >= SKYLINE_FLOOR:
                    sets[1, seat] |= here
                    sets[3, seat] |= here
        storeys[height] |= here
    for seat in range(4):
        if sets[0, seat] != state.tops[seat] or sets[1, seat] != state.free_tops[seat]:
            return False
        if sets[2, seat] != state.homes[seat] or sets[3, seat] != state.claims[seat]:
            return False
    for count in range(LEVELS + 1):
        if storeys[count] != state.storeys[count]:
            return False
    return True


@rule
def is_of(floor: int, seat: int) -> bool:
    return floor == seat or floor == SKYLINE_FLOOR + seat


@rule
def buildings_follow_the_rules(state: State) -> bool:
    for site in range(N_SITES):
        claim = NONE
        for level in range(storeys_on(state, site)):
            floor = state.floors[site, level]
            owner = floor - SKYLINE_FLOOR if floor >= SKYLINE_FLOOR else floor
            if claim != NONE and owner != claim:  # SW-26, SW-27; a neutral floor is nobody's
                return False
            if level and floor < NEUTRAL_FLOOR and state.floors[site, level - 1] == floor:  # SW-24
                return False
            if floor >= SKYLINE_FLOOR:
                claim = owner
                if ORANGE >> site & 1:
                    return False
            if level == PENTHOUSE and floor < NEUTRAL_FLOOR and not has_home(state, floor, site):  # SW-25
                return False
    return True


@rule
def has_home(state: State, seat: int, site: int) -> bool:
    for level in range(PENTHOUSE):
        if is_of(state.floors[site, level], seat):
            return True
    return False


@rule
def cards_are_conserved(state: State) -> bool:
    if state.cards.min() < 0 or state.pile.min() < 0:
        return False
    penthouses = 0
    for seat in range(4):
        penthouses += state.penthouses[seat]
    left = 0
    for figure in range(N_FIGURES):
        count = int(state.pile[figure])
        left += count
        for seat in range(4):
            count += state.cards[seat, figure]
        if count > COPIES:
            return False
    for seat in range(state.players):
        if cards_in_hand(state, seat) > FIRST_CARDS + penthouses - state.penthouses[seat]:
            return False
    return left == max(CARDS - FIRST_CARDS * state.players - (state.players - 1) * penthouses, 0)  # SW-31


@rule
def missions_are_dealt_once(state: State) -> bool:
    dealt = 0
    for seat in range(4):
        mission = int(state.mission[seat])
        if seat >= state.players:
            if mission != NONE:
                return False
        elif not 0 <= mission < N_MISSIONS or dealt >> mission & 1:
            return False
        else:
            dealt |= 1 << mission
    return True


@rule
def turns_are_remembered(state: State) -> bool:
    for seat in range(4):
        spoken_of = seat == state.player or (state.variant & CLOSED and seat < state.players)
        for level in range(LEVELS):
            if not spoken_of and state.raised[seat, level]:
                return False
            sites = int(state.raised[seat, level])
            for site in range(N_SITES if sites else 0):
                if sites >> site & 1:
                    floor = state.floors[site, level]
                    if floor != NEUTRAL_FLOOR and not is_of(floor, seat):
                        return False
        for kind in range(N_GOODS):
            bought, sold = state.bought[seat, kind], state.sold[seat, kind]
            if (bought or sold) and (not spoken_of or (seat == state.player and state.phase == BUILD)):
                return False
            if (bought and sold) or bought > state.hand[seat, kind]:  # SW-33, SW-34
                return False
        if state.bought[seat, NEUTRAL] > 1 or (state.income[seat] and not spoken_of):
            return False
    return True


@rule
def the_end_is_right(state: State) -> bool:
    players = int(state.players)
    if state.ender == NONE and state.penthouses.max() == SUPPLY[PENTHOUSE]:
        return False
    stalled = state.idle >= players or state.unbuilt >= TURNS_WITHOUT_A_FLOOR * players
    if state.idle > state.unbuilt or (stalled and (state.player >= 0 or state.ender != NONE)):
        return False
    if state.player < 0:
        if not stalled and state.ender == NONE:
            return False
        if state.phase != BUILD or state.shown or state.traded:
            return False
    for seat in range(4):
        judged = state.variant & SWIFT and state.ender != NONE and seat < players
        if state.player >= 0 and judged:
            judged = 0 < (state.player - seat) % players <= (state.player - state.ender) % players
        if (state.last_tops[seat] != NONE) != (judged != 0):  # SW-51
            return False
    return True
