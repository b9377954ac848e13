"""FSFS: unsupervised selection by clustering the features, the paper's "Mitra's".

P. Mitra, C. Murthy and S. Pal, "Unsupervised feature selection using feature
similarity", IEEE PAMI 2002, as far as Y. Li and B.-L. Lu, Pattern Recognition 2009,
section 3.2, compare with it.
"""

import numpy as np
from sklearn.utils.validation import check_is_fitted, validate_data

from pride.compiled import compiled
from pride.selectors.base import Selector


def compression_index(covariance):
    """lambda_2: the smaller eigenvalue of the 2 x 2 covariance of each pair.

    The determinant over the larger eigenvalue, which does not cancel like a difference.
    """
    variance = np.diag(covariance)
    total = variance[:, None] + variance
    apart = np.hypot(variance[:, None] - variance, 2 * covariance)
    determinant = variance[:, None] * variance - covariance**2
    larger = (total + apart) / 2
    smaller = np.zeros_like(covariance)
    np.divide(determinant, larger, out=smaller, where=larger > 0)
    return smaller.clip(min=0)


def explained(covariance):
    """Squared correlations; those with constant features are zero."""
    variance = np.diag(covariance)
    product = variance[:, None] * variance
    squared = np.zeros_like(covariance)
    np.divide(covariance**2, product, out=squared, where=product > 0)
    return squared.clip(max=1)


def lack_of_correlation(covariance):
    """1 - |rho| of each pair."""
    return 1 - np.sqrt(explained(covariance))


def regression_error(covariance):
    """Variance of the second feature that a line through the first leaves."""
    return np.diag(covariance) * (1 - explained(covariance))


DISSIMILARITIES = {
    "lambda2": compression_index,
    "correlation": lack_of_correlation,
    "regression": regression_error,
}


def dissimilarities(X, similarity="lambda2"):
    """How little each feature tells of each other one, one row a feature."""
    centred = X - X.mean(axis=0)
    return DISSIMILARITIES[similarity](centred.T @ centred / len(X))


def neighbours_of(D):
    """For every feature the others, from the most to the least similar."""
    apart = D.copy()
    np.fill_diagonal(apart, -1)  # itself comes first, and is left out
    return np.argsort(apart, axis=1, kind="stable")[:, 1:].copy()


@compiled
def most_compact(D, neighbours, kept, k, epsilon):
    """The kept feature most similar to its k-th kept neighbour; -1 if beyond epsilon.

    Returned with the dissimilarity of the two.
    """
    best, least = -1, np.inf
    for i in range(D.shape[0]):
        if kept[i]:
            seen = 0
            for j in neighbours[i]:
                if D[i, j] > epsilon or D[i, j] >= least:
                    break
                if kept[j]:
                    seen += 1
                    if seen == k:
                        best, least = i, D[i, j]
                        break
    return best, least


@compiled
def largest_cluster(D, neighbours, kept, k, epsilon):
    """The largest number, up to k, of kept neighbours within epsilon of a feature.

    So far k falls in step 6 of the algorithm, which lowers it one by one.
    """
    largest = 0
    for i in range(D.shape[0]):
        if kept[i]:
            seen = 0
            for j in neighbours[i]:
                if D[i, j] > epsilon or seen == k:
                    break
                seen += kept[j]
            largest = max(largest, seen)
    return largest


@compiled
def discard(neighbours, kept, i, k):
    """Give up the k kept neighbours that are most similar to feature i."""
    for j in neighbours[i]:
        if kept[j] and k > 0:
            kept[j] = False
            k -= 1


@compiled
def clustered(D, neighbours, k):
    """Which features Mitra's algorithm keeps, and which k it used on the way.

    The threshold epsilon is the radius of the first cluster. Later clusters must be as
    compact, or k falls; the algorithm ends when it has fallen to 1.
    """
    left = D.shape[0]
    kept, used = np.ones(left, dtype=np.bool_), np.zeros(left, dtype=np.bool_)
    k, epsilon = min(k, left - 1), np.inf
    while k > 0:
        centre, radius = most_compact(D, neighbours, kept, k, epsilon)
        if epsilon == np.inf:
            epsilon = radius
        discard(neighbours, kept, centre, k)
        used[k], left = True, left - k
        k = largest_cluster(D, neighbours, kept, min(k, left - 1), epsilon)
        if k <= 1:
            break
    return kept, used


def select(X, k, similarity="lambda2"):
    """Indices of the features that are kept when clusters begin with k neighbours."""
    D = dissimilarities(X, similarity)
    return np.flatnonzero(clustered(D, neighbours_of(D), k)[0])


def select_number(D, number):
    """Exactly so many features, with the matrix of dissimilarities D.

    The largest k that keeps enough is sought by bisection, as if larger k kept fewer.
    Features that are still too many are given up one by one, always the one most
    similar to another: the step of the algorithm with k = 1.
    """
    neighbours, features = neighbours_of(D), len(D)
    if number >= features:
        return np.arange(features)
    low, high = 1, features  # k of `low` keeps enough, k of `high` too few
    while high - low > 1:
        middle = (low + high) // 2
        enough = clustered(D, neighbours, middle)[0].sum() >= number
        low, high = (middle, high) if enough else (low, middle)
    kept, _ = clustered(D, neighbours, low)
    while kept.sum() > number:
        centre, _ = most_compact(D, neighbours, kept, 1, np.inf)
        discard(neighbours, kept, centre, 1)
    return np.flatnonzero(kept)


class FSFS(Selector):
    """Keep one feature of every cluster of similar features; labels are not used.

    Parameters
    ----------
    n_features_to_select : int, default=10
        Number of features to keep. The algorithm's k is searched for it.
    similarity : {"lambda2", "correlation", "regression"}, default="lambda2"
        Maximal information compression index, or correlation, or regression error.

    Attributes
    ----------
    support_ : ndarray of shape (n_features,)
        Mask of the features that are kept.
    """

    def __init__(self, n_features_to_select=10, *, similarity="lambda2"):
        self.n_features_to_select = n_features_to_select
        self.similarity = similarity

    def fit(self, X, y=None):
        """Learn which features of X are alike."""
        self._check_count("n_features_to_select", self.n_features_to_select)
        if self.similarity not in DISSIMILARITIES:
            names = " or ".join(map(repr, DISSIMILARITIES))
            raise ValueError(f"similarity must be {names}, found {self.similarity!r}.")
        X = validate_data(self, X, dtype=np.float64, ensure_min_samples=2)
        D = dissimilarities(X, self.similarity)
        self.support_ = np.zeros(X.shape[1], dtype=bool)
        self.support_[select_number(D, self.n_features_to_select)] = True
        return self

    def _get_support_mask(self):
        check_is_fitted(self, "support_")
        return self.support_

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.target_tags.required = False
        return tags
