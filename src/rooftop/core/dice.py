"""Random numbers: an argument of the rules, never part of a position, so that no search can see the future.

Dice are four 32-bit words of xoshiro128++ (Blackman and Vigna), kept in 64-bit integers so that no step can
overflow and compiled and uncompiled code give the same numbers.
"""

import hashlib

import numpy as np

from rooftop.core.rule import Ints, rule

WORD = 0xFFFFFFFF


def dice(seed: int, number: int = 0) -> Ints:
    """The dice of a seed. Each decision of a match has its own number, so none depends on what came before."""
    digest = hashlib.sha256(f"{seed}/{number}".encode()).digest()
    return np.frombuffer(digest, "<u4", 4).astype(np.int64)


@rule
def roll(dice: Ints, sides: int) -> int:
    """A fair number from 0 to sides - 1."""
    product = next_word(dice) * sides
    # Every result must stem from equally many words, so some words are thrown again (Lemire). That is rare, and
    # so is the division that tells which.
    if product & WORD < sides:
        remainder = (WORD + 1) % sides
        while product & WORD < remainder:
            product = next_word(dice) * sides
    return product >> 32


@rule
def next_word(dice: Ints) -> int:
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
def shuffle(items: Ints, count: int, dice: Ints) -> None:
    """Put the first `count` items into a random order."""
    for last in range(count - 1, 0, -1):
        other = roll(dice, last + 1)
        items[last], items[other] = items[other], items[last]
