import random
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import rooftop
from rooftop import (
    AmbiguousMove,
    CannotUndo,
    IllegalMove,
    InvalidArgument,
    Match,
    PositionError,
    RecordError,
    RooftopError,
    UnknownBot,
    UnknownDice,
    UnknownGame,
    UnknownLanguage,
    UnknownMove,
    UnknownSeat,
    UnknownVariant,
)
from rooftop.core.game import find_game
from tables import every_table, moments, play_out
from twins import twin


def test_the_library_as_promised() -> None:
    assert "skyliners" in rooftop.games()
    match = rooftop.Match("skyliners", players=4, variant="full", seed=7)
    assert match.player in range(4)
    move = match.moves()[0]
    assert (move.id, move.text, move.data) == (0, "floor a1", {"action": "build", "piece": "floor", "site": "a1"})
    assert match.play("floor a1") == move
    assert match.undo() == move
    assert match.play(move) == match.history[0][1]
    assert not match.over
    assert match.scores == [0, 0, 0, 0]
    assert match.winners == []
    assert match.breakdown() == []
    assert Match.from_position(match.position(), seed=7).position() == match.position()
    assert Match.from_record(match.record()).position() == match.position()


def test_the_folder_of_the_games_does_not_hide_the_list_of_games() -> None:
    import rooftop.games.skyliners

    assert "skyliners" in rooftop.games()
    assert rooftop.games.__doc__


def test_a_refused_move_names_the_rule_and_changes_nothing() -> None:
    match = Match("skyliners", players=2, seed=1)
    before = match.position()
    with pytest.raises(IllegalMove) as error:
        match.play("floor c3")
    assert error.value.rule == "SL-1"
    assert str(error.value) == "Not there: the park in the middle stays (SL-1)."
    assert error.value.message.say("de") == "Nicht dort: Der Park in der Mitte bleibt (SL-1)."
    assert match.position() == before
    assert match.history == []


def test_unknown_ambiguous_and_illegal_are_three_errors() -> None:
    match = Match("skyliners", players=2, seed=1)
    with pytest.raises(UnknownMove, match="castle b3"):
        match.play("castle b3")
    with pytest.raises(AmbiguousMove, match="floor a3, park a3"):
        match.play("a3")
    with pytest.raises(IllegalMove, match="SL-32"):
        match.play("plan A 1")
    for number in (-1, 96, 2**64, 10**5000):
        with pytest.raises(UnknownMove, match="0 to 95"):
            match.play(number)


def test_abbreviations_and_capitals_are_understood() -> None:
    match = Match("skyliners", players=2, seed=1, first=0)
    assert match.play(" Floor A3 ").text == "floor a3"
    assert match.play("pl b 4").text == "plan B 4"
    assert match.play("f b3").text == "floor b3"


