"""Views and breakdowns match the declared schema (`view.py`), on every table."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from rooftop.core.game import find_game, games
from rooftop.core.match import Match
from rooftop.core.schema import view_of
from tables import every_table, moments, play_out, random_play


def check(match: Match, **more: Any) -> None:
    """Validate every view, with more in it."""
    declared = view_of(match.game)
    for seat in (None, *range(match.players)):
        declared.model_validate_json(json.dumps(match.view(seat) | more), strict=True)


@every_table
def test_every_view_of_a_game_has_the_declared_form(game: str, variant: str, players: int) -> None:
    for match in random_play(game, variant, players, 0):
        check(match)


@every_table
def test_views_of_set_up_tables_and_breakdowns_have_the_declared_form(game: str, variant: str, players: int) -> None:
    for seed in range(3):
        for match in moments(game, variant, players, seed, 8):
            check(match, breakdown=match.breakdown())  # views contain it only at the end
            set_up = Match.from_position(match.position(), seed=seed)
            check(set_up, breakdown=set_up.breakdown())


@every_table
def test_what_log_lines_are_about_is_in_the_view(game: str, variant: str, players: int) -> None:
    """The client highlights the places of a line, by the names that the view has for them."""
    found = False
    for match in random_play(game, variant, players, 0):
        lines = match.told(None, match.ply - 1) if match.ply else []
        names = set(re.findall(r"[\w ]+", json.dumps(match.view(None)["table"]))) if lines else set()
        for line in lines:
            assert names >= {*line.places}, line
            assert line.seat is None or 0 <= line.seat < players
            found = found or bool(line.places)
    assert found


@pytest.mark.parametrize("game", games())
def test_every_end_has_the_declared_form(game: str) -> None:
    folder = Path(__file__).parents[1] / "games" / game.replace("-", "_") / "records"
    for path in sorted(folder.glob("*.rooftop")):
        check(Match.from_record(path.read_text("utf-8")))


@pytest.mark.parametrize("game", games())
def test_no_field_may_be_missing_or_added(game: str) -> None:
    variant = find_game(game).variants[0]
    match, over = Match(game, 2, variant, seed=1), play_out(game, variant, 2, 1)
    view: dict[str, Any] = {**match.view(match.player), "breakdown": over.breakdown()}
    move, line = view["moves"][0], view["breakdown"][0]
    for part in (view, view["table"], move, move["data"], line):
        for name in list(part):
            value = part.pop(name)
            assert not is_declared(game, view), f"{name} is missing"
            part[name] = value
        part["unheard_of"] = 1
        assert not is_declared(game, view)
        del part["unheard_of"]
    assert is_declared(game, view)


def is_declared(game: str, view: dict[str, Any]) -> bool:
    try:
        view_of(find_game(game)).model_validate_json(json.dumps(view), strict=True)
    except ValidationError:
        return False
    return True
