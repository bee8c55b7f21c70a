"""The schema of a view: the fields common to all games, combined with a game's own declarations (`view.py`). It serves
documentation, generated types and tests only."""

from functools import cache
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, create_model
from typing_extensions import TypeAliasType

from rooftop.core.game import Game


class Closed(BaseModel):
    """Has no other fields, nor have the TypedDicts in it."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)


class Move(Closed):
    """A legal move."""

    id: int
    text: str
    data: Any
    """Its parts."""


class View(Closed):
    """All that a seat, or a spectator, may know."""

    game: str
    variant: str
    players: int
    seat: int | None
    """Whose view it is; null: a spectator's."""
    player: int | None
    """The seat that decides; null when the game is over."""
    winners: list[int]
    scores: list[int] | None
    """When the game is over."""
    breakdown: list[Any] | None
    """Where the points come from, line by line in the order of scoring, when the game is over."""
    table: Any
    moves: list[Move]
    """The legal ones, for whoever decides."""


@cache
def view_of(game: Game[Any]) -> type[View]:
    """The view of one game, with its own table, moves and lines of the breakdown."""
    action: Any = TypeAliasType("Action", Annotated[game.view.Action, Field(discriminator="action")])
    line: Any = TypeAliasType("Line", Annotated[game.view.Line, Field(discriminator="source")])
    move: Any = _narrowed(Move, data=action)
    return _narrowed(
        View,
        game=Literal[game.name],
        variant=Literal[game.variants],
        breakdown=list[line] | None,
        table=game.view.Table,
        moves=list[move],
    )


Model = TypeVar("Model", bound=BaseModel)


def _narrowed(model: type[Model], **types: Any) -> type[Model]:
    """The model with narrower types for some fields."""
    fields: dict[str, Any] = {name: (kind, model.model_fields[name]) for name, kind in types.items()}
    return create_model(model.__name__, __base__=model, __doc__=model.__doc__, **fields)
