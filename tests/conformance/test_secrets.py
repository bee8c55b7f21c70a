"""Secrecy: all positions of an information set, sampled from the declared secrets, look the same to the seat in every
output, and `redeal` resamples exactly the declared secrets."""

import json
import random
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from math import comb, factorial, prod
from types import MappingProxyType
from typing import Any, TypeVar

import numpy as np
import pytest
from hypothesis import settings

from rooftop.core.dice import dice
from rooftop.core.errors import IllegalMove
from rooftop.core.game import Game, find_game, games
from rooftop.core.match import Match
from rooftop.core.messages import LogLine
from rooftop.core.observation import NUMBER, size_of
from rooftop.core.rule import JIT
from rooftop.core.secrets import NOBODY, Box, Card, Hand, Number
from rooftop.core.state import Records, State
from tables import TABLES, every_table, moments
from twins import Holder, cards_in, dealt, known, numbers_of, pools, public, secrets, twin, without_cards

Thing = TypeVar("Thing")

REFUSED = 3
"""Random moves of each action that a seat tries in every position."""
DECISIONS = 6
"""Random legal moves that are told in every position."""
DEALS = 150 if not JIT else 20_000 if settings.get_current_profile_name() == "long" else 1000
"""Determinizations per position and seat. What is likelier than about 21 in DEALS must be among them."""
NUMBERS = 400
"""How many of them check the hidden numbers."""
MOST_CARDS = 64
"""Upper bound on card numbers in any game."""
PAIRS = 40
"""Pairs of hidden values that are looked at together, of each position and seat."""
SHUFFLES = 400
"""Shuffles of a pool that tell what is likely of two places."""
SEALED = (("skyliners", "planned"), ("skyline3000", "bid"))
"""Fields that a decision fills secretly: others must not know which decision it was."""
NEVER = 1e-9
"""Probability below which an event counts as impossible."""


# --- outputs -------------------------------------------------------------------------------------------------


def sent(match: Match, seat: int | None, since: int = 0) -> Iterator[str]:
    """Every output for a seat or a spectator. The log begins at decision number `since`."""
    view = match.view(seat)
    yield json.dumps(view)
    yield json.dumps(match.log(seat, since=since))
    yield repr(match.told(seat, since))
    yield json.dumps(match.game.board.draw(view, "en", match.seat_names()))
    if seat is not None:
        tensor = np.zeros(size_of(match.game.observation.PLANES), NUMBER)
        match.game.observation.observe(match._state, seat, tensor)
        yield tensor.tobytes().hex()
    if seat is not None and seat == match.player:
        yield from refusals(match)
        yield str(match.unnoticed_moves())


def refusals(match: Match) -> Iterator[str]:
    """The answers to randomly chosen moves."""
    chooser = random.Random(match.ply)
    for moves in moves_by_action(match.game.name):
        for move in chooser.sample(moves, min(REFUSED, len(moves))):
            try:
                yield match.check(move).text
            except IllegalMove as refused:
                yield f"{refused.rule} {refused}"


@cache
def moves_by_action(game: str) -> list[list[int]]:
    """All move numbers of a game: those that build, those that pass, and so on."""
    match, moves = Match(game, seed=1), defaultdict(list)
    for move in range(match.game.moves):
        moves[match.game.words.data(match.state, move)["action"]].append(move)
    return list(moves.values())


@every_table
def test_secrets_hold(game: str, variant: str, players: int) -> None:
    for match in moments(game, variant, players, 7, 25):
        for seat in (None, *range(players)):
            since = max(0, match.ply - 1)  # older log lines do not depend on the current position
            dealer, before = random.Random(match.ply), list(sent(match, seat, since))
            for _ in range(2):
                assert list(sent(twin(match, seat, dealer), seat, since)) == before


@every_table
def test_decisions_that_a_seat_cannot_tell_apart_are_told_alike(game: str, variant: str, players: int) -> None:
    """Neither a secret before a decision nor the decision itself is told to whom it is hidden from."""
    compared = 0
    for match in moments(game, variant, players, 12, 25):
        dealer, here = random.Random(match.ply), list(some_decisions(match, random.Random(match.ply)))
        for seat in (None, *range(players)):
            there = [] if match.over else some_decisions(twin(match, seat, dealer), random.Random(match.ply))
            told: dict[bytes, list[LogLine]] = {known(match, seat): []}  # what leaves no trace is not told
            for after in alike_in_public(match, *here, *there):
                lines, same = after.told(seat, match.ply), known(after, seat)
                compared += same in told
                assert told.setdefault(same, lines) == lines
    assert compared


