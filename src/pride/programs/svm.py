"""The linear SVM over a whole grid of C, exact.

It is the standard SVM of D. Peleg and R. Meir, NIPS 2004, section 4:
minimise 1/2 |w|^2 + C sum_i max(0, 1 - y_i (w.x_i + b)).
"""

from typing import NamedTuple

import numpy as np

from pride.programs import svm_kernels as kernels
from pride.programs.svm_members import LOWER, UPPER, State

LARGEST_GAP = 1e-7  # a cell with a larger one is left to the reference
STEPS = 100  # for each sample, at each C; a handful at most has been needed
WIDER = 1e-12  # relative; beyond the rounding of a margin


class Grid(NamedTuple):
    """Solutions for all C, one row each."""

    coef: np.ndarray  # w, of shape (len(C), features)
    intercept: np.ndarray  # b
    alpha: np.ndarray  # the dual solution, of shape (len(C), samples)
    objective: np.ndarray
    gap: np.ndarray  # between primal and dual objective, relative to the primal
    referred: int  # how many C were left to the reference


def solve_grid(X, y, C):
    """The linear SVM for every C, labels y being -1 and +1; b is not penalised.

    If b is not unique (all support vectors at the bound), it is the middle of the
    interval of optimal values.

    Once no alpha is at C, the solution is that of all larger C, too: alpha_i < C makes
    the hinge loss of every sample 0, so that (w, b, alpha) fulfils the conditions of
    Karush, Kuhn and Tucker whatever C >= max_i alpha_i, and these are sufficient.
    """
    X, y, C = checked(X, y, C)
    centre = X.mean(axis=0)
    state, to_features = start(X - centre, y)
    points, last = [None] * len(C), None
    for cell in np.argsort(C, kind="stable"):
        if last is None or (state.place == UPPER).any():
            rise = 1.0 if last is None else C[cell] / C[last]
            kernels.ascend(state, C[cell], rise, STEPS * len(y))
            points[cell] = solution(state, C[cell], to_features, (X, centre))
        else:
            points[cell] = points[last]
        last = cell
    return certified(X, y, C, points)


def checked(X, y, C):
    """The arguments as float arrays, if they make sense."""
    X, y, C = (np.asarray(a, dtype=np.float64) for a in (X, y, C))
    if X.ndim != 2 or y.shape != X.shape[:1] or not np.isfinite(X).all():
        raise ValueError(
            "Expected X of shape (samples, features), all finite, and one label a "
            f"sample, found X of shape {X.shape} with {np.sum(~np.isfinite(X))} values "
            f"that are not finite, y of shape {y.shape}. Impute or drop missing values."
        )
    if set(y.tolist()) != {-1.0, 1.0}:
        raise ValueError(
            f"Expected the labels -1 and +1, both of them, found {np.unique(y)}. "
            "Map one class to -1 and the other to +1."
        )
    if C.ndim != 1 or not len(C) or not (np.isfinite(C) & (C > 0)).all():
        raise ValueError(
            f"Expected a list of positive numbers C, found {C}. "
            "The hinge loss is weighted with C; a single value goes in brackets."
        )
    return X, y, C


def start(X, y):
    """The state at alpha = 0, and the function that takes its w to the features.

    w is a sum of samples: with more features than samples, coordinates in the space
    that the samples span are all that is needed.
    """
    n, d = X.shape
    basis, columns = np.linalg.qr(X.T) if d > n else (None, X.T.copy())
    k = len(columns)
    state = State(
        columns=columns,
        y=y,
        beta=np.zeros(n),
        place=np.full(n, LOWER),
        w=np.zeros(k),
        f=np.zeros(n),
        members=np.empty(k + 1, dtype=np.int64),
        count=np.zeros(1, dtype=np.int64),
        Q=np.empty((k + 1, k)),
        R=np.zeros((k + 1, k + 1)),
        longest=float(np.sqrt((columns**2).sum(axis=0).max())),
    )
    return state, np.copy if basis is None else basis.__matmul__


def solution(state, C, to_features, shifted):
    """w, b and alpha of a solved state; b for the features as they were given.

    w is not summed from alpha but the state's own, which fits the margin better.
    """
    X, centre = shifted
    alpha, w = state.y * state.beta, to_features(state.w)
    b = middle(state.y, state.f, alpha, C) - w @ centre
    if not (state.place == UPPER).any():
        w, b = stretched(w, b, state.y * (X @ w + b))
    return w, b, alpha


def middle(y, f, alpha, C):
    """The middle of the optimal values of b, given f_i = w.x_i: mostly the only one.

    If y_i alpha_i can rise, b is at least y_i - f_i; if it can fall, at most that.
    """
    positive, free = alpha > 0, alpha < C
    least = (y - f)[np.where(y > 0, free, positive)].max()
    return (least + (y - f)[np.where(y > 0, positive, free)].min()) / 2


def stretched(w, b, margins):
    """w and b of a separable problem, a trifle longer, so that no margin is below 1.

    In the objective a large C would multiply the rounding of the margins.
    """
    factor = (1 + WIDER) / max(margins.min(), 0.5)
    return factor * w, factor * b


def certified(X, y, C, points):
    """The grid of solutions, with those replaced that are not good enough."""
    _, gap = objectives(X, y, C, stacked(points))
    bad = np.flatnonzero(~(gap <= LARGEST_GAP))
    if len(bad):
        from pride.programs.svm_reference import svm_reference  # slow to import

        for cell in bad:
            points[cell] = svm_reference(X, y, C[cell])
    point = stacked(points)
    return Grid(*point, *objectives(X, y, C, point), len(bad))


def stacked(points):
    """w, b and alpha of several points, one row each."""
    return [np.array(parts) for parts in zip(*points, strict=True)]


def objectives(X, y, C, point):
    """The primal objective of each C, and its relative gap to the dual one.

    Conditions on alpha that do not hold to the bit are counted in the gap: alpha is cut
    at 0 and C, and sum_i y_i alpha_i multiplied by b, that of centred features.
    """
    w, b, alpha = point
    centre = X.mean(axis=0)
    alpha = np.clip(alpha, 0, C[:, None])
    slack = np.maximum(0, 1 - y * (w @ X.T + b[:, None]))
    primal = (w**2).sum(axis=1) / 2 + C * slack.sum(axis=1)
    weights, rest = (y * alpha) @ (X - centre), (b + w @ centre) * (alpha @ y)
    dual = alpha.sum(axis=1) - (weights**2).sum(axis=1) / 2 - abs(rest)
    return primal, abs(primal - dual) / primal
