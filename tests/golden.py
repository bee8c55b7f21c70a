"""Regenerate the golden files: `make golden`. Review the diff before you commit it."""

from conformance.test_recorded_games import golden_file, playthrough
from tables import TABLES

for game, variant, players in TABLES:
    path = golden_file(game, variant, players)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(playthrough(game, variant, players), "utf-8")
