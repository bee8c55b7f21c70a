"""What visitors may do, over whatever protocol: live tables, views, bots, limits."""
