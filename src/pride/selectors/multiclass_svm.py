"""The multi-class linear SVM as a selector (Krupka, Navot and Tishby, JMLR 2008)."""

import numpy as np

from pride.programs.multiclass_svm import coefficients, square_weights
from pride.selectors.base import WeightSelector


class MulticlassSVM(WeightSelector):
    """Keep the features to which a multi-class linear SVM gives the largest weights.

    The SVM is that of Crammer and Singer, without intercept. Samples are divided by one
    number, so that their mean squared length is 1; scale the features first if their
    units differ.

    Parameters
    ----------
    n_features_to_select : int, default=10
        Number of features to keep.
    C : float, default=1.0
        Weight of the loss, summed over the samples, beside half the squared norm.
    tolerance : float, default=1e-3
        The objective is within this share of the optimum.

    Attributes
    ----------
    coef_ : ndarray of shape (n_classes, n_features)
        Weights of the features for each class, samples being scaled.
    weights_ : ndarray of shape (n_features,)
        Squares of `coef_`, summed over the classes.
    """

    def __init__(self, n_features_to_select=10, *, C=1.0, tolerance=1e-3):
        self.n_features_to_select = n_features_to_select
        self.C = C
        self.tolerance = tolerance

    def fit(self, X, y):
        """Learn the weights of the features of X for telling the classes y apart."""
        X, y = self._check(X, y, near_hit=False)
        length = np.sqrt(np.square(X).sum(axis=1).mean())
        self.coef_ = coefficients(X / (length or 1.0), y, self.C, self.tolerance)
        self.weights_ = square_weights(self.coef_)
        return self
