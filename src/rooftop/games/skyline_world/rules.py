"""The rules of Skyline of the World, SW-1 to SW-53."""

from typing import Literal, get_args

import numpy as np

from rooftop.core.dice import roll, shuffle
from rooftop.core.rule import Ints, rule
from rooftop.core.sets import size
from rooftop.core.state import Array, Record, i1, i1s, i4, i4s
from rooftop.games.skyline_world.components import (
    BESIDE,
    CARDS,
    COPIES,
    EARNS,
    EVERYWHERE,
    FIGURE_VALUE,
    FIGURES,
    FIRST_CARDS,
    FIRST_FLOORS,
    FIRST_MISSION,
    FIRST_MONEY,
    KINDS,
    LEVELS,
    MISSION_NAMES,
    MISSION_POINTS,
    MOST_MONEY,
    NEUTRAL,
    NEUTRAL_FLOORS,
    NEUTRAL_PURCHASES,
    ONE,
    ORANGE,
    ORANGE_POINTS,
    PENTHOUSE,
    PENTHOUSE_POINTS,
    PLACED,
    PLACEMENTS,
    SITES,
    SKYLINE,
    SUPPLY,
    TRADE_CARDS,
    TRADE_NUMBER,
    TRADE_VALUE,
    TRADES,
    VALUE,
)

VARIANTS = ("standard", "closed", "swift", "closed-swift")
CLOSED, SWIFT = 1, 2
"""The bits of a variant's number."""
BUILD, INVEST = 0, 1
NONE = -1
N_SITES, N_FIGURES, N_MISSIONS, N_GOODS = len(SITES), len(FIGURES), len(MISSION_NAMES), SKYLINE
"""Goods are the kinds of floors that are bought and sold: all but the Skyline floors."""

# A floor on the board: 0 to 3 a coloured one of that seat, 4 a neutral one, 5 to 8 a Skyline floor of seat 0 to 3.
NEUTRAL_FLOOR, SKYLINE_FLOOR = 4, 5

# SW-53: turns in a row for each player.
TURNS_WITHOUT_A_FLOOR = 10

# --- the state -----------------------------------------------------------------------------------------------


class State(Record):
    # Sets of sites, as bitboards.
    storeys: Array[i4s, LEVELS + 1]  # those with 0, 1, ... 5 floors
    tops: Array[i4s, 4]  # those whose top floor is the seat's, Skyline floors and penthouses too
    free_tops: Array[i4s, 4]  # those whose top floor is a Skyline floor of the seat
    homes: Array[i4s, 4]  # those with a floor of the seat, covered or not
    claims: Array[i4s, 4]  # SW-27: those with a Skyline floor of the seat
    raised: Array[i4s, 4, LEVELS]  # where the seat has built in its turn, by level; kept after it in `closed`
    last_tops: Array[i4s, 4]  # in `swift`: `tops` at the end of the seat's last turn, -1 before it
    shown: i4  # SW-41: the figures shown in this turn, as bits
    # Numbers.
    player: i1  # the seat that decides, -1 when the game is over
    players: i1
    variant: i1
    phase: i1  # BUILD or INVEST
    traded: i1  # 1 if three cards were turned in in this turn
    ender: i1  # who built a third penthouse first, else -1
    idle: i1  # SW-53: turns in a row in which nothing happened
    unbuilt: i1  # SW-53: turns in a row without a floor being built
    neutral: i1  # neutral floors in stock
    floors: Array[i1s, len(SITES), LEVELS]  # from the ground up, -1 where there is none
    money: Array[i1s, 4]
    hand: Array[i1s, 4, len(KINDS)]  # floors in hand by kind
    supply: Array[i1s, 4, NEUTRAL]  # coloured floors still to be bought
    penthouses: Array[i1s, 4]  # built
    cards: Array[i1s, 4, len(FIGURES)]  # bonus cards in hand by figure
    pile: Array[i1s, len(FIGURES)]  # bonus cards in the pile by figure; dice decide which one is drawn
    mission: Array[i1s, 4]  # -1 for empty seats
    income: Array[i1s, 4]  # of the seat's turn, before SW-21; this and what follows is kept after it in `closed`
    bought: Array[i1s, 4, SKYLINE]  # in the seat's turn, by kind
    sold: Array[i1s, 4, SKYLINE]


