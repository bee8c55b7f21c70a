"""The table of Skyline of the World as text, drawn from a view."""

from typing import Any

from rooftop.core.messages import Message, lookup, points_message
from rooftop.games.skyline_world.components import COLOURS, MAP

STYLE = {"yellow": "yellow", "purple": "magenta", "blue": "blue", "red": "red", "neutral": "white"}
WIDTH = 11


def draw(view: dict[str, Any], language: str, names: list[str]) -> list[str]:
    table = view["table"]

    def say(key: str, **parts: object) -> str:
        return Message(f"skyline-world.board.{key}", parts).say(language)

    lines = [say("title", variant=lookup(language, f"skyline-world.variants.{view['variant']}"))]
    if view["player"] is not None:
        phase = lookup(language, f"skyline-world.phase.{table['phase']}")
        lines.append(say("phase", player=_name(view["player"], names), phase=phase))
    lines += ["", *_city(table, lookup(language, "skyline-world.letters")), ""]
    lines += [_player(table, seat, names, say, language) for seat in range(view["players"])]
    if "closed" in view["variant"]:
        lines += _announced(table, names, say, language)
    if table["ender"] is not None and view["player"] is not None:
        lines.append(say("ender", player=_name(table["ender"], names)))
    lines += [*_stock(table, view["seat"], say, language), *_own(table, view["seat"], say)]
    return [*lines, say("key")]


def _name(seat: int, names: list[str]) -> str:
    return f"[{STYLE[COLOURS[seat]]}]{names[seat]}[/]"


def _city(table: dict[str, Any], letters: dict[str, str]) -> list[str]:
    lines = []
    for row, cells in enumerate(MAP, 1):
        line = [_cell(table, f"{'abcd'[column]}{row}", cell, letters) for column, cell in enumerate(cells)]
        lines.append("  " + "".join(line).rstrip())
    return lines


def _cell(table: dict[str, Any], site: str, cell: str, letters: dict[str, str]) -> str:
    if cell == ".":
        return " " * WIDTH
    floors = [floor.split() for floor in table["sites"][site]]
    stack = "".join(letters[f[0]].upper() if f[-1] == "skyline" else letters[f[0]] for f in floors) or "."
    content = f"{site + '*' * (cell == 'O') + ' ' + stack:<{WIDTH}}"
    return f"[{STYLE[floors[-1][0]]}]{content}[/]" if floors else content


def _player(table: dict[str, Any], seat: int, names: list[str], say: Any, language: str) -> str:
    parts = {
        "player": _name(seat, names),
        "income": table["incomes"][seat],
        "cards": table["cards"][seat],
        "penthouses": table["penthouses"][seat],
        "orange": len(table["orange_tops"][seat]),
    }
    if table["money"][seat] is None:
        return str(say("hidden", **parts))
    floors = _floors(table["hands"][seat], say, language)
    return str(say("player", **parts, money=_money(table["money"][seat]), floors=floors))


def _money(amount: int) -> Message:
    return Message("skyline-world.money", {"n": amount})


def _floors(counts: dict[str, int], say: Any, language: str) -> str:
    named = [f"{count} x {lookup(language, f'skyline-world.kind.{kind}')}" for kind, count in counts.items() if count]
    return ", ".join(named) or str(say("none"))


def _announced(table: dict[str, Any], names: list[str], say: Any, language: str) -> list[str]:
    lines = []
    for seat, said in enumerate(table["announced"]):
        parts = [say("income", money=_money(said["income"]))] if said["income"] else []
        for built in said["built"]:
            floor = Message(f"skyline-world.floor.{built['floor']}")
            parts.append(say("built", floor=floor, site=built["site"], money=_money(built["price"])))
        for key in ("bought", "sold"):
            if said[key]:
                parts.append(say(key, floors=_floors(said[key], say, language)))
        if parts:
            lines.append(say("turn", player=_name(seat, names), announced="; ".join(parts)))
    return lines


def _stock(table: dict[str, Any], seat: int | None, say: Any, language: str) -> list[str]:
    stock = {"neutral": table["neutral"], "pile": table["pile"]}
    used = ", ".join(f"{count} x {figure}" for figure, count in table["used"].items())
    if seat is None:
        lines = [say("stock", **stock)]
    else:
        lines = [say("supply", **stock, floors=_floors(table["supply"][seat], say, language))]
    return [*lines, say("used", cards=used)] if used else lines


def _own(table: dict[str, Any], seat: int | None, say: Any) -> list[str]:
    if seat is None:
        return []
    cards = [
        say("found" if card["found"] else "card", figure=card["figure"], money=_money(card["value"]))
        for card in table["own_cards"]
    ]
    own = table["missions"][seat]
    mission = say("fulfilled" if own["fulfilled"] else "mission", mission=own["mission"])
    return [say("own_cards", cards=", ".join(cards) or say("none")), mission]


def explain(lines: list[dict[str, Any]], language: str, names: list[str]) -> list[str]:
    return [_explain(line, language, names) for line in lines]


def _explain(line: dict[str, Any], language: str, names: list[str]) -> str:
    key, parts = line["source"], dict(line, player=names[line["seat"]], points=points_message(line["points"]))
    if key == "penthouses":
        parts["n"] = line["count"]
    elif key == "orange":
        parts |= {"n": len(line["sites"]), "sites": ", ".join(line["sites"])}
        key = key if line["sites"] else "no_orange"
    elif key == "mission":
        key = "fulfilled" if line["fulfilled"] else "unfulfilled"
    elif key == "tie_break":
        key = f"by_{line['by']}"
    for group in ("tied", "left"):
        if group in line:
            parts[group] = ", ".join(names[seat] for seat in line[group])
    return Message(f"skyline-world.score.{key}", parts).say(language)
