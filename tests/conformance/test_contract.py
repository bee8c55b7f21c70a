"""The contract of every game, checked on every table."""

import json
import re
from typing import Any

import numpy as np
import pytest

from reasons import given_reasons
from rooftop.core.dice import dice
from rooftop.core.errors import AmbiguousMove, IllegalMove, UnknownMove
from rooftop.core.game import find_game, games
from rooftop.core.match import Match
from rooftop.core.messages import lookup
from tables import every_table, moments, play_out, random_play


def state_bytes(match: Match) -> bytes:
    return bytes(match._states.tobytes())


@every_table
def test_legal_moves_are_distinct_ascending_and_always_there(game: str, variant: str, players: int) -> None:
    for seed in range(3):
        for match in random_play(game, variant, players, seed):
            ids = [move.id for move in match.moves()]
            assert ids == sorted(set(ids))
            assert all(0 <= move < match.game.moves for move in ids)
            assert bool(ids) != match.over
            assert match.player is None or match.player in range(players)


@every_table
def test_games_end_within_the_declared_length(game: str, variant: str, players: int) -> None:
    for seed in range(10):
        match = play_out(game, variant, players, seed)
        assert match.ply <= match.game.length
        assert match.winners
        assert len(match.scores) == players


@every_table
def test_legal_equals_accepted(game: str, variant: str, players: int) -> None:
    for match in moments(game, variant, players, 1, 12):
        legal = {move.id for move in match.moves()}
        before = state_bytes(match)
        for move in range(match.game.moves):
            if move in legal:
                match.play(move)
                match.undo()
            else:
                with pytest.raises(IllegalMove) as refused:
                    match.play(move)
                assert re.fullmatch(rf"{match.game.prefix}-\d+", refused.value.rule)
                assert refused.value.rule in str(refused.value)
            assert state_bytes(match) == before


@pytest.mark.parametrize("game", games())
def test_a_reason_stands_against_every_move_that_is_not_legal(game: str) -> None:
    """Checks all moves in every position of random games, and that each reason occurs."""
    played = find_game(game)
    given = given_reasons(played, count=20)
    unused = {reason for reason, count in zip(played.rules.REASONS, given, strict=True) if count == 0}
    assert unused == RARE.get(game, set())


RARE = {"skyline3000": {"S3-20 no_floors"}}
"""Reasons that do not occur in twenty random games of every table. The tests of the rules cover them."""


@pytest.mark.parametrize("game", games())
def test_every_move_has_its_own_text_and_parts(game: str) -> None:
    played, state = find_game(game), Match(game, 2, seed=1)._state
    texts = [played.words.text(state, move) for move in range(played.moves)]
    assert len({text.casefold() for text in texts}) == played.moves
    assert [played.parse(text.upper()) for text in texts] == list(range(played.moves))
    parts = [json.dumps(played.words.data(state, move)) for move in range(played.moves)]
    assert len(set(parts)) == played.moves


@every_table
def test_numbers_that_are_no_move_are_refused(game: str, variant: str, players: int) -> None:
    match = Match(game, players, variant, 1)
    for number in (-1, match.game.moves, 10**9):
        with pytest.raises(UnknownMove, match=str(number)):
            match.play(number)


@every_table
def test_texts_and_moves_are_inverse(game: str, variant: str, players: int) -> None:
    for match in random_play(game, variant, players, 2):
        moves = match.moves()
        assert len({move.text for move in moves}) == len(moves)
        for move in moves:
            assert match.game.parse(move.text) == move.id
            assert match.game.parse(f"  {move.text.upper().replace(' ', '   ')} ") == move.id
            assert "," not in move.text
            assert ";" not in move.text
            json.dumps(move.data)


@every_table
def test_unknown_and_ambiguous_texts_are_different_errors(game: str, variant: str, players: int) -> None:
    match = next(m for m in random_play(game, variant, players, 3) if len(m.moves()) > 1)
    before = state_bytes(match)
    for nonsense in ("", "   ", "xyzzy", "💥", "a" * 1000, "[red]"):
        with pytest.raises(UnknownMove):
            match.play(nonsense)
    letters = {move.text[0] for move in match.moves()}
    shared = next((c for c in letters if sum(m.text.startswith(c) for m in match.moves()) > 1), None)
    if shared:
        with pytest.raises(AmbiguousMove):
            match.play(shared)
    assert state_bytes(match) == before


