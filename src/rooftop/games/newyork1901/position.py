"""Conversion of any reachable table of New York 1901 to plain JSON data, and back."""

from typing import Any

import numpy as np

from rooftop.core.dice import shuffle
from rooftop.core.messages import Seat
from rooftop.core.position import Reader
from rooftop.core.rule import MOVE, Ints
from rooftop.core.state import Records
from rooftop.games.newyork1901.components import (
    CARDS,
    COLOURS,
    DECK,
    FIRST_LEGENDARY,
    FIRST_SLOT,
    HAS_FRONTAGE,
    LEGENDARY_SLOT,
    LOT_CARD,
    LOTS,
    OPEN_CARDS,
    PLACED_TILE,
    SIZE,
    SLOT_TILE,
    START,
    STARTER,
    TILES,
    WORKERS,
)
from rooftop.games.newyork1901.rules import (
    GONE,
    HAND,
    MOVES,
    NONE,
    PASS,
    State,
    clear,
    districts,
    ending,
    free_workers,
    has_reached_goal,
    is_built_on,
    is_closed,
    is_on_own_land,
    legal,
    quiet_end,
    sort_equal_tiles,
    stack_unowned,
    survey,
    take_from_hand,
    tiles_at_hand,
)
from rooftop.games.newyork1901.words import PLACES, last_turns, market, returned_cards, standing, torn

STARTER_SLOT = int(FIRST_SLOT[STARTER])
OWN_TILES = [tile.name for tile in TILES[:FIRST_LEGENDARY]]
NAMES = (
    "player",
    "acquired",
    "last_turns",
    "passes",
    "quiet",
    "characters",
    "lots",
    "tiles",
    "torn_down",
    "market",
    "stack",
    "returned",
)


def write(state: State) -> dict[str, Any]:
    seats = range(state.players)
    return {
        "player": None if state.player < 0 else int(state.player),
        "acquired": bool(state.acquired),
        "last_turns": last_turns(state),
        "passes": int(state.passes),
        "quiet": int(state.quiet),
        "characters": [COLOURS[state.character[seat]] for seat in seats],
        "lots": [[LOTS[lot] for lot in np.flatnonzero(state.owner == seat)] for seat in seats],
        "tiles": [[PLACES[placement] for placement in standing(state, seat)] for seat in seats],
        "torn_down": [torn(state, seat) for seat in seats],
        "market": market(state),
        "stack": [CARDS[card] for card in state.stack[state.returned : state.stacked][::-1]],
        "returned": returned_cards(state),
    }


def read(state: State, position: dict[str, Any], dice: Ints) -> None:
    table = Reader(position)
    table.only(*NAMES)
    players = int(state.players)
    clear(state, players, state.variant)
    state.player = NONE if table["player"].missing else table["player"].integer(0, players - 1)
    state.acquired = not table["acquired"].missing and table["acquired"].truth()
    state.last_turns = NONE if table["last_turns"].missing else table["last_turns"].integer(0, players - 1)
    state.passes = 0 if table["passes"].missing else table["passes"].integer(0, players)
    state.quiet = table["quiet"].integer(0, quiet_end(state))
    _read_characters(state, table["characters"])
    _read_lots(state, table["lots"])
    _read_torn_down(state, table["torn_down"])
    _read_tiles(state, table["tiles"])
    _read_market(state, table["market"])
    _read_stack(state, table["stack"], table["returned"], dice)
    _check_turn(state, table)
    _check_quiet(state, table["quiet"])
    _check_end(state, table)


# --- what lies on the map ------------------------------------------------------------------------------------


def _read_characters(state: State, read: Reader) -> None:
    for seat, character in enumerate(read.per_seat(state.players)):
        district = character.choice(COLOURS[: districts(state)])
        character.check(district not in state.character, "newyork1901.position.character")
        state.character[seat] = district


def _read_lots(state: State, read: Reader) -> None:
    for seat, lots in enumerate(read.per_seat(state.players)):
        for item in lots.items():
            lot = item.choice(LOTS)
            item.check(not is_closed(state, lot), "newyork1901.refused.closed")
            item.check(state.owner[lot] == NONE, "newyork1901.position.lot_twice", lot=LOTS[lot])
            state.owner[lot] = seat
        lots.check(len(lots.items()), "newyork1901.position.no_lot")


def _read_torn_down(state: State, read: Reader) -> None:
    if read.missing:
        return
    for seat, tiles in enumerate(read.per_seat(state.players)):
        for item in tiles.items():
            _take(state, seat, item.choice(OWN_TILES), GONE, item)
        sort_equal_tiles(state, seat)


def _read_tiles(state: State, read: Reader) -> None:
    for seat, tiles in enumerate(read.per_seat(state.players)):
        for item in tiles.items():
            name = item.text()
            item.check(name in _PLACEMENT, "newyork1901.position.place", place=name)
            _read_tile(state, seat, _PLACEMENT[name], item)
        sort_equal_tiles(state, seat)
        _check_land(state, seat, tiles)


_PLACEMENT = {name: placement for placement, name in enumerate(PLACES)}


def _read_tile(state: State, seat: int, placement: int, read: Reader) -> None:
    tile = int(PLACED_TILE[placement])
    if tile == STARTER:
        read.check(placement == START[state.character[seat]], "newyork1901.position.starter")
    land = survey(state, seat)
    read.check(is_on_own_land(land, placement), "newyork1901.position.not_own")
    read.check(not is_built_on(land, placement), "newyork1901.position.overlap")
    read.check(HAS_FRONTAGE[placement], "newyork1901.refused.frontage")
    _take(state, seat, tile, placement, read)


