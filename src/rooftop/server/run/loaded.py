"""Loads the machine code of what is compiled into the process that imports this, for those that are forked from it."""

from rooftop.core.game import games
from rooftop.warmup import is_ready, load

for game in filter(is_ready, games()):
    load(game)
