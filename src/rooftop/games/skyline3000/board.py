"""The table of Skyline 3000 as text, drawn from a view."""

from typing import Any

from rooftop.core.messages import Message, lookup
from rooftop.games.skyline3000.components import AMENITIES, CARDS, COLOURS, KINDS, ROUNDS, SHAPES
from rooftop.games.skyline3000.words import amenity_name, card_list, card_name, kind_name, score_line, shape_name

STYLE = {"orange": "dark_orange", "purple": "magenta", "green": "green", "white": "bright_white"}
DISTRICT_STYLE = {"red": "red", "yellow": "yellow", "blue": "blue"}


class Drawing:
    """The context for drawing a view in a language."""

    def __init__(self, view: dict[str, Any], language: str, names: list[str]) -> None:
        self.table, self.seat, self.language, self.names = view["table"], view["seat"], language, names
        self.letters = lookup(language, "skyline3000.letters")

    def say(self, key: str, **parts: object) -> str:
        return Message(f"skyline3000.board.{key}", parts).say(self.language, self.names)

    def cards(self, names: list[str]) -> str:
        return card_list([CARDS.index(name) for name in names]).say(self.language)

    def numbers(self, numbers: list[int]) -> str:
        return " ".join(str(number) for number in numbers) or self.say("none")

    def player(self, seat: int) -> str:
        return f"[{STYLE[COLOURS[seat]]}]{self.names[seat]}[/]"

    def letter(self, seat: int) -> str:
        return f"[{STYLE[COLOURS[seat]]}]{self.letters[COLOURS[seat]]}[/]"


def draw(view: dict[str, Any], language: str, names: list[str]) -> list[str]:
    drawing = Drawing(view, language, names)
    table = drawing.table
    lines = [drawing.say("title", round=table["round"], rounds=ROUNDS, phase=_phase(drawing)), ""]
    lines += [_block(drawing, name, block) for name, block in table["blocks"].items()]
    lines += ["", _stacks(drawing)]
    for seat in range(len(table["points"])):
        lines += _player(drawing, seat)
    return [*lines, *_own(drawing), drawing.say("key")]


def _phase(drawing: Drawing) -> Message:
    auction = drawing.table["auction"]
    what = amenity_name(AMENITIES.index(auction["amenity"])) if auction else None
    return Message(f"skyline3000.phase.{drawing.table['phase']}", {"amenity": what})


def _block(drawing: Drawing, name: str, block: dict[str, Any]) -> str:
    shape = shape_name(SHAPES.index(block["shape"])) if block["shape"] else drawing.say("none")
    large = Message(f"skyline3000.large.{block['large']}") if block["large"] else drawing.say("none")
    posted = "".join(drawing.letter(seat) * count for seat, count in enumerate(block["billboards"]))
    built = " ".join(f"{building['height']}{drawing.letter(building['seat'])}" for building in block["buildings"])
    return drawing.say(
        "block",
        block=f"[{DISTRICT_STYLE[block['district']]}]{name}[/]",
        free=block["free"],
        shape=shape,
        buildings=built or drawing.say("none"),
        green=block["green"],
        billboards=posted or drawing.say("none"),
        large=large,
    )


def _stacks(drawing: Drawing) -> str:
    tops: dict[str, object] = {}
    for kind in KINDS:
        stack = drawing.table["stacks"][kind]
        tops[kind] = card_name(CARDS.index(stack["top"])) if stack["top"] else drawing.say("none")
        tops[f"{kind}_size"] = stack["size"]
    return drawing.say("stacks", floors=drawing.table["floors"], **tops)


def _player(drawing: Drawing, seat: int) -> list[str]:
    table = drawing.table
    factory, roofs = table["factories"][seat], table["roofs"][seat]
    marks = [drawing.say("key_player")] if seat == table["key"] else []
    marks += [drawing.say("passed")] if table["passed"][seat] else []
    lines = [
        _score(drawing, seat) + (f" ({', '.join(marks)})" if marks else ""),
        *_seen(drawing, seat),
        drawing.say(
            "factory",
            **{name: drawing.numbers(heights) for name, heights in factory.items()},
            barrels=roofs["barrel"],
            gables=roofs["gable"],
            billboards=table["billboards"][seat],
        ),
    ]
    if table["bids"] is not None:
        lines.append(drawing.say("bid", cards=drawing.cards(table["bids"][seat])))
    return lines


def _score(drawing: Drawing, seat: int) -> str:
    """A player's points and cards, by their kinds where these are shown."""
    hand, said = drawing.table["hands"][seat], {"player": drawing.player(seat), "points": drawing.table["points"][seat]}
    if hand["kinds"] is None:
        return drawing.say("player_closed", size=hand["size"], **said)
    kinds = {kind: f"{kind_name(n).say(drawing.language)} {hand['kinds'][kind]}" for n, kind in enumerate(KINDS)}
    return drawing.say("player", size=hand["size"], **kinds, **said)


def _seen(drawing: Drawing, seat: int) -> list[str]:
    """The hand of another player where it is shown, else the cards that everybody has seen, where these are."""
    hand = drawing.table["hands"][seat]
    if hand["cards"] is not None and seat != drawing.seat:
        return [drawing.say("shown", cards=drawing.cards(hand["cards"]))]
    return [] if hand["known"] is None else [drawing.say("known", cards=drawing.cards(hand["known"]))]


def _own(drawing: Drawing) -> list[str]:
    table, seat = drawing.table, drawing.seat
    lines = []
    if table["card"]:
        lines.append(drawing.say("played", card=card_name(CARDS.index(table["card"]))))
    if table["draws"]:
        lines.append(drawing.say("draws", n=table["draws"]))
    if seat is not None:
        lines.append(drawing.say("hand", cards=drawing.cards(table["hands"][seat]["cards"])))
    if table["own_bid"] is not None:
        lines.append(drawing.say("own_bid", cards=drawing.cards(table["own_bid"])))
    return lines


def explain(lines: list[dict[str, Any]], language: str, names: list[str]) -> list[str]:
    return [score_line(line).say(language, names) for line in lines]
