"""The rules of New York 1901, introductory game, NY-1 to NY-71."""

import numpy as np

from rooftop.core.dice import roll, shuffle
from rooftop.core.rule import MOVE, Ints, rule
from rooftop.core.state import Array, Record, i1, i1s, i2s
from rooftop.games.newyork1901.components import (
    BLOCK,
    BLOCK_BITS,
    BLOCKS,
    CARDS,
    DECK,
    FIRST_LEGENDARY,
    FIRST_LOT,
    FIRST_PLACEMENT,
    FIRST_SLOT,
    GOAL,
    HAS_FRONTAGE,
    IS_GOLD,
    LEGENDARY_SLOT,
    LOT_BLOCK,
    LOT_CARD,
    LOT_COLOUR,
    LOT_MASK,
    LOTS,
    MASK,
    MOST_EQUAL,
    OPEN_CARDS,
    PINK,
    PLACED_TILE,
    PLACEMENTS,
    POINTS,
    QUIET_ROUNDS,
    ROW_BITS,
    SIZE,
    SLOT_TILE,
    SLOTS,
    START,
    START_LOT,
    STARTER,
    TILES,
    WORKERS,
)

VARIANTS = ("intro",)
NONE = -1
HAND, GONE = -1, -2
MOST_STACKED = len(LOTS) - 3
"""Upper bound on the cards in the future market: everybody owns a lot, and with two players the pink cards are out."""

# --- the state -----------------------------------------------------------------------------------------------


class State(Record):
    standing: Array[i2s, 4, SLOTS]  # the placement of every tile, HAND, or GONE (torn down); equal tiles descending
    player: i1  # the seat that decides, -1 when the game is over
    players: i1
    variant: i1
    acquired: i1  # 1 between acquiring land and building or not
    last_turns: i1  # NY-70: how many are still to be played, the present one included; -1 before the end
    passes: i1  # NY-51: in a row
    quiet: i1  # NY-52: turns in a row without a new tile
    character: Array[i1s, 4]  # NY-10: the start district of every seat, -1 of an empty one
    owner: Array[i1s, len(LOTS)]  # the seat, or -1
    market: Array[i1s, len(CARDS)]  # NY-12: open cards of each kind
    stacked: i1  # cards in the future market
    returned: i1  # how many of them, at the bottom, were given back and are known
    stack: Array[i1s, MOST_STACKED]  # the future market from the bottom up, -1 where no card lies


# Derived, so not stored: a worker stands on a lot exactly when it is owned and no part of a tile lies on it (NY-24,
# NY-34); a player's cards are those of the player's lots; the points are those of all tiles ever built.

# A move: acquire a lot, place a tile (build or rebuild), skip building, give a lot back, or pass. Its id is that of the
# action plus the index of the lot or placement.
ACQUIRE = 0
PLACE = ACQUIRE + len(LOTS)
SKIP = PLACE + len(PLACEMENTS)
GIVE_BACK = SKIP + 1
PASS = GIVE_BACK + len(LOTS)
MOVES = PASS + 1


@rule
def action_of(move: int) -> tuple[int, int]:
    """The action, and which lot or placement it is about."""
    if move < PLACE:
        return ACQUIRE, move - ACQUIRE
    if move < SKIP:
        return PLACE, move - PLACE
    if GIVE_BACK <= move < PASS:
        return GIVE_BACK, move - GIVE_BACK
    return move, 0


# Upper bound on decisions: a player's 13 cheapest tiles are worth more than 50 points, NY-52 limits the turns before
# each tile and after the last one, and a turn has at most two decisions.
LENGTH = (4 * 13 + 1) * 4 * QUIET_ROUNDS * 2


# --- start ---------------------------------------------------------------------------------------------------


@rule
def start(state: State, players: int, variant: int, first: int, dice: Ints) -> None:
    clear(state, players, variant)
    state.player = roll(dice, players) if first == NONE else first  # NY-12
    characters = np.arange(PINK + 1)
    shuffle(characters, districts(state), dice)
    for seat in range(players):  # NY-10
        state.character[seat] = characters[seat]
        state.owner[START_LOT[characters[seat]]] = seat
        state.standing[seat, FIRST_SLOT[STARTER]] = START[characters[seat]]
    stack_unowned(state)
    shuffle(state.stack, state.stacked, dice)
    refill(state)


