"""The hidden information of Skyline 3000."""

from collections.abc import Iterator

import numpy as np

from rooftop.core.rule import Ints
from rooftop.core.secrets import Card, Hand, Number, Secret, Secrets, always, until_the_end
from rooftop.games.skyline3000.components import DEALT, FIRST_CARD, FIRST_PLACE, KIND, KINDS
from rooftop.games.skyline3000.position import fewest_drawn, most_drawn
from rooftop.games.skyline3000.rules import AMENITY, BID, CARD_COUNT, NONE, OPEN, State

# --- for perfect recall --------------------------------------------------------------------------------------


def unseen_cards(state: State, seat: int) -> Iterator[Hand]:
    for kind, name in enumerate(KINDS):
        yield Hand(name, (seat,), cards_of(kind), state.known[seat].copy())


def cards_of(kind: int) -> range:
    return range(FIRST_CARD[kind], FIRST_CARD[kind + 1])


def below_the_top(state: State, nobody: int) -> Iterator[Card]:
    """Until a stack is renewed, its cards share a pool with the unseen cards in hands. Then its cards are public, but
    not their order."""
    for kind, name in enumerate(KINDS):
        for place in places_below_the_top(state, kind):
            yield Card(f"{name} stack" if state.renewed[kind] else name, (place,))


def places_below_the_top(state: State, kind: int) -> range:
    first = int(FIRST_PLACE[kind])
    return range(first, first + int(state.stacked[kind]) - 1)


def laid_cards(state: State, seat: int) -> Iterator[Number]:
    """Those already asked may have laid any cards, or none."""
    turn, asked = ((int(n) - int(state.key)) % int(state.players) for n in (seat, state.player))
    if turn <= asked:
        for card, held in enumerate(state.hand[seat].tolist()):
            yield Number((seat, card), range(held + 1))


def while_bids_are_sealed(state: State) -> bool:
    return state.asked == BID


# --- without it ----------------------------------------------------------------------------------------------

# In `standard`, hands and discards are exchanged twice: first cards of all kinds, as far as the kinds in a hand can be
# others, then those of each kind, with the stack.


def hand_of_other_kinds(state: State, seat: int) -> Iterator[Hand]:
    """As many cards can be of any kind as the owner may have drawn besides those that are certain. Where a stack is
    empty, none of its kind is discarded."""
    free = np.where(state.stacked[KIND] > 0, state.hand[seat] - shown_bid(state, seat), 0)
    count = most_drawn(state, seat) - fewest_drawn(state, seat)
    exchanged = np.diff(np.minimum(np.cumsum(free), count), prepend=0)
    yield Hand("all kinds", (seat,), range(CARD_COUNT), state.hand[seat] - exchanged)


def discards_of_other_kinds(state: State, nobody: int) -> Iterator[Hand]:
    yield Hand("all kinds", (), range(CARD_COUNT), shown_discards(state))


def hand_of_other_cards(state: State, seat: int) -> Iterator[Hand]:
    for kind, name in enumerate(KINDS):
        yield Hand(f"all {name} cards", (seat,), cards_of(kind), shown_bid(state, seat))


def other_discards(state: State, nobody: int) -> Iterator[Hand]:
    for kind, name in enumerate(KINDS):
        yield Hand(f"all {name} cards", (), cards_of(kind), shown_discards(state))


def other_stacks(state: State, nobody: int) -> Iterator[Card]:
    for kind, name in enumerate(KINDS):
        for place in places_below_the_top(state, kind):
            yield Card(f"all {name} cards", (place,))


def shown_bid(state: State, seat: int) -> Ints:
    """The cards in hand that lie open as a bid; the winner's are discarded."""
    lies_open = state.asked == AMENITY and seat != state.player
    return state.bid[seat] * int(lies_open)


def shown_discards(state: State) -> Ints:
    """The card in use and the winning bid, as far as they are not in a stack already."""
    shown = np.zeros(CARD_COUNT, int)
    if state.card != NONE:
        shown[state.card] = 1
    if state.asked == AMENITY:
        shown += state.bid[state.player]
    return np.minimum(shown, state.discards)


def seen_cards(state: State, nobody: int) -> Iterator[Number]:
    """At least an opened bid, and all but as many as were dealt."""
    for seat in range(state.players):
        hand, bid = state.hand[seat].tolist(), shown_bid(state, seat).tolist()
        for kind in range(len(KINDS)):
            unseen = int(DEALT[kind])
            for card in cards_of(kind):
                yield Number((seat, card), range(max(bid[card], hand[card] - unseen), hand[card] + 1))
                unseen -= hand[card] - int(state.known[seat, card])


def renewals(state: State, nobody: int) -> Iterator[Number]:
    """The card in use may be the stack."""
    for kind in range(len(KINDS)):
        if state.card == NONE or KIND[state.card] != kind:
            yield Number((kind,), range(2))


def in_standard(state: State) -> bool:
    return state.variant != OPEN


def in_standard_until_the_end(state: State) -> bool:
    return in_standard(state) and until_the_end(state)


def in_standard_while_no_bid_is_shown(state: State) -> bool:
    """A bid that is shown may have become a stack."""
    return in_standard(state) and state.asked != AMENITY


# Every card was shown when it was drawn, bid or played. In `standard` no view repeats it. Players with perfect recall,
# such as bots, know it all the same.
SECRETS: Secrets[State] = (
    Secret("hand", "S3-16", "others", until_the_end, unseen_cards),
    Secret("stack", "S3-16", "everybody", always, below_the_top),
    Secret("bid", "S3-30", "others", while_bids_are_sealed, laid_cards),
    Secret("hand", "S3-16", "others", in_standard_until_the_end, hand_of_other_kinds, remembered=True),
    Secret("discards", "S3-14", "everybody", in_standard, discards_of_other_kinds, remembered=True),
    Secret("hand", "S3-16", "others", in_standard_until_the_end, hand_of_other_cards, remembered=True),
    Secret("discards", "S3-14", "everybody", in_standard, other_discards, remembered=True),
    Secret("stack", "S3-16", "everybody", in_standard_while_no_bid_is_shown, other_stacks, remembered=True),
    Secret("known", "S3-16", "everybody", in_standard, seen_cards, remembered=True),
    Secret("renewed", "S3-16", "everybody", in_standard_while_no_bid_is_shown, renewals, remembered=True),
)
