"""SVM-RFE against its definition word for word, and as a selector."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import make_classification
from sklearn.svm import LinearSVC
from sklearn.utils.estimator_checks import parametrize_with_checks

from pride.programs.multiclass_sequence import solve_from
from pride.programs.multiclass_svm import coefficients, solve, square_weights
from pride.selectors import SVMRFE
from pride.selectors.svm_rfe import set_sizes, svm_rfe


def sample(seed=0, samples=150, features=40):
    return make_classification(
        samples,
        features,
        n_informative=8,
        n_redundant=0,
        n_classes=4,
        n_clusters_per_class=1,
        random_state=seed,
    )


def test_a_solution_after_another_is_that_from_zero():
    X, y = sample()
    first = solve(X @ X.T, y, 0.1, tolerance=1e-6)
    kept = first.alpha.copy()
    part = X[:, :15] @ X[:, :15].T
    after = solve_from(first, part, y, 0.1, tolerance=1e-9)
    assert_allclose(after.objective, solve(part, y, 0.1, 1e-9).objective, rtol=1e-8)
    weights = coefficients(X[:, :15], y, 0.1, 1e-9)
    assert_allclose(after.alpha @ X[:, :15], weights, atol=1e-3)
    assert_array_equal(first.alpha, kept)
    assert after.gap <= 1e-9


def test_sizes_fall_by_one_fraction():
    sizes = set_sizes(10_000, 1000, 6)
    assert sizes == [10000, 6813, 4642, 3162, 2154, 1468, 1000]
    assert set_sizes(100, 10, 1) == [100, 10]
    assert set_sizes(5, 4, 6) == [5, 4]
    assert set_sizes(4, 4, 6) == set_sizes(4, 9, 6) == [4]


@pytest.mark.parametrize("seed", range(3))
def test_it_is_train_drop_and_train_again(seed):
    X, y = sample(seed)
    found = svm_rfe(X, y, 5, n_steps=3, C=0.1, tolerance=1e-8)
    columns = list(range(40))
    for step, size in enumerate([40, 20, 10, 5]):
        assert_array_equal(found.sets[step], columns)
        assert len(columns) == size
        if size == 5:
            break
        peer = LinearSVC(
            C=0.1,
            multi_class="crammer_singer",
            fit_intercept=False,
            tol=1e-8,
            max_iter=10**6,
        ).fit(X[:, columns], y)
        weights = square_weights(peer.coef_)
        assert_allclose(found.weights[step], weights, atol=1e-4)
        order = sorted(range(size), key=lambda j: -weights[j])
        columns = sorted(columns[j] for j in order[: size // 2])


def test_of_equal_features_the_first_are_kept():
    X, y = sample()
    found = svm_rfe(np.repeat(X[:, :1], 8, axis=1), y, 2, n_steps=2)
    assert_array_equal(found.sets[-1], [0, 1])


def test_informative_features_are_kept():
    rng = np.random.default_rng(5)
    y = rng.integers(0, 3, 200)
    X = rng.normal(size=(200, 60))
    informative = np.sort(rng.permutation(60)[:6])
    centres = np.tile([[-1.0], [0.0], [1.0]], 6)
    X[:, informative] += rng.permuted(centres, axis=0)[y]
    model = SVMRFE(6, C=0.01).fit(X, y + 7)
    assert_array_equal(model.get_support(indices=True), informative)
    assert_array_equal(model.ranking_ == 1, model.get_support())
    assert model.ranking_.max() == 7


def test_bad_arguments_are_told():
    X, y = sample()
    with pytest.raises(ValueError, match="n_steps must be a whole number >= 1"):
        SVMRFE(n_steps=0).fit(X, y)
    with pytest.raises(ValueError, match="above 0, found -1"):
        SVMRFE(C=-1).fit(X, y)


@parametrize_with_checks([SVMRFE(n_features_to_select=2)])
def test_it_keeps_to_the_conventions_of_scikit_learn(estimator, check):
    check(estimator)