def alike_in_public(before: Match, *afters: Match) -> list[Match]:
    """The matches that look like another one, or like that before, to whom all secrets are hidden. Everybody can tell
    the others apart."""
    shown = Counter(public(match) for match in (before, *afters))
    return [after for after in afters if shown[public(after)] > 1]


def some_decisions(match: Match, chooser: random.Random) -> Iterator[Match]:
    """The match after each of some legal moves."""
    for move in chooser.sample(match.legal, min(DECISIONS, len(match.legal))):
        after = match.copy()
        after.play(move)
        yield after


@every_table
def test_others_know_the_same_after_any_sealed_decision(game: str, variant: str, players: int) -> None:
    """No twin shows that the declaration lacks a field: what it does not list is public."""
    for field in (field for name, field in SEALED if name == game):
        for match in moments(game, variant, players, 13, 25):
            afters = [after for after in some_decisions(match, random.Random(match.ply)) if not after.over]
            before: Any = match._state
            sealed = [after for after in afters if (getattr(after._state, field) > before[field]).any()]
            for seat in {None, *range(players)} - {match.player}:
                assert len({known(after, seat) for after in sealed}) <= 1


@every_table
def test_a_twin_is_a_position_that_the_table_can_show(game: str, variant: str, players: int) -> None:
    for match in moments(game, variant, players, 8, 10):
        for seat in (None, *range(players)):
            other = twin(match, seat, random.Random(match.ply))
            assert Match.from_position(other.position(), seed=1)._states.tobytes() == other._states.tobytes()


@every_table
def test_an_entry_hides_cards_or_numbers(game: str, variant: str, players: int) -> None:
    """Twins would not vary the numbers of an entry that begins with cards, nor its cards if it begins with numbers."""
    for match in moments(game, variant, players, 8, 10):
        for secret in match.game.secrets:
            assert len({isinstance(place, Number) for place in secret.unknown_to(match._state, NOBODY)}) <= 1


@pytest.mark.parametrize("game", games())
def test_twins_differ_in_every_field_of_the_table_of_secrets(game: str) -> None:
    differ = set()
    for table in TABLES:
        if table[0] == game:
            for match in moments(*table, 3, 60):
                here, other = match._states, dealt(match.game, match._states, None, random.Random(match.ply))
                differ |= {field for field in other.dtype.names if (other[field] != np.array(here)[field]).any()}
    assert differ == {secret.field for secret in find_game(game).secrets}


# --- information sets ----------------------------------------------------------------------------------------


@every_table
def test_positions_that_a_seat_cannot_tell_apart_are_redealt_to_the_same(game: str, variant: str, players: int) -> None:
    for match in moments(game, variant, players, 9, 20):
        for seat in (NOBODY, *range(players)):
            here = redealt(match.game, match._states, seat, 2)
            other = dealt(match.game, match._states, seat, random.Random(match.ply), remembered=False)
            assert redealt(match.game, other, seat, 2).tobytes() == here.tobytes()


@every_table
def test_whether_a_decision_can_be_taken_back_tells_nothing(game: str, variant: str, players: int) -> None:
    for match in moments(game, variant, players, 10, 20):
        if match.ply:
            mover, _ = match.history[-1]
            other = twin(match, mover, random.Random(match.ply), remembered=False)
            assert other.showed_nothing() == match.showed_nothing()


# --- redeal --------------------------------------------------------------------------------------------------


def redealt(game: Game[Any], states: Records[State], seat: int, count: int) -> Any:
    """`count` determinizations of the position for the seat."""
    deals, roller = np.array(states).repeat(count), dice(seat)
    for state in deals:
        game.rules.redeal(state, seat, roller)
    return deals


@every_table
def test_a_redeal_deals_every_secret_and_nothing_else(game: str, variant: str, players: int) -> None:
    """Every hidden place takes every possible value. All other places keep theirs."""
    for match in moments(game, variant, players, 11, 6):
        for seat in (NOBODY, *range(players)):
            deals = redealt(match.game, match._states, seat, DEALS)
            for holders in pools(match.game, match._state, seat, remembered=False).values():
                check_pool(match._state, holders, deals)
            rolled = list(hidden_numbers(match, deals[:NUMBERS], seat))
            check_numbers(rolled)
            check_pairs(match, deals, seat, rolled)
            check_the_rest(match, deals, seat)


