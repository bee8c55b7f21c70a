"""Regression tests: recorded games for every way a game can end, and golden files (`make golden`)."""

from pathlib import Path

import pytest

from rooftop.core.match import Match
from tables import every_table, play_out

GAMES = Path(__file__).parents[1] / "games"
RECORDS = sorted(GAMES.glob("*/records/*.rooftop"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_recorded_games_end_as_they_did(path: Path) -> None:
    match = Match.from_record(path.read_text("utf-8"))
    assert match.over
    assert "Result" in path.read_text("utf-8")


def playthrough(game: str, variant: str, players: int) -> str:
    """A random match as text: the record, the log, the final table and the breakdown."""
    match = play_out(game, variant, players, 42)
    names, board = match.seat_names(), match.game.board
    drawn = board.draw(match.view(None), "en", names)
    return (
        "\n".join([match.record(), *match.log(None), "", *drawn, "", *board.explain(match.breakdown(), "en", names)])
        + "\n"
    )


def golden_file(game: str, variant: str, players: int) -> Path:
    return GAMES / game.replace("-", "_") / "golden" / f"{variant}-{players}.txt"


@every_table
def test_golden_playthroughs(game: str, variant: str, players: int) -> None:
    assert golden_file(game, variant, players).read_text("utf-8") == playthrough(game, variant, players)
