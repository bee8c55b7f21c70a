"""Loads the machine code of all games into the process that imports this, for those that are forked from it."""

from rooftop import warmup
from rooftop.core.game import games

for game in games():
    warmup.load(game)
