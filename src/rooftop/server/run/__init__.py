"""How it is run: processes, connections, logs, settings."""
