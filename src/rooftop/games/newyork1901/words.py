"""New York 1901 for people: moves as text and back, refusals, views, the breakdown of the score."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

import numpy as np

from rooftop.core.messages import LogLine, Message, Seat, listed, together
from rooftop.core.sets import each, members
from rooftop.core.state import Records
from rooftop.games.newyork1901.components import (
    CARDS,
    COLOURS,
    GOAL,
    LAND,
    LANDMARKS,
    LEGENDARY_SLOT,
    LOT_CARD,
    LOT_COLOUR,
    LOT_SQUARES,
    LOTS,
    PLACED_TILE,
    PLACEMENTS,
    ROWS,
    SLOT_TILE,
    STARTER,
    STREETS_ACROSS,
    STREETS_DOWN,
    TILES,
    Placement,
    Tile,
    square_name,
)
from rooftop.games.newyork1901.rules import (
    ACQUIRE,
    ENDINGS,
    GIVE_BACK,
    GONE,
    HAND,
    NONE,
    PASS,
    PLACE,
    SKIP,
    State,
    acquire,
    action_of,
    against,
    end_turn,
    ending,
    free_workers,
    give_back,
    gold_of,
    is_closed,
    is_larger,
    legendary_left,
    may_build_legendary,
    place,
    points_of,
    quiet_end,
    rank,
    survey,
    tears_down,
    tiles_at_hand,
    workers,
)
from rooftop.games.newyork1901.view import (
    Action,
    Build,
    BuiltLine,
    Line,
    Lot,
    OpenTable,
    OwnTable,
    PlacedTile,
    Player,
    TileShape,
)

# --- moves ---------------------------------------------------------------------------------------------------


def text(state: State, move: int) -> str:
    action, which = action_of(move)
    if action == PLACE:
        return f"{_verb(state, which)} {PLACES[which]}"
    return f"{ACTIONS[action]} {LOTS[which]}" if action in OF_A_LOT else ACTIONS[action]


ACTIONS = {ACQUIRE: "acquire", SKIP: "skip", GIVE_BACK: "give back", PASS: "pass"}
OF_A_LOT = (ACQUIRE, GIVE_BACK)


def _verb(state: State, placement: int) -> Literal["build", "rebuild"]:
    return "rebuild" if torn_down(state, placement) else "build"


def torn_down(state: State, placement: int) -> list[int]:
    """The player's tiles, as placements, that would be torn down."""
    if state.player < 0:
        return []
    return [int(other) for other in state.standing[state.player] if tears_down(placement, other)]


def _place_name(placement: Placement) -> str:
    """Tile, anchor and orientation: `gold L5 c10 mirrored turned 90`."""
    words = [TILES[placement.tile].name, square_name(placement.anchor)]
    if placement.mirrored:
        words.append("mirrored")
    if placement.turned:
        words.append(f"turned {placement.turned}")
    return " ".join(words)


PLACES = tuple(_place_name(placement) for placement in PLACEMENTS)


def data(state: State, move: int) -> Action:
    action, which = action_of(move)
    if action == PLACE:
        return _placing(state, which)
    if action in OF_A_LOT:
        return {
            "action": "acquire" if action == ACQUIRE else "give back",
            "lot": LOTS[which],
            "card": CARDS[LOT_CARD[which]],
            "squares": lot_squares(which),
            "workers_after": free_workers(survey(_taken(state, move), state.player)),
        }
    return {"action": "skip" if action == SKIP else "pass"}


def _placing(state: State, placement: int) -> Build:
    after = _placed(state, placement)
    back, sent = _workers_moved(state, after)
    return {
        "action": _verb(state, placement),
        **placement_data(placement),
        "torn_down": [PLACES[other] for other in torn_down(state, placement)],
        "workers_back": back,
        "workers_sent": sent,
        "points_after": points_of(after, state.player),
        "brings_end": bool(state.last_turns < 0 <= after.last_turns),
    }


