"""Pictures of every table: SVG that can be read, within its frame, in every language, by day and by night."""

import json
import random
from xml.etree import ElementTree

import pytest
from font_source_sans_pro import SourceSansProBold
from fontTools.ttLib import TTFont

from rooftop.core.errors import InvalidArgument
from rooftop.core.game import find_game, games
from rooftop.core.match import Match
from rooftop.core.picture import DAY, NIGHT, PAINT, PATTERNS, Look
from tables import every_table, moments, some

GLYPHS = {chr(code) for code in TTFont(SourceSansProBold).getBestCmap()}
SVG = "{http://www.w3.org/2000/svg}"


def drawn(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


@every_table
def test_every_position_has_a_picture(game: str, variant: str, players: int) -> None:
    for match in moments(game, variant, players, 4, 5):
        for seat in (None, *range(players)):
            picture = drawn(match.svg(seat))
            _, _, width, height = map(float, picture.get("viewBox", "").split())
            assert picture.findtext(f"{SVG}title"), "for those who do not see it"
            for shape in picture.iter(f"{SVG}rect"):
                x, y = float(shape.get("x", 0)), float(shape.get("y", 0))
                assert -1 <= x <= x + float(shape.get("width", 0)) <= width + 1
                assert -1 <= y <= y + float(shape.get("height", 0)) <= height + 1
            for text in picture.iter(f"{SVG}text"):
                assert 0 <= float(text.get("x", -1)) <= width
                assert 0 <= float(text.get("y", -1)) <= height
                assert GLYPHS.issuperset(text.text or ""), "the font of pictures as pixels has it"


@every_table
def test_a_picture_is_drawn_from_the_view_alone(game: str, variant: str, players: int) -> None:
    """So what holds of the secrets in a view holds of its picture: here the view comes as it goes over the wire."""
    for match in moments(game, variant, players, 6, 3):
        for seat in (None, *range(players)):
            view = json.loads(json.dumps(match.view(seat)))
            assert match.game.picture.draw(view, Look()) == match.svg(seat)


@every_table
def test_places_of_moves_are_highlighted(game: str, variant: str, players: int) -> None:
    """A legal move is either about places of the picture or about none."""
    chooser = random.Random(4)
    for match in moments(game, variant, players, 5, 4):
        plain = match.svg(match.player)
        grounds = {shape.get("data-ground") for shape in drawn(plain).iter(f"{SVG}rect")}
        for move in chooser.sample(match.moves(), min(5, len(match.moves()))):
            places = match.game.picture.places(move.data)
            assert (match.svg(match.player, move=move) != plain) == bool(places), move.text
            assert grounds.issuperset(places), "for programs that show it"
            for place in places:
                assert match.svg(match.player, marked=[place]) != plain, place
    with pytest.raises(InvalidArgument, match="no place called “nowhere”"):
        match.svg(marked=["nowhere"])


@pytest.mark.parametrize("game", games())
def test_pictures_differ_by_day_and_by_night_and_speak_the_language(game: str) -> None:
    match = Match(game, some(game), seed=1)
    assert DAY.paper in match.svg()
    assert NIGHT.paper in match.svg(dark=True)
    titles = {drawn(match.svg(language=language)).findtext(f"{SVG}title") for language in ("en", "de", "nl")}
    assert len(titles) == 3


@pytest.mark.parametrize("game", games())
def test_a_seat_is_told_by_pattern_and_letter_too(game: str) -> None:
    """Colour is never alone: each seat after the first has a pattern, and each has its letter somewhere."""
    players = max(find_game(game).players)
    match = Match(game, players, seed=1)
    picture = drawn(match.svg())
    patterns = {pattern.get("id") for pattern in picture.iter(f"{SVG}pattern")}
    letters = [text.text for text in picture.iter(f"{SVG}text") if text.get("paint-order")]
    for seat, colour in enumerate(match.game.colours):
        assert (f"facade-{colour}" in patterns) == bool(PATTERNS[seat])
        assert any(text and text.startswith(colour[0].upper()) for text in letters), colour
        assert colour in PAINT


def test_a_notebook_shows_what_a_spectator_sees() -> None:
    match = Match("skyliners", 2, seed=7, first=0)
    assert match._repr_svg_() == match.svg(None) != match.svg(0)
    assert "stroke-dasharray" not in match.svg(None), "the district of a seat is secret"
