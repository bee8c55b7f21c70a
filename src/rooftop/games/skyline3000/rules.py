"""The rules of Skyline 3000, S3-1 to S3-60."""

from typing import Literal, get_args

import numpy as np

from rooftop.core.dice import roll, shuffle
from rooftop.core.rule import Ints, rule
from rooftop.core.state import Array, Record, i1, i1s, i2, i2s
from rooftop.games.skyline3000.components import (
    AUCTIONS,
    BILLBOARDS,
    CARDS,
    CONTRACT,
    COPIES,
    DEALT,
    DISTRICT,
    DRAWS,
    FIRST_BUILDINGS,
    FIRST_CARD,
    FIRST_PLACE,
    FLOOR,
    FLOORS,
    GREEN_SPACE,
    HIGHEST,
    KIND,
    MEGAMALL,
    MOST_SMALL,
    NUMBER,
    POINTS,
    PRINTED,
    ROOF,
    ROOFS,
    ROUNDS,
    SMALL,
    SOLD,
    SPACEPORT,
    SPACEPORT_DRAWS,
)

VARIANTS = ("standard", "open")
OPEN = 1
"""S3-16: the number of the variant that shows what has happened before."""
NONE = -1
CARD_COUNT = len(CARDS)
"""The number of distinct cards."""

# The pending question for the player. The first five belong to a turn of the building phase.
Asked = Literal["action", "first floor", "second floor", "roof", "contract", "bid", "amenity", "draw", "over"]
ASKED: tuple[Asked, ...] = get_args(Asked)
ACTION, FIRST_FLOOR, SECOND_FLOOR, ROOF_CARD, CONTRACT_CARD, BID, AMENITY, DRAW, OVER = range(9)

# --- the state -----------------------------------------------------------------------------------------------


class State(Record):
    points: Array[i2s, 4]
    floors: i2  # in the supply
    player: i1  # the seat that decides, -1 when the game is over
    players: i1
    variant: i1
    key: i1  # the key player
    round_number: i1  # from 1
    asked: i1  # what the player has to decide
    card: i1  # played and not yet used or let go, else -1
    auction: i1  # 1 to 3 in the amenities phase, else 0
    draws: i1  # cards the player still has to draw in the supply phase, else 0
    passed: Array[i1s, 4]  # 1 for who has passed in this building phase
    hand: Array[i1s, 4, CARD_COUNT]  # how many of each card
    known: Array[i1s, 4, CARD_COUNT]  # S3-16: how many of them everybody has seen
    bid: Array[i1s, 4, CARD_COUNT]  # cards of the hand above the STOP card; open when an amenity is to be placed
    stack: Array[i1s, 62]  # the stacks of the three kinds, each from the bottom up; -1 where no card is
    stacked: Array[i1s, 3]  # cards in each stack
    renewed: Array[i1s, 3]  # 1 if the discards have become the stack before
    discards: Array[i1s, CARD_COUNT]
    unfinished: Array[i1s, 4, HIGHEST + 1]  # buildings in the factory by height
    top: Array[i1s, 4]  # height of the highest of them
    finished: Array[i1s, 4, 2, ROOFS]  # heights of buildings in the factory by shape, descending, then 0
    roofs: Array[i1s, 4, 2]  # in stock
    billboards: Array[i1s, 4]  # in stock
    free: Array[i1s, 9]  # empty small foundations of each block
    roof_shape: Array[i1s, 9]  # of the roofs of each block, -1 without buildings
    buildings: Array[i1s, 9, MOST_SMALL]  # see `building_of`, descending, then 0
    posted: Array[i1s, 9, 4]  # billboards of each seat
    green: Array[i1s, 9]  # green spaces
    large: Array[i1s, 9]  # spaceport or megamall on the large foundation, 0 if it is empty


# Moves, in the order of the questions. The id of a move is that of the action plus the index of the card, block, height
# or kind. `roof_move` and `anchor_move` number the ways to put a roof and to anchor.
PLAY = 0
BILLBOARD = PLAY + CARD_COUNT
PASS = BILLBOARD + 9
LET_GO = PASS + 1
PUT_FLOOR = LET_GO + 1
PUT_ROOF = PUT_FLOOR + HIGHEST
ANCHOR = PUT_ROOF + 2 * HIGHEST
LAY = ANCHOR + 9 * 2 * MOST_SMALL * 2
STOP = LAY + CARD_COUNT
PLACE = STOP + 1
TAKE = PLACE + 9
MOVES = TAKE + 3


