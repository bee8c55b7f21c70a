"""Pictures of positions: flat SVG drawings, made from a view and nothing else."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from math import cos, pi, sin

from rooftop.core.errors import InvalidArgument
from rooftop.core.messages import lookup

PAINT = {
    "blue": "#2F6FB5",
    "red": "#C8442E",
    "green": "#2E8B57",
    "yellow": "#E3B012",
    "purple": "#7A4FA3",
    "orange": "#E0792B",
    "white": "#EDEAE2",
    "brown": "#7B5334",
    "neutral": "#D9D2C4",
}
"""Of the pieces, as on the page."""
LIGHT = ("yellow", "orange", "white", "neutral")
"""The colours on which ink is easier to read than white."""
INK, CHALK, CRANE = "#1F2A37", "#FFFFFF", "#F2B705"
PATTERNS = (
    "",
    '<path d="M2 0h2v8H2z"/>',
    '<path d="M0 0h1.5v8H0zM0 0h8v1.5H0z"/>',
    '<circle cx="4" cy="4" r="1.6"/>',
)
"""The façade of each seat, on a tile of 8 by 8: plain, vertical lines, a grid, dots."""


@dataclass(frozen=True)
class Theme:
    """The colours of the background and of text, those of the page's light or dark theme."""

    paper: str
    sheet: str
    """Of panels."""
    ink: str
    pencil: str
    line: str
    green: str
    """Of parks."""


DAY = Theme("#F6F2EA", "#FFFDF8", INK, "#5B6470", "#C9C1B3", "#4E8A4F")
NIGHT = Theme("#0F2237", "#152C46", "#E8EEF5", "#A9BDD1", "#35587A", "#5FA463")
PAGE = Theme("var(--paper)", "var(--sheet)", "var(--ink)", "var(--pencil)", "var(--line)", "#4E8A4F")
"""Of the page that a drawing is written into: it follows its theme, and is black on white where that is printed."""
EDGE = 3
"""Around a part of a table, where only that is shown."""


@dataclass(frozen=True)
class Look:
    """How a picture is to look, whatever the game."""

    language: str = "en"
    theme: Theme = DAY
    marked: frozenset[str] = frozenset()
    """The places to highlight, by the names that moves have for them."""
    around: frozenset[str] = frozenset()
    """The places to show, with what is between them; without any, the whole table."""
    name: str = ""
    """Sets it apart from other pictures of a page that it is written into."""


