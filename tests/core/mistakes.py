"""Type errors that mypy must report. Nothing here runs: mypy flags the `ignore` of an undetected error as unused."""

from typing import Any

from rooftop.bots.tree import Node
from rooftop.core.dispatch import legal
from rooftop.core.game import Game
from rooftop.core.match import Match
from rooftop.core.rule import Ints
from rooftop.core.state import Record, Records, State, i1
from rooftop.games import newyork1901, skyline3000, skyline_world, skyliners

# --- fields --------------------------------------------------------------------------------------------------


def misspelt_in_skyliners(state: skyliners.rules.State, line: skyliners.rules.Line) -> None:
    state.heigth[0] += 1  # type: ignore[attr-defined]
    state.round = 1  # type: ignore[attr-defined]
    line.point += 1  # type: ignore[attr-defined]


def misspelt_in_skyline3000(state: skyline3000.rules.State) -> None:
    state.bids[0, 0] += 1  # type: ignore[attr-defined]
    state.auctions = 1  # type: ignore[attr-defined]


def misspelt_in_skyline_world(state: skyline_world.rules.State) -> None:
    state.storey[0] |= 1  # type: ignore[attr-defined]
    state.stage = 1  # type: ignore[attr-defined]


def misspelt_in_newyork1901(state: newyork1901.rules.State) -> None:
    state.owners[0] = 1  # type: ignore[attr-defined]
    state.aquired = 1  # type: ignore[attr-defined]


def misspelt_in_any_game(state: State, states: Records[State], nodes: Records[Node], match: Match) -> None:
    state.palyer = 1  # type: ignore[attr-defined]
    states[0].palyer = 1  # type: ignore[attr-defined]
    nodes[1:][0].visit += 1  # type: ignore[attr-defined]
    match._state.height[0] += 1  # type: ignore[attr-defined]


def of_another_type(state: skyliners.rules.State) -> None:
    state.player = "red"  # type: ignore[assignment]
    state.height = 1  # type: ignore[assignment]
    state.player[0] = 1  # type: ignore[index]


# --- states of other games -----------------------------------------------------------------------------------


def of_another_game(state: skyliners.rules.State, other: skyline3000.rules.State, moves: Ints) -> None:
    skyliners.rules.legal(other, moves)  # type: ignore[arg-type]
    skyline3000.rules.legal(state, moves)  # type: ignore[arg-type]
    skyline_world.words.text(state, 0)  # type: ignore[arg-type]
    newyork1901.position.write(state)  # type: ignore[arg-type]
    skyliners.bot.evaluate(other, moves)  # type: ignore[arg-type]
    skyliners.observation.observe(other, 0, moves)  # type: ignore[arg-type]
    skyliners.rules.is_right(state)  # type: ignore[arg-type]


def of_any_game(state: State, moves: Ints) -> None:
    skyliners.rules.legal(state, moves)  # type: ignore[arg-type]


class Incomplete(Record):
    player: i1


def without_the_fields_of_every_game(state: Incomplete, moves: Ints) -> None:
    legal(state, moves)  # type: ignore[arg-type]


def parts_of_two_games(parts: dict[str, Any]) -> None:
    Game(  # type: ignore[misc]
        rules=skyliners.rules,
        words=skyline3000.words,
        positions=skyliners.position,
        bot=skyliners.bot,
        observation=skyliners.observation,
        secrets=skyliners.secrets.SECRETS,
        **parts,
    )
