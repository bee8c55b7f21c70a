"""New York 1901: the introductory game, 2 to 4 players."""

from rooftop.core.game import Credit, Game
from rooftop.games.newyork1901 import board, bot, observation, picture, position, rules, secrets, view, words

GAME = Game(
    name="newyork1901",
    title="New York 1901",
    prefix="NY",
    version=1,
    players=(2, 3, 4),
    variants=rules.VARIANTS,
    colours=("orange", "purple", "white", "brown"),
    credits=(
        Credit("designer", ("Chénier La Salle",), in_rulebook=False),
        Credit("artist", ("Vincent Dutrait",), in_rulebook=False),
        Credit("publisher", ("Blue Orange",), in_rulebook=False),
    ),
    minutes=(10, 20),
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
)
