import struct
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rooftop.core.dice import GENERATORS, chacha20, dice, next_word, roll, shuffle
from rooftop.core.errors import UnknownDice

every_generator = pytest.mark.parametrize("generator", GENERATORS)


def test_the_generator_is_xoshiro128_plus_plus() -> None:
    """The first outputs of the reference implementation from the state 1, 2, 3, 4."""
    state = np.array([1, 2, 3, 4], np.int64)
    assert [next_word(state) for _ in range(4)] == [641, 1573767, 3222811527, 3517856514]


def test_the_block_of_chacha20_in_rfc_8439() -> None:
    """Section 2.3.2."""
    state = chacha20(bytes(range(32)), counter=1, nonce=bytes.fromhex("000000090000004a00000000"))
    block = struct.pack("<16I", *(next_word(state) for _ in range(16)))
    assert block.hex() == (
        "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
        "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"
    )


@pytest.mark.parametrize(("counter", "block"), [(0, "76b8e0ada0f13d90"), (1, "9f07e7be5551387a")])
def test_the_keystream_of_chacha20_in_rfc_8439(counter: int, block: str) -> None:
    """Appendix A.1, test vectors 1 and 2: key and nonce are zero."""
    state = chacha20(bytes(32), counter)
    assert struct.pack("<2I", next_word(state), next_word(state)).hex() == block


def blocks_by_the_text(key: bytes, counter: int) -> Iterator[tuple[int, ...]]:
    """An independent implementation of ChaCha20 from the text of RFC 8439, with a zero nonce."""
    while True:
        start = [*struct.unpack("<4I", b"expand 32-byte k"), *struct.unpack("<8I", key), counter % 2**32, 0, 0, 0]
        words = list(start)
        for _ in range(10):
            for quarter in ("048c", "159d", "26ae", "37bf", "05af", "16bc", "278d", "349e"):
                a, b, c, d = (int(place, 16) for place in quarter)
                for to, add, turn, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                    words[to] = (words[to] + words[add]) % 2**32
                    mixed = words[turn] ^ words[to]
                    words[turn] = (mixed << bits | mixed >> 32 - bits) % 2**32
        yield tuple((word + first) % 2**32 for word, first in zip(words, start, strict=True))
        counter += 1


@given(st.binary(min_size=32, max_size=32), st.sampled_from([0, 1, 2**31 - 2, 2**32 - 2]))
def test_long_streams_of_chacha20_are_what_the_text_says(key: bytes, counter: int) -> None:
    state, blocks = chacha20(key, counter), blocks_by_the_text(key, counter)
    for _ in range(5):
        assert tuple(next_word(state) for _ in range(16)) == next(blocks)


@every_generator
def test_the_same_seed_and_number_give_the_same_dice(generator: str) -> None:
    assert np.array_equal(dice(7, 3, generator), dice(7, 3, generator))
    different = {dice(seed, n, generator).tobytes() for seed in (-1, 0, 1, 2**200) for n in range(50)}
    assert len(different) == 200


def test_dice_of_an_unknown_name_are_refused() -> None:
    with pytest.raises(UnknownDice, match=r"no dice called “mt19937”. Choose from xoshiro128\+\+, chacha20"):
        dice(1, generator="mt19937")


@every_generator
@given(st.integers(1, 2**31), st.integers(0))
def test_a_roll_is_in_range(generator: str, sides: int, seed: int) -> None:
    assert 0 <= roll(dice(seed, 0, generator), sides) < sides


@every_generator
def test_rolls_are_fair(generator: str) -> None:
    roller = dice(1, 0, generator)
    counts = Counter(roll(roller, 6) for _ in range(60_000))
    assert sorted(counts) == [0, 1, 2, 3, 4, 5]
    assert sum((count - 10_000) ** 2 / 10_000 for count in counts.values()) < 20.5  # chi-squared, p = 0.001


@every_generator
def test_every_order_is_equally_likely(generator: str) -> None:
    roller = dice(2, 0, generator)
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
