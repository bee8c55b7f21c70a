"""Conversion of any reachable table of Skyline 3000 to plain JSON data, and back."""

from typing import Any

import numpy as np

from rooftop.core.dice import shuffle
from rooftop.core.messages import Seat, Whole
from rooftop.core.position import Reader
from rooftop.core.rule import Ints
from rooftop.games.skyline3000.components import (
    AMENITIES,
    AUCTIONS,
    BILLBOARDS,
    BLOCKS,
    CARDS,
    COLOURS,
    COPIES,
    DEALT,
    FIRST_BUILDINGS,
    FIRST_CARD,
    GREEN_SPACE,
    HIGHEST,
    KIND,
    KINDS,
    LARGE,
    MEGAMALL,
    MOST_SMALL,
    POINTS,
    PRINTED,
    ROOFS,
    ROUNDS,
    SHAPES,
    SOLD,
    SPACEPORT,
)
from rooftop.games.skyline3000.rules import (
    ACTION,
    AMENITY,
    ASKED,
    BID,
    CARD_COUNT,
    CONTRACT_CARD,
    DRAW,
    NONE,
    OVER,
    SECOND_FLOOR,
    State,
    add_building,
    against_height,
    asked_for,
    best_bidder,
    building_of,
    clear,
    draws_due,
    finish,
    has_finished,
    has_place,
    height_and_owner,
    nothing_to_draw,
    others_have,
    push,
)
from rooftop.games.skyline3000.words import (
    bids,
    buildings,
    card_name,
    card_or_none,
    cards,
    factory,
    large_or_none,
    shape_or_none,
    sold,
    stack_cards,
)

MOST_POINTS = 9999
MOST_DRAWS = (8, 10, 10)
"""S3-51: upper bound on the cards a player draws in each supply phase: first at every spaceport built by then."""

# --- write ---------------------------------------------------------------------------------------------------


def write(state: State) -> dict[str, Any]:
    players = range(state.players)
    return {
        "key": int(state.key),
        "player": None if state.player < 0 else int(state.player),
        "round": int(state.round_number),
        "asked": ASKED[state.asked],
        "passed": [seat for seat in players if state.passed[seat]],
        "card": card_or_none(state.card),
        "auction": int(state.auction) or None,
        "draws": int(state.draws) or None,
        "points": [int(state.points[seat]) for seat in players],
        "hands": [cards(state.hand[seat]) for seat in players],
        "known": [cards(state.known[seat]) for seat in players],
        "bids": bids(state) if state.bid.any() else None,
        "stacks": {name: [CARDS[n] for n in reversed(stack_cards(state, kind))] for kind, name in enumerate(KINDS)},
        "renewed": [name for kind, name in enumerate(KINDS) if state.renewed[kind]],
        "discards": cards(state.discards),
        "factories": [factory(state, seat) for seat in players],
        "billboards": [int(state.billboards[seat]) for seat in players],
        "blocks": {name: _block(state, block) for block, name in enumerate(BLOCKS)},
    }


def _block(state: State, block: int) -> dict[str, Any]:
    return {
        "shape": shape_or_none(state, block),
        "buildings": [f"{COLOURS[seat]} {height}" for height, seat in buildings(state, block)],
        "billboards": [COLOURS[seat] for seat in range(4) for _ in range(state.posted[block, seat])],
        "green": int(state.green[block]),
        "large": large_or_none(state, block),
    }


NAMES = (
    *("key", "player", "round", "asked", "passed", "card", "auction", "draws", "points", "hands", "known", "bids"),
    *("stacks", "renewed", "discards", "factories", "billboards", "blocks"),
)

# --- read ----------------------------------------------------------------------------------------------------


def read(state: State, position: dict[str, Any], dice: Ints) -> None:
    table = Reader(position)
    table.only(*NAMES)
    clear(state, state.players, state.variant)
    _read_turn(state, table)
    _read_blocks(state, table["blocks"])
    _read_factories(state, table["factories"])
    for seat, entry in enumerate(table["points"].per_seat(state.players)):
        state.points[seat] = entry.integer(0, MOST_POINTS)
    for seat, entry in enumerate(table["billboards"].per_seat(state.players)):
        state.billboards[seat] = entry.integer(0, BILLBOARDS)
    _read_cards(state, table, dice)
    _read_bids(state, table["bids"])
    _check_card(state, table["card"])
    _check_amenities(state, table["blocks"])
    _check_question(state, table)
    for seat in range(state.players):
        _check_seat(state, seat, table)


