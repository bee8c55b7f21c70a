"""The service layer, independent of the protocol: live tables, views, bots, limits."""