@rule
def clear(state: State, players: int, variant: int) -> None:
    """Nothing on the map, all tiles in hand, and no cards."""
    state.players, state.variant = players, variant
    state.player, state.acquired = 0, 0
    state.last_turns, state.passes, state.quiet = NONE, 0, 0
    state.standing[:, :] = HAND
    state.character[:] = NONE
    state.owner[:] = NONE
    state.market[:] = 0
    state.stacked, state.returned = 0, 0
    state.stack[:] = NONE


@rule
def districts(state: State) -> int:
    """How many districts are open: with two players pink, the last one, is closed (NY-11)."""
    return PINK if state.players == 2 else PINK + 1


@rule
def stack_unowned(state: State) -> None:
    """Make a future market, in order, of the cards that nobody owns and that are not open."""
    for card in range(2 * districts(state)):
        count = int(DECK[card]) - int(state.market[card])
        for lot in range(len(LOTS)):
            if state.owner[lot] != NONE and LOT_CARD[lot] == card:
                count -= 1
        for _ in range(count):
            state.stack[state.stacked] = card
            state.stacked += 1


# --- legal ---------------------------------------------------------------------------------------------------

# What a player has in each block: squares of own lots, squares under own tiles, and the number of bare lots.
OWN, BUILT, BARE = 0, 1, 2


@rule
def legal(state: State, moves: Ints) -> int:
    if state.player < 0:
        return 0
    land = survey(state, state.player)
    n = acquire_moves(state, land, moves)
    n = place_moves(state, land, n == 0, moves, n)
    if state.acquired:
        moves[n] = SKIP
        return n + 1
    if n > 0:  # NY-21
        return n
    if free_workers(land) > 0:
        moves[0] = PASS  # NY-51
        return 1
    manned = workers(state, state.player)
    for lot in range(len(LOTS)):
        if manned[lot]:
            moves[n] = GIVE_BACK + lot  # NY-50
            n += 1
    return n


@rule
def survey(state: State, seat: int) -> Ints:
    land = np.zeros((3, BLOCKS), np.int32)
    for lot in range(len(LOTS)):
        if state.owner[lot] == seat:
            land[OWN, LOT_BLOCK[lot]] |= LOT_MASK[lot]
    for slot in range(SLOTS):
        placement = state.standing[seat, slot]
        if placement >= 0:
            land[BUILT, BLOCK[placement]] |= MASK[placement]
    for block in range(BLOCKS):
        if land[OWN, block]:
            land[BARE, block] = bare_lots(state, seat, block, land[BUILT, block])
    return land


@rule
def bare_lots(state: State, seat: int, block: int, built: int) -> int:
    """Own lots in a block without any part of a tile: a worker stands on each (NY-24)."""
    bare = 0
    for lot in range(FIRST_LOT[block], FIRST_LOT[block + 1]):
        if state.owner[lot] == seat and not LOT_MASK[lot] & built:
            bare += 1
    return bare


@rule
def free_workers(land: Ints) -> int:
    free = WORKERS
    for block in range(BLOCKS):
        free -= int(land[BARE, block])
    return free


@rule
def acquire_moves(state: State, land: Ints, moves: Ints) -> int:
    n, free = 0, free_workers(land)
    for lot in range(len(LOTS)):
        if against_acquiring(state, free, lot) == 0:
            moves[n] = ACQUIRE + lot
            n += 1
    return n


@rule
def workers(state: State, seat: int) -> Ints:
    """1 for each lot on which a worker of the seat stands."""
    land = survey(state, seat)
    manned = np.zeros(len(LOTS), np.int8)
    for lot in range(len(LOTS)):
        manned[lot] = state.owner[lot] == seat and not LOT_MASK[lot] & land[BUILT, LOT_BLOCK[lot]]  # NY-24
    return manned


@rule
def place_moves(state: State, land: Ints, may_build: bool, moves: Ints, n: int) -> int:
    """Add all ways to build and rebuild that the turn allows."""
    tiles = tiles_at_hand(state, state.player)
    for block in range(BLOCKS):
        own, built = int(land[OWN, block]), int(land[BUILT, block])
        # Prune early: most placements do not fit into the squares that a tile may cover at all.
        room = own & ~built if state.acquired else own if may_build or built else 0
        # Every tile extends to the right of its anchor or below it.
        anchors = room & (room >> 1 | room >> ROW_BITS)
        for bit in range(BLOCK_BITS):
            if anchors >> bit & 1:
                anchor = block * BLOCK_BITS + bit
                for placement in range(FIRST_PLACEMENT[anchor], FIRST_PLACEMENT[anchor + 1]):
                    fits = int(MASK[placement]) & ~room == 0
                    if fits and against_placing(state, land, tiles, may_build, placement) == 0:
                        moves[n] = PLACE + placement
                        n += 1
    return n


