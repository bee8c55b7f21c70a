"""S3-16: what everybody is shown, and what everybody has seen. A redeal keeps all of that and resamples the rest."""

from collections import Counter
from typing import Any

import pytest

from games.skyline3000.setting import DEALT, DECK, GREEN, ORANGE, PURPLE, bid, play, seen, table
from rooftop.core.dice import dice
from rooftop.core.match import Match
from rooftop.games.skyline3000.components import CARDS, COPIES, KIND, KINDS
from tables import play_out, random_play

ROOFS = [card for card in DECK if card.startswith("roof")]


def redealt(match: Match, seat: int | None, number: int) -> dict[str, Any]:
    """A determinization for the seat."""
    states = match._states.copy()
    match.game.rules.redeal(states[0], -1 if seat is None else seat, dice(number))
    return match.game.positions.write(states[0])


def known(match: Match, seat: int) -> list[str]:
    cards: list[str] = seen(match)["hands"][seat]["known"]
    return cards


# --- what is shown -------------------------------------------------------------------------------------------


def shown(match: Match) -> tuple[float, float]:
    """The share of the cards in hands whose kind everybody is shown, and whose kind and number."""
    hands = seen(match)["hands"]
    size = sum(hand["size"] for hand in hands)
    kinds = sum(sum((hand["kinds"] or {}).values()) for hand in hands)
    cards = sum(len(hand["cards"] or hand["known"] or ()) for hand in hands)
    return kinds / size, cards / size


@pytest.mark.parametrize("players", [2, 3, 4])
def test_s316_nothing_of_a_hand_is_shown_but_its_size(players: int) -> None:
    for match in random_play("skyline3000", "standard", players, 6):
        if not match.over and any(hand["size"] for hand in seen(match)["hands"]):
            assert shown(match) == (0, 0)
    assert [hand["cards"] for hand in seen(match)["hands"]] == match.position()["hands"]  # S3-60


def test_s316_open_shows_what_everybody_has_seen() -> None:
    shares = []
    for match in random_play("skyline3000", "open", 4, 6):
        if not match.over and any(hand["size"] for hand in seen(match)["hands"]):
            kinds, cards = shown(match)
            shares.append(cards)
            assert kinds == 1
    assert shares[0] == 0
    assert max(shares) > 0.5


def test_s316_who_sees_a_hand_sees_its_kinds() -> None:
    hands = seen(Match("skyline3000", 2, seed=1), PURPLE)["hands"]
    assert hands[ORANGE] == {"size": 8, "kinds": None, "known": None, "cards": None, "total": None}
    assert hands[PURPLE]["kinds"] == {"floor": 2, "roof": 2, "contract": 4}
    assert hands[PURPLE]["known"] is None
    assert len(hands[PURPLE]["cards"]) == 8


def test_s316_the_variants_differ_in_what_they_show_alone() -> None:
    standard, opened = (play_out("skyline3000", variant, 3, 4) for variant in ("standard", "open"))
    assert standard.position() == opened.position() | {"variant": "standard"}
    assert standard.log(None) == opened.log(None)


# --- what everybody has seen ---------------------------------------------------------------------------------


def test_s316_dealt_cards_are_unknown_but_their_kinds() -> None:
    match = Match("skyline3000", 3, "open", seed=1)
    for hand in seen(match)["hands"]:
        assert hand == {
            "size": 8,
            "kinds": {"floor": 2, "roof": 2, "contract": 4},
            "known": [],
            "cards": None,
            "total": None,
        }


