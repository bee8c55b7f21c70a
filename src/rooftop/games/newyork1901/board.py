"""The table of New York 1901 as text, drawn from a view: players, cards and tiles, then the map and what is on it."""

from collections.abc import Iterator

from rooftop.core.drawing import WIDTH, Picture, shape, side_by_side
from rooftop.core.messages import Message, Say, lookup, together
from rooftop.core.view import View
from rooftop.games.newyork1901.components import CARDS, TILES
from rooftop.games.newyork1901.view import Action, Line, Player, Table
from rooftop.games.newyork1901.words import card_message, tile_message

STYLE = ("dark_orange", "medium_purple", "white", "orange4")
DISTRICT = {"Y": "yellow", "R": "red", "B": "blue", "G": "green", "P": "magenta"}
COLUMNS = "abcdefghijklmnopq"
TILE_NAMES = tuple(tile.name for tile in TILES)


def draw(view: View[Table], language: str, names: list[str], width: int = WIDTH) -> list[str]:
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


def _map(table: Table, letters: list[str]) -> list[str]:
    tiles = {square: (seat, name) for seat, name, squares in _built(table) for square in squares}
    header = "   " + "".join(f"{column:<{_width(table, column)}}" for column in COLUMNS).rstrip()
    cells = [_cell(table, tiles, name, square, letters) for square, name in _squares(table)]
    rows = [cells[first : first + len(COLUMNS)] for first in range(0, len(cells), len(COLUMNS))]
    return [header, *(f"{number:>2} {''.join(row)}".rstrip() for number, row in enumerate(rows, 1)), header]


def _built(table: Table) -> list[tuple[int, str, list[str]]]:
    """The seat, name and squares of every tile that stands."""
    return [
        (seat, tile["tile"], tile["squares"]) for seat, player in enumerate(table["seats"]) for tile in player["tiles"]
    ]


def _listed(table: Table, letters: list[str], width: int) -> list[str]:
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


def _squares(table: Table) -> Iterator[tuple[str, str]]:
    """Every square of the map and what is printed on it."""
    for number, row in enumerate(table["map"]["rows"], 1):
        for column, name in zip(COLUMNS, row.split(), strict=True):
            yield f"{column}{number}", name


def _streets(table: Table, say: Say) -> str:
    across, down = (
        ", ".join(f"{line} {street}" for line, street in streets.items())
        for streets in (table["map"]["streets_across"], table["map"]["streets_down"])
    )
    return say("streets", across=across, down=down)


def _width(table: Table, column: str) -> int:
    return 2 if column in table["map"]["streets_down"] else 5


def _cell(table: Table, tiles: dict[str, tuple[int, str]], name: str, square: str, letters: list[str]) -> str:
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


def _player(player: Player, seat: int, name: str, say: Say) -> str:
    return say(
        "player",
        player=f"[{STYLE[seat]}]{name}[/]",
        points=player["points"],
        gold=player["gold"],
        workers=player["workers"],
        lots=len(player["lots"]),
    )


def _hand(player: Player, say: Say) -> str:
    hand = [_counted(_tile(tile, say.language), count) for tile, count in player["hand"].items()]
    return "  " + say("hand", tiles=", ".join(hand) or say("none"))


def _picture(table: Table, title: str, tile: str) -> Picture:
    """The name, points and shape of a tile."""
    described = table["tiles"][tile]
    squares = shape((column, row) for column, row in described["squares"])
    return [f"  {title}: {described['points']}", *(f"  {line.replace('.', ' ')}" for line in squares)]


def _cards(table: Table, say: Say) -> list[str]:
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


def introduce(view: View[Table], language: str, name: str) -> list[str]:
    table, seat, say = view["table"], view["seat"], Say("newyork1901.intro", language)
    assert seat is not None, "a spectator is not introduced"
    home = Message(f"newyork1901.colours.{table['seats'][seat]['character']}")
    return [say("goal"), say("end", goal=table["goal"]), say("seat", player=name, home=home)]


def ask(view: View[Table, Action], language: str) -> str:
    asked = Message(f"web_newyork1901.{_question(view)}").say(language)
    if view["table"]["last_turns"] is None:
        return asked
    return f"{Message('web_newyork1901.last_turn').say(language)} {asked}"


def _question(view: View[Table, Action]) -> str:
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


def explain(lines: list[Line], language: str, names: list[str]) -> list[str]:
    return [_explain(line, language, names) for line in lines]


def _explain(line: Line, language: str, names: list[str]) -> str:
    key: str = line["source"]
    parts: dict[str, object] = {**line, "player": names[line["seat"]]}
    if line["source"] == "tie":
        key = "tie_won" if line["wins"] else "tie_lost"
    elif line["source"] == "standing":
        parts["tiles"] = _tiles(line["tiles"], language)
    else:
        parts["tile"] = _tile(line["tile"], language)
    if line["source"] in ("build", "rebuild"):
        parts["squares"] = ", ".join(line["squares"])
    if line["source"] == "rebuild":
        parts["torn_down"] = together([_tile(name, language) for name in line["torn_down"]])
    return Message(f"newyork1901.score.{key}", parts).say(language)


def _tiles(names: list[str], language: str) -> str:
    none = Message("newyork1901.board.none").say(language)
    return ", ".join(_tile(name, language) for name in names) or none