# A move: build a floor on a site, show a bonus card, turn in three, buy, sell, end building, end the turn. Its id is
# that of the action plus the index of the figure, trade or kind. `build_move` numbers the ways to build.
BUILD_FLOOR = 0
SHOW = BUILD_FLOOR + len(KINDS) * N_SITES
TRADE = SHOW + N_FIGURES
BUY = TRADE + len(TRADES)
SELL = BUY + N_GOODS
END_BUILDING = SELL + N_GOODS
END_TURN = END_BUILDING + 1
MOVES = END_TURN + 1

# Upper bound on decisions: a turn buys or sells each coloured and each neutral floor at most once (SW-34) and has two
# end moves; floors and cards are used once; SW-53 limits the turns between two floors.
_TURN = int(SUPPLY.sum()) + NEUTRAL_FLOORS + 2
_FLOORS = 4 * (int(SUPPLY.sum()) + 1) + 1 + NEUTRAL_FLOORS
LENGTH = (_FLOORS + 1) * 4 * TURNS_WITHOUT_A_FLOOR * _TURN + _FLOORS + CARDS


@rule
def action_of(move: int) -> tuple[int, int]:
    """The action, and which figure, trade or kind it is about."""
    if move < SHOW:
        return BUILD_FLOOR, move - BUILD_FLOOR
    if move < TRADE:
        return SHOW, move - SHOW
    if move < BUY:
        return TRADE, move - TRADE
    if move < SELL:
        return BUY, move - BUY
    if move < END_BUILDING:
        return SELL, move - SELL
    return move, 0


@rule
def build_move(kind: int, site: int) -> int:
    return BUILD_FLOOR + kind * N_SITES + site


@rule
def building(move: int) -> tuple[int, int]:
    """The kind and the site of a `build_move`."""
    number = move - BUILD_FLOOR
    return number // N_SITES, number % N_SITES


# --- start ---------------------------------------------------------------------------------------------------


@rule
def start(state: State, players: int, variant: int, first: int, dice: Ints) -> None:
    clear(state, players, variant)
    state.player = roll(dice, players) if first == NONE else first  # SW-10
    missions = np.arange(N_MISSIONS)
    shuffle(missions, N_MISSIONS, dice)
    for seat in range(players):
        state.mission[seat] = missions[seat]
        for kind in range(len(KINDS)):
            state.hand[seat, kind] = FIRST_FLOORS[kind]
            if kind < NEUTRAL:
                state.supply[seat, kind] -= FIRST_FLOORS[kind]
        state.money[seat] = FIRST_MONEY
        for _ in range(FIRST_CARDS):
            draw(state, seat, dice)


@rule
def clear(state: State, players: int, variant: int) -> None:
    """An empty board, all floors in the supply, all cards in the pile."""
    state.player, state.players, state.variant = 0, players, variant
    state.phase, state.shown, state.traded = BUILD, 0, 0
    state.ender, state.idle, state.unbuilt = NONE, 0, 0
    state.neutral = NEUTRAL_FLOORS
    for count in range(LEVELS + 1):
        state.storeys[count] = 0 if count else EVERYWHERE
    for site in range(N_SITES):
        for level in range(LEVELS):
            state.floors[site, level] = NONE
    for figure in range(N_FIGURES):
        state.pile[figure] = COPIES
    for seat in range(4):
        clear_seat(state, seat)


@rule
def clear_seat(state: State, seat: int) -> None:
    state.tops[seat], state.free_tops[seat], state.homes[seat], state.claims[seat] = 0, 0, 0, 0
    state.last_tops[seat], state.mission[seat] = NONE, NONE
    state.money[seat], state.penthouses[seat] = 0, 0
    for kind in range(len(KINDS)):
        state.hand[seat, kind] = 0
    for kind in range(NEUTRAL):
        state.supply[seat, kind] = SUPPLY[kind] if seat < state.players else 0
    for figure in range(N_FIGURES):
        state.cards[seat, figure] = 0
    forget(state, seat)


