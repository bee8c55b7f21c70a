"""The rules of Skyliners, SL-1 to SL-71."""

import numpy as np

from rooftop.core.dice import roll, shuffle
from rooftop.core.rule import MOVE, Ints, rule
from rooftop.core.state import Array, Record, Records, i1, i1s, i2, i4
from rooftop.games.skyliners.components import (
    ANTENNAS,
    CENTRE,
    FLOOR,
    FLOORS,
    IN_DISTRICT,
    NEUTRAL,
    NEUTRAL_FLOORS,
    PARK,
    PARKS,
    ROOF,
    ROOFS,
    ROUNDS,
    SEGMENTS,
    SET_UP_POSITION,
    SET_UP_ROW,
    SITE,
    TALLEST,
)

VARIANTS = ("full", "intro")
FULL, INTRO = 0, 1
NONE = -1
HIGHEST = 4 * 12 + 6 + 1
"""Upper bound on the pieces on a site: all of them stacked."""
MOST_PLANS = 4 * 5

# --- the state -----------------------------------------------------------------------------------------------


class State(Record):
    player: i1  # the seat that decides, -1 when the game is over
    players: i1
    variant: i1
    first: i1  # the start player
    round_number: i1  # from 1
    action: i1  # of the turn: 1 or 2
    built: i1  # the site built on in this turn's first action, else -1
    height: Array[i1s, 25]  # SL-5: 0 empty, 1 park, 2 one floor, 3 one floor and roof, 4 two floors, ...
    owner: Array[i1s, 25, HIGHEST]  # whose piece it is, from the ground up; 4 neutral, -1 no piece
    supply: Array[i1s, 4, 3]  # floors, roofs and parks in hand
    cards: Array[i1s, 4, 5]  # 1 for each planning card in hand, by row
    plans: i1  # cards in the planning office
    plan_seat: Array[i1s, MOST_PLANS]  # in the order placed
    plan_row: Array[i1s, MOST_PLANS]
    planned: Array[i1s, MOST_PLANS]  # 1, 2, 3, or 4 for "4 or 5"
    district: Array[i1s, 4]  # the skyscraper card of each seat; those of empty seats are the undealt ones
    set_up: Array[i1s, 12]  # the starting set-up cards in the order drawn, -1 where not known


# A move: build a piece on a site, plan, or pass.
PLAN = 3 * 25
PASS = PLAN + 5 * SEGMENTS
MOVES = PASS + 1


@rule
def build_move(piece: int, site: int) -> int:
    return piece * 25 + site


@rule
def building(move: int) -> tuple[int, int]:
    """The piece and the site of a move that builds."""
    return move // 25, move % 25


@rule
def plan_move(row: int, planned: int) -> int:
    return PLAN + row * SEGMENTS + planned - 1


@rule
def planning(move: int) -> tuple[int, int]:
    """The row and the number of a move that plans."""
    return (move - PLAN) // SEGMENTS, (move - PLAN) % SEGMENTS + 1


# --- start ---------------------------------------------------------------------------------------------------


@rule
def start(state: State, players: int, variant: int, first: int, dice: Ints) -> None:
    clear(state, players, variant)
    state.first = roll(dice, players) if first == NONE else first  # SL-13
    state.player = state.first
    shuffle(state.district, 4, dice)  # SL-11
    cards = np.arange(16)
    shuffle(cards, 16, dice)
    for n in range(NEUTRAL_FLOORS[players]):  # SL-12
        state.set_up[n] = cards[n]
        put(state, NEUTRAL, FLOOR, set_up_site(state, n))


@rule
def clear(state: State, players: int, variant: int) -> None:
    """An empty board with all pieces in hand."""
    state.players, state.variant = players, variant
    state.player, state.first = 0, 0
    state.round_number, state.action, state.built = 1, 1, NONE
    state.height[:] = 0
    state.owner[:, :] = NONE
    put(state, NEUTRAL, PARK, CENTRE)  # SL-1
    state.supply[:, :] = 0
    state.cards[:, :] = 0
    for seat in range(players):  # SL-10
        state.supply[seat, FLOOR] = FLOORS[players]
        state.supply[seat, ROOF] = ROOFS
        state.supply[seat, PARK] = PARKS
        if variant == FULL:
            state.cards[seat, :] = 1
    state.plans = 0
    state.plan_seat[:] = NONE
    state.plan_row[:] = NONE
    state.planned[:] = 0
    for seat in range(4):
        state.district[seat] = seat
    state.set_up[:] = NONE


