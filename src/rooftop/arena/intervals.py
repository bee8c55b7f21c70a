"""How sure is a mean? Intervals that stay true however often one looks, and whenever one stops.

The method is betting (Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting", 2024). To
doubt that the mean is m is to bet against it, deal after deal, at odds that would be fair if it were m. Then riches
are luck: to multiply one's money by 20, ever, has a chance of 1 in 20 at most. So 95 % intervals hold all m against
which no gambler has ever been that rich. Nothing is assumed of the numbers but that they lie between 0 and 1.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

SURE = 0.95
BOLDEST = 0.75
"""Of its money a gambler never bets more: one bad deal must not ruin it."""
GRID = np.linspace(0, 1, 1001).reshape(-1, 13)
"""The means that are bet against, some at a time: all at once would take much memory after many deals."""


def interval(values: Sequence[float] | Floats) -> tuple[float, float]:
    """95 % interval of the mean that independent values from 0 to 1 are drawn around."""
    richest = [np.max(riches(np.asarray(values, float), means), axis=0, initial=1.0) for means in GRID]
    held = GRID[np.array(richest) < 1 / (1 - SURE)]
    return (float(held[0]), float(held[-1])) if len(held) else (float(np.mean(values)),) * 2


def decided(values: Sequence[float] | Floats, mean: float = 0.5) -> bool:
    """Whether the values have ever told, at 95 %, that their mean is another one."""
    return bool(np.max(riches(np.asarray(values, float), np.array([mean])), initial=1.0) >= 1 / (1 - SURE))


def riches(values: Floats, means: Floats) -> Floats:
    """What a gambler who began with 1 and bets against a mean has after each value; a column for each mean.

    Before each value it bets what would have made it richest on the values before (approximately; "aGRAPA").
    """
    seen = np.arange(1, len(values) + 1)
    guess = (0.5 + np.cumsum(values)) / (seen + 1)
    spread = (0.25 + np.cumsum((values - guess) ** 2)) / (seen + 1)
    guess, spread = np.r_[0.5, guess[:-1]][:, None], np.r_[0.25, spread[:-1]][:, None]
    lead = guess - means
    with np.errstate(divide="ignore"):
        bet = np.clip(lead / (spread + lead**2), -BOLDEST / (1 - means), BOLDEST / means)
    return np.asarray(np.exp(np.cumsum(np.log1p(bet * (values[:, None] - means)), axis=0)))
