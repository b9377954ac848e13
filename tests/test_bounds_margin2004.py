"""Theorem 1 of margin2004 and the margins it speaks of, against what the paper states.

The signed margins are tested as theorems: Lemma 1, section 2.1, footnote 3. Where the
proof prints something that does not hold, a test shows what does.
"""

import cvxpy as cp
import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from pride.bounds import margin2004 as bounds
from pride.datasets.synthetic import xor
from pride.selectors import simba

XOR = {"N": 10, "R": np.sqrt(3), "delta": 0.05}


def literal_theorem_1(error, m, N, size, R, gamma, delta):
    """Equation (4), word for word."""
    d = (64 * R / gamma) ** size
    capacity = d * np.log(34 * np.e * m / d) * np.log2(578 * m)
    rest = np.log(8 / (gamma * delta)) + (size + 1) * np.log(N)
    return error + np.sqrt(2 / m * (capacity + rest))


def random_problem(seed, samples=16):
    """Samples and points with two labels, in one to four dimensions, some with ties."""
    rng = np.random.default_rng(seed)
    X, points = rng.normal(size=(2, samples, 1 + seed % 4))
    if seed % 5 == 0:
        X, points = np.round(X), np.round(points)
    y = rng.permutation(np.arange(samples) % 2) * 2 - 1
    return X, y, points, rng.choice([-1, 1], size=samples)


def predicted_with_ties(points, X, y):
    """The label of the nearest sample, or 0 where both labels are equally near."""
    distances = np.linalg.norm(points[:, None] - X, axis=2)
    plus, minus = (distances[:, y == label].min(axis=1) for label in (1, -1))
    return np.where(np.isclose(plus, minus), 0, np.sign(minus - plus))


def theta(points, labels, X, y):
    """(1) with the near hit and the near miss taken from the whole of (X, y)."""
    distances = np.linalg.norm(points[:, None] - X, axis=2)
    same = labels[:, None] == y
    to_hit, to_miss = (
        np.where(s, distances, np.inf).min(axis=1) for s in (same, ~same)
    )
    return 0.5 * (to_miss - to_hit)


# Margins


def test_hypothesis_margins_add_up_to_the_evaluation():
    X, y = xor(np.random.default_rng(0), samples=60, features=6)
    mask = np.array([1, 0, 1, 1, 0, 0.0])
    margins = bounds.hypothesis_margins(X, y, [0, 2, 3])
    assert_allclose(margins.sum(), simba.evaluation(X, y, mask), rtol=1e-12)
    assert_array_equal(margins, bounds.hypothesis_margins(X, y, mask > 0))


def test_hypothesis_margins_leave_the_sample_out_unless_told():
    X, y, _, _ = random_problem(3)
    every = np.arange(X.shape[1])
    rest = [np.delete(np.arange(len(X)), i) for i in range(len(X))]
    out = [theta(X[[i]], y[[i]], X[k], y[k])[0] for i, k in enumerate(rest)]
    assert_allclose(bounds.hypothesis_margins(X, y, every), out, rtol=1e-12)
    within = bounds.hypothesis_margins(X, y, every, leave_one_out=False)
    assert_allclose(within, theta(X, y, X, y), rtol=1e-12)
    assert np.all(within >= out) and np.all(within > 0)


def test_a_sample_without_near_hit_counts_as_an_error():
    margins = bounds.hypothesis_margins([[0.0], [1.0], [3.0]], [0, 0, 1], [0])
    assert_array_equal(margins, [1.0, 0.5, -np.inf])
    assert bounds.sensitive_error(margins, 1e-9) == 1 / 3


def test_sample_margin_on_a_line_is_the_distance_to_a_midpoint():
    X, y = np.array([[0.0], [1.0], [4.0], [6.0], [7.0]]), np.array([1, -1, -1, 1, -1])
    points = np.array([[-3.0], [0.6], [2.0], [5.0], [6.2], [100.0]])
    midpoints = np.array([0.5, 5.0, 6.5])
    expected = np.abs(points - midpoints).min(axis=1) * [1, -1, -1, 0, 1, -1]
    found = bounds.sample_margins(points, np.ones(6), X, y, [0])
    assert_allclose(found, expected, atol=1e-12)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_sample_margin_is_the_nearest_point_of_the_other_label(seed):
    """Against a quadratic program for every cell, solved without any shortcut."""
    X, y, points, labels = random_problem(seed, samples=10)
    every = np.arange(X.shape[1])
    margins = bounds.sample_margins(points[:5], labels[:5], X, y, every)
    for point, label, margin in zip(points[:5], labels[:5], margins, strict=True):
        aim = -label if margin > 0 else label
        others, nearest = X[y != aim], np.inf
        for centre in X[y == aim]:
            z = cp.Variable(X.shape[1])
            sides = 2 * (others - centre) @ z <= (others**2).sum(1) - centre @ centre
            distance = cp.Minimize(cp.sum_squares(z - point))
            value = cp.Problem(distance, [sides]).solve(cp.CLARABEL)
            nearest = min(nearest, np.sqrt(value))
        assert abs(margin) == pytest.approx(nearest, rel=1e-5)


