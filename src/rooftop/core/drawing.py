"""Pictures made of text, for the boards of the games."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

WIDTH = 80
"""The columns of a terminal that does not say how many it has."""
GAP = 2

Picture = Sequence[str]
"""Lines of text, possibly with Rich colour markup."""


def shape(squares: Iterable[tuple[int, int]]) -> Picture:
    """Squares, as columns and rows: `# .` where one is and where none is."""
    filled = set(squares)
    columns, rows = (range(max(numbers) + 1) for numbers in zip(*filled, strict=True))
    return [" ".join("#" if (column, row) in filled else "." for column in columns) for row in rows]


def side_by_side(pictures: Sequence[Picture], width: int) -> Iterator[str]:
    """The lines of pictures in columns of equal width, as many beside each other as there is room for."""
    each = max((_length(line) for picture in pictures for line in picture), default=0) + GAP
    many = max(1, (width + GAP) // each)
    for first in range(0, len(pictures), many):
        row = pictures[first : first + many]
        for number in range(max(map(len, row))):
            lines = [picture[number] if number < len(picture) else "" for picture in row]
            yield "".join(line + " " * (each - _length(line)) for line in lines).rstrip()


@lru_cache(maxsize=4096)
def _length(line: str) -> int:
    from rich.text import Text

    return Text.from_markup(line).cell_len
