"""The table of New York 1901 as text, drawn from a view: players, cards and tiles, then the map and what is on it."""

from collections.abc import Iterator
from typing import Any

from rooftop.core.drawing import WIDTH, Picture, shape, side_by_side
from rooftop.core.messages import Message, Say, lookup
from rooftop.games.newyork1901.components import CARDS, TILES
from rooftop.games.newyork1901.words import card_message, tile_message

STYLE = ("dark_orange", "medium_purple", "white", "orange4")
DISTRICT = {"Y": "yellow", "R": "red", "B": "blue", "G": "green", "P": "magenta"}
COLUMNS = "abcdefghijklmnopq"
TILE_NAMES = tuple(tile.name for tile in TILES)


def draw(view: dict[str, Any], language: str, names: list[str], width: int = WIDTH) -> list[str]:
    table, own, say = view["table"], view["seat"], Say("newyork1901.board", language)
    variant = lookup(language, f"newyork1901.variants.{view['variant']}")
    lines = [say("title", variant=variant)]
    if table["last_turns"]:
        lines.append(say("last_turns", n=table["last_turns"]))
    for seat in range(view["players"]):
        lines.append(_player(table["seats"][seat], seat, names[seat], say))
        if seat != own:
            lines.append(_hand(table["seats"][seat], say))
    lines += _cards(table, say)
    if own is not None:
        hand = [_picture(table, _counted(_tile(t, language), n), t) for t, n in table["seats"][own]["hand"].items()]
        lines += [say("own_tiles"), *side_by_side(hand, width), say("places")]
    legendary = [_picture(table, _tile(name, language), name) for name in table["legendary"]]
    lines += [say("legendary", tiles="" if legendary else say("none")).rstrip(), *side_by_side(legendary, width)]
    letters = list(lookup(language, "newyork1901.letters").values())
    city = _map(table, letters)
    columns = len(city[0])
    if columns > width:  # its rows would wrap into one another
        city = [say("narrow", columns=columns), *_listed(table, letters, width)]
    return [*lines, "", *city, _streets(table, say), say("key")]


def _map(table: dict[str, Any], letters: list[str]) -> list[str]:
    tiles = {square: (seat, name) for seat, name, squares in _built(table) for square in squares}
    header = "   " + "".join(f"{column:<{_width(table, column)}}" for column in COLUMNS).rstrip()
    cells = [_cell(table, tiles, name, square, letters) for square, name in _squares(table)]
    rows = [cells[first : first + len(COLUMNS)] for first in range(0, len(cells), len(COLUMNS))]
    return [header, *(f"{number:>2} {''.join(row)}".rstrip() for number, row in enumerate(rows, 1)), header]


def _built(table: dict[str, Any]) -> list[tuple[int, str, list[str]]]:
    """The seat, name and squares of every tile that stands."""
    return [
        (seat, tile["tile"], tile["squares"]) for seat, player in enumerate(table["seats"]) for tile in player["tiles"]
    ]


def _listed(table: dict[str, Any], letters: list[str], width: int) -> list[str]:
    """What the map shows, as a list: each lot as on its first square, the tiles, the parks and the old building."""
    lots = [
        [f"{_cell(table, {}, name, lot['squares'][0], letters)}{' '.join(lot['squares'])}"]
        for name, lot in sorted(table["lots"].items())
    ]
    tiles = [
        f"[{STYLE[seat]}]{_short(name)}={letters[seat]}[/] {' '.join(squares)}" for seat, name, squares in _built(table)
    ]
    land = [
        f"{sign} {' '.join(square for square, found in _squares(table) if found == name)}"
        for name, sign in {"~~": "~", "XX": "#"}.items()
    ]
    return [*side_by_side(lots, width), *tiles, *land]


def _squares(table: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Every square of the map and what is printed on it."""
    for number, row in enumerate(table["map"]["rows"], 1):
        for column, name in zip(COLUMNS, row.split(), strict=True):
            yield f"{column}{number}", name


def _streets(table: dict[str, Any], say: Say) -> str:
    across, down = (
        ", ".join(f"{line} {street}" for line, street in table["map"][f"streets_{way}"].items())
        for way in ("across", "down")
    )
    return say("streets", across=across, down=down)


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


def _player(player: dict[str, Any], seat: int, name: str, say: Say) -> str:
    parts = {key: player[key] for key in ("points", "gold", "workers")}
    return say("player", player=f"[{STYLE[seat]}]{name}[/]", lots=len(player["lots"]), **parts)


def _hand(player: dict[str, Any], say: Say) -> str:
    hand = [_counted(_tile(tile, say.language), count) for tile, count in player["hand"].items()]
    return "  " + say("hand", tiles=", ".join(hand) or say("none"))


def _picture(table: dict[str, Any], title: str, tile: str) -> Picture:
    """The name, points and shape of a tile."""
    described = table["tiles"][tile]
    squares = shape((column, row) for column, row in described["squares"])
    return [f"  {title}: {described['points']}", *(f"  {line.replace('.', ' ')}" for line in squares)]


def _cards(table: dict[str, Any], say: Say) -> list[str]:
    market = ", ".join(_card(card, say.language) for card in table["market"])
    hidden = ", ".join(_counted(_card(card, say.language), count) for card, count in table["stack"]["hidden"].items())
    lines = [say("market", cards=market or say("none")), say("stack", cards=hidden or say("none"))]
    returned = ", ".join(_card(card, say.language) for card in table["stack"]["returned"])
    return [*lines, say("returned", cards=returned)] if returned else lines


def _counted(name: str, count: int) -> str:
    return f"{count}x {name}" if count > 1 else name


def _tile(name: str, language: str) -> str:
    return tile_message(TILE_NAMES.index(name)).say(language)


def _card(name: str, language: str) -> str:
    return card_message(CARDS.index(name)).say(language)


def introduce(view: dict[str, Any], language: str, name: str) -> list[str]:
    table, say = view["table"], Say("newyork1901.intro", language)
    home = Message(f"newyork1901.colours.{table['seats'][view['seat']]['character']}")
    return [say("goal"), say("end", goal=table["goal"]), say("seat", player=name, home=home)]


def ask(view: dict[str, Any], language: str) -> str:
    asked = Message(f"web_newyork1901.{_question(view)}").say(language)
    if view["table"]["last_turns"] is None:
        return asked
    return f"{Message('web_newyork1901.last_turn').say(language)} {asked}"


def _question(view: dict[str, Any]) -> str:
    actions = {move["data"]["action"] for move in view["moves"]}
    if view["table"]["acquired"]:
        return "ask_build" if "build" in actions else "ask_no_build"
    if "acquire" in actions:
        return "ask_turn" if "rebuild" in actions else "ask_acquire"
    if "give back" in actions:
        return "ask_give_back"
    if "pass" in actions:
        return "ask_pass"
    return "ask_no_worker" if view["table"]["market"] else "ask_no_card"


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