def check_pool(state: State, holders: list[Holder], deals: Any) -> None:
    """The pool keeps its cards, each card reaches every place, and a small pool takes every arrangement."""
    cards = Counter(card for holder in holders for card in cards_in(state, *holder))
    found = np.zeros((len(deals), MOST_CARDS), int)
    places = []
    for field, place in holders:
        if not isinstance(place, Box):
            where, held = f"{field}{place.at}", len(cards_in(state, field, place))
            counts = counted(deals, field, place)
            assert not np.delete(counts, list(cards), axis=1).any(), f"{where} gets cards from elsewhere"
            assert (counts.sum(axis=1) == held).all(), f"{where} has more or fewer cards"
            for card, copies in cards.items():
                check_copies(where, card, set(counts[:, card].tolist()), chances(copies, held, cards.total()))
                found[:, card] += counts[:, card]
            by_card = np.ascontiguousarray(counts.T)
            for pair in combinations(cards, 2) if held > 1 else ():
                check_both(where, pair, by_card, cards, held)
            places.append(counts[:, list(cards)])
    for card, copies in cards.items():
        assert found[:, card].max(initial=0) <= copies, f"there are more of {card} than before"
    sizes = tuple(len(cards_in(state, *holder)) for holder in holders)
    check_places_together(holders, places, cards)
    if places and must_happen(rarest(cards.values(), sizes), DEALS):
        ways = len(np.unique(np.hstack(places), axis=0))
        assert ways == arrangements(tuple(cards.values()), sizes), f"{holders} take only {ways} arrangements"


def check_places_together(holders: list[Holder], places: list[Any], cards: Counter[int]) -> None:
    """A hand and another place have high cards both, neither, and either alone, as far as that is likely when cards are
    shuffled. `places` are the copies of each card there, in every deal. `check_pairs` looks at places of one card."""
    if not cards or not any(isinstance(place, Hand) for _, place in holders):
        return
    sizes = np.array([int(counts[0].sum()) for counts in places])
    found = pairs_of(np.column_stack([counts @ list(cards) for counts in places]), sizes, cards)
    likely = pairs_of(shuffled(tuple(cards.elements()), sizes), sizes, cards) / SHUFFLES
    missing = np.argwhere(must_happen(likely / 2, len(places[0])) & (found == 0))
    where = [f"{field}{place.at}" for field, place in holders if not isinstance(place, Box)]
    never = [f"{where[one]} and {where[other]} are never {HIGH_OR_LOW[kind]}" for kind, one, other in missing]
    assert not never, never[0]


HIGH_OR_LOW = ("both high", "high and low", "both low")


def pairs_of(sums: Any, sizes: Any, cards: Counter[int]) -> Any:
    """For every two places, how often the cards of both are above the mean of the pool, of the first alone, of none."""
    mean = sum(cards.elements()) / cards.total()
    high = (sums > sizes * mean).astype(int)  # products of floats would wake the threads of BLAS
    return np.array([high.T @ high, high.T @ (1 - high), (1 - high).T @ (1 - high)])


def shuffled(cards: tuple[int, ...], sizes: Any) -> Any:
    """The sums of the cards in places of these sizes, in every shuffle."""
    rows = np.random.default_rng(1).permuted(np.tile(cards, (SHUFFLES, 1)), axis=1)
    sums, ends = np.cumsum(np.insert(rows, 0, 0, axis=1), axis=1), np.cumsum(sizes)
    return sums[:, ends] - sums[:, ends - sizes]


def rarest(copies: Iterable[int], sizes: Iterable[int]) -> float:
    """A lower bound on the chance of any arrangement of cards, given by the copies of each, in places of these
    sizes."""
    return max(prod(map(factorial, counts)) / factorial(sum(counts)) for counts in (list(copies), list(sizes)))


def arrangements(copies: tuple[int, ...], sizes: tuple[int, ...]) -> int:
    """In how many ways such cards can fill such places."""
    return sum(arrangements(left, sizes[1:]) for left in without_a_hand(copies, sizes[0])) if sizes else 1


def without_a_hand(copies: tuple[int, ...], size: int) -> Iterator[tuple[int, ...]]:
    """What is left of the copies of each card after every possible hand of that size."""
    if not copies:
        yield ()
        return
    first, *rest = copies
    for taken in range(max(0, size - sum(rest)), min(first, size) + 1):
        for left in without_a_hand(tuple(rest), size - taken):
            yield first - taken, *left


def counted(deals: Any, field: str, place: Card | Hand) -> Any:
    """The number of each hidden card in a place, per deal."""
    there = deals[field][(slice(None), *place.at)].astype(int)
    if isinstance(place, Card):
        return there[:, None] == np.arange(MOST_CARDS)
    counts = np.zeros((len(deals), MOST_CARDS), int)
    counts[:, place.cards] = (there if place.known is None else there - place.known)[:, place.cards]
    return counts


