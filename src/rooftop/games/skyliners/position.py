"""Conversion of any reachable table of Skyliners to plain JSON data, and back."""

from typing import Any

import numpy as np

from rooftop.core.dice import roll
from rooftop.core.messages import Seat
from rooftop.core.position import Reader, deal_rest
from rooftop.core.rule import Ints
from rooftop.games.skyliners.components import (
    CENTRE,
    COLOURS,
    FLOOR,
    NEUTRAL,
    NEUTRAL_FLOORS,
    PIECES,
    ROUNDS,
    ROWS,
    SEGMENTS,
    SET_UP_CARDS,
    SET_UP_POSITION,
    SET_UP_ROW,
    SITE,
    SITES,
)
from rooftop.games.skyliners.rules import (
    FULL,
    INTRO,
    NONE,
    State,
    against_site,
    clear,
    has_one_action,
    is_last_round,
    pieces_on,
    put,
    set_up_site,
)
from rooftop.games.skyliners.words import DISTRICT_NAMES, district, plans, set_up_cards, site_or_none, sites


def write(state: State) -> dict[str, Any]:
    return {
        "first": int(state.first),
        "player": None if state.player < 0 else int(state.player),
        "round": int(state.round_number),
        "action": int(state.action),
        "built": site_or_none(state.built),
        "sites": sites(state),
        "plans": plans(state),
        "districts": [district(state, seat) for seat in range(4)],
        "set_up": set_up_cards(state),
    }


def read(state: State, position: dict[str, Any], dice: Ints) -> None:
    table = Reader(position)
    table.only("first", "player", "round", "action", "built", "sites", "plans", "districts", "set_up")
    clear(state, state.players, state.variant)
    state.first = table["first"].integer(0, state.players - 1)
    state.player = NONE if table["player"].missing else table["player"].integer(0, state.players - 1)
    state.round_number = table["round"].integer(1, 12)
    state.action = table["action"].integer(1, 2)
    _read_sites(state, table["sites"])
    _read_plans(state, table["plans"], dice)
    _read_districts(state, table["districts"], dice)
    _read_set_up(state, table["set_up"])
    _read_built(state, table["built"])
    _check_turns(state, table)


def _read_sites(state: State, read: Reader) -> None:
    for name, pieces in read.named():
        pieces.check(name in SITES, "skyliners.position.site", site=name)
        for piece in pieces.items():
            _read_piece(state, SITES.index(name), piece)
    read.check(state.height[CENTRE] == 1, "skyliners.position.middle")
    sites = [site for site in np.argwhere(state.owner == NEUTRAL)[:, 0].tolist() if site != CENTRE]
    needed = int(NEUTRAL_FLOORS[state.players])
    read.check(len(sites) == needed, "skyliners.position.neutral_floors", found=len(sites), needed=needed)
    turns = [(int(state.first) + n) % int(state.players) for n in range(needed)]
    dealt = _can_be_dealt(sites, [turns.count(seat) for seat in range(state.players)], frozenset())
    read.check(dealt, "skyliners.position.neutral_cards")


def _read_piece(state: State, site: int, read: Reader) -> None:
    if site == CENTRE:
        read.check(read.value == "neutral park", "skyliners.position.middle")
        return
    players = int(state.players)
    names = [f"{colour} {piece}" for colour in COLOURS[:players] for piece in PIECES]
    choice = read.choice([*names, "neutral floor"])
    if choice == len(names):
        level = pieces_on(state, site)
        below = (state.owner[site, :level] == NEUTRAL).all() and level < players
        read.check(below, "skyliners.position.neutral_stack", n=players)
        put(state, NEUTRAL, FLOOR, site)
        return
    seat, piece = divmod(choice, len(PIECES))
    read.check(state.supply[seat, piece] > 0, "skyliners.position.too_many", piece=read.value)
    read.check(against_site(state, piece, site) == 0, "skyliners.position.stack", piece=read.value)
    state.supply[seat, piece] -= 1
    put(state, seat, piece, site)


_CARD = {(seat, site): card for seat in range(4) for card, site in enumerate(SITE[seat, SET_UP_ROW, SET_UP_POSITION])}
"""The starting set-up card that names a site to a seat."""


def _can_be_dealt(sites: list[int], left: list[int], used: frozenset[int]) -> bool:
    """Whether different starting set-up cards can have put neutral floors on these sites (SL-12), if each seat has so
    many left to turn over."""
    if not sites:
        return True
    for seat, cards in enumerate(left):
        card = _CARD[seat, sites[0]]
        fewer = [n - (other == seat) for other, n in enumerate(left)]
        if cards and card not in used and _can_be_dealt(sites[1:], fewer, used | {card}):
            return True
    return False


