"""The claims of the README are correct. Its examples run in test_docs.py."""

import re
from pathlib import Path

import rooftop
from rooftop.core.game import find_game, games

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")


def test_the_first_lines_are_the_two_commands() -> None:
    assert re.match(r"# Rooftop\n\n```sh\nmake play .*\nmake test .*\n```", README)


def test_the_picture_of_a_position_is_what_the_library_draws() -> None:
    """Where drawing has changed, write it anew."""
    record = ROOT / "tests/games/skyliners/records/full-last-floor-as-second-action.rooftop"
    drawn = (ROOT / "docs/pictures/skyliners-position.svg").read_text("utf-8")
    assert drawn == rooftop.Match.from_record(record.read_text("utf-8")).svg()


def test_every_game_is_in_the_table_with_its_rules() -> None:
    for name in games():
        game = find_game(name)
        row = next(line for line in README.splitlines() if line.startswith(f"| {game.title} "))
        assert ", ".join(game.variants) in row
        assert f"docs/rules/{name}.md" in row
        assert all(maker in row for credit in game.credits if credit.role == "designer" for maker in credit.names)