@rule
def forget(state: State, seat: int) -> None:
    """Clear the announcements of the seat's last turn."""
    state.income[seat] = 0
    for level in range(LEVELS):
        state.raised[seat, level] = 0
    for kind in range(N_GOODS):
        state.bought[seat, kind], state.sold[seat, kind] = 0, 0


@rule
def draw(state: State, seat: int, dice: Ints) -> None:
    """Take a bonus card from the pile, if there is one."""
    left = 0
    for figure in range(N_FIGURES):
        left += int(state.pile[figure])
    if left == 0:
        return
    card = roll(dice, left)
    figure = 0
    while card >= state.pile[figure]:
        card -= int(state.pile[figure])
        figure += 1
    state.pile[figure] -= 1
    state.cards[seat, figure] += 1


# --- legal ---------------------------------------------------------------------------------------------------


@rule
def legal(state: State, moves: Ints) -> int:
    if state.player < 0:
        return 0
    builds = legal_builds(state, moves)
    shows = legal_shows(state, moves, builds)
    trades = legal_trades(state, moves, shows)
    purchases = legal_purchases(state, moves, trades)
    n = legal_sales(state, moves, purchases)
    if not against_ending_building(state, builds > 0):
        moves[n] = END_BUILDING
        n += 1
    if not against_ending_turn(state, purchases > trades):
        moves[n] = END_TURN
        n += 1
    return n


@rule
def legal_builds(state: State, moves: Ints) -> int:
    n = 0
    for kind in range(len(KINDS)):
        sites = buildable(state, kind)
        site = 0
        while sites:
            if sites & 1:
                moves[n] = build_move(kind, site)
                n += 1
            sites >>= 1
            site += 1
    return n


@rule
def legal_shows(state: State, moves: Ints, n: int) -> int:
    for figure in range(N_FIGURES):
        if not against_showing(state, figure):
            moves[n] = SHOW + figure
            n += 1
    return n


@rule
def legal_trades(state: State, moves: Ints, n: int) -> int:
    if cards_in_hand(state, state.player) < TRADE_CARDS:
        return n
    for a in range(N_FIGURES):
        if is_left(state, a, NONE, NONE):
            for b in range(a, N_FIGURES):
                if is_left(state, b, a, NONE):
                    for c in range(b, N_FIGURES):
                        if is_left(state, c, a, b):
                            moves[n] = TRADE + TRADE_NUMBER[a, b, c]
                            n += 1
    return n


@rule
def legal_purchases(state: State, moves: Ints, n: int) -> int:
    for kind in range(N_GOODS):
        if not against_buying(state, kind):
            moves[n] = BUY + kind
            n += 1
    return n


@rule
def legal_sales(state: State, moves: Ints, n: int) -> int:
    for kind in range(N_GOODS):
        if not against_selling(state, kind):
            moves[n] = SELL + kind
            n += 1
    return n


# --- against -------------------------------------------------------------------------------------------------

# Why a move is refused: the rule, and the key of its sentence.
REASONS = (
    "",
    "SW-53 over",
    "SW-50 over",
    "SW-22 no_more_building",
    "SW-22 no_floor",
    "SW-23 full",
    "SW-26 claimed",
    "SW-27 claimed",
    "SW-27 orange",
    "SW-23 level",
    "SW-24 own",
    "SW-25 no_home",
    "SW-28 price",
    "SW-40 no_card",
    "SW-41 shown",
    "SW-40 not_found",
    "SW-42 no_trade",
    "SW-35 build_first",
    "SW-33 one_neutral",
    "SW-34 sold",
    "SW-2 none_left",
    "SW-33 price",
    "SW-34 bought",
    "SW-34 no_floor",
    "SW-22 built_already",
    "SW-22 must_build",
    "SW-33 must_buy",
)
(
    STALLED,
    ENDED,
    NO_MORE_BUILDING,
    NOT_IN_HAND,
    FULL,
    CLAIMED_BY_ANYBODY,
    CLAIMED_BY_OTHERS,
    ON_ORANGE,
    OTHER_LEVEL,
    OWN_TOP,
    NO_HOME,
    CANNOT_BUILD,
    NO_CARD,
    SHOWN,
    NOT_FOUND,
    NO_TRADE,
    BUILD_FIRST,
    ONE_NEUTRAL,
    SOLD,
    NONE_LEFT,
    CANNOT_BUY,
    BOUGHT,
    NOTHING_TO_SELL,
    BUILT_ALREADY,
    MUST_BUILD,
    MUST_BUY,
) = range(1, len(REASONS))


