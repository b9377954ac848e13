"""The multi-class linear SVM of Crammer and Singer, by its kernel matrix.

K. Crammer and Y. Singer, "On the Algorithmic Implementation of Multiclass Kernel-based
Vector Machines", JMLR 2001: minimise 1/2 sum_r |w_r|^2 + C sum_i max_r (e_ir + w_r.x_i
- w_y(i).x_i), where e_ir is 0 for r = y(i) and 1 for others. There is no intercept.
Krupka, Navot and Tishby (JMLR 2008) take the quality of features from it.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from pride.programs import multiclass_kernels as kernels

ORDERS = 32  # of the samples, used in turn
PASSES = 10**5
RISE, ROUGHLY = 8.0, 0.1  # of C from stage to stage; the gap of all but the last


class Solution(NamedTuple):
    """Shares of the samples in the weights, and proof of how good they are."""

    alpha: np.ndarray  # of shape (classes, samples): w_r = sum_i alpha_ri x_i
    objective: float
    gap: float  # between primal and dual objective, relative to the primal
    passes: int


def solve(kernel, y, C=1.0, tolerance=1e-3):
    """Dual solution for a kernel matrix and classes y numbered from 0.

    Single precision will do for a kernel that is exact in it. The objective is within
    `tolerance`, a share of it, of the optimum.
    """
    kernel, y = np.ascontiguousarray(kernel), np.asarray(y)
    if kernel.shape != (len(y), len(y)):
        raise ValueError(
            f"Expected a kernel matrix of {len(y)} x {len(y)}, one row for each label, "
            f"found {kernel.shape}."
        )
    if not C > 0:
        raise ValueError(
            f"Expected C above 0, found {C}: it is the weight of the loss."
        )
    alpha, orders = np.zeros((y.max() + 1, len(y))), visiting_orders(len(y))
    y, passes = y.astype(np.int64), 0
    for stage, rise in stages(C, kernel):
        alpha *= rise
        aim = tolerance if stage == C else ROUGHLY
        primal, dual, more = kernels.ascend(
            kernel, y, stage, alpha, orders, aim, PASSES
        )
        passes += more
    gap = (primal - dual) / primal if primal > 0 else 0.0
    if gap > tolerance:
        raise ValueError(
            f"After {passes} passes the gap is {gap:.1e} of the objective, expected "
            f"{tolerance:.1e}: choose a smaller C, or scale the features."
        )
    return Solution(alpha, primal, gap, passes)


def stages(C, kernel):
    """C in steps up from 8 over the mean squared length, and by how much each rises.

    Alphas at a bound mostly stay there as C grows. From zero, they would take a number
    of passes in proportion to C.
    """
    excess = C * float(np.trace(kernel)) / (RISE * len(kernel))
    count = int(np.ceil(np.log(excess) / np.log(RISE))) if excess > 1 else 0
    steps = C * RISE ** -np.arange(count, -1.0, -1.0)
    return zip(steps.tolist(), [1.0] + [RISE] * count, strict=True)


@cache
def visiting_orders(samples):
    """Random orders, always the same for a number of samples."""
    rows = np.tile(np.arange(samples), (ORDERS, 1))
    return np.random.default_rng(samples).permuted(rows, axis=1)


def coefficients(X, y, C=1.0, tolerance=1e-3):
    """w_r for every class r: of shape (classes, features)."""
    X = np.asarray(X, dtype=np.float64)
    return solve(X @ X.T, y, C, tolerance).alpha @ X


def square_weights(coef):
    """Quality of features by squared weights, summed over the classes (section 5.1)."""
    return np.square(coef).sum(axis=0)


def block(kernel, rows, columns):
    """Part of a matrix; one that lies in one piece is not picked entry by entry."""
    if np.ptp(rows) < len(rows) and np.ptp(columns) < len(columns):
        return kernel[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return kernel[np.ix_(rows, columns)]


def cross_validated(kernel, y, fold_of, C=1.0, tolerance=1e-2):
    """Share of samples that are classified rightly by the other folds."""
    right = 0
    for fold in np.unique(fold_of):
        test, train = np.flatnonzero(fold_of == fold), np.flatnonzero(fold_of != fold)
        model = solve(block(kernel, train, train), y[train], C, tolerance)
        outputs = model.alpha @ block(kernel, train, test)
        right += (outputs.argmax(axis=0) == y[test]).sum()
    return right / len(y)
