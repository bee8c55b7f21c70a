"""The games. Each folder here is a game and registers itself."""
