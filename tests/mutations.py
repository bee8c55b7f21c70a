"""Mutation tests for secrecy: each mutant leaks a hidden field in one way. `make mutants` names the test that kills it.

A surviving mutant is a secret that no test guards. `python tests/mutations.py skyliners` runs those of one game.
"""

import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, product
from typing import Any
from zlib import crc32

from conformance.test_secrets import (
    SEALED,
    test_a_redeal_deals_every_secret_and_nothing_else,
    test_decisions_that_a_seat_cannot_tell_apart_are_told_alike,
    test_others_know_the_same_after_any_sealed_decision,
    test_positions_that_a_seat_cannot_tell_apart_are_redealt_to_the_same,
    test_secrets_hold,
)
from rooftop.core.game import Game, find_game, ready_game
from rooftop.core.messages import LogLine, Seat
from rooftop.core.rule import Ints
from rooftop.core.secrets import NOBODY, Box
from tables import TABLES
from twins import Dealer, Sorter, cards_in, dealt, numbers, pools, put

Entries = dict[str, tuple[tuple[str, str], ...]]

HIDDEN: Entries = {
    "skyliners": (
        ("district", "skyscraper_card"),
        ("district", "undealt_skyscraper_cards"),
        ("plan_row", "rows_planned"),
        ("cards", "rows_in_hand"),
        ("planned", "numbers_planned"),
    ),
    "skyline3000": (("hand", "unseen_cards"), ("stack", "below_the_top"), ("bid", "laid_cards")),
    "skyline-world": (
        ("mission", "mission"),
        ("mission", "undealt_missions"),
        ("cards", "bonus_cards"),
        ("pile", "pile"),
    ),
    "newyork1901": (("stack", "future_market"),),
}
"""The entries of each declaration, by field and function: a test misses one that was deleted."""
REMEMBERED: Entries = {
    "skyline3000": (
        ("hand", "hand_of_other_kinds"),
        ("discards", "discards_of_other_kinds"),
        ("hand", "hand_of_other_cards"),
        ("discards", "other_discards"),
        ("stack", "other_stacks"),
        ("known", "seen_cards"),
        ("renewed", "renewals"),
    ),
    "skyline-world": (
        ("money", "money"),
        ("hand", "floors_in_hand"),
        ("supply", "floors_left"),
        ("hand", "neutral_floors"),
    ),
}
"""Hidden from views but kept by `redeal`: a seat with perfect recall knows it."""

TESTS = (
    test_secrets_hold,
    test_decisions_that_a_seat_cannot_tell_apart_are_told_alike,
    test_others_know_the_same_after_any_sealed_decision,
    test_positions_that_a_seat_cannot_tell_apart_are_redealt_to_the_same,
    test_a_redeal_deals_every_secret_and_nothing_else,
)

Mutation = Callable[[Any, str], tuple[Any, str, Any]]
"""Maps a game and a field (or an entry) to the object to patch, the attribute, and its replacement."""


# --- redeal --------------------------------------------------------------------------------------------------


def redeal_keeps(game: Game[Any], field: str) -> tuple[Any, str, Any]:
    honest = game.rules.redeal

    def redeal(state: Any, seat: int, dice: Ints) -> None:
        before = state.copy()
        honest(state, seat, dice)
        keep(game, before, state, seat, field)

    return game.rules, "redeal", redeal


def keep(game: Game[Any], before: Any, state: Any, seat: int, field: str) -> None:
    """Restore the field's hidden values and redistribute the other cards, so that the table stays consistent."""
    dealt_anew = pools(game, state, seat, remembered=False)
    for pool, holders in pools(game, before, seat, remembered=False).items():
        cards = [card for holder in dealt_anew[pool] for card in cards_in(state, *holder)]
        kept = {n: cards_in(before, *holder) for n, holder in enumerate(holders) if holder[0] == field}
        for held in kept.values():
            for card in held:
                cards.remove(card)
        for n, holder in enumerate(holders):
            put(state, *holder, kept[n] if n in kept else [cards.pop() for _ in cards_in(before, *holder)])
    for name, number in numbers(game, state, seat, remembered=False):
        if name == field:
            state[name][number.at] = min(before[name][number.at], max(number.values))