def _read_turn(state: State, table: Reader) -> None:
    last = int(state.players) - 1
    state.key = table["key"].integer(0, last)
    state.round_number = table["round"].integer(1, ROUNDS)
    state.asked = table["asked"].choice(ASKED)
    if state.asked == OVER:
        table["player"].check(table["player"].missing, "skyline3000.position.over")
        table["round"].check(state.round_number == ROUNDS, "skyline3000.position.not_over")
        state.player = NONE
    else:
        state.player = table["player"].integer(0, last)
    for seat in table["passed"].each():
        number = seat.integer(0, last)
        seat.check(state.asked <= CONTRACT_CARD and number != state.player, "skyline3000.position.passed")
        state.passed[number] = 1
    if state.asked in (BID, AMENITY):
        state.auction = table["auction"].integer(1, AUCTIONS)
    else:
        table["auction"].check(table["auction"].missing, "skyline3000.position.auction")
    if ACTION < state.asked <= CONTRACT_CARD:
        state.card = table["card"].choice(CARDS)
    else:
        table["card"].check(table["card"].missing, "skyline3000.position.no_card")


# --- the city and the factories ------------------------------------------------------------------------------


def _read_blocks(state: State, read: Reader) -> None:
    if read.missing:
        return
    for name, entry in read.named():
        entry.check(name in BLOCKS, "skyline3000.position.block", block=name, blocks=Whole(", ".join(BLOCKS)))
        _read_block(state, BLOCKS.index(name), entry)
    for block, name in enumerate(BLOCKS):
        shape = int(state.roof_shape[block])
        read[name].check(shape == NONE or not others_have(state, block, shape), "skyline3000.position.three_alike")


def _read_block(state: State, block: int, read: Reader) -> None:
    read.only("shape", "buildings", "billboards", "green", "large")
    colours = COLOURS[: state.players]
    names = [f"{colour} {height}" for height in range(1, MOST_SMALL + 1) for colour in colours]
    built = read["buildings"].each()
    numbers = [building.choice(names) for building in built]
    shape = read["shape"].choice(SHAPES) if built or not read["shape"].missing else NONE
    read["shape"].check(built or shape == NONE, "skyline3000.position.no_buildings")
    for number in sorted(numbers):  # S3-27: they were built in ascending order
        height, seat = number // len(colours) + 1, number % len(colours)
        _take_foundation(state, block, read["buildings"])
        read["buildings"].check(not against_height(state, block, height), "skyline3000.position.heights")
        _take_floors(state, height, read["buildings"])
        _check_roof(state, seat, shape, read["buildings"])
        state.roofs[seat, shape] -= 1
        add_building(state, block, seat, shape, height)
    for board in read["billboards"].each():
        seat = board.choice(colours)
        _take_foundation(state, block, board)
        state.posted[block, seat] += 1
    printed = int(PRINTED[block])
    green = printed if read["green"].missing else read["green"].integer(printed, printed + int(state.free[block]))
    state.free[block] -= green - printed
    state.green[block] = green
    state.large[block] = 0 if read["large"].missing else 1 + read["large"].choice(LARGE)


def _take_foundation(state: State, block: int, read: Reader) -> None:
    read.check(state.free[block] > 0, "skyline3000.position.foundations", block=BLOCKS[block])
    state.free[block] -= 1


def _take_floors(state: State, count: int, read: Reader) -> None:
    read.check(state.floors >= count, "skyline3000.position.floors")
    state.floors -= count


def _check_roof(state: State, seat: int, shape: int, read: Reader) -> None:
    read.check(state.roofs[seat, shape] > 0, "skyline3000.position.roofs", player=Seat(seat), n=ROOFS)


def _read_factories(state: State, read: Reader) -> None:
    for seat, entry in enumerate(read.per_seat(state.players)):
        entry.only("unfinished", *SHAPES)
        for building in entry["unfinished"].each():
            height = building.integer(1, HIGHEST)
            _take_floors(state, height, building)
            state.unfinished[seat, height] += 1
            state.top[seat] = max(int(state.top[seat]), height)
        for shape, name in enumerate(SHAPES):
            for building in entry[name].each():
                height = building.integer(1, HIGHEST)
                _take_floors(state, height, building)
                _check_roof(state, seat, shape, building)
                finish(state, seat, shape, height)
        for shape, name in enumerate(SHAPES):
            for height in FIRST_BUILDINGS:
                kept = has_finished(state, seat, shape, height) or _stands(state, seat, shape, height)
                entry[name].check(kept, "skyline3000.position.first_buildings", player=Seat(seat))


def _stands(state: State, seat: int, shape: int, height: int) -> bool:
    """Whether the player has such a building in the city."""
    return any(building_of(height, seat) in state.buildings[b] for b in range(9) if state.roof_shape[b] == shape)


# --- the cards -----------------------------------------------------------------------------------------------


