"""The l1 SVM as a selector, a baseline of D. Peleg and R. Meir, NIPS 2004."""

from pride.programs.l1_svm import solve_grid
from pride.selectors.thresholds import LinearThresholdSelector


class L1SVM(LinearThresholdSelector):
    """Keep the features to which an l1 SVM gives weights above a threshold.

    Features are taken as they are: scale them first if their units differ.

    Parameters
    ----------
    C : float, default=1.0
        Weight of the hinge loss, summed over the samples, beside the l1 norm of w.
    epsilon : float, default=0.01
        Threshold of the absolute and of the relative measure of section 4.1.
    rule : {"either", "both"}, default="either"
        Whether one measure suffices, as in the paper, or both are asked for.

    Attributes
    ----------
    coef_ : ndarray of shape (n_features,)
        w, of the classifier w.x + b that is positive for the second of `classes_`.
    intercept_ : float
        b.
    weights_ : ndarray of shape (n_features,)
        Absolute values of `coef_`.
    """

    def __init__(self, C=1.0, *, epsilon=0.01, rule="either"):
        self.C = C
        self.epsilon = epsilon
        self.rule = rule

    def _solve(self, X, y):
        self._check_positive("C", self.C)
        grid = solve_grid(X, y, [self.C])
        return grid.coef[0], float(grid.intercept[0])
