"""Simba: stochastic gradient ascent on the margin of the nearest-neighbour rule.

R. Gilad-Bachrach, A. Navot and N. Tishby, "Margin Based Feature Selection -
Theory and Algorithms", ICML 2004. Numbers in brackets are that paper's.
"""

import numpy as np
from sklearn.utils import check_random_state

from pride.compiled import compiled
from pride.neighbours import near_hit_and_miss
from pride.selectors.base import WeightSelector

FACTORS = {"paper": 0.5, "code": 1.0}  # the authors' MATLAB leaves out the one half


@compiled
def evaluation(X, y, w):
    """e(w): the sum of the leave-one-out margins (1) over the sample (2)."""
    columns, squares = np.ascontiguousarray(X.T), w * w
    total = 0.0
    for i in range(X.shape[0]):
        _, _, to_hit, to_miss = near_hit_and_miss(columns, y, squares, i)
        total += 0.5 * (to_miss - to_hit)
    return total


@compiled
def step(columns, y, w, i):
    """Twice the term of the gradient (3) that instance i contributes, step 2(c).

    The paper leaves 0/0 open; as in the authors' program, an instance whose near hit
    or near miss lies at distance zero is passed over.
    """
    hit, miss, to_hit, to_miss = near_hit_and_miss(columns, y, w * w, i)
    delta = np.zeros_like(w)
    if to_hit > 0 and to_miss > 0:
        for j in range(w.shape[0]):
            from_miss = columns[j, i] - columns[j, miss]
            from_hit = columns[j, i] - columns[j, hit]
            delta[j] = from_miss**2 / to_miss - from_hit**2 / to_hit
    return delta * w


@compiled
def path(X, y, visits, factor=0.5):
    """w of Algorithm 2 after each of the `visits`, one row each."""
    columns = np.ascontiguousarray(X.T)
    w = np.ones(X.shape[1])
    weights = np.empty((visits.shape[0], X.shape[1]))
    for t in range(visits.shape[0]):
        w += factor * step(columns, y, w, visits[t])
        weights[t] = w
    return weights


@compiled
def ascend(X, y, visits, factor=0.5):
    """Algorithm 2 up to step 3, picking the instances in the order of `visits`.

    `factor` 0.5 is the paper's step; 1.0 is the one of the authors' program.
    """
    columns = np.ascontiguousarray(X.T)
    w = np.ones(X.shape[1])
    for i in visits:
        w += factor * step(columns, y, w, i)
    return w


class Simba(WeightSelector):
    """Keep the features to which Simba gives the largest weights.

    Parameters
    ----------
    n_features_to_select : int, default=10
        Number of features to keep.
    n_visits : int or None, default=None
        Iterations T of Algorithm 2, at most one per instance; None makes a full pass.
    n_starts : int, default=1
        Random orders to try; the one of largest e(w) is kept (section 5.2).
    step : {"paper", "code"}, default="paper"
        With or without the factor one half in step 2(c).
    random_state : int, RandomState or None, default=None
        Draws the orders.

    Attributes
    ----------
    weights_ : ndarray of shape (n_features,)
        w^2 scaled to a maximum of one, step 3.
    evaluation_ : float
        e(w) for the w of largest entry one.
    """

    def __init__(
        self,
        n_features_to_select=10,
        *,
        n_visits=None,
        n_starts=1,
        step="paper",
        random_state=None,
    ):
        self.n_features_to_select = n_features_to_select
        self.n_visits = n_visits
        self.n_starts = n_starts
        self.step = step
        self.random_state = random_state

    def fit(self, X, y):
        """Learn the weights of the features of X for telling the classes y apart."""
        X, y = self._check(X, y)
        self._check_count("n_starts", self.n_starts)
        if self.step not in FACTORS:
            raise ValueError(f"step must be 'paper' or 'code', found {self.step!r}.")
        rng = check_random_state(self.random_state)
        self.evaluation_ = -np.inf
        for _ in range(self.n_starts):
            w = ascend(X, y, self._visits(rng, len(X)), FACTORS[self.step])
            w = np.abs(w) / np.abs(w).max()
            if (e := evaluation(X, y, w)) > self.evaluation_:
                self.weights_, self.evaluation_ = w**2, e
        return self
