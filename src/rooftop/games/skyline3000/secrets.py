"""The hidden information of Skyline 3000."""

from collections.abc import Iterator

from rooftop.core.secrets import Card, Hand, Number, Secret, Secrets, always, until_the_end
from rooftop.games.skyline3000.components import FIRST_CARD, FIRST_PLACE, KINDS
from rooftop.games.skyline3000.rules import BID, CARD_COUNT, State


def unseen_cards(state: State, seat: int) -> Iterator[Hand]:
    for kind, name in enumerate(KINDS):
        yield Hand(name, (seat,), range(FIRST_CARD[kind], FIRST_CARD[kind + 1]), state.known[seat].copy())


def below_the_top(state: State, nobody: int) -> Iterator[Card]:
    """Until a stack is renewed, its cards share a pool with the unseen cards in hands. Then its cards are public, but
    not their order."""
    for kind, name in enumerate(KINDS):
        for place in range(state.stacked[kind] - 1):
            yield Card(f"{name} stack" if state.renewed[kind] else name, (int(FIRST_PLACE[kind]) + place,))


def laid_cards(state: State, seat: int) -> Iterator[Number]:
    """Those already asked may have laid any cards, or none."""
    turn, asked = ((int(n) - int(state.key)) % int(state.players) for n in (seat, state.player))
    for card in range(CARD_COUNT) if turn <= asked else ():
        yield Number((seat, card), range(int(state.hand[seat, card]) + 1))


def while_bids_are_sealed(state: State) -> bool:
    return state.asked == BID


SECRETS: Secrets[State] = (
    Secret("hand", "S3-16", "others", until_the_end, unseen_cards),
    Secret("stack", "S3-16", "everybody", always, below_the_top),
    Secret("bid", "S3-30", "others", while_bids_are_sealed, laid_cards),
)
