"""Proposition 1 and condition 1 of lmba2009: what holds, and what does not."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.optimize import minimize_scalar

from pride.protocols.lmba2009 import energy, theory
from pride.seeding import rng_for
from pride.selectors import lmba
from pride.selectors.lmba_kernels import ORIGINAL, WEIGHTED, Rules, losses


def rng(repeat=0):
    return rng_for(1, "test", repeat)


@pytest.mark.parametrize(
    "measure",
    [
        energy.descent_direction_violations,
        energy.critical_point_violations,
        energy.inside_step_violations,
        theory.kinks_share,
    ],
)
def test_what_is_proved_is_never_violated(measure):
    assert max(measure(rng(repeat)) for repeat in range(20)) == 0


def test_wrong_formulas_would_be_seen(monkeypatch):
    """(12) fails for a point that is not the best of the line, (11) with its sign."""
    monkeypatch.setattr(energy, "critical_point", lambda hit, m: (3.0, 3.0 + m))
    assert max(energy.critical_point_violations(rng(r)) for r in range(5)) > 0
    turned = energy.gradient
    monkeypatch.setattr(energy, "gradient", lambda *a: (-turned(*a)[0], -turned(*a)[1]))
    assert energy.descent_direction_violations(rng()) > 0
    assert energy.energy_gradient_error(rng()) > 1


def test_the_critical_point_is_the_best_of_its_line():
    for repeat in range(10):
        hit, m, theta = energy.setting(rng(repeat))
        found = minimize_scalar(
            lambda g, m=m, theta=theta: energy.loss(g, g + m, theta),
            bounds=(0, 4),
            method="bounded",
            options={"xatol": 1e-9},
        )
        assert_allclose(energy.critical_point(hit, m)[0], found.x, atol=1e-4)


def test_the_gradient_of_the_energies():
    assert max(energy.energy_gradient_error(rng(r)) for r in range(10)) < 1e-6


def test_the_loss_is_not_convex_in_the_energies():
    """The square of E^h enters with a minus: (12) holds without convexity."""
    ends = energy.loss(0.0, np.array([0.0, 1.0]), 1.0)
    assert energy.loss(0.0, 0.5, 1.0) == 0.75 > ends.mean()
    assert np.mean([energy.energy_convexity_violations(rng(r)) for r in range(10)]) > 5


def test_the_least_loss_is_that_of_a_grid_of_weights():
    for repeat in range(10):
        X = rng(repeat).normal(size=(3, 2))
        near, other = ((X[0] - X[j]) ** 2 for j in (1, 2))
        v = energy.least_loss(near, other)
        theta = abs(other.sum() - near.sum())

        def total(v, near=near, other=other, theta=theta):
            return near @ v + max(theta + (near - other) @ v, 0)

        ticks = np.linspace(0, 1, 41)
        best = min(total(np.array([a, b])) for a in ticks for b in ticks)
        assert total(v) <= best + 1e-9


def test_proposition_1_fails_where_the_other_sample_is_nearer():
    """In every feature: w = 0 is best, and no w satisfies condition 1."""
    near, other = np.array([2.0, 3.0]), np.array([1.0, 2.0])
    v = energy.least_loss(near, other)
    assert not v @ near < v @ other


def test_proposition_1_holds_where_it_can_help():
    """One feature in which the other sample is much farther."""
    v = energy.least_loss(np.array([0.1, 1.0]), np.array([4.0, 0.5]))
    assert v @ [0.1, 1.0] < v @ [4.0, 0.5]


def test_definition_5_is_the_loss_of_the_energies():
    assert max(energy.definition_5_difference(rng(r)) for r in range(20)) < 1e-12


def test_pairs_add_up_to_definition_5():
    X, y = theory.random_sample(rng())
    w = np.array([0.3, 0.9, 0.6])
    near, other, theta = theory.pairs_of(X, y, lmba.PRINTED)
    hinges = np.maximum(theta + (near - other) @ w**2, 0).sum()
    assert_allclose(hinges, losses(X, y, w, lmba.PRINTED)[:, 1].sum(), rtol=1e-12)


def test_17_is_the_gradient_only_with_weights_in_its_condition():
    X, y = theory.random_sample(rng())
    w = np.array([0.3, 0.9, 0.6])
    weighted = Rules(3, 1.0, WEIGHTED, ORIGINAL)
    assert theory.hinge_difference(X, y, w, weighted) < 1e-6
    assert theory.hinge_difference(X, y, w, lmba.PRINTED) > 1e-2
    assert theory.hinge_difference(X, y, np.ones(3), lmba.PRINTED) < 1e-6


def test_every_statement_is_measured():
    scores = theory.theory(repeats=3, seed=1)
    assert set(scores["metric"]) == {m.__name__ for m in theory.MEASURES}
    assert set(scores["method"]) == {"lmba"}
