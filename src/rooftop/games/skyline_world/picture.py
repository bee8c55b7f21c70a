"""The table of Skyline of the World as a picture, drawn from a view: the map with the floors on every site seen from
the front, and the players beside its narrow end."""

from collections.abc import Collection, Mapping
from typing import Any

from rooftop.core.messages import Message, lookup
from rooftop.core.picture import CHALK, INK, LIGHT, PAINT, Look, Picture
from rooftop.core.view import View
from rooftop.games.skyline_world.components import COLOURS, LEVELS, MAP
from rooftop.games.skyline_world.view import Table

WIDTH, HEIGHT, MARGIN = 118, 84, 14
"""Of a site, and around the map."""
FLOOR = 66
"""How wide a floor is."""
TALL = 13
"""Of a floor, where the building is not too tall for its site."""
PENTHOUSE = "▲"
ORANGE = "#E0792B"


def draw(view: View[Table], look: Look) -> str:
    width, height = len(MAP[0]) * WIDTH + 2 * MARGIN, len(MAP) * HEIGHT + 2 * MARGIN
    picture = Picture("skyline-world", COLOURS, width, height, look)
    for site in view["table"]["sites"]:
        _site(picture, view["table"], site, *_corner(site))
    for seat in range(view["players"]):
        _player(picture, view, seat)
    return picture.svg(_title(view, look.language))


def places(move: Mapping[str, Any]) -> Collection[str]:
    return [move["site"]] if "site" in move else []


def _title(view: View[Table], language: str) -> str:
    variant = lookup(language, f"skyline-world.variants.{view['variant']}")
    return Message("skyline-world.board.title", {"variant": variant}).say(language)


def _corner(site: str) -> tuple[float, float]:
    """The upper left corner of a site."""
    return MARGIN + "abcd".index(site[0]) * WIDTH, MARGIN + (int(site[1:]) - 1) * HEIGHT


def _site(picture: Picture, table: Table, site: str, x: float, y: float) -> None:
    orange = site in table["orange"]
    edge = {"stroke": ORANGE, "stroke_width": 3.5} if orange else {"stroke": picture.theme.line}
    picture.rect(x + 3, y + 3, WIDTH - 6, HEIGHT - 6, rx=3, fill=picture.theme.sheet, data_ground=site, **edge)
    if picture.is_marked(site, x, y, WIDTH, HEIGHT):
        picture.mark(x + 6, y + 6, WIDTH - 12, HEIGHT - 12)
    picture.text(x + 12, y + 20, site, 12, fill=picture.theme.pencil, anchor="start")
    floors = table["sites"][site]
    tall = min(TALL, (HEIGHT - 18) / max(len(floors), LEVELS))
    ground, left = y + HEIGHT - 9, x + (WIDTH - FLOOR) / 2 + 14
    for level, floor in enumerate(floors, 1):
        _floor(picture, floor, left, ground - level * tall, tall)
    if site in table["claims"]:
        picture.seal(x + 20, y + HEIGHT - 20, COLOURS[table["claims"][site]], 16)


def _floor(picture: Picture, floor: str, x: float, y: float, tall: float) -> None:
    """A floor, with the letter of its seat and its value, or with a star or the sign of penthouses."""
    colour, _, value = floor.partition(" ")
    picture.block(x, y, FLOOR, tall, colour, letter=False)
    ink = INK if colour in LIGHT else CHALK
    look = {"fill": ink, "stroke": PAINT[colour], "stroke_width": 3, "paint_order": "stroke"}
    middle = x + FLOOR / 2
    if value == "skyline":
        picture.star(middle + tall / 2, y + tall / 2, tall - 3, stroke_linejoin="round", **look)
        middle, value = middle - tall / 2, ""
    written = f"{picture.letter_of(colour)} {PENTHOUSE if value == 'penthouse' else value}".strip()
    picture.text(middle, y + tall - 2.4, written, tall - 2, font_weight=700, **look)


def _player(picture: Picture, view: View[Table], seat: int) -> None:
    """What everybody may know of a player: income, penthouses, and money where it is not secret."""
    table, x, y = view["table"], picture.width - 1.75 * WIDTH, MARGIN + 26 + seat * 54
    picture.seal(x, y, COLOURS[seat], 26, decides=seat == view["player"])
    money = table["money"][seat]
    written = f"+{table['incomes'][seat]}" if money is None else f"{money}  (+{table['incomes'][seat]})"
    picture.text(x + 26, y + 6, written, 17, anchor="start", font_weight=700)
    picture.text(x + 112, y + 6, PENTHOUSE * table["penthouses"][seat], 15, anchor="start")
