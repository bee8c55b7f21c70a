"""The domain model: events, tables and decisions. No I/O."""
