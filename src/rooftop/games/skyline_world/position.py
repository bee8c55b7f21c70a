"""Conversion of any reachable table of Skyline of the World to plain JSON data, and back."""

from typing import Any

import numpy as np

from rooftop.core.dice import roll
from rooftop.core.position import Reader, deal_rest
from rooftop.core.rule import Ints
from rooftop.core.sets import each
from rooftop.games.skyline_world.components import (
    CARDS,
    COLOURS,
    COPIES,
    EARNS,
    FIGURES,
    FIRST_CARDS,
    KINDS,
    LEVELS,
    MISSION_NAMES,
    MOST_MONEY,
    NEUTRAL,
    NEUTRAL_FLOORS,
    NEUTRAL_PURCHASES,
    PENTHOUSE,
    SITES,
    SKYLINE,
    SKYLINE_FLOORS,
    SUPPLY,
    TRADE_CARDS,
)
from rooftop.games.skyline_world.rules import (
    BUILD,
    CLOSED,
    N_GOODS,
    N_SITES,
    NONE,
    SKYLINE_FLOOR,
    SWIFT,
    State,
    best_income,
    cards_in_hand,
    clear,
    fitting,
    has_bought,
    is_shown,
    put,
    stalling,
    storeys_on,
    unbuilt_end,
)
from rooftop.games.skyline_world.words import (
    NAME,
    PHASES,
    announcement,
    board_without,
    floors_on,
    hand,
    is_raised,
    last_tops,
    mission,
    seat_or_none,
    shown,
    sites,
    used,
)

PARTS = (
    *("player", "phase", "sites", "money", "hands", "cards", "used", "missions"),
    *("announced", "shown", "traded", "ender", "last_tops", "idle", "unbuilt"),
)


def write(state: State) -> dict[str, Any]:
    players = range(state.players)
    return {
        "player": seat_or_none(state.player),
        "phase": None if state.player < 0 else PHASES[state.phase],
        "sites": sites(state),
        "money": [int(state.money[seat]) for seat in players],
        "hands": [hand(state, seat) for seat in players],
        "cards": [[FIGURES[figure] for figure in each(state.cards[seat])] for seat in players],
        "used": used(state),
        "missions": [mission(state, seat) for seat in players],
        "announced": [announcement(state, seat) for seat in players],
        "shown": shown(state),
        "traded": bool(state.traded),
        "ender": seat_or_none(state.ender),
        "last_tops": last_tops(state),
        "idle": int(state.idle),
        "unbuilt": int(state.unbuilt),
    }


def read(state: State, position: dict[str, Any], dice: Ints) -> None:
    table = Reader(position)
    table.only(*PARTS)
    clear(state, state.players, state.variant)
    last = int(state.players) - 1
    state.player = NONE if table["player"].missing else table["player"].integer(0, last)
    state.ender = NONE if table["ender"].missing else table["ender"].integer(0, last)
    if state.player >= 0:
        state.phase = BUILD if table["phase"].missing else table["phase"].choice(PHASES)
    else:
        table["phase"].check(table["phase"].missing, _key("not_over"))
    _read_sites(state, table["sites"])
    _read_hands(state, table["hands"])
    for seat, money in enumerate(table["money"].per_seat(state.players)):
        state.money[seat] = money.integer(0, MOST_MONEY)
    _check_penthouses(state, table)
    _read_cards(state, table, dice)
    _read_missions(state, table["missions"], dice)
    _read_announced(state, table["announced"])
    _read_used_now(state, table)
    _read_last_tops(state, table["last_tops"])
    _read_turns(state, table)


def _key(name: str) -> str:
    return f"{NAME}.position.{name}"


def _number(read: Reader, most: int) -> int:
    return 0 if read.missing else read.integer(0, most)


# --- floors and money ----------------------------------------------------------------------------------------


def _read_sites(state: State, read: Reader) -> None:
    floors = {
        f"{colour} {name}": (seat, kind)
        for seat, colour in enumerate(COLOURS[: state.players])
        for kind, name in enumerate(KINDS)
        if kind != NEUTRAL
    } | {KINDS[NEUTRAL]: (NONE, NEUTRAL)}
    for name, stack in read.named():
        stack.check(name in SITES, _key("site"), site=name)
        site = SITES.index(name)
        for floor in stack.items():
            seat, kind = list(floors.values())[floor.choice(list(floors))]
            floor.check(fitting(state, seat, kind) >> site & 1, _key("stack"), floor=floor.value)
            put(state, seat, kind, site)


def _read_hands(state: State, read: Reader) -> None:
    built = _built(state)
    for seat, floors in enumerate(read.per_seat(state.players)):
        floors.only(*KINDS)
        for kind, name in enumerate(KINDS):
            state.hand[seat, kind] = _number(floors[name], NEUTRAL_FLOORS if kind >= NEUTRAL else SUPPLY[kind])
            if kind < NEUTRAL:
                left = int(SUPPLY[kind]) - built[seat, kind] - int(state.hand[seat, kind])
                floors[name].check(left >= 0, _key("too_many"), floor=f"{COLOURS[seat]} {name}")
                state.supply[seat, kind] = left
        found = built[seat, SKYLINE] + int(state.hand[seat, SKYLINE])
        needed = int(state.penthouses[seat] > 0) + int(state.ender == seat)
        floors["skyline"].check(found == needed, _key("skyline"), needed=needed, found=found)
    left = NEUTRAL_FLOORS - built[:, NEUTRAL].sum() - state.hand[:, NEUTRAL].sum()
    read.check(left >= 0, _key("too_many"), floor="neutral")
    state.neutral = left


