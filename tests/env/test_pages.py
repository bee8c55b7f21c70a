"""The pages about the environments say what they are."""

import re
from typing import Any

import pytest
from spec import PAGE, declared

from rooftop.core.game import find_game, games


@pytest.mark.parametrize("game", games())
def test_the_page_of_the_environments_is_up_to_date(game: str) -> None:
    """Otherwise: make spec."""
    assert declared(find_game(game)) in PAGE.read_text("utf-8")


def test_the_examples_run() -> None:
    examples = re.findall(r"```python\n(.*?)```", (PAGE.parent / "research.md").read_text("utf-8"), re.DOTALL)
    assert len(examples) == 4
    names: dict[str, Any] = {}
    for example in examples:
        exec(example, names)
    assert names["seen"].shape == (1024, 4, 5, 5)
    assert names["scaled"].max() <= 1
    assert not names["env"].agents
    assert names["game"].num_players() == 3