def chances(copies: int, held: int, hidden: int) -> dict[int, float]:
    """The hypergeometric distribution of the copies of a card in one hand."""
    ways = {count: comb(copies, count) * comb(hidden - copies, held - count) for count in range(held + 1)}
    return {count: ways[count] / comb(hidden, held) for count in ways if ways[count]}


def check_copies(where: str, card: int, seen: set[int], possible: dict[int, float]) -> None:
    assert seen <= set(possible), f"{where} has {seen} of {card}"
    missing = {count for count, chance in possible.items() if must_happen(chance, DEALS)} - seen
    assert not missing, f"{where} never has {missing} of {card}"


def check_both(where: str, pair: tuple[int, int], by_card: Any, cards: Counter[int], held: int) -> None:
    """A hand has every combination of the copies of two cards. `by_card` are the copies of each card, in every deal."""
    first, second = (by_card[card] for card in pair)
    seen = np.bincount(first * (held + 1) + second, minlength=(held + 1) ** 2)
    one, other = (cards[card] for card in pair)
    for n, m in likely_copies(one, other, cards.total(), held, len(first)):
        assert seen[n * (held + 1) + m], f"{where} never has {n} of {pair[0]} and {m} of {pair[1]}"


@cache
def likely_copies(one: int, other: int, total: int, held: int, times: int) -> list[tuple[int, int]]:
    """How many copies of two cards a hand must have at some time, if it is dealt so many times."""
    found, rest = [], total - one - other
    for n, m in product(range(min(one, held) + 1), range(min(other, held) + 1)):
        ways = comb(one, n) * comb(other, m) * comb(rest, held - n - m) if n + m <= held else 0
        if must_happen(ways / comb(total, held), times):
            found.append((n, m))
    return found


def must_happen(chance: Any, times: int) -> Any:
    """Of one chance, or of each of an array."""
    return (1 - chance) ** times < NEVER


Rolled = list[tuple[str, Number, int]]
"""The hidden numbers of a deal: field, place and value."""


def hidden_numbers(match: Match, deals: Any, seat: int) -> Iterator[Rolled]:
    some_secrets = without_cards(match.game, match._state, seat, remembered=False)
    for state in deals:
        yield [(field, number, int(state[field][number.at])) for field, number in numbers_of(some_secrets, state, seat)]


def check_numbers(rolled: list[Rolled]) -> None:
    """Every number has only possible values, and takes all of them."""
    seen: dict[tuple[str, Number], Counter[int]] = defaultdict(Counter)
    for deal in rolled:
        for field, number, value in deal:
            seen[field, number][value] += 1
    for (field, number), counts in seen.items():
        assert set(counts) <= set(number.values), f"{field}{number.at} is none of {number.values}"
        if must_happen(1 / len(number.values), counts.total()):
            assert set(counts) == set(number.values), f"{field}{number.at} is only {set(counts)}"


def check_pairs(match: Match, deals: Any, seat: int, rolled: list[Rolled]) -> None:
    """Two hidden values take every combination: none depends on another."""
    chooser = random.Random(match.ply)
    for one, other in some_pairs(list(single_cards(match, deals, seat)), chooser):
        combined = Counter(zip(one.values, other.values, strict=True))
        for card, second in product(one.cards, other.cards):
            if must_happen(one.chance(card) * other.chance(second, {one.pool: card}), len(one.values)):
                assert combined[card, second], f"{one.where} is never {card} while {other.where} is {second}"
    rows = [{(field, number.at): (value, number.values) for field, number, value in deal} for deal in rolled]
    for where, there in some_pairs(sorted(rows[0]), chooser):
        check_pair_of_numbers(where, there, [(row[where], row[there]) for row in rows if {where, there} <= row.keys()])
    check_kinds(list(cards_held(match, deals, seat)), list(numbers_rolled(rows)), chooser)


def check_kinds(held: "list[Column]", rolled: "list[Column]", chooser: random.Random) -> None:
    """Cards of different pools, and numbers and cards."""
    numbered = {pool: n for n, pool in enumerate(dict.fromkeys(column.pool for column in held))}
    kinds = np.array([numbered[column.pool] for column in held])
    ones, others = np.nonzero(np.triu(kinds[:, None] != kinds))  # the pairs of cards; there are very many
    pairs = range(len(ones) + len(rolled) * len(held))
    for n in chooser.sample(pairs, min(PAIRS, len(pairs))):
        if n < len(ones):
            check_independence(held[ones[n]], held[others[n]])
        else:
            number, card = divmod(n - len(ones), len(held))
            check_independence(rolled[number], held[card])