def _read_cards(state: State, table: Reader, dice: Ints) -> None:
    """Draw at random the cards given by kind only, because nobody has seen them, from those not named."""
    left = COPIES.astype(int)
    for card in table["discards"].each():
        state.discards[_take(left, card)] += 1
    blank = np.zeros((4, len(KINDS)), int)
    for seat, hand in enumerate(table["hands"].per_seat(state.players)):
        for card in hand.items():
            if card.value in KINDS:
                blank[seat, card.choice(KINDS)] += 1
            else:
                state.hand[seat, _take(left, card)] += 1
    _read_known(state, table["known"])
    for entry in table["renewed"].each():
        state.renewed[entry.choice(KINDS)] = 1
    if not table["stacks"].missing:
        table["stacks"].only(*KINDS)
    for kind, name in enumerate(KINDS):
        stack = Reader(None, "position.stacks") if table["stacks"].missing else table["stacks"][name]
        _read_stack(state, kind, stack, left, blank[:, kind], dice)
        gone = any(state.discards[kind == KIND])
        table["discards"].check(state.stacked[kind] or not gone, "skyline3000.position.renew", kind=name)


def _take(left: Ints, read: Reader) -> int:
    card = read.choice(CARDS)
    read.check(left[card] > 0, "skyline3000.position.too_many", card=card_name(card))
    left[card] -= 1
    return card


def _read_known(state: State, read: Reader) -> None:
    if read.missing:
        return
    for seat, known in enumerate(read.per_seat(state.players)):
        for entry in known.items():
            card = entry.choice(CARDS)
            held = state.hand[seat, card] > state.known[seat, card]
            entry.check(held, "skyline3000.position.not_held", card=card_name(card), player=Seat(seat))
            state.known[seat, card] += 1


def _read_stack(state: State, kind: int, read: Reader, left: Ints, blank: Ints, dice: Ints) -> None:
    """Build a stack, given from the top down, and fill in the cards not named. If it is missing, all remaining cards
    form the stack."""
    given = read.each()
    stack = [NONE if card.value == KINDS[kind] else _take_kind(left, card, kind) for card in given]
    unseen = np.repeat(np.arange(CARD_COUNT), np.where(kind == KIND, left, 0))
    shuffle(unseen, len(unseen), dice)
    rest = [int(card) for card in unseen]
    if read.missing:
        stack = [NONE] * (len(rest) - int(blank.sum()))
    read.check(len(rest) == blank.sum() + stack.count(NONE), "skyline3000.position.cards", kind=KINDS[kind])
    for seat in range(state.players):
        for _ in range(blank[seat]):
            state.hand[seat, rest.pop()] += 1
    for card in reversed(stack):
        push(state, kind, rest.pop() if card == NONE else card)


def _take_kind(left: Ints, read: Reader, kind: int) -> int:
    card = _take(left, read)
    read.check(KIND[card] == kind, "skyline3000.position.other_stack", card=card_name(card))
    return card


def _read_bids(state: State, read: Reader) -> None:
    if read.missing:
        return
    read.check(state.asked in (BID, AMENITY), "skyline3000.position.no_bids")
    asked = (int(state.player) - int(state.key)) % int(state.players)
    for seat, bid in enumerate(read.per_seat(state.players)):
        entries = bid.items()
        if state.asked == BID and (seat - int(state.key)) % int(state.players) > asked:
            bid.check(not entries, "skyline3000.position.bid_early", player=Seat(seat))
        for entry in entries:
            card = entry.choice(CARDS)
            here = int(_bid_from(state, seat)[card]) > int(state.bid[seat, card])
            entry.check(here, "skyline3000.position.bid_card", card=card_name(card), player=Seat(seat))
            state.bid[seat, card] += 1
    if state.asked == AMENITY and state.bid.any():
        read.check(best_bidder(state) == state.player, "skyline3000.position.winner", player=Seat(state.player))


def _bid_from(state: State, seat: int) -> Ints:
    """Where the cards of a bid are: in the hand while sealed, then known, and the winner's among the discards."""
    if state.asked == BID:
        return state.hand[seat]
    return _gone(state) if seat == state.player else state.known[seat]


def _gone(state: State) -> Ints:
    """Cards that have been discarded, including those in renewed stacks."""
    gone = state.discards.astype(int)
    for kind in range(len(KINDS)):
        if state.renewed[kind]:
            gone += np.bincount(stack_cards(state, kind), minlength=CARD_COUNT)
    return gone


# --- consistency ---------------------------------------------------------------------------------------------


def _check_card(state: State, read: Reader) -> None:
    if state.card == NONE:
        return
    first = SECOND_FLOOR - 1 if state.asked == SECOND_FLOOR else state.asked
    read.check(asked_for(KIND[state.card]) == first, "skyline3000.position.other_card")
    read.check(_gone(state)[state.card], "skyline3000.position.not_played", card=card_name(state.card))


