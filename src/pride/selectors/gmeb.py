"""GMEB as a selector: the global minimum of an error bound.

D. Peleg and R. Meir, "A feature selection algorithm based on the global minimization
of a generalization error bound", NIPS 2004. Numbers in brackets are that paper's.
"""

from pride.programs.gmeb.grid import solve_grid
from pride.selectors.thresholds import LinearThresholdSelector


def centred_grid(X, y, R_plus, R_minus):
    """Solutions of (6) on centred features for all pairs of limits (section 2).

    The intercepts are for features as they came: w.x + (b - w.mean) = w.(x - mean) + b.
    """
    mean = X.mean(axis=0)
    grid = solve_grid(X - mean, y, R_plus, R_minus)
    return grid._replace(intercept=grid.intercept - grid.coef @ mean)


class GMEB(LinearThresholdSelector):
    """Keep the features of the linear classifier that minimises an error bound.

    The hinge loss is minimised over w, b and scales of the features, problem (6). R+
    and R- limit the second moments of the scaled features, summed over the features, in
    each class: few features get a weight. Features are centred first. Their units do
    not matter but for the absolute measure of `epsilon`. Where the solution is not
    unique, it is that of smallest norm. `GMEBCV` chooses R+ and R-.

    Parameters
    ----------
    R_plus : float, default=5.5
        Limit for the second of `classes_`; the default is the middle of section 4.1's.
    R_minus : float, default=5.5
        Limit for the first of `classes_`.
    epsilon : float, default=0.01
        Threshold of the absolute and of the relative measure of section 4.1.
    rule : {"either", "both"}, default="either"
        Whether one measure suffices, as in the paper, or both are asked for.

    Attributes
    ----------
    coef_ : ndarray of shape (n_features,)
        w, of the classifier w.x + b that is positive for the second of `classes_`.
    intercept_ : float
        b, for features that are not centred.
    weights_ : ndarray of shape (n_features,)
        Absolute values of `coef_`.
    """

    def __init__(self, R_plus=5.5, R_minus=5.5, *, epsilon=0.01, rule="either"):
        self.R_plus = R_plus
        self.R_minus = R_minus
        self.epsilon = epsilon
        self.rule = rule

    def _solve(self, X, y):
        self._check_positive("R_plus", self.R_plus)
        self._check_positive("R_minus", self.R_minus)
        grid = centred_grid(X, y, [self.R_plus], [self.R_minus])
        return grid.coef[0, 0], float(grid.intercept[0, 0])
