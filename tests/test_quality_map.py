"""Algorithm 1 and its regression: formulas, gradient, and that it predicts."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.linear_model import LinearRegression
from sklearn.utils.estimator_checks import parametrize_with_checks

from pride.programs.multiclass_svm import coefficients, square_weights
from pride.regression import (
    WeightedKNN,
    decay,
    evaluation,
    gradient,
    learned_weights,
    nearest_rows,
    neighbours,
)
from pride.selectors.quality_map import quality_map


def problem(seed=0, samples=40, features=3):
    """The value depends on the first feature only."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(samples, features))
    return X, np.sin(2 * X[:, 0]) + 0.1 * rng.normal(size=samples)


def literal_evaluation(X, f, w, k, beta):
    """e(w) of Navot et al. (2006), word for word."""
    total = 0.0
    for i, x in enumerate(X):
        d = np.array([(w**2 * (x - z) ** 2).sum() for z in X])
        d[i] = np.inf
        near = np.argsort(d, kind="stable")[:k]
        weights = np.exp(-d[near] / beta)
        total += (f[i] - weights @ f[near] / weights.sum()) ** 2
    return -0.5 * total


@pytest.mark.parametrize("itself", [False, True])
def test_nearest_rows_are_those_of_a_stable_sort(itself):
    X = np.random.default_rng(7).integers(0, 3, (30, 2)).astype(float)  # many ties
    d = np.square(X[:, None] - X).sum(axis=2)
    if not itself:
        np.fill_diagonal(d, np.inf)
    where = np.argsort(d, axis=1, kind="stable")[:, :7]
    found = nearest_rows(X, X, 7, itself)
    assert_array_equal(found[0], np.take_along_axis(d, where, axis=1))
    assert_array_equal(found[1], where)


def test_evaluation_is_its_definition():
    X, f = problem()
    w = np.array([1.3, 0.4, 0.7])
    found = evaluation(f, neighbours(X, w, 5), 0.8)
    assert_allclose(found, literal_evaluation(X, f, w, 5, 0.8), rtol=1e-12)


def test_gradient_is_that_of_finite_differences():
    X, f = problem(seed=1)
    w, h = np.array([1.3, 0.4, 0.7]), 1e-6
    found = gradient(X, f, w, neighbours(X, w, 5), 0.8)
    for j in range(3):
        step = h * np.eye(3)[j]
        up, down = (literal_evaluation(X, f, w + s, 5, 0.8) for s in (step, -step))
        assert_allclose(found[j], (up - down) / (2 * h), rtol=1e-5)


def test_weights_are_learned():
    X, f = problem(samples=150, features=4)
    w = learned_weights(X, f, 10, 30)
    assert np.abs(w[0]) > 3 * np.abs(w[1:]).max()
    X_test, f_test = problem(seed=9, samples=150, features=4)
    errors = [
        np.square(
            WeightedKNN(n_passes=passes).fit(X, f).predict(X_test) - f_test
        ).mean()
        for passes in (0, 30)
    ]
    assert errors[1] < 0.5 * errors[0]


def test_a_single_feature_keeps_a_weight():
    """Noise is best smoothed over all samples; but w = 0 would tell nothing apart."""
    rng = np.random.default_rng(0)
    for _ in range(20):
        X, f = rng.normal(size=(40, 1)), rng.normal(size=40)
        assert learned_weights(X, f, 10, 30)[0] != 0


def test_prediction_is_a_weighted_mean_of_neighbours():
    X, f = problem(seed=2)
    model = WeightedKNN(3, n_passes=0).fit(X, f)
    Z = (X - X.mean(axis=0)) / X.std(axis=0)
    beta = decay(neighbours(Z, np.ones(3), 3)[0])
    x = Z[0] + 0.1
    d = np.square(Z - x).sum(axis=1)
    near = np.argsort(d)[:3]
    weights = np.exp(-d[near] / beta)
    wanted = weights @ f[near] / weights.sum()
    assert_allclose(model.predict((x * X.std(axis=0) + X.mean(axis=0))[None]), wanted)


def features_with_properties(rng, samples=150, features=80):
    """How well a feature tells the classes apart depends on its first property."""
    y = np.arange(samples) % 3
    meta = rng.random((features, 2))
    strength = np.where(meta[:, 0] > 0.6, 1.5, 0.0)
    centres = rng.normal(size=(3, features)) * strength
    return rng.normal(size=(samples, features)) + centres[y], y, meta


def test_quality_of_features_that_were_not_measured():
    X, y, meta = features_with_properties(np.random.default_rng(3))
    learned = quality_map(X[:, :50], y, meta[:50])
    good = meta[50:, 0] > 0.6
    predicted = learned.predict(meta[50:])
    assert predicted[good].mean() > 2 * predicted[~good].mean()
    assert abs(learned.weights_[0]) > abs(learned.weights_[1])


def test_any_quality_and_any_regressor_will_do():
    X, y, meta = features_with_properties(np.random.default_rng(4), features=12)
    line = LinearRegression()
    learned = quality_map(X, y, meta, lambda X, y: X.mean(axis=0), line)
    assert_allclose(learned.coef_, line.fit(meta, X.mean(axis=0)).coef_)
    default = quality_map(X, y, meta)
    assert_array_equal(default.y_, square_weights(coefficients(X, y)))


def test_a_row_for_each_feature_is_asked_for():
    X, y, meta = features_with_properties(np.random.default_rng(5), features=12)
    with pytest.raises(ValueError, match=r"shape \(12, ...\), one row"):
        quality_map(X, y, meta[:5])


@parametrize_with_checks([WeightedKNN(n_passes=3)])
def test_it_keeps_to_the_conventions_of_scikit_learn(estimator, check):
    check(estimator)
