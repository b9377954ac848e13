"""GMEB over a grid: optimal by certificate, like the reference, of smallest norm."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from pride.datasets.synthetic import linear_problem
from pride.programs.gmeb import Dual, certificate, problem, solve_grid
from pride.programs.gmeb import grid as module
from pride.programs.gmeb.certificates import norm
from pride.programs.gmeb.norm import largest_norm

R = np.linspace(1.0, 10.0, 7)  # section 4.1
KINDS = {
    "plain": lambda X, y, rng: (X, y),
    "whole numbers": lambda X, y, rng: (np.round(2 * X), y),
    "zeros and ones": lambda X, y, rng: ((X > 0.5).astype(float), y),
    "duplicate features": lambda X, y, rng: (np.hstack([X, X, -2 * X[:, :1]]), y),
    "duplicate samples": lambda X, y, rng: (np.tile(X, (2, 1)), np.tile(y, 2)),
    "contradictions": lambda X, y, rng: (np.vstack([X, X[:3]]), np.append(y, -y[:3])),
    "constant features": lambda X, y, rng: (np.where(np.arange(9) % 2, X, 3.0), y),
    "badly scaled": lambda X, y, rng: (X * 10.0 ** rng.integers(-4, 5, 9), y),
    "wide": lambda X, y, rng: (np.hstack([X, rng.normal(size=(len(X), 60))]), y),
    "separable": lambda X, y, rng: (X + 2 * y[:, None], y),
    "one against all": lambda X, y, rng: (X, np.where(np.arange(len(y)) == 3, 1.0, -1)),
}


def drawn(kind, repeat):
    """A centred training set."""
    rng = np.random.default_rng([repeat, len(kind)])
    n = int(rng.integers(12, 50))
    X, y = rng.normal(size=(n, 9)), np.where(np.arange(n) % 2, 1.0, -1.0)
    X[:, 0] += 0.8 * y
    X, y = KINDS[kind](X, y, rng)
    return X - X.mean(axis=0), y


def hinge_loss(X, y, w, b):
    """The objective of (6), word for word."""
    return sum(max(0.0, 1 - yi * (x @ w + b)) for x, yi in zip(X, y, strict=True))


@pytest.mark.parametrize("kind", KINDS)
def test_every_cell_is_certified_and_within_the_limits(kind):
    X, y = drawn(kind, 0)
    found = solve_grid(X, y, R, R[::-1])
    assert not found.referred.any()
    assert found.gap.max() <= 1e-7
    for i, plus in enumerate(R):
        for j, minus in enumerate(R[::-1]):
            w, b = found.coef[i, j], found.intercept[i, j]
            given = problem(X, y, plus, minus)
            assert norm(given, w)[0] <= 1 + 1e-12
            loss = hinge_loss(X, y, w, b)
            assert_allclose(found.objective[i, j], loss, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("samples", [8, 16])
def test_slack_limits_of_few_samples_need_no_reference(samples):
    """Paths that met slack limits in their first step used to fail here."""
    for repeat in range(40):
        rng = np.random.default_rng(repeat)
        X, y = linear_problem(rng, samples=samples, balanced=True)
        found = solve_grid(X - X.mean(axis=0), 2.0 * y - 1.0, R, R)
        assert not found.referred.any()


def test_rare_words_need_no_reference():
    """Cuts used to stall here, as on the Internet Advertisements."""
    for repeat in range(10):
        rng = np.random.default_rng(repeat)
        y = np.where(rng.random(160) < 0.15, 1.0, -1.0)
        often = rng.beta(0.3, 8, size=400) * np.exp(
            0.5 * np.outer(y, rng.normal(size=400))
        )
        X = 1.0 * (rng.random((160, 400)) < often)
        found = solve_grid(X - X.mean(axis=0), y, R, R)
        assert not found.referred.any()


def test_optima_are_those_of_the_reference_on_500_problems():
    """Eleven kinds of training sets, 46 in all, with eleven pairs of limits each."""
    pairs = [(R[i], R[(3 * i) % 7]) for i in range(7)] + [
        (1, 10),
        (10, 1),
        (4, 4),
        (2, 9),
    ]
    kinds = [*KINDS] * 5
    solved = 0
    for repeat, kind in enumerate(kinds[:46]):
        X, y = drawn(kind, repeat)
        reference, found = Dual(X, y), {}
        for plus, minus in pairs:
            solution = reference.solve(plus, minus)
            found = solve_grid(X, y, [plus], [minus])
            scale = max(1.0, solution.upper)
            assert abs(found.objective[0, 0] - solution.upper) <= 1e-6 * scale
            solved += 1
    assert solved >= 500


def test_a_cell_does_not_depend_on_the_grid_around_it():
    X, y = drawn("plain", 1)
    grid = solve_grid(X, y, R, R)
    for i, j in [(0, 0), (3, 5), (6, 6)]:
        alone = solve_grid(X, y, [R[i]], [R[j]])
        assert_allclose(alone.coef[0, 0], grid.coef[i, j], atol=1e-7)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("samples", [10, 20, 40])
def test_slack_cells_do_not_depend_on_the_grid_around_them(samples, seed):
    """Solutions are handed on from pair to pair there; the smallest norm must be."""
    rng = np.random.default_rng([seed, samples])
    X, y = linear_problem(rng, samples=samples, balanced=True)
    X -= X.mean(axis=0)
    grid = solve_grid(X, y, R, R)
    slack = np.argwhere(grid.objective < 1e-9)
    assert len(slack) > 10
    for i, j in slack:
        given, alone = problem(X, y, R[i], R[j]), solve_grid(X, y, [R[i]], [R[j]])
        norms = [norm(given, w)[0] for w in (grid.coef[i, j], alone.coef[0, 0])]
        assert_allclose(*norms, rtol=1e-7)


def test_the_same_bytes_again():
    X, y = drawn("wide", 2)
    assert_array_equal(solve_grid(X, y, R, R).coef, solve_grid(X, y, R, R).coef)


def test_units_of_features_do_not_matter():
    X, y = drawn("plain", 3)
    units = 10.0 ** np.arange(-4, 5)
    plain, other = solve_grid(X, y, R, R), solve_grid(X * units, y, R, R)
    assert_allclose(other.coef * units, plain.coef, atol=1e-7)


def test_classes_can_be_exchanged():
    X, y = drawn("plain", 4)
    found, other = solve_grid(X, y, R, R[:3]), solve_grid(X, -y, R[:3], R)
    assert_allclose(other.objective.T, found.objective, rtol=1e-7)


def test_where_the_loss_is_zero_the_norm_is_smallest():
    """No solution without loss has a smaller norm: with smaller limits, in the same
    proportion, there is none."""
    rng = np.random.default_rng(5)
    X, y = linear_problem(rng, samples=10, features=40, balanced=True)
    X -= X.mean(axis=0)
    for plus, minus in [(7.0, 7.0), (10.0, 5.5), (4.0, 8.5)]:
        found = solve_grid(X, y, [plus], [minus])
        used = norm(problem(X, y, plus, minus), found.coef[0, 0])[0]
        assert used < 0.99
        assert found.objective[0, 0] < 1e-9
        slightly_less = 0.999 * used**2 * np.array([plus, minus])
        assert Dual(X, y).solve(*slightly_less).lower > 1e-5


def test_all_zero_features_leave_the_class_that_is_more_frequent():
    y = np.array([1, 1, 1, -1])
    found = solve_grid(np.zeros((4, 3)), y, [1.0], [1.0])
    assert not found.coef.any()
    assert found.intercept[0, 0] == 1.0
    assert_allclose(found.objective[0, 0], 2.0)
    assert found.gap[0, 0] == 0


def test_cells_that_miss_the_gap_are_solved_by_the_reference(monkeypatch):
    X, y = drawn("plain", 6)
    exact = solve_grid(X, y, R[:2], R[:2])
    monkeypatch.setattr(module, "solve_pairs", lambda *arguments: None)
    referred = solve_grid(X, y, R[:2], R[:2])
    assert referred.referred.all()
    assert referred.gap.max() <= 1e-7
    assert_allclose(referred.objective, exact.objective, rtol=1e-6)


def test_limits_must_be_positive():
    X, y = drawn("plain", 7)
    with pytest.raises(
        ValueError, match="Expected limits R\\+ and R- above 0, found 0"
    ):
        solve_grid(X, y, [0.0, 1.0], [1.0])


def test_two_classes_are_needed():
    X, y = drawn("plain", 8)
    with pytest.raises(ValueError, match="Expected two classes"):
        solve_grid(X, np.ones_like(y), [1.0], [1.0])


@pytest.mark.parametrize("repeat", range(5))
def test_norm_of_the_kernel_is_that_of_the_proposition(repeat):
    X, y = drawn("plain", repeat)
    given = problem(X, y, 2.0, 7.0)
    w = np.random.default_rng(repeat).normal(size=X.shape[1])
    moments = np.stack([given.v_plus, given.v_minus])
    value, share = largest_norm(w, moments, np.array([2.0, 7.0]))
    assert_allclose([value, share], norm(given, w), atol=1e-7)


def test_bounds_are_those_of_the_certificate():
    X, y = drawn("whole numbers", 9)
    found = solve_grid(X, y, [2.5], [4.0])
    given = problem(X, y, 2.5, 4.0)
    upper, _ = certificate(
        given, found.coef[0, 0], found.intercept[0, 0], np.zeros(len(y))
    )
    assert_allclose(upper, found.objective[0, 0], rtol=1e-9)
