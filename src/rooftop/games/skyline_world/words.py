"""Skyline of the World for people: moves as text and back, refusals, views, the breakdown of the score."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, cast, get_args

import numpy as np

from rooftop.core.dice import dice
from rooftop.core.messages import LogLine, Message, Seat, together
from rooftop.core.sets import each, members
from rooftop.core.state import Records
from rooftop.games.skyline_world.components import (
    BONUS,
    COLOURS,
    COPIES,
    FIGURE_VALUE,
    FIGURES,
    FIRST_MISSION,
    KINDS,
    MISSION_NAMES,
    MISSIONS,
    MOST_MONEY,
    NEUTRAL,
    ORANGE_SITES,
    PENTHOUSE,
    PLACED,
    PLACEMENTS,
    SITES,
    SKYLINE,
    SUPPLY,
    TRADE_VALUE,
    TRADES,
    VALUE,
    Kind,
)
from rooftop.games.skyline_world.rules import (
    BUILD_FLOOR,
    BUY,
    CRITERIA,
    END_BUILDING,
    END_TURN,
    ENDINGS,
    N_GOODS,
    N_SITES,
    NEUTRAL_FLOOR,
    NONE,
    SELL,
    SHOW,
    SKYLINE_FLOOR,
    TRADE,
    State,
    action_of,
    best_income,
    build_move,
    building,
    cards_in_hand,
    clear,
    deciding,
    ending,
    find_groups,
    fulfilled,
    has_closed_hand,
    income,
    is_ahead,
    is_shown,
    judged_tops,
    mission_points,
    orange_points,
    orange_tops,
    payee,
    penthouse_built,
    penthouse_points,
    price,
    put,
    reachable,
    resale,
    sees_mission,
    stands,
    storeys_on,
)
from rooftop.games.skyline_world.view import (
    Action,
    Announced,
    Card,
    Components,
    Floor,
    Goods,
    Group,
    Hand,
    Line,
    Mission,
    Nearest,
    NextPenthouse,
    OpenTable,
    OwnTable,
    Phase,
    Prices,
    Supply,
)

PHASES: tuple[Phase, ...] = get_args(Phase)
NAME = "skyline-world"

# --- moves ---------------------------------------------------------------------------------------------------


def _all_moves() -> Iterator[tuple[int, str]]:
    """The number and text of every move."""
    for k, kind in enumerate(KINDS):
        for s, site in enumerate(SITES):
            yield build_move(k, s), f"build {kind} {site}"
    for n, figure in enumerate(FIGURES):
        yield SHOW + n, f"show {figure}"
    for n, cards in enumerate(TRADES):
        yield TRADE + n, "trade " + " + ".join(FIGURES[figure] for figure in cards)
    for n, kind in enumerate(KINDS[:N_GOODS]):
        yield BUY + n, f"buy {kind}"
        yield SELL + n, f"sell {kind}"
    yield END_BUILDING, "end building"
    yield END_TURN, "end turn"


_TEXTS = dict(_all_moves())
MOVES = {text: move for move, text in _TEXTS.items()}


def text(state: State, move: int) -> str:
    return _TEXTS[move]


def data(state: State, move: int) -> Action:
    action, which = action_of(move)
    if action == BUILD_FLOOR:
        return {"action": "build", **_build(state, *building(move))}
    if action == SHOW:
        return {"action": "show", "figure": FIGURES[which], "value": int(FIGURE_VALUE[which])}
    if action == TRADE:
        figures = [FIGURES[figure] for figure in TRADES[which]]
        return {"action": "trade", "figures": figures, "value": TRADE_VALUE}
    if action == BUY:
        return {"action": "buy", "floor": KINDS[which], "price": int(VALUE[which])}
    if action == SELL:
        return {"action": "sell", "floor": KINDS[which], "value": resale(which)}
    return {"action": "end building" if action == END_BUILDING else "end turn"}


def _build(state: State, kind: int, site: int) -> Floor:
    """What is built where, its price and its payee: a seat, or None if the bank is paid or it is free."""
    cost, owner = price(state, state.player, kind, site), payee(state, site)
    return {
        "floor": KINDS[kind],
        "site": SITES[site],
        "level": storeys_on(state, site) + 1,
        "price": int(cost),
        "payee": None if owner == NONE or cost == 0 else int(owner),
    }


# --- the log -------------------------------------------------------------------------------------------------


def tell(state: State, move: int, after: State, seat: int | None) -> list[LogLine]:
    """In `closed`, the log omits the kinds and amounts of others. The view shows them until their next turn."""
    who = {"player": Seat(state.player)}
    action, which = action_of(move)
    if action == BUILD_FLOOR:
        return _tell_build(state, *building(move), after, seat)
    if action in (SHOW, TRADE):
        return _tell_cards(state, move, after, seat)
    if action in (BUY, SELL):
        return [] if _is_secret(state, state.player, seat) else _tell_invest(state, action, which, after, seat)
    if action == END_BUILDING:
        return [_line("end_building", **who)]
    return [_line("end_turn", **who), *_tell_next(state, after, seat)]


def _is_secret(state: State, owner: int, seat: int | None) -> bool:
    return bool(has_closed_hand(state, NONE if seat is None else seat, owner))


def _line(key: str, **parts: object) -> LogLine:
    places = (str(parts["site"]),) if "site" in parts else ()
    return LogLine(f"{NAME}.log.{key}", parts, places)


def _money(amount: int) -> Message:
    return Message(f"{NAME}.money", {"n": int(amount)})


def _floor(kind: int) -> Message:
    return Message(f"{NAME}.floor.{KINDS[kind]}")


def _tell_build(state: State, kind: int, site: int, after: State, seat: int | None) -> list[LogLine]:
    built = _build(state, kind, site)
    player, owner, cost = int(state.player), built["payee"], built["price"]
    parts = {"player": Seat(player), "floor": _floor(kind), "site": built["site"]}
    if _is_secret(state, player, seat):
        lines = [_line("build_seen", player=Seat(player), site=built["site"])]
    elif owner is not None:
        lines = [_line("build_owner", **parts, money=_money(cost), owner=Seat(owner))]
    else:
        lines = [_line("build_bank", **parts, money=_money(cost)) if cost else _line("build_free", **parts)]
    if owner is not None:
        lines += _tell_lost(state, after, owner, cost, seat)
    if kind == PENTHOUSE:
        lines += _tell_penthouse(state, after, seat)
    return lines


def _tell_penthouse(state: State, after: State, seat: int | None) -> Iterator[LogLine]:
    player, players = int(state.player), int(state.players)
    if after.ender != state.ender:
        yield _line("third_penthouse", player=Seat(player))
    elif _next_penthouse(state)["skyline"]:  # the floors in hand may be hidden
        yield _line("first_penthouse", player=Seat(player))
    for other in ((player + n) % players for n in range(1, players)):
        if cards_in_hand(after, other) > cards_in_hand(state, other):
            who = Seat(other)
            drawn = int(np.argmax(after.cards[other] - state.cards[other]))
            yield _line("draw_own", player=who, figure=FIGURES[drawn]) if other == seat else _line("draw", player=who)


def _tell_cards(state: State, move: int, after: State, seat: int | None) -> list[LogLine]:
    player = int(state.player)
    parts: Mapping[str, Any] = data(state, move)
    key, figures = parts["action"], parts.get("figures") or [parts["figure"]]
    who = {"player": Seat(player), "figures": together(figures)}
    if _is_secret(state, player, seat):
        return [_line(f"{key}_seen", **who)]
    line = _line(key, **who, money=_money(parts["value"]))
    return [line, *_tell_lost(state, after, player, parts["value"], seat)]


def _tell_invest(state: State, action: int, kind: int, after: State, seat: int | None) -> list[LogLine]:
    player = int(state.player)
    if action == BUY:
        return [_line("buy", player=Seat(player), floor=_floor(kind), money=_money(VALUE[kind]))]
    line = _line("sell", player=Seat(player), floor=_floor(kind), money=_money(resale(kind)))
    return [line, *_tell_lost(state, after, player, resale(kind), seat)]


def _tell_lost(state: State, after: State, owner: int, amount: int, seat: int | None) -> list[LogLine]:
    """Log the money that exceeds the limit of SW-21."""
    lost = int(state.money[owner]) + amount - int(after.money[owner])
    if lost <= 0 or _is_secret(state, owner, seat):
        return []
    return [_line("lost", player=Seat(owner), money=_money(lost))]


def _tell_next(state: State, after: State, seat: int | None) -> list[LogLine]:
    following = int(after.player)
    if following < 0:
        return [_line(f"over_{ENDINGS[ending(after)]}")]
    amount = int(after.income[following])
    if amount == 0 or _is_secret(state, following, seat):
        return []
    line = _line("income", player=Seat(following), money=_money(amount))
    return [line, *_tell_lost(state, after, following, amount, seat)]


# --- refusals ------------------------------------------------------------------------------------------------


def parts(state: State, move: int) -> dict[str, object]:
    action, which = action_of(move)
    if action == BUILD_FLOOR:
        kind, site = building(move)
        next_level = storeys_on(state, site) + 1
        return {"site": SITES[site], "level": kind + 1, "next": next_level, **_price(state, kind)}
    if action == SHOW:
        return {"figure": FIGURES[which]}
    return _price(state, which) if action == BUY else {}


def _price(state: State, kind: int) -> dict[str, object]:
    return {"price": _money(VALUE[kind]), "money": _money(state.money[state.player])}


# --- view ----------------------------------------------------------------------------------------------------


def open_view(state: State) -> OpenTable:
    players = range(state.players)
    claims = state.claims.tolist()
    return {
        "components": _components(),
        "phase": None if state.player < 0 else PHASES[state.phase],
        "sites": dict(zip(SITES, map(_floors, state.floors.tolist()), strict=True)),
        "orange": list(ORANGE_SITES),
        "claims": {name: p for p in players for name in site_names(claims[p])},
        "neutral": int(state.neutral),
        "incomes": [int(best_income(state, p)) for p in players],
        "groups": [_groups(state, p) for p in players],
        "penthouses": [int(state.penthouses[p]) for p in players],
        "next_penthouse": _next_penthouse(state) if state.player >= 0 else None,
        "orange_tops": [site_names(int(orange_tops(state, p))) for p in players],
        "announced": [_announced(state, p) for p in players],
        "shown": shown(state),
        "cards": [int(cards_in_hand(state, p)) for p in players],
        "used": used(state),
        "pile": int(state.pile.sum()),
        "ender": seat_or_none(state.ender),
        "last_tops": last_tops(state),
        "idle": int(state.idle),
        "unbuilt": int(state.unbuilt),
    }


def own_view(state: State, seat: int | None) -> OwnTable:
    players = range(state.players)
    viewer = NONE if seat is None else seat
    open_hands = [not _is_secret(state, p, seat) for p in players]
    return {
        "money": [int(state.money[p]) if open_hands[p] else None for p in players],
        "hands": [hand(state, p) if open_hands[p] else None for p in players],
        "supply": [cast(Supply, _kinds(state.supply[p])) if open_hands[p] else None for p in players],
        "own_cards": [] if seat is None else [_card(state, seat, figure) for figure in each(state.cards[seat])],
        "missions": [_mission(state, p) if sees_mission(state, viewer, p) else None for p in players],
    }


def _components() -> Components:
    return {
        "prices": cast(Prices, _kinds(VALUE[:N_GOODS])),
        "resale": cast(Prices, {KINDS[kind]: resale(kind) for kind in range(N_GOODS)}),
        "most_money": MOST_MONEY,
        "penthouses": int(SUPPLY[PENTHOUSE]),
    }


def _next_penthouse(state: State) -> NextPenthouse:
    after: Records[State] = np.zeros(1, State.dtype)
    after[0] = state
    then, seat = after[0], state.player
    then.penthouses[seat] += 1
    penthouse_built(then, dice(0))  # which cards are drawn does not matter
    return {
        "skyline": bool(then.hand[seat, SKYLINE] > state.hand[seat, SKYLINE]),
        "ends": bool(then.ender != state.ender),
        "draws": bool(then.pile.sum() < state.pile.sum()),
    }


def _floors(stack: list[int]) -> list[str]:
    """The floors on a site, from the ground up."""
    return [_named(floor, level) for level, floor in enumerate(stack) if floor != NONE]


@cache
def _named(floor: int, level: int) -> str:
    owner, kind = _parts(floor, level)
    return KINDS[kind] if kind == NEUTRAL else f"{COLOURS[owner]} {KINDS[kind]}"


def floors_on(state: State, site: int) -> list[tuple[int, int]]:
    """The owner (-1 for a neutral floor) and the kind of each floor on a site, from the ground up."""
    return [_parts(floor, level) for level, floor in enumerate(state.floors[site].tolist()) if floor != NONE]


def _parts(floor: int, level: int) -> tuple[int, int]:
    if floor == NEUTRAL_FLOOR:
        return NONE, NEUTRAL
    return (floor, level) if floor < NEUTRAL_FLOOR else (floor - SKYLINE_FLOOR, SKYLINE)


def sites(state: State) -> dict[str, list[str]]:
    """What is on every site that is not empty."""
    stacks = zip(SITES, map(_floors, state.floors.tolist()), strict=True)
    return {name: floors for name, floors in stacks if floors}


def site_names(bits: int) -> list[str]:
    return [SITES[site] for site in members(bits)]


def hand(state: State, seat: int) -> Hand:
    return cast(Hand, _kinds(state.hand[seat]))


def _kinds(counts: Any) -> dict[Kind, int]:
    return {KINDS[kind]: count for kind, count in enumerate(counts.tolist())}


def _some_kinds(counts: Any) -> Goods:
    return cast(Goods, {kind: count for kind, count in _kinds(counts).items() if count})


def _groups(state: State, seat: int) -> list[Group]:
    """The connected groups of the seat's top floors with their income (SW-20), best first."""
    found = np.zeros(N_SITES, np.int32)
    count = find_groups(int(state.tops[seat]), found)
    incomes = {group: int(income(state, seat, group)) for group in found[:count].tolist()}
    groups = sorted(incomes, key=lambda group: (-incomes[group], group & -group))
    return [{"sites": site_names(group), "income": incomes[group]} for group in groups]


