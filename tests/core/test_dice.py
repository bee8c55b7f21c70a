from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from rooftop.core.dice import dice, next_word, roll, shuffle


def test_the_generator_is_xoshiro128_plus_plus() -> None:
    """The first numbers of the reference implementation from the state 1, 2, 3, 4."""
    state = np.array([1, 2, 3, 4], np.int64)
    assert [next_word(state) for _ in range(4)] == [641, 1573767, 3222811527, 3517856514]


def test_the_same_seed_and_number_give_the_same_dice() -> None:
    assert list(dice(7, 3)) == list(dice(7, 3))
    different = {tuple(dice(seed, number)) for seed in (-1, 0, 1, 2**200) for number in range(50)}
    assert len(different) == 200


@given(st.integers(1, 2**31), st.integers(0))
def test_a_roll_is_in_range(sides: int, seed: int) -> None:
    assert 0 <= roll(dice(seed), sides) < sides


def test_rolls_are_fair() -> None:
    roller = dice(1)
    counts = Counter(roll(roller, 6) for _ in range(60_000))
    assert sorted(counts) == [0, 1, 2, 3, 4, 5]
    assert sum((count - 10_000) ** 2 / 10_000 for count in counts.values()) < 20.5  # chi-squared, p = 0.001


def test_every_order_is_equally_likely() -> None:
    roller = dice(2)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(24_000):
        items = np.arange(4)
        shuffle(items, 4, roller)
        counts[tuple(items)] += 1
    assert len(counts) == 24
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 49.7  # chi-squared, p = 0.001


def test_a_shuffle_leaves_the_rest_alone() -> None:
    items = np.arange(10)
    shuffle(items, 5, dice(3))
    assert sorted(items[:5]) == [0, 1, 2, 3, 4]
    assert list(items[5:]) == [5, 6, 7, 8, 9]