def _take(state: State, seat: int, tile: int, value: int, read: Reader) -> None:
    """Take a tile from the hand, if it is there."""
    read.check(tiles_at_hand(state, seat) >> tile & 1, "newyork1901.position.too_many", tile=TILES[tile].name)
    take_from_hand(state, seat, tile, value)


def _check_land(state: State, seat: int, read: Reader) -> None:
    """The starter has been placed, torn-down tiles were replaced by a larger one, and there are enough workers."""
    own = state.standing[seat]
    read.check(own[STARTER_SLOT] != HAND, "newyork1901.position.no_starter")
    gone = [int(SIZE[SLOT_TILE[slot]]) for slot in range(LEGENDARY_SLOT) if own[slot] == GONE]
    built = [int(SIZE[PLACED_TILE[placement]]) for placement in standing(state, seat)]
    read.check(max(gone, default=0) < max(built, default=0), "newyork1901.position.torn_down")
    read.check(free_workers(survey(state, seat)) >= 0, "newyork1901.position.workers", n=WORKERS)


# --- cards ---------------------------------------------------------------------------------------------------


def _read_market(state: State, read: Reader) -> None:
    for item in read.items():
        card = item.choice(CARDS[: 2 * districts(state)])
        state.market[card] += 1
        item.check(_unowned(state)[card] >= state.market[card], "newyork1901.position.card", card=CARDS[card])
    before = int(state.market.sum()) + int(state.acquired)
    due = min(OPEN_CARDS, int(_unowned(state).sum()) + int(state.acquired))
    read.check(before == due, "newyork1901.position.market", n=due - int(state.acquired))


def _unowned(state: State) -> Ints:
    """The number of cards of each kind that nobody owns."""
    owned = np.bincount(LOT_CARD[state.owner != NONE], minlength=len(CARDS))
    unowned = DECK - owned
    unowned[2 * districts(state) :] = 0
    return np.asarray(unowned)


def _read_stack(state: State, stack: Reader, returned: Reader, dice: Ints) -> None:
    """Shuffle the cards that are not given, because nobody knows their order."""
    stack_unowned(state)
    hidden = [int(card) for card in state.stack[: state.stacked]]
    bottom = [_take_card(hidden, item) for item in reversed(returned.each())]
    if stack.missing:
        mixed = np.array(hidden, np.int8)
        shuffle(mixed, len(mixed), dice)
        top = [int(card) for card in mixed]
    else:
        top = [_take_card(hidden, item) for item in reversed(stack.items())]
        stack.check(not hidden, "newyork1901.position.stack", n=len(hidden))
    state.returned = len(bottom)
    state.stack[: state.stacked] = bottom + top


def _take_card(hidden: list[int], read: Reader) -> int:
    card = read.choice(CARDS)
    read.check(card in hidden, "newyork1901.position.card", card=CARDS[card])
    hidden.remove(card)
    return card


# --- turns ---------------------------------------------------------------------------------------------------


def _check_turn(state: State, read: Reader) -> None:
    """A player who has just acquired has a bare lot. Players who have just passed have no other move (NY-51)."""
    if state.acquired:
        bare = state.player >= 0 and free_workers(survey(state, state.player)) < WORKERS
        read["acquired"].check(bare, "newyork1901.position.acquired")
    if state.passes:
        players = int(state.players)
        stuck = [_must_pass(state, seat) for seat in range(players)]
        if state.player >= 0:
            stuck = [stuck[(int(state.player) - 1 - n) % players] for n in range(state.passes)]
        possible = not state.acquired and sum(stuck) >= state.passes <= state.quiet
        read["passes"].check(possible, "newyork1901.position.passes", n=int(state.passes))


def _must_pass(state: State, seat: int) -> bool:
    table: Records[State] = np.zeros(1, State.dtype)
    moves = np.zeros(MOVES, MOVE)
    table[0] = state
    table[0].player = seat
    return bool(legal(table[0], moves) == 1 and moves[0] == PASS)


def _check_quiet(state: State, read: Reader) -> None:
    """The player whose turn preceded the quiet ones built the last tile (NY-52)."""
    seats = [seat for seat in range(state.players) if (np.delete(state.standing[seat], STARTER_SLOT) != HAND).any()]
    if not seats:  # every turn so far has taken a lot
        taken = int((state.owner != NONE).sum()) - int(state.players) - int(state.acquired)
        read.check(state.quiet == taken, "newyork1901.position.quiet_start", n=taken)
    elif state.player >= 0:
        builder = (int(state.player) - 1 - int(state.quiet)) % int(state.players)
        read.check(builder in seats, "newyork1901.position.quiet", player=Seat(builder))


def _check_end(state: State, read: Reader) -> None:
    """There is no `player` exactly when the game is over. The last turns begin when somebody has 50 points (NY-70)."""
    over = ending(state) != 0
    read["player"].check(over or state.player >= 0, "newyork1901.position.not_over")
    read["player"].check(not over or state.player < 0, "newyork1901.position.over")
    players, last = int(state.players), int(state.last_turns)
    there = {seat for seat in range(players) if has_reached_goal(state, seat)}
    if last == NONE:
        read["last_turns"].check(not there, "newyork1901.position.last_turns")
        return
    read["quiet"].check(state.quiet <= players - 1 - last, "newyork1901.position.quiet_last", n=players - 1 - last)
    if state.player < 0:
        read["last_turns"].check(there, "newyork1901.position.nobody_there")
        return
    first = (int(state.player) + last) % players
    to_come = {(int(state.player) + n) % players for n in range(last)}
    possible = first in there and not there & to_come
    read["last_turns"].check(possible, "newyork1901.position.who_ends", player=Seat(first))