def redeal_always_deals_the_same(game: Game[Any], field: str) -> tuple[Any, str, Any]:
    honest = game.rules.redeal

    def redeal(state: Any, seat: int, dice: Ints) -> None:
        honest(state, seat, dice)
        copy_dealt(game, state, seat, Sorter(), field)

    return game.rules, "redeal", redeal


def redeal_deals_the_own_one_too(game: Game[Any], field: str) -> tuple[Any, str, Any]:
    honest = game.rules.redeal

    def redeal(state: Any, seat: int, dice: Ints) -> None:
        honest(state, seat, dice)
        copy_dealt(game, state, NOBODY, random.Random(int(dice[0])), field)

    return game.rules, "redeal", redeal


class Once:
    """A dealer with a single random number for everything."""

    def __init__(self, rolled: int) -> None:
        self.rolled = rolled

    def shuffle(self, cards: list[int], /) -> None:
        cards.sort()
        first = self.rolled % max(len(cards), 1)
        cards[:] = cards[first:] + cards[:first]

    def choice(self, values: Sequence[int], /) -> int:
        return values[self.rolled % len(values)]


def redeal_rolls_once(game: Game[Any], field: str) -> tuple[Any, str, Any]:
    honest = game.rules.redeal

    def redeal(state: Any, seat: int, dice: Ints) -> None:
        honest(state, seat, dice)
        copy_dealt(game, state, seat, Once(int(dice[0])), field)

    return game.rules, "redeal", redeal


def redeal_couples(one: str, other: str) -> Mutation:
    """What two fields hide from a seat, in their first places, is both low or both high."""

    def mutation(game: Game[Any], _: str) -> tuple[Any, str, Any]:
        honest = game.rules.redeal

        def redeal(state: Any, seat: int, dice: Ints) -> None:
            honest(state, seat, dice)
            for _ in range(TRIES):
                if len(set(halves(game, state, seat, (one, other)))) < 2:
                    break
                honest(state, seat, dice)

        return game.rules, "redeal", redeal

    mutation.__name__ = f"redeal_couples_with_{other}"
    return mutation


def halves(game: Game[Any], state: Any, seat: int, fields: tuple[str, ...]) -> Iterator[bool]:
    """Of each field that hides anything: whether its first place holds a high card or number."""
    places: dict[str, tuple[float, float]] = {}
    for pool in pools(game, state, seat, remembered=False).values():
        cards = [card for holder in pool for card in cards_in(state, *holder)]
        for field, place in pool:
            if not isinstance(place, Box) and (held := cards_in(state, field, place)):
                places.setdefault(field, (sum(held) / len(held), sum(cards) / len(cards)))
    for field, number in numbers(game, state, seat, remembered=False):
        places.setdefault(field, (int(state[field][number.at]), sum(number.values) / len(number.values)))
    return (places[field][0] > places[field][1] for field in fields if field in places)


def redeal_opposes_two_hands(game: Game[Any], field: str) -> tuple[Any, str, Any]:
    """Of the first two hands of a pool, one has high cards and the other low ones."""
    honest = game.rules.redeal

    def redeal(state: Any, seat: int, dice: Ints) -> None:
        honest(state, seat, dice)
        for _ in range(TRIES):
            if len(set(two_hands(game, state, seat, field))) != 1:
                break
            honest(state, seat, dice)

    return game.rules, "redeal", redeal


def two_hands(game: Game[Any], state: Any, seat: int, field: str) -> list[bool]:
    """Whether each of the first two hands that the field hides in a pool holds high cards."""
    for pool in pools(game, state, seat, remembered=False).values():
        cards = [card for holder in pool for card in cards_in(state, *holder)]
        hands = [cards_in(state, *holder) for holder in pool if holder[0] == field]
        high = [sum(held) / len(held) > sum(cards) / len(cards) for held in hands if held]
        if len(high) > 1:
            return high[:2]
    return []


