"""The table of Skyline 3000 as a picture, drawn from a view: the blocks of each district with their buildings seen from
the front, and below them the factory of every player."""

from collections.abc import Collection, Mapping
from typing import Any

from rooftop.core.messages import Message
from rooftop.core.picture import INK, Look, Picture
from rooftop.core.view import View
from rooftop.games.skyline3000.components import AMENITIES, COLOURS, DISTRICTS, MOST_SMALL, ROUNDS, District, Shape
from rooftop.games.skyline3000.view import Block, Table
from rooftop.games.skyline3000.words import amenity_name

SLOT, GAP = 27, 16
"""Of a small foundation, and between blocks."""
WIDTH, HEIGHT, MARGIN = MOST_SMALL * SLOT + 20, 168, 16
"""Of a block, and around all."""
FACTORY = 92
"""Height of a player's factory."""
SKY = HEIGHT - 74
"""Room for the tallest building of a block, without its roof."""
FLOOR, ROOF = 14, 10
"""Height of a floor, where the tallest building leaves room, and of a roof."""
PAINT: dict[District, str] = {"red": "#C8442E", "yellow": "#E3B012", "blue": "#2F6FB5"}


def draw(view: View[Table], look: Look) -> str:
    table = view["table"]
    width = 3 * WIDTH + 2 * GAP + 2 * MARGIN
    height = 3 * HEIGHT + 3 * GAP + 2 * MARGIN + FACTORY * ((view["players"] + 1) // 2)
    picture = Picture("skyline3000", COLOURS, width, height, look)
    for row, district in enumerate(DISTRICTS):
        blocks = [name for name, block in table["blocks"].items() if block["district"] == district]
        for column, name in enumerate(blocks):
            x, y = MARGIN + column * (WIDTH + GAP), MARGIN + row * (HEIGHT + GAP)
            _block(picture, name, table["blocks"][name], x, y)
    for seat in range(view["players"]):
        _factory(picture, view, seat)
    title = Message("skyline3000.board.title", {"round": table["round"], "rounds": ROUNDS, "phase": _phase(table)})
    return picture.svg(title.say(look.language))


def places(move: Mapping[str, Any]) -> Collection[str]:
    return [move["block"]] if "block" in move else []


def _phase(table: Table) -> Message:
    auction = table["auction"]
    what = amenity_name(AMENITIES.index(auction["amenity"])) if auction else None
    return Message(f"skyline3000.phase.{table['phase']}", {"amenity": what})


def _block(picture: Picture, name: str, block: Block, x: float, y: float) -> None:
    paint, line = PAINT[block["district"]], picture.theme.line
    picture.rect(x, y, WIDTH, HEIGHT, rx=5, fill=picture.theme.sheet, stroke=line, data_ground=name)
    picture.rect(x, y, WIDTH, 7, rx=3, fill=paint)
    if picture.is_marked(name, x, y, WIDTH, HEIGHT):
        picture.mark(x + 4, y + 11, WIDTH - 8, HEIGHT - 15)
    picture.text(x + 12, y + 28, name, 16, anchor="start", font_weight=700)
    for tree in range(block["green"]):
        picture.tree(x + 52 + tree * 20, y + 30, 20)
    if block["large"]:
        picture.text(x + WIDTH - 12, y + 28, _said(block["large"], picture), 13, anchor="end", font_weight=600)
    ground = y + HEIGHT - 28
    picture.rect(x + 8, ground, WIDTH - 16, 4, fill=paint)
    _on_foundations(picture, block, x + 10, ground)


def _said(large: str, picture: Picture) -> str:
    return Message(f"skyline3000.large.{large}").say(picture.look.language)


def _on_foundations(picture: Picture, block: Block, x: float, ground: float) -> None:
    """The buildings, billboards and empty foundations of a block, from the left."""
    tallest = max((building["height"] for building in block["buildings"]), default=1)
    floor = min(FLOOR, SKY / tallest)
    for building in block["buildings"]:
        _building(picture, building["height"], block["shape"], COLOURS[building["seat"]], x, ground, floor)
        x += SLOT
    for seat, count in enumerate(block["billboards"]):
        for _ in range(count):
            picture.rect(x + SLOT / 2 - 1.5, ground - 12, 3, 12, fill=picture.theme.pencil)
            picture.block(x + 3, ground - 30, SLOT - 6, 18, COLOURS[seat])
            x += SLOT
    for _ in range(block["free"]):
        style = {"fill": "none", "stroke": picture.theme.pencil, "stroke_dasharray": "3 3"}
        picture.rect(x + 4, ground - 10, SLOT - 8, 9, **style)
        x += SLOT


def _building(
    picture: Picture, height: int, shape: Shape | None, colour: str, x: float, ground: float, floor: float
) -> None:
    """A building with its roof, and how many floors it has."""
    left, width, top = x + 3, SLOT - 6, ground - height * floor
    picture.block(left, top, width, height * floor, colour, letter=False)
    for level in range(1, height):
        picture.rect(left, ground - level * floor - 0.5, width, 1, fill=INK, fill_opacity=0.35)
    if shape == "gable":
        picture.roof(left, top, width, ROOF, colour)
    elif shape == "barrel":
        picture.vault(left, top, width, ROOF, colour)
    if height * floor >= 12:
        picture.letter(x + SLOT / 2, ground - min(height * floor / 2, 12), colour, 12)
    picture.text(x + SLOT / 2, ground + 20, height, 14, font_weight=700)


def _factory(picture: Picture, view: View[Table], seat: int) -> None:
    """A player's points, and the buildings that are not anchored yet."""
    table = view["table"]
    width = (picture.width - 2 * MARGIN - GAP) / 2
    x = MARGIN + seat % 2 * (width + GAP)
    y = MARGIN + 3 * (HEIGHT + GAP) + seat // 2 * FACTORY
    ground = y + FACTORY - 28
    picture.seal(x + 18, y + 20, COLOURS[seat], 26, decides=seat == view["player"])
    picture.text(x + 18, y + 58, table["points"][seat], 22, font_weight=700)
    picture.rect(x + 44, ground, width - 52, 3, fill=picture.theme.line)
    factory, x = table["factories"][seat], x + 48
    buildings: list[tuple[int, Shape | None]] = [
        *((height, None) for height in factory["unfinished"]),
        *((height, "barrel") for height in factory["barrel"]),
        *((height, "gable") for height in factory["gable"]),
    ]
    tallest = max((height for height, _ in buildings), default=1)
    for height, shape in buildings:
        _building(picture, height, shape, COLOURS[seat], x, ground, min(FLOOR, (FACTORY - 44) / tallest))
        x += SLOT
