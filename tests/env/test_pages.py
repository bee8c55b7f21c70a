"""The page of the environments says what they are."""

import pytest
from spec import PAGE, declared

from rooftop.core.game import find_game, games


@pytest.mark.parametrize("game", games())
def test_the_page_of_the_environments_is_up_to_date(game: str) -> None:
    """Otherwise: make spec."""
    assert declared(find_game(game)) in PAGE.read_text("utf-8")
