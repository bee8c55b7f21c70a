"""The OpenAPI document. Adds the socket messages and the views of every game to what FastAPI generates. The types of
the browser client are generated from it."""

from typing import Any

from fastapi import FastAPI
from fastapi.encoders import jsonable_encoder
from pydantic import TypeAdapter, create_model
from typing_extensions import is_typeddict

from rooftop.core.game import Game, find_game, games
from rooftop.core.schema import Closed, view_of
from rooftop.server.api.messages import COMMANDS, MESSAGES

REFERENCE = "#/components/schemas/"


class DescribedApp(FastAPI):
    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema is None:
            more = jsonable_encoder({**_of_sockets(), **_of_views()}, exclude_none=True)
            super().openapi()["components"]["schemas"] |= more
        return super().openapi()


def _of_sockets() -> dict[str, Any]:
    unions, shared = TypeAdapter.json_schemas(
        [("SocketCommand", "validation", COMMANDS), ("SocketMessage", "serialization", MESSAGES)],
        ref_template=REFERENCE + "{model}",
    )
    return {**shared["$defs"], **{name: schema for (name, _), schema in unions.items()}}


def _of_views() -> dict[str, Any]:
    """The views of each game. `View` and `Move` become unions over all games."""
    prefixes = {name: "".join(part.capitalize() for part in name.split("-")) for name in games()}
    views = {name: f"{REFERENCE}{prefix}View" for name, prefix in prefixes.items()}
    schemas: dict[str, Any] = {
        "View": {
            "oneOf": [{"$ref": view} for view in views.values()],
            "discriminator": {"propertyName": "game", "mapping": views},
        },
        "Move": {"anyOf": [{"$ref": f"{REFERENCE}{prefix}Move"} for prefix in prefixes.values()]},
    }
    for name, prefix in prefixes.items():
        schemas |= {f"{prefix}{part}": schema for part, schema in _of_game(find_game(name), prefix).items()}
    return schemas


def _of_game(game: Game[Any], prefix: str) -> dict[str, Any]:
    view = view_of(game)
    declared = {name: part for name, part in vars(game.view).items() if is_typeddict(part)}
    fields: dict[str, Any] = {name: (part, ...) for name, part in {"View": view, **declared}.items()}
    everything = create_model("Everything", __base__=Closed, **fields)
    schemas = everything.model_json_schema(mode="serialization", ref_template=f"{REFERENCE}{prefix}{{model}}")["$defs"]
    for name, part in declared.items():
        for base in filter(is_typeddict, part.__orig_bases__):  # inherited fields are described in the base
            schemas[name]["properties"] |= schemas[base.__name__]["properties"]
    sent = {"View", *view.model_json_schema()["$defs"]}
    return {name: schema for name, schema in schemas.items() if name in sent}