def announcement(state: State, seat: int) -> dict[str, Any]:
    """The seat's announcements that are still in effect."""
    built = ((site, level) for level, sites in enumerate(state.raised[seat].tolist()) for site in members(sites))
    return {
        "income": int(state.income[seat]),
        "built": [{"site": SITES[site], "level": level + 1} for site, level in sorted(built)],
        "bought": _some_kinds(state.bought[seat]),
        "sold": _some_kinds(state.sold[seat]),
    }


def is_raised(state: State, seat: int, site: int, level: int) -> bool:
    """Whether the seat built this floor in its turn."""
    return bool(int(state.raised[seat, level]) >> site & 1)


def _announced(state: State, seat: int) -> Announced:
    said = announcement(state, seat)
    built = [_built(state, seat, SITES.index(floor["site"]), floor["level"] - 1) for floor in said["built"]]
    return {"income": said["income"], "built": built, "bought": said["bought"], "sold": said["sold"]}


def _built(state: State, seat: int, site: int, level: int) -> Floor:
    """The price and payee of a floor on the board, at the time when the seat built it."""
    floors, below = floors_on(state, site), _bare_board(state)
    for owner, kind in floors[:level]:
        put(below, owner, kind, site)
    below.player = seat
    return _build(below, floors[level][1], site)


