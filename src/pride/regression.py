"""Weighted k-nearest-neighbour regression with weights that are learned.

A. Navot, L. Shpigelman, N. Tishby and E. Vaadia, "Nearest Neighbor Based Feature
Selection for Regression", NIPS 2006 (RGS). The value at x is the mean of the k nearest
samples' values under weights exp(-d_w(x, x') / beta), d_w(x, x') = sum_j w_j^2 (x_j -
x'_j)^2, and w ascends e(w) = -1/2 sum_x (f(x) - estimate of f(x))^2, x itself left out.
RGS ascends sample by sample, in random order; here all samples are taken at once, which
makes the result the same every time.
"""

import numpy as np
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from pride.compiled import compiled

STEP = 0.5  # the first, a length in the space of w


@compiled
def nearest_rows(X, others, k, itself):
    """The k smallest squared distances of each row of X, and whose rows they are.

    Ties go to the first row. Row i of X counts as its own neighbour only if `itself`.
    """
    d, where = np.full((len(X), k), np.inf), np.zeros((len(X), k), dtype=np.int64)
    for i in range(len(X)):
        for j in range(len(others)):
            if i == j and not itself:
                continue
            apart = 0.0
            for c in range(X.shape[1]):
                apart += (X[i, c] - others[j, c]) ** 2
            place = k
            while place > 0 and apart < d[i, place - 1]:
                if place < k:
                    d[i, place], where[i, place] = d[i, place - 1], where[i, place - 1]
                place -= 1
            if place < k:
                d[i, place], where[i, place] = apart, j
    return d, where


def neighbours(X, w, k):
    """d_w to the k nearest others of each row, and where they are."""
    return nearest_rows(X * w, X * w, k, False)


def shares(d, beta):
    """Of the neighbours in the estimate: exp(-d / beta), scaled to sum one."""
    weights = np.exp(-(d - d[:, :1]) / beta)
    return weights / weights.sum(axis=1, keepdims=True)


def decay(d):
    """beta: half the mean distance to the k-th neighbour; 1 if all are at zero."""
    mean = d[:, -1].mean()
    return mean / 2 if mean > 0 else 1.0


def evaluation(f, near, beta):
    """e(w), from the neighbours under w."""
    d, where = near
    residual = f - (shares(d, beta) * f[where]).sum(axis=1)
    return -0.5 * residual @ residual


def gradient(X, f, w, near, beta):
    """Of e(w), the neighbours being what they are at w."""
    d, where = near
    p, values = shares(d, beta), f[where]
    estimate = (p * values).sum(axis=1)
    pull = p * (values - estimate[:, None]) * (f - estimate)[:, None]
    gaps = np.square(X[:, None, :] - X[where])
    return -2 / beta * w * np.einsum("ik,ikj->j", pull, gaps)


def learned_weights(X, f, k, passes):
    """w after `passes` steps up e(w) from w = 1; steps that lead down are halved.

    So are those that lead to w = 0, where all samples are the same.
    """
    w, length = np.ones(X.shape[1]), STEP
    near = neighbours(X, w, k)
    for _ in range(passes):
        beta = decay(near[0])
        uphill = gradient(X, f, w, near, beta)
        size = np.linalg.norm(uphill)
        if size == 0:
            break
        tried = w + length * uphill / size
        there = neighbours(X, tried, k)
        if tried.any() and evaluation(f, there, beta) > evaluation(f, near, beta):
            w, near = tried, there
        else:
            length /= 2
    return w


class WeightedKNN(RegressorMixin, BaseEstimator):
    """k-nearest-neighbour regression, near neighbours and good features counting more.

    Features are standardised inside.

    Parameters
    ----------
    n_neighbors : int, default=10
        k; no more than there are other samples.
    n_passes : int, default=30
        Steps in which the weights of the features are learned; 0 leaves them at one.

    Attributes
    ----------
    weights_ : ndarray of shape (n_features,)
        w, of the standardised features.
    """

    def __init__(self, n_neighbors=10, *, n_passes=30):
        self.n_neighbors = n_neighbors
        self.n_passes = n_passes

    def fit(self, X, y):
        """Learn the weights of the features of X for predicting y."""
        X, y = validate_data(
            self, X, y, dtype=np.float64, y_numeric=True, ensure_min_samples=2
        )
        if self.n_neighbors < 1:
            raise ValueError(f"n_neighbors must be >= 1, found {self.n_neighbors!r}.")
        self.centre_, self.scale_ = X.mean(axis=0), X.std(axis=0)
        self.scale_[self.scale_ == 0] = 1.0
        self.X_, self.y_ = (X - self.centre_) / self.scale_, y.astype(np.float64)
        k = min(self.n_neighbors, len(X) - 1)
        self.weights_ = learned_weights(self.X_, self.y_, k, self.n_passes)
        self.beta_ = decay(neighbours(self.X_, self.weights_, k)[0])
        return self

    def predict(self, X):
        """Estimate the values at the rows of X."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        here = (X - self.centre_) / self.scale_ * self.weights_
        k = min(self.n_neighbors, len(self.X_))
        d, where = nearest_rows(here, self.X_ * self.weights_, k, True)
        return (shares(d, self.beta_) * self.y_[where]).sum(axis=1)
