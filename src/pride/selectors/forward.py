"""Sequential forward search: what Lmba is said to save (Li and Lu 2009, sections 1, 3).

Features enter one by one, always the one with which a criterion is least: the loss (4)
of Lmba with weights 0 and 1, or the leave-one-out error of 1-NN, which makes a wrapper.
"""

import numpy as np

from pride.compiled import compiled
from pride.selectors.lmba_kernels import distances_from, margin_of, targets_of


@compiled
def loss_of(distances, y, targets, theta):
    """e(w) of (4) with c = 1, given all distances under w."""
    total = 0.0
    for i in range(y.shape[0]):
        for t in range(targets.shape[1]):
            j = targets[i, t]
            if j >= 0:
                limit = theta[i] + distances[i, j]
                total += distances[i, j]
                for p in range(y.shape[0]):
                    gap = limit - distances[i, p]
                    total += gap if y[p] != y[i] and gap > 0 else 0.0
    return total


@compiled
def error_of(distances, y, *_):
    """Number of samples that 1-NN on the others gets wrong; ties go to the first."""
    wrong = 0.0
    for i in range(y.shape[0]):
        nearest, least = -1, np.inf
        for p in range(y.shape[0]):
            if p != i and distances[i, p] < least:
                nearest, least = p, distances[i, p]
        wrong += y[nearest] != y[i]
    return wrong


@compiled
def neighbourhoods(X, y, k):
    """Target neighbours, -1 where a class has too few, and theta (2) of all samples."""
    targets = np.full((X.shape[0], k), -1)
    theta = np.empty(X.shape[0])
    for i in range(X.shape[0]):
        row = distances_from(X, i, np.ones(X.shape[1]))
        found = targets_of(row, y, i, k)
        targets[i, : found.shape[0]] = found
        theta[i] = margin_of(row, y, i)
    return targets, theta


@compiled
def plus_feature(distances, x, out):
    """Squared distances with one more feature."""
    for i in range(x.shape[0]):
        for p in range(x.shape[0]):
            out[i, p] = distances[i, p] + (x[i] - x[p]) ** 2


@compiled
def searched(columns, y, targets, theta, wrapper):
    """Features in the order in which they enter; ties go to the first."""
    features, samples = columns.shape
    order = np.empty(features, dtype=np.int64)
    left = np.ones(features, dtype=np.bool_)
    distances, tried = np.zeros((samples, samples)), np.empty((samples, samples))
    for place in range(features):
        best, least = -1, np.inf
        for f in range(features):
            if left[f]:
                plus_feature(distances, columns[f], tried)
                if wrapper:
                    value = error_of(tried, y)
                else:
                    value = loss_of(tried, y, targets, theta)
                if value < least:
                    best, least = f, value
        order[place], left[best] = best, False
        plus_feature(distances, columns[best], tried)
        distances, tried = tried, distances
    return order


def forward_search(X, y, k=3):
    """All features in the order in which they lower the loss (4) most.

    Target neighbours and theta are those of all features, as in definition 5.
    """
    targets, theta = neighbourhoods(X, y, k)
    return searched(np.ascontiguousarray(X.T), y, targets, theta, False)


def wrapper_forward(X, y):
    """All features in the order in which they lower the error of 1-NN most."""
    nothing = np.empty((len(X), 0), dtype=np.int64), np.empty(0)
    return searched(np.ascontiguousarray(X.T), y, *nothing, True)
