"""Anytime-valid confidence intervals for a mean: they stay valid under continuous monitoring and optional stopping.

The method is betting (Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting", 2024). A
gambler bets against the hypothesis that the mean is m, deal after deal, at odds that are fair under it. The gambler's
wealth is then a nonnegative martingale: by Ville's inequality it ever grows 20-fold with probability 1/20 at most. The
95 % interval holds every m against which the wealth has never grown 20-fold. The values need only lie between 0 and 1.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

CONFIDENCE = 0.95
MAX_BET = 0.75
"""Upper bound on the fraction of wealth that is bet: one bad deal must not ruin the gambler."""
GRID = np.linspace(0, 1, 1001).reshape(-1, 13)
"""The candidate means, in chunks to bound memory."""


def interval(values: Sequence[float] | Floats) -> tuple[float, float]:
    """95 % confidence interval for the mean of independent values between 0 and 1.

    Of 25 games, 20 were won. One may look after every game, and stop at any:

    >>> rooftop.arena.interval([1] * 20 + [0] * 5)
    (0.786, 0.988)
    """
    peak = [np.max(wealth(np.asarray(values, float), means), axis=0, initial=1.0) for means in GRID]
    held = GRID[np.array(peak) < 1 / (1 - CONFIDENCE)]
    return (float(held[0]), float(held[-1])) if len(held) else (float(np.mean(values)),) * 2


def decided(values: Sequence[float] | Floats, mean: float = 0.5) -> bool:
    """Whether the values have ever rejected, at 95 %, that their mean is `mean`."""
    return bool(np.max(wealth(np.asarray(values, float), np.array([mean])), initial=1.0) >= 1 / (1 - CONFIDENCE))


def wealth(values: Floats, means: Floats) -> Floats:
    """The wealth after each value of a gambler who starts with 1 and bets against a mean. One column per mean.

    Each bet approximately maximizes the log-wealth on the values before it ("aGRAPA").
    """
    seen = np.arange(1, len(values) + 1)
    mean_so_far = (0.5 + np.cumsum(values)) / (seen + 1)
    variance = (0.25 + np.cumsum((values - mean_so_far) ** 2)) / (seen + 1)
    mean_so_far, variance = np.r_[0.5, mean_so_far[:-1]][:, None], np.r_[0.25, variance[:-1]][:, None]
    lead = mean_so_far - means
    with np.errstate(divide="ignore"):
        bet = np.clip(lead / (variance + lead**2), -MAX_BET / (1 - means), MAX_BET / means)
    return np.asarray(np.exp(np.cumsum(np.log1p(bet * (values[:, None] - means)), axis=0)))
