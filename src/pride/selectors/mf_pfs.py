"""MF-PFS, predictive feature selection by meta-features: Algorithm 2.

E. Krupka, A. Navot and N. Tishby, "Learning to Select Features using their Properties",
JMLR 2008, section 4: SVM-RFE that measures few features and predicts the quality of the
others from their properties.
"""

from typing import NamedTuple

import numpy as np
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from pride.programs.multiclass_sequence import Rating
from pride.regression import WeightedKNN
from pride.selectors.meta_features import MetaFeatureSelector
from pride.selectors.quality_map import quality_map, svm_quality

ALPHAS = 0.4, 0.8, 1.0, 1.2  # section 5.2


class Measured:
    """Features that are measured when they are first asked for, and then kept.

    `measure(columns)` returns an array of shape (samples, columns), such as
    ``PatchFeatures.measure`` or ``lambda columns: X[:, columns]``.
    """

    def __init__(self, measure):
        self._measure, self._kept = measure, {}

    def __call__(self, columns):
        """The values of these columns."""
        new = [int(column) for column in columns if int(column) not in self._kept]
        if new:
            self._kept.update(zip(new, np.asarray(self._measure(new)).T, strict=True))
        return np.column_stack([self._kept[int(column)] for column in columns])

    @property
    def columns(self):
        """All that were measured, in ascending order."""
        return np.array(sorted(self._kept), dtype=int)


class Round(NamedTuple):
    """One turn of step 2: F before it, F_0, and the quality that F is thought to have.

    Positions are those of the columns.
    """

    candidates: np.ndarray
    trained_on: np.ndarray
    predicted: np.ndarray


class Found(NamedTuple):
    """What MF-PFS selects, all that it measured for it, and its rounds."""

    selected: np.ndarray
    measured: np.ndarray
    rounds: list


def to_eliminate(candidates, n, t):
    """Step 2(d): min(t|F|, |F| - n), a whole number and not zero."""
    return min(max(int(t * candidates), 1), candidates - n)


def drawn(rng, candidates, known, count):
    """Step 2(a): random features of F, of which those come first that are measured.

    These were drawn at random themselves, and cost nothing.
    """
    order = rng.permutation(candidates)
    order = order[np.argsort(~np.isin(order, known), kind="stable")]
    return np.sort(order[:count])


def mf_pfs(
    measure,
    y,
    meta_features,
    n,
    rng,
    alphas=ALPHAS,
    t=0.5,
    quality=svm_quality,
    regressor=None,
):
    """Algorithm 2: n of N features, most of which are not measured.

    Parameters
    ----------
    measure : callable (columns) -> array of shape (n_samples, len(columns))
        Measures features on the training set; asked once for each feature.
    y : array of shape (n_samples,)
        Classes, numbered from 0.
    meta_features : array of shape (N, n_meta_features)
        What is known of each feature without measuring it.
    n : int
        Number of features to select.
    rng : numpy Generator
        Draws the features that are measured.
    alphas : sequence of float
        Features to train with in each round, over n; the last holds for all further.
    t : float
        Share of the candidates that is dropped in each round.
    quality, regressor
        As for `quality_map`.
    """
    measured, rounds = Measured(measure), []
    candidates = np.arange(len(meta_features))
    while len(candidates) > n:
        alpha = alphas[min(len(rounds), len(alphas) - 1)]
        count = min(max(round(alpha * n), 2), len(candidates))
        chosen = drawn(rng, candidates, measured.columns, count)
        found = quality_map(
            measured(chosen), y, meta_features[chosen], quality, regressor
        )
        predicted = found.predict(meta_features[candidates])
        rounds.append(Round(candidates, chosen, predicted))
        keep = len(candidates) - to_eliminate(len(candidates), n, t)
        best = np.argsort(-predicted, kind="stable")[:keep]
        candidates = candidates[np.sort(best)]
    return Found(candidates, measured.columns, rounds)


class MFPFS(MetaFeatureSelector):
    """Select columns by predicted quality, using a part of them only.

    Features that are costly to measure are selected by the function `mf_pfs`, which
    asks for the columns that it needs; in an array all are there already, and those
    that would have been measured are told. The SVM is that of Crammer and Singer, on
    the features as they are.

    Parameters
    ----------
    n_features_to_select : int, default=10
        n of Algorithm 2.
    meta_features : array of shape (n_features, n_meta_features) or None, default=None
        What is known of each column; None knows its number only.
    alphas : sequence of float, default=(0.4, 0.8, 1.0, 1.2)
        Features to train with in each round, over n; the last holds for all further.
    t : float, default=0.5
        Share of the candidates that is dropped in each round.
    C : float, default=1.0
        Weight of the loss of the SVM, summed over the samples.
    tolerance : float, default=1e-3
        The objective of every SVM is within this share of the optimum.
    n_neighbors : int, default=10
        Of the regression of quality on meta-features, `WeightedKNN`.
    random_state : int, RandomState or None, default=None
        Draws the columns that are used in each round.

    Attributes
    ----------
    found_ : Found
        Selected and measured columns, and what each round did.
    n_measured_ : int
        Number of columns that were used.
    """

    def __init__(
        self,
        n_features_to_select=10,
        *,
        meta_features=None,
        alphas=ALPHAS,
        t=0.5,
        C=1.0,
        tolerance=1e-3,
        n_neighbors=10,
        random_state=None,
    ):
        self.n_features_to_select = n_features_to_select
        self.meta_features = meta_features
        self.alphas = alphas
        self.t = t
        self.C = C
        self.tolerance = tolerance
        self.n_neighbors = n_neighbors
        self.random_state = random_state

    def fit(self, X, y):
        """Select columns of X that tell the classes y apart."""
        self._check_count("n_features_to_select", self.n_features_to_select)
        if not 0 < self.t < 1:
            raise ValueError(f"t must be a share between 0 and 1, found {self.t!r}.")
        if len(self.alphas) == 0 or min(self.alphas) <= 0:
            raise ValueError(
                f"alphas must be numbers above 0, one a round, found {self.alphas!r}."
            )
        X, y = self._check(X, y, near_hit=False)
        seed = int(check_random_state(self.random_state).randint(2**31))
        self.found_ = mf_pfs(
            lambda columns: X[:, columns],
            y,
            self._meta(X.shape[1]),
            self.n_features_to_select,
            np.random.default_rng(seed),
            self.alphas,
            self.t,
            Rating(self.C, self.tolerance),
            WeightedKNN(self.n_neighbors),
        )
        self.n_measured_ = len(self.found_.measured)
        return self

    def _get_support_mask(self):
        check_is_fitted(self, "found_")
        return self._mask(self.found_.selected)
