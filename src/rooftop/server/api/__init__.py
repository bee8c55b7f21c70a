"""How it is served: HTTP, WebSockets, pages."""
