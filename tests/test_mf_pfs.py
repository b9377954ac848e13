"""MF-PFS against Algorithm 2, word for word; what it measures; as a selector."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from sklearn.utils.estimator_checks import parametrize_with_checks

from pride.programs.multiclass_svm import coefficients, square_weights
from pride.regression import WeightedKNN
from pride.selectors import MFPFS
from pride.selectors.mf_pfs import Measured, mf_pfs, to_eliminate


def features(seed=0, samples=90, count=200):
    """How well a feature tells three classes apart depends on its first property."""
    rng = np.random.default_rng(seed)
    y = np.arange(samples) % 3
    meta = rng.random((count, 2))
    centres = rng.normal(size=(3, count)) * 1.5 * meta[:, 0] ** 2
    return rng.normal(size=(samples, count)) + centres[y], y, meta


def algorithm_2(X, y, meta, n, rng, alphas, t):
    """As printed; random features are taken from those measured before, first."""
    F, measured, turn = list(range(X.shape[1])), set(), 0
    while len(F) > n:
        # (a)
        order = [int(f) for f in rng.permutation(F)]
        order = [f for f in order if f in measured] + [
            f for f in order if f not in measured
        ]
        F_0 = sorted(order[: min(round(alphas[turn] * n), len(F))])
        measured |= set(F_0)
        # (b), Algorithm 1
        Y_MF = square_weights(coefficients(X[:, F_0], y))
        Q = WeightedKNN().fit(meta[F_0], Y_MF)
        # (c)
        estimated = dict(zip(F, Q.predict(meta[F]), strict=True))
        # (d)
        drop = int(min(t * len(F), len(F) - n))
        worst = sorted(F, key=lambda f: (estimated[f], -f))[:drop]
        F = [f for f in F if f not in worst]
        turn += 1
    return F, sorted(measured), turn


@pytest.mark.parametrize("seed", range(4))
def test_it_is_the_algorithm(seed):
    X, y, meta = features(seed)
    asked = []

    def measure(columns):
        asked.extend(columns)
        return X[:, columns]

    alphas = 0.4, 0.8, 1.0, 1.2
    found = mf_pfs(measure, y, meta, 20, np.random.default_rng(seed), alphas, 0.5)
    rng = np.random.default_rng(seed)
    F, measured, turns = algorithm_2(X, y, meta, 20, rng, alphas, 0.5)
    assert_array_equal(found.selected, F)
    assert_array_equal(found.measured, measured)
    assert len(found.rounds) == turns == 4
    assert sorted(asked) == measured  # each feature once
    assert [len(r.trained_on) for r in found.rounds] == [8, 16, 20, 24]
    assert [len(r.candidates) for r in found.rounds] == [200, 100, 50, 25]


def test_a_tenth_of_the_candidates_needs_four_rounds_and_few_measurements():
    """t = 0.5; a fifth to a quarter of 10n features are measured (section 5.2)."""
    for n in (30, 100):
        X, y, meta = features(count=10 * n)
        rng = np.random.default_rng(1)
        found = mf_pfs(lambda c, X=X: X[:, c], y, meta, n, rng)
        assert len(found.rounds) == 4
        assert len(found.selected) == n
        assert 2.0 < len(found.measured) / n < 2.6


def test_properties_that_tell_everything_lead_to_the_best_features():
    """Quality is a function of the only property: the best are found unmeasured."""
    rng = np.random.default_rng(2)
    meta = rng.permutation(400)[:, None].astype(float)
    measured = set()

    def quality(X, y):
        return X[0]

    def measure(columns):
        measured.update(columns)
        return -np.abs(meta[columns].T - 300.0)

    found = mf_pfs(measure, np.zeros(1), meta, 40, rng, quality=quality)
    best = np.argsort(np.abs(meta[:, 0] - 300))[:40]
    assert len(np.intersect1d(found.selected, best)) >= 37
    assert len(measured) < 110


def test_properties_that_tell_nothing_select_at_random():
    X, y, meta = features(3, count=400)
    rng = np.random.default_rng(3)
    shuffled = meta[rng.permutation(400)]
    chosen = mf_pfs(lambda c: X[:, c], y, shuffled, 40, rng).selected
    told = mf_pfs(lambda c: X[:, c], y, meta, 40, rng).selected
    assert meta[told, 0].mean() > 0.75
    assert abs(meta[chosen, 0].mean() - 0.5) < 0.2


def test_how_many_are_dropped():
    assert [to_eliminate(size, 20, 0.5) for size in (200, 25, 21)] == [100, 5, 1]
    assert to_eliminate(3, 1, 0.1) == 1  # or it would never end


def test_features_are_measured_once():
    asked = []

    def measure(columns):
        asked.append(list(columns))
        return np.array([columns, columns]) * 1.0

    measured = Measured(measure)
    assert_array_equal(measured([4, 2]), [[4, 2], [4, 2]])
    assert_array_equal(measured(np.array([2, 7, 4])), [[2, 7, 4], [2, 7, 4]])
    assert_array_equal(measured([7, 4]), [[7, 4], [7, 4]])
    assert asked == [[4, 2], [7]]
    assert_array_equal(measured.columns, [2, 4, 7])


def test_the_selector_is_the_algorithm_on_columns():
    X, y, meta = features(4)
    model = MFPFS(20, meta_features=meta, random_state=0).fit(X, y + 3)
    assert model.get_support().sum() == 20
    assert meta[model.get_support(), 0].mean() > 0.75
    assert model.n_measured_ == len(model.found_.measured) < 60
    again = MFPFS(20, meta_features=meta, random_state=0).fit(X, y)
    assert_array_equal(again.get_support(), model.get_support())
    everything = MFPFS(200, meta_features=meta).fit(X, y)
    assert everything.get_support().all()
    assert everything.n_measured_ == 0


def test_bad_arguments_are_told():
    X, y, meta = features()
    with pytest.raises(ValueError, match=r"shape \(200, ...\), one row"):
        MFPFS(meta_features=meta[:5]).fit(X, y)
    with pytest.raises(ValueError, match="t must be a share between 0 and 1, found 1"):
        MFPFS(t=1).fit(X, y)
    with pytest.raises(ValueError, match="alphas must be numbers above 0"):
        MFPFS(alphas=[0.4, 0]).fit(X, y)


@parametrize_with_checks([MFPFS(n_features_to_select=2)])
def test_it_keeps_to_the_conventions_of_scikit_learn(estimator, check):
    check(estimator)
