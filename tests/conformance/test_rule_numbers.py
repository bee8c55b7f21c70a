"""Every rule number has a test that names it, and every message exists in every language."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from rooftop.core.game import find_game, games
from rooftop.core.messages import LANGUAGES, lookup

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("game", games())
def test_every_rule_number_has_a_test(game: str) -> None:
    prefix = find_game(game).prefix
    rules = (ROOT / "docs" / "rules" / f"{game}.md").read_text("utf-8")
    numbers = {int(number) for number in re.findall(rf"\*\*{prefix}-(\d+)", rules)}
    folder = ROOT / "tests" / "games" / game.replace("-", "_")
    tests = "".join(path.read_text("utf-8") for path in folder.glob("test_*.py"))
    names = " ".join(re.findall(r"def (test_\w+)", tests))
    tested = {int(number) for number in re.findall(rf"_{prefix.lower()}(\d+)", names)}
    assert numbers
    assert not numbers - tested, "rules without a test"
    assert not tested - numbers, "tests of rules that do not exist"


@pytest.mark.parametrize("game", games())
def test_every_number_in_the_code_is_a_rule(game: str) -> None:
    prefix = find_game(game).prefix
    rules = (ROOT / "docs" / "rules" / f"{game}.md").read_text("utf-8")
    numbers = set(re.findall(rf"\*\*({prefix}-\d+)", rules))
    for path in (ROOT / "src/rooftop/games" / game.replace("-", "_")).glob("*.py"):
        assert not set(re.findall(rf"{prefix}-\d+", path.read_text("utf-8"))) - numbers


@pytest.mark.parametrize("game", games())
def test_every_reason_for_a_refusal_is_a_rule_and_has_a_sentence(game: str) -> None:
    rules = (ROOT / "docs" / "rules" / f"{game}.md").read_text("utf-8")
    legal, *reasons = find_game(game).rules.REASONS
    assert legal == ""
    assert len(set(reasons)) == len(reasons)
    for number, key in (reason.split() for reason in reasons):
        assert f"**{number} " in rules
        assert all(isinstance(lookup(language, f"{game}.refused.{key}"), str) for language in LANGUAGES), key
    keys = {reason.split()[1] for reason in reasons}
    assert keys == set(lookup("en", f"{game}.refused")), "a sentence that no reason has"


def flat(entry: Any, path: str = "") -> dict[str, str]:
    if isinstance(entry, dict):
        return {key: text for name, value in entry.items() for key, text in flat(value, f"{path}.{name}").items()}
    if isinstance(entry, list):
        return {f"{path}[{n}]": text for n, text in enumerate(entry)}
    return {path: entry}


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_languages_say_the_same_things(language: str) -> None:
    english, other = (
        flat(json.loads((ROOT / f"src/rooftop/locale/{name}.json").read_text("utf-8"))) for name in ("en", language)
    )
    assert english.keys() == other.keys()
    for key, text in english.items():
        assert set(re.findall(r"{(\w+)}", text)) == set(re.findall(r"{(\w+)}", other[key])), key


def test_every_sentence_is_used() -> None:
    """A key, or the constant part of a computed key, occurs in the source."""
    files = [*(ROOT / "src/rooftop").rglob("*.py"), *(ROOT / "web/src").rglob("*.ts*")]
    source = "".join(path.read_text("utf-8") for path in files)
    words, parts = set(re.findall(r"\w+", source)), set(re.findall(r"(?<=[.\"])[\w-]+(?=[.\"])", source))
    for key in flat(json.loads((ROOT / "src/rooftop/locale/en.json").read_text("utf-8"))):
        *_, group, name = re.sub(r"(_one|_other|\[\d+\])$", "", key).split(".")
        assert name in words or group in parts, key