def test_nothing_to_undo() -> None:
    with pytest.raises(CannotUndo, match="nothing to take back"):
        Match("skyliners", players=2).undo()


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"game": "chess"}, UnknownGame, "no game called “chess”. Choose from .*skyliners"),
        ({"game": None}, UnknownGame, "no game called “None”"),
        ({"game": ["skyliners"]}, UnknownGame, r"no game called “\['skyliners'\]”"),
        ({"players": 5}, InvalidArgument, "2-4 players, not 5"),
        ({"players": 1}, InvalidArgument, "2-4 players, not 1"),
        ({"players": ""}, InvalidArgument, r"players is a whole number, not '' \(str\)"),
        ({"players": "2"}, InvalidArgument, r"players is a whole number, not '2' \(str\)"),
        ({"players": 2.0}, InvalidArgument, r"players is a whole number, not 2.0 \(float\)"),
        ({"players": True}, InvalidArgument, r"players is a whole number, not True \(bool\)"),
        ({"variant": "blitz"}, UnknownVariant, "no variant called “blitz”. Choose from full, intro"),
        ({"variant": 1}, UnknownVariant, "no variant called “1”"),
        ({"variant": ["full"]}, UnknownVariant, "no variant called"),
        ({"players": 3, "first": 3}, UnknownSeat, "no seat 3; the seats are 0 to 2"),
        ({"first": -1}, UnknownSeat, "no seat -1"),
        ({"first": "0"}, UnknownSeat, r"A seat is a whole number, not '0' \(str\)"),
        ({"first": 1.0}, UnknownSeat, r"A seat is a whole number, not 1.0 \(float\)"),
        ({"first": True}, UnknownSeat, r"A seat is a whole number, not True \(bool\)"),
        ({"players": 2, "names": ["Ann"]}, InvalidArgument, "2 names"),
        ({"players": 2, "names": ["Ann", " "]}, InvalidArgument, "2 names"),
        ({"players": 2, "names": ["Ann", 7]}, InvalidArgument, "2 names"),
        ({"players": 2, "names": "AB"}, InvalidArgument, "2 names"),
        ({"players": 2, "names": 2}, InvalidArgument, "2 names"),
        ({"players": 2, "names": {"Ann", "Bob"}}, InvalidArgument, "2 names"),
        ({"players": 2, "names": ["Ann", "B\x1b[31mob"]}, InvalidArgument, r"The name “B\ufffd\[31mob” has"),
        ({"players": 2, "names": ["Ann\n", "Bob"]}, InvalidArgument, "The name “Ann ” has"),
        ({"players": 2, "names": ["\x9b2J", "Bob"]}, InvalidArgument, "The name “\ufffd2J” has"),
        ({"players": 2, "names": ["Ann", "\u202eBob"]}, InvalidArgument, "The name “\ufffdBob” has"),
        ({"seed": "x" * 100_000}, InvalidArgument, r"not 'x{38}…x{38}' \(str\)\.$"),
        ({"seed": [10**5000]}, InvalidArgument, r"not … \(list\)"),
        ({"seed": "seven"}, InvalidArgument, "seed is a whole number, not 'seven'"),
        ({"seed": "7"}, InvalidArgument, r"seed is a whole number, not '7' \(str\)"),
        ({"seed": 7.5}, InvalidArgument, r"seed is a whole number, not 7.5 \(float\)"),
        ({"seed": True}, InvalidArgument, r"seed is a whole number, not True \(bool\)"),
        ({"dice": None}, UnknownDice, "no dice called “None”"),
        ({"dice": ["chacha20"]}, UnknownDice, "no dice called"),
    ],
)
def test_tables_that_cannot_be(arguments: dict[str, object], error: type[RooftopError], message: str) -> None:
    with pytest.raises(error, match=message) as raised:
        Match(**{"game": "skyliners", **arguments})  # type: ignore[arg-type]
    assert type(raised.value) is error
    assert isinstance(raised.value, InvalidArgument)


def test_numbers_of_numpy_are_numbers() -> None:
    match = Match("skyliners", players=np.int64(2), seed=np.uint8(7), first=np.int8(1))  # type: ignore[arg-type]
    assert match.record() == Match("skyliners", players=2, seed=7, first=1).record()
    assert match.view(np.int16(0)) == match.view(0)  # type: ignore[arg-type]
    assert match.play(np.int16(3)).id == 3  # type: ignore[arg-type]


@pytest.mark.parametrize("move", [3.5, 3.0, True, None, [3], b"floor a3", {"id": 3}])
def test_what_is_no_move_at_all_is_refused(move: Any) -> None:
    match = Match("skyliners", players=2, seed=1)
    for decide in (match.play, match.check):
        with pytest.raises(UnknownMove, match=rf"A move is a text, its number or a Move, .*\({type(move).__name__}\)"):
            decide(move)
    assert match.ply == 0