@rule
def against(state: State, move: int) -> int:
    """The index in REASONS of why a move is illegal, 0 if it is legal."""
    if state.player < 0:
        return ENDED if ending(state) == LAST_TURN else STALLED
    action, which = action_of(move)
    if action == BUILD_FLOOR:
        return against_building(state, *building(move))
    if action == SHOW:
        return against_showing(state, which)
    if action == TRADE:
        return against_trading(state, which)
    if action == BUY:
        return against_buying(state, which)
    if action == SELL:
        return against_selling(state, which)
    if action == END_BUILDING:
        return against_ending_building(state, can_build(state))
    return against_ending_turn(state, can_buy(state))


@rule
def against_building(state: State, kind: int, site: int) -> int:
    for reason in range(NO_MORE_BUILDING, CANNOT_BUILD + 1):
        if barred(state, state.player, kind, reason) >> site & 1:
            return reason
    return 0


@rule
def barred(state: State, seat: int, kind: int, reason: int) -> int:
    """The sites on which a reason forbids such a floor of the seat."""
    if reason == NO_MORE_BUILDING:
        return EVERYWHERE if state.phase == INVEST else 0  # SW-22
    if reason == NOT_IN_HAND:
        return EVERYWHERE if state.hand[seat, kind] == 0 else 0  # SW-22
    if reason == FULL:
        return int(state.storeys[LEVELS])  # SW-23
    if reason == CLAIMED_BY_ANYBODY:
        return claimed(state, NONE) if kind == NEUTRAL else 0  # SW-26
    if reason == CLAIMED_BY_OTHERS:
        return claimed(state, seat) if kind != NEUTRAL else 0  # SW-27
    if reason == ON_ORANGE:
        return ORANGE if kind == SKYLINE else 0  # SW-27
    if reason == OTHER_LEVEL:
        return ~int(state.storeys[kind]) if kind < NEUTRAL else 0  # SW-23
    if reason == OWN_TOP:
        return int(state.tops[seat]) & ~int(state.free_tops[seat]) if kind < NEUTRAL else 0  # SW-24
    if reason == NO_HOME:
        return ~int(state.homes[seat]) if kind == PENTHOUSE else 0  # SW-25
    return ~free_of_charge(state, seat, kind) if state.money[seat] < VALUE[kind] else 0  # SW-28


@rule
def claimed(state: State, seat: int) -> int:
    """The sites claimed by others than the seat (SW-27)."""
    sites = 0
    for other in range(state.players):
        if other != seat:
            sites |= int(state.claims[other])
    return sites


@rule
def free_of_charge(state: State, seat: int, kind: int) -> int:
    """The sites where the seat would pay itself for such a floor (SW-28)."""
    return int(state.tops[seat]) if kind >= NEUTRAL else int(state.free_tops[seat])


@rule
def buildable(state: State, kind: int) -> int:
    """The sites on which the player may build such a floor now."""
    return unbarred(state, state.player, kind, NO_MORE_BUILDING, CANNOT_BUILD)


@rule
def fitting(state: State, seat: int, kind: int) -> int:
    """The sites on which such a floor of the seat can stand."""
    return unbarred(state, seat, kind, FULL, NO_HOME)


@rule
def reachable(state: State, seat: int) -> int:
    """The sites on which a floor of the seat can still stand some day."""
    return unbarred(state, seat, ONE, FULL, CLAIMED_BY_OTHERS)