def _bare_board(state: State) -> State:
    board: State = np.zeros(1, State.dtype)[0]
    clear(board, state.players, state.variant)
    return board


def board_without(state: State, gone: Callable[[int, int], bool]) -> State:
    """A table with the floors on the board, except those `gone` by site and level."""
    table = _bare_board(state)
    for site in range(N_SITES):
        for level, (owner, kind) in enumerate(floors_on(state, site)):
            if not gone(site, level):
                put(table, owner, kind, site)
    return table


def _card(state: State, seat: int, figure: int) -> Card:
    value, cells = BONUS[FIGURES[figure]]
    return {
        "figure": FIGURES[figure],
        "value": value,
        "cells": [list(cell) for cell in cells],
        "found": bool(stands(figure, int(state.tops[seat]))),
        **_nearest(state, seat, figure, int(state.tops[seat])),
    }


def _nearest(state: State, seat: int, figure: int, tops: int) -> Nearest:
    """Where the figure stands, or the placement with the fewest unreachable sites, then the fewest missing ones."""
    lost = ~(reachable(state, seat) | tops)
    ways = [int(way) for way in PLACEMENTS[PLACED[figure] : PLACED[figure + 1]]]
    way = min(ways, key=lambda way: ((way & lost).bit_count(), (way & ~tops).bit_count()))
    return {"sites": site_names(way), "missing": site_names(way & ~tops)}


