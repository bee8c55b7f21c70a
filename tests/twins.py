"""Samples from a seat's information set, drawn from the game's declared secrets alone.

They are independent of the rules, in particular of `redeal`, which is under test.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from typing import Any, Protocol

from rooftop.core.game import Game
from rooftop.core.match import Match
from rooftop.core.secrets import NOBODY, Box, Card, Hand, Number, Secret
from rooftop.core.state import Records, State


class Dealer(Protocol):
    """A source of randomness, such as `random.Random`."""

    def shuffle(self, x: list[int], /) -> None: ...

    def choice(self, seq: Sequence[int], /) -> int: ...


class Sorter:
    """A deterministic dealer: it maps an information set to a canonical position."""

    def shuffle(self, cards: list[int], /) -> None:
        cards.sort()

    def choice(self, values: Sequence[int], /) -> int:
        return min(values)


Holder = tuple[str, Card | Hand | Box]
"""A field and a place in it."""


def secrets(game: Game[Any], remembered: bool) -> list[Secret[Any]]:
    """All secrets, or only those that perfect recall does not reveal."""
    return [secret for secret in game.secrets if remembered or not secret.remembered]


def pools(game: Game[Any], state: State, seat: int, remembered: bool) -> dict[Hashable, list[Holder]]:
    """The places of hidden cards, by pool of exchangeable cards."""
    found = defaultdict(list)
    for secret in secrets(game, remembered):
        for place in cards_unknown(secret, state, seat):
            found[place.pool].append((secret.field, place))
    return found


def cards_unknown(secret: Secret[Any], state: State, seat: int) -> Iterator[Card | Hand | Box]:
    for place in secret.unknown_to(state, seat):
        if isinstance(place, Number):
            return  # and so are all its places
        yield place


def without_cards(game: Game[Any], state: State, seat: int, remembered: bool) -> list[Secret[Any]]:
    """The secrets that hide no cards here. Only they may hide numbers, here and after a redeal."""
    return [secret for secret in secrets(game, remembered) if next(cards_unknown(secret, state, seat), None) is None]


def numbers(game: Game[Any], state: State, seat: int, remembered: bool) -> Iterator[tuple[str, Number]]:
    """The hidden numbers. The possible values of each depend on those before it."""
    return numbers_of(secrets(game, remembered), state, seat)


def numbers_of(some_secrets: list[Secret[Any]], state: State, seat: int) -> Iterator[tuple[str, Number]]:
    for secret in some_secrets:
        for place in secret.unknown_to(state, seat):
            if not isinstance(place, Number):
                break  # nor is any of its places
            yield secret.field, place


def cards_in(state: Any, field: str, place: Card | Hand | Box) -> list[int]:
    """The hidden cards of a place."""
    if isinstance(place, Card):
        return [int(state[field][place.at])]
    if isinstance(place, Box):
        return list(place.cards)
    row, known = state[field][place.at].tolist(), place.known
    kept = [0] * len(row) if known is None else known.tolist()
    return [card for card in place.cards for _ in range(row[card] - kept[card])]


def put(state: Any, field: str, place: Card | Hand | Box, cards: list[int]) -> None:
    """Replace the hidden cards of a place."""
    if isinstance(place, Card):
        (state[field][place.at],) = cards
    elif isinstance(place, Hand):
        row, known = state[field][place.at], place.known
        counts = [0] * len(row) if known is None else known.tolist()
        for card in cards:
            counts[card] += 1
        first, end = place.cards.start, place.cards.stop
        row[first:end] = counts[first:end]


def dealt(game: Game[Any], states: Records[State], seat: int | None, dealer: Dealer, remembered: bool = True) -> Any:
    """Sample a position from the information set of the seat or a spectator."""
    twin: Any = states.copy()
    state, whose = twin[0], NOBODY if seat is None else seat
    found: dict[Hashable, list[tuple[Secret[Any], Card | Hand | Box]]] = defaultdict(list)
    others: list[Secret[Any]] = []  # as in `without_cards`
    for secret in secrets(game, remembered):
        unknown = list(cards_unknown(secret, state, whose))
        for place in unknown:
            found[place.pool].append((secret, place))
        if not unknown:
            others.append(secret)
    for n, (pool, places) in enumerate(found.items()):
        holders: list[Holder] = [(secret.field, place) for secret, place in places]
        if n > 0:  # ask for the places again: what a hand keeps may depend on the pools before
            holders = [
                (secret.field, place)
                for secret in {id(secret): secret for secret, _ in places}.values()
                for place in cards_unknown(secret, state, whose)
                if place.pool == pool
            ]
        hidden = [cards_in(state, *holder) for holder in holders]
        cards = [card for held in hidden for card in held]
        dealer.shuffle(cards)
        for holder, held in zip(holders, hidden, strict=True):
            put(state, *holder, [cards.pop() for _ in held])
    for field, number in numbers_of(others, state, whose):
        state[field][number.at] = dealer.choice(number.values)
    return twin


def twin(match: Match, seat: int | None, dealer: Dealer, remembered: bool = True) -> Match:
    """A match with the same history whose current position is sampled from the seat's information set."""
    other = match.copy()
    other._states = dealt(match.game, match._states, seat, dealer, remembered)
    other._refresh()
    return other


def public(match: Match) -> bytes:
    """The fields that hide nothing: where they differ, so does what everybody knows."""
    hidden = {secret.field for secret in match.game.secrets}
    state: Any = match._states
    return b"".join(state[field].tobytes() for field in state.dtype.names if field not in hidden)


def known(match: Match, seat: int | None) -> bytes:
    """A canonical form of the seat's information set."""
    return bytes(dealt(match.game, match._states, seat, Sorter()).tobytes())
