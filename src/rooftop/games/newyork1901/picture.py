"""The table of New York 1901 as a picture, drawn from a view: the map with its lots and what is built on them, and
beside it the players and the open cards."""

from collections.abc import Collection, Mapping
from itertools import accumulate
from typing import Any

from rooftop.core.messages import Message, lookup
from rooftop.core.picture import CHALK, CRANE, INK, Look, Picture
from rooftop.core.view import View
from rooftop.games.newyork1901.components import square_name
from rooftop.games.newyork1901.view import Lot, PlacedTile, Table

SQUARE, STREET, MARGIN = 44, 26, 22
"""Of the land, of a street, and around the map."""
ASIDE = 168
"""The width of what is beside the map."""
DISTRICT = {"yellow": "#D9A514", "red": "#C8442E", "blue": "#2F6FB5", "green": "#2E8B57", "pink": "#C45A93"}
MATERIAL = {"bronze": "#B5763E", "silver": "#B4BAC2", "gold": "#E0B03A", "legendary": "#5FA39B"}
COLOURS = ("orange", "purple", "white", "brown")
PARK, STANDING_BUILDING = "~~", "XX"


class Grid:
    """Where the squares of the map are: rows and columns that are streets are narrower."""

    def __init__(self, table: Table) -> None:
        printed = table["map"]
        self.rows = [row.split() for row in printed["rows"]]
        down, across = printed["streets_down"], printed["streets_across"]
        names = [square_name((column, 0))[0] for column in range(len(self.rows[0]))]
        self.widths = [STREET if name in down else SQUARE for name in names]
        self.heights = [STREET if str(number) in across else SQUARE for number in range(1, len(self.rows) + 1)]
        self.xs = list(accumulate(self.widths, initial=MARGIN))
        self.ys = list(accumulate(self.heights, initial=MARGIN))
        self.at = {square_name((x, y)): (x, y) for y, row in enumerate(self.rows) for x in range(len(row))}

    def corner(self, square: str) -> tuple[float, float]:
        """The upper left corner of a square."""
        column, row = self.at[square]
        return self.xs[column], self.ys[row]

    def size(self, square: str) -> tuple[float, float]:
        column, row = self.at[square]
        return self.widths[column], self.heights[row]

    def reach(self, square: str) -> tuple[float, float, float, float]:
        """Corner and size of a square; at the edge of the map with the margin, where the names are."""
        column, row = self.at[square]
        left, top = self.xs[column] if column else 0, self.ys[row] if row else 0
        return left, top, self.xs[column + 1] - left, self.ys[row + 1] - top

    def printed(self, square: str) -> str:
        column, row = self.at[square]
        return self.rows[row][column]


def draw(view: View[Table], look: Look) -> str:
    table = view["table"]
    grid = Grid(table)
    picture = Picture("newyork1901", COLOURS, grid.xs[-1] + ASIDE + 2 * MARGIN, grid.ys[-1] + MARGIN, look)
    _ground(picture, grid)
    _names(picture, grid, table)
    for name, lot in table["lots"].items():
        _lot(picture, grid, name, lot)
    for seat, player in enumerate(table["seats"]):
        for tile in player["tiles"]:
            _tile(picture, grid, tile, seat)
    _workers(picture, grid, table)
    _mark(picture, grid)
    for seat in range(view["players"]):
        _player(picture, view, seat, grid.xs[-1] + MARGIN)
    _market(picture, table, grid.xs[-1] + MARGIN)
    return picture.svg(_title(view, look.language))


def places(move: Mapping[str, Any]) -> Collection[str]:
    squares: list[str] = move.get("squares", [])
    return squares


def _title(view: View[Table], language: str) -> str:
    variant = lookup(language, f"newyork1901.variants.{view['variant']}")
    return Message("newyork1901.board.title", {"variant": variant}).say(language)


def _ground(picture: Picture, grid: Grid) -> None:
    """Streets, parks and the building that stands already."""
    for square in grid.at:
        (x, y), (width, height), printed = grid.corner(square), grid.size(square), grid.printed(square)
        if printed == PARK:
            picture.rect(x, y, width, height, fill=picture.theme.green, fill_opacity=0.45)
            picture.tree(x + width / 2, y + height - 8, 26)
        elif printed == STANDING_BUILDING:
            picture.rect(x, y, width, height, fill=picture.theme.pencil)


def _names(picture: Picture, grid: Grid, table: Table) -> None:
    """The letters of the columns, the numbers of the rows, and the streets."""
    quiet = {"fill": picture.theme.pencil}
    for square, (column, row) in grid.at.items():
        (x, y), (width, height) = grid.corner(square), grid.size(square)
        if row == 0:
            picture.text(x + width / 2, MARGIN - 6, square[0], 12, **quiet)
        if column == 0:
            picture.text(MARGIN - 4, y + height / 2 + 4, square[1:], 12, anchor="end", **quiet)
    middle_x, middle_y = (MARGIN + grid.xs[-1]) / 2, (MARGIN + grid.ys[-1]) / 2
    for number, street in table["map"]["streets_across"].items():
        picture.text(middle_x, grid.corner(f"a{number}")[1] + 17, street, 11, letter_spacing=2, **quiet)
    for letter, street in table["map"]["streets_down"].items():
        x = grid.corner(f"{letter}1")[0] + 9
        turn = f"rotate(90 {x:g} {middle_y:g})"
        picture.text(x, middle_y, street, 11, letter_spacing=2, transform=turn, **quiet)


