"""Live play over a WebSocket: views are pushed when they change, moves come in and are answered.

A client that is slow is sent the newest view, not all that it has missed; the log carries what happened in between.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import orjson
from fastapi import WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from rooftop.core.errors import RooftopError
from rooftop.server.api.connections import Connection
from rooftop.server.api.messages import (
    COMMANDS,
    Answer,
    HintCommand,
    LookCommand,
    MoveCommand,
    PingCommand,
    RefusedMessage,
    ResignCommand,
    SayCommand,
    SocketCommand,
    TryCommand,
    UndoCommand,
)
from rooftop.server.api.security import COOKIE, language_of, network, same_origin
from rooftop.server.domain.people import Person
from rooftop.server.errors import Refused, Stale, code_of, not_understood, status_of
from rooftop.server.metrics import SOCKETS
from rooftop.server.service.live import LiveTable
from rooftop.server.service.supervisor import report
from rooftop.server.service.table_service import TableService, check_admitted, viewer
from rooftop.server.service.views import TableUpdate, Viewer
from rooftop.server.storage.database import DATABASE_ERRORS

REFUSED_CLOSE = 4000
"""Added to an HTTP status: why a socket was closed."""
POLICY_VIOLATION = 1008
FLOOD = 100
"""Messages over the limit after which a socket is closed."""


class Flooded(Refused):
    """Somebody does not stop to send more than is allowed."""

    def __init__(self) -> None:
        super().__init__(429, "too_many")


async def serve(websocket: WebSocket, table: str, seat: int | None, invitation: str | None) -> None:
    """One client at one table, from its coming to its going."""
    service: TableService = websocket.app.state.service
    language = language_of(websocket.headers, websocket.query_params.get("language"))
    connection = Connection.of(websocket.scope)
    try:
        await websocket.accept()
        await _admit(websocket, service, table, seat, invitation, language)
    except RooftopError as error:
        await _refuse_and_close(websocket, error, language)
        await connection.close_soon()
    except (WebSocketDisconnect, OSError):
        pass
    except RuntimeError:
        if not connection.is_closing:
            raise
    if connection.is_closing:
        await connection.wait_until_lost()  # uvicorn would still try to answer the handshake


async def _admit(
    websocket: WebSocket, service: TableService, table: str, seat: int | None, invitation: str | None, language: str
) -> None:
    try:
        service.limits.handshakes.check(network(websocket.scope))
        person = await _person(websocket, service)
        live = await service.find(table, person, invitation)
    except DATABASE_ERRORS as error:
        report("the database does not answer", error)
        raise Refused(503, "unavailable") from None
    client = Client(websocket, service, live, viewer(live.table, person, seat, language), invitation)
    # Without any wait since the table was found: it is forgotten when nobody looks at it.
    with client.counted(), client.subscribed():
        # In a task of its own, which is quicker to wake than one deep inside the layers of the application.
        await asyncio.create_task(client.run())


async def _person(websocket: WebSocket, service: TableService) -> Person | None:
    if not same_origin(websocket.headers):
        raise Refused(403, "foreign_origin")
    token = websocket.cookies.get(COOKIE)
    person = await service.people.find(token) if token else None
    if token and person is None:
        raise Refused(401, "who_are_you")
    return person


async def _refuse_and_close(websocket: WebSocket, error: RooftopError, language: str) -> None:
    code = POLICY_VIOLATION if isinstance(error, Flooded) else REFUSED_CLOSE + status_of(error)
    with suppress(WebSocketDisconnect, OSError, RuntimeError):  # it has gone in the meantime
        await websocket.send_text(orjson.dumps(_refusal(error, language)).decode())
        await websocket.close(code)


def _refusal(error: RooftopError, language: str, command_id: str | None = None) -> RefusedMessage:
    return {
        "tell": "refused",
        "id": command_id,
        "error": {"code": code_of(error), "text": error.message.say(language)},
    }


class Client:
    """Somebody who looks at a table and may do things there."""

    def __init__(
        self, websocket: WebSocket, service: TableService, live: LiveTable, viewer: Viewer, invitation: str | None
    ) -> None:
        self.websocket = websocket
        self.connection = Connection.of(websocket.scope)
        self.service = service
        self.live = live
        self.viewer = viewer
        self.invitation = invitation
        self.sent: TableUpdate | None = None
        self.network = network(websocket.scope)
        self.visitor = viewer.person.id if viewer.person else self.network
        self.flooded = 0

    @contextmanager
    def counted(self) -> Iterator[None]:
        if self.service.sockets[self.visitor] >= self.service.limits.sockets_each:
            raise Refused(429, "too_many_sockets")
        self.service.sockets[self.visitor] += 1
        try:
            with SOCKETS.track_inprogress():
                yield
        finally:
            self.service.sockets.decrement(self.visitor)

    @contextmanager
    def subscribed(self) -> Iterator[None]:
        self.live.subscribers.add(self)
        self.connection.on_writable = lambda: self.live.notify_one(self)
        try:
            yield
        finally:
            self.live.subscribers.discard(self)
            self.connection.on_writable = None

    async def run(self) -> None:
        """Tell what there is to see, and do what is wished, until somebody hangs up."""
        self.notify()
        while True:
            message = await self.websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            answer = await self._answer(message)
            self.connection.send(orjson.dumps(answer))
            self.connection.uncork()
            await self.connection.drain()
            if self.sent is None:
                self.notify()

    # --- out -------------------------------------------------------------------------------------------------

    def notify(self) -> bool:
        """What this viewer may see, if it has changed; whoever is slow is told when there is room for more."""
        if not self.connection.can_send:
            return False
        update = self.live.update(self._current_viewer())
        if update.same_as(self.sent):
            return False
        text, self.sent = update.as_json(self.sent), update
        self.connection.send(text)
        return True

    def drop(self) -> None:
        self.connection.abort()

    def _current_viewer(self) -> Viewer:
        """Where this client looks from now: who sits down while looking on gets the seat's view."""
        own = self.live.table.seats_of(self.viewer.person.id if self.viewer.person else None)
        if self.viewer.seat not in own:
            self.viewer = Viewer(self.viewer.person, own[0] if own else None, self.viewer.language)
        return self.viewer

    # --- in --------------------------------------------------------------------------------------------------

    async def _answer(self, message: Any) -> Answer:
        command_id = None
        try:
            allowed = self._within_rate()
            command = _read(message)
            command_id = getattr(command, "id", None)
            if not allowed:
                raise Refused(429, "too_many")
            return await self._do(command)
        except Flooded:
            raise
        except RooftopError as error:
            if isinstance(error, Stale):
                self.sent = None  # the current view, whole, whatever was sent before
            return _refusal(error, self.viewer.language, command_id)
        except DATABASE_ERRORS as error:
            report("the database does not answer", error)
            return _refusal(Refused(503, "unavailable"), self.viewer.language, command_id)

    def _within_rate(self) -> bool:
        """Whether this message did not come too soon after the others; a flood of them ends the connection."""
        if self.service.limits.messages.allows(self.visitor):
            return True
        self.flooded += 1
        if self.flooded > FLOOD:
            raise Flooded
        return False

    async def _do(self, command: SocketCommand) -> Answer:
        if isinstance(command, PingCommand):
            return {"tell": "pong"}
        if isinstance(command, LookCommand):
            self.viewer = viewer(self.live.table, self.viewer.person, command.seat, self.viewer.language)
            self.sent = None
            return {"tell": "done", "id": None, "repeated": False}
        person = self.viewer.person
        if person is None:
            raise Refused(401, "who_are_you")
        check_admitted(self.live.table, person, self.invitation)
        if isinstance(command, TryCommand):
            number, view = self.service.try_out(self.live, person, command.seat, command.move, command.version)
            return {"tell": "trial", "move": number, "view": view}
        if isinstance(command, HintCommand):
            move, text = await self.service.hint(self.live, person, command.seat, self.network)
            return {"tell": "hint", "move": move, "text": text}
        self.connection.cork()  # what is to be seen of it goes out with the answer
        happened = await self._act(command, person)
        return {"tell": "done", "id": getattr(command, "id", None), "repeated": not happened}

    async def _act(self, command: MoveCommand | UndoCommand | ResignCommand | SayCommand, person: Person) -> bool:
        match command:
            case MoveCommand():
                return await self.service.move(
                    self.live, person, command.seat, command.move, command.id, command.version
                )
            case UndoCommand():
                return await self.service.take_back(self.live, person, command.seat, command.id, command.version)
            case ResignCommand():
                return await self.service.resign(self.live, person, command.seat)
            case SayCommand():
                return await self.service.say(self.live, person, command.text, command.id, self.network)


def _read(message: Any) -> SocketCommand:
    text = message.get("text")
    if text is None:
        raise Refused(400, "not_text")
    try:
        return COMMANDS.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        raise not_understood(400, dict(first)) from None
