"""The hidden information of Skyliners."""

from collections.abc import Iterator

from rooftop.core.secrets import Card, Hand, Number, Secret, Secrets, always, until_the_end
from rooftop.games.skyliners.components import DISTRICTS, ROWS, SEGMENTS
from rooftop.games.skyliners.rules import State


def skyscraper_card(state: State, seat: int) -> Iterator[Card]:
    yield Card("skyscraper cards", (seat,))


def undealt_skyscraper_cards(state: State, nobody: int) -> Iterator[Card]:
    for seat in range(state.players, len(DISTRICTS)):
        yield Card("skyscraper cards", (seat,))


def rows_planned(state: State, seat: int) -> Iterator[Card]:
    for n in plans(state, seat):
        yield Card(("planning cards", seat), (n,))


def rows_in_hand(state: State, seat: int) -> Iterator[Hand]:
    yield Hand(("planning cards", seat), (seat,), range(len(ROWS)))


def numbers_planned(state: State, seat: int) -> Iterator[Number]:
    for n in plans(state, seat):
        yield Number((n,), range(1, SEGMENTS + 1))


def plans(state: State, seat: int) -> list[int]:
    return [n for n in range(state.plans) if state.plan_seat[n] == seat]


SECRETS: Secrets[State] = (
    Secret("district", "SL-11", "others", until_the_end, skyscraper_card),
    Secret("district", "SL-11", "everybody", always, undealt_skyscraper_cards),
    Secret("plan_row", "SL-33", "others", until_the_end, rows_planned),
    Secret("cards", "SL-33", "others", until_the_end, rows_in_hand),
    Secret("planned", "SL-33", "others", until_the_end, numbers_planned),
)
