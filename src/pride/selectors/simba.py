"""Simba: stochastic gradient ascent on the margin of the nearest-neighbour rule.

R. Gilad-Bachrach, A. Navot and N. Tishby, "Margin Based Feature Selection -
Theory and Algorithms", ICML 2004. Numbers in brackets are that paper's.
"""

import numpy as np
from sklearn.utils import check_random_state

from pride.compiled import compiled, in_threads
from pride.margins import LINEAR, evaluation
from pride.neighbours import near_hit_and_miss
from pride.samples import by_class, number_classes
from pride.selectors.base import WeightSelector
from pride.selectors.simba_kernels import errors, lines, rough_data, rough_distances

FACTORS = {"paper": 0.5, "code": 1.0}  # the authors' MATLAB leaves out the one half


@compiled
def step(X, w, i, near, beta):
    """Twice the term of the gradient (3) that instance i contributes, step 2(c).

    `near` are its near hit and miss and their distances. The paper leaves 0/0 open; as
    in the authors' program, an instance whose near hit or near miss lies at distance
    zero is passed over. With a sigmoid utility the chain rule adds its derivative.
    """
    hit, miss, to_hit, to_miss = near
    delta = np.zeros_like(w)
    if to_hit > 0 and to_miss > 0:
        slope = 1.0
        if beta > 0:
            utility = 1 / (1 + np.exp(-beta * 0.5 * (to_miss - to_hit)))
            slope = beta * utility * (1 - utility)
        by_miss, by_hit = slope / to_miss, slope / to_hit
        x, near_miss, near_hit = X[i], X[miss], X[hit]
        for j in range(w.shape[0]):
            from_miss, from_hit = x[j] - near_miss[j], x[j] - near_hit[j]
            delta[j] = (from_miss**2 * by_miss - from_hit**2 * by_hit) * w[j]
    return delta


@compiled
def _ascend(X, data, classes, orders, rates, path):
    """w of Algorithm 2 for several orders of visits, advanced side by side.

    `orders` are places in the order of `classes`, `data` the same in single precision,
    `rates` are the factor of the step and the steepness of the utility, and a `path`
    with rows takes the first w after each visit.
    """
    factor, beta = rates
    starts, (blocks, _, size) = orders.shape[0], data.blocks.shape
    width = max(data.blocks.shape[1], data.rows.shape[1])
    w = np.ones((starts, X.shape[1]))
    slopes = np.zeros((starts, width), np.float32)
    intercepts = np.zeros((starts, width), np.float32)
    rough = np.empty((starts, blocks, size), np.float32)
    bounds = errors(X.shape[1])
    for t in range(orders.shape[1]):
        for s in range(starts):
            x = X[classes[0][orders[s, t]]]
            lines(w[s], x, data, slopes[s], intercepts[s])
        rough_distances(data, slopes, intercepts, rough)
        for s in range(starts):
            place, around = orders[s, t], rough[s].reshape(-1)
            near = near_hit_and_miss(X, w[s] * w[s], place, around, bounds, classes)
            delta = step(X, w[s], classes[0][place], near, beta)
            for j in range(X.shape[1]):
                w[s, j] += factor * delta[j]
        if path.shape[0]:
            path[t] = w[0]
    return w


def _prepared(X, y, orders):
    """The arguments of `_ascend` that the data determine."""
    X, classes = np.ascontiguousarray(X, np.float64), by_class(number_classes(y)[1])
    order = classes[0]
    data = rough_data(X, order, len(orders))
    return X, data, classes, np.argsort(order)[np.asarray(orders)]


def ascend_together(X, y, orders, factor=0.5, beta=LINEAR):
    """`ascend` for each row of `orders`, in one passage through the data a step.

    Threads share the rows out; no w depends on their number.
    """
    X, data, classes, places = _prepared(X, y, orders)
    rates, nowhere = (factor, beta), np.empty((0, X.shape[1]))
    return in_threads(lambda p: _ascend(X, data, classes, p, rates, nowhere), places)


def ascend(X, y, visits, factor=0.5, beta=LINEAR):
    """Algorithm 2 up to step 3, picking the instances in the order of `visits`.

    `factor` 0.5 is the paper's step; 1.0 is the one of the authors' program. A positive
    `beta` ascends the sum of sigmoids instead.
    """
    return ascend_together(X, y, [visits], factor, beta)[0]


def path(X, y, visits, factor=0.5, beta=LINEAR):
    """w of Algorithm 2 after each of the `visits`, one row each."""
    prepared = _prepared(X, y, [visits])
    along = np.empty((len(visits), prepared[0].shape[1]))
    _ascend(*prepared, (factor, beta), along)
    return along


class Simba(WeightSelector):
    """Keep the features to which Simba gives the largest weights.

    Parameters
    ----------
    n_features_to_select : int, default=10
        Number of features to keep.
    n_visits : int or None, default=None
        Iterations T of Algorithm 2, at most one per instance; None makes a full pass.
    n_starts : int, default=1
        Random orders to try; the one of largest e(w) is kept (section 5.2). As many
        threads as numba may use share them out, which changes nothing but the time.
    step : {"paper", "code"}, default="paper"
        With or without the factor one half in step 2(c).
    beta : float, default=0.0
        Steepness of the sigmoid that is summed instead of the margins, if positive.
    keep_path : bool, default=False
        Whether to keep w along the visits of the best start.
    random_state : int, RandomState or None, default=None
        Draws the orders.

    Attributes
    ----------
    weights_ : ndarray of shape (n_features,)
        w^2 scaled to a maximum of one, step 3.
    evaluation_ : float
        e(w) for the w of largest entry one.
    path_ : ndarray of shape (n_visits, n_features)
        w before step 3 after each visit, if asked for.
    """

    def __init__(
        self,
        n_features_to_select=10,
        *,
        n_visits=None,
        n_starts=1,
        step="paper",
        beta=LINEAR,
        keep_path=False,
        random_state=None,
    ):
        self.n_features_to_select = n_features_to_select
        self.n_visits = n_visits
        self.n_starts = n_starts
        self.step = step
        self.beta = beta
        self.keep_path = keep_path
        self.random_state = random_state

    def fit(self, X, y):
        """Learn the weights of the features of X for telling the classes y apart."""
        X, y = self._check(X, y)
        self._check_count("n_starts", self.n_starts)
        if self.step not in FACTORS:
            raise ValueError(f"step must be 'paper' or 'code', found {self.step!r}.")
        if not self.beta >= 0:
            raise ValueError(f"beta must be a number >= 0, found {self.beta!r}.")
        rng = check_random_state(self.random_state)
        orders = np.stack([self._visits(rng, len(X)) for _ in range(self.n_starts)])
        rates = FACTORS[self.step], float(self.beta)
        w = np.abs(ascend_together(X, y, orders, *rates))
        w /= w.max(axis=1, keepdims=True)
        evaluations = [evaluation(X, y, start, rates[1]) for start in w]
        best = int(np.argmax(evaluations))
        self.weights_, self.evaluation_ = w[best] ** 2, evaluations[best]
        if self.keep_path:
            self.path_ = path(X, y, orders[best], *rates)
        return self