@pytest.mark.parametrize("seed", range(12))
def test_no_step_shorter_than_the_sample_margin_changes_the_label(seed):
    X, y, points, _ = random_problem(seed)
    margins = bounds.sample_margins(points, np.ones(16), X, y, np.arange(X.shape[1]))
    predicted = predicted_with_ties(points, X, y)
    assert_array_equal(np.sign(np.round(margins, 9)), predicted)
    steps = np.random.default_rng(seed).normal(size=(300, *points.shape))
    steps *= 0.999 * np.abs(margins)[:, None] / np.linalg.norm(steps, axis=2)[..., None]
    for step in steps:
        moved = predicted_with_ties(points + step, X, y)
        assert_array_equal(moved[predicted != 0], predicted[predicted != 0])


@pytest.mark.parametrize("seed", range(20))
def test_lemma_1(seed):
    """nn, the signed distance to the boundary, is 1-Lipschitz on the features F."""
    X, y, points, _ = random_problem(seed)
    X, points = (np.column_stack([Z, np.ones(16), Z[:, 0] ** 2]) for Z in (X, points))
    features = np.r_[0, 2 : X.shape[1]]
    nn = bounds.sample_margins(points, np.ones(16), X, y, features)
    opposite = bounds.sample_margins(points, -np.ones(16), X, y, features)
    assert_allclose(nn, -opposite, atol=1e-12)
    projected = points[:, features]
    distances = np.linalg.norm(projected[:, None] - projected, axis=2)
    assert np.all(np.abs(nn[:, None] - nn) <= distances + 1e-9)


@pytest.mark.parametrize("seed", range(20))
def test_the_hypothesis_margin_is_a_lower_bound_of_the_sample_margin(seed):
    """Section 2.1, for points that are classified correctly.

    For the others it is the size that is bounded, so that the signed numbers stand the
    other way round; both are errors at every gamma, and footnote 3 holds for all.
    """
    X, y, points, labels = random_problem(seed)
    exact = bounds.sample_margins(points, labels, X, y, np.arange(X.shape[1]))
    easy = theta(points, labels, X, y)
    assert np.all(np.abs(easy) <= np.abs(exact) + 1e-9)
    assert np.all(easy * exact >= -1e-12)
    gamma = np.linspace(0.01, 1, 50)
    least = bounds.sensitive_error(exact + 1e-9, gamma)
    assert np.all(least <= bounds.sensitive_error(easy, gamma))


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_leaving_out_never_lowers_the_sensitive_error_of_the_sample(seed):
    X, y, _, _ = random_problem(seed)
    every, gamma = np.arange(X.shape[1]), np.linspace(0.01, 1, 50)
    exact = bounds.sample_margins(X, y, X, y, every) + 1e-9
    within = bounds.hypothesis_margins(X, y, every, leave_one_out=False) + 1e-12
    out = bounds.hypothesis_margins(X, y, every)
    errors = [
        bounds.sensitive_error(margins, gamma) for margins in (exact, within, out)
    ]
    assert np.all(errors[0] <= errors[1]) and np.all(errors[1] <= errors[2])


def test_a_boundary_needs_two_labels():
    with pytest.raises(ValueError, match="without both there is no boundary"):
        bounds.sample_margins(np.eye(2), [1, 1], np.eye(2), [1, 1], [0])


# Theorem 1


def test_sensitive_error_counts_errors_and_margins_below_gamma():
    margins = np.array([-0.3, 0.0, 0.1, 0.1, 0.5])
    gamma = np.array([1e-9, 0.1, 0.11, 0.5, 2.0])
    assert_array_equal(bounds.sensitive_error(margins, gamma), [0.4, 0.4, 0.8, 0.8, 1])


