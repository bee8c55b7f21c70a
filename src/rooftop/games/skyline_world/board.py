"""The table of Skyline of the World as text, drawn from a view."""

from rooftop.core.drawing import WIDTH, Picture, shape, side_by_side
from rooftop.core.messages import Message, Say, lookup, points_message, together
from rooftop.core.view import View
from rooftop.games.skyline_world.components import BONUS, COLOURS, MAP, MISSIONS
from rooftop.games.skyline_world.view import Action, Card, Goods, Hand, Line, Supply, Table

STYLE = {"yellow": "yellow", "purple": "magenta", "blue": "blue", "red": "red", "neutral": "white"}
CELL = 11


def draw(view: View[Table], language: str, names: list[str], width: int = WIDTH) -> list[str]:
    table, say = view["table"], Say("skyline-world.board", language)
    lines = [say("title", variant=lookup(language, f"skyline-world.variants.{view['variant']}"))]
    if view["player"] is not None:
        phase = lookup(language, f"skyline-world.phase.{table['phase']}")
        lines.append(say("phase", player=_name(view["player"], names), phase=phase))
    lines += ["", *_city(table, lookup(language, "skyline-world.letters")), ""]
    lines += [_player(table, seat, names, say) for seat in range(view["players"])]
    if "closed" in view["variant"]:
        lines += _announced(table, names, say)
    if table["ender"] is not None and view["player"] is not None:
        lines.append(say("ender", player=_name(table["ender"], names)))
    lines += [*_stock(table, view["seat"], say), *_own(view, say, width)]
    return [*lines, say("key")]


def _name(seat: int, names: list[str]) -> str:
    return f"[{STYLE[COLOURS[seat]]}]{names[seat]}[/]"


def _city(table: Table, letters: dict[str, str]) -> list[str]:
    lines = []
    for row, cells in enumerate(MAP, 1):
        line = [_cell(table, f"{'abcd'[column]}{row}", cell, letters) for column, cell in enumerate(cells)]
        lines.append("  " + "".join(line).rstrip())
    return lines


def _cell(table: Table, site: str, cell: str, letters: dict[str, str]) -> str:
    if cell == ".":
        return " " * CELL
    floors = [floor.split() for floor in table["sites"][site]]
    stack = "".join(letters[f[0]].upper() if f[-1] == "skyline" else letters[f[0]] for f in floors) or "."
    content = f"{site + '*' * (cell == 'O') + ' ' + stack:<{CELL}}"
    return f"[{STYLE[floors[-1][0]]}]{content}[/]" if floors else content


def _player(table: Table, seat: int, names: list[str], say: Say) -> str:
    money, hand = table["money"][seat], table["hands"][seat]
    parts = {
        "player": _name(seat, names),
        "income": table["incomes"][seat],
        "cards": table["cards"][seat],
        "penthouses": table["penthouses"][seat],
        "orange": len(table["orange_tops"][seat]),
    }
    if money is None or hand is None:
        return say("hidden", **parts)
    return say("player", **parts, money=_money(money), floors=_floors(hand, say))


def _money(amount: int) -> Message:
    return Message("skyline-world.money", {"n": amount})


def _floors(counts: Goods | Hand | Supply, say: Say) -> str:
    kinds = lookup(say.language, "skyline-world.kind")
    return ", ".join(f"{count} x {kinds[kind]}" for kind, count in counts.items() if count) or say("none")


def _announced(table: Table, names: list[str], say: Say) -> list[str]:
    lines = []
    for seat, said in enumerate(table["announced"]):
        parts = [say("income", money=_money(said["income"]))] if said["income"] else []
        for built in said["built"]:
            floor = Message(f"skyline-world.floor.{built['floor']}")
            parts.append(say("built", floor=floor, site=built["site"], money=_money(built["price"])))
        for key, goods in (("bought", said["bought"]), ("sold", said["sold"])):
            if goods:
                parts.append(say(key, floors=_floors(goods, say)))
        if parts:
            lines.append(say("turn", player=_name(seat, names), announced="; ".join(parts)))
    return lines


def _stock(table: Table, seat: int | None, say: Say) -> list[str]:
    stock = {"neutral": table["neutral"], "pile": table["pile"]}
    supply = None if seat is None else table["supply"][seat]
    lines = [say("stock", **stock) if supply is None else say("supply", **stock, floors=_floors(supply, say))]
    used = ", ".join(f"{count} x {figure}" for figure, count in table["used"].items())
    return [*lines, say("used", cards=used)] if used else lines


def _own(view: View[Table], say: Say, width: int) -> list[str]:
    """The mission and the bonus cards, with what must stand."""
    table, seat = view["table"], view["seat"]
    own, cards = None if seat is None else table["missions"][seat], table["own_cards"]
    if own is None:
        return []
    over = "over_" if view["player"] is None else ""
    mission = say(over + ("fulfilled" if own["fulfilled"] else "mission"), mission=own["mission"])
    pictures = [_figure(f"  {_card(card, say)}", BONUS[card["figure"]][1]) for card in cards]
    return [
        *_figure(mission, MISSIONS[own["mission"]]),
        say("own_cards", cards="" if cards else say("none")).rstrip(),
        *side_by_side(pictures, width),
        say("figures"),
    ]


def _card(card: Card, say: Say) -> str:
    return say("found" if card["found"] else "card", figure=card["figure"], money=_money(card["value"]))


def _figure(title: str, cells: tuple[tuple[int, int], ...]) -> Picture:
    return [title, *(f"  {line}" for line in shape((column, row) for row, column in cells))]


def introduce(view: View[Table], language: str, name: str) -> list[str]:
    return [Message(f"skyline-world.intro.{key}", {"player": name}).say(language) for key in ("goal", "end", "seat")]


def ask(view: View[Table, Action], language: str) -> str:
    ender = view["table"]["ender"]
    question = Message(f"web_skyline_world.{_question(view)}")
    last = ender is not None and ender != view["player"]
    return (Message("web_skyline_world.ask_last", {"question": question}) if last else question).say(language)


def _question(view: View[Table, Action]) -> str:
    """SW-22, SW-33: who can build must, and who has built nothing must buy."""
    can = {move["data"]["action"] for move in view["moves"]}
    if view["table"]["phase"] == "build":
        if "end building" not in can:
            return "ask_must_build"
        return "ask_build_more" if "build" in can else "ask_no_building"
    if "end turn" not in can:
        return "ask_must_buy"
    return "ask_invest" if "buy" in can else "ask_no_buying"


def explain(lines: list[Line], language: str, names: list[str]) -> list[str]:
    return [_explain(line, language, names) for line in lines]


def _explain(line: Line, language: str, names: list[str]) -> str:
    key: str = line["source"]
    parts: dict[str, object] = {**line, "player": names[line["seat"]], "points": points_message(line["points"])}
    if line["source"] == "penthouses":
        parts["n"] = line["count"]
    elif line["source"] == "orange":
        parts |= {"n": len(line["sites"]), "sites": ", ".join(line["sites"])}
        key = key if line["sites"] else "no_orange"
    elif line["source"] == "mission":
        key = "fulfilled" if line["fulfilled"] else "unfulfilled"
    else:
        parts["tied"] = together([names[seat] for seat in line["tied"]])
    if line["source"] == "tie_break":
        key = f"by_{line['by']}"
        parts["left"] = together([names[seat] for seat in line["left"]])
    return Message(f"skyline-world.score.{key}", parts).say(language)
