"""The table of New York 1901 as text, drawn from a view: the map with owners, workers and tiles, then the players."""

from typing import Any

from rooftop.core.messages import Message, lookup
from rooftop.games.newyork1901.components import CARDS, TILES
from rooftop.games.newyork1901.words import card_message, tile_message

STYLE = ("dark_orange", "medium_purple", "white", "orange4")
DISTRICT = {"Y": "yellow", "R": "red", "B": "blue", "G": "green", "P": "magenta"}
COLUMNS = "abcdefghijklmnopq"
TILE_NAMES = tuple(tile.name for tile in TILES)


def draw(view: dict[str, Any], language: str, names: list[str]) -> list[str]:
    table = view["table"]

    def say(key: str, **parts: object) -> str:
        return Message(f"newyork1901.board.{key}", parts).say(language)

    variant = lookup(language, f"newyork1901.variants.{view['variant']}")
    lines = [say("title", variant=variant)]
    if table["last_turns"]:
        lines.append(say("last_turns", n=table["last_turns"]))
    lines += ["", *_map(table, language), ""]
    for seat in range(view["players"]):
        lines += _player(table["seats"][seat], seat, names[seat], say, language)
    legendary = ", ".join(_tile(name, language) for name in table["legendary"])
    return [*lines, *_cards(table, say, language), say("legendary", tiles=legendary or say("none")), say("key")]


def _map(table: dict[str, Any], language: str) -> list[str]:
    letters = list(lookup(language, "newyork1901.letters").values())
    tiles = {
        square: (seat, tile["tile"])
        for seat, player in enumerate(table["seats"])
        for tile in player["tiles"]
        for square in tile["squares"]
    }
    down = table["map"]["streets_down"]
    header = "   " + "".join(f"{column:<{_width(table, column)}}" for column in COLUMNS).rstrip()
    rows = [header]
    for number, row in enumerate(table["map"]["rows"], 1):
        cells = [
            _cell(table, tiles, name, f"{column}{number}", letters)
            for column, name in zip(COLUMNS, row.split(), strict=True)
        ]
        street = table["map"]["streets_across"].get(str(number), "")
        rows.append(f"{number:>2} {''.join(cells)}{street}".rstrip())
    return [*rows, header, "   " + ", ".join(f"{column} {street}" for column, street in down.items())]


def _width(table: dict[str, Any], column: str) -> int:
    return 2 if column in table["map"]["streets_down"] else 5


def _cell(table: dict[str, Any], tiles: dict[str, Any], name: str, square: str, letters: list[str]) -> str:
    width = _width(table, square[0])
    if name not in table["lots"]:
        content = {"..": ".", "~~": "~~~~", "XX": "####"}[name]
        return f"{content:<{width}}"
    lot = table["lots"][name]
    if square in tiles:
        seat, tile = tiles[square]
        return f"[{STYLE[seat]}]{_short(tile) + '=' + letters[seat]:<{width}}[/]"
    if lot["owner"] is None:
        return f"[{DISTRICT[name[0]]}]{f'({name})' if lot['closed'] else name:<{width}}[/]"
    worker = "*" if lot["worker"] and square == lot["squares"][0] else ""
    return f"[{STYLE[lot['owner']]}]{name + letters[lot['owner']] + worker:<{width}}[/]"


def _short(tile: str) -> str:
    """The letter and size of a shape, or the first letters of a name."""
    word = tile.split()[-1]
    return word if word[-1].isdigit() else tile[:2]


def _player(player: dict[str, Any], seat: int, name: str, say: Any, language: str) -> list[str]:
    hand = [_counted(_tile(tile, language), count) for tile, count in player["hand"].items()]
    parts = {key: player[key] for key in ("points", "gold", "workers")}
    return [
        say("player", player=f"[{STYLE[seat]}]{name}[/]", lots=len(player["lots"]), **parts),
        "  " + say("hand", tiles=", ".join(hand) or say("none")),
    ]


def _cards(table: dict[str, Any], say: Any, language: str) -> list[str]:
    market = ", ".join(_card(card, language) for card in table["market"])
    hidden = ", ".join(_counted(_card(card, language), count) for card, count in table["stack"]["hidden"].items())
    lines = [say("market", cards=market or say("none")), say("stack", cards=hidden or say("none"))]
    returned = ", ".join(_card(card, language) for card in table["stack"]["returned"])
    return [*lines, say("returned", cards=returned)] if returned else lines


def _counted(name: str, count: int) -> str:
    return f"{count}x {name}" if count > 1 else name


def _tile(name: str, language: str) -> str:
    return tile_message(TILE_NAMES.index(name)).say(language)


def _card(name: str, language: str) -> str:
    return card_message(CARDS.index(name)).say(language)


def explain(lines: list[dict[str, Any]], language: str, names: list[str]) -> list[str]:
    return [_explain(line, language, names) for line in lines]


def _explain(line: dict[str, Any], language: str, names: list[str]) -> str:
    key, parts = line["source"], dict(line, player=names[line["seat"]])
    none = Message("newyork1901.board.none").say(language)
    if "tile" in line:
        parts["tile"] = _tile(line["tile"], language)
    for several in ("tiles", "torn_down"):
        parts[several] = ", ".join(_tile(name, language) for name in line.get(several, ())) or none
    if "squares" in line:
        parts["squares"] = ", ".join(line["squares"])
    if key == "tie":
        key = "tie_won" if line["wins"] else "tie_lost"
    return Message(f"newyork1901.score.{key}", parts).say(language)