@rule
def unbarred(state: State, seat: int, kind: int, first: int, last: int) -> int:
    """The sites on which none of a range of reasons forbids such a floor of the seat."""
    sites = EVERYWHERE
    for reason in range(first, last + 1):
        sites &= ~barred(state, seat, kind, reason)
        if sites == 0:  # exits at once for kinds that are not in hand
            return 0
    return sites


@rule
def can_build(state: State) -> bool:
    for kind in range(len(KINDS)):
        if buildable(state, kind):
            return True
    return False


@rule
def against_showing(state: State, figure: int) -> int:
    if state.cards[state.player, figure] == 0:
        return NO_CARD  # SW-40
    if is_shown(state, figure):
        return SHOWN
    return 0 if stands(figure, int(state.tops[state.player])) else NOT_FOUND


@rule
def is_shown(state: State, figure: int) -> bool:
    return int(state.shown) >> figure & 1 == 1  # SW-41


@rule
def stands(figure: int, tops: int) -> bool:
    """Whether the figure, turned or mirrored, is found in these sites (SW-40)."""
    for n in range(PLACED[figure], PLACED[figure + 1]):
        if int(PLACEMENTS[n]) & ~tops == 0:
            return True
    return False


@rule
def against_trading(state: State, number: int) -> int:
    a, b, c = TRADES[number, 0], TRADES[number, 1], TRADES[number, 2]
    held = is_left(state, a, NONE, NONE) and is_left(state, b, a, NONE) and is_left(state, c, a, b)
    return 0 if held else NO_TRADE  # SW-42


@rule
def is_left(state: State, figure: int, a: int, b: int) -> bool:
    """Whether the player has a card of the figure besides one of a and one of b."""
    return state.cards[state.player, figure] > int(figure == a) + int(figure == b)


@rule
def cards_in_hand(state: State, seat: int) -> int:
    count = 0
    for figure in range(N_FIGURES):
        count += int(state.cards[seat, figure])
    return count


@rule
def against_buying(state: State, kind: int) -> int:
    seat = state.player
    if state.phase == BUILD:
        return BUILD_FIRST  # SW-35
    if kind == NEUTRAL and state.bought[seat, NEUTRAL] == NEUTRAL_PURCHASES:
        return ONE_NEUTRAL  # SW-33
    if state.sold[seat, kind] > 0:
        return SOLD  # SW-34
    if (state.neutral if kind == NEUTRAL else state.supply[seat, kind]) == 0:
        return NONE_LEFT  # SW-2
    return CANNOT_BUY if state.money[seat] < VALUE[kind] else 0  # SW-33


@rule
def can_buy(state: State) -> bool:
    for kind in range(N_GOODS):
        if not against_buying(state, kind):
            return True
    return False


@rule
def against_selling(state: State, kind: int) -> int:
    if state.phase == BUILD:
        return BUILD_FIRST  # SW-35
    if has_bought(state, state.player, kind):
        return BOUGHT  # SW-34
    return 0 if state.hand[state.player, kind] else NOTHING_TO_SELL


@rule
def against_ending_building(state: State, can_build: bool) -> int:
    if state.phase == INVEST:
        return BUILT_ALREADY
    return MUST_BUILD if can_build and not has_built(state) else 0  # SW-22


@rule
def against_ending_turn(state: State, can_buy: bool) -> int:
    if state.phase == BUILD:
        return BUILD_FIRST  # SW-35
    return MUST_BUY if can_buy and not has_built(state) and not has_bought_any(state) else 0  # SW-33


@rule
def has_built(state: State) -> bool:
    """Whether the player has built in this turn."""
    for level in range(LEVELS):
        if state.raised[state.player, level]:
            return True
    return False


@rule
def has_bought_any(state: State) -> bool:
    """Whether the player has bought in this turn."""
    for kind in range(N_GOODS):
        if has_bought(state, state.player, kind):
            return True
    return False


@rule
def has_bought(state: State, seat: int, kind: int) -> bool:
    """Whether the seat has bought such floors in its turn, so that it may sell none of them."""
    return state.bought[seat, kind] > 0


