"""Elo ratings: a maximum-likelihood Bradley-Terry fit over all pairs of bots at the same table.

Every game is a comparison of each pair of its bots: the better place wins, and a shared place is half a win for each.
The estimate is consistent if places follow a Plackett-Luce model.
"""

import numpy as np
from numpy.typing import NDArray

from rooftop.arena.intervals import CONFIDENCE, Floats
from rooftop.core.extras import needs

with needs("arena"):
    from scipy.optimize import minimize
    from scipy.sparse.csgraph import connected_components
    from scipy.special import expit
    from scipy.stats import bootstrap

MEAN = 1500
SCALE = 400 / np.log(10)
"""Elo points for a factor of e in the odds."""
PSEUDO_WINS = 0.5
"""Pseudo-wins that two bots start with against each other. They keep the rating of an undefeated bot finite."""
RESAMPLES = 1000


def ratings(wins: Floats) -> Floats:
    """Every bot's rating, with mean 1500. wins[a, b] is how often a placed before b.

    Leading axes are batch axes. One optimization fits the whole batch, since its log-likelihood is a sum.
    """
    counts = wins + PSEUDO_WINS * ((wins + np.swapaxes(wins, -1, -2)) > 0)
    counts /= counts.sum(axis=(-1, -2), keepdims=True)
    shape = wins.shape[:-1]

    def negative_log_likelihood(strengths: Floats) -> tuple[float, Floats]:
        strength = strengths.reshape(shape)
        behind = strength[..., None, :] - strength[..., :, None]
        losses = counts * expit(behind)
        gradient = losses.sum(axis=-2) - losses.sum(axis=-1)
        return float(np.sum(counts * np.logaddexp(0, behind))), gradient.ravel()

    found = minimize(
        negative_log_likelihood,
        np.zeros(np.prod(shape)),
        jac=True,
        method="L-BFGS-B",
        options={"gtol": 1e-7, "ftol": 1e-14},
    )
    strength = found.x.reshape(shape)
    return np.asarray(MEAN + SCALE * (strength - strength.mean(axis=-1, keepdims=True)))


def rating_intervals(wins: Floats, seed: int) -> Floats:
    """95 % confidence intervals, low and high, from the wins of each deal: wins[deal, a, b].

    A cluster bootstrap over deals, because the games of one deal are correlated.
    """
    if len(wins) < 2:
        return np.full((2, wins.shape[1]), np.nan)

    def resampled_ratings(deals: NDArray[np.int64], axis: int) -> Floats:
        resampled = np.apply_along_axis(lambda some: wins[some].sum(axis=0).ravel(), axis, deals)
        return np.moveaxis(ratings(resampled.reshape(*deals.shape[:-1], *wins.shape[1:])), -1, 0)

    method = {"n_resamples": RESAMPLES, "confidence_level": CONFIDENCE, "method": "percentile", "rng": seed}
    return np.array(bootstrap((np.arange(len(wins)),), resampled_ratings, **method).confidence_interval)


def distances_known(wins: Floats) -> bool:
    """Whether the comparison graph is strongly connected. Otherwise some group has won every game against the others,
    and the maximum-likelihood distance between them is infinite."""
    groups, _ = connected_components(wins > 0, directed=True, connection="strong")
    return bool(groups == 1)