@rule
def tiles_at_hand(state: State, seat: int) -> int:
    """The kinds of tile that the seat can still build, as bits."""
    tiles = 0
    for slot in range(LEGENDARY_SLOT):
        if state.standing[seat, slot] == HAND:
            tiles |= 1 << int(SLOT_TILE[slot])
    if may_build_legendary(state, seat):
        tiles |= legendary_left(state)
    return tiles


@rule
def may_build_legendary(state: State, seat: int) -> bool:
    return state.standing[seat, LEGENDARY_SLOT] == HAND  # NY-40


@rule
def legendary_left(state: State) -> int:
    """The legendary tiles that nobody has built, as bits (NY-40)."""
    tiles = (1 << len(TILES)) - (1 << FIRST_LEGENDARY)
    for seat in range(state.players):
        placement = state.standing[seat, LEGENDARY_SLOT]
        if placement >= 0:
            tiles &= ~(1 << int(PLACED_TILE[placement]))
    return tiles


# --- against -------------------------------------------------------------------------------------------------

REASONS = (
    "",
    "NY-70 over",
    "NY-11 closed",
    "NY-20 one_card",
    "NY-20 owned",
    "NY-20 no_worker",
    "NY-20 no_card",
    "NY-22 not_own",
    "NY-40 one_legendary",
    "NY-40 taken",
    "NY-21 starter",
    "NY-21 used",
    "NY-23 frontage",
    "NY-25 no_demolition",
    "NY-33 legendary",
    "NY-31 larger",
    "NY-32 joined",
    "NY-34 bare",
    "NY-20 acquire_first",
    "NY-21 skip",
    "NY-50 give_back",
    "NY-51 pass",
)
(
    OVER,
    CLOSED,
    ONE_CARD,
    OWNED,
    NO_WORKER,
    NO_CARD,
    NOT_OWN,
    ONE_LEGENDARY,
    TAKEN,
    NO_STARTER,
    USED,
    NO_FRONTAGE,
    NO_DEMOLITION,
    TEARS_LEGENDARY,
    NOT_LARGER,
    NOT_JOINED,
    LEFT_BARE,
    ACQUIRE_FIRST,
    NO_SKIPPING,
    NO_GIVING_BACK,
    NO_PASSING,
) = range(1, len(REASONS))


@rule
def against(state: State, move: int) -> int:
    """The index in REASONS of why a move is illegal, 0 if it is legal."""
    if state.player < 0:
        return OVER
    land, moves = survey(state, state.player), np.empty(MOVES, MOVE)
    action, which = action_of(move)
    if action == ACQUIRE:
        return against_acquiring(state, free_workers(land), which)
    if action == PLACE:
        may_build = acquire_moves(state, land, moves) == 0
        return against_placing(state, land, tiles_at_hand(state, state.player), may_build, which)
    for n in range(legal(state, moves)):
        if moves[n] == move:
            return 0
    return NO_SKIPPING if action == SKIP else NO_GIVING_BACK if action == GIVE_BACK else NO_PASSING


@rule
def against_acquiring(state: State, free: int, lot: int) -> int:
    """Why the player, with `free` free workers, cannot acquire the lot now, 0 if legal."""
    if is_closed(state, lot):
        return CLOSED
    if state.acquired:  # NY-20
        return ONE_CARD
    if state.owner[lot] != NONE:
        return OWNED
    if free == 0:
        return NO_WORKER
    return 0 if state.market[LOT_CARD[lot]] > 0 else NO_CARD


@rule
def is_closed(state: State, lot: int) -> bool:
    return LOT_COLOUR[lot] >= districts(state)  # NY-11


@rule
def against_placing(state: State, land: Ints, tiles: int, may_build: bool, placement: int) -> int:
    """Why the player cannot place a tile there now, 0 if legal."""
    if not is_on_own_land(land, placement):
        return against_land(state, placement)
    if not tiles >> int(PLACED_TILE[placement]) & 1:
        return against_tile(state, PLACED_TILE[placement])
    if not HAS_FRONTAGE[placement]:  # NY-23
        return NO_FRONTAGE
    if is_built_on(land, placement):
        return NO_DEMOLITION if state.acquired else against_rebuilding(state, land, placement)  # NY-25
    return 0 if may_build else ACQUIRE_FIRST  # NY-20


