"""GMEB with limits chosen by cross-validation.

D. Peleg and R. Meir, "A feature selection algorithm based on the global minimization
of a generalization error bound", NIPS 2004, section 4.1.
"""

import numpy as np
from sklearn.model_selection import check_cv

from pride.compiled import mapped
from pride.selectors.gmeb import centred_grid
from pride.selectors.thresholds import LinearThresholdSelector

LIMITS = np.linspace(1, 10, 7)  # section 4.1


def cross_validated(X, y, limits, parts):
    """Share of samples on the wrong side, for all pairs of limits (section 4.1).

    `parts` are pairs of training and test indices. A sample on the hyperplane is wrong,
    as in the 0-1 loss of section 2. Features are centred on the training part.
    """

    def wrong(part):
        train, test = part
        grid = centred_grid(X[train], y[train], limits, limits)
        margins = y[test] * (grid.coef @ X[test].T + grid.intercept[..., None])
        return (margins <= 0).sum(axis=-1)

    return sum(mapped(wrong, parts)) / sum(len(test) for _, test in parts)


class GMEBCV(LinearThresholdSelector):
    """GMEB with the limits R+ and R- of least cross-validated error.

    All pairs of limits are tried. Of equally good ones the first is taken, with the
    smallest R+ and then the smallest R- if limits ascend.

    Parameters
    ----------
    limits : array-like of shape (n_limits,), default=None
        Values of R+ and of R-; None stands for the seven of section 4.1, 1 to 10.
    cv : int or splitter, default=5
        Number of stratified folds, in the order of the samples, or any splitter of
        scikit-learn.
    epsilon : float, default=0.01
        Threshold of the absolute and of the relative measure of section 4.1.
    rule : {"either", "both"}, default="either"
        Whether one measure suffices, as in the paper, or both are asked for.

    Attributes
    ----------
    R_plus_, R_minus_ : float
        The chosen limits.
    cv_errors_ : ndarray of shape (n_limits, n_limits)
        Cross-validated error by R+ (rows) and R- (columns), between 0 and 1.
    coef_ : ndarray of shape (n_features,)
        w, of the classifier w.x + b that is positive for the second of `classes_`.
    intercept_ : float
        b, for features that are not centred.
    weights_ : ndarray of shape (n_features,)
        Absolute values of `coef_`.
    """

    def __init__(self, limits=None, *, cv=5, epsilon=0.01, rule="either"):
        self.limits = limits
        self.cv = cv
        self.epsilon = epsilon
        self.rule = rule

    def _solve(self, X, y):
        limits = LIMITS if self.limits is None else np.asarray(self.limits, dtype=float)
        for limit in limits:
            self._check_positive("every one of limits", limit)
        parts = list(check_cv(self.cv, y, classifier=True).split(X, y))
        self._check_parts(y, parts)
        self.cv_errors_ = cross_validated(X, y, limits, parts)
        best = np.unravel_index(self.cv_errors_.argmin(), self.cv_errors_.shape)
        self.R_plus_, self.R_minus_ = (float(limit) for limit in limits[list(best)])
        grid = centred_grid(X, y, [self.R_plus_], [self.R_minus_])
        return grid.coef[0, 0], float(grid.intercept[0, 0])

    def _check_parts(self, y, parts):
        """Refuse training parts without one of the classes."""
        sizes = [len(np.unique(y[train])) for train, _ in parts]
        if min(sizes) < 2:
            raise ValueError(
                "Expected both classes in every training part, found one class in part "
                f"{np.argmin(sizes) + 1} of {len(parts)}. Use stratified folds, or "
                "more samples of the rarer class."
            )