@rule
def set_up_site(state: State, n: int) -> int:
    """The site of the n-th starting set-up card, as seen from the seat of the player who turns it over."""
    return site_on_card((state.first + n) % state.players, state.set_up[n])


@rule
def site_on_card(seat: int, card: int) -> int:
    """The site that a starting set-up card names to a seat."""
    return SITE[seat, SET_UP_ROW[card], SET_UP_POSITION[card]]


# --- legal ---------------------------------------------------------------------------------------------------


@rule
def legal(state: State, moves: Ints) -> int:
    if state.player < 0:
        return 0
    n = 0
    for piece in (FLOOR, ROOF, PARK):
        if has_piece(state, piece):
            for site in range(25):
                moves[n] = build_move(piece, site)  # branchless: always written, counted if legal (no mispredictions)
                n += against_site(state, piece, site) == 0
    for row in range(5):
        if against_planning(state, row) == 0:
            for planned in range(1, SEGMENTS + 1):
                moves[n] = plan_move(row, planned)
                n += 1
    if n == 0:  # SL-25
        moves[n] = PASS
        n += 1
    return n


# --- against -------------------------------------------------------------------------------------------------

REASONS = (
    "",
    "SL-34 over",
    "SL-31 over",
    "SL-25 can_act",
    "SL-30 no_plans",
    "SL-32 build_first",
    "SL-33 planned",
    "SL-20 no_floor",
    "SL-20 no_roof",
    "SL-20 no_park",
    "SL-1 centre",
    "SL-24 twice",
    "SL-23 park",
    "SL-21 on_park",
    "SL-21 on_roof",
    "SL-22 on_ground",
    "SL-22 on_park",
    "SL-22 on_roof",
)
(
    FULL_OVER,
    INTRO_OVER,
    CAN_ACT,
    NO_PLANS,
    BUILD_FIRST,
    IS_PLANNED,
    NO_FLOOR,
    NO_ROOF,
    NO_PARK,
    ON_CENTRE,
    TWICE,
    PARK_ON_OBJECT,
    FLOOR_ON_PARK,
    FLOOR_ON_ROOF,
    ROOF_ON_GROUND,
    ROOF_ON_PARK,
    ROOF_ON_ROOF,
) = range(1, len(REASONS))


@rule
def against(state: State, move: int) -> int:
    """The index in REASONS of why a move is illegal, 0 if it is legal."""
    if state.player < 0:
        return FULL_OVER if state.variant == FULL else INTRO_OVER
    if move < PLAN:
        piece, site = building(move)
        return against_building(state, piece, site)
    if move < PASS:
        row, _ = planning(move)
        return against_planning(state, row)
    moves = np.empty(MOVES, MOVE)
    legal(state, moves)
    return 0 if moves[0] == PASS else CAN_ACT


@rule
def against_building(state: State, piece: int, site: int) -> int:
    if not has_piece(state, piece):
        return NO_FLOOR + piece
    return ON_CENTRE if site == CENTRE else against_site(state, piece, site)  # SL-1


@rule
def has_piece(state: State, piece: int) -> bool:
    return state.supply[state.player, piece] > 0  # SL-20


@rule
def against_site(state: State, piece: int, site: int) -> int:
    """Why the piece cannot be put on the site in this turn, 0 if it can."""
    height = int(state.height[site])
    if site == state.built:  # SL-24
        return TWICE
    if piece == PARK:  # SL-23
        return 0 if height == 0 else PARK_ON_OBJECT
    if piece == FLOOR:  # SL-21
        return 0 if is_open(height) else FLOOR_ON_PARK if height == 1 else FLOOR_ON_ROOF
    if is_open(height):  # SL-22
        return 0 if height > 0 else ROOF_ON_GROUND
    return ROOF_ON_PARK if height == 1 else ROOF_ON_ROOF


