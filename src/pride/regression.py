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

STEP = 0.5  # the first, a length in the space of w


def distances(X, others, w):
    """d_w of every two rows."""
    A, B = X * w, others * w
    squares = np.square(A).sum(axis=1)[:, None] + np.square(B).sum(axis=1) - 2 * A @ B.T
    return np.maximum(squares, 0.0)


def nearest(d, k):
    """The k smallest of each row, and where they are; ties go to the first."""
    where = np.argsort(d, axis=1, kind="stable")[:, :k]
    return np.take_along_axis(d, where, axis=1), where


def shares(d, beta):
    """Of the neighbours in the estimate: exp(-d / beta), scaled to sum one."""
    weights = np.exp(-(d - d[:, :1]) / beta)
    return weights / weights.sum(axis=1, keepdims=True)


def decay(X, w, k):
    """beta: half the mean distance to the k-th neighbour; 1 if all are at zero."""
    d = distances(X, X, w)
    np.fill_diagonal(d, np.inf)
    mean = nearest(d, k)[0][:, -1].mean()
    return mean / 2 if mean > 0 else 1.0


def evaluation(X, f, w, k, beta):
    """e(w) and its gradient, the neighbours being what they are at w."""
    d = distances(X, X, w)
    np.fill_diagonal(d, np.inf)
    d, where = nearest(d, k)
    p, values = shares(d, beta), f[where]
    estimate = (p * values).sum(axis=1)
    residual = f - estimate
    pull = p * (values - estimate[:, None]) * residual[:, None]
    gaps = np.square(X[:, None, :] - X[where])
    return -0.5 * residual @ residual, -2 / beta * w * np.einsum(
        "ik,ikj->j", pull, gaps
    )


def learned_weights(X, f, k, passes):
    """w after `passes` steps up e(w) from w = 1; steps that lead down are halved."""
    w, length = np.ones(X.shape[1]), STEP
    for _ in range(passes):
        beta = decay(X, w, k)
        e, gradient = evaluation(X, f, w, k, beta)
        size = np.linalg.norm(gradient)
        if size == 0:
            break
        tried = w + length * gradient / size
        if evaluation(X, f, tried, k, beta)[0] > e:
            w = tried
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
        self.beta_ = decay(self.X_, self.weights_, k)
        return self

    def predict(self, X):
        """Estimate the values at the rows of X."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        d = distances((X - self.centre_) / self.scale_, self.X_, self.weights_)
        d, where = nearest(d, min(self.n_neighbors, len(self.X_)))
        return (shares(d, self.beta_) * self.y_[where]).sum(axis=1)
