from soak import soak_table
from tables import every_table


@every_table
def test_invariants_hold_in_random_games(game: str, variant: str, players: int) -> None:
    soak_table(game, variant, players, 200, 1)
