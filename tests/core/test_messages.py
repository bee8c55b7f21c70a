import errno
import socket

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rooftop.core.errors import RecordError, RooftopError, reason_of
from rooftop.core.messages import SHOWN, Message, Seat, Whole, printable, shown, some_of, together

REPLACED = "\N{REPLACEMENT CHARACTER}"


@given(st.text(st.characters()))
def test_what_is_shown_is_printable_and_short(text: str) -> None:
    assert printable(text).isprintable()
    assert len(printable(text)) == len(text)
    assert shown(text).isprintable()
    assert len(shown(text * 50)) <= SHOWN
    assert shown(shown(text * 50)) == shown(text * 50)


@given(st.text(st.characters(categories=["L", "N", "P", "S", "Mn"]), max_size=SHOWN))
def test_harmless_texts_are_shown_as_they_are(text: str) -> None:
    assert shown(text) == text


@pytest.mark.parametrize(
    ("text", "harmless"),
    [
        ("\x1b[2J", f"{REPLACED}[2J"),
        ("\a\b\x7f\x9b", REPLACED * 4),
        ("two\r\nlines\u2028", "two  lines "),
        ("\u202eevil\u2066", f"{REPLACED}evil{REPLACED}"),
        ("\udc9b", REPLACED),
        ("a" * 50 + "b" * 50, "a" * 39 + "…" + "b" * 39),
    ],
)
def test_what_is_made_of_a_hostile_text(text: str, harmless: str) -> None:
    assert shown(text) == harmless


def test_an_error_repeats_nothing_harmful_at_any_depth() -> None:
    error = RecordError(7, "errors.move", move="\x1b", reason=Message("errors.unknown_move", {"text": "\x9b" * 500}))
    outer = RooftopError("errors.file", file="x" * 500, reason=error.message)
    assert str(outer).isprintable()
    assert len(str(outer)) < 300
    assert "Line 7: “\ufffd”: “\ufffd" in str(outer)


@given(st.lists(st.text("ab ", min_size=1, max_size=30), min_size=1, max_size=60))
def test_a_long_list_is_cut_between_its_texts(texts: list[str]) -> None:
    some = some_of(texts)
    if isinstance(some, Whole):
        assert some == ", ".join(texts)
    else:
        count = len(texts) - int(str(some.parts["n"]))
        assert some.say() == f"{', '.join(texts[:count])} and {len(texts) - count} more"
        assert count == 1 or sum(map(len, texts[:count])) <= SHOWN < sum(map(len, texts[: count + 1]))


def test_numbers_seats_and_lists_of_our_own_stay_what_they_are() -> None:
    parts = {"n": 1, "seat": Seat(1), "known": Whole("skyliners, " * 50)}
    message = Message("errors.seat", parts).harmless().harmless()
    assert message.parts == parts
    assert isinstance(message.parts["seat"], Seat)


def test_a_number_of_thousands_of_digits_is_not_written_out() -> None:
    assert len(str(RooftopError("errors.unknown_id", move=10**4000, last=1))) < 200
    assert str(RooftopError("errors.unknown_id", move=-(10**5000), last=1)).startswith("There is no move number …;")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "der Datenträger ist voll"),
        (PermissionError(errno.EACCES, "Permission denied"), "keine Berechtigung"),
        (OSError(errno.EADDRINUSE, "Address already in use"), "von einem anderen Programm belegt"),
        (socket.gaierror(-2, "Name or service not known"), "einen Rechner dieses Namens gibt es nicht"),
        (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"), "kein Text in UTF-8"),
        (ValueError("embedded null byte"), "so kann keine Datei heißen"),
        (OSError(errno.EXDEV, "Invalid cross-device link"), "Invalid cross-device link"),
    ],
)
def test_the_reasons_of_the_system_are_in_our_words(error: OSError | ValueError, said: str) -> None:
    assert Message("errors.file", {"file": "x", "reason": reason_of(error)}).say("de") == f"x: {said}"


@pytest.mark.parametrize(
    ("language", "names", "said"),
    [
        ("en", ["Ann", "Bob"], "Ann and Bob share the win."),
        ("de", ["Ann", "Bob", "Cid"], "Ann, Bob und Cid teilen sich den Sieg."),
        ("nl", ["Ann", "Bob", "Cid"], "Ann, Bob en Cid delen de overwinning."),
    ],
)
def test_names_are_listed_as_in_a_sentence(language: str, names: list[str], said: str) -> None:
    assert Message("terminal.winners", {"players": together(names)}).say(language) == said