@pytest.mark.parametrize("size, m", [(1, 1e3), (1, 5000), (2, 1e8), (3, 10**10)])
def test_theorem_1_is_equation_4(size, m):
    gamma = np.array([0.3, 0.5, 1.0])
    found = bounds.theorem_1(0.1, m, 500, size, 2.0, gamma, 0.05)
    literal = literal_theorem_1(0.1, m, 500, size, 2.0, gamma, 0.05)
    assert_allclose(found, literal, rtol=1e-12)
    parts = bounds.terms(m, 500, size, 2.0, gamma, 0.05)
    assert_allclose(parts.log_d, size * np.log(128 / gamma), rtol=1e-12)
    again = 0.1 + np.sqrt(2 / m * (parts.capacity + parts.confidence + parts.selection))
    assert_allclose(again, literal, rtol=1e-12)


def test_theorem_1_is_not_defined_where_the_logarithm_is_negative():
    """At the size of the xor problem: 34em/d < 1, and the radicand below zero."""
    gamma = np.array([0.01, 0.1, 1.0])
    with np.errstate(invalid="ignore"):
        assert np.isnan(
            literal_theorem_1(0, 1000, 10, 3, np.sqrt(3), gamma, 0.05)
        ).all()
    assert np.isnan(bounds.theorem_1(0, 1000, size=3, gamma=gamma, **XOR)).all()
    assert np.isnan(bounds.theorem_1(0, 1000, 5100, 1000, 20.0, 0.01, 0.05))
    edge = 64 / (34 * np.e * 1000)
    around = bounds.theorem_1(
        0, 1000, 10, 1, 1.0, edge * np.array([0.999, 1.001]), 0.05
    )
    assert np.isnan(around[0]) and np.isfinite(around[1])


def test_the_bound_vanishes_in_large_samples_and_is_above_the_error():
    needed = bounds.samples_needed(2, gamma=0.5, **XOR)
    m = needed * np.logspace(0, 20, 11)
    found = bounds.theorem_1(0.0, m, size=2, gamma=0.5, **XOR)
    assert np.all(np.diff(found) < 0) and 0 < found[-1] < 1e-8
    raised = bounds.theorem_1(0.25, m, size=2, gamma=0.5, **XOR)
    assert_allclose(raised - found, 0.25, rtol=1e-12)


def test_the_bound_grows_with_size_radius_features_and_confidence():
    usual = {"m": 1e13, "N": 10, "size": 3, "R": 2.0, "gamma": 0.5, "delta": 0.05}
    base = bounds.theorem_1(0.0, **usual)
    for change in (
        {"size": 4},
        {"R": 3.0},
        {"N": 1000},
        {"delta": 0.01},
        {"gamma": 0.4},
    ):
        assert bounds.theorem_1(0.0, **usual | change) > base


def test_beyond_34m_the_bound_falls_with_growing_d_and_is_not_proved():
    """A bound may stand for the dimension only as far as d ln(34em/d) increases."""
    gamma = 64 / (34 * 1000) / np.array([0.5, 0.9, 1.1, 2.0, np.e - 1e-4])
    found = bounds.theorem_1(0.0, 1000, 10, 1, 1.0, gamma, 0.05)
    assert found[0] < found[1] and np.all(np.diff(found[2:]) < 0) and found[-1] < 1
    expected = [True, True, False, False, False]
    assert_array_equal(bounds.proved(1000, 1, 1.0, gamma), expected)


@pytest.mark.parametrize("lowest", [0.2, 0.7, 1.2])
def test_the_best_gamma_is_the_best_of_all(lowest):
    rng = np.random.default_rng(0)
    margins = rng.uniform(lowest, 1.5, size=200_000)
    gamma, bound = bounds.best_gamma(margins, 10, 1, 1.0, 0.05)
    assert gamma == 1 if lowest > 1 else gamma in margins
    assert bound < 1
    grid = np.linspace(1e-4, 1, 20_000)
    error = bounds.sensitive_error(margins, grid)
    everywhere = bounds.theorem_1(error, len(margins), 10, 1, 1.0, grid, 0.05)
    everywhere = everywhere[bounds.proved(len(margins), 1, 1.0, grid)]
    assert 0 <= everywhere.min() - bound < 1e-3


def test_the_best_gamma_is_never_found_where_nothing_is_proved():
    """All margins lie where (4) is small because d comes near to 34em."""
    margins = np.full(1000, 64 / (34 * 1000 * (np.e - 1e-4)))
    assert bounds.theorem_1(0, 1000, 10, 1, 1.0, margins[0], 0.05) < 1
    assert bounds.best_gamma(margins, 10, 1, 1.0, 0.05)[0] == 1.0
    assert np.isnan(bounds.best_gamma(margins, 10, 3, 1.0, 0.05)).all()