class Picture:
    """An SVG drawing. Its elements are added from the back to the front.

    The ground of each place that a move can be about has its name as `data_ground`, for programs that show the drawing.
    """

    def __init__(self, game: str, colours: Collection[str], width: float, height: float, look: Look) -> None:
        self.width, self.height, self.look, self.theme = width, height, look, look.theme
        self._patterns = {colour: pattern for colour, pattern in zip(colours, PATTERNS, strict=False) if pattern}
        self._letters: Mapping[str, str] = lookup(look.language, f"{game}.letters")
        self._elements: list[str] = []
        self._places: dict[str, tuple[float, float, float, float]] = {}
        self.rect(0, 0, width, height, fill=self.theme.paper)

    # --- shapes ----------------------------------------------------------------------------------------------

    def rect(self, x: float, y: float, width: float, height: float, **style: object) -> None:
        self._add("rect", {"x": x, "y": y, "width": width, "height": height}, style)

    def circle(self, x: float, y: float, r: float, **style: object) -> None:
        self._add("circle", {"cx": x, "cy": y, "r": r}, style)

    def path(self, d: str, **style: object) -> None:
        self._add("path", {"d": d}, style)

    def text(self, x: float, y: float, text: object, size: float = 14, **style: object) -> None:
        """Text centred on a point, unless `anchor` says otherwise."""
        anchor = style.pop("anchor", "middle")
        look = {"fill": self.theme.ink, **style}
        self._add("text", {"x": x, "y": y, "font-size": size, "text-anchor": anchor}, look, str(text))

    def _add(self, tag: str, where: dict[str, object], style: dict[str, object], text: str = "") -> None:
        written = "".join(_attribute(name, value) for name, value in (where | style).items())
        self._elements.append(f"<{tag}{written}>{escape(text)}</{tag}>" if text else f"<{tag}{written}/>")

    # --- pieces ----------------------------------------------------------------------------------------------

    def block(self, x: float, y: float, width: float, height: float, colour: str, letter: bool = True) -> None:
        """A piece of a colour, with the pattern and, where there is room, the letter of its seat."""
        left, right, top, bottom = (_number(at) for at in (x, x + width, y, y + height))
        self._painted(f"M{left} {top}H{right}V{bottom}H{left}Z", colour)
        if letter and min(width, height) >= 9:
            self.letter(x + width / 2, y + height / 2, colour, min(height - 2, 14))

    def roof(self, x: float, ground: float, width: float, height: float, colour: str) -> None:
        """A pitched roof on a building."""
        left, middle, right = (_number(at) for at in (x - 3, x + width / 2, x + width + 3))
        base, top = _number(ground), _number(ground - height)
        self._painted(f"M{left} {base}L{middle} {top} {right} {base}Z", colour)

    def vault(self, x: float, ground: float, width: float, height: float, colour: str) -> None:
        """A barrel roof on a building."""
        left, right, base = (_number(at) for at in (x, x + width, ground))
        self._painted(f"M{left} {base}A{_number(width / 2)} {_number(height)} 0 0 1 {right} {base}Z", colour)

    def _painted(self, outline: str, colour: str) -> None:
        """A shape of a colour, with the pattern of its seat."""
        self.path(outline, fill=PAINT[colour])
        if colour in self._patterns:
            self.path(outline, fill=f"url(#{self._facade(colour)})")
        self.path(outline, fill="none", stroke=INK, stroke_opacity=0.45)

    def letter(self, x: float, y: float, colour: str, size: float) -> None:
        """The letter of a colour, centred on a point of a piece."""
        ink = INK if colour in LIGHT else CHALK
        outline = {"stroke": PAINT[colour], "stroke_width": size / 4, "paint_order": "stroke"}
        self.text(x, y + size * 0.36, self.letter_of(colour), size, fill=ink, font_weight=700, **outline)

    def letter_of(self, colour: str) -> str:
        """The letter of a colour in the language of the picture."""
        return self._letters[colour].upper()

    def seal(self, x: float, y: float, colour: str, size: float = 22, decides: bool = False) -> None:
        """The sign of a seat, centred on a point, in a frame if it is the one that decides."""
        if decides:
            self.rect(x - size / 2 - 4, y - size / 2 - 4, size + 8, size + 8, rx=5, fill=CRANE)
        self.block(x - size / 2, y - size / 2, size, size, colour)

    def tree(self, x: float, ground: float, size: float) -> None:
        """A tree of a park, its foot on a point."""
        self.rect(x - size * 0.06, ground - size * 0.35, size * 0.12, size * 0.35, fill="#7B5334")
        self.circle(x, ground - size * 0.62, size * 0.34, fill=self.theme.green, stroke=INK, stroke_opacity=0.35)

    def star(self, x: float, y: float, size: float, **style: object) -> None:
        """A star around a point, as a shape: few fonts have one."""
        radii = (size / 2, size / 5) * 5
        corners = [(x + r * sin(n * pi / 5), y - r * cos(n * pi / 5)) for n, r in enumerate(radii)]
        self.path("M" + "L".join(f"{_number(right)} {_number(down)}" for right, down in corners) + "Z", **style)

    def mark(self, x: float, y: float, width: float, height: float) -> None:
        """A highlight around a place."""
        self.rect(x, y, width, height, rx=4, fill=CRANE, fill_opacity=0.18, stroke=CRANE, stroke_width=4)

    def is_marked(self, place: str, x: float, y: float, width: float, height: float) -> bool:
        """Whether a place of the table, which is there, is to be highlighted. Every picture asks this of all its
        places."""
        self._places[place] = x, y, x + width, y + height
        return place in self.look.marked

    # --- the whole -------------------------------------------------------------------------------------------

    def svg(self, title: str) -> str:
        """The drawing as SVG text. The title is read to those who do not see it."""
        for place in sorted((self.look.marked | self.look.around) - self._places.keys()):
            raise InvalidArgument("errors.place", place=place)
        left, top, right, bottom = self._frame()
        seen = " ".join(map(_number, (left, top, right - left, bottom - top)))
        size = f'viewBox="{seen}" width="{_number(right - left)}"'
        font = 'font-family="Inter Variable, Inter, Source Sans Pro, Helvetica, Arial, sans-serif"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" {font}><title>{escape(title)}</title>'
        return "\n".join([head, self._facades(), *self._elements, "</svg>"])

    def _frame(self) -> tuple[float, float, float, float]:
        """What is to be seen, from the upper left to the lower right."""
        if not self.look.around:
            return 0, 0, self.width, self.height
        lefts, tops, rights, bottoms = zip(*(self._places[place] for place in self.look.around), strict=True)
        return max(0, min(lefts) - EDGE), max(0, min(tops) - EDGE), max(rights) + EDGE, max(bottoms) + EDGE

    def _facade(self, colour: str) -> str:
        return f"facade-{self.look.name}{colour}"

    def _facades(self) -> str:
        patterns = [
            f'<pattern id="{self._facade(colour)}" width="8" height="8" patternUnits="userSpaceOnUse" '
            f'fill="{INK if colour in LIGHT else CHALK}" fill-opacity="0.28">{pattern}</pattern>'
            for colour, pattern in self._patterns.items()
        ]
        return f"<defs>{''.join(patterns)}</defs>"


@lru_cache(10_000, typed=True)
def _attribute(name: str, value: object) -> str:
    """Cached, because most are those of many elements."""
    return f' {name.replace("_", "-")}="{escape(_number(value))}"'


def _number(value: object) -> str:
    """A number as short as it can be written: drawings are many."""
    return f"{round(value, 1):g}" if isinstance(value, float) else str(value)