def copy_dealt(game: Game[Any], state: Any, seat: int, dealer: Dealer, field: str) -> None:
    """Deal what the field hides from the seat, together with the rest of its pool."""
    other = dealt(game, state.reshape(1), seat, dealer, remembered=False)[0]
    together = [holders for holders in pools(game, state, seat, remembered=False).values() if field in dict(holders)]
    for holder in [holder for holders in together for holder in holders]:
        put(state, *holder, cards_in(other, *holder))
    for name, number in numbers(game, state, seat, remembered=False):
        if name == field:
            state[name][number.at] = dealer.choice(number.values)


def decisions_leave_a_trace_in(public: str) -> Mutation:
    """In the unused part of a public field, at tables of fewer than four."""

    def mutation(game: Game[Any], field: str) -> tuple[Any, str, Any]:
        honest = game.advance_in

        def advance_in(block: Any, at: int, move: int, moves: Ints, count: int) -> int:
            following = int(honest(block, at, move, moves, count))
            before, after = block[at], block[at + 1]
            if following >= 0 and after.players < 4 and (after[field] > before[field]).any():
                after[public][3] = move % 100
            return following

        return game, "advance_in", advance_in

    mutation.__name__ = f"decisions_leave_a_trace_in_{public}"
    return mutation


def the_table_leaves_out(game: Game[Any], entry: str) -> tuple[Any, str, Any]:
    return game, "secrets", tuple(secret for secret in game.secrets if secret.places.__name__ != entry)


# --- outputs -------------------------------------------------------------------------------------------------


def secret_bits(state: Any, field: str) -> int:
    return crc32(state[field].tobytes())


def the_view_shows(game: Game[Any], field: str) -> tuple[Any, str, Any]:
    honest: Any = game.words.own_view
    return game.words, "own_view", lambda state, seat: honest(state, seat) | {f"secret {field}": state[field].tolist()}


def the_log_depends_on(game: Game[Any], field: str) -> tuple[Any, str, Any]:
    honest: Any = game.words.tell

    def tell(state: Any, move: int, after: Any, seat: int | None) -> Any:
        return honest(state, move, after, seat) * (1 + secret_bits(after, field) % 2)

    return game.words, "tell", tell


def the_log_depends_on_what_was(game: Game[Any], field: str) -> tuple[Any, str, Any]:
    honest: Any = game.words.tell

    def tell(state: Any, move: int, after: Any, seat: int | None) -> Any:
        return honest(state, move, after, seat) * (1 + secret_bits(state, field) % 2)

    return game.words, "tell", tell


def the_log_tells_everybody_what_it_tells_the_player(game: Game[Any], field: str) -> tuple[Any, str, Any]:
    honest: Any = game.words.tell
    return game.words, "tell", lambda state, move, after, seat: honest(state, move, after, int(state.player))


def the_log_tells_that_something_was_decided(game: Game[Any], field: str) -> tuple[Any, str, Any]:
    honest: Any = game.words.tell

    def tell(state: Any, move: int, after: Any, seat: int | None) -> Any:
        return honest(state, move, after, seat) or [LogLine(f"{game.name}.log.pass", {"player": Seat(state.player)})]

    return game.words, "tell", tell


def refusals_depend_on(game: Game[Any], field: str) -> tuple[Any, str, Any]:
    honest: Any = game.rules.against

    def against(state: Any, move: int) -> int:
        reason = int(honest(state, move))
        return 1 if reason and secret_bits(state, field) % 2 else reason

    return game.rules, "against", against


def observations_depend_on(game: Game[Any], field: str) -> tuple[Any, str, Any]:
    honest: Any = game.observation.observe

    def observe(state: Any, seat: int, tensor: Ints) -> int:
        length = honest(state, seat, tensor)
        tensor[-1] = secret_bits(state, field) % 100
        return int(length)

    return game.observation, "observe", observe