@pytest.mark.parametrize("size", [1, 2, 3, 8])
@pytest.mark.parametrize("error", [0.0, 0.6])
def test_the_bound_falls_below_1_at_the_samples_needed(size, error):
    needed = bounds.samples_needed(size, gamma=0.3, error=error, **XOR)
    around = needed * np.array([1 - 1e-9, 1, 1 + 1e-9])
    found = bounds.theorem_1(error, around, size=size, gamma=0.3, **XOR)
    assert_allclose(found[1], 1, rtol=1e-9)
    assert found[0] > 1 > found[2]
    least = (64 * np.sqrt(3) / 0.3) ** size / 34
    before = np.geomspace(least, around[0], 1000)
    assert np.all(bounds.theorem_1(error, before, size=size, gamma=0.3, **XOR) > 1)


def test_the_samples_needed_are_out_of_reach():
    """With the largest gamma and no error, features in [-1, 1]: R^2 = |F|."""
    needed = [bounds.samples_needed(n, np.sqrt(n), 1, 10, 0.05) for n in range(1, 6)]
    assert needed[2] == pytest.approx(1.21e9, rel=0.01)
    assert_allclose(np.divide(needed[1:], needed[:-1]), [172, 211, 241, 266], rtol=0.01)
    assert bounds.samples_needed(1000, 20.0, 1, 5100, 0.05) == np.inf
    assert np.isfinite(bounds.log_samples_needed(1000, 20.0, 1, 5100, 0.05))
    assert bounds.samples_needed(1, 1.0, 1, 10, 0.05, error=1.0) == np.inf


def test_units_change_the_confidence_term_and_nothing_else():
    one, ten = (bounds.terms(1e9, 10, 2, s, 0.1 * s, 0.05) for s in (1, 10))
    assert one.capacity == pytest.approx(ten.capacity, rel=1e-12)
    assert one.confidence - ten.confidence == pytest.approx(np.log(10))
    with pytest.raises(ValueError, match="choose other units"):
        bounds.terms(1e9, 10, 2, 100.0, 10.0, 0.05)


# The packing bound in the proof


def packing(R, gamma, dimension):
    """A greedy packing from the rim inwards; whoever is too near to a point, leaves."""
    grid = np.linspace(-R, R, 41)
    points = np.stack(np.meshgrid(*[grid] * dimension), axis=-1).reshape(-1, dimension)
    norms = np.linalg.norm(points, axis=1)
    points, size = points[np.argsort(-norms, kind="stable")[(norms > R).sum() :]], 0
    while len(points):
        far = np.linalg.norm(points - points[0], axis=1) >= gamma - 1e-12
        points, size = points[far], size + 1
    return size


@pytest.mark.parametrize("dimension", [1, 2, 3])
@pytest.mark.parametrize("gamma", [2.0, 1.0, 0.5])
def test_packings_keep_to_the_exact_bound_and_not_to_the_printed_one(dimension, gamma):
    """(1 + 2R/gamma)^n holds; (2R/gamma)^n fails on a line, and at gamma = 2R."""
    found = packing(1.0, gamma, dimension)
    assert found <= (1 + 2 / gamma) ** dimension
    if gamma == 2 or dimension == 1:
        assert found > (2 / gamma) ** dimension


def test_a_hexagon_and_its_centre_are_more_than_the_printed_bound():
    """Seven points, R = gamma = 1, where (2R/gamma)^2 = 4; 37, not 36, at R = 3."""
    steps = np.stack(np.meshgrid(*[np.arange(-9, 10)] * 2), axis=-1).reshape(-1, 2)
    lattice = np.linalg.norm(steps @ [[1, 0], [0.5, np.sqrt(0.75)]], axis=1)
    inside = [np.sum(lattice <= R + 1e-9) for R in (1, 2, 3, 4)]
    assert_array_equal(inside, [7, 19, 37, 61])
    assert_array_equal(np.greater(inside, [4, 16, 36, 64]), [True, True, True, False])


@pytest.mark.parametrize("dimension", [1, 2, 3])
@pytest.mark.parametrize("gamma", [1.0, 0.5, 0.25])
def test_the_printed_bound_holds_for_points_that_can_be_shattered(dimension, gamma):
    """1-Lipschitz functions shatter at gamma only points that are 2 gamma apart."""
    found = packing(1.0, 2 * gamma, dimension)
    assert found <= (2 / gamma) ** dimension
