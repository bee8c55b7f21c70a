"""The schema of views, as models of pydantic: the form of every view (`core/view.py`), combined with a game's own
declarations. It serves documentation, generated types and tests only."""

from functools import cache
from typing import Annotated, Any, Literal, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, create_model
from typing_extensions import TypeAliasType

from rooftop.core import view
from rooftop.core.game import Game


class Closed(BaseModel):
    """Has no other fields, nor have the TypedDicts in it."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)


def _model(declared: Any, **narrower: Any) -> type[BaseModel]:
    """A TypedDict as a model, with narrower types for some fields."""
    schema = create_model("Described", __base__=Closed, part=(declared, ...)).model_json_schema()
    described = schema["$defs"][declared.__name__]["properties"]
    fields: dict[str, Any] = {
        name: (narrower.get(name, kind), Field(description=described[name].get("description")))
        for name, kind in get_type_hints(declared).items()
    }
    summary = declared.__doc__.partition("\n\n")[0]
    return create_model(declared.__name__, __base__=Closed, __doc__=summary, **fields)


def _view(action: Any = Any, **narrower: Any) -> type[BaseModel]:
    move: Any = _model(view.Move, data=action)
    return _model(view.View, moves=list[move], **narrower)


View = _view()
"""The view of any game."""


@cache
def view_of(game: Game[Any]) -> type[BaseModel]:
    """The view of one game, with its own table, moves and lines of the breakdown."""
    action: Any = TypeAliasType("Action", Annotated[game.view.Action, Field(discriminator="action")])
    line: Any = TypeAliasType("Line", Annotated[game.view.Line, Field(discriminator="source")])
    return _view(
        action,
        game=Literal[game.name],
        variant=Literal[game.variants],
        breakdown=list[line] | None,
        table=game.view.Table,
    )
