"""Lmba against its paper (Li and Lu, Pattern Recognition 2009), formula by formula."""

import itertools

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.optimize import approx_fprime
from sklearn.utils.estimator_checks import parametrize_with_checks

from pride.datasets.synthetic import lmba_multiclass, lmba_s1
from pride.selectors import Lmba, lmba
from pride.selectors.lmba_kernels import (
    ALWAYS,
    ORIGINAL,
    WEIGHTED,
    Rules,
    losses,
    slope,
    targets_of,
)
from pride.selectors.lmba_slopes import slopes

RULES = [
    Rules(k, c, condition, theta)
    for (k, c), condition, theta in itertools.product(
        [(3, 1.0), (1, 0.5), (5, 2.0)],
        [ORIGINAL, WEIGHTED, ALWAYS],
        [ORIGINAL, WEIGHTED],
    )
]


@pytest.fixture
def sample():
    """Three classes of different sizes, the smallest with three members."""
    rng = np.random.default_rng(3)
    y = np.repeat([0, 1, 2], [14, 11, 3])
    X = rng.normal(size=(28, 4)) + y[:, None] * [1.0, 0, 0.5, 0]
    order = rng.permutation(28)
    return X[order], y[order]


def squared(X, i, j, w):
    return sum(w[f] ** 2 * (X[i, f] - X[j, f]) ** 2 for f in range(X.shape[1]))


def targets(X, y, i, k):
    """Definition 2, in the original space."""
    same = [j for j in range(len(X)) if y[j] == y[i] and j != i]
    return sorted(same, key=lambda j: squared(X, i, j, np.ones(X.shape[1])))[:k]


def margin(X, y, i, w):
    """Equation (2)."""
    hit = min(squared(X, i, j, w) for j in range(len(X)) if y[j] == y[i] and j != i)
    miss = min(squared(X, i, j, w) for j in range(len(X)) if y[j] != y[i])
    return abs(miss - hit)


def space(code, w):
    return w if code == WEIGHTED else np.ones(len(w))


def literal_loss(X, y, i, w, rules):
    """Definition 5, equation (3)."""
    theta = margin(X, y, i, space(rules.theta, w))
    near = targets(X, y, i, rules.k)
    loss = sum(squared(X, i, j, w) for j in near)
    for j in near:
        for p in range(len(X)):
            b = y[p] == y[i]
            hinge = theta + squared(X, i, j, w) - squared(X, i, p, w)
            loss += rules.c * (1 - b) * max(hinge, 0)
    return loss


def literal_step(X, y, i, w, rules):
    """Step 3(c) with (17), word for word; equality counts."""
    theta = margin(X, y, i, space(rules.theta, w))
    near, v = targets(X, y, i, rules.k), space(rules.condition, w)
    V = np.zeros(len(w))
    for f in range(len(w)):
        V[f] = 2 * w[f] * sum((X[i, f] - X[j, f]) ** 2 for j in near)
        for j, p in itertools.product(near, np.flatnonzero(y != y[i])):
            limit = theta + squared(X, i, j, v)
            if rules.condition == ALWAYS or limit * (1 + 1e-12) >= squared(X, i, p, v):
                g = (X[i, f] - X[j, f]) ** 2 - (X[i, f] - X[p, f]) ** 2
                V[f] += rules.c * 2 * w[f] * g
    return V


