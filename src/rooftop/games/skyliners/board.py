"""The table of Skyliners as text, drawn from a view: the city as the player's own seat looks at it."""

from typing import Any

from rooftop.core.drawing import WIDTH
from rooftop.core.messages import Message, lookup, points_message
from rooftop.core.phrases import translated
from rooftop.games.skyliners.components import COLOURS, DISTRICTS, ROUNDS, ROWS, SITE, SITES

STYLE = {"red": "red", "blue": "blue", "yellow": "yellow", "green": "green", "neutral": "bright_black"}
MARK = {"floor": "", "roof": "^", "park": "P"}
CELL = 9


def draw(view: dict[str, Any], language: str, names: list[str], width: int = WIDTH) -> list[str]:
    table, seat = view["table"], view["seat"] or 0

    def say(key: str, **parts: object) -> str:
        return Message(f"skyliners.board.{key}", parts).say(language)

    variant = lookup(language, f"skyliners.variants.{view['variant']}")
    lines = [say("title", variant=variant, round=table["round"])]
    lines += ["", *_city(table, seat, language), ""]
    lines += _players(table, view, names, say)
    lines += _secrets(table, view["seat"], names, say, language)
    return [*lines, say("key")]


def _city(table: dict[str, Any], seat: int, language: str) -> list[str]:
    letters = lookup(language, "skyliners.letters")
    header = " " * 6 + "".join(f"{row:<{CELL}}" for row in ROWS)
    rows = [header.rstrip()]
    for position in reversed(range(5)):
        cells = [_cell(table, int(SITE[seat, row, position]), letters) for row in range(5)]
        rows.append(f"  {position + 1}   " + "".join(cells).rstrip())
    seen = "".join(f"{count:<{CELL}}" for count in table["seen"][seat])
    return [*rows, header.rstrip(), f"{lookup(language, 'skyliners.board.sees'):<6}{seen.rstrip()}"]


def _cell(table: dict[str, Any], site: int, letters: dict[str, str]) -> str:
    pieces = table["sites"].get(SITES[site])
    if not pieces:
        return f"{SITES[site] + ' .':<{CELL}}"
    colour, piece = pieces[-1].split()
    floors = str(len(pieces) - (piece == "roof")) if piece != "park" else ""
    content = f"{SITES[site]} {floors}{MARK[piece]}{letters[colour]}"
    return f"[{STYLE[colour]}]{content}[/]{'':<{CELL - len(content)}}"


def _players(table: dict[str, Any], view: dict[str, Any], names: list[str], say: Any) -> list[str]:
    lines = []
    for seat, supply in enumerate(table["supply"]):
        seen = " ".join(str(count) for count in table["seen"][seat])
        name = f"[{STYLE[COLOURS[seat]]}]{names[seat]}[/]"
        if view["variant"] == "full":
            line = say("supply_plans", player=name, cards=table["cards"][seat], seen=seen, **supply)
        else:
            line = say("supply", player=name, seen=seen, **supply)
        lines.append(line + (f" ({say('start')})" if seat == table["first"] else ""))
    return lines


def _secrets(table: dict[str, Any], seat: int | None, names: list[str], say: Any, language: str) -> list[str]:
    lines = []
    if table["plans"]:
        plans = [_plan(plan, names, language) for plan in table["plans"]]
        lines.append(say("pile", plans=", ".join(plans)))
    elif table["own_cards"]:
        lines.append(say("empty_pile"))
    if seat is None:
        return lines
    if table["own_cards"]:
        exactly, more = (translated("skyliners", f"plan B {segment}", language) for segment in (3, 4))
        lines += [say("cards", cards=" ".join(table["own_cards"])), say("planning", exactly=exactly, more=more)]
    district = table["districts"][seat]
    columns, rows = DISTRICTS[district]
    corners = {"first": f"{columns[0]}{rows[0]}", "last": f"{columns[-1]}{rows[-1]}"}
    return [*lines, say("district", district=_district(district), **corners)]


def _district(name: str) -> Message:
    return Message(f"skyliners.districts.{name}")


def _plan(plan: dict[str, Any], names: list[str], language: str) -> str:
    if "row" not in plan:
        return names[plan["seat"]]
    planned = Message(f"skyliners.segment.{plan['planned']}").say(language)
    return f"{names[plan['seat']]} {plan['row']} {planned}"


def introduce(view: dict[str, Any], language: str, name: str) -> list[str]:
    variant = view["variant"]

    def say(key: str, **parts: object) -> str:
        return Message(f"skyliners.intro.{key}", parts).say(language)

    side = Message(f"skyliners.intro.side.{view['seat']}")
    ending = say(f"end_{variant}", rounds=int(ROUNDS[view["players"]]))
    return [say(f"goal_{variant}"), ending, say("seat", player=name, side=side)]


def ask(view: dict[str, Any], language: str) -> str:
    if view["table"]["action"] == 1:
        return Message("web_skyliners.ask_build").say(language)
    plans = any(move["data"]["action"] == "plan" for move in view["moves"])
    return Message(f"web_skyliners.ask_{'plan' if plans else 'again'}").say(language)


def explain(lines: list[dict[str, Any]], language: str, names: list[str]) -> list[str]:
    return [_explain(line, language, names) for line in lines]


def _explain(line: dict[str, Any], language: str, names: list[str]) -> str:
    key, parts = line["source"], dict(line, player=names[line["seat"]], points=points_message(line["points"]))
    if key == "antennas":
        parts["n"] = line["count"]
    if key == "skyscraper":
        parts |= {"district": _district(line["district"]), "sites": ", ".join(line["tallest"])}
        key = key if line["points"] else "no_skyscraper"
    if key == "plan":
        parts["planned"] = Message(f"skyliners.segment.{line['planned']}")
        key = "plan_right" if line["right"] else "plan_wrong"
    told = Message(f"skyliners.score.{key}", parts).say(language)
    antennas = line.get("antennas")
    if not antennas:
        return told
    placed = Message("skyliners.score.placed", {"n": len(antennas), "sites": ", ".join(antennas)})
    return f"{told} {placed.say(language)}"