def check_pair_of_numbers(where: object, there: object, seen: list[tuple[Any, Any]]) -> None:
    """The possible values may differ from deal to deal."""
    combined: dict[tuple[Any, Any], Counter[tuple[int, int]]] = defaultdict(Counter)
    for (one, possible), (other, likewise) in seen:
        combined[possible, likewise][one, other] += 1
    for (possible, likewise), counts in combined.items():
        if must_happen(1 / (len(possible) * len(likewise)), counts.total()):
            missing = set(product(possible, likewise)) - counts.keys()
            assert not missing, f"{where} and {there} are never {missing}"


@dataclass(frozen=True)
class Column:
    """One hidden number of a position, in every deal: a value, or how often a card is in a place."""

    where: str
    pool: Hashable
    """Of the card. Columns of one pool depend on each other."""
    numbers: Any
    among: Any
    """A number for the possible values, which may differ from deal to deal."""


def cards_held(match: Match, deals: Any, seat: int) -> Iterator[Column]:
    for pool, holders in pools(match.game, match._state, seat, remembered=False).items():
        cards = sorted({card for holder in holders for card in cards_in(match._state, *holder)})
        for field, place in holders:
            if not isinstance(place, Box):
                counts = counted(deals, field, place)
                for card in cards:
                    where = f"{card} in {field}{place.at}"
                    yield Column(where, pool, counts[:, card].astype(int), np.zeros(len(deals), int))


def numbers_rolled(rows: list[dict[Any, Any]]) -> Iterator[Column]:
    for field, at in rows[0]:
        if all((field, at) in row for row in rows):
            rolled, possible = zip(*(row[field, at] for row in rows), strict=True)
            kinds = {values: number for number, values in enumerate(dict.fromkeys(possible))}
            yield Column(f"{field}{at}", None, np.array(rolled), np.array([kinds[values] for values in possible]))


def check_independence(one: Column, other: Column) -> None:
    """What is dealt from different pools, or rolled, takes every combination that is likely by its parts."""
    count = min(len(one.numbers), len(other.numbers))
    for kind in set(one.among[:count].tolist()):
        chosen = one.among[:count] == kind
        firsts, seconds = one.numbers[:count][chosen].tolist(), other.numbers[:count][chosen].tolist()
        seen, total = set(zip(firsts, seconds, strict=True)), len(firsts)
        for (first, n), (second, m) in product(Counter(firsts).items(), Counter(seconds).items()):
            if must_happen(n * m / total**2, total):
                assert (first, second) in seen, f"{one.where} is never {first} while {other.where} is {second}"


@dataclass(frozen=True)
class HiddenCard:
    """A place of one hidden card."""

    where: str
    pool: Hashable
    cards: Counter[int]
    """Of its pool."""
    total: int
    """How many they are."""
    values: list[int]
    """The card in every deal."""

    def chance(self, card: int, taken: Mapping[Hashable, int] = MappingProxyType({})) -> float:
        """That the card is here, when one was taken from a pool."""
        gone = self.pool in taken
        return (self.cards[card] - (gone and taken[self.pool] == card)) / (self.total - gone)


def single_cards(match: Match, deals: Any, seat: int) -> Iterator[HiddenCard]:
    for pool, holders in pools(match.game, match._state, seat, remembered=False).items():
        cards = Counter(card for holder in holders for card in cards_in(match._state, *holder))
        for field, place in holders:
            if isinstance(place, Card):
                dealt_here = deals[field][(slice(None), *place.at)].tolist()
                yield HiddenCard(f"{field}{place.at}", pool, cards, cards.total(), dealt_here)


def some_pairs(things: list[Thing], chooser: random.Random) -> list[tuple[Thing, Thing]]:
    pairs = list(combinations(things, 2))
    return chooser.sample(pairs, min(PAIRS, len(pairs)))


def check_the_rest(match: Match, deals: Any, seat: int) -> None:
    """All other places are unchanged."""
    state: Any = match._state
    for secret in secrets(match.game, remembered=False):
        for place in secret.unknown_to(state, seat):
            if not isinstance(place, Box):
                columns = (list(place.cards),) if isinstance(place, Hand) else ()
                deals[secret.field][(slice(None), *place.at, *columns)] = state[secret.field][(*place.at, *columns)]
    changed = {field for field in deals.dtype.names if (deals[field] != state[field]).any()}
    assert not changed, f"what {seat} knows is dealt anew: {changed}"
