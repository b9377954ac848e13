"""Recursive feature elimination by the multi-class linear SVM, SVM-RFE.

I. Guyon, J. Weston, S. Barnhill and V. Vapnik, "Gene Selection for Cancer
Classification using Support Vector Machines", Machine Learning 2002: train, drop the
features of smallest squared weight, train again with the others. Krupka, Navot and
Tishby (JMLR 2008, section 5.2) drop a constant fraction in each of six steps.
"""

from typing import NamedTuple

import numpy as np
from sklearn.utils.validation import check_is_fitted

from pride.programs.multiclass_sequence import Rating
from pride.selectors.base import Selector


class Elimination(NamedTuple):
    """Columns before each step and after the last; squared weights before each step."""

    sets: list
    weights: list


def set_sizes(n_features, n, n_steps):
    """Numbers of features before, between and after steps that drop a fraction each.

    Where features are few, steps that would drop nothing are left out.
    """
    if n_features <= n:
        return [n_features]
    shares = (n / n_features) ** (np.arange(n_steps + 1) / n_steps)
    return np.unique(np.round(n_features * shares).astype(int))[::-1].tolist()


def heaviest(weights, count):
    """Where the largest weights are, in ascending order; ties go to the first."""
    return np.sort(np.argsort(-weights, kind="stable")[:count])


def svm_rfe(X, y, n, n_steps=6, C=1.0, tolerance=1e-3):
    """SVM-RFE from all columns of X to n; classes y are numbered from 0."""
    rating, columns, weights = Rating(C, tolerance), np.arange(X.shape[1]), []
    sets = [columns]
    for size in set_sizes(X.shape[1], n, n_steps)[1:]:
        weights.append(rating(X[:, columns], y))
        columns = columns[heaviest(weights[-1], size)]
        sets.append(columns)
    return Elimination(sets, weights)


class SVMRFE(Selector):
    """Drop the features of smallest squared weight, a fraction in every step.

    The SVM is that of Crammer and Singer, without intercept, on the features as they
    are: scale them first if their units differ. All features have to be measured, of
    which `MFPFS` measures a part only.

    Parameters
    ----------
    n_features_to_select : int, default=10
        Number of features to keep.
    n_steps : int, default=6
        Steps, in each of which the same fraction of the features is dropped.
    C : float, default=1.0
        Weight of the loss, summed over the samples, beside half the squared norm.
    tolerance : float, default=1e-3
        The objective of every SVM is within this share of the optimum.

    Attributes
    ----------
    elimination_ : Elimination
        Columns before each step and after the last, and their squared weights.
    ranking_ : ndarray of shape (n_features,)
        1 for features that are kept, 2 for those dropped in the last step, and so on.
    """

    def __init__(self, n_features_to_select=10, *, n_steps=6, C=1.0, tolerance=1e-3):
        self.n_features_to_select = n_features_to_select
        self.n_steps = n_steps
        self.C = C
        self.tolerance = tolerance

    def fit(self, X, y):
        """Find the features of X that tell the classes y apart."""
        self._check_count("n_features_to_select", self.n_features_to_select)
        self._check_count("n_steps", self.n_steps)
        X, y = self._check(X, y, near_hit=False)
        settings = self.n_steps, self.C, self.tolerance
        self.elimination_ = svm_rfe(X, y, self.n_features_to_select, *settings)
        self.ranking_ = np.zeros(X.shape[1], dtype=int)
        for columns in self.elimination_.sets:
            self.ranking_[columns] -= 1
        self.ranking_ += len(self.elimination_.sets) + 1
        return self

    def _get_support_mask(self):
        check_is_fitted(self, "ranking_")
        return self.ranking_ == 1
