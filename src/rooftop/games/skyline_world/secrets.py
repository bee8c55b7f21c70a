"""The hidden information of Skyline of the World."""

from collections.abc import Iterator

from rooftop.core.secrets import Box, Card, Hand, Number, Secret, Secrets, always, until_the_end
from rooftop.games.skyline_world.components import MOST_MONEY, NEUTRAL, SUPPLY
from rooftop.games.skyline_world.rules import CLOSED, N_FIGURES, N_MISSIONS, State


def mission(state: State, seat: int) -> Iterator[Card]:
    yield Card("missions", (seat,))


def undealt_missions(state: State, nobody: int) -> Iterator[Box]:
    yield Box("missions", sorted(set(range(N_MISSIONS)) - set(state.mission[: state.players].tolist())))


def bonus_cards(state: State, seat: int) -> Iterator[Hand]:
    yield Hand("bonus cards", (seat,), range(N_FIGURES))


def pile(state: State, nobody: int) -> Iterator[Hand]:
    yield Hand("bonus cards", (), range(N_FIGURES))


def money(state: State, seat: int) -> Iterator[Number]:
    yield Number((seat,), range(MOST_MONEY + 1))


def floors_in_hand(state: State, seat: int) -> Iterator[Number]:
    """At least the floors announced as bought, and none of those announced as sold."""
    for kind in range(NEUTRAL):
        most = not_built(state, seat, kind) - int(state.sold[seat, kind])
        yield Number((seat, kind), range(int(state.bought[seat, kind]), most + 1))


def floors_left(state: State, seat: int) -> Iterator[Number]:
    for kind in range(NEUTRAL):
        yield Number((seat, kind), (not_built(state, seat, kind) - int(state.hand[seat, kind]),))


def not_built(state: State, seat: int, kind: int) -> int:
    return int(SUPPLY[kind]) - int((state.floors[:, kind] == seat).sum())


def neutral_floors(state: State, seat: int) -> Iterator[Card]:
    """The total over all hands is public, and so is an announced purchase."""
    if state.bought[seat, NEUTRAL] == 0:
        yield Card("neutral floors", (seat, NEUTRAL))


def in_closed(state: State) -> bool:
    return state.variant & CLOSED != 0


# Everything about a closed hand was announced when it happened. Views repeat it only as long as the rules say. Players
# with perfect recall, such as bots, know it all the same.
SECRETS: Secrets[State] = (
    Secret("mission", "SW-10", "others", until_the_end, mission),
    Secret("mission", "SW-10", "everybody", until_the_end, undealt_missions),
    Secret("cards", "SW-10", "others", always, bonus_cards),
    Secret("pile", "SW-10", "everybody", always, pile),
    Secret("money", "SW-21", "others", in_closed, money, remembered=True),
    Secret("hand", "SW-33", "others", in_closed, floors_in_hand, remembered=True),
    Secret("supply", "SW-33", "others", in_closed, floors_left, remembered=True),
    Secret("hand", "SW-33", "others", in_closed, neutral_floors, remembered=True),
)
