"""Theorem 3 of gmeb2004 and objective (3), term by term."""

from math import log, log2, sqrt

import numpy as np
import pytest
from numpy.testing import assert_allclose

from pride.bounds import gmeb2004 as bounds

CONSTANTS = bounds.Constants(B=1.3, r=2.5, gamma=0.7, sigma_0=0.4, delta=0.05)


def drawn(repeat=0):
    """A sample within the ball of radius r, a classifier and scales on both sides."""
    rng = np.random.default_rng([3, repeat])
    X = rng.normal(size=(30, 4))
    X *= CONSTANTS.r / np.linalg.norm(X, axis=1).max()
    y = np.arange(30) % 3 > 0
    sigma, w = rng.uniform(0, 1.5, size=4), rng.normal(size=4)
    sigma[0] = 0.0
    w *= CONSTANTS.B / np.linalg.norm(w)
    margins = bounds.signs(y) * (X @ (w * sigma) + rng.uniform(-1, 1))
    return X, y, sigma, margins


def literal_2(X, y, sigma, margins, constants):
    """The right-hand side of (2), transcribed sum by sum: its four parts."""
    B, r, gamma, sigma_0, delta = constants
    n, d = X.shape
    cost = sum(1 - z / gamma if z <= gamma else 0 for z in margins) / n
    scales = [2 * max(sigma[j], sigma_0) for j in range(d)]
    norms = []
    for label in (True, False):
        rows = [i for i in range(n) if y[i] == label]
        m = len(rows)
        v = [sum(X[i, j] ** 2 for i in rows) / m for j in range(d)]
        norms.append(sqrt(m) / n * sqrt(sum(v[j] * scales[j] ** 2 for j in range(d))))
    K = (B * sqrt(sum(s**2 for s in scales)) + 1) * r
    free = K * sqrt(2 * sum(log(log2(s / sigma_0)) for s in scales))
    sure = K * (2 / gamma + 1) * sqrt(2 * log(2 / delta))
    return (
        cost,
        2 * B / gamma * norms[0],
        2 * B / gamma * norms[1],
        (2 * r / gamma + free + sure) / sqrt(n),
    )


@pytest.mark.parametrize("repeat", range(5))
def test_every_term_is_as_printed(repeat):
    X, y, sigma, margins = drawn(repeat)
    expected = literal_2(X, y, sigma, margins, CONSTANTS)
    sample, steps = bounds.sample(X, y), bounds.steps(sigma, CONSTANTS.sigma_0)
    found = bounds.theorem_3(margins, sample, sigma, CONSTANTS)
    assert found == pytest.approx(sum(expected), rel=1e-12)
    norms = bounds.norm_terms(sample, steps, CONSTANTS)
    assert_allclose(norms, expected[1:3], rtol=1e-12)
    rest = sum(bounds.remainder(steps, CONSTANTS)) / sqrt(30)
    assert rest == pytest.approx(expected[3], rel=1e-12)


def test_the_margin_cost_is_never_below_the_loss():
    z, gamma = np.linspace(-3, 3, 601), np.array([[0.1], [1.0], [2.5]])
    cost = bounds.margin_cost(z, gamma)
    assert np.all(cost >= (z <= 0)) and np.all(cost >= 0)
    assert_allclose(cost[1], np.maximum(0, 1 - z), rtol=1e-12)


def test_objective_3_is_the_part_of_2_that_knows_the_data():
    """With B = 1 and all scales above sigma_0, and with C = 4 only."""
    X, y, sigma, margins = drawn()
    sigma = sigma + 0.5
    constants = CONSTANTS._replace(B=1.0)
    cost, plus, minus, _ = literal_2(X, y, sigma, margins, constants)
    sample, gamma = bounds.sample(X, y), constants.gamma
    found = bounds.objective_3(margins, sample, sigma, gamma)
    assert found == pytest.approx(cost + plus + minus, rel=1e-12)
    other = bounds.objective_3(margins, sample, sigma, gamma, C=(4.0, 2.0))
    assert other == pytest.approx(cost + plus + minus / 2, rel=1e-12)


def test_objective_3_is_printed_with_a_slip():
    """1/(n gamma) before the first sum is neither (2) nor a function of ratios."""
    X, y, sigma, margins = drawn()
    sample = bounds.sample(X, y)

    def printed(factor, gamma=0.7):
        cost = bounds.margin_cost(factor * margins, factor * gamma).mean()
        whole = bounds.objective_3(
            factor * margins, sample, factor * sigma, factor * gamma
        )
        return whole - cost + cost / (factor * gamma)

    def meant(factor):
        return bounds.objective_3(
            factor * margins, sample, factor * sigma, factor * 0.7
        )

    assert meant(3.0) == pytest.approx(meant(1.0), rel=1e-12)
    assert abs(printed(3.0) / printed(1.0) - 1) > 0.1
    assert printed(1.0, gamma=1.0) == pytest.approx(
        bounds.objective_3(margins, sample, sigma), rel=1e-12
    )


def test_the_remainder_grows_with_every_scale_and_ends_at_sigma_0():
    sigma = np.array([0.0, 0.3, 0.9])
    low = bounds.remainder(bounds.steps(sigma, 0.4), CONSTANTS)
    assert low == bounds.remainder(
        bounds.steps(np.array([0.4, 0.4, 0.9]), 0.4), CONSTANTS
    )
    for j in range(3):
        more = sigma.copy()
        more[j] = 2.0
        high = bounds.remainder(bounds.steps(more, 0.4), CONSTANTS)
        assert high.intercept == low.intercept
        assert high.freedom > low.freedom and high.confidence > low.confidence
    nowhere = bounds.remainder(bounds.steps(np.zeros(3), 0.4), CONSTANTS)
    assert nowhere.freedom == 0


def test_no_classifier_exceeds_its_reach():
    for repeat in range(20):
        _, _, sigma, margins = drawn(repeat)
        steps = bounds.steps(sigma, CONSTANTS.sigma_0)
        assert np.abs(margins).max() <= bounds.reach(steps, CONSTANTS)


def test_the_bound_falls_with_n_and_depends_on_units():
    """Of the features: GMEB does not, its bound does (other units, other r)."""
    X, y, sigma, margins = drawn()
    one = bounds.theorem_3(margins, bounds.sample(X, y), sigma, CONSTANTS)
    many = bounds.sample(np.tile(X, (100, 1)), np.tile(y, 100))
    cost = bounds.margin_cost(margins, 0.7).mean()
    again = bounds.theorem_3(np.tile(margins, 100), many, sigma, CONSTANTS)
    assert again - cost == pytest.approx((one - cost) / 10, rel=1e-12)
    other = bounds.sample(X * [10, 1, 1, 1], y)
    units = CONSTANTS._replace(r=10 * CONSTANTS.r)
    assert bounds.theorem_3(margins, other, sigma / [10, 1, 1, 1], units) > one
