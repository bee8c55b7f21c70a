"""The hidden information of New York 1901."""

from collections.abc import Iterator

from rooftop.core.secrets import Card, Secret, Secrets, always
from rooftop.games.newyork1901.rules import State


def future_market(state: State, nobody: int) -> Iterator[Card]:
    """Its order, except for the cards given back, at the bottom."""
    for place in range(state.returned, state.stacked):
        yield Card("future market", (place,))


SECRETS: Secrets[State] = (Secret("stack", "NY-12", "everybody", always, future_market),)