def _lot(picture: Picture, grid: Grid, name: str, lot: Lot) -> None:
    """A lot with its name, which begins with the letter of its district."""
    paint, opacity = DISTRICT[lot["colour"]], 0.1 if lot["closed"] else 0.32
    for square in lot["squares"]:
        picture.rect(*grid.corner(square), SQUARE, SQUARE, fill=paint, fill_opacity=opacity, data_ground=square)
    _outline(picture, grid, lot["squares"], DISTRICT[lot["colour"]], 1.5)
    x, y = grid.corner(lot["squares"][0])
    picture.text(x + 4, y + 12, name, 10, fill=picture.theme.ink, fill_opacity=0.8, anchor="start")


def _outline(picture: Picture, grid: Grid, squares: list[str], paint: str, width: float) -> None:
    """The edge of a set of squares: the sides that no two of them share."""
    inset, sides = width / 2, []
    for square in squares:
        (column, row), (x, y) = grid.at[square], grid.corner(square)
        left, top, right, bottom = x + inset, y + inset, x + SQUARE - inset, y + SQUARE - inset
        beside = {
            (0, -1): f"M{x:g} {top:g}H{x + SQUARE:g}",
            (0, 1): f"M{x:g} {bottom:g}H{x + SQUARE:g}",
            (-1, 0): f"M{left:g} {y:g}V{y + SQUARE:g}",
            (1, 0): f"M{right:g} {y:g}V{y + SQUARE:g}",
        }
        sides += [d for (x_, y_), d in beside.items() if square_name((column + x_, row + y_)) not in squares]
    picture.path("".join(sides), fill="none", stroke=paint, stroke_width=width)


def _tile(picture: Picture, grid: Grid, tile: PlacedTile, seat: int) -> None:
    for square in tile["squares"]:
        x, y = grid.corner(square)
        picture.rect(x, y, SQUARE, SQUARE, fill=MATERIAL[tile["level"]])
        picture.rect(x + 9, y + 9, SQUARE - 18, SQUARE - 18, fill=INK, fill_opacity=0.1)
    _outline(picture, grid, tile["squares"], INK, 3)
    x, y = grid.corner(tile["anchor"])
    picture.seal(x + SQUARE / 2, y + SQUARE / 2, COLOURS[seat], 24)
    if tile["points"]:
        x, y = grid.corner(next(square for square in tile["squares"] if square != tile["anchor"]))
        picture.text(x + SQUARE / 2, y + SQUARE / 2 + 7, tile["points"], 20, fill=INK, font_weight=700)


def _workers(picture: Picture, grid: Grid, table: Table) -> None:
    """On the lots that somebody owns and has not built on."""
    for lot in table["lots"].values():
        if lot["worker"] and lot["owner"] is not None:
            x, y = grid.corner(lot["squares"][0])
            middle = x + SQUARE / 2, y + SQUARE * 0.6  # below the name of the lot
            picture.circle(*middle, 14, fill=CHALK, stroke=INK)
            picture.seal(*middle, COLOURS[lot["owner"]], 17)


def _mark(picture: Picture, grid: Grid) -> None:
    marked = [square for square in grid.at if picture.is_marked(square, *grid.reach(square))]
    for square in marked:
        picture.rect(*grid.corner(square), *grid.size(square), fill=CRANE, fill_opacity=0.3)
    _outline(picture, grid, marked, CRANE, 5)


def _player(picture: Picture, view: View[Table], seat: int, x: float) -> None:
    player, y = view["table"]["seats"][seat], MARGIN + 26 + seat * 60
    picture.seal(x + 16, y, COLOURS[seat], 28, decides=seat == view["player"])
    picture.text(x + 46, y + 8, player["points"], 24, anchor="start", font_weight=700)
    for worker in range(player["workers"]):
        picture.circle(x + 96 + worker * 17, y, 7, fill=picture.theme.sheet, stroke=picture.theme.ink)


def _market(picture: Picture, table: Table, x: float) -> None:
    """The open cards: their district and their size."""
    for number, card in enumerate(table["market"]):
        colour, size = card.split()
        left, top = x + number % 2 * 80, MARGIN + 280 + number // 2 * 104
        picture.rect(left, top, 70, 94, rx=6, fill=picture.theme.sheet, stroke=DISTRICT[colour], stroke_width=3)
        for square in range(int(size)):
            picture.rect(left + 35 - int(size) * 10 + square * 20, top + 22, 19, 19, fill=DISTRICT[colour])
        picture.text(left + 35, top + 76, f"{colour[0].upper()} {size}", 24, font_weight=700)
