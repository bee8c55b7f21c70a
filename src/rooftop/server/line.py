"""A WebSocket as uvicorn speaks it, to which something can be said at once.

After every move everybody at the table is told. Through the layers of an application each of them would need a task
that is woken, waits and goes to sleep again, which takes longer than to say it.
"""

from collections.abc import Callable

from fastapi import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

EXTENSION = "rooftop.line"


class Line(WebSocketsSansIOProtocol):
    when_free: Callable[[], object] = staticmethod(lambda: None)
    """Called when a client that was slow has caught up."""

    answering = False
    """While an answer is to follow at once, what is said goes out together with it."""

    @classmethod
    def of(cls, websocket: WebSocket) -> "Line":
        line: Line = websocket.scope["extensions"][EXTENSION]["line"]
        return line

    @property
    def is_free(self) -> bool:
        """Whether something said now is soon on its way: the client is there and has taken what was said before."""
        return self.conn.state is State.OPEN and not self.close_sent and self.writable.is_set()

    def say(self, text: bytes) -> None:
        self.conn.send_text(text)
        if not self.answering:
            self.transport.write(b"".join(self.conn.data_to_send()))

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][EXTENSION] = {"line": self}

    def resume_writing(self) -> None:
        super().resume_writing()
        self.when_free()
