"""Skyline of the World: the standard, the closed and the swift game, 2 to 4 players."""

from rooftop.core.game import Credit, Game
from rooftop.games.skyline_world import (
    board,
    bot,
    components,
    observation,
    picture,
    position,
    rules,
    secrets,
    view,
    words,
)

GAME = Game(
    name="skyline-world",
    title="Skyline of the World",
    prefix="SW",
    version=1,
    players=(2, 3, 4),
    variants=rules.VARIANTS,
    colours=components.COLOURS,
    credits=(
        Credit("designer", ("Hans van Tol",), in_rulebook=False),
        Credit("publisher", ("The Game Master",)),
    ),
    minutes=(60,),
    moves=rules.MOVES,
    length=rules.LENGTH,
    rules=rules,
    words=words,
    view=view,
    positions=position,
    board=board,
    picture=picture,
    bot=bot,
    observation=observation,
    secrets=secrets.SECRETS,
    rematch_if_shared=True,
)