def _read_plans(state: State, read: Reader, dice: Ints) -> None:
    """Draw at random the rows and numbers that are not given, because only their owners know them."""
    plans = read.each()
    read.check(not plans or state.variant == FULL, "skyliners.refused.no_plans")
    read.check(len(plans) <= 5 * state.players, "skyliners.position.plans")
    for n, plan in enumerate(plans):
        plan.only("seat", "row", "planned")
        seat = plan["seat"].integer(0, state.players - 1)
        row = NONE if plan["row"].missing else plan["row"].choice(ROWS)
        if row != NONE:
            plan.check(state.cards[seat, row], "skyliners.refused.planned", row=ROWS[row])
            state.cards[seat, row] = 0
        given = not plan["planned"].missing
        planned = plan["planned"].integer(1, SEGMENTS) if given else 1 + roll(dice, SEGMENTS)
        state.plan_seat[n], state.plan_row[n], state.planned[n] = seat, row, planned
    state.plans = len(plans)
    for n, plan in enumerate(plans):
        if state.plan_row[n] == NONE:
            seat = state.plan_seat[n]
            free = np.flatnonzero(state.cards[seat])
            plan.check(len(free), "skyliners.position.plans")
            state.plan_row[n] = free[roll(dice, len(free))]
            state.cards[seat, state.plan_row[n]] = 0


def _read_districts(state: State, read: Reader, dice: Ints) -> None:
    """Deal at random the skyscraper cards that are not given, because they are secret."""
    cards = read.each()
    read.check(len(cards) <= 4, "skyliners.position.districts")
    given = {seat: card.choice(DISTRICT_NAMES) for seat, card in enumerate(cards) if not card.missing}
    read.check(len(set(given.values())) == len(given), "skyliners.position.districts")
    state.district[:] = deal_rest(given, 4, len(DISTRICT_NAMES), dice)


def _read_set_up(state: State, read: Reader) -> None:
    """The starting set-up cards, if given, must match the neutral floors on the board."""
    cards = read.each()
    if not cards:
        return
    needed = int(NEUTRAL_FLOORS[state.players])
    read.check(len(cards) == needed, "skyliners.position.set_up", n=needed)
    floors = np.zeros(25, np.int8)
    for n, card in enumerate(cards):
        state.set_up[n] = card.choice(SET_UP_CARDS)
        floors[set_up_site(state, n)] += 1
    read.check(len(set(state.set_up[:needed])) == needed, "skyliners.position.set_up", n=needed)
    neutral = (state.owner == NEUTRAL).sum(axis=1)
    neutral[CENTRE] = 0
    read.check((floors == neutral).all(), "skyliners.position.set_up_floors")


def _read_built(state: State, read: Reader) -> None:
    if read.missing:
        return
    site = read.choice(SITES)
    read.check(state.action == 2, "skyliners.position.built_first")
    on_top = site != CENTRE and state.height[site] and state.owner[site, pieces_on(state, site) - 1] == state.player
    read.check(on_top, "skyliners.position.built", site=SITES[site])
    state.built = site


def _check_turns(state: State, read: Reader) -> None:
    """Everybody's pieces, plans and lost actions must match the turns taken."""
    last = is_last_round(state)
    if state.variant == INTRO:
        rounds = int(ROUNDS[state.players])
        read["round"].check(
            state.round_number <= rounds, "errors.not_in_range", value=state.round_number, low=1, high=rounds
        )
    if state.player < 0:
        read["player"].check(last, "skyliners.position.not_over")
        read["action"].check(state.action == 1, "skyliners.position.action")
    if state.action == 2:
        read["action"].check(not has_one_action(state), "skyliners.position.action")
    for seat in range(state.players):
        _check_seat(state, seat, read)


def _check_seat(state: State, seat: int, read: Reader) -> None:
    fresh: State = np.zeros(1, State.dtype)[0]
    clear(fresh, state.players, state.variant)
    done = int((fresh.supply[seat] - state.supply[seat]).sum() + (fresh.cards[seat] - state.cards[seat]).sum())
    due, begun = _actions_due(state, seat)
    read.check(done <= due, "skyliners.position.ahead", player=Seat(seat), n=done, due=due)
    without_floors = state.supply[seat, FLOOR] == 0
    read.check(done == due or without_floors, "skyliners.position.behind", player=Seat(seat), n=done, due=due)
    if state.variant == FULL and without_floors:
        read.check(begun, "skyliners.position.round_over", player=Seat(seat))


def _actions_due(state: State, seat: int) -> tuple[int, bool]:
    """How many actions the seat has had, lost ones included, and whether its turn of this round has begun."""
    players, first, rounds = int(state.players), int(state.first), int(state.round_number)
    per_turn = 1 if has_one_action(state) else 2
    before = 2 * (rounds - 1)
    if state.player < 0:
        return before + per_turn, True
    turn, current = (seat - first) % players, (int(state.player) - first) % players
    if turn == current:
        return before + int(state.action) - 1, state.action == 2
    return (before + per_turn, True) if turn < current else (before, False)