def _check_amenities(state: State, read: Reader) -> None:
    """No more amenities than have been sold."""
    gone = [int(kind) for stack in range(AUCTIONS) for kind in SOLD[stack, : sold(state, stack)]]
    placed = {
        GREEN_SPACE: int((state.green - PRINTED).sum()),
        SPACEPORT: int((state.large == SPACEPORT).sum()),
        MEGAMALL: int((state.large == MEGAMALL).sum()),
    }
    for kind, count in placed.items():
        most = gone.count(kind)
        read.check(count <= most, "skyline3000.position.amenities", found=count, name=AMENITIES[kind], most=most)


def _check_question(state: State, table: Reader) -> None:
    if state.asked == DRAW:
        table["round"].check(state.round_number < ROUNDS, "skyline3000.position.last_supply")
        table["stacks"].check(not nothing_to_draw(state), "skyline3000.position.nothing_to_draw")
        state.draws = table["draws"].integer(1, draws_due(state, state.player))
    else:
        table["draws"].check(table["draws"].missing, "skyline3000.position.draws")
    if state.asked == AMENITY:
        table["asked"].check(has_place(state), "skyline3000.position.no_place")
    if state.asked == SECOND_FLOOR:
        table["factories"].check(state.top[state.player] > 0, "skyline3000.position.no_first_floor")


def _check_seat(state: State, seat: int, table: Reader) -> None:
    who = Seat(seat)
    over = BILLBOARDS - int(state.billboards[seat]) - int(state.posted[:, seat].sum())
    anchored = _anchored(state, seat)
    table["billboards"].check(0 <= over <= len(anchored), "skyline3000.position.billboards", player=who, n=BILLBOARDS)
    if state.round_number == 1 and state.asked != DRAW:
        due = POINTS - (BILLBOARDS - int(state.billboards[seat])) - over  # S3-22, S3-23
        table["points"].check(state.points[seat] == due, "skyline3000.position.points", player=who, due=due)
    unseen = _by_kind(state.hand[seat]) - _by_kind(state.known[seat])
    table["known"].check((unseen <= DEALT).all(), "skyline3000.position.unseen", player=who)
    table["factories"].check(_floors_put(state, seat, anchored) % 2 == 0, "skyline3000.position.pairs", player=who)
    drawn, most = fewest_drawn(state, seat), most_drawn(state, seat)
    table["hands"].check(drawn <= most, "skyline3000.position.drawn", player=who, n=drawn, most=most)


def _by_kind(counts: Ints) -> Ints:
    """How many cards of each kind there are."""
    return np.add.reduceat(counts, FIRST_CARD[:-1], dtype=int)


def _anchored(state: State, seat: int) -> list[int]:
    """The heights of the player's buildings in the city."""
    standing = state.buildings[state.buildings > 0].tolist()
    return [height for height, owner in map(height_and_owner, standing) if owner == seat]


def _is_half_put(state: State, seat: int) -> bool:
    """Whether the player is to put the second floor of a card."""
    return bool(state.asked == SECOND_FLOOR and seat == state.player)


def _floors_put(state: State, seat: int, anchored: list[int]) -> int:
    """The floors of the player, but for the first buildings, with the one still to be put."""
    floors = sum(height * count for height, count in enumerate(state.unfinished[seat].tolist()))
    floors += int(state.finished[seat].sum()) + sum(anchored)
    return floors - len(SHAPES) * sum(FIRST_BUILDINGS) + (1 if _is_half_put(state, seat) else 0)


def _cards_used(state: State, seat: int) -> Ints:
    """Lower bound on the cards of each kind that the player has played, from the floors, roofs and buildings there are,
    plus the card just played."""
    roofs = 2 * ROOFS - int(state.roofs[seat].sum()) - len(SHAPES) * len(FIRST_BUILDINGS)
    anchored = _anchored(state, seat)
    used = np.array([_floors_put(state, seat, anchored) // 2, roofs, len(anchored)])
    if state.card != NONE and seat == state.player and not _is_half_put(state, seat):
        used[KIND[state.card]] += 1
    return used


def fewest_drawn(state: State, seat: int) -> int:
    """Lower bound on the cards that the player has drawn so far, from those in hand and those used."""
    return int(np.maximum(_by_kind(state.hand[seat]) + _cards_used(state, seat) - DEALT, 0).sum())


def most_drawn(state: State, seat: int) -> int:
    """Upper bound on the cards that the player has drawn so far."""
    most = sum(MOST_DRAWS[: int(state.round_number) - 1])
    if state.asked != DRAW:
        return most
    turn, current = ((int(n) - int(state.key)) % int(state.players) for n in (seat, state.player))
    if turn > current:
        return most
    return most + draws_due(state, seat) - (int(state.draws) if turn == current else 0)