@pytest.mark.parametrize("look", ["view", "own_view", "told", "log", "drawn", "observation", "redealt"])
def test_a_seat_that_is_not_there_is_refused(look: str) -> None:
    match = Match("skyliners", players=2, seed=1)
    match.play(0)
    for seat, message in (
        (2, "no seat 2; the seats are 0 to 1"),
        (-1, "no seat -1"),
        (10**5000, "no seat …"),
        ("0", r"A seat is a whole number, not '0' \(str\)"),
        (0.0, r"A seat is a whole number, not 0.0 \(float\)"),
        (False, r"A seat is a whole number, not False \(bool\)"),
    ):
        with pytest.raises(UnknownSeat, match=message):
            getattr(match, look)(seat)


@pytest.mark.parametrize("language", ["fr", "", "EN", "../locale/de", "de.json", None, ["en"]])
@pytest.mark.parametrize("names", [None, ["Ann", "Ben"]])
def test_a_language_that_is_not_there_is_refused(language: Any, names: list[str] | None) -> None:
    match = Match("skyliners", players=2, seed=1, names=names)
    with pytest.raises(UnknownLanguage, match=re.escape(f"no language called “{language}”. Choose from en, de, nl")):
        match.log(0, language)
    with pytest.raises(UnknownLanguage):
        match.drawn(0, language)
    with pytest.raises(UnknownLanguage):
        match.seat_names(language)
    with pytest.raises(UnknownLanguage):
        match.moves()[0].said(language)
    with pytest.raises(UnknownLanguage):
        match.find("floor a3", language)


def test_a_part_of_the_log_is_a_slice() -> None:
    match = Match("skyliners", players=2, seed=1)
    for move in ("floor a3", "floor b3", "floor d3", "floor e3"):
        match.play(move)
    log = match.log(None)
    assert len(log) == 4
    assert match.log(None, "en", 1, 3) == log[1:3]
    assert match.log(None, "en", -1) == log[-1:]
    assert match.log(None, "en", 2, 99) == log[2:]


@pytest.mark.parametrize("ply", ["1", "", 1.0, False, [1]])
def test_a_part_of_the_log_is_named_by_whole_numbers(ply: Any) -> None:
    match = Match("skyliners", players=2, seed=1)
    message = re.escape(f"number of a decision is a whole number, not {ply!r} ({type(ply).__name__}).")
    with pytest.raises(InvalidArgument, match=message):
        match.log(None, "en", ply)
    with pytest.raises(InvalidArgument, match=message):
        match.told(None, 0, ply)


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({}, "position.game: this is missing."),
        ({"game": "skyliners"}, "position.players: this is missing."),
        ({"game": 5, "players": 2}, "position.game: this must be a text, not 5."),
        ({"game": "skyliners", "players": "2"}, "position.players: this must be a whole number from 0 to 4, not '2'."),
        ([], "position: this must be a JSON object."),
        (None, "position: this is missing."),
        ("skyliners", "position: this must be a JSON object."),
    ],
)
def test_a_position_says_what_it_lacks(position: Any, message: str) -> None:
    with pytest.raises(PositionError) as error:
        Match.from_position(position)
    assert str(error.value) == message


def test_a_position_of_no_table_is_refused() -> None:
    position = Match("skyliners", players=2, seed=1).position()
    with pytest.raises(UnknownGame):
        Match.from_position({**position, "game": "chess"})
    with pytest.raises(UnknownVariant):
        Match.from_position({**position, "variant": "blitz"})
    with pytest.raises(InvalidArgument, match="A seed is a whole number"):
        Match.from_position(position, seed="7")  # type: ignore[arg-type]


@pytest.mark.parametrize("record", [b"[Game]", None, 7, ["0: floor a3"]])
def test_a_record_is_a_text(record: Any) -> None:
    with pytest.raises(RecordError, match=rf"a saved game is a text \(str\), not {type(record).__name__}"):
        Match.from_record(record)


@pytest.mark.parametrize("level", ["foo", "random", "", None, ["hard"]])
def test_a_hint_of_a_level_that_is_not_there_is_refused(level: Any) -> None:
    with pytest.raises(UnknownBot, match="Choose from easy, medium, hard, expert"):
        Match("skyliners", players=2, seed=1).hint(level)


