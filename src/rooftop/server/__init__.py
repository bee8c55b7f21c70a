"""Tables that people on different machines, and bots, play at. `docs/server.md` is its guide."""
