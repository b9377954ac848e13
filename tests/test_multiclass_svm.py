"""The multi-class SVM against its definition, against liblinear, and as a selector."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_iris, make_classification
from sklearn.model_selection import PredefinedSplit, cross_val_score
from sklearn.svm import LinearSVC
from sklearn.utils.estimator_checks import parametrize_with_checks

from pride.programs.multiclass_svm import (
    coefficients,
    cross_validated,
    solve,
    square_weights,
)
from pride.selectors import MulticlassSVM


def sample(seed=0, samples=120, features=15, classes=5):
    X, y = make_classification(
        samples,
        features,
        n_informative=8,
        n_classes=classes,
        n_clusters_per_class=1,
        random_state=seed,
    )
    return X, y


def primal(W, X, y, C):
    """The objective of Crammer and Singer, word for word."""
    losses = 0.0
    for x, label in zip(X, y, strict=True):
        outputs = [w @ x + (r != label) for r, w in enumerate(W)]
        losses += max(outputs) - W[label] @ x
    return 0.5 * sum(w @ w for w in W) + C * losses


def dual(alpha, X, y):
    """The dual objective, word for word, after checking that alpha is feasible."""
    W = alpha @ X
    others = np.arange(len(alpha))[:, None] != y
    return -0.5 * np.square(W).sum() - alpha[others].sum()


@pytest.mark.parametrize("C", [0.01, 0.1, 1.0])
def test_primal_and_dual_meet(C):
    X, y = sample()
    found = solve(X @ X.T, y, C, tolerance=1e-7)
    others = np.arange(5)[:, None] != y
    assert_allclose(found.alpha.sum(axis=0), 0, atol=1e-9 * C)
    assert (found.alpha[others] <= 0).all()
    assert found.alpha.max() <= C * (1 + 1e-12)
    assert_allclose(primal(found.alpha @ X, X, y, C), found.objective, rtol=1e-9)
    assert_allclose(dual(found.alpha, X, y), found.objective, rtol=2e-7)
    assert found.gap <= 1e-7


@pytest.mark.parametrize("C", [0.1, 1.0])
def test_liblinear_finds_the_same_weights(C):
    X, y = sample(seed=1)
    peer = LinearSVC(
        C=C,
        multi_class="crammer_singer",
        fit_intercept=False,
        tol=1e-8,
        max_iter=10**6,
    ).fit(X, y)
    ours = coefficients(X, y, C, tolerance=1e-10)
    assert_allclose(ours, peer.coef_, atol=1e-4)


def test_no_small_change_of_the_weights_is_better():
    X, y = sample(seed=2)
    W = coefficients(X, y, C=1.0, tolerance=1e-9)
    rng = np.random.default_rng(0)
    best = primal(W, X, y, 1.0)
    for _ in range(50):
        assert primal(W + 1e-3 * rng.normal(size=W.shape), X, y, 1.0) > best


def test_an_empty_sample_costs_its_loss_and_nothing_else():
    X, y = sample(seed=3)
    X[7] = 0
    found = solve(X @ X.T, y, 1.0, tolerance=1e-6)
    without = np.delete(np.arange(len(y)), 7)
    rest = solve((X @ X.T)[np.ix_(without, without)], y[without], 1.0, tolerance=1e-6)
    assert_allclose(found.objective, rest.objective + 1, rtol=2e-6)


def test_samples_without_any_feature_are_classified_somehow():
    found = solve(np.zeros((4, 4)), np.array([0, 1, 2, 1]), 2.0)
    assert_allclose(found.objective, 8)
    assert (
        cross_validated(np.zeros((4, 4)), np.array([0, 1, 0, 1]), np.arange(4) % 2) <= 1
    )


def test_cross_validation_is_that_of_liblinear():
    X, y = sample(seed=4, samples=200)
    halves = np.arange(200) % 2
    peer = LinearSVC(multi_class="crammer_singer", fit_intercept=False, tol=1e-6)
    right = cross_val_score(
        peer.set_params(max_iter=10**6), X, y, cv=PredefinedSplit(halves)
    )
    assert_allclose(cross_validated(X @ X.T, y, halves, tolerance=1e-6), right.mean())


def test_quality_is_the_sum_of_squared_weights():
    W = np.array([[1.0, 0.0], [2.0, -3.0]])
    assert_array_equal(square_weights(W), [5.0, 9.0])
    X, y = load_iris(return_X_y=True)
    model = MulticlassSVM(2, C=0.1).fit(X, y + 5)
    X = X / np.sqrt(np.square(X).sum(axis=1).mean())
    assert_array_equal(model.weights_, square_weights(coefficients(X, y, 0.1)))
    assert model.get_support().sum() == 2


def test_bad_arguments_are_told():
    with pytest.raises(ValueError, match="kernel matrix of 2 x 2"):
        solve(np.eye(3), np.array([0, 1]))
    with pytest.raises(ValueError, match="above 0, found -1"):
        solve(np.eye(2), np.array([0, 1]), C=-1)


@parametrize_with_checks([MulticlassSVM(n_features_to_select=2)])
def test_it_keeps_to_the_conventions_of_scikit_learn(estimator, check):
    check(estimator)
