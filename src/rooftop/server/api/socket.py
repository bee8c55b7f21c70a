"""Live play over a WebSocket: pushes views when they change, and answers commands.

Slow clients skip intermediate views and get only the newest. The log still contains everything in between.
"""

import asyncio
import time
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
    ComeBackCommand,
    GoOnCommand,
    HintCommand,
    LeaveLessonCommand,
    LookCommand,
    MoveCommand,
    PauseCommand,
    PingCommand,
    PresenceMessage,
    RefusedMessage,
    ResignCommand,
    ResumeCommand,
    SayCommand,
    SocketCommand,
    TryCommand,
    UndoCommand,
    VoteCommand,
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

ActCommand = (
    MoveCommand
    | UndoCommand
    | GoOnCommand
    | LeaveLessonCommand
    | ResignCommand
    | VoteCommand
    | PauseCommand
    | ResumeCommand
    | ComeBackCommand
    | SayCommand
)
"""What changes the table."""
REFUSED_CLOSE = 4000
"""Close codes are this number plus an HTTP status."""
POLICY_VIOLATION = 1008
FLOOD = 100
"""Messages over the rate limit after which a socket is closed."""


class Flooded(Refused):
    """The client keeps exceeding the rate limit."""

    def __init__(self) -> None:
        super().__init__(429, "too_many")


async def serve(websocket: WebSocket, table: str, seat: int | None, invitation: str | None) -> None:
    """Serve one client at one table until it disconnects."""
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
        await connection.wait_until_lost()  # otherwise uvicorn would still respond to the handshake


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
    # No await since the table was found: a table without subscribers may be evicted.
    with client.counted(), client.subscribed():
        # A separate task wakes faster than one that awaits through all layers of middleware.
        await asyncio.create_task(client.run())


async def _person(websocket: WebSocket, service: TableService) -> Person | None:
    if not same_origin(websocket.headers):
        raise Refused(403, "foreign_origin")
    token = websocket.cookies.get(COOKIE)
    person = await service.find_person(token)
    if token and person is None:
        raise Refused(401, "who_are_you")
    return person


async def _refuse_and_close(websocket: WebSocket, error: RooftopError, language: str) -> None:
    code = POLICY_VIOLATION if isinstance(error, Flooded) else REFUSED_CLOSE + status_of(error)
    with suppress(WebSocketDisconnect, OSError, RuntimeError):  # the client has disconnected
        await websocket.send_text(orjson.dumps(_refusal(error, language)).decode())
        await websocket.close(code)


def _refusal(error: RooftopError, language: str, command_id: str | None = None) -> RefusedMessage:
    return {
        "tell": "refused",
        "id": command_id,
        "error": {"code": code_of(error), "text": error.message.say(language)},
    }


class Client:
    """A client connected to a table. Subscribes to updates and runs commands."""

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
        self.live.subscribe(self)
        self.connection.on_writable = lambda: self.live.notify_one(self)
        try:
            yield
        finally:
            self.live.unsubscribe(self)
            self.connection.on_writable = None

    async def run(self) -> None:
        """Send the first view, then answer commands until the client disconnects."""
        self.notify()
        self.notify_of_presence()
        await self._come_back()
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

    async def _come_back(self) -> None:
        """Take the seat back from a bot. If that fails now, the person can still ask for it."""
        if self.viewer.person:
            try:
                await self.service.come_back(self.live, self.viewer.person)
            except DATABASE_ERRORS as error:
                report("the database does not answer", error)

    # --- out -------------------------------------------------------------------------------------------------

    def notify(self) -> bool:
        """Send the view if it has changed. A slow client gets it when its write buffer has drained."""
        if not self.connection.can_send:
            return False
        update = self.live.update(self._current_viewer())
        if update.same_as(self.sent):
            return False
        text, self.sent = update.as_json(self.sent), update
        self.connection.send(text)
        return True

    def notify_of_presence(self) -> None:
        """Send who is here. A slow client gets it with the next change."""
        if self.connection.can_send:
            table, presence = self.live.table, self.live.presence
            present: PresenceMessage = {
                "tell": "presence",
                "chairs": presence.chairs(table),
                "spectators": presence.spectators(table),
                "now": time.time(),
            }
            self.connection.send(orjson.dumps(present))

    def drop(self) -> None:
        self.connection.abort()

    def _current_viewer(self) -> Viewer:
        """The viewer, updated when a spectator takes a seat or a player leaves theirs."""
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
                self.sent = None  # send the whole current view again
            return _refusal(error, self.viewer.language, command_id)
        except DATABASE_ERRORS as error:
            report("the database does not answer", error)
            return _refusal(Refused(503, "unavailable"), self.viewer.language, command_id)

    def _within_rate(self) -> bool:
        """Whether the message is within the rate limit. Raises Flooded if too many are not."""
        limits = self.service.limits
        if limits.messages.allows(self.visitor) and limits.messages_from_address.allows(self.network):
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
            number, view = self.service.try_out(
                self.live, person, command.seat, command.move, command.version, self.network
            )
            return {"tell": "trial", "move": number, "view": view}
        if isinstance(command, HintCommand):
            hint = await self.service.hint(self.live, person, command.seat, self.network)
            return {"tell": "hint", **hint}
        self.connection.cork()  # send the update and the answer in one packet
        happened = await self._act(command, person)
        return {"tell": "done", "id": getattr(command, "id", None), "repeated": not happened}

    async def _act(self, command: ActCommand, person: Person) -> bool:
        match command:
            case MoveCommand():
                return await self.service.move(
                    self.live, person, command.seat, command.move, command.id, command.version
                )
            case UndoCommand():
                return await self.service.take_back(self.live, person, command.seat, command.id, command.version)
            case GoOnCommand():
                return await self.service.go_on(self.live, person, command.step)
            case LeaveLessonCommand():
                return await self.service.leave_lesson(self.live, person)
            case ResignCommand():
                return await self.service.resign(self.live, person, command.seat)
            case VoteCommand():
                return await self.service.vote(self.live, person, command.choice, command.level)
            case PauseCommand():
                return await self.service.pause(self.live, person)
            case ResumeCommand():
                return await self.service.resume(self.live, person)
            case ComeBackCommand():
                return await self.service.come_back(self.live, person)
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