def _built(state: State) -> Any:
    """The number of floors of each kind on the board, by owner. Neutral ones count for the last row (index -1)."""
    built = np.zeros((4, len(KINDS)), int)
    for site in range(N_SITES):
        for owner, kind in floors_on(state, site):
            built[owner, kind] += 1
    return built


def _check_penthouses(state: State, table: Reader) -> None:
    most = int(SUPPLY[PENTHOUSE])
    if state.ender != NONE:
        table["ender"].check(state.penthouses[state.ender] == most, _key("ender"))
    else:
        table["ender"].check(state.penthouses.max() < most, _key("no_ender"))
    for seat in range(state.players):
        covered = sum(
            int((state.floors[site] == SKYLINE_FLOOR + seat).sum())
            for site in range(N_SITES)
            if state.floors[site, LEVELS - 1] == seat
        )
        early = covered >= max(1, int(state.penthouses[seat])) or covered == SKYLINE_FLOORS
        table["sites"].check(not early, _key("skyline_early"))


# --- cards ---------------------------------------------------------------------------------------------------


def _read_cards(state: State, table: Reader, dice: Ints) -> None:
    """Draw at random the bonus cards that are not given, because only their owners know them."""
    gone = table["used"]
    if not gone.missing:
        gone.only(*FIGURES)
        for figure, name in enumerate(FIGURES):
            state.pile[figure] -= _number(gone[name], COPIES)
    hands = table["cards"].per_seat(state.players)
    hidden = []
    for seat, owned in enumerate(hands):
        for card in owned.items():
            if card.missing:
                hidden.append(seat)
                continue
            figure = card.choice(FIGURES)
            card.check(state.pile[figure] > 0, _key("copies"), figure=FIGURES[figure])
            state.pile[figure] -= 1
            state.cards[seat, figure] += 1
    dealt = _cards_dealt(state)
    found = CARDS - int(state.pile.sum()) + len(hidden)
    table["cards"].check(found == dealt, _key("cards"), needed=dealt, found=found)
    for seat in hidden:
        left = each(state.pile)
        figure = left[roll(dice, len(left))]
        state.pile[figure] -= 1
        state.cards[seat, figure] += 1
    for seat, owned in enumerate(hands):
        most = _most_cards(state, seat)
        owned.check(cards_in_hand(state, seat) <= most, _key("hand"), most=most)


def _cards_dealt(state: State) -> int:
    """SW-10, SW-31: how many bonus cards have left the pile."""
    players, penthouses = int(state.players), int(state.penthouses.sum())
    return min(FIRST_CARDS * players + (players - 1) * penthouses, CARDS)


def _most_cards(state: State, seat: int) -> int:
    return FIRST_CARDS + int(state.penthouses.sum() - state.penthouses[seat])


def _read_missions(state: State, read: Reader, dice: Ints) -> None:
    """Deal at random the missions that are not given, because they are secret."""
    given: dict[int, int] = {}
    for seat, card in enumerate([] if read.missing else read.per_seat(state.players)):
        if not card.missing:
            number = card.choice(MISSION_NAMES)
            card.check(number not in given.values(), _key("mission"), mission=card.value)
            given[seat] = number
    state.mission[: state.players] = deal_rest(given, state.players, len(MISSION_NAMES), dice)


def _read_used_now(state: State, table: Reader) -> None:
    """The cards used in this turn."""
    figures = table["shown"].each()
    gone = used(state)
    for card in figures:
        figure = card.choice(FIGURES)
        fresh = not is_shown(state, figure) and FIGURES[figure] in gone and state.player >= 0
        card.check(fresh, _key("shown"), figure=card.value)
        state.shown |= 1 << figure
    traded = table["traded"]
    if not traded.missing and traded.truth():
        traded.check(state.player >= 0 and sum(gone.values()) >= len(figures) + TRADE_CARDS, _key("traded"))
        state.traded = 1
    if state.player >= 0:
        had = cards_in_hand(state, state.player) + len(figures) + TRADE_CARDS * int(state.traded)
        most = _most_cards(state, state.player)
        table["cards"].check(had <= most, _key("hand"), most=most)


# --- turns ---------------------------------------------------------------------------------------------------


def _read_announced(state: State, read: Reader) -> None:
    """Read the announcements in effect: those of the current turn, and in `closed` those of everybody's last turn."""
    for seat, said in enumerate([] if read.missing else read.per_seat(state.players)):
        if said.missing:
            continue
        said.only("income", "built", "bought", "sold")
        _read_built(state, seat, said["built"])
        _read_trades(state, seat, said)
        if seat != state.player:
            state.income[seat] = _number(said["income"], int((EARNS * SUPPLY).sum()))
        if seat != state.player and not state.variant & CLOSED:
            said.check(not any(announcement(state, seat).values()), _key("forgotten"))
    _check_built(state, read)
    if state.player >= 0:
        _read_income(state, read)