# --- apply ---------------------------------------------------------------------------------------------------


@rule
def apply(state: State, move: int, dice: Ints) -> None:
    action, which = action_of(move)
    if action == BUILD_FLOOR:
        build(state, *building(move), dice)
    elif action == SHOW:
        show(state, which)
    elif action == TRADE:
        trade(state, which)
    elif action == BUY:
        buy(state, which)
    elif action == SELL:
        sell(state, which)
    elif action == END_BUILDING:
        state.phase = INVEST
    else:
        end_turn(state)


@rule
def build(state: State, kind: int, site: int, dice: Ints) -> None:
    seat = state.player
    cost, owner = price(state, seat, kind, site), payee(state, site)
    state.money[seat] -= cost
    if owner != NONE:
        receive(state, owner, cost)
    state.hand[seat, kind] -= 1
    state.raised[seat, storeys_on(state, site)] |= 1 << site
    put(state, seat, kind, site)
    if kind == PENTHOUSE:
        penthouse_built(state, dice)


@rule
def price(state: State, seat: int, kind: int, site: int) -> int:
    return 0 if free_of_charge(state, seat, kind) >> site & 1 else int(VALUE[kind])  # SW-28


@rule
def payee(state: State, site: int) -> int:
    """Who is paid for building here: the owner of the top floor, or -1 for the bank (SW-28)."""
    for seat in range(state.players):
        if int(state.tops[seat]) >> site & 1:
            return seat
    return NONE


@rule
def receive(state: State, seat: int, amount: int) -> None:
    state.money[seat] = min(int(state.money[seat]) + amount, MOST_MONEY)  # SW-21


@rule
def storeys_on(state: State, site: int) -> int:
    for count in range(LEVELS):
        if int(state.storeys[count]) >> site & 1:
            return count
    return LEVELS


@rule
def put(state: State, seat: int, kind: int, site: int) -> None:
    """Put a floor on a site and update the bitboards."""
    here = 1 << site
    level = storeys_on(state, site)
    state.storeys[level] &= ~here
    state.storeys[level + 1] |= here
    for other in range(state.players):
        state.tops[other] &= ~here
        state.free_tops[other] &= ~here
    if kind == NEUTRAL:
        state.floors[site, level] = NEUTRAL_FLOOR
        return
    state.floors[site, level] = seat if kind != SKYLINE else SKYLINE_FLOOR + seat
    state.tops[seat] |= here
    state.homes[seat] |= here
    if kind == SKYLINE:
        state.free_tops[seat] |= here
        state.claims[seat] |= here
    elif kind == PENTHOUSE:
        state.penthouses[seat] += 1


@rule
def penthouse_built(state: State, dice: Ints) -> None:
    seat = state.player
    if state.penthouses[seat] == 1:  # SW-30
        state.hand[seat, SKYLINE] += 1
    if state.penthouses[seat] == SUPPLY[PENTHOUSE] and state.ender == NONE:  # SW-32
        state.ender = seat
        state.hand[seat, SKYLINE] += 1
    for n in range(1, state.players):  # SW-31
        draw(state, (seat + n) % state.players, dice)


@rule
def show(state: State, figure: int) -> None:
    state.cards[state.player, figure] -= 1  # SW-43
    state.shown |= 1 << figure
    receive(state, state.player, int(FIGURE_VALUE[figure]))


@rule
def trade(state: State, number: int) -> None:
    for n in range(TRADE_CARDS):
        state.cards[state.player, TRADES[number, n]] -= 1  # SW-43
    state.traded = 1
    receive(state, state.player, TRADE_VALUE)  # SW-42


@rule
def buy(state: State, kind: int) -> None:
    seat = state.player
    stock(state, seat, kind, -1)
    state.hand[seat, kind] += 1
    state.bought[seat, kind] += 1
    state.money[seat] -= VALUE[kind]


@rule
def sell(state: State, kind: int) -> None:
    seat = state.player
    stock(state, seat, kind, 1)
    state.hand[seat, kind] -= 1
    state.sold[seat, kind] += 1
    receive(state, seat, resale(kind))


