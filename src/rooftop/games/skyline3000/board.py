"""The table of Skyline 3000 as text, drawn from a view."""

from rich.markup import escape

from rooftop.core.drawing import WIDTH, Picture, side_by_side
from rooftop.core.messages import Message, Say, lookup
from rooftop.core.view import View
from rooftop.games.skyline3000.components import (
    AMENITIES,
    CARDS,
    COLOURS,
    DISTRICTS,
    KINDS,
    MOST_SMALL,
    ROUNDS,
    District,
)
from rooftop.games.skyline3000.view import Block, Building, Line, Table
from rooftop.games.skyline3000.words import amenity_name, card_list, card_name, kind_name, score_line

STYLE = {"orange": "dark_orange", "purple": "magenta", "green": "green", "white": "bright_white"}
DISTRICT_STYLE = {"red": "red", "yellow": "yellow", "blue": "blue"}
ROOF_MARK = {"barrel": "∩", "gable": "^"}
FOUNDATION = 3
"""The columns of a small foundation."""


class Drawing:
    """The context for drawing a view in a language."""

    def __init__(self, view: View[Table], language: str, names: list[str]) -> None:
        self.table, self.seat, self.language, self.names = view["table"], view["seat"], language, names
        self.letters = lookup(language, "skyline3000.letters")

    def say(self, key: str, **parts: object) -> str:
        return Message(f"skyline3000.board.{key}", parts).say(self.language, self.names)

    def shared(self, key: str, **parts: object) -> str:
        """Words that the page has, too."""
        return Message(f"web_skyline3000.{key}", parts).say(self.language)

    def cards(self, names: list[str]) -> str:
        return card_list([CARDS.index(name) for name in names]).say(self.language)

    def numbers(self, numbers: list[int]) -> str:
        return " ".join(str(number) for number in numbers) or self.say("none")

    def player(self, seat: int) -> str:
        return f"[{STYLE[COLOURS[seat]]}]{self.names[seat]}[/]"

    def letter(self, seat: int) -> str:
        return f"[{STYLE[COLOURS[seat]]}]{self.letters[COLOURS[seat]]}[/]"


def draw(view: View[Table], language: str, names: list[str], width: int = WIDTH) -> list[str]:
    drawing = Drawing(view, language, names)
    table = drawing.table
    lines = [drawing.say("title", round=table["round"], rounds=ROUNDS, phase=_phase(drawing)), ""]
    for district in DISTRICTS:
        lines += [*side_by_side(_district(drawing, district), width), ""]
    lines += [_stacks(drawing), *_renewed(drawing), _discards(drawing), _house(drawing)]
    for seat in range(len(table["points"])):
        lines += _player(drawing, seat)
    return [*lines, *_own(drawing), escape(drawing.say("key"))]


def _phase(drawing: Drawing) -> Message:
    auction = drawing.table["auction"]
    what = amenity_name(AMENITIES.index(auction["amenity"])) if auction else None
    return Message(f"skyline3000.phase.{drawing.table['phase']}", {"amenity": what})


def _district(drawing: Drawing, district: District) -> list[Picture]:
    """Its blocks, on one ground."""
    blocks = {name: block for name, block in drawing.table["blocks"].items() if block["district"] == district}
    sky = max(_top(block) for block in blocks.values())
    drawn = {name: _block(drawing, block, sky) for name, block in blocks.items()}
    large = any(block["large"] for block in blocks.values())
    return [[*_signs(drawing, name, blocks[name], large), *lines] for name, lines in drawn.items()]


def _top(block: Block) -> int:
    """The lines that its tallest building takes, roof included."""
    return max((building["height"] + 1 for building in block["buildings"]), default=0)


def _signs(drawing: Drawing, name: str, block: Block, large: bool) -> list[str]:
    """Its name, district and green spaces, and its large foundation where the district has one that is taken."""
    district = drawing.shared(f"district.{block['district']}")
    greens = drawing.shared("greens", n=block["green"])
    signs = [f"[{DISTRICT_STYLE[block['district']]}]{name}[/] {district}{f', {greens}' if block['green'] else ''}"]
    if large:
        taken = Message(f"skyline3000.large.{block['large']}") if block["large"] else None
        signs.append(taken.say(drawing.language) if taken else "")
    return signs