def placement_data(placement: int) -> PlacedTile:
    tile, anchor, mirrored, turned, squares = PLACEMENTS[placement]
    return {
        "tile": TILES[tile].name,
        "level": TILES[tile].level,
        "points": TILES[tile].points,
        "place": PLACES[placement],
        "anchor": square_name(anchor),
        "mirrored": mirrored,
        "turned": turned,
        "squares": [square_name(square) for square in squares],
    }


def _taken(state: State, move: int) -> State:
    """The state after a lot is acquired or given back; as it is where that is illegal."""
    after: Records[State] = np.zeros(1, State.dtype)
    after[0] = state
    if against(state, move) == 0:
        action, lot = action_of(move)
        (acquire if action == ACQUIRE else give_back)(after[0], lot)
    return after[0]


def _placed(state: State, placement: int) -> State:
    """The state after the turn that places a tile; as it is where the tile is not at hand."""
    after: Records[State] = np.zeros(1, State.dtype)
    after[0] = state
    if state.player >= 0 and tiles_at_hand(state, state.player) >> int(PLACED_TILE[placement]) & 1:
        place(after[0], placement)
        end_turn(after[0])
    return after[0]


def _workers_moved(state: State, after: State) -> tuple[list[str], list[str]]:
    """The lots from which workers of the player return, and the bare ones to which workers go."""
    moved = workers(after, state.player) - workers(state, state.player)
    return [LOTS[lot] for lot in np.flatnonzero(moved < 0)], [LOTS[lot] for lot in np.flatnonzero(moved > 0)]


def lot_squares(lot: int) -> list[str]:
    return list(_LOT_SQUARES[lot])


_LOT_SQUARES = tuple(tuple(square_name(square) for square in squares) for squares in LOT_SQUARES)


MOVES = {
    **{f"{ACTIONS[action]} {name}": action + lot for action in OF_A_LOT for lot, name in enumerate(LOTS)},
    **{f"{verb} {name}": PLACE + n for n, name in enumerate(PLACES) for verb in ("build", "rebuild")},
    **{ACTIONS[action]: action for action in (SKIP, PASS)},
}


def tell(state: State, move: int, after: State, seat: int | None) -> list[LogLine]:
    return [
        LogLine(f"newyork1901.log.{key}", {"player": Seat(state.player), **parts}, tuple(squares))
        for key, parts, squares in _told(state, move, after)
    ]


Told = tuple[str, dict[str, object], Sequence[str]]
"""The key of a log line, its parts, and the squares that it is about."""


def _told(state: State, move: int, after: State) -> Iterator[Told]:
    action, which = action_of(move)
    if action == PLACE:
        yield from _told_placing(state, which)
    elif action in OF_A_LOT:
        yield ACTIONS[action].replace(" ", "_"), _lot_parts(which), lot_squares(which)
    else:
        yield ACTIONS[action], {}, ()
    if action == ACQUIRE:
        return
    opened_cards = each(after.market - state.market)
    if opened_cards:
        yield "opened", {"cards": listed(card_message(card) for card in opened_cards)}, ()
    yield from _told_end(state, after)


def _told_placing(state: State, placement: int) -> Iterator[Told]:
    tile, squares = PLACEMENTS[placement].tile, placement_data(placement)["squares"]
    built = {"tile": tile_message(tile), "squares": ", ".join(squares), "points": TILES[tile].points}
    torn = torn_down(state, placement)
    if torn:
        yield "rebuild", {**built, "torn": together([tile_message(PLACED_TILE[other]) for other in torn])}, squares
    else:
        yield "build", built, squares
    back, sent = _workers_moved(state, _placed(state, placement))
    for key, lots in (("back", back), ("sent", sent)):
        if lots:
            moved = [square for lot in lots for square in lot_squares(LOTS.index(lot))]
            yield key, {"lots": ", ".join(lots), "n": len(lots)}, moved


def _told_end(state: State, after: State) -> Iterator[Told]:
    if state.last_turns < 0 < after.last_turns:
        yield "goal", {"points": points_of(after, state.player)}, ()
    if after.player < 0:
        yield f"over_{ENDINGS[ending(after)]}", {"turns": int(after.quiet)}, ()


