"""Skyline 3000, 2 to 4 players."""

from rooftop.core.game import Game
from rooftop.games.skyline3000 import board, position, rules, words

GAME = Game(
    name="skyline3000",
    title="Skyline 3000",
    prefix="S3",
    version=1,
    players=(2, 3, 4),
    variants=rules.VARIANTS,
    moves=rules.MOVES,
    length=1384,
    rules=rules,
    words=words,
    positions=position,
    board=board,
)