@rule
def is_on_own_land(land: Ints, placement: int) -> bool:
    return int(MASK[placement]) & ~int(land[OWN, BLOCK[placement]]) == 0  # NY-22


@rule
def is_built_on(land: Ints, placement: int) -> bool:
    """Whether own tiles are under the placement."""
    return int(MASK[placement]) & int(land[BUILT, BLOCK[placement]]) != 0


@rule
def against_land(state: State, placement: int) -> int:
    """Why land is not the player's."""
    for lot in range(FIRST_LOT[BLOCK[placement]], FIRST_LOT[BLOCK[placement] + 1]):
        if LOT_MASK[lot] & MASK[placement] and is_closed(state, lot):
            return CLOSED
    return NOT_OWN


@rule
def against_tile(state: State, tile: int) -> int:
    """Why a tile is not at hand."""
    if tile >= FIRST_LEGENDARY:  # NY-40
        return TAKEN if may_build_legendary(state, state.player) else ONE_LEGENDARY
    return NO_STARTER if tile == STARTER else USED  # NY-21


@rule
def against_rebuilding(state: State, land: Ints, placement: int) -> int:
    """Why the player cannot replace what is there by this tile, 0 if legal."""
    torn = 0
    for slot in range(SLOTS):
        standing = state.standing[state.player, slot]
        if tears_down(placement, standing):
            if slot == LEGENDARY_SLOT:  # NY-33
                return TEARS_LEGENDARY
            if not is_larger(placement, standing):  # NY-31
                return NOT_LARGER
            torn |= int(MASK[standing])
    if not is_joined(torn):  # NY-32
        return NOT_JOINED
    block = BLOCK[placement]
    built = int(land[BUILT, block]) & ~torn | int(MASK[placement])
    returned = land[BARE, block] - bare_lots(state, state.player, block, built)
    return 0 if free_workers(land) + returned >= 0 else LEFT_BARE  # NY-34


@rule
def is_larger(placement: int, other: int) -> bool:
    return SIZE[PLACED_TILE[placement]] > SIZE[PLACED_TILE[other]]


@rule
def tears_down(placement: int, standing: int) -> bool:
    """Whether a tile that is built there is torn down for this placement (NY-30)."""
    return standing >= 0 and overlap(standing, placement)


@rule
def overlap(placement: int, other: int) -> bool:
    return BLOCK[placement] == BLOCK[other] and MASK[placement] & MASK[other] != 0


@rule
def is_joined(squares: int) -> bool:
    """Whether squares of a block are connected by sides (flood fill)."""
    group = squares & -squares
    while True:
        near = group << 1 | group >> 1 | group << ROW_BITS | group >> ROW_BITS
        grown = (group | near) & squares
        if grown == group:
            return group == squares
        group = grown


# --- apply ---------------------------------------------------------------------------------------------------


@rule
def apply(state: State, move: int, dice: Ints) -> None:
    action, which = action_of(move)
    if action == ACQUIRE:
        acquire(state, which)
        return
    if action == PLACE:
        place(state, which)
    elif action == GIVE_BACK:
        give_back(state, which)
    state.quiet = 0 if action == PLACE else state.quiet + 1  # NY-52
    state.passes = state.passes + 1 if action == PASS else 0  # NY-51
    end_turn(state)


@rule
def acquire(state: State, lot: int) -> None:
    state.owner[lot] = state.player
    state.market[LOT_CARD[lot]] -= 1
    state.acquired = 1


@rule
def place(state: State, placement: int) -> None:
    """Build, or tear down what is there and rebuild (NY-30)."""
    seat, tile = state.player, PLACED_TILE[placement]
    for slot in range(SLOTS):
        if tears_down(placement, state.standing[seat, slot]):
            state.standing[seat, slot] = GONE
    take_from_hand(state, seat, tile, placement)
    sort_equal_tiles(state, seat)


@rule
def take_from_hand(state: State, seat: int, tile: int, value: int) -> None:
    """Take one of these tiles from the hand and put it on the map, or into the box."""
    slot = FIRST_SLOT[tile]
    while state.standing[seat, slot] != HAND:
        slot += 1
    state.standing[seat, slot] = value