def card_message(card: int) -> Message:
    colour, size = CARDS[card].split()
    return Message("newyork1901.card", {"colour": Message(f"newyork1901.colours.{colour}"), "size": size})


def tile_message(tile: int) -> Message:
    if tile == STARTER:
        return Message("newyork1901.levels.starter")
    level = TILES[tile].level
    return Message(f"newyork1901.levels.{level}", {"shape": TILES[tile].name.removeprefix(f"{level} ")})


# --- refusals ------------------------------------------------------------------------------------------------


def parts(state: State, move: int) -> dict[str, object]:
    action, which = action_of(move)
    if action == PLACE:
        return _placing_parts(state, which)
    return _lot_parts(which) if action in OF_A_LOT else {}


def _lot_parts(lot: int) -> dict[str, object]:
    return {"lot": LOTS[lot], "card": card_message(LOT_CARD[lot])}


def _placing_parts(state: State, placement: int) -> dict[str, object]:
    """The tile, the lots that the player does not own, and a tile that is in the way."""
    lots = [LOTS[lot] for lot in lots_under(placement) if state.owner[lot] != state.player]
    named: dict[str, object] = {"tile": tile_message(PLACED_TILE[placement]), "lots": ", ".join(lots)}
    for other in torn_down(state, placement):
        if not is_larger(placement, other):
            return {**named, "torn": tile_message(PLACED_TILE[other])}
    return named


def lots_under(placement: int) -> list[int]:
    return [LOTS.index(name) for name in dict.fromkeys(LAND[square] for square in PLACEMENTS[placement].squares)]


def _tiles_under(state: State, placement: int) -> list[int]:
    return [PLACEMENTS[other].tile for other in torn_down(state, placement)]


# --- view ----------------------------------------------------------------------------------------------------


def open_view(state: State) -> OpenTable:
    """Everything is public except the order of the future market. Its cards are known by counting."""
    manned = np.sum([workers(state, player) for player in range(state.players)], axis=0)
    closed = [bool(is_closed(state, lot)) for lot in range(len(LOTS))]
    return {
        "acquired": bool(state.acquired),
        "last_turns": last_turns(state),
        "goal": GOAL,
        "passes": int(state.passes),
        "quiet": int(state.quiet),
        "quiet_end": int(quiet_end(state)),
        "market": market(state),
        "stack": {
            "count": int(state.stacked),
            "hidden": _counted(CARDS[card] for card in sorted(state.stack[state.returned : state.stacked])),
            "returned": returned_cards(state),
        },
        "free_lots": _free_lots(state, closed),
        "legendary": [TILES[tile].name for tile in members(legendary_left(state))],
        "seats": [_seat(state, player) for player in range(state.players)],
        "lots": {name: _lot(state, lot, bool(manned[lot]), closed[lot]) for lot, name in enumerate(LOTS)},
        "tiles": {tile.name: _tile(tile) for tile in TILES},
        "map": {
            "rows": [" ".join(row) for row in ROWS],
            "streets_across": {str(y + 1): name for y, name in STREETS_ACROSS.items()},
            "streets_down": {square_name((x, 0))[0]: name for x, name in STREETS_DOWN.items()},
            "landmarks": dict(LANDMARKS),
        },
    }


def own_view(state: State, seat: int | None) -> OwnTable:
    return {}


def _free_lots(state: State, closed: list[bool]) -> dict[str, list[str]]:
    lots: dict[str, list[str]] = {}
    for lot, owner in enumerate(state.owner.tolist()):
        if not closed[lot]:
            lots.setdefault(CARDS[LOT_CARD[lot]], []).extend([LOTS[lot]] if owner == NONE else [])
    return lots


def _tile(tile: Tile) -> TileShape:
    return {"level": tile.level, "points": tile.points, "squares": [list(square) for square in tile.squares]}


def last_turns(state: State) -> int | None:
    return None if state.last_turns < 0 else int(state.last_turns)


def market(state: State) -> list[str]:
    return [CARDS[card] for card in each(state.market)]


def returned_cards(state: State) -> list[str]:
    """The cards given back that are still in the future market, the next to be drawn first."""
    return [CARDS[card] for card in reversed(state.stack[: state.returned])]


