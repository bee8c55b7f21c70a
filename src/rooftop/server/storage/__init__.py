"""How it is stored: the event log and what is derived from it, on SQLite or PostgreSQL."""
