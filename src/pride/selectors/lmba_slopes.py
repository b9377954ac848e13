"""The slopes of Lmba in the original space, for all samples at once.

There they do not depend on w: one passage through the data serves all iterations.
Distances are first had as matrix products, with a bound on their error; a distance
that could decide otherwise is measured exactly. The slopes are those of
`lmba_kernels.slope`, to the last bit.
"""

import numpy as np

from pride.compiled import compiled
from pride.neighbours import squared_distance
from pride.selectors.lmba_kernels import (
    ALWAYS,
    TIE,
    add_squares,
    margin_of,
    step,
    targets_of,
)

ROWS = 256  # samples whose distances are held at once
ROUNDING = 2.0**-53


@compiled
def _sharpen(X, y, i, rough, error, k):
    """Make exact what may be one of the k nearest of the own class, or the near miss.

    `rough` errs by at most `error` and is changed in place. What stays rough is larger
    than these, both in truth and as it stands.
    """
    nearest = targets_of(rough, y, i, k)
    own = rough[nearest[-1]] + 2 * error if nearest.shape[0] else -np.inf
    miss = np.inf
    for p in range(rough.shape[0]):
        if y[p] != y[i]:
            miss = min(miss, rough[p])
    miss += 2 * error
    ones = np.ones(X.shape[1])
    for p in range(rough.shape[0]):
        if p != i and rough[p] <= (own if y[p] == y[i] else miss):
            rough[p] = squared_distance(X[i], X[p], ones)


@compiled
def _slope(X, y, i, rough, error, rules):
    """As `lmba_kernels.slope`, from rough distances."""
    _sharpen(X, y, i, rough, error, rules.k)
    targets = targets_of(rough, y, i, rules.k)
    theta = margin_of(rough, y, i)
    pulls, ones = np.ones(targets.shape[0]), np.ones(X.shape[1])
    g = np.zeros(X.shape[1])
    for p in range(rough.shape[0]):
        if y[p] != y[i]:
            pushes = 0.0
            for t in range(targets.shape[0]):
                limit = (theta + rough[targets[t]]) * (1 + TIE)
                if abs(rough[p] - limit) <= error:
                    rough[p] = squared_distance(X[i], X[p], ones)
                if rules.condition == ALWAYS or rough[p] <= limit:
                    pulls[t] += rules.c
                    pushes += rules.c
            if pushes > 0:
                add_squares(g, X[i], X[p], -pushes)
    for t in range(targets.shape[0]):
        add_squares(g, X[i], X[targets[t]], pulls[t])
    return g


@compiled
def _slopes(X, y, block, rough, error, rules):
    """The slopes of a block of samples, one row each."""
    found = np.empty((block.shape[0], X.shape[1]))
    for r in range(block.shape[0]):
        found[r] = _slope(X, y, block[r], rough[r], error, rules)
    return found


def slopes(X, y, rules):
    """`slope` of every sample, one row each; no rule may ask for weights.

    With n features, R the largest length of a centred sample and u the unit of
    rounding, a product and both norms err by (n + 1) u R^2 each, whatever the order of
    their sums, an exact distance by (n + 2) u of itself, at most 4 R^2, and centring
    moves a distance by less than 16 u R^2: in all less than (8 n + 40) u R^2.
    """
    centred = X - X.mean(axis=0)
    norms = np.einsum("ij,ij->i", centred, centred)
    error = (8 * X.shape[1] + 40) * ROUNDING * norms.max()
    parts = []
    for first in range(0, len(X), ROWS):
        block = np.arange(first, min(first + ROWS, len(X)))
        rough = norms[block, None] + norms - 2 * (centred[block] @ centred.T)
        parts.append(_slopes(X, y, block, rough, error, rules))
    return np.concatenate(parts)


@compiled
def descended_along(slopes, visits, betas, path):
    """Step 3 with given slopes: as `lmba_kernels.descended`."""
    w = np.ones(slopes.shape[1])
    for t in range(visits.shape[0]):
        step(w, slopes[visits[t]], betas[t])
        if path.shape[0]:
            path[t] = w
    return w
