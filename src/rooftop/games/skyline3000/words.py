"""Skyline 3000 for people: moves as text and back, refusals, views, the breakdown of the score."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from rooftop.core.messages import LogLine, Message, Seat, listed, points_message
from rooftop.core.rule import Ints
from rooftop.core.sets import each
from rooftop.games.skyline3000.components import (
    AMENITIES,
    AUCTIONS,
    BLOCKS,
    CARDS,
    CONTRACT,
    COPIES,
    DISTRICTS,
    FIRST_PLACE,
    FLOOR,
    HIGHEST,
    KIND,
    KINDS,
    LARGE,
    MEGAMALL,
    MOST_SMALL,
    ROOF,
    ROUNDS,
    SHAPES,
    SOLD,
    SPACEPORT,
    Large,
    Shape,
)
from rooftop.games.skyline3000.rules import (
    AMENITY,
    ANCHOR,
    ASKED,
    BILLBOARD,
    CARD_COUNT,
    DRAW,
    LAY,
    LET_GO,
    NONE,
    OVER,
    PASS,
    PLACE,
    PLAY,
    PUT_FLOOR,
    PUT_ROOF,
    STOP,
    TAKE,
    State,
    action_of,
    amenity,
    anchor_move,
    anchoring,
    attractions,
    best_bidder,
    bid_total,
    bids_are_sealed,
    block_points,
    compare,
    draws_due,
    hand_total,
    has_place,
    height_and_owner,
    is_last_bidder,
    last_laid,
    nothing_to_draw,
    roof_move,
    roofing,
    sees_bid,
    sees_hand,
    shows_the_past,
    top_card,
    what_fits,
)
from rooftop.games.skyline3000.view import (
    Action,
    Anchor,
    BillboardLine,
    Block,
    BlockLine,
    Factory,
    Hand,
    Line,
    OpenTable,
    OwnTable,
    Phase,
    Stack,
    Standing,
)

# --- moves ---------------------------------------------------------------------------------------------------


def _all_moves() -> Iterator[tuple[int, str]]:
    """The number and text of every move."""
    for n, card in enumerate(CARDS):
        yield PLAY + n, f"play {card}"
        yield LAY + n, f"lay {card}"
    for n, block in enumerate(BLOCKS):
        yield BILLBOARD + n, f"billboard {block}"
        yield PLACE + n, f"place {block}"
        yield from _anchorings(n, block)
    yield PASS, "pass"
    yield LET_GO, "let go"
    yield STOP, "stop"
    for height in range(HIGHEST):
        yield PUT_FLOOR + height, f"raise {height}" if height else "new building"
        for s, shape in enumerate(SHAPES):
            yield roof_move(s, height + 1), f"{shape} roof on {height + 1}"
    for n, kind in enumerate(KINDS):
        yield TAKE + n, f"draw {kind}"


def _anchorings(n: int, block: str) -> Iterator[tuple[int, str]]:
    for s, shape in enumerate(SHAPES):
        for height in range(1, MOST_SMALL + 1):
            name = f"anchor {shape} {height} {block}"
            yield anchor_move(n, s, height, 0), name
            yield anchor_move(n, s, height, 1), f"{name} billboard"


_TEXTS = dict(_all_moves())
MOVES = {text: move for move, text in _TEXTS.items()}


def text(state: State, move: int) -> str:
    return _TEXTS[move]


def data(state: State, move: int) -> Action:
    action, which = action_of(move)
    if action in (PLAY, LAY):
        return {"action": "play" if action == PLAY else "lay", "card": CARDS[which], "kind": KINDS[KIND[which]]}
    if action in (BILLBOARD, PLACE):
        return {"action": "billboard" if action == BILLBOARD else "place", "block": BLOCKS[which]}
    if action == PUT_FLOOR:
        return {"action": "floor", "height": which}
    if action == PUT_ROOF:
        shape, height = roofing(move)
        return {"action": "roof", "shape": SHAPES[shape], "height": height}
    if action == ANCHOR:
        return _anchoring(*anchoring(move))
    if action == TAKE:
        return {"action": "draw", "kind": KINDS[which]}
    return {"action": "pass" if action == PASS else "let go" if action == LET_GO else "stop"}


def _anchoring(block: int, shape: int, height: int, foundation: int) -> Anchor:
    return {
        "action": "anchor",
        "shape": SHAPES[shape],
        "height": height,
        "block": BLOCKS[block],
        "billboard": foundation == 1,
    }


# --- the log -------------------------------------------------------------------------------------------------


def tell(state: State, move: int, after: State, seat: int | None) -> list[LogLine]:
    action, which = action_of(move)
    if action == LAY:
        if not sees_bid(state, NONE if seat is None else seat, state.player):
            return []
        return [_log("lay", player=Seat(state.player), card=card_name(which))]
    if action != STOP:
        lines = [_tell_move(state, move)]
    elif is_last_bidder(state):
        lines = _tell_opening(state)
    else:
        lines = []
    return lines + _tell_news(state, move, after)


def _log(key: str, *turned_up: str, **parts: object) -> LogLine:
    return LogLine(f"skyline3000.log.{key}", parts, _places(parts), turned_up)


def _places(parts: Mapping[str, Any]) -> tuple[str, ...]:
    return (parts["block"],) if "block" in parts else ()


def _tell_move(state: State, move: int) -> LogLine:
    action, which = action_of(move)
    said: dict[str, object] = {"player": Seat(state.player), **_said(move)}
    if action == PLACE:
        said["amenity"] = amenity_name(amenity(state))
    elif action == TAKE:
        said["card"] = card_name(top_card(state, which))
    return _log(_log_key(move), **said)


def _log_key(move: int) -> str:
    action, which = action_of(move)
    if action == ANCHOR:
        _, _, _, foundation = anchoring(move)
        return "build_over" if foundation else "anchor"
    if action == PUT_FLOOR:
        return "raise" if which else "new_building"
    return _LOG_KEYS[action]


_LOG_KEYS = {
    PLAY: "play",
    BILLBOARD: "billboard",
    PASS: "pass",
    LET_GO: "let_go",
    PUT_ROOF: "roof",
    PLACE: "place",
    TAKE: "draw",
}


def _said(move: int) -> dict[str, object]:
    """The parts of a move as message parameters."""
    action, which = action_of(move)
    if action in (PLAY, LAY):
        return {"card": card_name(which)}
    if action in (BILLBOARD, PLACE):
        return {"block": BLOCKS[which]}
    if action == PUT_FLOOR:
        return {"height": which}
    if action == PUT_ROOF:
        shape, height = roofing(move)
        return {"shape": shape_name(shape), "height": height}
    if action == ANCHOR:
        block, shape, height, _ = anchoring(move)
        return {"shape": shape_name(shape), "height": height, "block": BLOCKS[block]}
    return {"cards": kind_name(which)} if action == TAKE else {}


def card_name(card: int) -> Message:
    name, number = CARDS[card].split()
    return Message(f"skyline3000.card.{name}", {"number": number})


def shape_name(shape: int) -> Message:
    return Message(f"skyline3000.shape.{SHAPES[shape]}")


def amenity_name(which: int) -> Message:
    return Message(f"skyline3000.amenity.{AMENITIES[which].replace(' ', '_')}")


def kind_name(kind: int) -> Message:
    return Message(f"skyline3000.kind.{KINDS[kind]}")


def card_list(cards: Sequence[int]) -> Message:
    """The names of cards with commas between them."""
    return listed(map(card_name, cards)) if cards else Message("skyline3000.cards.none")


def _tell_opening(state: State) -> list[LogLine]:
    """Log all bids, which open when the last one is in."""
    winner, what = best_bidder(state), amenity_name(amenity(state))
    lines = []
    for step in range(state.players):
        bidder = (int(state.key) + step) % int(state.players)
        bid, shown = cards(state.bid[bidder]), card_list(each(state.bid[bidder]))
        lines.append(_log("bid", *bid, player=Seat(bidder), total=bid_total(state, bidder), cards=shown))
    if winner == NONE:
        return [*lines, _log("unsold", amenity=what)]
    lines.append(_log("wins", player=Seat(winner), amenity=what))
    if not has_place(state):
        lines.append(_log("no_place", amenity=what))
    return lines


def _tell_news(state: State, move: int, after: State) -> list[LogLine]:
    """Log the automatic consequences of a move: renewed stacks, the scoring, the next round, the end."""
    lines = [_log("renewed", cards=kind_name(kind)) for kind in range(3) if _is_new(state, move, after, kind)]
    if _is_scored(state, after):
        lines += [score_line(line) for line in _scoring(after, int(state.round_number)) if line["place"]]
    if after.round_number != state.round_number:
        if nothing_to_draw(after):
            lines.append(_log("nothing_to_draw"))
        lines.append(_log("round", round=int(after.round_number), player=Seat(after.key)))
    if after.asked == OVER:
        for seat in range(after.players):
            hand, shown = cards(after.hand[seat]), card_list(each(after.hand[seat]))
            lines.append(_log("shows", *hand, player=Seat(seat), cards=shown, total=hand_total(after, seat)))
    return lines


def _is_new(state: State, move: int, after: State, kind: int) -> bool:
    """Whether the move renewed a stack that it emptied or found empty."""
    drawn = 1 if move == TAKE + kind else 0
    return bool(state.stacked[kind] == drawn and after.stacked[kind] > 0)


# --- refusals ------------------------------------------------------------------------------------------------


def parts(state: State, move: int) -> dict[str, object]:
    said = _said(move)
    if state.card != NONE:
        said.setdefault("card", card_name(state.card))
    last = last_laid(state)
    if last != NONE:
        said["last"] = card_name(last)
    return said


# --- view ----------------------------------------------------------------------------------------------------


def open_view(state: State) -> OpenTable:
    players = range(state.players)
    shapes, heights = np.zeros((len(BLOCKS), len(SHAPES)), np.int32), np.zeros((len(BLOCKS), MOST_SMALL + 1), np.int32)
    what_fits(state, shapes, heights)
    return {
        "key": int(state.key),
        "round": int(state.round_number),
        "rounds": ROUNDS,
        "phase": _PHASES[state.asked],
        "asked": ASKED[state.asked],
        "passed": [bool(passed) for passed in state.passed[: state.players].tolist()],
        "card": card_or_none(state.card),
        "auction": {"number": int(state.auction), "amenity": AMENITIES[amenity(state)]} if state.auction else None,
        "house": [[AMENITIES[n] for n in SOLD[stack, sold(state, stack) :]] for stack in range(AUCTIONS)],
        "bids": bids(state) if state.asked == AMENITY else None,
        "draws": int(state.draws),
        "draws_due": [draws_due(state, p) for p in players],
        "points": state.points[: state.players].tolist(),
        "stacks": {
            "floor": _stack(state, FLOOR),
            "roof": _stack(state, ROOF),
            "contract": _stack(state, CONTRACT),
        },
        "discarded": int(state.discards.sum()),
        "discards": cards(state.discards) if shows_the_past(state) else None,
        "floors": int(state.floors),
        "factories": [factory(state, p) for p in players],
        "roofs": [{"barrel": barrel, "gable": gable} for barrel, gable in state.roofs[: state.players].tolist()],
        "billboards": state.billboards[: state.players].tolist(),
        "blocks": {name: _block(state, block, shapes[block], heights[block]) for block, name in enumerate(BLOCKS)},
    }


def own_view(state: State, seat: int | None) -> OwnTable:
    return {
        "own_bid": cards(state.bid[seat]) if seat is not None and bids_are_sealed(state) else None,
        "hands": [_hand(state, p, NONE if seat is None else seat) for p in range(state.players)],
    }


_PHASES: tuple[Phase, ...] = ("building",) * 5 + ("amenities",) * 2 + ("supply", "over")


def sold(state: State, stack: int) -> int:
    """How many amenities of a stack of the auction house are gone."""
    gone = state.asked in (DRAW, OVER) or state.auction > stack + 1
    return int(state.round_number) - (0 if gone else 1)


def card_or_none(card: int) -> str | None:
    return None if card == NONE else CARDS[card]


def cards(counts: Ints) -> list[str]:
    return [CARDS[card] for card in each(counts)]


def bids(state: State) -> list[list[str]]:
    return [cards(state.bid[seat]) for seat in range(state.players)]


def factory(state: State, seat: int) -> Factory:
    """Heights of the buildings in a factory."""
    barrel, gable = (sorted(filter(None, heights)) for heights in state.finished[seat].tolist())
    return {
        "unfinished": each(state.unfinished[seat]),
        "barrel": barrel,
        "gable": gable,
    }


def _hand(state: State, seat: int, own: int) -> Hand:
    """S3-16: the size for everybody, all cards for whoever sees them, and in `open` what everybody has seen."""
    hand, seen, past = state.hand[seat], bool(sees_hand(state, own, seat)), bool(shows_the_past(state))
    floor, roof, contract = (int(hand[kind == KIND].sum()) for kind in range(len(KINDS)))
    return {
        "size": int(hand.sum()),
        "kinds": {"floor": floor, "roof": roof, "contract": contract} if seen or past else None,
        "known": cards(state.known[seat]) if past else None,
        "cards": cards(hand) if seen else None,
        "total": hand_total(state, seat) if seen else None,
    }


def _stack(state: State, kind: int) -> Stack:
    """S3-16: after a renewal `open` shows which cards lie in the stack, and so what the hands hold together."""
    inside = np.bincount(stack_cards(state, kind), minlength=CARD_COUNT)
    together = np.where(kind == KIND, COPIES - state.discards - inside, 0)
    shown = bool(state.renewed[kind] and shows_the_past(state))
    return {
        "size": int(state.stacked[kind]),
        "top": CARDS[top_card(state, kind)] if state.stacked[kind] else None,
        "cards": cards(inside) if shown else None,
        "hands": cards(together) if shown else None,
    }


def stack_cards(state: State, kind: int) -> list[int]:
    """The cards of a stack from the bottom up."""
    first = int(FIRST_PLACE[kind])
    bottom_up: list[int] = state.stack[first : first + int(state.stacked[kind])].tolist()
    return bottom_up


def _block(state: State, block: int, shapes: Ints, heights: Ints) -> Block:
    return {
        "district": DISTRICTS[block // 3],
        "free": int(state.free[block]),
        "shape": shape_or_none(state, block),
        "buildings": [{"seat": seat, "height": height} for height, seat in buildings(state, block)],
        "billboards": state.posted[block, : state.players].tolist(),
        "green": int(state.green[block]),
        "large": large_or_none(state, block),
        "shapes": [SHAPES[shape] for shape in shapes.nonzero()[0]],
        "heights": heights.nonzero()[0].tolist(),
        "standing": _standing(state, block),
    }


def shape_or_none(state: State, block: int) -> Shape | None:
    return None if state.roof_shape[block] == NONE else SHAPES[state.roof_shape[block]]


def large_or_none(state: State, block: int) -> Large | None:
    return LARGE[state.large[block] - SPACEPORT] if state.large[block] else None


def buildings(state: State, block: int) -> list[tuple[int, int]]:
    """Height and owner of the buildings in a block, lowest first."""
    return sorted(height_and_owner(building) for building in state.buildings[block].tolist() if building)


def _standing(state: State, block: int) -> list[Standing]:
    """Everybody with floors in the block, and what a scoring would bring now."""
    floors, tallest, places = (np.zeros(4, np.int32) for _ in range(3))
    compare(state, block, floors, tallest, places)
    return [
        {
            "seat": seat,
            "floors": int(floors[seat]),
            "tallest": int(tallest[seat]),
            "place": int(places[seat]) or None,
            "points": int(block_points(state, block, places[seat])),
        }
        for seat in range(state.players)
        if floors[seat]
    ]


# --- breakdown -----------------------------------------------------------------------------------------------


def breakdown(states: Sequence[State], moves: Sequence[int]) -> list[Line]:
    first = states[0]
    lines: list[Line] = [
        {"source": "start", "seat": seat, "points": int(first.points[seat])} for seat in range(first.players)
    ]
    for state, move, after in zip(states, moves, states[1:], strict=False):
        number = int(state.round_number)
        lines += _billboard_line(state, move, after)
        if _is_scored(state, after):
            lines += _scoring(after, number)
    return lines


def _billboard_line(state: State, move: int, after: State) -> Iterator[BillboardLine]:
    """What a billboard costs that is put up (S3-22) or built over (S3-23)."""
    action, block = action_of(move)
    over = 0
    if action == ANCHOR:
        block, _, _, over = anchoring(move)
    if action == BILLBOARD or over:
        yield {
            "source": "built over" if over else "billboard",
            "round": int(state.round_number),
            "block": BLOCKS[block],
            "seat": int(state.player),
            "points": int(after.points[state.player] - state.points[state.player]),
        }


def _is_scored(state: State, after: State) -> bool:
    """The blocks are scored when the amenities phase ends."""
    return bool(state.auction and not after.auction)


def _scoring(state: State, number: int) -> Iterator[BlockLine]:
    """The scoring of a round, block by block, for everybody who has built there."""
    for block, name in enumerate(BLOCKS):
        for line in _standing(state, block):
            yield {
                "source": "block",
                "round": number,
                "block": name,
                **line,
                "green": int(state.green[block]),
                "billboards": int(attractions(state, block) - state.green[block]),
                "megamall": bool(state.large[block] == MEGAMALL),
            }


def score_line(line: Line) -> LogLine:
    """A line of the breakdown as a sentence."""
    key = line["source"].replace(" ", "_")
    parts: dict[str, object] = {**line, "player": Seat(line["seat"]), "points": points_message(line["points"])}
    if line["source"] == "block":
        key = ("nothing", "first", "second")[line["place"] or 0]
        if line["place"] and line["megamall"]:
            key += "_doubled"
    return LogLine(f"skyline3000.score.{key}", parts, _places(line))