@rule
def is_open(height: int) -> bool:
    """Nothing goes on a park or a roof: the odd heights."""
    return height & 1 == 0


@rule
def against_planning(state: State, row: int) -> int:
    """Why the row cannot be planned now, 0 if it can."""
    if state.variant == INTRO:  # SL-30
        return NO_PLANS
    if state.action == 1:  # SL-32
        return BUILD_FIRST
    return 0 if state.cards[state.player, row] else IS_PLANNED  # SL-33


# --- apply ---------------------------------------------------------------------------------------------------


@rule
def apply(state: State, move: int, dice: Ints) -> None:
    if move < PLAN:
        piece, site = building(move)
        build(state, piece, site)
    elif move < PASS:
        row, planned = planning(move)
        plan(state, row, planned)
    end_action(state)


@rule
def build(state: State, piece: int, site: int) -> None:
    put(state, state.player, piece, site)
    state.supply[state.player, piece] -= 1
    state.built = site


@rule
def put(state: State, owner: int, piece: int, site: int) -> None:
    state.owner[site, pieces_on(state, site)] = owner
    state.height[site] += 2 if piece == FLOOR else 1


@rule
def pieces_on(state: State, site: int) -> int:
    return (int(state.height[site]) + 1) // 2


@rule
def plan(state: State, row: int, planned: int) -> None:
    n = state.plans
    state.plan_seat[n], state.plan_row[n], state.planned[n] = state.player, row, planned  # SL-33
    state.plans += 1
    state.cards[state.player, row] = 0


@rule
def end_action(state: State) -> None:
    if state.action == 1 and not has_one_action(state):
        state.action = 2
        return
    state.action, state.built = 1, NONE
    following = (state.player + 1) % state.players
    if following != state.first:
        state.player = following
    elif is_last_round(state):
        state.player = NONE
    else:
        state.player = following
        state.round_number += 1


@rule
def has_one_action(state: State) -> bool:
    return state.variant == INTRO and is_last_round(state)  # SL-30


@rule
def is_last_round(state: State) -> bool:
    if state.variant == INTRO:
        return state.round_number == ROUNDS[state.players]  # SL-31
    for seat in range(state.players):
        if state.supply[seat, FLOOR] == 0:
            return True  # SL-34
    return False


# --- score ---------------------------------------------------------------------------------------------------


class Line(Record):
    """A row (intro) or plan (full) in the final scoring."""

    antennas: i4  # the sites that get one, as bits
    points: i2
    beyond: i2  # points for antennas after the tenth
    seat: i1
    row: i1
    planned: i1  # 0 in the introductory game
    seen: i1


LINE = Line.dtype  # compiled code cannot use the class


@rule
def score(state: State, points: Ints) -> None:
    antennas = np.zeros(4, np.int32)
    final_scoring(state, points, antennas)


@rule
def final_scoring(state: State, points: Ints, antennas: Ints) -> None:
    """The points and the antennas on the board of every player."""
    points[: state.players] = 0
    antennas[: state.players] = 0
    if state.player >= 0:  # SL-49
        return
    lines: Records[Line] = np.zeros(MOST_PLANS, LINE)
    for n in range(score_rows(state, lines, antennas)):
        points[lines[n].seat] += lines[n].points + lines[n].beyond
    tallest = tallest_building(state)
    for seat in range(state.players):
        points[seat] += antennas[seat]  # SL-51, SL-62
        if has_tallest(state, seat, tallest):
            points[seat] += TALLEST


@rule
def score_rows(state: State, lines: Records[Line], antennas: Ints) -> int:
    """Score the rows (SL-50) or the plans (SL-60) one after the other and return how many there are."""
    taken = 0
    count = 5 * state.players if state.variant == INTRO else int(state.plans)
    for n in range(count):
        line = lines[n]
        if state.variant == INTRO:
            line.seat, line.row = (state.first + n) % state.players, n // state.players
        else:
            line.seat, line.row, line.planned = state.plan_seat[n], state.plan_row[n], state.planned[n]
        line.seen = objects_seen(state, line.seat, line.row)
        if is_right(line):
            line.points = line.seen
            place_antennas(state, line, taken, antennas)
            taken |= line.antennas
    return count