def test_a_redeal_needs_a_seed_that_is_a_number() -> None:
    with pytest.raises(InvalidArgument, match="A seed is a whole number, not 'x'"):
        Match("skyliners", players=2, seed=1).redealt(0, "x")  # type: ignore[arg-type]


def test_without_a_seed_every_match_has_its_own() -> None:
    assert Match("skyliners").seed != Match("skyliners").seed


def test_names_are_used_in_the_log() -> None:
    match = Match("skyliners", players=2, seed=1, first=1, names=["Ann", "Ben"])
    match.play("floor a3")
    assert match.log(None) == ["Ben builds a floor on a3."]
    assert match.log(None, "nl") == ["Ben bouwt een verdieping op a3."]


@every_table
def test_a_match_keeps_its_dice(game: str, variant: str, players: int) -> None:
    """In copies, in records and after undo. Determinized matches use the fast generator."""
    match = play_out(game, variant, players, 1, "chacha20")
    assert match.record().count('[Dice "chacha20"]\n') == 1
    again = Match.from_record(match.record())
    assert (again.dice, again.record(), again.position()) == ("chacha20", match.record(), match.position())
    copy, ply = match.copy(), match.ply // 2
    while copy.ply > ply:
        copy.undo()
    for _, move in match.history[ply:]:
        copy.play(move.id)
    assert (copy.record(), copy.position()) == (match.record(), match.position())
    assert match.redealt(0).dice == "xoshiro128++"


@pytest.mark.parametrize("game", rooftop.games())
def test_other_dice_deal_another_game(game: str) -> None:
    fast, other = (
        [Match(game, seed=seed, dice=dice).position() for seed in range(7, 17)] for dice in ("xoshiro128++", "chacha20")
    )
    assert fast != other
    assert Match(game, seed=7).position() == fast[0]
    assert "Dice" not in Match(game, seed=7).record()


@pytest.mark.parametrize("game", rooftop.games())
def test_as_many_play_as_can_unless_a_number_is_given(game: str) -> None:
    assert Match(game, seed=7).players == Match(game, None, seed=7).players == max(find_game(game).players)


@pytest.mark.parametrize(("players", "said"), [((2, 3, 4), "2-4"), ((2,), "2"), ((3, 4), "3-4")])
def test_a_game_says_how_many_can_play(players: tuple[int, ...], said: str) -> None:
    game = replace(find_game("skyliners"), players=players)
    assert game.check_players(None) == max(players)
    with pytest.raises(InvalidArgument, match=f"Skyliners is for {said} players, not 5"):
        game.check_players(5)


def test_a_position_is_played_on_with_any_dice() -> None:
    position = Match("skyline-world", players=2, seed=1).position()
    match, chooser = Match.from_position(position, seed=2, dice="chacha20"), random.Random(2)
    while not match.over:
        match.play(chooser.choice(match.legal))
    assert '[Dice "chacha20"]' in match.record()
    assert Match.from_record(match.record()).position() == match.position()


def test_unknown_dice_are_refused() -> None:
    with pytest.raises(UnknownDice, match="no dice called “mt19937”"):
        Match("skyliners", dice="mt19937")
    with pytest.raises(UnknownDice, match="no dice called “mt19937”"):
        Match.from_position(Match("skyliners", players=2, seed=1).position(), dice="mt19937")


def test_two_matches_of_the_same_secrets_are_the_same_to_the_others() -> None:
    """Two histories that differ in hidden information only look the same to everybody else."""
    first, second = (Match("skyliners", players=3, seed=5, first=0) for _ in range(2))
    for match, plan in ((first, "plan A 1"), (second, "plan E 4")):
        for move in ("floor a3", plan, "floor b3", "floor d3"):
            match.play(move)
    for seat in (1, 2, None):
        assert first.view(seat) == second.view(seat)
        assert first.log(seat) == second.log(seat)
    assert first.view(0) != second.view(0)