def shown(state: State) -> list[str]:
    return [name for figure, name in enumerate(FIGURES) if is_shown(state, figure)]


def used(state: State) -> dict[str, int]:
    """The bonus cards that have left the game (SW-43)."""
    left = COPIES - state.pile - state.cards.sum(axis=0)
    return {FIGURES[figure]: int(count) for figure, count in enumerate(left) if count}


def mission(state: State, seat: int) -> str:
    return MISSION_NAMES[state.mission[seat]]


def _mission(state: State, seat: int) -> Mission:
    name = mission(state, seat)
    return {
        "mission": name,
        "cells": [list(cell) for cell in MISSIONS[name]],
        "fulfilled": bool(fulfilled(state, seat)),
        **_nearest(state, seat, FIRST_MISSION + int(state.mission[seat]), int(judged_tops(state, seat))),
    }


def seat_or_none(seat: int) -> int | None:
    return None if seat == NONE else int(seat)


def last_tops(state: State) -> list[list[str] | None]:
    """In `swift`, the sites that each seat topped at the end of its last turn; None before it."""
    return [None if tops == NONE else site_names(tops) for tops in state.last_tops[: state.players].tolist()]


# --- breakdown -----------------------------------------------------------------------------------------------


def breakdown(states: Sequence[State], moves: Sequence[int]) -> list[Line]:
    state = states[-1]
    seats = range(state.players)
    lines: list[Line] = []
    for seat in seats:
        count, points = int(state.penthouses[seat]), int(penthouse_points(state, seat))
        lines.append({"source": "penthouses", "seat": seat, "count": count, "points": points})
    for seat in seats:
        tops, points = site_names(int(orange_tops(state, seat))), int(orange_points(state, seat))
        lines.append({"source": "orange", "seat": seat, "sites": tops, "points": points})
    for seat in seats:
        done, points = bool(fulfilled(state, seat)), int(mission_points(state, seat))
        name = mission(state, seat)
        lines.append({"source": "mission", "seat": seat, "mission": name, "fulfilled": done, "points": points})
    return lines if state.player >= 0 else [*lines, *_tie_breaks(state)]


def _tie_breaks(state: State) -> Iterator[Line]:
    """The tie-breaks between those with the most points (SW-52)."""
    seats = range(state.players)
    first = next(seat for seat in seats if not any(is_ahead(state, other, seat) for other in seats))
    equal_until = {seat: deciding(state, first, seat) for seat in seats}
    for by, name in enumerate(CRITERIA):
        tied = [seat for seat in seats if equal_until[seat] >= by]
        left = [seat for seat in tied if equal_until[seat] > by]
        if name != "points" and len(left) < len(tied):
            yield {"source": "tie_break", "seat": left[0], "by": name, "tied": tied, "left": left, "points": 0}
    if len(left) > 1:
        yield {"source": "shared", "seat": left[0], "tied": left, "points": 0}