@rule
def sort_equal_tiles(state: State, seat: int) -> None:
    """Keep states canonical: equal tiles are interchangeable, so sort them by placement, descending."""
    for _ in range(MOST_EQUAL - 1):
        for slot in range(LEGENDARY_SLOT - 1):
            first, second = state.standing[seat, slot], state.standing[seat, slot + 1]
            if SLOT_TILE[slot] == SLOT_TILE[slot + 1] and first < second:
                state.standing[seat, slot], state.standing[seat, slot + 1] = second, first


@rule
def give_back(state: State, lot: int) -> None:
    """NY-50: the card goes under the future market."""
    state.owner[lot] = NONE
    for n in range(state.stacked, 0, -1):
        state.stack[n] = state.stack[n - 1]
    state.stack[0] = LOT_CARD[lot]
    state.stacked += 1
    state.returned += 1


@rule
def end_turn(state: State) -> None:
    state.acquired = 0
    refill(state)
    if state.last_turns > 0:
        state.last_turns -= 1
    elif has_reached_goal(state, state.player):
        state.last_turns = state.players - 1
    state.player = NONE if ending(state) else (state.player + 1) % state.players


@rule
def refill(state: State) -> None:
    cards = open_cards(state)
    while cards < OPEN_CARDS and state.stacked > 0:  # NY-60
        state.stacked -= 1
        state.returned = min(state.returned, state.stacked)
        state.market[state.stack[state.stacked]] += 1
        state.stack[state.stacked] = NONE
        cards += 1


@rule
def open_cards(state: State) -> int:
    cards = 0
    for card in range(len(CARDS)):
        cards += int(state.market[card])
    return cards


@rule
def has_reached_goal(state: State, seat: int) -> bool:
    return points_of(state, seat) >= GOAL  # NY-70


# What ends the game.
ENDINGS = ("", "last_turns", "passes", "quiet")
LAST_TURNS, PASSES, QUIET = range(1, len(ENDINGS))


@rule
def ending(state: State) -> int:
    """The index in ENDINGS, 0 if the game goes on."""
    if state.last_turns == 0:
        return LAST_TURNS  # NY-70
    if state.passes == state.players:
        return PASSES  # NY-51
    return QUIET if state.quiet == quiet_end(state) else 0  # NY-52


@rule
def quiet_end(state: State) -> int:
    """The number of turns without a new building after which the game ends (NY-52)."""
    return QUIET_ROUNDS * state.players


# --- score ---------------------------------------------------------------------------------------------------


@rule
def score(state: State, points: Ints) -> None:
    for seat in range(state.players):
        points[seat] = points_of(state, seat)


@rule
def points_of(state: State, seat: int) -> int:
    """NY-21, NY-30: every tile ever built counts, even if torn down since."""
    points = 0
    for slot in range(LEGENDARY_SLOT):
        if state.standing[seat, slot] != HAND:
            points += int(POINTS[SLOT_TILE[slot]])
    legendary = state.standing[seat, LEGENDARY_SLOT]
    if legendary >= 0:
        points += int(POINTS[PLACED_TILE[legendary]])
    return points


# --- rank ----------------------------------------------------------------------------------------------------


@rule
def rank(state: State, places: Ints) -> None:
    for seat in range(state.players):
        places[seat] = 1
        for other in range(state.players):  # NY-71
            lead = points_of(state, other) - points_of(state, seat)
            if lead > 0 or (lead == 0 and gold_of(state, other) > gold_of(state, seat)):
                places[seat] += 1


@rule
def gold_of(state: State, seat: int) -> int:
    """Gold skyscrapers that stand, a legendary one included."""
    gold = 0
    for slot in range(SLOTS):
        placement = state.standing[seat, slot]
        if placement >= 0 and IS_GOLD[PLACED_TILE[placement]]:
            gold += 1
    return gold


# --- redeal --------------------------------------------------------------------------------------------------


@rule
def redeal(state: State, seat: int, dice: Ints) -> None:
    """Shuffle the future market, except the cards given back at its bottom: everybody knows their order."""
    hidden = np.zeros(MOST_STACKED, np.int8)
    n = 0
    for card in range(len(CARDS)):
        for place in range(state.returned, state.stacked):
            if state.stack[place] == card:
                hidden[n] = card
                n += 1
    shuffle(hidden, n, dice)
    for i in range(n):
        state.stack[state.returned + i] = hidden[i]
