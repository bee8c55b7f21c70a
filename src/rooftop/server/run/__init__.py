"""Process management: startup, workers, logs."""
