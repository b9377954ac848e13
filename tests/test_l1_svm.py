"""The l1 SVM over a grid of C: optimal by certificate, and like the reference."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from test_gmeb_grid import KINDS, drawn

from pride.programs import l1_svm
from pride.programs.l1_svm import certified, l1_svm_reference, solve_grid

LAMBDA = np.arange(1, 50) / 50
GRID = LAMBDA / (1 - LAMBDA)  # section 4.1 of gmeb2004


def objective(X, y, w, b, C):
    """The program of Fung and Mangasarian, word for word."""
    loss = sum(max(0.0, 1 - yi * (x @ w + b)) for x, yi in zip(X, y, strict=True))
    return np.abs(w).sum() + C * loss


@pytest.mark.parametrize("kind", KINDS)
def test_solutions_are_certified_and_like_the_reference(kind):
    X, y = drawn(kind, 11)
    found = solve_grid(X, y, GRID)
    assert not found.referred.any()
    assert found.gap.max() <= 1e-7
    for c in (0, 12, 24, 48):
        value = objective(X, y, found.coef[c], found.intercept[c], GRID[c])
        assert_allclose(found.objective[c], value, rtol=1e-9)
        w, b, _ = l1_svm_reference(X, y, GRID[c])
        assert_allclose(value, objective(X, y, w, b, GRID[c]), rtol=1e-6)


def test_order_of_C_does_not_matter():
    X, y = drawn("plain", 12)
    forth, back = solve_grid(X, y, GRID), solve_grid(X, y, GRID[::-1])
    assert_array_equal(back.coef[::-1], forth.coef)


def test_small_C_leaves_no_feature():
    """Below 1 / max_j |sum_i y_i x_ij| (balanced classes) no weight pays."""
    X, y = drawn("plain", 13)
    if len(y) % 2:
        X, y = X[:-1], y[:-1]
    largest = np.abs(y @ X).max()
    found = solve_grid(X, y, np.array([0.1, 0.5, 0.99]) / largest)
    assert not found.coef.any()


def test_the_dual_value_bounds_every_objective():
    """Weak duality, for any weights and any multipliers."""
    rng = np.random.default_rng(14)
    X, y = drawn("plain", 14)
    coef, b = rng.normal(size=(5, X.shape[1])), rng.normal(size=5)
    mu, C = rng.uniform(-0.2, 1.2, size=(5, len(y))), rng.uniform(0.1, 9, 5)
    _, gap = certified(X, y, C, coef, b, mu)
    assert (gap >= 0).all()


def test_cells_that_miss_the_gap_are_solved_by_the_reference(monkeypatch):
    X, y = drawn("plain", 15)
    exact = solve_grid(X, y, GRID[::12])
    monkeypatch.setattr(l1_svm, "follow", lambda *arguments: None)
    referred = solve_grid(X, y, GRID[::12])
    assert referred.referred.all()
    assert_allclose(referred.objective, exact.objective, rtol=1e-6)