@rule
def all_objects_seen(state: State, seen: Ints) -> None:
    """Write for every player how many objects are seen in each row."""
    for seat in range(state.players):
        for row in range(5):
            seen[seat, row] = objects_seen(state, seat, row)


@rule
def objects_seen(state: State, seat: int, row: int) -> int:
    seen, highest = 0, 0
    for position in range(5):  # SL-40
        height = state.height[SITE[seat, row, position]]
        if height > highest:
            seen += 1
            highest = height
    return seen


@rule
def is_right(line: Line) -> bool:
    return line.planned == 0 or min(int(line.seen), SEGMENTS) == line.planned  # SL-61


@rule
def place_antennas(state: State, line: Line, taken: int, antennas: Ints) -> None:
    highest = 0
    for position in range(5):
        site = int(SITE[line.seat, line.row, position])
        height = state.height[site]
        if height > highest:
            highest = height
            if not taken >> site & 1:
                if antennas[line.seat] < ANTENNAS:
                    antennas[line.seat] += 1
                    line.antennas |= 1 << site
                else:  # SL-63
                    line.beyond += 1


@rule
def tallest_building(state: State) -> int:
    tallest = 0
    for site in range(25):
        tallest = max(tallest, int(state.height[site]))
    return tallest


@rule
def has_tallest(state: State, seat: int, tallest: int) -> bool:
    for site in range(25):  # SL-70
        if state.height[site] == tallest and IN_DISTRICT[state.district[seat], site]:
            return True
    return False


# --- rank ----------------------------------------------------------------------------------------------------


@rule
def rank(state: State, places: Ints) -> None:
    points, antennas = np.zeros(4, np.int32), np.zeros(4, np.int32)
    final_scoring(state, points, antennas)
    for seat in range(state.players):
        places[seat] = 1
        for other in range(state.players):  # SL-71
            if points[other] > points[seat] or (points[other] == points[seat] and antennas[other] > antennas[seat]):
                places[seat] += 1


# --- secrets -------------------------------------------------------------------------------------------------


@rule
def sees_cards(state: State, seat: int, other: int) -> bool:
    """Whether a seat is shown the skyscraper card and the plans of the other one."""
    return seat == other or state.player < 0  # SL-11, SL-33, SL-70


# --- redeal --------------------------------------------------------------------------------------------------


@rule
def redeal(state: State, seat: int, dice: Ints) -> None:
    if state.player < 0:  # SL-70: everything is shown at the end but the undealt skyscraper cards
        redeal_districts(state, state.players, NONE, dice)
        return
    redeal_districts(state, 0, seat, dice)
    for other in range(state.players):
        if other != seat and state.variant == FULL:
            redeal_plans(state, other, dice)


@rule
def redeal_districts(state: State, lowest: int, known: int, dice: Ints) -> None:
    """Shuffle the skyscraper cards of all seats from `lowest` on, except those of the seat `known`."""
    hidden = np.zeros(4, np.int8)
    n = 0
    for district in range(4):
        for seat in range(lowest, 4):
            if seat != known and state.district[seat] == district:
                hidden[n] = district
                n += 1
    shuffle(hidden, n, dice)
    for seat in range(lowest, 4):
        if seat != known:
            n -= 1
            state.district[seat] = hidden[n]


@rule
def redeal_plans(state: State, seat: int, dice: Ints) -> None:
    """Any rows and any numbers are possible, each card once."""
    rows = np.arange(5)
    shuffle(rows, 5, dice)
    used = 0
    for n in range(state.plans):
        if state.plan_seat[n] == seat:
            state.plan_row[n] = rows[used]
            state.planned[n] = 1 + roll(dice, SEGMENTS)
            used += 1
    for n in range(5):
        state.cards[seat, rows[n]] = n >= used
