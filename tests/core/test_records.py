import re
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rooftop.core.errors import RecordError
from rooftop.core.match import Match
from rooftop.core.messages import LANGUAGES
from tables import play_out

GOOD = """[Game "skyliners"]
[Variant "full"]
[Players 2]
[Seed 1]
[Rules 1]
[First 0]

; an opening
0: floor a3, plan B 3 ; bold
1: floor b3
"""


def test_a_record_reads_and_writes_the_same() -> None:
    match = Match.from_record(GOOD)
    assert match.player == 1
    assert [move.text for _, move in match.history] == ["floor a3", "plan B 3", "floor b3"]
    assert match.record() == re.sub(r" ; bold|; an opening\n", "", GOOD)


def test_a_record_keeps_names_of_any_kind() -> None:
    names = ['Ann "the roof" O\'Hara; [x]', "Bén 🏙 建築"]
    match = Match("skyliners", players=2, seed=1, names=names)
    again = Match.from_record(match.record())
    assert list(again.names or ()) == names


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_what_editors_do_to_a_record_is_fine(mark: str, end: str) -> None:
    match = Match.from_record(mark + GOOD.replace("\n", end))
    assert match.record() == Match.from_record(GOOD).record()


def test_a_byte_order_mark_has_its_place() -> None:
    for text in ("\ufeff\ufeff" + GOOD, GOOD.replace("[Players", "\ufeff[Players")):
        with pytest.raises(RecordError, match="is not a turn"):
            Match.from_record(text)


@pytest.mark.parametrize(
    ("change", "line", "message"),
    [
        (("floor a3", "floor c3"), 9, "“floor c3”: Not there: the park in the middle stays (SL-1)."),
        (("floor a3", "castle"), 9, "“castle”: “castle” is not a move"),
        (("0: floor", "1: floor"), 9, "seat 1 moves, but it is the turn of seat 0"),
        (("0: floor", "floor"), 9, "is not a turn"),
        (('"skyliners"', '"chess"'), 1, "no game called “chess”"),
        (('[Game "skyliners"]', ""), 1, "[Game ...] is missing"),
        (("[Seed 1]", ""), 1, "[Seed ...] is missing"),
        (("[Players 2]", "[Players two]"), 3, "is not a tag"),
        (("[Players 2]", '[Players "two"]'), 3, '[Players ...] cannot have the value "two"'),
        (("[Players 2]", "[Players 7]"), 1, "2-4 players, not 7"),
        (("[Players 2]", "[Players 2]\n[Players 3]"), 4, "appears twice"),
        (("[Rules 1]", "[Rules 2]"), 5, "version 2 of the rules"),
        (("[Rules 1]", ""), 1, "[Rules ...] is missing"),
        (("[First 0]", '[First 0]\n[Dice "mt19937"]'), 7, "no dice called “mt19937”"),
        (("[First 0]", "[First 0]\n[Dice 20]"), 7, "[Dice ...] cannot have the value 20"),
        (("[First 0]", "[Frist 0]"), 6, "“Frist” is unknown here"),
        (("[First 0]", '[Result {"scores": [9, 9]}]\n[First 0]'), 6, "result does not agree"),
    ],
)
def test_what_is_wrong_and_where(change: tuple[str, str], line: int, message: str) -> None:
    with pytest.raises(RecordError) as error:
        Match.from_record(GOOD.replace(*change))
    assert error.value.line == line
    assert str(error.value).startswith(f"Line {line}: ")
    assert message in str(error.value)


LONG = "9" * 100_000


@pytest.mark.parametrize(
    "change",
    [
        ("floor a3", "floor " + LONG),
        ("0: floor", LONG + ": floor"),
        ('"skyliners"', f'"{LONG}"'),
        ('"full"', f'"{LONG}"'),
        ("[Players 2]", f"[Players {LONG}"),
        ("[Players 2]", f"[Players {LONG}]"),
        ("[Players 2]", f"[Players {LONG[:4000]}]"),
        ("[Players 2]", f'[Players "{LONG}"]'),
        ("[Players 2]", f"[Players {'[' * 900}1{']' * 900}]"),
        ("[Players 2]", f"[{LONG} 2]"),
        ("[Rules 1]", f"[Rules {LONG[:4000]}]"),
        ("[First 0]", f"[First {LONG[:4000]}]"),
        ("[First 0]", f'[First 0]\n[Dice "{LONG}"]'),
        ("[First 0]", f'[First 0]\n[Names ["Ann", "\\u001b{LONG}"]]'),
        ("[First 0]", f'[Position {{"game": "skyliners", "players": 2, "{LONG}": 1}}]'),
        ("[First 0]", f'[Position {{"game": "skyliners", "players": {LONG[:4000]}}}]'),
        ("[First 0]", f'[Position {{"game": "skyliners", "variant": ["{LONG}"], "players": 2}}]'),
    ],
)
def test_refusals_are_short_whatever_is_refused(change: tuple[str, str]) -> None:
    with pytest.raises(RecordError) as error:
        Match.from_record(GOOD.replace(*change))
    for language in LANGUAGES:
        assert len(error.value.message.say(language)) < 500


def test_moves_after_the_end_are_refused() -> None:
    record = play_out("skyliners", "intro", 2, 1).record()
    with pytest.raises(RecordError, match="but the game is over"):
        Match.from_record(record + "0: floor a1\n")


def test_a_match_from_a_position_is_saved_with_it() -> None:
    match = Match("skyliners", players=2, seed=3)
    match.play("floor a3")
    later = Match.from_position(match.position(), seed=4)
    later.play("plan A 1")
    assert Match.from_record(later.record()).position() == later.position()


RECORD = play_out("skyliners", "full", 2, 1).record()


@given(st.integers(0, len(RECORD)), st.integers(0, 30), st.text(max_size=10))
def test_damaged_records_are_read_or_refused_with_a_line(at: int, cut: int, insert: str) -> None:
    damaged = RECORD[:at] + insert + RECORD[at + cut :]
    with suppress(RecordError):
        match = Match.from_record(damaged)
        assert Match.from_record(match.record()).position() == match.position()


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    with pytest.raises(RecordError):
        Match.from_record(text)


def test_the_recorded_games_of_the_tests_are_in_the_shape_the_library_writes() -> None:
    for path in (Path(__file__).parents[1] / "games").glob("*/records/*.rooftop"):
        text = path.read_text("utf-8")
        assert Match.from_record(text).record() == text