def test_s316_open_draws_are_known_until_such_a_card_is_played() -> None:
    stacks = {"floor": ["floor 3", "floor 3", *["floor"] * 17]}
    hands = [["floor 3", "floor 4"], ["floor 5", "floor 6"], DEALT[:1]]
    match = table(3, asked="draw", draws=3, hands=hands, stacks=stacks, player=2, key=1)
    assert match.player == GREEN
    play(match, "draw floor", "draw floor", "draw roof", *["draw roof"] * 6)
    assert known(match, GREEN)[:2] == ["floor 3", "floor 3"]
    assert seen(match)["hands"][GREEN]["kinds"] == {"floor": 3, "roof": 1, "contract": 0}
    assert match.player == GREEN
    play(match, "play floor 3", "let go")
    assert known(match, GREEN)[:1] == ["floor 3"]
    assert known(match, GREEN).count("floor 3") == 1
    assert seen(match)["discards"] == ["floor 3"]


def test_s316_a_card_that_nobody_knew_of_lowers_nothing() -> None:
    hands = [["floor 3", "floor 3", "floor 4", "roof 1"], []]
    match = table(round=2, hands=hands, known=[["floor 3", "floor 4"], []])
    play(match, "play roof 1", "let go")
    assert known(match, ORANGE) == ["floor 3", "floor 4"]
    play(match, "pass", "play floor 3", "let go")
    assert known(match, ORANGE) == ["floor 4"]
    play(match, "play floor 3", "let go")
    assert known(match, ORANGE) == ["floor 4"]
    assert seen(match, ORANGE)["hands"][ORANGE]["cards"] == ["floor 4"]


def test_s316_opened_bids_raise_what_is_known() -> None:
    hands = [["floor 3", "floor 3", "roof 5", "red 6"], ["roof 1", "roof 7", "blue 8"]]
    match = table(asked="bid", auction=1, round=2, hands=hands, known=[["floor 3"], ["roof 1"]])
    bid(match, "floor 3", "floor 3", "red 6")
    bid(match, "roof 1", "blue 8")
    assert match.player == ORANGE
    assert known(match, ORANGE) == []  # the winner's cards are gone
    assert known(match, PURPLE) == ["roof 1", "blue 8"]
    play(match, "place R1")
    bid(match)
    bid(match, "roof 7", "blue 8")
    assert known(match, PURPLE) == ["roof 1"]


def renewed() -> Match:
    """The roof stack consists of discards; three players hold the other roof cards."""
    inside = ["roof 1", "roof 2", "roof 3", "roof 4", "roof 5"]
    rest = sorted((Counter(ROOFS) - Counter(inside)).elements())
    return table(
        3,
        round=2,
        hands=[rest[:3], rest[3:6], rest[6:]],
        known=[rest[:1], rest[3:4], rest[6:7]],
        stacks={"roof": inside},
        renewed=["roof"],
    )


def test_s316_a_renewed_stack_is_known_and_so_is_what_the_hands_hold_together() -> None:
    match = renewed()
    stack = seen(match)["stacks"]["roof"]
    assert stack["cards"] == ["roof 1", "roof 2", "roof 3", "roof 4", "roof 5"]
    assert Counter(stack["hands"]) + Counter(stack["cards"]) == Counter(ROOFS)
    assert seen(match)["stacks"]["floor"]["cards"] is None
    orders, held = set(), set()
    for number in range(60):
        twin = redealt(match, ORANGE, number)
        assert twin["stacks"]["roof"][0] == "roof 1"
        assert sorted(twin["stacks"]["roof"]) == stack["cards"]
        assert twin["hands"][ORANGE] == match.position()["hands"][ORANGE]
        orders.add(tuple(twin["stacks"]["roof"]))
        held.add(tuple(twin["hands"][PURPLE][1:]))
    assert len(orders) > 15
    # Everybody knows Purple's roof 4. Purple also has two of the four unseen cards.
    assert held == {("roof 5", "roof 6"), ("roof 5", "roof 7"), ("roof 6", "roof 7"), ("roof 7", "roof 7")}


