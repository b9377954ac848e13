"""GMEB as a selector, and its cross-validation, against section 4.1 of the paper."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.model_selection import KFold, StratifiedKFold
from sklearn.utils.estimator_checks import parametrize_with_checks

from pride.datasets.synthetic import linear_problem
from pride.programs.gmeb.reference import Dual
from pride.selectors import GMEB, GMEBCV, SELECTORS, TWO_CLASSES, selector
from pride.selectors.thresholds import LinearThresholdSelector, selected

GRID = [1.0, 2.5, 4.0, 5.5, 7.0, 8.5, 10.0]  # section 4.1


def sample(seed=0, samples=24, features=9):
    X, y = linear_problem(
        np.random.default_rng(seed), samples=samples, features=features
    )
    return X + np.arange(features), y


def hinge(X, y, w, b):
    """The objective of (6), word for word; y of 0 and 1."""
    signs = 2 * y - 1
    return sum(max(0.0, 1 - s * (x @ w + b)) for x, s in zip(X, signs, strict=True))


@pytest.mark.parametrize("limits", [(0.3, 0.3), (0.2, 1.0), (2.0, 0.5)])
def test_the_classifier_is_optimal_on_centred_features(limits):
    X, y = sample()
    fitted = GMEB(*limits).fit(X, y)
    best = Dual(X - X.mean(axis=0), y).solve(*limits)
    assert best.upper > 0.1
    assert_allclose(hinge(X, y, fitted.coef_, fitted.intercept_), best.upper, rtol=1e-6)


def test_the_limits_go_with_their_classes():
    """The second of the classes in sorted order is the positive one."""
    X, y = sample()
    labels = np.where(y == 1, "a", "b")
    fitted, turned = GMEB(0.2, 1.0).fit(X, y), GMEB(1.0, 0.2).fit(X, labels)
    other = GMEB(1.0, 0.2).fit(X, y)
    assert_allclose(turned.coef_, -fitted.coef_, atol=1e-6)
    assert_allclose(turned.intercept_, -fitted.intercept_, atol=1e-6)
    assert np.abs(other.coef_ - fitted.coef_).max() > 1e-3


def test_neither_shifts_nor_units_matter():
    X, y = sample()
    factors = np.geomspace(0.01, 100, X.shape[1])
    fitted, moved = GMEB(0.5, 0.5).fit(X, y), GMEB(0.5, 0.5).fit(X * factors + 7, y)
    assert_allclose(moved.coef_ * factors, fitted.coef_, atol=1e-7)
    reached = X @ fitted.coef_ + fitted.intercept_
    again = (X * factors + 7) @ moved.coef_ + moved.intercept_
    assert_allclose(again, reached, atol=1e-6)


def test_features_pass_the_threshold():
    """Here |w| is 0.36, 0.07 and 0.13 on three features: each setting matters."""
    X, y = sample()
    supports = {}
    for epsilon, rule in [(0.1, "either"), (0.1, "both"), (0.2, "both")]:
        fitted = GMEB(2.0, 2.0, epsilon=epsilon, rule=rule).fit(X, y)
        expected = selected(fitted.coef_, epsilon, rule)
        assert_array_equal(fitted.get_support(), expected)
        supports[epsilon, rule] = expected.sum()
    assert list(supports.values()) == [3, 2, 1]


def literal_errors(X, y, limits, parts):
    """Section 4.1: wrong test samples over all parts, one GMEB a part and a cell."""
    wrong = np.zeros((len(limits), len(limits)))
    for train, test in parts:
        for i, plus in enumerate(limits):
            for j, minus in enumerate(limits):
                fitted = GMEB(plus, minus).fit(X[train], y[train])
                reached = X[test] @ fitted.coef_ + fitted.intercept_
                wrong[i, j] += np.sum((reached > 0) != y[test])
    return wrong / len(y)


def test_errors_are_cross_validated_and_the_least_is_chosen():
    X, y = sample(3, samples=30)
    limits, cv = [0.02, 0.3, 4.0], StratifiedKFold(5, shuffle=True, random_state=2)
    fitted = GMEBCV(limits, cv=cv).fit(X, y)
    expected = literal_errors(X, y, limits, cv.split(X, y))
    assert_allclose(fitted.cv_errors_, expected, rtol=1e-12)
    assert len(np.unique(expected)) > 2
    row, column = np.argwhere(expected == expected.min())[0]
    assert (fitted.R_plus_, fitted.R_minus_) == (limits[row], limits[column])
    alone = GMEB(limits[row], limits[column]).fit(X, y)
    assert_array_equal(fitted.coef_, alone.coef_)
    assert fitted.intercept_ == alone.intercept_


def test_the_grid_is_that_of_the_paper_and_ties_go_to_the_first():
    X, y = sample(samples=40)
    X[:, 0] = 10 * (2 * y - 1)  # every limit separates the classes
    fitted = GMEBCV().fit(X, y)
    assert_array_equal(fitted.cv_errors_, np.zeros((len(GRID), len(GRID))))
    assert (fitted.R_plus_, fitted.R_minus_) == (1.0, 1.0)
    last = GMEBCV(GRID[::-1]).fit(X, y)
    assert (last.R_plus_, last.R_minus_) == (10.0, 10.0)


def test_nothing_is_learnt_from_the_fold_that_is_tested():
    """Not even its mean: outliers of one fold leave its own errors alone."""
    X, y = sample(samples=20)
    parts = list(KFold(5).split(X))
    before = literal_errors(X, y, [0.5], parts[:1])
    far = X.copy()
    far[parts[0][1][0]] = 1e6
    fitted = GMEBCV([0.5], cv=parts[:1]).fit(far, y)
    changed = abs(fitted.cv_errors_[0, 0] * 4 - before[0, 0] * 20)
    assert changed <= 1  # of the four samples, only the one that was moved


@pytest.mark.parametrize(
    "estimator, message",
    [
        (GMEB(R_plus=0), "R_plus must be a positive number, found 0"),
        (GMEB(R_minus="1"), "R_minus must be a positive number, found '1'"),
        (GMEB(epsilon=-1), "epsilon must be a positive number"),
        (GMEBCV(limits=[1, -2]), "every one of limits must be a positive number"),
        (GMEBCV(rule="any"), "rule must be 'either' or 'both', found 'any'"),
    ],
)
def test_wrong_parameters_are_explained(estimator, message):
    with pytest.raises(ValueError, match=message):
        estimator.fit(*sample())


def test_a_training_part_without_a_class_is_explained():
    X, _ = sample()
    y = np.arange(len(X)) >= len(X) - 2
    with pytest.raises(ValueError, match="one class in part 5 of 5"):
        GMEBCV(cv=KFold(5)).fit(X, y)


@pytest.mark.parametrize("method", SELECTORS)
def test_methods_for_two_classes_are_known(method):
    """`own` leaves them out where there are more."""
    two_only = issubclass(selector(method), LinearThresholdSelector)
    assert two_only == (method in TWO_CLASSES)


@parametrize_with_checks([GMEB(), GMEBCV()])
def test_scikit_learn_conventions(estimator, check):
    check(estimator)