@rule
def action_of(move: int) -> tuple[int, int]:
    """The action, and which card, block, height or kind it is about."""
    if move < BILLBOARD:
        return PLAY, move - PLAY
    if move < PASS:
        return BILLBOARD, move - BILLBOARD
    if move < PUT_FLOOR:
        return move, 0
    if move < PUT_ROOF:
        return PUT_FLOOR, move - PUT_FLOOR
    if move < ANCHOR:
        return PUT_ROOF, move - PUT_ROOF
    if move < LAY:
        return ANCHOR, move - ANCHOR
    if move < STOP:
        return LAY, move - LAY
    if move < PLACE:
        return STOP, 0
    if move < TAKE:
        return PLACE, move - PLACE
    return TAKE, move - TAKE


@rule
def roof_move(shape: int, height: int) -> int:
    return PUT_ROOF + shape * HIGHEST + height - 1


@rule
def roofing(move: int) -> tuple[int, int]:
    """The shape and the height of a `roof_move`."""
    number = move - PUT_ROOF
    return number // HIGHEST, number % HIGHEST + 1


@rule
def anchor_move(block: int, shape: int, height: int, foundation: int) -> int:
    """Foundation 0 is an empty one, 1 has a billboard of the player."""
    return ANCHOR + ((block * 2 + shape) * MOST_SMALL + height - 1) * 2 + foundation


@rule
def anchoring(move: int) -> tuple[int, int, int, int]:
    """The block, shape, height and foundation of an `anchor_move`."""
    number = move - ANCHOR
    return number // (4 * MOST_SMALL), number // (2 * MOST_SMALL) % 2, number // 2 % MOST_SMALL + 1, number % 2


# --- start ---------------------------------------------------------------------------------------------------


@rule
def start(state: State, players: int, variant: int, first: int, dice: Ints) -> None:
    clear(state, players, variant)
    state.key = roll(dice, players) if first == NONE else first  # S3-13
    state.player = state.key
    for kind in range(3):
        deal(state, kind, dice)
    for seat in range(players):
        state.points[seat] = POINTS  # S3-11
        for height in FIRST_BUILDINGS:
            for shape in range(2):
                state.floors -= height
                finish(state, seat, shape, height)


@rule
def clear(state: State, players: int, variant: int) -> None:
    """An empty city with all pieces in stock and no cards."""
    state.players, state.variant = players, variant
    state.player, state.key, state.round_number = 0, 0, 1
    state.asked, state.card, state.auction, state.draws = ACTION, NONE, 0, 0
    state.points[:] = 0
    state.passed[:] = 0
    state.hand[:, :] = 0
    state.known[:, :] = 0
    state.bid[:, :] = 0
    state.stack[:] = NONE
    state.stacked[:] = 0
    state.renewed[:] = 0
    state.discards[:] = 0
    state.floors = FLOORS
    state.unfinished[:, :] = 0
    state.top[:] = 0
    state.finished[:, :, :] = 0
    state.roofs[:, :] = 0
    state.billboards[:] = 0
    for seat in range(players):  # S3-3
        state.roofs[seat, :] = ROOFS
        state.billboards[seat] = BILLBOARDS
    state.roof_shape[:] = NONE
    state.buildings[:, :] = 0
    state.posted[:, :] = 0
    state.large[:] = 0
    for block in range(9):  # S3-1, S3-12
        state.free[block] = SMALL[block]
        state.green[block] = PRINTED[block]


@rule
def deal(state: State, kind: int, dice: Ints) -> None:
    """S3-10"""
    cards = np.zeros(24, np.int64)
    n = 0
    for card in range(FIRST_CARD[kind], FIRST_CARD[kind + 1]):
        for _ in range(COPIES[card]):
            cards[n] = card
            n += 1
    shuffle(cards, n, dice)
    for seat in range(state.players):
        for _ in range(DEALT[kind]):
            n -= 1
            state.hand[seat, cards[n]] += 1
    for place in range(n):
        push(state, kind, cards[place])


@rule
def push(state: State, kind: int, card: int) -> None:
    """Put a card on top of a stack."""
    state.stack[FIRST_PLACE[kind] + state.stacked[kind]] = card
    state.stacked[kind] += 1


# --- legal ---------------------------------------------------------------------------------------------------