@rule
def resale(kind: int) -> int:
    return int(VALUE[kind]) // 2  # SW-34


@rule
def stock(state: State, seat: int, kind: int, change: int) -> None:
    """Put floors into the supply, or take them out."""
    if kind == NEUTRAL:
        state.neutral += change
    else:
        state.supply[seat, kind] += change


@rule
def end_turn(state: State) -> None:
    seat = state.player
    state.idle = state.idle + 1 if is_idle(state) else 0
    state.unbuilt = 0 if has_built(state) else state.unbuilt + 1
    if state.ender != NONE and state.variant & SWIFT:  # SW-51
        state.last_tops[seat] = state.tops[seat]
    state.phase, state.shown, state.traded = BUILD, 0, 0
    if not state.variant & CLOSED:
        forget(state, seat)
    following = (seat + 1) % state.players
    if following == state.ender or stalling(state):  # SW-50
        state.player = NONE
    else:
        state.player = following
        begin_turn(state)


@rule
def is_idle(state: State) -> bool:
    """Whether nothing has happened in this turn that SW-53 counts."""
    seat = state.player
    if state.income[seat] or state.shown or state.traded or has_built(state) or has_bought_any(state):
        return False
    for kind in range(N_GOODS):
        if state.sold[seat, kind] > 0:
            return False
    return True


# Why a game has ended.
ENDINGS = ("", "last", "idle", "unbuilt")
LAST_TURN, ALL_IDLE, NOTHING_BUILT = range(1, len(ENDINGS))


@rule
def ending(state: State) -> int:
    """The index in ENDINGS, of a game that is over. The last turns cannot be idle: one of them built a penthouse."""
    return LAST_TURN if state.ender != NONE else stalling(state)


@rule
def stalling(state: State) -> int:
    """The index in ENDINGS of why the game stalls, 0 if it does not (SW-53)."""
    if state.idle >= state.players:
        return ALL_IDLE
    return NOTHING_BUILT if state.unbuilt >= unbuilt_end(state) else 0


@rule
def unbuilt_end(state: State) -> int:
    """The number of turns without a new floor after which the game ends (SW-53)."""
    return TURNS_WITHOUT_A_FLOOR * state.players


@rule
def begin_turn(state: State) -> None:
    forget(state, state.player)
    amount = best_income(state, state.player)
    state.income[state.player] = amount
    receive(state, state.player, amount)


@rule
def best_income(state: State, seat: int) -> int:
    """What the best-paying connected group of the seat's top floors earns (SW-20)."""
    best = 0
    groups = np.empty(N_SITES, np.int32)
    for n in range(find_groups(int(state.tops[seat]), groups)):
        best = max(best, income(state, seat, int(groups[n])))
    return best


@rule
def find_groups(sites: int, groups: Ints) -> int:
    """Write the connected groups of the sites, each a set, and return how many there are."""
    count = 0
    for site in range(N_SITES):
        if sites >> site & 1:
            group, apart = 1 << site, 0
            for n in range(count):
                if int(groups[n]) & int(BESIDE[site]):
                    group |= int(groups[n])
                else:
                    groups[apart] = groups[n]
                    apart += 1
            groups[apart] = group
            count = apart + 1
    return count


@rule
def income(state: State, seat: int, group: int) -> int:
    """What a group of the seat's top floors earns."""
    earned = 0
    for level in range(LEVELS):
        earned += int(EARNS[level]) * size(group & ~int(state.free_tops[seat]) & int(state.storeys[level + 1]))
    return earned


@rule
def has_closed_hand(state: State, seat: int, other: int) -> bool:
    """Whether the money and floors of the other seat are hidden from the seat."""
    return state.variant & CLOSED != 0 and other != seat


@rule
def sees_mission(state: State, seat: int, other: int) -> bool:
    """Whether a seat is shown the mission of the other one."""
    return seat == other or state.player < 0  # SW-10, SW-51


# --- score ---------------------------------------------------------------------------------------------------


@rule
def score(state: State, points: Ints) -> None:
    for seat in range(state.players):
        points[seat] = points_of(state, seat)


