"""The public API."""

import ast
import copy
import json
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

import rooftop
import rooftop.env
from rooftop import Match, RooftopError
from tables import every_table, play_out

ROOT = Path(__file__).parents[1]
PUBLIC = ("rooftop", "rooftop.arena", "rooftop.bots", "rooftop.env", "rooftop.env.openspiel")
"""The public modules."""


def test_names_are_listed_and_there() -> None:
    for module in map(import_module, PUBLIC):
        assert dir(module) == sorted(module.__all__)
        assert all(hasattr(module, name) for name in module.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'Hotel'"):
        rooftop.Hotel  # noqa: B018


def test_the_version_is_that_of_the_package() -> None:
    assert rooftop.__version__ == version("rooftop")
    told = subprocess.run([sys.executable, "-m", "rooftop.cli", "--version"], capture_output=True, text=True)
    assert (told.returncode, told.stdout) == (0, f"rooftop {rooftop.__version__}\n")


EXAMPLES = [file for kind in ("examples/*.py", "docs/**/*.md", "docs/**/*.ipynb", "*.md") for file in ROOT.glob(kind)]


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.name)
def test_examples_and_docs_use_what_is_public(file: Path) -> None:
    for code in code_of(file):
        for node in ast.walk(ast.parse(code)):
            assert not private_parts(node), private_parts(node)


def code_of(file: Path) -> list[str]:
    text = file.read_text("utf-8")
    if file.suffix == ".ipynb":
        return ["".join(cell["source"]) for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL) if file.suffix == ".md" else [text]


def private_parts(node: ast.AST) -> list[str]:
    """What a piece of code uses of Rooftop that is not public."""
    if isinstance(node, ast.Import):
        return [each.name for each in node.names if each.name.startswith("rooftop") and each.name not in PUBLIC]
    if isinstance(node, ast.ImportFrom) and str(node.module).startswith("rooftop"):
        public = import_module(str(node.module)).__all__ if node.module in PUBLIC else []
        return [f"{node.module}.{each.name}" for each in node.names if each.name not in public]
    if isinstance(node, ast.Attribute) and node.attr.startswith("_") and not node.attr.endswith("__"):
        return [node.attr]
    return []


CAUSES: list[Callable[[], object]] = [
    lambda: Match("chess"),
    lambda: Match("skyliners", seed=1).play("roof c3"),
    lambda: Match("skyliners", seed=1).play("roof"),
    lambda: Match.from_position({}),
    lambda: Match.from_record("[Game chess]"),
]


@pytest.mark.parametrize("cause", CAUSES)
def test_errors_are_pickled(cause: Callable[[], object]) -> None:
    with pytest.raises(RooftopError) as raised:
        cause()
    error, again = raised.value, pickled(raised.value)
    assert (type(again), str(again), again.args) == (type(error), str(error), error.args)
    assert again.message.say("de") == error.message.say("de")
    assert vars(again).keys() == vars(error).keys()


def test_a_copied_match_goes_its_own_way() -> None:
    match = Match("skyliners", 2, seed=1)
    other = copy.copy(match)
    other.play(other.legal[0])
    assert (match.ply, other.ply) == (0, 1)
    match.play(match.legal[-1])
    assert match.position() != other.position()


def test_a_match_shows_itself() -> None:
    match = Match("skyliners", 3, seed=7, names=["Ann", "[red]Bob", "Cid"])
    match.play(match.moves()[0])
    assert repr(match) == "<Match: skyliners, full, 3 players, ply 1>"
    assert repr(play_out("skyliners", "intro", 2, 7)).startswith("<Match: skyliners, intro, 2 players, seed 7, ply ")
    assert "Skyliners" in str(match)
    assert "[red]Bob" in str(match), "a name is no markup"
    assert match.drawn(0) != match.drawn(None), "who sits there sees more"


@every_table
def test_matches_are_pickled_and_copied(game: str, variant: str, players: int) -> None:
    match = play_out(game, variant, players, 3)
    for _ in range(match.ply // 2):
        match.undo()
    for again in (pickle.loads(pickle.dumps(match)), copy.deepcopy(match)):
        assert again.record() == match.record()
        assert again.position() == match.position()
        assert again.history == match.history
        again.play(again.legal[0])
        again.undo()
        again.undo()
        assert again.ply == match.ply - 1


def test_what_is_done_to_a_state_is_not_done_to_the_match() -> None:
    match = Match("skyliners", 2, seed=1)
    before = match.position()
    match.state.player = 1
    assert match.position() == before


def pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


@pytest.mark.parametrize("duplicate", [pickled, copy.deepcopy])
def test_environments_are_pickled_and_copied(duplicate: Callable[[Any], Any]) -> None:
    env: Any = rooftop.env.aec("skyliners", players=2)
    env.reset(seed=1)
    again = duplicate(env)
    again.step(int(again.observe(again.agent_selection)["action_mask"].argmax()))
    assert (env.unwrapped.match.ply, again.unwrapped.match.ply) == (0, 1)


@pytest.mark.parametrize("duplicate", [pickled, copy.deepcopy])
def test_batches_are_pickled_and_copied(duplicate: Callable[[Any], Any]) -> None:
    batch = rooftop.env.Batch("skyliners", players=2, size=8, threads=2)
    batch.reset(seed=1)
    batch.step(batch.sample())
    again = duplicate(batch)
    for _ in range(50):
        for both in (batch.step(batch.sample()), again.step(again.sample())):
            seen = [array.tobytes() for array in both[:4]]
            assert seen == [array.tobytes() for array in batch_state(batch)]


def batch_state(batch: rooftop.env.Batch) -> tuple[Any, ...]:
    return batch.observations, batch.rewards, batch.terminated, batch.truncated