@rule
def legal(state: State, moves: Ints) -> int:
    if state.asked == OVER:
        return 0
    if answers(state, PLAY):
        return legal_actions(state, moves)
    if answers(state, LAY):
        return legal_bids(state, moves)
    if answers(state, PLACE):
        return legal_places(state, moves)
    if answers(state, TAKE):
        return legal_draws(state, moves)
    n = 0
    if not against_letting_go(state):
        moves[n] = LET_GO
        n += 1
    if answers(state, PUT_ROOF):
        return legal_roofs(state, moves, n)
    if answers(state, ANCHOR):
        return legal_anchorings(state, moves, n)
    return legal_floors(state, moves, n)


@rule
def legal_actions(state: State, moves: Ints) -> int:
    n = 0
    for card in range(CARD_COUNT):
        if not against_playing(state, card):
            moves[n] = PLAY + card
            n += 1
    for block in range(9):
        if not against_posting(state, block):
            moves[n] = BILLBOARD + block
            n += 1
    moves[n] = PASS  # S3-29
    return n + 1


@rule
def legal_floors(state: State, moves: Ints, n: int) -> int:
    for height in range(state.top[state.player] + 1):
        if not against_floor(state, height):
            moves[n] = PUT_FLOOR + height
            n += 1
    return n


@rule
def legal_roofs(state: State, moves: Ints, n: int) -> int:
    for shape in range(2):
        for height in range(1, state.top[state.player] + 1):
            if not against_roof(state, shape, height):
                moves[n] = roof_move(shape, height)
                n += 1
    return n


@rule
def legal_anchorings(state: State, moves: Ints, n: int) -> int:
    for block in range(9):
        if is_under_contract(state, block):
            for shape in range(2):
                if not against_shape(state, block, shape):
                    n = legal_heights(state, block, shape, moves, n)
    return n


@rule
def legal_heights(state: State, block: int, shape: int, moves: Ints, n: int) -> int:
    """The anchorings of buildings with roofs of a shape that the block takes."""
    for height in range(1, MOST_SMALL + 1):
        if not against_height(state, block, height) and has_finished(state, state.player, shape, height):
            for foundation in range(2):
                if not against_foundation(state, block, foundation):
                    moves[n] = anchor_move(block, shape, height, foundation)
                    n += 1
    return n


@rule
def legal_bids(state: State, moves: Ints) -> int:
    n, last = 0, last_laid(state)
    for card in range(CARD_COUNT):
        if not against_laying(state, card, last):
            moves[n] = LAY + card
            n += 1
    moves[n] = STOP
    return n + 1


@rule
def legal_places(state: State, moves: Ints) -> int:
    n = 0
    for block in range(9):
        if not against_placing(state, block):
            moves[n] = PLACE + block
            n += 1
    return n


@rule
def legal_draws(state: State, moves: Ints) -> int:
    n = 0
    for kind in range(3):
        if not against_drawing(state, kind):
            moves[n] = TAKE + kind
            n += 1
    return n


# --- against -------------------------------------------------------------------------------------------------

# Why a move is refused: the rule, and the key of its sentence.
REASONS = (
    "",
    "S3-46 over",
    *(f"S3-15 asked_{question.replace(' ', '_')}" for question in ASKED[:OVER]),
    "S3-28 no_card",
    "S3-22 no_billboard",
    "S3-24 no_points",
    "S3-22 no_foundation",
    "S3-28 both_floors",
    "S3-20 no_floors",
    "S3-20 not_unfinished",
    "S3-21 no_roof",
    "S3-21 not_unfinished",
    "S3-23 other_district",
    "S3-23 not_finished",
    "S3-26 three_alike",
    "S3-25 other_shape",
    "S3-27 first_height",
    "S3-27 height",
    "S3-23 no_foundation",
    "S3-23 no_own_billboard",
    "S3-30 no_card",
    "S3-30 order",
    "S3-33 no_foundation",
    "S3-33 no_large_foundation",
    "S3-50 empty_stack",
)
GAME_OVER, NOT_ASKED = 1, 2  # NOT_ASKED begins a range with one reason per question
(
    NOT_IN_HAND,
    NO_BILLBOARD,
    NO_POINTS,
    NO_FOUNDATION,
    BOTH_FLOORS,
    NO_FLOORS,
    NOTHING_TO_RAISE,
    NO_ROOF,
    NOTHING_TO_ROOF,
    OTHER_DISTRICT,
    NOT_FINISHED,
    THREE_ALIKE,
    OTHER_SHAPE,
    FIRST_HEIGHT,
    OTHER_HEIGHT,
    NOWHERE_TO_ANCHOR,
    NO_OWN_BILLBOARD,
    NOT_LEFT,
    OUT_OF_ORDER,
    NO_SMALL_PLACE,
    NO_LARGE_PLACE,
    EMPTY_STACK,
) = range(NOT_ASKED + OVER, len(REASONS))


