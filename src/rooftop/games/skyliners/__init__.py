"""Skyliners: the introductory and the full game, 2 to 4 players."""

from rooftop.core.game import Credit, Game
from rooftop.games.skyliners import board, bot, components, observation, picture, position, rules, secrets, view, words

GAME = Game(
    name="skyliners",
    title="Skyliners",
    prefix="SL",
    version=1,
    players=(2, 3, 4),
    variants=rules.VARIANTS,
    colours=components.SEAT_COLOURS,
    credits=(
        Credit("designer", ("Gabriele Bubola",)),
        Credit("publisher", ("Hans im Glück",)),
    ),
    minutes=(45,),
    moves=rules.MOVES,
    length=80,
    rules=rules,
    words=words,
    view=view,
    positions=position,
    board=board,
    picture=picture,
    bot=bot,
    observation=observation,
    secrets=secrets.SECRETS,
    beginners="intro",
)
