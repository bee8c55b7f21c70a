"""The table server: people and bots play over HTTP and WebSockets. See `docs/server.md`."""