@rule
def against(state: State, move: int) -> int:
    """The index in REASONS of why a move is illegal, 0 if it is legal."""
    if state.asked == OVER:
        return GAME_OVER
    action, which = action_of(move)
    if not answers(state, action):
        return NOT_ASKED + state.asked
    if action == PLAY:
        return against_playing(state, which)
    if action == BILLBOARD:
        return against_posting(state, which)
    if action == LET_GO:
        return against_letting_go(state)
    if action == PUT_FLOOR:
        return against_floor(state, which)
    if action == PUT_ROOF:
        return against_roof(state, *roofing(move))
    if action == ANCHOR:
        return against_anchoring(state, *anchoring(move))
    if action == LAY:
        return against_laying(state, which, last_laid(state))
    if action == PLACE:
        return against_placing(state, which)
    return against_drawing(state, which) if action == TAKE else 0


@rule
def answers(state: State, action: int) -> bool:
    """Whether the action answers the pending question (S3-15)."""
    if action == LET_GO:
        return FIRST_FLOOR <= state.asked <= CONTRACT_CARD
    if action == PUT_FLOOR:
        return state.asked == FIRST_FLOOR or state.asked == SECOND_FLOOR
    if action == PUT_ROOF:
        return state.asked == ROOF_CARD
    if action == ANCHOR:
        return state.asked == CONTRACT_CARD
    if action in (LAY, STOP):
        return state.asked == BID
    if action == PLACE:
        return state.asked == AMENITY
    return state.asked == (DRAW if action == TAKE else ACTION)


@rule
def against_playing(state: State, card: int) -> int:
    return 0 if state.hand[state.player, card] else NOT_IN_HAND  # S3-28


@rule
def against_posting(state: State, block: int) -> int:
    if state.billboards[state.player] == 0:
        return NO_BILLBOARD  # S3-22
    if state.points[state.player] == 0:
        return NO_POINTS  # S3-24
    return 0 if state.free[block] else NO_FOUNDATION  # S3-22


@rule
def against_letting_go(state: State) -> int:
    return BOTH_FLOORS if state.asked == SECOND_FLOOR else 0  # S3-28


@rule
def against_floor(state: State, height: int) -> int:
    """Why no floor can go on a building of that height, 0 if legal. Height 0 stands for a new building."""
    if state.floors == 0:
        return NO_FLOORS  # S3-20
    return 0 if height == 0 or state.unfinished[state.player, height] else NOTHING_TO_RAISE


@rule
def against_roof(state: State, shape: int, height: int) -> int:
    if state.roofs[state.player, shape] == 0:
        return NO_ROOF  # S3-21
    return 0 if state.unfinished[state.player, height] else NOTHING_TO_ROOF


@rule
def against_anchoring(state: State, block: int, shape: int, height: int, foundation: int) -> int:
    if not is_under_contract(state, block):
        return OTHER_DISTRICT  # S3-23
    if not has_finished(state, state.player, shape, height):
        return NOT_FINISHED
    reason = against_shape(state, block, shape) or against_height(state, block, height)
    return reason or against_foundation(state, block, foundation)


@rule
def is_under_contract(state: State, block: int) -> bool:
    return DISTRICT[state.card] == block // 3


@rule
def has_finished(state: State, seat: int, shape: int, height: int) -> bool:
    for place in range(ROOFS):
        if state.finished[seat, shape, place] == height:
            return True
    return False


@rule
def against_shape(state: State, block: int, shape: int) -> int:
    if state.roof_shape[block] != NONE:
        return 0 if state.roof_shape[block] == shape else OTHER_SHAPE  # S3-25
    return THREE_ALIKE if others_have(state, block, shape) else 0


@rule
def others_have(state: State, block: int, shape: int) -> bool:
    """Whether both other blocks of the district have roofs of that shape."""
    district = block // 3
    for other in range(3 * district, 3 * district + 3):  # S3-26
        if other != block and state.roof_shape[other] != shape:
            return False
    return True


@rule
def against_height(state: State, block: int, height: int) -> int:
    highest, _ = height_and_owner(int(state.buildings[block, 0]))  # S3-27
    if highest == 0:
        return 0 if height == 1 else FIRST_HEIGHT
    return 0 if highest <= height <= highest + 1 else OTHER_HEIGHT


