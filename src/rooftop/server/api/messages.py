"""The messages of a table's WebSocket: commands from the client, messages from the server."""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter
from typing_extensions import TypedDict

from rooftop.core.schema import Closed
from rooftop.server.api import schemas

# --- commands ------------------------------------------------------------------------------------------------


class MoveCommand(schemas.MoveRequest):
    do: Literal["move"]


class TryCommand(schemas.TrialRequest):
    """Preview a move."""

    do: Literal["try"]


class UndoCommand(schemas.UndoRequest):
    do: Literal["undo"]


class GoOnCommand(schemas.GoOnRequest):
    """Go on in a lesson."""

    do: Literal["go on"]


class LeaveLessonCommand(schemas.RequestBody):
    do: Literal["leave lesson"]


class ResignCommand(schemas.SeatRequest):
    do: Literal["resign"]


class VoteCommand(schemas.VoteRequest):
    """What to do about the player whom the table waits for."""

    do: Literal["vote"]


class PauseCommand(schemas.RequestBody):
    do: Literal["pause"]


class ResumeCommand(schemas.RequestBody):
    do: Literal["resume"]


class ComeBackCommand(schemas.RequestBody):
    """Take my seat back from a bot."""

    do: Literal["come back"]


class HintCommand(schemas.SeatRequest):
    do: Literal["hint"]


class SayCommand(schemas.RequestBody):
    do: Literal["say"]
    id: schemas.Key
    text: schemas.ChatText


class LookCommand(schemas.SeatRequest):
    """Switch to another seat of mine, for several people at one screen."""

    do: Literal["look"]


class PingCommand(schemas.RequestBody):
    do: Literal["ping"]


SocketCommand = (
    MoveCommand
    | TryCommand
    | UndoCommand
    | GoOnCommand
    | LeaveLessonCommand
    | ResignCommand
    | VoteCommand
    | PauseCommand
    | ResumeCommand
    | ComeBackCommand
    | HintCommand
    | SayCommand
    | LookCommand
    | PingCommand
)
COMMANDS: TypeAdapter[SocketCommand] = TypeAdapter(Annotated[SocketCommand, Field(discriminator="do")])

# --- messages ------------------------------------------------------------------------------------------------


class DoneMessage(TypedDict):
    tell: Literal["done"]
    id: str | None
    """The id of the command, if it has one."""
    repeated: bool
    """A command with the same id had been done before."""


class RefusedMessage(TypedDict):
    tell: Literal["refused"]
    id: str | None
    """The id of the command, if it has one."""
    error: schemas.Error


class TrialMessage(schemas.Trial):
    tell: Literal["trial"]


class HintMessage(schemas.Hint):
    tell: Literal["hint"]


class PongMessage(TypedDict):
    tell: Literal["pong"]


class PresenceMessage(schemas.Presence):
    tell: Literal["presence"]


Answer = DoneMessage | RefusedMessage | TrialMessage | HintMessage | PongMessage
SocketMessage = schemas.TableUpdate | PresenceMessage | Answer
MESSAGES: TypeAdapter[SocketMessage] = TypeAdapter(
    Annotated[SocketMessage, Field(discriminator="tell")], config=Closed.model_config
)
