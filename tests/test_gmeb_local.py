"""The local solver on (4) and (3), and where local minima are (docs/gmeb.md)."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.optimize import OptimizeResult as Bunch
from scipy.optimize import approx_fprime

from pride.bounds import gmeb2004 as bounds
from pride.programs.gmeb import local
from pride.programs.gmeb.problem import Point, amended, at_4, problem, slacks
from pride.programs.gmeb.reference import Dual


def drawn(repeat=0, features=4):
    rng = np.random.default_rng([5, repeat])
    y = np.arange(20) % 2
    X = rng.normal(size=(20, features)) + np.outer(y, np.full(features, 1.5))
    return problem(X - X.mean(axis=0), y, 0.5, 0.8), rng


@pytest.mark.parametrize("repeat", range(5))
def test_descents_from_random_starts_find_the_global_optimum(repeat):
    """Proposition 3: away from weights without scales, there is no other minimum."""
    given, rng = drawn(repeat)
    first = local.start(rng, given)
    assert at_4(given, first).violation < 1e-12 and first.sigma.min() > 0
    end = local.minimum_of_4(given, first)
    assert at_4(given, end).violation < 1e-12
    optimum = Dual(given.X, given.y).solve(0.5, 0.8).upper
    assert end.xi.sum() == pytest.approx(optimum, rel=1e-6)
    assert end.xi.sum() < first.xi.sum()


def test_a_weight_of_the_wrong_sign_holds_up_a_descent():
    """The local minimum of docs/gmeb.md: w = -1 and sigma = 0, one feature."""
    given, _ = drawn(features=1)
    for w, found in ((1.0, True), (-1.0, False)):
        first = Point(np.array([w]), np.array([0.1]), 0.0, np.zeros(20))
        end = local.minimum_of_4(given, local.made_feasible(given, first))
        optimum = Dual(given.X, given.y).solve(0.5, 0.8).upper
        assert (end.xi.sum() < 1.01 * optimum) == found
    assert end.sigma[0] < 1e-6 and end.w[0] < -0.1
    assert end.xi.sum() == pytest.approx(20, rel=1e-6)
    near = np.random.default_rng(0).uniform(-0.05, 0.05, size=(500, 3))
    for dw, ds, db in near:
        w, sigma = end.w[0] + dw, abs(ds)
        assert slacks(given, np.array([w * sigma]), end.b + db).sum() >= 20 - 1e-9
    assert amended(end._replace(sigma=np.zeros(1))).w == 0


def test_points_are_made_feasible_and_else_left_alone():
    given, rng = drawn()
    far = Point(5 * rng.normal(size=4), rng.normal(size=4) * 9, 0.3, -np.ones(20))
    near = local.made_feasible(given, far)
    assert at_4(given, far).violation > 1
    assert at_4(given, near).violation < 1e-12
    again = local.made_feasible(given, near)
    for one, other in zip(near, again, strict=True):
        assert_allclose(one, other, rtol=1e-12)


@pytest.mark.parametrize("C", [(0.1, 0.1), (0.05, 0.3)])
def test_the_minimum_of_3_cannot_be_left_downwards(C):
    given, rng = drawn()
    sample = bounds.sample(given.X, given.y)

    def objective(v):
        margins = given.y * (given.X @ (v[:4] * v[4:8]) + v[8])
        return bounds.objective_3(margins, sample, v[4:8], C=C)

    end = local.minimum_of_3(given, local.start(rng, given), np.array(C))
    v = np.concatenate([end.w, end.sigma, [end.b]])
    assert end.sigma.max() > 0.1 and end.w @ end.w <= 1 + 1e-9
    for size in (1e-3, 1e-2, 0.1):
        for _ in range(100):
            other = v + size * rng.normal(size=9)
            other[:4] /= max(1.0, np.linalg.norm(other[:4]))
            other[4:8] = np.abs(other[4:8])
            assert objective(other) >= objective(v) - 1e-8
    assert objective(v) < objective(0 * v)


def test_slopes_are_those_of_the_objective(monkeypatch):
    """What SLSQP is told, against finite differences."""
    given, rng = drawn()
    told = {}

    def minimize(f, v, **rest):
        told.update(f=f, v=v, **rest)
        return Bunch(x=v)

    monkeypatch.setattr(local, "minimize", minimize)
    for limited in (False, True):
        point = local.start(rng, given)
        if limited:
            local.minimum_of_4(given, point)
        else:
            local.minimum_of_3(given, point, np.array([0.2, 0.4]))
        v = told["v"] + rng.uniform(0.1, 0.2, size=len(told["v"]))
        numeric = approx_fprime(v, lambda u: told["f"](u)[0], 1e-7)
        assert_allclose(told["f"](v)[1], numeric, atol=1e-5)
        constraint = told["constraints"]
        rows = constraint["jac"](v)
        assert rows.shape == (20 + 1 + 2 * limited, len(v))
        numeric = approx_fprime(v, constraint["fun"], 1e-7)
        assert_allclose(rows, numeric, atol=1e-5)
