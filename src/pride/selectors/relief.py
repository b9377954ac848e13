"""Relief, the baseline of the margin papers.

K. Kira and L. Rendell, ICML 1992, as restated in Algorithm 3 of R. Gilad-Bachrach,
A. Navot and N. Tishby, ICML 2004.
"""

import numpy as np
from sklearn.utils import check_random_state

from pride.compiled import compiled
from pride.neighbours import near_hits_and_misses
from pride.samples import number_classes
from pride.selectors.base import WeightSelector


@compiled
def _add_up(X, visits, hits, misses, path):
    """w of step 2(b) after all visits; a `path` with rows takes w after each."""
    w = np.zeros(X.shape[1])
    for t in range(visits.shape[0]):
        i, hit, miss = visits[t], hits[t], misses[t]
        for j in range(X.shape[1]):
            w[j] += (X[i, j] - X[miss, j]) ** 2 - (X[i, j] - X[hit, j]) ** 2
        if path.shape[0]:
            path[t] = w
    return w


def weights(X, y, visits):
    """Step 2 of Algorithm 3: the summed differences, of either sign.

    Neighbours are sought without the weights.
    """
    found = _neighbours(X, y, visits)
    return _add_up(*found, np.empty((0, found[0].shape[1])))


def path(X, y, visits):
    """w of Algorithm 3 after each of the `visits`, one row each."""
    found = _neighbours(X, y, visits)
    along = np.empty((len(visits), found[0].shape[1]))
    _add_up(*found, along)
    return along


def _neighbours(X, y, visits):
    """The arguments of `_add_up` that the data determine."""
    X, visits = np.ascontiguousarray(X, np.float64), np.asarray(visits)
    (hits, misses), _ = near_hits_and_misses(X, number_classes(y)[1], visits)
    return X, visits, hits, misses


class Relief(WeightSelector):
    """Keep the features to which Relief gives the largest weights.

    Parameters
    ----------
    n_features_to_select : int, default=10
        Number of features to keep.
    n_visits : int or None, default=None
        Iterations T of Algorithm 3, at most one per instance; None makes a full pass.
    keep_path : bool, default=False
        Whether to keep w along the visits.
    random_state : int, RandomState or None, default=None
        Draws the order of the visits.

    Attributes
    ----------
    weights_ : ndarray of shape (n_features,)
        Summed differences of step 2, of either sign.
    path_ : ndarray of shape (n_visits, n_features)
        They after each visit, if asked for.
    """

    def __init__(
        self,
        n_features_to_select=10,
        *,
        n_visits=None,
        keep_path=False,
        random_state=None,
    ):
        self.n_features_to_select = n_features_to_select
        self.n_visits = n_visits
        self.keep_path = keep_path
        self.random_state = random_state

    def fit(self, X, y):
        """Learn the weights of the features of X for telling the classes y apart."""
        X, y = self._check(X, y)
        rng = check_random_state(self.random_state)
        visits = self._visits(rng, len(X))
        if self.keep_path:
            self.path_ = path(X, y, visits)
        self.weights_ = self.path_[-1] if self.keep_path else weights(X, y, visits)
        return self
