"""`make mutants` covers all declared secrets, and the tests kill the most dangerous mutants."""

import pytest

from mutations import HIDDEN, REMEMBERED, alive, killer, redeal_keeps
from rooftop.core.game import find_game, games


@pytest.mark.parametrize("game", games())
def test_there_are_mutants_of_every_secret(game: str) -> None:
    secrets = find_game(game).secrets
    assert {secret.field for secret in secrets if not secret.remembered} == set(HIDDEN[game])
    assert {secret.field for secret in secrets if secret.remembered} == set(REMEMBERED.get(game, ()))


@pytest.mark.parametrize(
    ("game", "field"),
    [("skyliners", "planned"), ("skyliners", "district"), ("skyline-world", "mission"), ("skyline3000", "bid")],
)
def test_a_redeal_that_keeps_a_secret_is_found_out(game: str, field: str) -> None:
    with alive(game, redeal_keeps, field):
        assert killer(game)
