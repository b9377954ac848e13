"""Mufasa, the search for good properties of features, Algorithm 3.

E. Krupka, A. Navot and N. Tishby, "Learning to Select Features using their Properties",
JMLR 2008, section 6. The paper starts from a best quality of "maxreal" although quality
is maximised; minus infinity is meant.
"""

from typing import NamedTuple

import numpy as np
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from pride.programs.multiclass_svm import cross_validated
from pride.selectors.meta_features import MetaFeatureSelector


class Space(NamedTuple):
    """A grid of meta-features: the smallest and largest value of each, and the step."""

    low: np.ndarray
    high: np.ndarray
    step: np.ndarray

    def nearest(self, u):
        """The valid values that are nearest to u."""
        u = self.low + np.round((u - self.low) / self.step) * self.step
        return np.clip(u, self.low, self.high)

    def anywhere(self, rng, count):
        """Points drawn uniformly from the grid."""
        levels = np.floor((self.high - self.low) / self.step + 1.5).astype(int)
        return self.low + rng.integers(levels, size=(count, len(levels))) * self.step

    def near(self, rng, u, noise):
        """Step 2(d): u with normal noise, deviations given as shares of the ranges."""
        deviation = noise * (self.high - self.low)
        return self.nearest(u + deviation * rng.normal(size=len(self.low)))


class Found(NamedTuple):
    """What Mufasa returns: the best set, its point and quality, and the whole trace."""

    best: object
    point: np.ndarray
    quality: float
    points: np.ndarray  # u of every step
    qualities: np.ndarray
    kept: np.ndarray  # whether the set of a step became the best, step 2(c)


def mufasa(start, draw, quality, near, n_steps=50, patience=None):
    """Algorithm 3, for any meta-features and any way to draw features.

    Parameters
    ----------
    start : point
        The first guess of u.
    draw : callable (step, u) -> set of features
        Step 2(a): p(v|u). Drawing by step and u, and not by what came before, makes the
        sets those of Lemma 1, which could have been drawn before the data were seen.
    quality : callable (set of features) -> float
        Step 2(b), such as the cross-validated accuracy of a classifier.
    near : callable (step, u) -> u
        Step 2(d): the next point, near to the best.
    n_steps : int
        J.
    patience : int or None
        Stop after so many steps in a row without a higher quality; None never stops.
    """
    u, best, best_u, best_q, since = start, None, None, -np.inf, 0
    points, qualities, kept = [], [], []
    for step in range(n_steps):
        candidate = draw(step, u)
        q = quality(candidate)
        since = 0 if q > best_q else since + 1
        points.append(u)
        qualities.append(q)
        kept.append(q >= best_q)
        if kept[-1]:
            best, best_u, best_q = candidate, u, q
        if since == patience:
            break
        u = near(step, best_u)
    trace = np.array(points), np.array(qualities), np.array(kept)
    return Found(best, best_u, best_q, *trace)


class Mufasa(MetaFeatureSelector):
    """Select columns by their properties: Algorithm 3 with the SVM's cross-validation.

    Given u, features are drawn at random from those whose meta-features are nearest to
    it, twice as many as are selected.

    Parameters
    ----------
    n_features_to_select : int, default=10
        Number of features to keep.
    meta_features : array of shape (n_features, n_meta_features) or None, default=None
        What is known of each column; None knows its number only.
    n_steps : int, default=50
        J.
    patience : int or None, default=None
        Stop after so many steps in a row without a higher quality.
    noise : float, default=0.2
        Deviation of step 2(d), as a share of the range of each meta-feature.
    C : float, default=1.0
        Weight of the loss of the SVM; samples are scaled to a mean squared length of 1.
    random_state : int, RandomState or None, default=None
        Draws points, features and the two halves of the samples.

    Attributes
    ----------
    trace_ : Found
        Points and qualities of all steps.
    """

    def __init__(
        self,
        n_features_to_select=10,
        *,
        meta_features=None,
        n_steps=50,
        patience=None,
        noise=0.2,
        C=1.0,
        random_state=None,
    ):
        self.n_features_to_select = n_features_to_select
        self.meta_features = meta_features
        self.n_steps = n_steps
        self.patience = patience
        self.noise = noise
        self.C = C
        self.random_state = random_state

    def fit(self, X, y):
        """Search for properties whose features tell the classes y apart."""
        self._check_count("n_features_to_select", self.n_features_to_select)
        self._check_count("n_steps", self.n_steps)
        X, y = self._check(X, y)
        meta = self._meta(X.shape[1])
        size = min(self.n_features_to_select, X.shape[1])
        seed = int(check_random_state(self.random_state).randint(2**31))
        width = np.ptp(meta, axis=0)
        meta = (meta - meta.min(axis=0)) / np.where(width > 0, width, 1.0)
        space = Space(np.zeros(meta.shape[1]), np.ones(meta.shape[1]), 1e-3)
        halves = np.empty(len(y), dtype=int)
        order = np.random.default_rng([seed, 0]).permutation(len(y))
        halves[order[np.argsort(y[order], kind="stable")]] = np.arange(len(y)) % 2

        def draw(step, u):
            apart = np.square(meta - u).sum(axis=1)
            pool = np.argsort(apart, kind="stable")[: 2 * size]
            return np.random.default_rng([seed, 1, step]).permutation(pool)[:size]

        def quality(columns):
            kernel = X[:, columns] @ X[:, columns].T
            scale = np.trace(kernel) / len(y)
            return cross_validated(kernel / (scale or 1.0), y, halves, self.C)

        def near(step, u):
            return space.near(np.random.default_rng([seed, 2, step]), u, self.noise)

        start = space.anywhere(np.random.default_rng([seed, 3]), 1)[0]
        self.trace_ = mufasa(start, draw, quality, near, self.n_steps, self.patience)
        return self

    def _get_support_mask(self):
        check_is_fitted(self, "trace_")
        return self._mask(self.trace_.best)
