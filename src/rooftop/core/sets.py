"""Sets as the bits of an integer, and multisets as arrays of counts."""

from rooftop.core.rule import Ints, rule


@rule
def size(bits: int) -> int:
    """Population count."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


def members(bits: int) -> list[int]:
    """The elements of a set: 0b101 is [0, 2]."""
    return [index for index in range(bits.bit_length()) if bits >> index & 1]


def each(counts: Ints) -> list[int]:
    """Every index, as often as it is counted: [2, 0, 1] is [0, 0, 2]."""
    return [index for index, count in enumerate(counts.tolist()) for _ in range(count)]