def _read_built(state: State, seat: int, read: Reader) -> None:
    for floor in read.each():
        floor.only("site", "level")
        site, level = floor["site"].choice(SITES), floor["level"].integer(1, LEVELS) - 1
        fresh = level < storeys_on(state, site) and not any(is_raised(state, s, site, level) for s in range(4))
        floor.check(fresh and floors_on(state, site)[level][0] in (seat, NONE), _key("built"))
        state.raised[seat, level] |= 1 << site


def _check_built(state: State, read: Reader) -> None:
    """Announced floors are above the others, and those of a later turn above those of an earlier one."""
    for site in range(N_SITES):
        ago = int(state.players) + 1
        for level in range(storeys_on(state, site)):
            turns = [_turns_ago(state, seat) for seat in range(state.players) if is_raised(state, seat, site, level)]
            read.check(not turns or turns[0] <= ago, _key("built"))
            read.check(turns or ago > state.players, _key("built"))
            ago = turns[0] if turns else ago
    if state.player >= 0 and state.player == state.ender:
        penthouses = int(state.raised[state.player, LEVELS - 1]) & int(state.tops[state.player])
        read.check(penthouses & ~int(state.free_tops[state.player]), _key("ender"))


def _turns_ago(state: State, seat: int) -> int:
    """How many turns ago the seat had its last turn, 0 for the seat to move."""
    players = int(state.players)
    if state.player >= 0:
        return (int(state.player) - int(seat)) % players
    return (int(state.ender) - int(seat) - 1) % players + 1


def _read_trades(state: State, seat: int, said: Reader) -> None:
    waits = seat == state.player and state.phase == BUILD
    for name, counts, most in (("bought", state.bought, _most_bought), ("sold", state.sold, _most_sold)):
        if not said[name].missing:
            said[name].only(*KINDS[:N_GOODS])
            for kind in range(N_GOODS):
                limit = 0 if waits else most(state, seat, kind)
                counts[seat, kind] = _number(said[name][KINDS[kind]], limit)


def _most_bought(state: State, seat: int, kind: int) -> int:
    held = int(state.hand[seat, kind])
    return min(held, NEUTRAL_PURCHASES) if kind == NEUTRAL else held


def _most_sold(state: State, seat: int, kind: int) -> int:
    if has_bought(state, seat, kind):  # SW-34
        return 0
    return NEUTRAL_FLOORS if kind == NEUTRAL else int(state.supply[seat, kind])


def _read_income(state: State, read: Reader) -> None:
    """Derive the income of this turn from the board at its start."""
    seat = int(state.player)
    before = board_without(state, lambda site, level: is_raised(state, seat, site, level))
    state.income[seat] = best_income(before, seat)
    said = Reader(None) if read.missing else read.items()[seat]
    if not said.missing and not said["income"].missing:
        needed, found = int(state.income[seat]), said["income"].value
        said["income"].check(found == needed and type(found) is int, _key("income"), needed=needed, found=found)


def _read_last_tops(state: State, read: Reader) -> None:
    entries = [Reader(None, read.where)] * int(state.players) if read.missing else read.per_seat(state.players)
    for seat, tops in enumerate(entries):
        if not _has_had_last_turn(state, seat):
            tops.check(tops.missing, _key("no_last_tops"))
            continue
        bits = 0
        for site in tops.items():
            bits |= 1 << site.choice(SITES)
        possible = int(state.tops[seat]) & ~bits == 0 and bits & ~int(state.homes[seat]) == 0
        tops.check(possible, _key("last_tops"))
        state.last_tops[seat] = bits


def _has_had_last_turn(state: State, seat: int) -> bool:
    """Whether the seat has finished its last turn, on which `swift` judges its mission."""
    if state.ender == NONE or not state.variant & SWIFT:
        return False
    return 0 < _turns_ago(state, seat) <= _turns_ago(state, state.ender)


def _read_turns(state: State, table: Reader) -> None:
    """The counts of SW-53 must match everything else. Only they or the last turns end a game."""
    players = int(state.players)
    state.idle = _number(table["idle"], players)
    state.unbuilt = _number(table["unbuilt"], unbuilt_end(state))
    table["idle"].check(state.idle <= state.unbuilt, _key("idle"))
    if state.ender != NONE and state.player != state.ender:
        table["unbuilt"].check(state.unbuilt < _turns_ago(state, state.ender), _key("idle"))
    for seat in range(players):
        if seat != state.player:
            ago = _turns_ago(state, seat)
            table["unbuilt"].check(ago > state.unbuilt or not state.raised[seat].any(), _key("idle"))
            table["idle"].check(ago > state.idle or not any(announcement(state, seat).values()), _key("idle"))
    if state.player >= 0:
        table["player"].check(not stalling(state), _key("stalled"))
    else:
        table["player"].check(state.ender != NONE or stalling(state) != 0, _key("not_over"))
