import random

import pytest

import rooftop
from rooftop import AmbiguousMove, IllegalMove, Match, UnknownGame, UnknownMove
from rooftop.core.errors import CannotUndo, UnknownDice
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
    ("arguments", "message"),
    [
        ({"game": "chess"}, "no game called chess. Choose from .*skyliners"),
        ({"game": "skyliners", "players": 5}, "2-4 players, not 5"),
        ({"game": "skyliners", "players": 1}, "2-4 players, not 1"),
        ({"game": "skyliners", "variant": "blitz"}, "no variant called blitz. Choose from full, intro"),
        ({"game": "skyliners", "players": 3, "first": 3}, "0 to 2, not 3"),
        ({"game": "skyliners", "players": 2, "names": ["Ann"]}, "2 names"),
        ({"game": "skyliners", "players": 2, "names": ["Ann", " "]}, "2 names"),
        ({"game": "skyliners", "players": 2, "names": ["Ann", "B\x1b[31mob"]}, r"The name B\ufffd\[31mob has"),
        ({"game": "skyliners", "players": 2, "names": ["Ann\n", "Bob"]}, "The name Ann  has"),
        ({"game": "skyliners", "players": 2, "names": ["\x9b2J", "Bob"]}, "The name \ufffd2J has"),
        ({"game": "skyliners", "players": 2, "names": ["Ann", "\u202eBob"]}, "The name \ufffdBob has"),
        ({"game": "skyliners", "seed": "x" * 100_000}, "not x{39}…x{39}\\.$"),
        ({"game": "skyliners", "seed": [10**5000]}, "not …"),
        ({"game": "skyliners", "seed": "seven"}, "whole number, not seven"),
    ],
)
def test_tables_that_cannot_be(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(UnknownGame, match=message):
        Match(**arguments)  # type: ignore[arg-type]


def test_a_seat_that_is_not_there_has_no_view() -> None:
    with pytest.raises(UnknownGame, match="no seat 2"):
        Match("skyliners", players=2).view(2)


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
    assert Match(game, seed=7).position() == Match(game, seed=7, dice="xoshiro128++").position()
    assert Match(game, seed=7).position() != Match(game, seed=7, dice="chacha20").position()
    assert "Dice" not in Match(game, seed=7).record()


def test_a_position_is_played_on_with_any_dice() -> None:
    position = Match("skyline-world", players=2, seed=1).position()
    match, chooser = Match.from_position(position, seed=2, dice="chacha20"), random.Random(2)
    while not match.over:
        match.play(chooser.choice(match.legal))
    assert '[Dice "chacha20"]' in match.record()
    assert Match.from_record(match.record()).position() == match.position()


def test_unknown_dice_are_refused() -> None:
    with pytest.raises(UnknownDice, match="no dice called mt19937"):
        Match("skyliners", dice="mt19937")
    with pytest.raises(UnknownDice, match="no dice called mt19937"):
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
    quiet = 0
    for match in moments(game, variant, players, seed=5, count=12):
        if match.ply and match.showed_nothing():
            quiet += 1
            seat, move = match.history[-1]
            before = match.copy()
            before.undo()
            for deal in range(4):
                other = twin(before, seat, random.Random(deal), remembered=False)
                other.play(move.id)
                assert other.view(seat)["table"] == match.view(seat)["table"]
    assert quiet or game != "skyliners", "building tells the builder nothing new"


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
