"""Views as the server sends them, for the tests of the client: `make views` writes them anew, typed as the schema says.

Of each game one random match: a view for every kind of decision when it first comes up, for whoever has to decide, what
a move would make of it, and the end. Only what differs from the first view is written.
"""

import asyncio
import json
import random
from pathlib import Path
from typing import Any

from rooftop.core.game import games
from rooftop.core.match import Match
from rooftop.core.view import View
from rooftop.server.api.routes import list_games
from rooftop.server.service.views import trial
from tables import some

FOLDER = Path(__file__).parents[2] / "web/src/games"
SEED = 0
IMPORT = 'import type { Fixture } from "../../testing/views";\n\n'


def file_of(game: str) -> Path:
    return FOLDER / game / "views.gen.ts"


def text_of(game: str) -> str:
    """The file with the views of a game, a line for each moment."""
    described = asyncio.run(list_games("en", None)).games
    info = next(one for one in described if one.name == game).model_dump()
    match = Match(game, some(game), seed=SEED)
    first = match.view(match.player)
    lines = [json.dumps(moment, ensure_ascii=False, separators=(",", ":")) for moment in _moments(match, first)]
    start = json.dumps({"info": info, "first": first}, ensure_ascii=False, separators=(",", ":"))
    views = f'{start[:-1]},"moments":[\n' + ",\n".join(lines) + "\n]}"
    return f'{IMPORT}export const views: Fixture<"{game}"> = {views};\n'


def _moments(match: Match, first: View) -> list[dict[str, Any]]:
    chance, known, moments = random.Random(SEED), set[str](), []
    while match.player is not None:
        offered = {move.data["action"]: move.id for move in match.moves()}
        if new := sorted(offered.keys() - known):
            view, move = match.view(match.player), offered[new[0]]
            after = trial(match, match.player, move)
            moments.append(
                {"view": _changed(first, view), "trial": after and {"move": move, "view": _changed(view, after)}}
            )
            known |= offered.keys()
        match.play(chance.choice(match.moves()).id)
    return [*moments, {"view": _changed(first, match.view(0)), "trial": None}]


def _changed(before: View, after: View) -> dict[str, Any]:
    """What is not as it was, entry by entry, of the view and of the table in it."""
    changed = {name: entry for name, entry in after.items() if name != "table" and entry != before.get(name)}
    table = {name: entry for name, entry in after["table"].items() if entry != before["table"].get(name)}
    return {**changed, "table": table}


if __name__ == "__main__":
    for name in games():
        file_of(name).write_text(text_of(name), "utf-8")