@rule
def points_of(state: State, seat: int) -> int:
    return penthouse_points(state, seat) + orange_points(state, seat) + mission_points(state, seat)  # SW-51


@rule
def penthouse_points(state: State, seat: int) -> int:
    return PENTHOUSE_POINTS * int(state.penthouses[seat])


@rule
def orange_points(state: State, seat: int) -> int:
    return ORANGE_POINTS * size(orange_tops(state, seat))


@rule
def orange_tops(state: State, seat: int) -> int:
    return int(state.tops[seat]) & ORANGE


@rule
def mission_points(state: State, seat: int) -> int:
    return MISSION_POINTS if fulfilled(state, seat) else 0


@rule
def fulfilled(state: State, seat: int) -> bool:
    """Whether the seat's mission currently counts (SW-51)."""
    return stands(FIRST_MISSION + state.mission[seat], judged_tops(state, seat))


@rule
def judged_tops(state: State, seat: int) -> int:
    """Where the seat is on top for its mission: in `swift` at the end of its last turn (SW-51)."""
    return int(state.tops[seat] if state.last_tops[seat] == NONE else state.last_tops[seat])


# --- rank ----------------------------------------------------------------------------------------------------

# SW-52: the criteria in order of precedence.
POINTS, MOST_PENTHOUSES, MISSION = 0, 1, 2
Criterion = Literal["points", "penthouses", "mission"]
CRITERIA: tuple[Criterion, ...] = get_args(Criterion)


@rule
def rank(state: State, places: Ints) -> None:
    for seat in range(state.players):
        places[seat] = 1
        for other in range(state.players):
            if is_ahead(state, other, seat):
                places[seat] += 1


@rule
def is_ahead(state: State, seat: int, other: int) -> bool:
    by = deciding(state, seat, other)
    return by < len(CRITERIA) and criterion(state, seat, by) > criterion(state, other, by)


@rule
def deciding(state: State, seat: int, other: int) -> int:
    """The number of the first criterion in which they differ; that of the criteria if there is none."""
    for by in range(len(CRITERIA)):
        if criterion(state, seat, by) != criterion(state, other, by):
            return by
    return len(CRITERIA)


@rule
def criterion(state: State, seat: int, by: int) -> int:
    if by == POINTS:
        return points_of(state, seat)
    return int(state.penthouses[seat]) if by == MOST_PENTHOUSES else int(fulfilled(state, seat))


# --- redeal --------------------------------------------------------------------------------------------------


@rule
def redeal(state: State, seat: int, dice: Ints) -> None:
    if state.player >= 0:  # SW-51: the dealt missions are shown at the end
        redeal_missions(state, seat, dice)
    redeal_cards(state, seat, dice)


@rule
def redeal_missions(state: State, seat: int, dice: Ints) -> None:
    hidden = np.empty(N_MISSIONS, np.int64)
    n = 0
    for mission in range(N_MISSIONS):
        if seat == NONE or mission != state.mission[seat]:
            hidden[n] = mission
            n += 1
    shuffle(hidden, n, dice)
    for other in range(state.players):
        if other != seat:
            n -= 1
            state.mission[other] = hidden[n]


@rule
def redeal_cards(state: State, seat: int, dice: Ints) -> None:
    """Shuffle and redeal the bonus cards in other hands and in the pile."""
    hidden = np.empty(CARDS, np.int64)
    n = 0
    for figure in range(N_FIGURES):
        count = int(state.pile[figure])
        for other in range(state.players):
            if other != seat:
                count += int(state.cards[other, figure])
        for _ in range(count):
            hidden[n] = figure
            n += 1
    shuffle(hidden, n, dice)
    for other in range(state.players):
        if other != seat:
            count = cards_in_hand(state, other)
            for figure in range(N_FIGURES):
                state.cards[other, figure] = 0
            for _ in range(count):
                n -= 1
                state.cards[other, hidden[n]] += 1
    for figure in range(N_FIGURES):
        state.pile[figure] = 0
    for i in range(n):
        state.pile[hidden[i]] += 1