@rule
def what_fits(state: State, shapes: Ints, heights: Ints) -> None:
    """Write which shapes of roofs and which heights each block takes."""
    for block in range(9):
        for shape in range(2):
            shapes[block, shape] = not against_shape(state, block, shape)
        for height in range(1, MOST_SMALL + 1):
            heights[block, height] = not against_height(state, block, height)


@rule
def against_foundation(state: State, block: int, foundation: int) -> int:
    if foundation == 0:
        return 0 if state.free[block] else NOWHERE_TO_ANCHOR  # S3-23
    if state.posted[block, state.player] == 0:
        return NO_OWN_BILLBOARD
    return 0 if state.points[state.player] else NO_POINTS  # S3-24


@rule
def against_laying(state: State, card: int, last: int) -> int:
    """Cards of a bid are laid in ascending order. So each bid has exactly one sequence of moves."""
    if state.hand[state.player, card] == state.bid[state.player, card]:
        return NOT_LEFT
    return OUT_OF_ORDER if card < last else 0  # S3-30


@rule
def last_laid(state: State) -> int:
    """The highest card in the player's bid."""
    for card in range(CARD_COUNT - 1, -1, -1):
        if state.bid[state.player, card]:
            return card
    return NONE


@rule
def against_placing(state: State, block: int) -> int:
    if amenity(state) == GREEN_SPACE:  # S3-33
        return 0 if state.free[block] else NO_SMALL_PLACE
    return NO_LARGE_PLACE if state.large[block] else 0


@rule
def has_place(state: State) -> bool:
    """Whether the amenity on auction can be placed anywhere."""
    for block in range(9):
        if not against_placing(state, block):
            return True
    return False


@rule
def amenity(state: State) -> int:
    """The amenity on auction."""
    return SOLD[state.auction - 1, state.round_number - 1]


@rule
def against_drawing(state: State, kind: int) -> int:
    return 0 if state.stacked[kind] else EMPTY_STACK  # S3-50


# --- apply ---------------------------------------------------------------------------------------------------


@rule
def apply(state: State, move: int, dice: Ints) -> None:
    action, which = action_of(move)
    if action == PLAY:
        play(state, which, dice)
    elif action == BILLBOARD:
        post(state, which)
    elif action == PASS:
        state.passed[state.player] = 1
        end_turn(state)
    elif action == LET_GO:
        end_turn(state)
    elif action == PUT_FLOOR:
        put_floor(state, which)
    elif action == PUT_ROOF:
        put_roof(state, *roofing(move))
    elif action == ANCHOR:
        anchor(state, *anchoring(move))
    elif action == LAY:
        state.bid[state.player, which] += 1
    elif action == STOP:
        stop(state, dice)
    elif action == PLACE:
        place(state, which, dice)
    else:
        draw(state, which, dice)


@rule
def play(state: State, card: int, dice: Ints) -> None:
    kind = KIND[card]
    discard(state, state.player, card)
    renew(state, kind, dice)
    state.card = card
    state.asked = asked_for(kind)


@rule
def asked_for(kind: int) -> int:
    """What the player of a card of that kind is asked."""
    return FIRST_FLOOR if kind == FLOOR else ROOF_CARD if kind == ROOF else CONTRACT_CARD


@rule
def discard(state: State, seat: int, card: int) -> None:
    state.hand[seat, card] -= 1
    state.known[seat, card] = max(0, state.known[seat, card] - 1)  # S3-16
    state.discards[card] += 1


@rule
def renew(state: State, kind: int, dice: Ints) -> None:
    """S3-14: an empty stack takes in the discards."""
    if state.stacked[kind]:
        return
    for card in range(FIRST_CARD[kind], FIRST_CARD[kind + 1]):
        for _ in range(state.discards[card]):
            push(state, kind, card)
        state.discards[card] = 0
    if state.stacked[kind]:
        state.renewed[kind] = 1
        shuffle(state.stack[FIRST_PLACE[kind] :], state.stacked[kind], dice)


@rule
def post(state: State, block: int) -> None:
    seat = state.player
    state.billboards[seat] -= 1
    state.posted[block, seat] += 1
    state.free[block] -= 1
    state.points[seat] -= 1  # S3-22
    end_turn(state)


@rule
def put_floor(state: State, height: int) -> None:
    seat = state.player
    state.floors -= 1
    if height:
        state.unfinished[seat, height] -= 1
    state.unfinished[seat, height + 1] += 1
    state.top[seat] = max(state.top[seat], height + 1)
    if state.asked == FIRST_FLOOR:
        state.asked = SECOND_FLOOR  # S3-20
    else:
        end_turn(state)