def _block(drawing: Drawing, block: Block, sky: int) -> list[str]:
    """Its small foundations from the side: buildings, billboards, then empty ones, as wide as the widest block."""
    roof = ROOF_MARK[block["shape"]] if block["shape"] else ""
    lines = [
        "".join(_storey(drawing, roof, building, level) for building in block["buildings"])
        for level in range(sky, 0, -1)
    ]
    ground = "".join(f"{building['height']:<{FOUNDATION}}" for building in block["buildings"])
    for seat, count in enumerate(block["billboards"]):
        ground += f"\\[{drawing.letter(seat)}]" * count
    ground += f"{'_':<{FOUNDATION}}" * block["free"]
    taken = len(block["buildings"]) + sum(block["billboards"]) + block["free"]
    return [*lines, ground + " " * FOUNDATION * (MOST_SMALL - taken)]


def _storey(drawing: Drawing, roof: str, building: Building, level: int) -> str:
    if level > building["height"] + 1:
        return " " * FOUNDATION
    mark = roof if level == building["height"] + 1 else drawing.letter(building["seat"])
    return mark + " " * (FOUNDATION - 1)


def _stacks(drawing: Drawing) -> str:
    tops: dict[str, object] = {}
    for kind in KINDS:
        stack = drawing.table["stacks"][kind]
        tops[kind] = card_name(CARDS.index(stack["top"])) if stack["top"] else drawing.say("none")
        tops[f"{kind}_size"] = stack["size"]
    return drawing.say("stacks", floors=drawing.table["floors"], **tops)


def _renewed(drawing: Drawing) -> list[str]:
    """What stacks hold that have been made of the discards, where it is shown."""
    lines = []
    for kind in KINDS:
        stack = drawing.table["stacks"][kind]
        if stack["cards"] is not None and stack["hands"] is not None:
            cards, hands = drawing.cards(stack["cards"]), drawing.cards(stack["hands"])
            lines.append(drawing.say("renewed", kind=kind_name(KINDS.index(kind)), cards=cards, hands=hands))
    return lines


def _discards(drawing: Drawing) -> str:
    count, cards = drawing.shared("discards", n=drawing.table["discarded"]), drawing.table["discards"]
    return f"{count}: {drawing.cards(cards)}" if cards else count


def _house(drawing: Drawing) -> str:
    """The auction house: what each stack sells next, and how many it still has."""
    stacks = []
    for number, stack in enumerate(drawing.table["house"], 1):
        top = amenity_name(AMENITIES.index(stack[0])) if stack else None
        key = "house_stack" if stack else "house_empty"
        stacks.append(drawing.say(key, number=number, amenity=top, count=len(stack)))
    return f"{drawing.shared('house')}: {', '.join(stacks)}"


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
            unfinished=drawing.numbers(factory["unfinished"]),
            barrel=drawing.numbers(factory["barrel"]),
            gable=drawing.numbers(factory["gable"]),
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
    hand = None if seat is None else table["hands"][seat]["cards"]
    if hand is not None:
        lines.append(drawing.say("hand", cards=drawing.cards(hand)))
    if table["own_bid"] is not None:
        lines.append(drawing.say("own_bid", cards=drawing.cards(table["own_bid"])))
    return lines


def introduce(view: View[Table], language: str, name: str) -> list[str]:
    say = Say("skyline3000.intro", language)
    return [say("goal"), say("end", rounds=ROUNDS), say("seat", player=name)]


def ask(view: View[Table], language: str) -> str:
    table = view["table"]
    parts: dict[str, object] = {"n": table["draws"]} if table["asked"] == "draw" else {}
    if table["auction"]:
        parts["amenity"] = amenity_name(AMENITIES.index(table["auction"]["amenity"]))
    if table["card"]:
        parts["card"] = card_name(CARDS.index(table["card"]))
    return Message(f"web_skyline3000.ask.{table['asked'].replace(' ', '_')}", parts).say(language)


def explain(lines: list[Line], language: str, names: list[str]) -> list[str]:
    return [score_line(line).say(language, names) for line in lines]
