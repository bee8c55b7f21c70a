"""What is said on the socket of a table: commands of the client, messages of the server."""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter
from typing_extensions import TypedDict

from rooftop.core.view import Closed
from rooftop.server.api import schemas

# --- commands ------------------------------------------------------------------------------------------------


class MoveCommand(schemas.MoveMade):
    do: Literal["move"]


class TryCommand(schemas.Trying):
    """See what a move would do before it is made."""

    do: Literal["try"]


class UndoCommand(schemas.TakenBack):
    do: Literal["undo"]


class ResignCommand(schemas.ForSeat):
    do: Literal["resign"]


class HintCommand(schemas.ForSeat):
    do: Literal["hint"]


class SayCommand(schemas.Asked):
    do: Literal["say"]
    id: schemas.Key
    text: schemas.Remark


class LookCommand(schemas.ForSeat):
    """Look from another seat of mine: at one screen the seat changes with the turn."""

    do: Literal["look"]


class PingCommand(schemas.Asked):
    do: Literal["ping"]


SocketCommand = (
    MoveCommand | TryCommand | UndoCommand | ResignCommand | HintCommand | SayCommand | LookCommand | PingCommand
)
COMMANDS: TypeAdapter[SocketCommand] = TypeAdapter(Annotated[SocketCommand, Field(discriminator="do")])

# --- messages ------------------------------------------------------------------------------------------------


class DoneMessage(TypedDict):
    tell: Literal["done"]
    id: str | None
    """Of the command, if it has one."""
    repeated: bool
    """It had been done before, by a command with the same id."""


class RefusedMessage(TypedDict):
    tell: Literal["refused"]
    id: str | None
    """Of the command, if it has one."""
    error: schemas.Error


class TrialMessage(schemas.Trial):
    tell: Literal["trial"]


class HintMessage(TypedDict):
    tell: Literal["hint"]
    move: int
    text: str


class PongMessage(TypedDict):
    tell: Literal["pong"]


Answer = DoneMessage | RefusedMessage | TrialMessage | HintMessage | PongMessage
SocketMessage = schemas.TableUpdate | Answer
MESSAGES: TypeAdapter[SocketMessage] = TypeAdapter(
    Annotated[SocketMessage, Field(discriminator="tell")], config=Closed.model_config
)