@rule
def put_roof(state: State, shape: int, height: int) -> None:
    seat = state.player
    state.unfinished[seat, height] -= 1
    while state.top[seat] and state.unfinished[seat, state.top[seat]] == 0:
        state.top[seat] -= 1
    finish(state, seat, shape, height)
    end_turn(state)


@rule
def finish(state: State, seat: int, shape: int, height: int) -> None:
    """Add a finished building to a factory."""
    state.roofs[seat, shape] -= 1
    place = ROOFS - 1
    while place > 0 and state.finished[seat, shape, place - 1] < height:
        state.finished[seat, shape, place] = state.finished[seat, shape, place - 1]
        place -= 1
    state.finished[seat, shape, place] = height


@rule
def anchor(state: State, block: int, shape: int, height: int, foundation: int) -> None:
    seat = state.player
    launch(state, seat, shape, height)
    add_building(state, block, seat, shape, height)
    if foundation == 0:
        state.free[block] -= 1
    else:
        state.posted[block, seat] -= 1
        state.points[seat] -= 1  # S3-23
    end_turn(state)


@rule
def launch(state: State, seat: int, shape: int, height: int) -> None:
    """Take a finished building out of a factory."""
    place = 0
    while state.finished[seat, shape, place] != height:
        place += 1
    for after in range(place + 1, ROOFS):
        state.finished[seat, shape, after - 1] = state.finished[seat, shape, after]
    state.finished[seat, shape, ROOFS - 1] = 0


@rule
def building_of(height: int, seat: int) -> int:
    """A building as a number: higher ones have higher numbers."""
    return 4 * height + seat


@rule
def height_and_owner(building: int) -> tuple[int, int]:
    return building // 4, building % 4


@rule
def add_building(state: State, block: int, seat: int, shape: int, height: int) -> None:
    state.roof_shape[block] = shape
    building = building_of(height, seat)
    place = MOST_SMALL - 1
    while place > 0 and state.buildings[block, place - 1] < building:
        state.buildings[block, place] = state.buildings[block, place - 1]
        place -= 1
    state.buildings[block, place] = building


@rule
def end_turn(state: State) -> None:
    state.asked, state.card = ACTION, NONE
    for step in range(1, state.players + 1):
        seat = (state.player + step) % state.players
        if not state.passed[seat]:
            state.player = seat
            return
    state.passed[:] = 0
    begin_auction(state, 1)


@rule
def begin_auction(state: State, number: int) -> None:
    state.asked, state.auction, state.player = BID, number, state.key
    state.bid[:, :] = 0


@rule
def stop(state: State, dice: Ints) -> None:
    if is_last_bidder(state):
        open_bids(state, dice)
    else:
        state.player = (state.player + 1) % state.players


@rule
def is_last_bidder(state: State) -> bool:
    return (state.player + 1) % state.players == state.key


@rule
def open_bids(state: State, dice: Ints) -> None:
    for seat in range(state.players):
        for card in range(CARD_COUNT):
            state.known[seat, card] = max(state.known[seat, card], state.bid[seat, card])  # S3-16
    winner = best_bidder(state)
    if winner == NONE:  # S3-32
        end_auction(state, dice)
        return
    state.asked, state.player = AMENITY, winner
    pay(state, winner, dice)
    if not has_place(state):  # S3-33
        end_auction(state, dice)


@rule
def best_bidder(state: State) -> int:
    winner, best, highest = NONE, 0, 0
    for step in range(state.players):  # S3-31
        seat = (state.key + step) % state.players
        total, single = bid_total(state, seat), bid_highest(state, seat)
        if total > best or (total == best and single > highest):
            winner, best, highest = seat, total, single
    return winner


@rule
def bid_total(state: State, seat: int) -> int:
    total = 0
    for card in range(CARD_COUNT):
        total += int(state.bid[seat, card]) * int(NUMBER[card])
    return total


@rule
def bid_highest(state: State, seat: int) -> int:
    highest = 0
    for card in range(CARD_COUNT):
        if state.bid[seat, card]:
            highest = max(highest, NUMBER[card])
    return highest


@rule
def pay(state: State, winner: int, dice: Ints) -> None:
    for card in range(CARD_COUNT):
        for _ in range(state.bid[winner, card]):
            discard(state, winner, card)
    for kind in range(3):  # S3-14: all at once, then the stacks in their order
        renew(state, kind, dice)


