"""Persistence: the event log and its projections, on SQLite or PostgreSQL."""