def test_s316_with_two_players_a_renewed_kind_has_no_secrets_but_the_order() -> None:
    inside = ["roof 1", "roof 2", "roof 3", "roof 4", "roof 5", "roof 6", "roof 7"]
    hands = [inside[:3], inside[3:]]
    known = [hands[0][:1], hands[1][:2]]
    match = table(2, round=2, hands=hands, known=known, stacks={"roof": inside}, renewed=["roof"])
    for number in range(20):
        assert redealt(match, ORANGE, number)["hands"] == hands
    assert len({tuple(redealt(match, None, number)["hands"][0]) for number in range(40)}) > 3


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_s316_a_redeal_changes_nothing_that_is_known(players: int, seat: int | None) -> None:
    for match in random_play("skyline3000", "standard", players, 5):
        if match.ply % 7:
            continue
        before, twin = match.position(), redealt(match, seat, match.ply)
        same = set(before) - {"game", "variant", "players", "hands", "stacks", "bids"}
        assert {name: before[name] for name in same} == {name: twin[name] for name in same}
        for other in range(players):
            assert not Counter(twin["known"][other]) - Counter(twin["hands"][other])
            assert kinds(twin["hands"][other]) == kinds(before["hands"][other])
            if other == seat or match.over:
                assert twin["hands"][other] == before["hands"][other]
        for kind in KINDS:
            assert len(twin["stacks"][kind]) == len(before["stacks"][kind])
            assert twin["stacks"][kind][:1] == before["stacks"][kind][:1]
        if seat is not None and before["bids"]:
            assert twin["bids"] is None or twin["bids"][seat] == before["bids"][seat]


def kinds(cards: list[str]) -> list[int]:
    return sorted(int(KIND[CARDS.index(card)]) for card in cards)


def test_s316_a_redeal_deals_every_unknown_card_to_every_place() -> None:
    match = table(3, round=2, hands=[["floor 1", "floor 2"], ["floor 3", "floor 4"], []], known=[[], ["floor 3"], []])
    top = seen(match)["stacks"]["floor"]["top"]
    possible = Counter({card: int(COPIES[n]) for n, card in enumerate(CARDS) if KIND[n] == 0})
    possible -= Counter(["floor 1", "floor 2", "floor 3", top])
    found: Counter[str] = Counter()
    for number in range(400):
        hand = redealt(match, ORANGE, number)["hands"][PURPLE]
        found[(Counter(hand) - Counter(["floor 3"])).popitem()[0]] += 1
    assert set(found) == set(possible)
    for card, count in possible.items():  # 20 unseen cards, each equally likely
        assert abs(found[card] - 20 * count) < 45


def test_s316_sealed_bids_are_redealt_and_the_own_one_kept() -> None:
    hands = [["floor 1", "floor 2"], ["floor 3", "floor 4", "red 5", "red 6"], ["floor 5", "roof 6"], ["floor 7"]]
    match = table(4, asked="bid", auction=1, hands=hands)
    bid(match, "floor 2")
    play(match, "lay floor 3")
    bid_sizes = set()
    for number in range(60):
        twin = redealt(match, ORANGE, number)
        bids = twin["bids"]
        assert bids[ORANGE] == ["floor 2"]
        assert not Counter(bids[PURPLE]) - Counter(twin["hands"][PURPLE])
        assert bids[GREEN] == bids[3] == []
        bid_sizes.add(len(bids[PURPLE]))
    assert bid_sizes == {0, 1, 2, 3, 4}
    assert {len(redealt(match, PURPLE, number)["bids"][ORANGE]) for number in range(60)} == {0, 1, 2}
    assert all(redealt(match, PURPLE, number)["bids"][PURPLE] == ["floor 3"] for number in range(20))


def test_s316_at_the_end_only_the_order_of_the_stacks_is_unknown() -> None:
    *_, match = random_play("skyline3000", "standard", 3, 8)
    before = match.position()
    for number in range(10):
        twin = redealt(match, None, number)
        assert twin["hands"] == before["hands"]
        for kind in KINDS:
            assert sorted(twin["stacks"][kind]) == sorted(before["stacks"][kind])
    assert len({str(redealt(match, None, number)["stacks"]) for number in range(10)}) > 1
