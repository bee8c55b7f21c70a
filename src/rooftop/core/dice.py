"""Pseudorandom numbers. They are an argument of the rules, never part of a state, so no search can see the future.

`dice` is the state of one of two generators:
- xoshiro128++ (Blackman and Vigna), a 1-D array of four words: fast, but predictable from its output.
- ChaCha20 (RFC 8439), a stream cipher, for deals that nobody may predict from the part that was seen. It is a 2-D array
  of one row, so compiled code selects the generator by type. A branch at run time made random games of Skyliners 10 %
  slower.

Words have 32 bits and are stored in 64-bit integers: nothing overflows, and compiled and uncompiled code agree.
"""

import hashlib
from collections.abc import Callable

import numpy as np

from rooftop.core.errors import UnknownDice
from rooftop.core.messages import Whole
from rooftop.core.rule import Ints, rule

WORD = 0xFFFFFFFF
BLOCK = 16
"""Words in a block of ChaCha20, and in its state."""
STATE, COUNTER, USED = BLOCK, BLOCK + 12, 2 * BLOCK
"""Offsets in the row: the current block comes first, then the state with its counter, then the number of words used."""


def xoshiro128(key: bytes) -> Ints:
    return np.frombuffer(key, "<u4", 4).astype(np.int64)


def chacha20(key: bytes, counter: int = 0, nonce: bytes = bytes(12)) -> Ints:
    state = np.frombuffer(b"expand 32-byte k" + key + counter.to_bytes(4, "little") + nonce, "<u4")
    return np.array([[*[0] * BLOCK, *state, BLOCK]], np.int64)


GENERATORS: dict[str, Callable[[bytes], Ints]] = {"xoshiro128++": xoshiro128, "chacha20": chacha20}
FAST = "xoshiro128++"


def dice(seed: int, number: int = 0, generator: str = FAST) -> Ints:
    """The generator of a seed. Each decision of a match has its own `number`, so no draw depends on earlier ones."""
    if generator not in GENERATORS:
        raise UnknownDice("errors.dice", dice=generator, known=Whole(", ".join(GENERATORS)))
    return GENERATORS[generator](hashlib.sha256(f"{seed}/{number}".encode()).digest())


@rule
def roll(dice: Ints, sides: int) -> int:
    """An unbiased number from 0 to sides - 1."""
    product = next_word(dice) * sides
    # Lemire's method: reject the few words that would bias the result. Rejection is rare, and so is the division.
    if product & WORD < sides:
        remainder = (WORD + 1) % sides
        while product & WORD < remainder:
            product = next_word(dice) * sides
    return product >> 32


@rule
def shuffle(items: Ints, count: int, dice: Ints) -> None:
    """Put the first `count` items into a random order."""
    for last in range(count - 1, 0, -1):
        other = roll(dice, last + 1)
        items[last], items[other] = items[other], items[last]


@rule
def next_word(dice: Ints) -> int:
    return xoshiro_word(dice) if dice.ndim == 1 else chacha_word(dice[0])


@rule
def xoshiro_word(dice: Ints) -> int:
    a, b, c, d = int(dice[0]), int(dice[1]), int(dice[2]), int(dice[3])
    total = (a + d) & WORD
    result = (((total << 7) & WORD) | (total >> 25)) + a
    c ^= a
    d ^= b
    dice[1] = b ^ c
    dice[0] = a ^ d
    dice[2] = c ^ ((b << 9) & WORD)
    dice[3] = ((d << 11) & WORD) | (d >> 21)
    return result & WORD


@rule
def chacha_word(row: Ints) -> int:
    if row[USED] == BLOCK:
        chacha_block(row)
        row[USED] = 0
    row[USED] += 1
    return int(row[row[USED] - 1])


@rule
def chacha_block(row: Ints) -> None:
    """The next block: RFC 8439, 2.3."""
    for n in range(BLOCK):
        row[n] = row[STATE + n]
    for _ in range(10):
        for n in range(4):
            quarter_round(row, n, 4 + n, 8 + n, 12 + n)
        for n in range(4):
            quarter_round(row, n, 4 + (n + 1) % 4, 8 + (n + 2) % 4, 12 + (n + 3) % 4)
    for n in range(BLOCK):
        row[n] = (row[n] + row[STATE + n]) & WORD
    row[COUNTER] = (row[COUNTER] + 1) & WORD


@rule
def quarter_round(block: Ints, a: int, b: int, c: int, d: int) -> None:
    """RFC 8439, 2.1."""
    block[a] = (block[a] + block[b]) & WORD
    block[d] = rotated(block[d] ^ block[a], 16)
    block[c] = (block[c] + block[d]) & WORD
    block[b] = rotated(block[b] ^ block[c], 12)
    block[a] = (block[a] + block[b]) & WORD
    block[d] = rotated(block[d] ^ block[a], 8)
    block[c] = (block[c] + block[d]) & WORD
    block[b] = rotated(block[b] ^ block[c], 7)


@rule
def rotated(word: int, bits: int) -> int:
    return ((word << bits) & WORD) | (word >> (32 - bits))
