"""Whether all of a table can be seen: what is cut off, covered, or scrolled for nothing, from the boxes of the page."""

from collections.abc import Callable
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Page

from rooftop.bots import find_bot
from rooftop.core.game import find_game
from rooftop.core.match import Match

Size = tuple[int, int]
LAPTOPS: tuple[Size, ...] = ((1280, 720), (1366, 768), (1920, 1080))
HANDHELDS: tuple[Size, ...] = ((820, 1180), (390, 844), (844, 390))
ZOOMED: Size = (640, 360)
"""What a laptop has at 200 %."""
SIZES = (*LAPTOPS, *HANDHELDS, ZOOMED)
FAULTS = Path(__file__).with_name("layout.js").read_text("utf-8")
FAULTS_AS_DRAWN = f"""async () => {{
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    return ({FAULTS})();
}}"""
NAMES = (
    "Maximiliane von Hochstein",
    "Wolkenkratzerbaumeisterin",
    "Bartholomew Featherstones",
    "Wilhelmina van Wolkenburg",
)
"""25 letters each, once without a gap to break the line at. They are shown in full."""
LONGEST = (
    "Maximiliane von Hochstein zu Wolkenburg",
    40 * "W",
    "Bartholomew Featherstonehaugh-Cholmondel",
    "Wolkenkratzerbaumeisterinnenvereinigung",
)
"""As long as the server takes them; where room is short, their ends are left to the tips."""

Table = dict[str, Any]


def planned_rows(table: Table) -> list[int]:
    """The rows of Skyliners for which the own planning cards are laid."""
    return ["ABCDE".index(plan["row"]) for plan in table["plans"] if "row" in plan]


Moment = Callable[[Table], Any]
"""How much there is to see; the moment with the most of it is looked at."""
MOMENTS: dict[str, dict[str, Moment]] = {
    "skyliners": {
        "start": lambda table: -len(table["plans"]),
        "middle": lambda table: len(table["plans"]) * (table["cards"][0] > 2),
        "planned": lambda table: len(planned_rows(table)),
    },
    "skyline3000": {
        "start": lambda table: -table["round"],
        "middle": lambda table: len(table["hands"][0]["cards"]),
        "bid": lambda table: (table["asked"] == "bid") * len(table["hands"][0]["cards"]),
        "amenity": lambda table: (table["asked"] == "amenity") * table["round"],
        "supply": lambda table: (table["phase"] == "supply") * table["round"],
    },
    "skyline-world": {
        "start": lambda table: -len(table["sites"]),
        "middle": lambda table: (len(table["own_cards"]), sum(table["used"].values())),
        "cardless": lambda table: (-len(table["own_cards"]), sum(table["used"].values())),
    },
    "newyork1901": {
        "start": lambda table: sum(table["seats"][0]["hand"].values()),
        "middle": lambda table: (bool(table["acquired"]), sum(len(seat["lots"]) for seat in table["seats"])),
    },
}
"""In every game, when the first seat has to decide. All games have a `start` and a `middle`."""


def choose_a_place(page: Page) -> None:
    """Where a billboard can stand. Cards are played at once."""
    page.locator("[data-slot=places] button[aria-disabled=false]").first.press("Enter")


def choose_a_tile(page: Page) -> None:
    """One that fits, where it fits."""
    page.keyboard.press("n")


CHOOSE = {"newyork1901": choose_a_tile, "skyline3000": choose_a_place}
"""How to choose a whole move that waits to be confirmed, where picking is more than adding keys."""


class Scene(NamedTuple):
    game: str
    moment: str
    language: str = "en"
    variant: str | None = None
    """Other than the first."""
    names: tuple[str, ...] = NAMES
    bots: bool = False
    """The best of them, on all chairs but the first, which begins."""

    @property
    def played(self) -> str:
        return self.variant or find_game(self.game).variants[0]

    @property
    def seed(self) -> int:
        return opening(self.game, self.played) if self.bots else 1

    @property
    def moves(self) -> tuple[str, ...]:
        if self.bots:
            return ()
        moves = played(self.game, self.played)
        return moves if self.moment == "end" else moves[: fullest(self.game, self.played, self.moment)]

    @property
    def seats(self) -> list[dict[str, Any]]:
        people = [{"who": "me", "name": name} for name in self.names[: max(find_game(self.game).players)]]
        return [people[0], *({"who": "bot", "level": "expert"} for _ in people[1:])] if self.bots else people

    def __str__(self) -> str:
        others = ["longest"] * (self.names is LONGEST) + ["bots"] * self.bots
        return "-".join(filter(None, (self.game, self.moment, self.language, self.variant, *others)))


@cache
def opening(game: str, variant: str) -> int:
    """The first seed with which the first seat begins."""
    return next(seed for seed in count(1) if Match(game, variant=variant, seed=seed).player == 0)


@cache
def played(game: str, variant: str) -> tuple[str, ...]:
    match, bot, moves = Match(game, variant=variant, seed=1), find_bot("random"), list[str]()
    while not match.over:
        moves.append(match.play(bot(match, match.ply)).text)
    return tuple(moves)


@cache
def fullest(game: str, variant: str, moment: str) -> int:
    """After how many moves of that game there is the most to see."""
    match, best, ply = Match(game, variant=variant, seed=1), None, 0
    for move in played(game, variant):
        if match.player == 0:
            much = MOMENTS[game][moment](match.view(0)["table"])
            if best is None or much > best:
                best, ply = much, match.ply
        match.play(move)
    return ply


@cache
def most_changing(moves: tuple[str, ...]) -> tuple[str, str]:
    """The piece and the site that change the most planned rows of the first seat after these moves in Skyliners."""
    match = Match("skyliners", 4, seed=1)
    for move in moves:
        match.play(move)

    def changed(text: str) -> int:
        after = match.copy()
        after.play(text)
        tables = [each.view(0)["table"] for each in (match, after)]
        return sum(tables[0]["seen"][0][row] != tables[1]["seen"][0][row] for row in planned_rows(tables[0]))

    building = [move.text for move in match.moves() if move.data["action"] == "build"]
    piece, site = max(building, key=changed).split()
    return piece, site


def faults(page: Page, sizes: tuple[Size, ...] = SIZES) -> list[str]:
    """At each size of the window, as lines to read."""
    found = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{width} x {height}: {fault}" for fault in page.evaluate(FAULTS_AS_DRAWN)]
    return found
