"""The table of Skyliners as text, drawn from a view: the city as the player's own seat looks at it."""

from rooftop.core.drawing import WIDTH
from rooftop.core.messages import Message, Say, lookup, points_message
from rooftop.core.phrases import translated
from rooftop.core.view import View
from rooftop.games.skyliners.components import COLOURS, ROUNDS, ROWS, SITE, SITES
from rooftop.games.skyliners.view import Action, Line, Plan, Table

STYLE = {"red": "red", "blue": "blue", "yellow": "yellow", "green": "green", "neutral": "bright_black"}
MARK = {"floor": "", "roof": "^", "park": "P"}
CELL = 9


def draw(view: View[Table], language: str, names: list[str], width: int = WIDTH) -> list[str]:
    table, say = view["table"], Say("skyliners.board", language)
    variant = lookup(language, f"skyliners.variants.{view['variant']}")
    lines = [say("title", variant=variant, round=table["round"])]
    lines += ["", *_city(table, view["seat"] or 0, language), ""]
    lines += _players(table, view["variant"], names, say)
    lines += _secrets(view, names, say)
    return [*lines, say("key")]


def _city(table: Table, seat: int, language: str) -> list[str]:
    letters = lookup(language, "skyliners.letters")
    header = " " * 6 + "".join(f"{row:<{CELL}}" for row in ROWS)
    rows = [header.rstrip()]
    for position in reversed(range(5)):
        cells = [_cell(table, int(SITE[seat, row, position]), letters) for row in range(5)]
        rows.append(f"  {position + 1}   " + "".join(cells).rstrip())
    seen = "".join(f"{count:<{CELL}}" for count in table["seen"][seat])
    return [*rows, header.rstrip(), f"{lookup(language, 'skyliners.board.sees'):<6}{seen.rstrip()}"]


def _cell(table: Table, site: int, letters: dict[str, str]) -> str:
    pieces = table["sites"].get(SITES[site])
    if not pieces:
        return f"{SITES[site] + ' .':<{CELL}}"
    colour, piece = pieces[-1].split()
    floors = str(len(pieces) - (piece == "roof")) if piece != "park" else ""
    content = f"{SITES[site]} {floors}{MARK[piece]}{letters[colour]}"
    return f"[{STYLE[colour]}]{content}[/]{'':<{CELL - len(content)}}"


def _players(table: Table, variant: str, names: list[str], say: Say) -> list[str]:
    lines = []
    for seat, supply in enumerate(table["supply"]):
        seen = " ".join(str(count) for count in table["seen"][seat])
        name = f"[{STYLE[COLOURS[seat]]}]{names[seat]}[/]"
        if variant == "full":
            line = say("supply_plans", player=name, cards=table["cards"][seat], seen=seen, **supply)
        else:
            line = say("supply", player=name, seen=seen, **supply)
        lines.append(line + (f" ({say('start')})" if seat == table["first"] else ""))
    return lines


def _secrets(view: View[Table], names: list[str], say: Say) -> list[str]:
    table, seat, lines = view["table"], view["seat"], []
    if table["plans"]:
        plans = [_plan(plan, names, say.language) for plan in table["plans"]]
        lines.append(say("pile", plans=", ".join(plans)))
    elif table["own_cards"]:
        lines.append(say("empty_pile"))
    if seat is None:
        return lines
    if table["own_cards"]:
        lines.append(say("cards", cards=" ".join(table["own_cards"])))
        if view["player"] is not None:
            exactly, more = (translated("skyliners", f"plan B {segment}", say.language) for segment in (3, 4))
            lines.append(say("planning", exactly=exactly, more=more))
    sites, district = table["own_district"], _district(str(table["districts"][seat]))
    return [*lines, say("district", district=district, first=sites[0], last=sites[-1])]


def _district(name: str) -> Message:
    return Message(f"skyliners.districts.{name}")


def _plan(plan: Plan, names: list[str], language: str) -> str:
    if "row" not in plan:
        return names[plan["seat"]]
    planned = Message(f"skyliners.segment.{plan['planned']}").say(language)
    return f"{names[plan['seat']]} {plan['row']} {planned}"


def introduce(view: View[Table], language: str, name: str) -> list[str]:
    variant, say = view["variant"], Say("skyliners.intro", language)
    side = Message(f"skyliners.intro.side.{view['seat']}")
    ending = say(f"end_{variant}", rounds=int(ROUNDS[view["players"]]))
    return [say(f"goal_{variant}"), ending, say("seat", player=name, side=side)]


def ask(view: View[Table, Action], language: str) -> str:
    if view["table"]["action"] == 1:
        return Message("web_skyliners.ask_build").say(language)
    plans = any(move["data"]["action"] == "plan" for move in view["moves"])
    return Message(f"web_skyliners.ask_{'plan' if plans else 'again'}").say(language)


def explain(lines: list[Line], language: str, names: list[str]) -> list[str]:
    return [_explain(line, language, names) for line in lines]


def _explain(line: Line, language: str, names: list[str]) -> str:
    key: str = line["source"]
    parts: dict[str, object] = {**line, "player": names[line["seat"]], "points": points_message(line["points"])}
    if line["source"] == "antennas":
        parts["n"] = line["count"]
    if line["source"] == "skyscraper":
        parts |= {"district": _district(line["district"]), "sites": ", ".join(line["tallest"])}
        key = key if line["points"] else "no_skyscraper"
    if line["source"] == "plan":
        parts["planned"] = Message(f"skyliners.segment.{line['planned']}")
        key = "plan_right" if line["right"] else "plan_wrong"
    told = Message(f"skyliners.score.{key}", parts).say(language)
    antennas = line["antennas"] if line["source"] in ("row", "plan") else []
    if not antennas:
        return told
    placed = Message("skyliners.score.placed", {"n": len(antennas), "sites": ", ".join(antennas)})
    return f"{told} {placed.say(language)}"
