"""Synthetic problems have the distributions that the papers describe."""

import numpy as np
import pytest
from scipy.special import log_ndtr
from scipy.stats import kstest, norm

from pride.datasets.synthetic import (
    GENERATORS,
    linear_problem,
    lmba_multiclass,
    lmba_s1,
    xor,
)


@pytest.fixture
def rng():
    return np.random.default_rng(7)


@pytest.mark.parametrize("name", GENERATORS)
def test_same_stream_same_sample(name):
    first, second = (
        GENERATORS[name](np.random.default_rng(1), samples=9, features=12)
        for _ in range(2)
    )
    np.testing.assert_array_equal(first[0], second[0])
    np.testing.assert_array_equal(first[1], second[1])
    assert first[0].shape == (9, 12)
    assert first[0].dtype == np.float64
    assert first[1].dtype == np.int64


@pytest.mark.parametrize("name", GENERATORS)
def test_too_few_features_are_refused(name):
    with pytest.raises(ValueError, match=r"needs \d features, got 1"):
        GENERATORS[name](np.random.default_rng(1), samples=9, features=1)


def test_xor_is_the_parity_of_three_signs(rng):
    X, y = xor(rng, samples=4000, features=10)
    np.testing.assert_array_equal(y, (np.prod(X[:, :3], axis=1) > 0).astype(int))
    assert kstest(X.ravel(), "uniform", args=(-1, 2)).pvalue > 0.001
    assert abs(y.mean() - 0.5) < 0.03
    # no feature, and no pair of signs, tells anything about the label
    assert np.abs(np.corrcoef(X.T, y)[-1, :-1]).max() < 0.06
    assert abs(np.corrcoef(np.sign(X[:, 0] * X[:, 1]), y)[0, 1]) < 0.06


def test_linear_problem_has_the_described_features(rng):
    X, y = linear_problem(rng, samples=200_000, features=8)
    turned = X * (2 * y - 1)[:, None]
    expected = np.array([0.7, 1.4, 2.1, 0.3, 0.6, 0.9, 0, 0])
    np.testing.assert_allclose(turned.mean(axis=0), expected, atol=0.05)
    # mixture of N(i, 1) and N(0, 1): variance 1 + p (1 - p) i²
    spread = 1 + 0.21 * np.array([1, 4, 9, 1, 4, 9])
    np.testing.assert_allclose(turned[:, :6].var(axis=0), spread, rtol=0.02)
    np.testing.assert_allclose(X[:, 6:].var(axis=0), 20, rtol=0.02)
    # features 1-3 are informative exactly when 4-6 are not
    between = np.cov(turned[:, 2], turned[:, 5])[0, 1]
    assert between == pytest.approx(-0.21 * 9, abs=0.05)


def test_linear_problem_has_the_printed_bayes_error(rng):
    X, y = linear_problem(rng, samples=400_000, features=6)
    decided = likelihood(X, 1.0) > likelihood(X, -1.0)
    assert 100 * (decided != y).mean() == pytest.approx(0.37, abs=0.03)


def likelihood(X, sign):
    """Log density of the six relevant features, given the class."""
    means = sign * np.array([1.0, 2.0, 3.0])
    noise = norm.logpdf(X)
    signal = norm.logpdf(X, loc=np.tile(means, 2))
    first = np.log(0.7) + signal[:, :3].sum(axis=1) + noise[:, 3:].sum(axis=1)
    second = np.log(0.3) + noise[:, :3].sum(axis=1) + signal[:, 3:].sum(axis=1)
    return np.logaddexp(first, second)


@pytest.mark.parametrize("samples", [10, 11, 50])
def test_linear_problem_can_be_balanced(rng, samples):
    counts = {
        tuple(np.bincount(linear_problem(rng, samples=samples, balanced=True)[1]))
        for _ in range(20)
    }
    assert counts == {(samples - samples // 2, samples // 2)}
    free = {linear_problem(rng, samples=samples)[1].sum() for _ in range(20)}
    assert len(free) > 1


def test_s1_separates_its_classes_in_six_features(rng):
    X, y = lmba_s1(rng, samples=20_000, features=9, separation=1.5)
    np.testing.assert_array_equal(np.bincount(y), [10_000, 10_000])
    shift = X[y == 1].mean(axis=0) - X[y == 0].mean(axis=0)
    np.testing.assert_allclose(shift, [1.5] * 6 + [0] * 3, atol=0.06)
    np.testing.assert_allclose(X[y == 0, :6].std(axis=0), 1, rtol=0.03)
    assert kstest(X[y == 0, 0], "norm").pvalue > 0.001
    assert kstest(X[:, 6:].ravel(), "uniform").pvalue > 0.001
    # every feature alone errs as a Gaussian with this separation must
    wrong = ((X[:, :6] > 0.75) != y[:, None]).mean(axis=0)
    np.testing.assert_allclose(wrong, np.exp(log_ndtr(-0.75)), atol=0.015)


@pytest.mark.parametrize("distribution", ["normal", "uniform"])
def test_multiclass_is_bin2dec_of_two_signs(rng, distribution):
    X, y = lmba_multiclass(rng, samples=4000, features=5, distribution=distribution)
    words = ["".join("01"[int(value > 0)] for value in row[:2]) for row in X]
    np.testing.assert_array_equal(y, [int(word, 2) for word in words])
    np.testing.assert_allclose(np.bincount(y) / 4000, 0.25, atol=0.03)
    assert (np.abs(X).max() > 1) == (distribution == "normal")


def test_multiclass_names_its_distributions(rng):
    with pytest.raises(ValueError, match="normal or uniform, got 'cauchy'"):
        lmba_multiclass(rng, distribution="cauchy")
