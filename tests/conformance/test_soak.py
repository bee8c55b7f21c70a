import pytest

from soak import soak_table
from tables import TABLES


# Numba caches no closure: the tables of a game stay in one process, so that each is compiled once.
@pytest.mark.parametrize(
    ("game", "variant", "players"),
    [pytest.param(*table, marks=pytest.mark.xdist_group(f"soak {table[0]}")) for table in TABLES],
)
def test_invariants_hold_in_random_games(game: str, variant: str, players: int) -> None:
    soak_table(game, variant, players, 200, 1)