@pytest.mark.parametrize("rules", RULES)
def test_the_slope_is_step_3c(sample, rules):
    X, y = sample
    w = np.linspace(0.4, 1.6, 4)
    for i in range(0, 28, 5):
        g, _ = slope(X, y, i, w, rules)
        expected = literal_step(X, y, i, w, rules)
        assert_allclose(2 * w * g, expected, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("theta", [ORIGINAL, WEIGHTED])
def test_losses_are_definition_5(sample, theta):
    X, y = sample
    w, rules = np.linspace(0.4, 1.6, 4), Rules(3, 0.7, ORIGINAL, theta)
    expected = [literal_loss(X, y, i, w, rules) for i in range(28)]
    assert_allclose(losses(X, y, w, rules).sum(axis=1), expected, rtol=1e-12)
    assert_allclose(lmba.evaluation(X, y, w, rules), sum(expected), rtol=1e-12)


def test_the_loss_of_definition_4_is_that_of_weights_one(sample):
    X, y = sample
    ones = np.ones(4)
    literal = sum(literal_loss(X, y, i, ones, lmba.PRINTED) for i in range(28))
    assert_allclose(lmba.evaluation(X, y, ones), literal, rtol=1e-12)


@pytest.mark.parametrize("w", np.random.default_rng(0).uniform(0.3, 2, (4, 4)))
def test_only_the_weighted_condition_gives_the_gradient(sample, w):
    """(16) is the gradient of e(w) if (17) weights its distances, as (3) does."""
    X, y = sample
    rules = Rules(3, 0.7, WEIGHTED, ORIGINAL)
    numerical = approx_fprime(w, lambda v: lmba.evaluation(X, y, v, rules), 1e-7)
    assert_allclose(lmba.gradient(X, y, w, rules), numerical, rtol=1e-4)
    printed = lmba.gradient(X, y, w, Rules(3, 0.7, ORIGINAL, ORIGINAL))
    assert np.abs(printed / numerical - 1).max() > 0.01


def test_both_conditions_are_the_same_at_weights_one(sample):
    X, y = sample
    gradients = [
        lmba.gradient(X, y, np.ones(4), Rules(3, 1.0, condition, ORIGINAL))
        for condition in (ORIGINAL, WEIGHTED)
    ]
    assert_array_equal(*gradients)


@pytest.mark.parametrize("rules", RULES[:6])
def test_descend_is_step_3(sample, rules):
    X, y = sample
    visits = np.random.default_rng(1).permutation(28)
    betas = lmba.step_sizes(28, 0.5, 0.7)
    w = np.ones(4)
    for i, beta in zip(visits, betas, strict=True):
        V = literal_step(X, y, i, w, rules)
        w = w - beta * V / np.linalg.norm(V)
    assert_allclose(lmba.descend(X, y, visits, betas, rules), w, rtol=1e-9)


@pytest.mark.parametrize("rules", [r for r in RULES if WEIGHTED not in r[2:]])
@pytest.mark.parametrize("kind", ["spread", "ties", "far"])
def test_slopes_had_together_are_those_of_single_samples(rules, kind):
    """To the last bit: also where many distances are equal, and far from the origin."""
    rng = np.random.default_rng(8)
    X, y = rng.normal(size=(300, 6)), rng.permutation(np.arange(300) % 3)
    y[0] = 3  # a class of one
    if kind == "ties":
        X = np.round(X)
    if kind == "far":
        X = 1e6 + np.round(X, 1)
    single = [slope(X, y, i, np.ones(6), rules)[0] for i in range(300)]
    assert_array_equal(slopes(X, y, rules), single)


def test_every_step_has_the_length_beta(sample):
    X, y = sample
    along = lmba.path(X, y, np.arange(28), lmba.step_sizes(28, 0.5, 1.0))
    steps = np.diff(along, axis=0, prepend=np.ones((1, 4)))
    assert_allclose(np.linalg.norm(steps, axis=1), 0.5 / np.arange(1, 29), rtol=1e-9)
    assert_array_equal(
        along[6], lmba.path(X, y, np.arange(7), 0.5 / np.arange(1, 8))[6]
    )
    assert_array_equal(
        lmba.descend(X, y, np.arange(7)), lmba.path(X, y, np.arange(7))[6]
    )


def test_steps_without_decay_are_one():
    assert_array_equal(lmba.step_sizes(4), np.ones(4))


def test_target_neighbours_at_one_distance_are_the_first():
    row, y = np.array([9.0, 2, 1, 2, 0, 2, 1]), np.array([1, 1, 1, 1, 1, 1, 0])
    assert_array_equal(targets_of(row, y, 4, 3), [2, 1, 3])
    assert_array_equal(targets_of(row, y, 4, 9), [2, 1, 3, 5, 0])


def test_the_near_miss_of_a_safe_sample_counts_although_its_hinge_is_zero():
    """Equality, which (17) counts: k = 1 leaves one near miss, rounded or not."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(40, 5)), np.repeat([0, 1], 20)
    X[:20] += 1.3
    rules = Rules(1, 1.0, ORIGINAL, ORIGINAL)
    ones = np.ones(5)
    safe = [
        i
        for i in range(40)
        if squared(X, i, targets(X, y, i, 1)[0], ones)
        < min(squared(X, i, p, ones) for p in range(40) if y[p] != y[i])
    ]
    assert len(safe) > 20
    assert all(slope(X, y, i, ones, rules)[1] == 2 for i in safe)
    assert_allclose(losses(X, y, ones, rules)[safe, 1], 0, atol=1e-12)


def test_a_sample_without_any_pull_is_passed_over():
    X, y = np.ones((4, 2)), np.array([0, 0, 1, 1])
    assert_array_equal(lmba.descend(X, y, np.arange(4)), [1, 1])


def test_the_scale_of_all_data_does_not_matter(sample):
    X, y = sample
    visits = np.arange(28)
    expected = lmba.descend(X, y, visits)
    assert_allclose(lmba.descend(8 * X, y, visits), expected, rtol=1e-12)


def test_important_features_are_found_wherever_they_are():
    """Table 1, the features being shuffled; all-zero weights would fail."""
    for draw, important in ((lmba_multiclass, 2), (lmba_s1, 6)):
        found = 0
        for seed in range(10):
            rng = np.random.default_rng(seed)
            X, y = draw(rng, samples=100)
            X = (X - X.min(axis=0)) / np.ptp(X, axis=0)
            places = rng.permutation(X.shape[1])
            chosen = Lmba(important).fit(X[:, places], y).get_support()
            found += set(places[chosen]) == set(range(important))
        assert found >= 8


def test_options_reach_the_kernel(sample):
    X, y = sample
    fitted = Lmba(
        n_neighbors=2,
        c=0.5,
        beta=0.8,
        decay=0.5,
        n_epochs=2,
        condition="weighted",
        theta="weighted",
        rank_by="value",
        order="random",
        random_state=5,
    ).fit(X, y)
    rng = np.random.RandomState(5)
    visits = np.append(rng.permutation(28), rng.permutation(28))
    rules = Rules(2, 0.5, WEIGHTED, WEIGHTED)
    w = lmba.descend(X, y, visits, lmba.step_sizes(56, 0.8, 0.5), rules)
    assert_array_equal(fitted.weights_, w)
    assert_array_equal(
        Lmba().fit(X, y).weights_, np.abs(lmba.descend(X, y, np.arange(28)))
    )


@pytest.mark.parametrize(
    "parameters, message",
    [
        ({"n_neighbors": 0}, "n_neighbors must be a whole number"),
        ({"n_epochs": 1.5}, "n_epochs must be a whole number"),
        ({"c": 0}, "c must be a number positive"),
        ({"beta": np.inf}, "beta must be a number positive"),
        ({"decay": -1}, "decay must be a number >= 0"),
        ({"condition": "waited"}, "'original' or 'weighted' or 'always'"),
        ({"theta": "always"}, "theta must be 'original' or 'weighted'"),
        ({"rank_by": "size"}, "'value' or 'magnitude'"),
        ({"order": "file"}, "'given' or 'random'"),
    ],
)
def test_wrong_parameters_are_explained(sample, parameters, message):
    with pytest.raises(ValueError, match=message):
        Lmba(**parameters).fit(*sample)


@parametrize_with_checks([Lmba(n_features_to_select=1)])
def test_scikit_learn_conventions(estimator, check):
    check(estimator)
