"""G-flip: greedy ascent on the margin of the nearest-neighbour rule, set by set.

R. Gilad-Bachrach, A. Navot and N. Tishby, "Margin Based Feature Selection -
Theory and Algorithms", ICML 2004. Numbers in brackets are that paper's.
"""

import warnings
from numbers import Real

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from pride.compiled import compiled
from pride.samples import by_class, check_finite, number_classes
from pride.selectors import gflip_kernels as kernels
from pride.selectors.base import Selector

KINDS = kernels.LINEAR, kernels.SIGMOID, kernels.ZERO_ONE
UTILITIES = dict(zip(("linear", "sigmoid", "zero-one"), KINDS, strict=True))


@compiled
def one_pass(state, mask, order, e, removed):
    """Step 2(b) of Algorithm 1: the new e(F), the number of flips, and `removed`.

    `removed` sums the squared ranges of the features that were removed since the
    distances were summed. They are summed anew when it exceeds that of all features
    left, so that rounding stays small beside the distances themselves.
    """
    made = flips = 0
    for f in order:
        flip = ~f if mask[f] else f
        new, scale = kernels.evaluation_after(state, flip, made)
        if new - e > kernels.TIE * scale:
            kernels.keep(state, flip, made)
            e, mask[f] = new, not mask[f]
            made, flips = made + 1, flips + 1
            removed += state.squares[f] if flip < 0 else 0.0
            if removed > state.squares[mask].sum():
                e, made, removed = kernels.begin(state, mask), 0, 0.0
    for i in range(state.applied.shape[0]):
        if state.applied[i] < made:
            kernels.catch_up(state, i, made)
        state.applied[i] = 0
    return e, flips, removed


def prepare(X, y, utility="linear", beta=1.0):
    """What the kernels work on."""
    (samples, features), (order, starts, labels) = X.shape, by_class(y)
    columns = np.empty((features, samples))
    for f in range(features):  # one by one, without another copy of the data
        columns[f] = X[order, f]
    ranges = np.ptp(columns, axis=1)
    check_finite(ranges)
    listed = 2, samples, kernels.NEAR + 1
    return kernels.State(
        columns=columns,
        squares=ranges**2,
        blocks=np.stack([starts[labels], starts[labels + 1]], axis=1),
        distances=np.empty((samples, samples)),
        log=np.empty(features, dtype=np.int64),
        applied=np.empty(samples, dtype=np.int64),
        near=np.empty(listed, dtype=np.uint32),
        reach=np.empty(listed),
        kind=UTILITIES[utility],
        beta=float(beta),
    )


def climb(state, orders):
    """Algorithm 1: the mask of F, e(F) before and after every pass, and whether done.

    The empty set, from which it starts, has margins of zero. A flip is kept if e rises
    by more than 1e-10 of the sum of absolute terms: on a tie, rounding would decide.
    """
    mask, removed = np.zeros(len(state.columns), dtype=bool), 0.0
    scores = [kernels.begin(state, mask)]
    for order in orders:
        e, flips, removed = one_pass(state, mask, order, scores[-1], removed)
        scores.append(e)
        if not flips:
            return mask, scores, True
    return mask, scores, False


def flip(X, y, orders):
    """Algorithm 1: the mask of the chosen set F and e(F), Definition 2.

    `orders` holds a permutation of the features for each pass; passes are made until
    one makes no change or `orders` are used up. The empty set scores 0.
    """
    X, orders = np.asarray(X, dtype=np.float64), np.asarray(orders, dtype=np.int64)
    features = X.shape[1]
    table, each = orders.ndim == 2, np.arange(features)
    if not table or not all(np.array_equal(np.sort(s), each) for s in orders):
        raise ValueError(
            f"Expected orders of shape (passes, {features}), every row a permutation "
            f"of 0 to {features - 1}, found an array of shape {orders.shape}. "
            "Draw each row with rng.permutation."
        )
    mask, scores, _ = climb(prepare(X, number_classes(y)[1]), orders)
    return mask, scores[-1]


class GFlip(Selector):
    """Keep the features that G-flip chooses; their number is not a parameter.

    Parameters
    ----------
    utility : {"linear", "sigmoid", "zero-one"}, default="linear"
        What a margin is worth: itself, as in the paper; 1 / (1 + exp(-beta margin));
        one if it is positive, else nothing.
    beta : float, default=1.0
        Steepness of the sigmoid.
    n_starts : int, default=1
        Sequences of random orders to try; the one that ends highest is kept.
    max_passes : int, default=100
        Passes over the features after which a start is given up.
    random_state : int, RandomState or None, default=None
        Draws the orders.

    Attributes
    ----------
    support_ : ndarray of shape (n_features,)
        Mask of the chosen features.
    score_ : float
        e(F), the sum over all samples of what their margins are worth.
    n_passes_ : int
        Passes of the start that was kept, the last one, without a change, included.
    passes_ : ndarray of shape (n_starts,)
        Passes of all starts.
    """

    def __init__(
        self,
        utility="linear",
        *,
        beta=1.0,
        n_starts=1,
        max_passes=100,
        random_state=None,
    ):
        self.utility = utility
        self.beta = beta
        self.n_starts = n_starts
        self.max_passes = max_passes
        self.random_state = random_state

    def fit(self, X, y):
        """Choose the features of X that tell the classes y apart."""
        X, y = self._check(X, y)
        self._check_parameters()
        rng = check_random_state(self.random_state)
        state = prepare(X, y, self.utility, self.beta)
        runs = []
        for _ in range(self.n_starts):
            orders = (rng.permutation(X.shape[1]) for _ in range(self.max_passes))
            runs.append(climb(state, orders))
        self.passes_ = np.array([len(scores) - 1 for _, scores, _ in runs])
        best = int(np.argmax([scores[-1] for _, scores, _ in runs]))
        self.support_, scores, done = runs[best]
        self.score_, self.n_passes_ = float(scores[-1]), len(scores) - 1
        self._warn(done)
        return self

    def _check_parameters(self):
        self._check_count("n_starts", self.n_starts)
        self._check_count("max_passes", self.max_passes)
        if self.utility not in UTILITIES:
            names = ", ".join(map(repr, UTILITIES))
            raise ValueError(f"utility must be one of {names}, found {self.utility!r}.")
        if not isinstance(self.beta, Real) or not 0 < self.beta < np.inf:
            raise ValueError(f"beta must be a positive number, found {self.beta!r}.")

    def _warn(self, done):
        """Say what a user would not expect of the chosen set."""
        if not done:
            message = (
                f"G-flip still changed its set in the last of max_passes="
                f"{self.max_passes} passes; allow more."
            )
            warnings.warn(message, ConvergenceWarning, stacklevel=3)
        if not self.support_.any():
            message = (
                "G-flip chose no features, in any order: none of them alone scores "
                f"more than the empty set, {self.score_:g}. Check X and y, or select "
                "in another way."
            )
            warnings.warn(message, stacklevel=3)

    def _get_support_mask(self):
        check_is_fitted(self, "support_")
        return self.support_
