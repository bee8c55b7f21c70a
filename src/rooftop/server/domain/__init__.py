"""What happens at tables: pure data and decisions, without any I/O."""
