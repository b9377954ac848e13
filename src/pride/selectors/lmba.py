"""Lmba: stochastic gradient descent on a loss of the nearest-neighbour rule.

Y. Li and B.-L. Lu, "Feature selection based on loss-margin of nearest neighbor
classification", Pattern Recognition 2009. Numbers in brackets are that paper's. What
the paper leaves open, or says in two ways, is a named option.
"""

from numbers import Real

import numpy as np
from sklearn.utils import check_random_state

from pride.selectors.base import WeightSelector
from pride.selectors.lmba_kernels import (
    ALWAYS,
    ORIGINAL,
    WEIGHTED,
    Rules,
    descended,
    losses,
    slope,
)
from pride.selectors.lmba_slopes import descended_along, slopes

SPACES = {"original": ORIGINAL, "weighted": WEIGHTED}
CHOICES = {
    "condition": SPACES | {"always": ALWAYS},
    "theta": SPACES,
    "rank_by": {"value": np.positive, "magnitude": np.abs},
    "order": {"given": False, "random": True},
}
PRINTED = Rules(3, 1.0, ORIGINAL, ORIGINAL)


def evaluation(X, y, w, rules=PRINTED):
    """e(w) of (4): the loss (3), summed over the sample."""
    return float(losses(X, y, w, rules).sum())


def gradient(X, y, w, rules=PRINTED):
    """The gradient (16) of e(w), with the condition of (17) in the space of the rules.

    It is that of e(w) if the condition is weighted, as the hinge of (3) is.
    """
    return 2 * w * sum(slope(X, y, i, w, rules)[0] for i in range(len(X)))


def step_sizes(visits, beta=1.0, decay=0.0):
    """beta_i of step 3(d): beta / i^decay for i = 1, 2, ..."""
    return beta / np.arange(1, visits + 1) ** float(decay)


def descend(X, y, visits, betas=None, rules=PRINTED):
    """w of step 3, picking the instances in the order of `visits`; steps of length 1.

    The weights may leave [0, 1]: nothing in the steps keeps them there.
    """
    return _run(X, y, visits, betas, rules, np.empty((0, X.shape[1])))


def path(X, y, visits, betas=None, rules=PRINTED):
    """w of step 3 after each of the `visits`, one row each."""
    along = np.empty((len(visits), X.shape[1]))
    _run(X, y, visits, betas, rules, along)
    return along


def _run(X, y, visits, betas, rules, along):
    """Step 3, in the way that is faster for the rules."""
    betas = step_sizes(len(visits)) if betas is None else betas
    if WEIGHTED in (rules.condition, rules.theta):
        return descended(X, y, visits, betas, rules, along)
    return descended_along(slopes(X, y, rules), visits, betas, along)


class Lmba(WeightSelector):
    """Keep the features to which Lmba gives the largest weights.

    Parameters
    ----------
    n_features_to_select : int, default=10
        Number of features to keep.
    n_neighbors : int, default=3
        Target neighbours k; smaller classes have fewer.
    c : float, default=1.0
        Factor of the hinge losses in (1).
    beta : float, default=1.0
        Step size; every step has this length.
    decay : float, default=0.0
        The i-th step has length beta / i^decay.
    n_epochs : int, default=1
        Passes over the sample.
    condition : {"original", "weighted", "always"}, default="original"
        Distances by which a sample of another class invades: those of (17), those of
        the loss (3), or none, which leaves the hinge without its cut at zero.
    theta : {"original", "weighted"}, default="original"
        Distances of the margin (2).
    rank_by : {"magnitude", "value"}, default="magnitude"
        Whether step 4 ranks by the absolute value of w or by w. The distances of (3)
        depend on w^2 only, and with few features steps lead across zero.
    order : {"given", "random"}, default="given"
        Whether instances are visited in the order of the data.
    random_state : int, RandomState or None, default=None
        Draws a random order, anew for each pass.

    Attributes
    ----------
    weights_ : ndarray of shape (n_features,)
        Absolute value of w after the last step, or w.
    """

    def __init__(
        self,
        n_features_to_select=10,
        *,
        n_neighbors=3,
        c=1.0,
        beta=1.0,
        decay=0.0,
        n_epochs=1,
        condition="original",
        theta="original",
        rank_by="magnitude",
        order="given",
        random_state=None,
    ):
        self.n_features_to_select = n_features_to_select
        self.n_neighbors = n_neighbors
        self.c = c
        self.beta = beta
        self.decay = decay
        self.n_epochs = n_epochs
        self.condition = condition
        self.theta = theta
        self.rank_by = rank_by
        self.order = order
        self.random_state = random_state

    def fit(self, X, y):
        """Learn the weights of the features of X for telling the classes y apart."""
        X, y = self._check(X, y)
        self._check_options()
        visits = self._all_visits(len(X))
        rules = Rules(
            int(self.n_neighbors),
            float(self.c),
            CHOICES["condition"][self.condition],
            CHOICES["theta"][self.theta],
        )
        betas = step_sizes(len(visits), self.beta, self.decay)
        w = descend(np.ascontiguousarray(X), y, visits, betas, rules)
        self.weights_ = CHOICES["rank_by"][self.rank_by](w)
        return self

    def _check_options(self):
        """Refuse numbers out of range and unknown words."""
        self._check_count("n_neighbors", self.n_neighbors)
        self._check_count("n_epochs", self.n_epochs)
        for name, least in (("c", "positive"), ("beta", "positive"), ("decay", ">= 0")):
            value = getattr(self, name)
            real = isinstance(value, Real) and not isinstance(value, bool)
            low = real and (value >= 0 if name == "decay" else value > 0)
            if not low or not value < np.inf:
                raise ValueError(f"{name} must be a number {least}, found {value!r}.")
        for name, known in CHOICES.items():
            value = getattr(self, name)
            if value not in known:
                words = " or ".join(map(repr, known))
                raise ValueError(f"{name} must be {words}, found {value!r}.")

    def _all_visits(self, n_samples):
        """The samples in their order, or in a random one for each pass."""
        if not CHOICES["order"][self.order]:
            return np.tile(np.arange(n_samples), self.n_epochs)
        rng = check_random_state(self.random_state)
        return np.concatenate(
            [rng.permutation(n_samples) for _ in range(self.n_epochs)]
        )