def test_a_move_can_be_checked_without_playing_it() -> None:
    match = Match("skyliners", players=2, seed=1)
    assert match.check("f a3").text == "floor a3"
    with pytest.raises(IllegalMove, match="SL-1"):
        match.check("floor c3")
    assert match.ply == 0


def test_copies_go_their_own_ways() -> None:
    match = Match("skyliners", players=2, seed=1)
    match.play("floor a3")
    position, copy = match.position(), match.copy()
    copy.play("floor b3")
    copy.undo()
    copy.undo()
    copy.play("floor e5")
    assert match.position() == position
    assert match.history[0][1].text == "floor a3"
    match.undo()
    match.play("floor a1")
    assert [move.text for _, move in copy.history] == ["floor e5"]


def test_a_position_that_is_undone_is_not_written_over() -> None:
    match = Match("skyliners", players=2, seed=1)
    for _ in range(20):
        first, *_, last = match.moves()
        match.play(last)
        move = match.moves()[0]
        position = move._states.tobytes()
        match.undo()
        match.play(first)
        assert move._states.tobytes() == position != match._states.tobytes()


@every_table
def test_a_redealt_match_looks_the_same_to_its_seat(game: str, variant: str, players: int) -> None:
    for match in moments(game, variant, players, seed=3, count=6):
        for seat in range(players):
            redealt = match.redealt(seat)
            assert redealt.view(seat)["table"] == match.view(seat)["table"]
            assert redealt.ply == 0
            assert redealt.seed != match.seed


@every_table
def test_a_decision_showed_something_if_its_view_depends_on_chance_or_secrets(
    game: str, variant: str, players: int
) -> None:
    """Checked against the views: a move that showed nothing looks the same in every determinization."""
    for match in moments(game, variant, players, seed=5, count=12):
        if match.ply and match.showed_nothing():
            seat, move = match.history[-1]
            before = match.copy()
            before.undo()
            for deal in range(4):
                other = twin(before, seat, random.Random(deal), remembered=False)
                other.play(move.id)
                assert other.view(seat)["table"] == match.view(seat)["table"]


def test_most_decisions_show_nothing() -> None:
    match, shown = Match("skyliners", players=2, seed=5), 0
    while not match.over:
        match.play(match.moves()[0])
        shown += not match.showed_nothing()
    assert 0 < shown < match.ply / 2, "building tells the builder nothing new, drawing a card does"


@pytest.mark.parametrize("game", rooftop.games())
def test_unnoticed_moves_are_those_after_which_others_see_nothing_new(game: str) -> None:
    match, chooser = Match(game, seed=3), random.Random(3)
    while not match.over:
        unnoticed, view, number = match.unnoticed_moves(), match.view(None), chooser.choice(match.moves()).id
        match.play(number)
        assert (number in unnoticed) == (match.view(None) == view and not match.told(None, match.ply - 1))


def test_decisions_in_a_row_are_counted_in_a_redealt_match_too() -> None:
    match = Match("skyline3000", seed=3)
    chooser, row, last = random.Random(3), 0, None
    while match.player is not None:
        row = row if match.player == last else 0
        assert match.in_a_row == match.redealt(match.player).in_a_row == row
        last, row = match.player, row + 1
        match.play(chooser.choice(match.moves()))


@pytest.mark.parametrize("text", [None, 3, b"x"])
def test_only_a_text_is_looked_up(text: Any) -> None:
    with pytest.raises(UnknownMove, match=type(text).__name__):
        Match("skyliners", seed=7).find(text)


def test_a_move_of_another_game_is_refused() -> None:
    match = Match("skyliners", seed=7)
    with pytest.raises(UnknownMove, match="is a move of New York 1901, not of this game"):
        match.play(Match("newyork1901", seed=7).moves()[0])
    assert match.ply == 0