def _counted(names: Iterable[str]) -> dict[str, int]:
    listed = list(names)
    return {name: listed.count(name) for name in dict.fromkeys(listed)}


def _seat(state: State, seat: int) -> Player:
    hand = _tiles_that_are(state, seat, HAND)
    lots = np.flatnonzero(state.owner == seat)
    return {
        "character": COLOURS[state.character[seat]],
        "points": points_of(state, seat),
        "gold": gold_of(state, seat),
        "workers": free_workers(survey(state, seat)),
        "cards": sorted(CARDS[LOT_CARD[lot]] for lot in lots),
        "lots": [LOTS[lot] for lot in lots],
        "tiles": [placement_data(placement) for placement in standing(state, seat)],
        "hand": _counted(hand),
        "torn_down": torn(state, seat),
        "may_build_legendary": bool(may_build_legendary(state, seat)),
    }


def standing(state: State, seat: int) -> list[int]:
    return [placement for placement in state.standing[seat].tolist() if placement >= 0]


def torn(state: State, seat: int) -> list[str]:
    return _tiles_that_are(state, seat, GONE)


def _tiles_that_are(state: State, seat: int, where: int) -> list[str]:
    places = state.standing[seat, :LEGENDARY_SLOT].tolist()
    return [TILES[SLOT_TILE[slot]].name for slot, place in enumerate(places) if place == where]


def _lot(state: State, lot: int, manned: bool, closed: bool) -> Lot:
    owner = int(state.owner[lot])
    return {
        "colour": COLOURS[LOT_COLOUR[lot]],
        "card": CARDS[LOT_CARD[lot]],
        "squares": lot_squares(lot),
        "owner": None if owner == NONE else owner,
        "worker": manned,
        "closed": closed,
    }


# --- breakdown -----------------------------------------------------------------------------------------------


def breakdown(states: Sequence[State], moves: Sequence[int]) -> list[Line]:
    lines = [line for seat in range(states[0].players) for line in _built_before(states[0], seat)]
    for state, move in zip(states, moves, strict=False):
        action, which = action_of(move)
        if action == PLACE:
            lines.append(_built(state, which))
    return [*lines, *_standing_lines(states[-1]), *_tie_lines(states[-1])]


def _built(state: State, placement: int) -> BuiltLine:
    built = placement_data(placement)
    return {
        "source": _verb(state, placement),
        "seat": int(state.player),
        "tile": built["tile"],
        "place": built["place"],
        "squares": built["squares"],
        "points": built["points"],
        "torn_down": [TILES[tile].name for tile in _tiles_under(state, placement)],
    }


def _built_before(state: State, seat: int) -> Iterator[Line]:
    """The starter and, in a match from a position, the tiles built before it, in the order of the box."""
    for slot, placement in enumerate(state.standing[seat]):
        if placement != HAND:
            tile = TILES[SLOT_TILE[slot] if placement == GONE else PLACED_TILE[placement]]
            place = None if placement == GONE else PLACES[placement]
            yield {
                "source": "starter" if slot == 0 else "before",
                "seat": seat,
                "tile": tile.name,
                "place": place,
                "points": tile.points,
            }


def _standing_lines(state: State) -> Iterator[Line]:
    for seat in range(state.players):
        tiles = [TILES[PLACED_TILE[placement]].name for placement in standing(state, seat)]
        yield {"source": "standing", "seat": seat, "tiles": tiles, "gold": gold_of(state, seat), "points": 0}


def _tie_lines(state: State) -> Iterator[Line]:
    """NY-71: a line for each player tied for the most points."""
    points = [points_of(state, seat) for seat in range(state.players)]
    tied = [seat for seat in range(state.players) if points[seat] == max(points)]
    if state.player >= 0 or len(tied) == 1:
        return
    places = np.zeros(4, np.int32)
    rank(state, places)
    for seat in tied:
        wins = bool(places[seat] == 1)
        yield {"source": "tie", "seat": seat, "gold": gold_of(state, seat), "wins": wins, "points": 0}
