"""Skyline 3000, 2 to 4 players."""

from rooftop.core.game import Credit, Game
from rooftop.games.skyline3000 import (
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

CARDS, DRAWS = 144, 112
"""Upper bounds for four players: cards dealt and drawn, and cards drawn."""
LENGTH = 3 * CARDS + 20 + 4 * 4 + 12 * (62 + 4 + 1) + DRAWS
"""Upper bound: cards used, billboards, passes, auctions in which every card is laid, and draws."""

GAME = Game(
    name="skyline3000",
    title="Skyline 3000",
    prefix="S3",
    version=1,
    players=(2, 3, 4),
    variants=rules.VARIANTS,
    colours=components.COLOURS,
    credits=(
        Credit("designer", ("Alan R. Moon", "Aaron Weissblum")),
        Credit("artist", ("Joshua Cappel",)),
        Credit("publisher", ("Z-Man Games",)),
    ),
    minutes=(60,),
    moves=rules.MOVES,
    length=LENGTH,
    rules=rules,
    words=words,
    view=view,
    positions=position,
    board=board,
    picture=picture,
    bot=bot,
    observation=observation,
    secrets=secrets.SECRETS,
)
