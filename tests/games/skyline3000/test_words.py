"""Skyline 3000 in words: every move, refusal and table has a text, and no text reveals a secret."""

from typing import Any

import pytest

from games.skyline3000.setting import DEALT, ORANGE, PURPLE, bid, play, table
from rooftop.core.match import Match
from rooftop.core.messages import LANGUAGES
from rooftop.games.skyline3000 import words
from rooftop.games.skyline3000.rules import MOVES, VARIANTS, State
from tables import moments, state_of


def drawn(match: Match, seat: int | None, language: str = "en") -> str:
    return "\n".join(match.game.board.draw(match.view(seat), language, match.seat_names(language)))


def test_the_parts_of_a_move_are_a_copy() -> None:
    state = state_of(Match("skyline3000", 2, seed=1), State)
    parts: Any = words.data(state, 0)
    parts["card"] = "joker"
    assert words.data(state, 0) == {"action": "play", "card": "floor 1", "kind": "floor"}


def test_every_refusal_can_be_said() -> None:
    said = set()
    for match in moments("skyline3000", "standard", 3, 4, 40):
        legal = {move.id for move in match.moves()}
        for move in set(range(MOVES)) - legal:
            rule, message = match.game.refuse(match.state, move)
            said.add((rule, message.key))
            for language in LANGUAGES:
                sentence = message.say(language)
                assert sentence[0].isupper()
                assert not sentence.endswith(".")
                assert "{" not in sentence
    assert len(said) >= 20


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_table_can_be_drawn(variant: str, language: str) -> None:
    for match in moments("skyline3000", variant, 4, 2, 40):
        for seat in (None, 0, 3):
            text = drawn(match, seat, language)
            assert "{" not in text
            assert all(name in text for name in match.seat_names(language))


def test_a_hand_is_drawn_for_its_owner_only() -> None:
    match = table(hands=[["floor 3", "roof 6"], ["red 7", "blue 8"]])
    assert "Your hand: floor 3, roof 6" in drawn(match, ORANGE)
    assert "red 7" not in drawn(match, ORANGE)
    assert "Your hand: red 7, blue 8" in drawn(match, PURPLE)
    assert "Your hand" not in drawn(match, None)


def test_the_auction_house_is_drawn() -> None:
    start = Match("skyline3000", 2, seed=1)
    first = "stack 1 shows a green space (4 left), stack 2 shows a green space (4 left)"
    assert f"\nAuction house: {first}, stack 3 shows a spaceport (4 left)\n" in drawn(start, ORANGE)
    *_, end = moments("skyline3000", "standard", 2, 1, 1)
    assert "\nAuktionshaus: Stapel 1 ist leer, Stapel 2 ist leer, Stapel 3 ist leer\n" in drawn(end, ORANGE, "de")


def test_discards_are_counted_and_named_in_open_only() -> None:
    cards = ["roof 2", "roof 5"]
    assert "\n2 discards: roof 2, roof 5\n" in drawn(table(discards=cards), ORANGE)
    assert "\n2 discards\n" in drawn(table(discards=cards, variant="standard"), ORANGE)


def test_renewed_stacks_are_drawn_in_open() -> None:
    match = next(each for each in moments("skyline3000", "open", 4, 1, 200) if any(each.position()["renewed"]))
    stacks = match.view(None)["table"]["stacks"]
    text = drawn(match, None)
    for kind, stack in stacks.items():
        assert (f"  {kind} cards in the stack: " in text) == (stack["cards"] is not None)


def test_what_everybody_has_seen_is_drawn_in_open_only() -> None:
    hands = [["floor 3", "roof 6"], ["red 7", "blue 8"]]
    for variant, line in (("open", "cards 2 (floor cards 0, roof cards 0, contract cards 2)"), ("standard", "cards 2")):
        text = drawn(table(variant=variant, round=2, hands=hands, known=[[], ["red 7"]]), ORANGE)
        assert f"[magenta]Purple[/]: points 5, {line}\n" in text
        assert ("known: red 7" in text) == (variant == "open")


def test_a_bid_is_drawn_for_its_owner_until_all_are_open() -> None:
    match = table(asked="bid", auction=1, hands=[["floor 3", "roof 6"], DEALT])
    bid(match, "roof 6")
    assert "Your bid: roof 6" in drawn(match, ORANGE)
    assert "bid:" not in drawn(match, PURPLE).replace("Your bid: no card", "")
    play(match, "stop")
    for seat in (ORANGE, PURPLE, None):
        assert "bid: roof 6" in drawn(match, seat)


def test_the_log_turns_up_all_bids_and_names_their_winner() -> None:
    match = table(asked="bid", auction=1, hands=[["floor 3", "roof 6"], DEALT])
    bid(match, "roof 6")
    play(match, "stop")
    *bids, wins = match.told(None)
    assert [(line.kind, line.seat, line.cards) for line in bids] == [("bid", ORANGE, ("roof 6",)), ("bid", PURPLE, ())]
    assert (wins.kind, wins.seat) == ("wins", ORANGE)
