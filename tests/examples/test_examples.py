"""The examples of the rules pages are real: all that their texts claim is asked of the rules."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from rooftop.core.errors import IllegalMove
from rooftop.core.game import find_game, games
from rooftop.core.match import Match
from rooftop.core.messages import LANGUAGES, lookup
from rooftop.examples import VIEWER, Example, Step, find_examples
from test_rules_pages import rules

EXAMPLES = [example for game in games() for example in find_examples(game)]
every_example = pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"{example.game}-{example.key}")
NUMBER = re.compile(r"(?<![\w-])\d+")
"""Not in the name of a place (b3) or of a rule (SL-24)."""
LONGEST = 260
"""Characters of a step, in any language: it stands below its picture on a phone."""


def at(view: Any, path: str) -> Any:
    """What a view has at a path such as `table.points.0`."""
    for name in path.split("."):
        view = view[int(name)] if isinstance(view, list) else view[name]
    return view


def numbers(value: object) -> Iterator[int]:
    """All that can be counted in what was asked of the rules: numbers, those in texts, and how long lists are."""
    if isinstance(value, int):
        yield value
    elif isinstance(value, str):
        yield from map(int, NUMBER.findall(value))
    elif isinstance(value, list):
        yield len(value)
        for part in value:
            yield from numbers(part)
    elif isinstance(value, dict):
        for part in value.values():
            yield from numbers(part)


def said(example: Example, number: int, language: str) -> list[int]:
    """The numbers in the text of a step, sorted."""
    return sorted(map(int, NUMBER.findall(example.message(number).say(language))))


def steps(example: Example) -> Iterator[tuple[int, Step, Match]]:
    yield from zip(range(1, len(example.steps) + 1), example.steps, example.tables(), strict=True)


@pytest.mark.parametrize("game", games())
def test_a_game_has_a_handful(game: str) -> None:
    examples = find_examples(game)
    assert 5 <= len(examples) <= 8
    assert len({example.key for example in examples}) == len(examples)
    for example in examples:
        prefix, number = example.rule.split("-")
        assert prefix == find_game(game).prefix
        assert int(number) in rules(game)


@every_example
def test_it_is_as_it_says(example: Example) -> None:
    for number, step, match in steps(example):
        view = match.view(VIEWER)
        assert {path: at(view, path) for path in step.shows} == step.shows, number
        for move in step.allowed:
            match.check(move)
        for move, rule in step.refused.items():
            with pytest.raises(IllegalMove) as error:
                match.check(move)
            assert error.value.rule == rule, (number, move)
        assert step.shows or step.allowed or step.refused, f"step {number} claims nothing"


@every_example
def test_every_number_is_one_that_the_rules_gave(example: Example) -> None:
    for number, step, _ in steps(example):
        asked = [*step.shows.values(), *step.moves, *step.allowed, *step.refused]
        assert set(said(example, number, "en")) <= {given for value in asked for given in numbers(value)}, number


@every_example
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_told_in_every_language(example: Example, language: str) -> None:
    texts = lookup(language, f"examples.{example.game}.{example.key}")
    assert list(texts) == ["title", *(str(number) for number, _ in enumerate(example.steps, 1))]
    for number, step in enumerate(example.steps, 1):
        assert said(example, number, language) == said(example, number, "en"), number
        assert len(texts[str(number)]) <= LONGEST, (number, len(texts[str(number)]))
        places = {place for place in step.places if re.search(rf"\b{place}\b", texts[str(number)])}
        english = {place for place in step.places if re.search(rf"\b{place}\b", example.message(number).say("en"))}
        assert places == english, number


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_no_texts_without_an_example(language: str) -> None:
    assert lookup(language, "examples").keys() == {example.game for example in EXAMPLES}
    for game, texts in lookup(language, "examples").items():
        assert list(texts) == [example.key for example in find_examples(game)]


@every_example
def test_its_pictures_show_one_place_and_what_is_about_it(example: Example) -> None:
    """All steps the same part of the table, so that nothing moves but the pieces; and what a step is about is in it."""
    pictures = example.pictures("en")
    assert len({re.search(r'viewBox="[^"]+"', picture)[0] for picture in pictures}) == 1  # type: ignore[index]
    assert all("var(--paper)" in picture for picture in pictures)
    assert all(step.places for step in example.steps)
