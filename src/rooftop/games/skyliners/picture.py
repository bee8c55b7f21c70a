"""The table of Skyliners as a picture, drawn from a view: the city from above, every site with what stands on it seen
from the front. The viewer's own seat is below, as at the table."""

from collections.abc import Collection, Mapping
from typing import Any

from rooftop.core.messages import Message, lookup
from rooftop.core.picture import Look, Picture
from rooftop.core.view import View
from rooftop.games.skyliners.components import COLOURS, ROWS, SEAT_COLOURS
from rooftop.games.skyliners.view import Table

CELL, MARGIN = 92, 70
SIDE = 2 * MARGIN + 5 * CELL
TALL = 16
"""Of a floor, where the building is not too tall for its site."""
ROOM = CELL - 26
"""For a building and its roof."""


def draw(view: View[Table], look: Look) -> str:
    table, seat = view["table"], view["seat"] or 0
    picture = Picture("skyliners", SEAT_COLOURS, SIDE, SIDE, look)
    corners = {
        site: _corner(row, line)
        for row, sites in enumerate(table["rows"][seat])
        for line, site in enumerate(sites.split())
    }
    for site, corner in corners.items():
        _site(picture, table, site, *corner)
    _district(picture, table, corners)
    for viewer in range(view["players"]):
        _side(picture, table, viewer, view["player"], corners)
    return picture.svg(_title(view, look.language))


def places(move: Mapping[str, Any]) -> Collection[str]:
    return [move["site"]] if "site" in move else []


def _title(view: View[Table], language: str) -> str:
    variant = lookup(language, f"skyliners.variants.{view['variant']}")
    return Message("skyliners.board.title", {"variant": variant, "round": view["table"]["round"]}).say(language)


def _corner(row: int, line: int) -> tuple[float, float]:
    """The upper left corner of a site, by the row of the viewer and the position in it."""
    return MARGIN + row * CELL, MARGIN + (4 - line) * CELL


def _site(picture: Picture, table: Table, site: str, x: float, y: float) -> None:
    style = {"fill": picture.theme.sheet, "stroke": picture.theme.line}
    picture.rect(x + 2, y + 2, CELL - 4, CELL - 4, rx=3, data_ground=site, **style)
    if picture.is_marked(site, x, y, CELL, CELL):
        picture.mark(x + 3, y + 3, CELL - 6, CELL - 6)
    picture.text(x + 8, y + 17, site, 12, fill=picture.theme.pencil, anchor="start")
    pieces = table["sites"].get(site, [])
    if pieces and pieces[-1].endswith("park"):
        _park(picture, pieces[-1].split()[0], x, y)
    elif pieces:
        _building(picture, pieces, x, y)


def _park(picture: Picture, colour: str, x: float, y: float) -> None:
    for across, size in ((0.3, 30), (0.52, 38), (0.74, 28)):
        picture.tree(x + across * CELL, y + CELL - 14, size)
    picture.block(x + 16, y + CELL - 15, CELL - 32, 6, colour, letter=False)


def _building(picture: Picture, pieces: list[str], x: float, y: float) -> None:
    floors = [piece for piece in pieces if piece.endswith("floor")]
    tall = min(TALL, ROOM / (len(floors) + 1))
    ground, left, width = y + CELL - 9, x + 26, CELL - 40
    for level, floor in enumerate(floors, 1):
        picture.block(left, ground - level * tall, width, tall, floor.split()[0])
    top = ground - len(floors) * tall
    if pieces[-1].endswith("roof"):
        picture.roof(left, top, width, tall, pieces[-1].split()[0])
    picture.text(x + 16, ground - 2, len(floors), 16, font_weight=700)


def _district(picture: Picture, table: Table, corners: dict[str, tuple[float, float]]) -> None:
    """The viewer's district, as an outline."""
    if not table["own_district"]:
        return
    xs, ys = zip(*(corners[site] for site in table["own_district"]), strict=True)
    style = {"fill": "none", "stroke": picture.theme.ink, "stroke_width": 2.5, "stroke_dasharray": "10 6"}
    picture.rect(min(xs), min(ys), max(xs) - min(xs) + CELL, max(ys) - min(ys) + CELL, rx=5, **style)


def _side(
    picture: Picture, table: Table, viewer: int, player: int | None, corners: dict[str, tuple[float, float]]
) -> None:
    """Along a side of the city: the rows of its seat, and what that sees in each."""
    for row, sites in enumerate(table["rows"][viewer]):
        nearest, second, *_ = sites.split()
        (x, y), (behind_x, behind_y) = corners[nearest], corners[second]
        across, down = (x - behind_x) / CELL, (y - behind_y) / CELL
        centre = x + CELL / 2 + across * (CELL / 2 + 18), y + CELL / 2 + down * (CELL / 2 + 18)
        picture.text(centre[0] - 8, centre[1] + 5, ROWS[row], 14, fill=picture.theme.pencil)
        picture.text(centre[0] + 8, centre[1] + 5, table["seen"][viewer][row], 17, font_weight=700)
        if row == 2:
            picture.seal(centre[0] + across * 32, centre[1] + down * 32, COLOURS[viewer], decides=viewer == player)
