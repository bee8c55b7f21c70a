"""Updates are equal byte for byte for all positions of a viewer's information set.

The tests compare every update of random games, for each seat and for spectators. They run without sockets, so they can
check every decision; `test_secrets.py` samples over real sockets.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from copy import copy

import pytest

from rooftop.core.errors import RooftopError
from rooftop.core.game import find_game, games
from rooftop.core.match import Match
from rooftop.core.messages import LANGUAGES
from rooftop.server.domain import decisions
from rooftop.server.domain.events import Event
from rooftop.server.domain.people import Person
from rooftop.server.domain.table import CACHED_PROPERTIES, Table
from rooftop.server.service.live import LiveTable
from rooftop.server.service.views import TableUpdate, Viewer, trial
from twins import known, public, twin

VARIANTS = [(name, variant) for name in games() for variant in find_game(name).variants]
TRIED = 16
"""Alternative decisions to try when searching for one that a viewer cannot distinguish from the real one."""

ANN, BOB, EVE = (Person(name.lower(), name) for name in ("Ann", "Bob", "Eve"))


def table_of_two_screens(game: str, variant: str, number: int) -> Table:
    """A started game at a private table where Ann and Bob alternate and hold several seats each."""
    seats = max(find_game(game).players)
    plans = [{"who": "me" if seat % 2 == 0 else "anyone"} for seat in range(seats)]
    _, created = decisions.create(ANN, game, variant, plans, listed=False, hints=False)
    table = Table.of(Event("table", 1, "created", {**created, "invitation": "come"}, 0))
    for seat in range(1, seats, 2):
        table = after(table, "joined", {"seat": seat, "person": BOB.id, "name": f"Bob {seat}"})
    return after(table, "started", {"seed": str(number)})


def after(table: Table, kind: str, data: dict[str, object]) -> Table:
    return table.after(Event(table.id, table.number + 1, kind, data, 0))


def viewers(table: Table, language: str) -> Iterator[Viewer]:
    """All viewers: each seat and a spectator."""
    for seat, chair in enumerate(table.chairs):
        yield Viewer(ANN if chair.person == ANN.id else BOB, seat, language)
    yield Viewer(EVE, None, language)


def with_match(live: LiveTable, match: Match) -> LiveTable:
    """A copy of the table with another match."""
    table = copy(live.table)
    for name in CACHED_PROPERTIES:
        table.__dict__.pop(name, None)
    table.match = match
    table.number, table.moment = table.number + 3, table.moment + 3  # counters of secret decisions must not leak
    other = LiveTable(table)
    for key, log in live._logs.items():
        copied = other._logs[key] = copy(log)
        copied.lines, copied._ends, copied._since = log.lines.copy(), log._ends.copy(), log._since.copy()
    return other


def can_be_asked_for(live: LiveTable, viewer: Viewer, numbers: list[int]) -> list[object]:
    """All responses to a viewer: the update, the list entry, and trials and refusals of moves."""
    table, match = live.table, live.table.playing
    said: list[object] = [live.update(viewer).as_json(), table.index_entry.summary]
    if viewer.person is None or viewer.seat is None:
        return said
    for number in numbers:
        try:
            decisions.check_move(table, viewer.seat, number, lambda _: True)
            said.append(trial(match, viewer.seat, number))
        except RooftopError as refused:
            said.append(refused.message.say(viewer.language))
    said.append(decisions.last_to_take_back(table, viewer.seat) is not None)
    return said


def pushed(live: LiveTable, earlier: TableUpdate, viewer: Viewer) -> bytes | None:
    """What a viewer with an earlier update is sent, or None."""
    update = live.update(viewer)
    return None if update.same_as(earlier) else update.as_json(earlier)


def decide(live: LiveTable, move: int) -> None:
    data = {"seat": live.table.player, "move": move}
    event = Event(live.table.id, live.table.number + 1, "moved", data, 0)
    live.advance(event)


def unnoticed(match: Match, like_it: Match, seat: int | None, move: int, others: list[int]) -> int | None:
    """A decision at an indistinguishable table after which the seat knows exactly what it knows after the real move.
    Tries `others` first, then the same move."""
    now = after_a_move(match, move)
    shows, knows = public(now), known(now, seat)
    for tried in [*others, move]:
        if tried in like_it.legal:
            then = after_a_move(like_it, tried)
            if public(then) == shows and known(then, seat) == knows:
                return tried
    return None


def is_sealed(match: Match, move: int, others: list[int]) -> bool:
    """Whether a spectator sees the same after another decision. This asks the views and the log, not the declaration of
    secrets from which `unnoticed` is derived."""
    now = after_a_move(match, move)
    afters = (after_a_move(match, other) for other in others if other != move)
    return any(looks_the_same(now, then, match.ply) for then in afters)


def looks_the_same(one: Match, other: Match, since: int) -> bool:
    return one.told(None, since) == other.told(None, since) and one.view(None) == other.view(None)


def after_a_move(match: Match, move: int) -> Match:
    then = match.copy()
    then.play(move)
    return then


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_updates_are_equal_byte_for_byte_at_indistinguishable_tables(game: str, variant: str) -> None:
    number = VARIANTS.index((game, variant))
    live, chooser, compared = (
        LiveTable(table_of_two_screens(game, variant, number)),
        random.Random(number),
        Counter[str](),
    )
    while not live.table.playing.over:
        match = live.table.playing
        move = chooser.choice(match.legal)
        asked = [*some(match.legal, 2, chooser), chooser.randrange(match.game.moves)]
        everybody = list(viewers(live.table, LANGUAGES[match.ply % len(LANGUAGES)]))
        onlooker = chooser.choice([viewer for viewer in everybody if viewer.seat != match.player])
        compared["sealed"] = compared["sealed"] or is_sealed(match, move, some(match.legal, TRIED, chooser))
        updates, twins = {}, {}
        for viewer in everybody:
            other = with_match(live, twin(match, viewer.seat, chooser, remembered=False))
            compared["positions"] += other.table.playing._states.tobytes() != match._states.tobytes()
            assert can_be_asked_for(other, viewer, asked) == can_be_asked_for(live, viewer, asked)
            others = some(other.table.playing.legal, TRIED, chooser) if viewer is onlooker else []
            decision = unnoticed(match, other.table.playing, viewer.seat, move, others)
            if decision is not None:
                compared["secrets"] += decision != move
                updates[viewer], twins[viewer] = live.update(viewer), other
                decide(other, decision)
        decide(live, move)
        for viewer, other in twins.items():
            compared["pushes"] += 1
            assert pushed(other, updates[viewer], viewer) == pushed(live, updates[viewer], viewer)
    assert min(compared["positions"], compared["pushes"]) > 2 * live.table.playing.ply
    assert bool(compared["secrets"]) == bool(compared["sealed"]), "plans and bids are compared, where there are any"


def some(moves: Sequence[int], count: int, chooser: random.Random) -> list[int]:
    return chooser.sample(moves, min(count, len(moves)))
