"""The protocol layer: HTTP, WebSockets, pages, connections."""
