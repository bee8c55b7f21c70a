"""Ratings on the Elo scale: by maximum likelihood over all pairs of bots that sat at one table.

Every game counts as a comparison of each two of its bots: the better place wins, a shared one is half a win for each
(Bradley and Terry). For places that follow the model of Plackett and Luce this estimate is consistent.
"""

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse.csgraph import connected_components
from scipy.special import expit
from scipy.stats import bootstrap

from rooftop.arena.intervals import SURE, Floats

MEAN = 1500
SCALE = 400 / np.log(10)
"""Elo points for a factor of e in the odds."""
PRIOR = 0.5
"""Wins that each of two bots is given over the other beforehand: who has never lost is rated high, not infinitely."""
RESAMPLES = 1000


def ratings(wins: Floats) -> Floats:
    """The rating of every bot; wins[a, b] says how often a came in before b. Their mean is 1500.

    Of a whole stack of such tables at once, too: the sum of their likelihoods is largest where each of them is.
    """
    counts = wins + PRIOR * ((wins + np.swapaxes(wins, -1, -2)) > 0)
    counts /= counts.sum(axis=(-1, -2), keepdims=True)
    shape = wins.shape[:-1]

    def surprise(strengths: Floats) -> tuple[float, Floats]:
        strength = strengths.reshape(shape)
        behind = strength[..., None, :] - strength[..., :, None]
        blame = counts * expit(behind)
        return float(np.sum(counts * np.logaddexp(0, behind))), (blame.sum(axis=-2) - blame.sum(axis=-1)).ravel()

    found = minimize(
        surprise, np.zeros(np.prod(shape)), jac=True, method="L-BFGS-B", options={"gtol": 1e-7, "ftol": 1e-14}
    )
    strength = found.x.reshape(shape)
    return np.asarray(MEAN + SCALE * (strength - strength.mean(axis=-1, keepdims=True)))


def rating_intervals(wins: Floats, seed: int) -> Floats:
    """95 % intervals, low and high, from the wins of each deal: wins[deal, a, b].

    By bootstrap over deals: the games of one deal resemble each other, so it is deals that are drawn.
    """
    if len(wins) < 2:
        return np.full((2, wins.shape[1]), np.nan)

    def of_drawn(deals: NDArray[np.int64], axis: int) -> Floats:
        drawn = np.apply_along_axis(lambda some: wins[some].sum(axis=0).ravel(), axis, deals)
        return np.moveaxis(ratings(drawn.reshape(*deals.shape[:-1], *wins.shape[1:])), -1, 0)

    method = {"n_resamples": RESAMPLES, "confidence_level": SURE, "method": "percentile", "rng": seed}
    return np.array(bootstrap((np.arange(len(wins)),), of_drawn, **method).confidence_interval)


def distances_known(wins: Floats) -> bool:
    """Whether no group of bots has won all its games against the others: else they may be any distance apart."""
    groups, _ = connected_components(wins > 0, directed=True, connection="strong")
    return bool(groups == 1)
