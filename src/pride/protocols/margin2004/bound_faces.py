"""Theorem 1 of Gilad-Bachrach, Navot and Tishby (2004) for selected pixels of faces.

Gray values are brought to [-1, 1] / sqrt(|F|). Then the pixels in F lie in a ball of
radius R = 1, known beforehand, and no margin is above 1; d is what it is in any units.
Pixels are those of the first split of the experiment of section 5.2.
"""

import numpy as np

from pride.bounds import margin2004 as bounds
from pride.neighbours import near_hits_and_misses
from pride.protocols.margin2004.bound import DELTA, fewest_samples
from pride.protocols.margin2004.faces import split
from pride.scores import scores
from pride.seeding import rng_for

RADIUS = 1.0
GRAY = 255  # the largest gray value in the data
GAMMAS = np.linspace(0.005, 1, 200)  # at which the sensitive error is written down


def pixels_by_rank(selected):
    """Pixels of the first split from best to worst, or all that G-flip selected."""
    ranks = selected[(selected["metric"] == "rank") & (selected["repeat"] == 0)]
    return ranks.sort_values("value")["at"].to_numpy(dtype=np.int64)


def margins_in_ball(X, y, pixels):
    """Hypothesis-margins on some pixels, in units of the radius that holds them.

    The rule of theorem 1 knows the sample: each is its own near hit, and half of the
    distance to the near miss is left.
    """
    Z = (X[:, pixels] / (GRAY / 2) - 1) / np.sqrt(len(pixels))
    _, (_, to_miss) = near_hits_and_misses(Z, y, np.arange(len(Z)))
    return to_miss / 2


def bound_for(margins, N, size):
    """(metric, at, value) of theorem 1: the best gamma, and the m that it asks for.

    The best gamma asks for the fewest samples; where (4) is proved for the sample, its
    least value is there too. m is given by its decimal logarithm, beside the one for
    margins as large as the ball and no error.
    """
    ideal = bounds.log_samples_needed(size, RADIUS, RADIUS, N, DELTA)
    rows = [("log10_samples_needed_at_best", size, ideal / np.log(10))]
    if margins.max() > 0:
        gamma, error, log_m = fewest_samples(margins, N, size, RADIUS)
        rows += [("best_gamma", size, gamma), ("best_gamma_error", size, 100 * error)]
        rows.append(("log10_samples_needed", size, log_m / np.log(10)))
    _, least = bounds.best_gamma(margins, N, size, RADIUS, DELTA)
    if np.isfinite(least):
        rows.append(("bound", size, least))
    sensitive = 100 * bounds.sensitive_error(margins, GAMMAS)
    pairs = zip(GAMMAS, sensitive, strict=True)
    return rows + [(f"sensitive_error_size_{size}", g, e) for g, e in pairs]


def bound_faces(X, y, groups, selected, method, dataset, experiment, seed):
    """Theorem 1 at the sizes of figure 5, beside the test errors of all splits.

    `selected` are the scores of the method in the experiment of section 5.2. G-flip
    has one size, its own in the first split.
    """
    train, _ = split(groups, experiment, rng_for(seed, dataset, "split", 0))
    X, y = X[train].astype(np.float64), y[train]
    ranked = pixels_by_rank(selected)
    sizes = [size for size in experiment["sizes"] if size <= len(ranked)]
    if method == "gflip":
        sizes = [len(ranked)]
    rows = [("samples", 0, 0, len(X))]
    for size in sizes:
        margins = margins_in_ball(X, y, ranked[:size])
        found = bound_for(margins, X.shape[1], size)
        rows += [(metric, at, 0, value) for metric, at, value in found]
    for row in selected[selected["metric"] == "accuracy"].itertuples():
        at = row.at or len(ranked)  # that of G-flip is written at 0
        rows.append(("test_error", at, row.repeat, 100 - row.value))
    return scores(dataset, method, rows)
