"""The games: one folder each. A folder here is a game; nothing else has to be told about it."""