@rule
def place(state: State, block: int, dice: Ints) -> None:
    if amenity(state) == GREEN_SPACE:
        state.green[block] += 1
        state.free[block] -= 1
    else:
        state.large[block] = amenity(state)
    end_auction(state, dice)


@rule
def end_auction(state: State, dice: Ints) -> None:
    if state.auction < AUCTIONS:
        begin_auction(state, state.auction + 1)
        return
    state.bid[:, :] = 0
    state.auction = 0
    score_blocks(state)
    if state.round_number == ROUNDS:  # S3-46
        state.asked, state.player = OVER, NONE
    else:
        begin_supply(state)


@rule
def score_blocks(state: State) -> None:
    floors, tallest, places = np.zeros(4, np.int32), np.zeros(4, np.int32), np.zeros(4, np.int32)
    for block in range(9):  # S3-40
        compare(state, block, floors, tallest, places)
        for seat in range(state.players):
            state.points[seat] += block_points(state, block, places[seat])


@rule
def compare(state: State, block: int, floors: Ints, tallest: Ints, places: Ints) -> None:
    """Write every seat's floors and tallest building in the block and its place: 1, 2, or 0 for none."""
    floors[:] = 0
    tallest[:] = 0
    for n in range(MOST_SMALL):
        height, seat = height_and_owner(int(state.buildings[block, n]))
        floors[seat] += height
        tallest[seat] = max(tallest[seat], height)
    places[:] = 0
    most, highest, second, firsts = 0, 0, 0, 0
    for seat in range(4):
        if floors[seat] > most or (floors[seat] == most and tallest[seat] > highest):
            most, highest = floors[seat], tallest[seat]
    if most == 0:
        return
    for seat in range(4):
        if floors[seat] == most and tallest[seat] == highest:  # S3-44
            places[seat] = 1
            firsts += 1
        else:
            second = max(second, floors[seat])
    if firsts == 1 and second > 0:
        for seat in range(4):
            if floors[seat] == second and places[seat] == 0:  # S3-44, S3-45
                places[seat] = 2


@rule
def block_points(state: State, block: int, place: int) -> int:
    """What a place in the block is worth."""
    if place == 0:
        return 0
    points = attractions(state, block)  # S3-42
    if place == 1:
        points += 2  # S3-41
    return 2 * points if state.large[block] == MEGAMALL else points  # S3-43


@rule
def attractions(state: State, block: int) -> int:
    """Green spaces and billboards in the block."""
    count = int(state.green[block])
    for seat in range(state.players):
        count += int(state.posted[block, seat])
    return count


@rule
def begin_supply(state: State) -> None:
    state.asked, state.player = DRAW, state.key
    begin_draws(state)
    if nothing_to_draw(state):
        end_supply(state)


@rule
def begin_draws(state: State) -> None:
    state.draws = draws_due(state, state.player)


@rule
def draws_due(state: State, seat: int) -> int:
    """The cards a seat draws in a supply phase."""
    floors, tallest, places = np.zeros(4, np.int32), np.zeros(4, np.int32), np.zeros(4, np.int32)
    draws = DRAWS  # S3-50
    for block in range(9):
        if state.large[block] == SPACEPORT:
            compare(state, block, floors, tallest, places)
            draws += int(SPACEPORT_DRAWS[places[seat]])  # S3-51
    return draws


@rule
def nothing_to_draw(state: State) -> bool:
    return state.stacked[FLOOR] + state.stacked[ROOF] + state.stacked[CONTRACT] == 0


@rule
def draw(state: State, kind: int, dice: Ints) -> None:
    card = top_card(state, kind)
    state.stacked[kind] -= 1
    state.stack[FIRST_PLACE[kind] + state.stacked[kind]] = NONE
    state.hand[state.player, card] += 1
    state.known[state.player, card] += 1  # S3-16
    renew(state, kind, dice)
    state.draws -= 1
    if nothing_to_draw(state):  # S3-50
        end_supply(state)
    elif state.draws == 0:
        following = (state.player + 1) % state.players
        if following == state.key:
            end_supply(state)
        else:
            state.player = following
            begin_draws(state)


@rule
def top_card(state: State, kind: int) -> int:
    return state.stack[FIRST_PLACE[kind] + state.stacked[kind] - 1]


@rule
def end_supply(state: State) -> None:
    state.draws = 0
    state.round_number += 1
    state.key = (state.key + 1) % state.players  # S3-52
    state.asked, state.player = ACTION, state.key


# --- score ---------------------------------------------------------------------------------------------------