OF_REDEAL: tuple[Mutation, ...] = (
    redeal_keeps,
    redeal_always_deals_the_same,
    redeal_rolls_once,
)
COUPLED = (
    ("skyliners", "planned", "plan_row"),
    ("skyliners", "planned", "district"),
    ("skyline-world", "mission", "cards"),
)
"""Secrets of different kinds or pools: a redeal must not let one depend on the other."""
OPPOSED = (("skyline3000", "hand"), ("skyline-world", "cards"))
"""Hands of one pool: that of a seat tells nothing of another's but that its cards are not there."""
TRIES = 20
"""Redeals until the coupled places agree."""
TRACED = (("skyliners", "planned", "supply"), ("skyline3000", "bid", "billboards"))
"""Secrets that a decision fills, and a public field that could show which one it was."""
UNNOTICED = (("skyline3000", "bid"),)
"""Nor that there was one: others must not know how many cards are laid."""
OF_WHAT_IS_SENT: tuple[Mutation, ...] = (
    the_view_shows,
    the_log_depends_on,
    the_log_depends_on_what_was,
    refusals_depend_on,
    observations_depend_on,
)


# --- the command ---------------------------------------------------------------------------------------------


def mutants() -> Iterator[tuple[str, Mutation, str]]:
    for name, entries in HIDDEN.items():
        for field in dict(entries):
            for mutation in (*OF_REDEAL, *OF_WHAT_IS_SENT):
                yield name, mutation, field
            if any(s.field == field and s.hidden_from == "others" for s in find_game(name).secrets):
                yield name, redeal_deals_the_own_one_too, field
    for name, field, other in COUPLED:
        yield name, redeal_couples(field, other), field
    for name, field in OPPOSED:
        yield name, redeal_opposes_two_hands, field
    for name, field in SEALED:
        yield name, the_log_tells_everybody_what_it_tells_the_player, field
    for name, field, public in TRACED:
        yield name, decisions_leave_a_trace_in(public), field
    for name, field in UNNOTICED:
        yield name, the_log_tells_that_something_was_decided, field
    for name, entries in REMEMBERED.items():
        for field in dict(entries):
            for mutation in OF_WHAT_IS_SENT:
                yield name, mutation, field
    for name, entries in chain(HIDDEN.items(), REMEMBERED.items()):
        for _, entry in entries:
            yield name, the_table_leaves_out, entry


def check_entries(name: str) -> None:
    """No output tells that a remembered entry is missing: the twins are only more alike."""
    for remembered, entries in ((False, HIDDEN), (True, REMEMBERED)):
        declared = [(s.field, s.places.__name__) for s in find_game(name).secrets if s.remembered == remembered]
        assert declared == list(entries.get(name, ())), f"the declared entries of {name} are not those listed here"


@contextmanager
def alive(name: str, mutation: Mutation, field: str) -> Iterator[None]:
    """Patch the game with the mutant. It is compiled before: a mutant cannot be."""
    part, attribute, other = mutation(ready_game(name), field)
    honest = getattr(part, attribute)
    object.__setattr__(part, attribute, other)
    try:
        yield
    finally:
        object.__setattr__(part, attribute, honest)


def killer(name: str) -> str | None:
    """The test that kills the current mutant, or None."""
    for table, test in product(TABLES, TESTS):
        if table[0] == name:
            try:
                test(*table)
            except AssertionError:
                return f"{test.__name__} ({' '.join(map(str, table[1:]))})"
    try:
        check_entries(name)
    except AssertionError:
        return check_entries.__name__
    return None


def main() -> int:
    began, survivors, count = time.monotonic(), 0, 0
    chosen = sys.argv[1:]
    for name, mutation, field in mutants():
        if chosen and name not in chosen:
            continue
        with alive(name, mutation, field):
            found = killer(name)
        count, survivors = count + 1, survivors + (found is None)
        print(f"{name:14} {mutation.__name__.replace('_', ' '):30} {field:24} {found or 'SURVIVES'}", flush=True)
    print(f"{count - survivors} of {count} mutants killed in {time.monotonic() - began:.0f} s")
    return int(survivors > 0)


if __name__ == "__main__":
    sys.exit(main())
