"""Invariants of every position of Skyliners."""

import numpy as np

from rooftop.core.rule import rule
from rooftop.games.skyliners.components import FLOOR, FLOORS, NEUTRAL, NEUTRAL_FLOORS, PARK, PARKS, ROOF, ROOFS
from rooftop.games.skyliners.rules import FULL, HIGHEST, NONE, State, pieces_on


@rule
def broken(state: State) -> int:
    """The number of a broken invariant, 0 if all hold."""
    if not stacks_agree_with_heights(state):
        return 1
    if not pieces_are_conserved(state):
        return 2
    if not cards_are_conserved(state):
        return 3
    if not districts_are_dealt_once(state):
        return 4
    if not 1 <= state.round_number <= 14 - state.players:
        return 5
    if state.player >= 0 and state.variant == FULL and state.action == 1 and state.supply[state.player, FLOOR] == 0:
        return 6  # SL-32: nobody begins a turn without floors
    return 0


@rule
def pieces_are_conserved(state: State) -> bool:
    placed = np.zeros(NEUTRAL + 1, np.int64)
    for site in range(25):
        for level in range(pieces_on(state, site)):
            placed[state.owner[site, level]] += 1
    for seat in range(4):
        hand = state.supply[seat, FLOOR] + state.supply[seat, ROOF] + state.supply[seat, PARK]
        owned = FLOORS[state.players] + ROOFS + PARKS if seat < state.players else 0
        if placed[seat] + hand != owned or state.supply[seat].min() < 0:
            return False
    return placed[NEUTRAL] == NEUTRAL_FLOORS[state.players] + 1


@rule
def stacks_agree_with_heights(state: State) -> bool:
    for site in range(25):
        for level in range(HIGHEST):
            if (state.owner[site, level] != NONE) != (level < pieces_on(state, site)):
                return False
    return True


@rule
def cards_are_conserved(state: State) -> bool:
    for seat in range(4):
        for row in range(5):
            placed = 0
            for n in range(state.plans):
                if state.plan_seat[n] == seat and state.plan_row[n] == row:
                    placed += 1
                    if not 1 <= state.planned[n] <= 4:
                        return False
            held = 1 if state.variant == FULL and seat < state.players else 0
            if placed + state.cards[seat, row] != held:
                return False
    return True


@rule
def districts_are_dealt_once(state: State) -> bool:
    dealt = 0
    for seat in range(4):
        dealt |= 1 << int(state.district[seat])
    return dealt == 15