@rule
def score(state: State, points: Ints) -> None:
    for seat in range(state.players):
        points[seat] = state.points[seat]


# --- rank ----------------------------------------------------------------------------------------------------


@rule
def rank(state: State, places: Ints) -> None:
    for seat in range(state.players):
        places[seat] = 1
        for other in range(state.players):
            if is_ahead(state, other, seat):
                places[seat] += 1


@rule
def is_ahead(state: State, seat: int, other: int) -> bool:
    if state.points[seat] != state.points[other]:
        return state.points[seat] > state.points[other]
    # S3-60: hands are shown, and count, when the game is over.
    return state.asked == OVER and hand_total(state, seat) > hand_total(state, other)


@rule
def hand_total(state: State, seat: int) -> int:
    total = 0
    for card in range(CARD_COUNT):
        total += int(state.hand[seat, card]) * int(NUMBER[card])
    return total


# --- redeal --------------------------------------------------------------------------------------------------


@rule
def redeal(state: State, seat: int, dice: Ints) -> None:
    for kind in range(3):
        redeal_kind(state, kind, seat, dice)
    if bids_are_sealed(state):
        redeal_bids(state, seat, dice)


@rule
def redeal_kind(state: State, kind: int, seat: int, dice: Ints) -> None:
    """Redeal the unseen cards of a kind among the hands and, before its first renewal, the stack."""
    counts, cards = np.zeros(CARD_COUNT, np.int64), np.zeros(24, np.int64)
    count_unseen(state, kind, seat, counts)
    if not state.renewed[kind]:
        count_below_top(state, kind, counts)
    n = lay_out(counts, kind, cards)
    shuffle(cards, n, dice)
    for other in range(state.players):
        if not sees_hand(state, seat, other):
            n = fill_hand(state, kind, other, cards, n)
    if state.renewed[kind]:  # S3-16: only the order of the stack is unknown
        counts[:] = 0
        count_below_top(state, kind, counts)
        n = lay_out(counts, kind, cards)
        shuffle(cards, n, dice)
    for place in range(n):
        state.stack[FIRST_PLACE[kind] + place] = cards[place]


@rule
def sees_hand(state: State, seat: int, other: int) -> bool:
    return seat == other or state.asked == OVER  # S3-60


@rule
def bids_are_sealed(state: State) -> bool:
    return state.asked == BID  # S3-30


@rule
def sees_bid(state: State, seat: int, other: int) -> bool:
    return seat == other or not bids_are_sealed(state)


@rule
def shows_the_past(state: State) -> bool:
    """Whether everybody is shown what was open once: kinds and seen cards in hands, discards, renewed stacks."""
    return state.variant == OPEN  # S3-16


@rule
def count_unseen(state: State, kind: int, seat: int, counts: Ints) -> None:
    for other in range(state.players):
        if not sees_hand(state, seat, other):
            for card in range(FIRST_CARD[kind], FIRST_CARD[kind + 1]):
                counts[card] += state.hand[other, card] - state.known[other, card]


@rule
def count_below_top(state: State, kind: int, counts: Ints) -> None:
    for place in range(state.stacked[kind] - 1):
        counts[state.stack[FIRST_PLACE[kind] + place]] += 1


@rule
def lay_out(counts: Ints, kind: int, cards: Ints) -> int:
    """Write the cards counted, in order, and return how many there are."""
    n = 0
    for card in range(FIRST_CARD[kind], FIRST_CARD[kind + 1]):
        for _ in range(counts[card]):
            cards[n] = card
            n += 1
    return n


@rule
def fill_hand(state: State, kind: int, seat: int, cards: Ints, n: int) -> int:
    """Replace the unseen cards of a hand by the last of the cards, and return how many of these are left."""
    unseen = 0
    for card in range(FIRST_CARD[kind], FIRST_CARD[kind + 1]):
        unseen += state.hand[seat, card] - state.known[seat, card]
        state.hand[seat, card] = state.known[seat, card]
    for _ in range(unseen):
        n -= 1
        state.hand[seat, cards[n]] += 1
    return n


@rule
def redeal_bids(state: State, seat: int, dice: Ints) -> None:
    """Those already asked may have laid any cards of their hands."""
    asked = (state.player - state.key) % state.players
    for step in range(asked + 1):
        other = (state.key + step) % state.players
        if not sees_bid(state, seat, other):
            for card in range(CARD_COUNT):
                state.bid[other, card] = roll(dice, int(state.hand[other, card]) + 1)