@every_table
def test_undo_goes_back_through_the_whole_game(game: str, variant: str, players: int) -> None:
    seen = []
    for match in random_play(game, variant, players, 4):
        seen.append((state_bytes(match), [move.id for move in match.moves()]))
    history = match.history
    for state, legal in reversed(seen[:-1]):
        match.undo()
        assert (state_bytes(match), [move.id for move in match.moves()]) == (state, legal)
    for _, move in history:
        match.play(move)
    assert state_bytes(match) == seen[-1][0]


@every_table
def test_records_round_trip(game: str, variant: str, players: int) -> None:
    for match in moments(game, variant, players, 5, 5):
        again = Match.from_record(match.record())
        assert again.record() == match.record()
        assert state_bytes(again) == state_bytes(match)


@every_table
def test_positions_round_trip(game: str, variant: str, players: int) -> None:
    for match in moments(game, variant, players, 6, 20):
        position = json.loads(json.dumps(match.position()))
        again = Match.from_position(position, seed=match.seed)
        assert again.position() == position
        assert state_bytes(again) == state_bytes(match)
        assert Match.from_record(again.record()).position() == position


@every_table
def test_a_redealt_position_is_one_the_table_can_show(game: str, variant: str, players: int) -> None:
    for match in moments(game, variant, players, 8, 10):
        for seat in range(players):
            twin = match._states.copy()
            match.game.rules.redeal(twin[0], seat, dice(seat))
            position = {"game": game, "variant": variant, "players": players}
            again = Match.from_position(position | match.game.positions.write(twin[0]), seed=1)
            assert again._states.tobytes() == twin.tobytes()


@every_table
def test_views_and_breakdowns_are_plain_data(game: str, variant: str, players: int) -> None:
    for match in moments(game, variant, players, 9, 5):
        for seat in (None, *range(players)):
            view = match.view(seat)
            assert json.loads(json.dumps(view)) == view
            assert view["moves"] == ([m.as_dict() for m in match.moves()] if seat == match.player is not None else [])
        assert json.loads(json.dumps(match.breakdown())) == match.breakdown()


@every_table
def test_the_breakdown_adds_up_to_the_score(game: str, variant: str, players: int) -> None:
    for seed in range(10, 20):
        match = play_out(game, variant, players, seed)
        points = [0] * players
        for line in match.breakdown():
            points[line["seat"]] += line["points"]
        assert points == match.scores


@every_table
def test_places_agree_with_scores(game: str, variant: str, players: int) -> None:
    for seed in range(10, 20):
        match = play_out(game, variant, players, seed)
        by_place = sorted(zip(match.places, match.scores, strict=True))
        assert by_place[0][0] == 1
        assert [score for _, score in by_place] == sorted(match.scores, reverse=True)


@every_table
def test_every_line_of_the_log_can_be_said(game: str, variant: str, players: int) -> None:
    match = play_out(game, variant, players, 21)
    for language in ("en", "de", "nl"):
        for seat in (None, *range(players)):
            assert all(line and "{" not in line for line in match.log(seat, language))
        assert match.game.board.explain(match.breakdown(), language, match.seat_names(language))


@every_table
def test_the_start_player_can_be_chosen(game: str, variant: str, players: int) -> None:
    for first in range(players):
        assert Match(game, players, variant, 1, first).player == first
    assert {Match(game, players, variant, seed).player for seed in range(40)} == set(range(players))


def test_every_seat_has_a_name_a_colour_and_a_letter_of_its_own() -> None:
    for game in map(find_game, games()):
        assert len(set(game.colours)) == max(game.players)
        for language in ("en", "de", "nl"):
            letters = lookup(language, f"{game.name}.letters")
            assert len(set(game.seat_names(language))) == max(game.players)
            assert len({letters[colour] for colour in game.colours}) == max(game.players)


def test_a_variant_for_beginners_is_there_and_offered_in_every_language() -> None:
    for game in map(find_game, games()):
        if game.beginners:
            assert game.beginners in game.variants[1:]
            for language in ("en", "de", "nl"):
                assert set(lookup(language, f"{game.name}.beginners")) == {"offer", "skip"}


def test_states_have_no_gaps() -> None:
    """Equal positions must be equal byte for byte, so no record may have padding."""
    for name in games():
        dtype: Any = find_game(name).rules.State.dtype
        assert dtype.itemsize == sum(np.dtype(dtype[field]).itemsize for field in dtype.names)
