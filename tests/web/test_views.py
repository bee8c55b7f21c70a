"""The client is tested with views that the server would send today."""

import pytest

from rooftop.core.game import games
from web.views import file_of, text_of


@pytest.mark.parametrize("game", games())
def test_views_of_the_client_are_those_of_the_rules(game: str) -> None:
    assert file_of(game).read_text("utf-8") == text_of(game), "Something has changed: make views"
