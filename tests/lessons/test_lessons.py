"""Every lesson can be followed to its end by its own words, in every language."""

import random

import pytest

from rooftop.core.game import find_game
from rooftop.core.match import Match
from rooftop.core.messages import LANGUAGES, lookup
from rooftop.lessons import LEARNER, Lesson, find_lesson, lessons, set_up

every_lesson = pytest.mark.parametrize("game", lessons())
LONGEST = 330
"""Characters of a step, in any language: it stands above the hand, on a phone too."""


def followed(lesson: Lesson, chooser: random.Random) -> Match:
    """The match at the end of the lesson, if somebody makes at each step one of the moves that it accepts."""
    match = set_up(lesson.table(0), ["Ann", *(f"Bot {n}" for n in range(1, lesson.players))])
    for number, step in enumerate(lesson.steps):
        if number in lesson.chapters:
            match = set_up(lesson.table(number), list(match.names or ()))
        assert match.player == LEARNER, f"{step.key}: it is the learner's turn"
        match.svg(LEARNER, marked=step.places)  # they exist
        if step.expects:
            accepted = [move for move in match.moves() if step.accepts(move.text)]
            assert accepted, f"{step.key}: a move that is expected is legal"
            match.play(chooser.choice(accepted))
            for reply in step.replies:
                assert match.player not in (None, LEARNER), f"{step.key}: {reply} is a move of another seat"
                match.play(reply)
            assert not step.replies or match.player in (None, LEARNER), f"{step.key}: the replies end a turn"
            while match.player not in (None, LEARNER):  # a bot decides
                match.play(chooser.choice(match.legal))
    return match


@every_lesson
def test_a_lesson_can_be_followed_to_its_end(game: str) -> None:
    lesson = find_lesson(game)
    assert lesson.variant in find_game(game).variants
    followed(lesson, random.Random(1))


@every_lesson
def test_a_chapter_begins_after_a_step_that_is_read(game: str) -> None:
    """Its table comes with the decision to go on."""
    lesson = find_lesson(game)
    assert all(number == 0 or not lesson.steps[number - 1].expects for number in lesson.chapters)


@every_lesson
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_has_its_texts(game: str, language: str) -> None:
    lesson, texts = find_lesson(game), lookup(language, f"lessons.{game}")
    assert [step.key for step in lesson.steps] == list(texts), "each step has its own, in the order of the lesson"
    for step in lesson.steps:
        wanted = {"text", "other"} if step.expects and step.expects != ("*",) else {"text"}
        assert texts[step.key].keys() == wanted, step.key
        assert len(texts[step.key]["text"]) <= LONGEST, (step.key, len(texts[step.key]["text"]))


@every_lesson
def test_moves_are_named_as_the_game_names_them(game: str) -> None:
    """A step with one expected move says its place."""
    lesson = find_lesson(game)
    for number, step in enumerate(lesson.steps):
        if len(step.expects) == 1 and len(step.places) == 1 and "*" not in step.expects[0]:
            for language in LANGUAGES:
                assert step.places[0] in lesson.message(number, "text").say(language), (step.key, language)
