"""What is measured of the theory of gmeb2004 would show it if it were false."""

from math import comb

import numpy as np
import pytest
from scipy.stats import multivariate_normal

from pride.bounds import gmeb2004 as bounds
from pride.datasets.synthetic import linear_problem
from pride.programs.gmeb.problem import at_4
from pride.protocols.gmeb2004 import (
    bound,
    convexity,
    duality,
    linear,
    theory,
    variables,
)
from pride.seeding import rng_for

PROBLEM = {"samples": 12, "features": 7}
GENERATOR = {
    "name": "linear_problem",
    "options": {"samples": 12, "features": 8, "balanced": True},
}
EXPERIMENT = {
    "descents": {"samples": 12, "features": 8, "limits": [0.5, 1.0], "starts": 2},
    "unique": {"samples": 8, "grid": [0.2, 20, 2]},
    "subsets": {"samples": [6, 40], "size": 2, "count": 40},
}


def measured(method, repeats=3):
    table = theory.theory(method, PROBLEM, repeats, seed=1)
    assert set(table["dataset"]) == {"theory"} and set(table["method"]) == {method}
    return table.groupby("metric")["value"].mean().to_dict()


def on_the_linear_problem(method):
    table = linear.linear(method, "small", GENERATOR, EXPERIMENT, 2, seed=1)
    return table.groupby(["metric", "at"])["value"].mean().to_dict()


def rng(repeat=0):
    return rng_for(1, "test", repeat)


def most(measure, repeats=5):
    return max(measure(rng(repeat)) for repeat in range(repeats))


# What holds, and what does not


def test_what_is_stated_about_the_bound_holds():
    found = measured("bound")
    for name in ("margin_cost_violations", "bounded_scale_violations"):
        assert found[name] == 0
    for name in ("norm_terms_slope", "lambda_term_slope"):
        assert found[name] == pytest.approx(-0.5, abs=1e-9)
    for name in ("objective_constant_plus", "objective_constant_minus"):
        assert found[name] == pytest.approx(4, rel=1e-9)
    assert found["lambda_term_change"] < 1e-12
    assert found["objective_change_under_joint_scaling"] < 1e-12
    assert found["shift_change"] > 0 > found["centring_change"]


def test_what_is_stated_about_the_problems_holds_but_for_two_slips():
    found = measured("gmeb")
    false = {"product_quasiconcavity_violations", "transformation_collisions"}
    meant = {"product_convexity_violations", "product_concavity_violations"}
    meant |= {"infeasible_midpoints"}
    for name, value in found.items():
        assert value > 0 if name in false | meant else value < 1e-6, name
    assert len(found) == len(theory.MEASURES["gmeb"])


def test_sizes_and_duality():
    primal, dual = measured("gmeb_primal"), measured("gmeb_dual")
    assert primal["variables"] == 12 + 2 * 7 + 1
    assert primal["linear_inequalities"] == 2 * 12 + 7 + 2
    assert primal["matrix_inequality_rows"] == 8
    assert dual.pop("variables") == 15 and dual.pop("cones") == 7
    assert dual.pop("linear_inequalities") == 26
    assert dual.pop("linear_equalities") == 1
    assert max(dual.values()) < 1e-6 and len(dual) == 4


def test_a_change_of_variables_keeps_solutions():
    assert max(measured("change_of_variables", repeats=20).values()) < 1e-9
    for repeat in range(20):
        half_space = variables.random_half_space(rng(repeat))
        best = half_space.solution()
        assert half_space.normal @ best <= half_space.limit + 1e-12
        for step in rng(repeat + 50).normal(size=(200, len(best))):
            near = best + 0.1 * step
            near -= (
                max(0, half_space.normal @ near - half_space.limit) * half_space.normal
            )
            assert half_space.objective(near) >= half_space.objective(best) - 1e-12


def test_one_counterexample_is_no_chance(monkeypatch):
    values = iter([0.0, 1.0, 0.0])

    def some_difference(rng):
        return next(values)

    monkeypatch.setitem(theory.MEASURES, "made_up", {some_difference: np.max})
    assert measured("made_up") == {"some_difference": 1}
    assert theory.farthest([4.0, 4.0, 3.0, 4.0]) == 3


# The same with something wrong in it


@pytest.mark.parametrize(
    "module, name, wrong, measure",
    [
        (bounds, "margin_cost", lambda z, g: 1 - z, bound.margin_cost_violations),
        (
            bounds,
            "steps",
            lambda s, s0: s0 * (2 + 1 / (1 + s)),
            bound.bounded_scale_violations,
        ),
        (
            convexity,
            "to_6",
            lambda p: p._replace(sigma=p.sigma),
            convexity.forward_violation,
        ),
        (
            convexity,
            "amended",
            lambda p: p._replace(w=p.w + 1),
            convexity.amended_objective_change,
        ),
        (
            convexity,
            "amended",
            lambda p: p._replace(w=2 * p.w),
            convexity.amended_constraint_violations,
        ),
        (convexity, "to_4", lambda p: p, convexity.uncovered_points),
        (duality, "to_4", lambda p: p, duality.recovered_violation),
        (duality, "to_4", lambda p: p, duality.weight_difference),
        (variables.np, "arcsinh", np.sin, variables.forward_objective_difference),
    ],
)
def test_a_wrong_formula_is_seen(monkeypatch, module, name, wrong, measure):
    before = most(measure)
    monkeypatch.setattr(module, name, wrong)
    assert most(measure) > max(1e-3, 100 * before)


@pytest.mark.parametrize("factor", [0.5, 0.9, 0.99])
def test_a_larger_cone_of_the_dual_is_seen(monkeypatch, factor):
    """Were mu_1 allowed to be smaller, (7) would exceed (6)."""
    right = duality.least_first
    assert sum(duality.weak_duality_violations(rng(r)) for r in range(3)) == 0
    monkeypatch.setattr(duality, "least_first", lambda *a: factor * right(*a))
    assert sum(duality.weak_duality_violations(rng(r)) for r in range(3)) > 10


def test_a_wrong_lagrangian_is_seen(monkeypatch):
    value = duality.dual_value
    monkeypatch.setattr(duality, "dual_value", lambda *a: value(*a) + 0.01)
    assert duality.lagrangian_difference(rng()) > 1e-3


def test_a_worse_optimum_is_seen(monkeypatch):
    monkeypatch.setattr(duality, "minimum_of_4", lambda given, point: point)
    assert most(duality.optimum_difference) > 1e-2
    monkeypatch.setattr(duality, "minimum_of_3", lambda given, point, C: point)
    assert most(duality.penalised_constrained_difference) > 1e-2


def test_random_points_are_feasible():
    for repeat in range(20):
        given = convexity.random_problem(rng(repeat))
        point = convexity.feasible_point(rng(repeat), given)
        assert at_4(given, point).violation < 1e-12
        mu, prices = duality.random_multipliers(rng(repeat), given)
        first = duality.least_first(given, mu, prices)
        pulls = (mu * given.y) @ given.X
        price = prices[0] * given.v_plus + prices[1] * given.v_minus
        assert np.max(pulls**2 / (4 * first * price)) == pytest.approx(1, rel=1e-9)
        assert mu @ given.y == pytest.approx(0, abs=1e-12)
        assert mu.min() >= 0 and mu.max() <= 1


# The caption of Table 1


@pytest.mark.parametrize(
    "mean, error, largest, expected",
    [
        (77.7, 83.8, 202, 0),  # as printed: 3 would need an error of 69.5 or less
        (77.5, 77.5, 202, 2),  # 0 and 155
        (1.0, 1.0, 3, 3),  # 0, 0 and 3
        (0.5, 0.5, 1, 2),
    ],
)
def test_how_many_counts_have_a_mean_and_a_standard_error(
    mean, error, largest, expected
):
    assert theory.most_repeats(mean, error, largest) == expected


# The linear problem


def test_descents_on_the_linear_problem_end_at_the_optimum(monkeypatch):
    found = on_the_linear_problem("gmeb")
    assert found["starts_below_global", 0] == 0
    assert found["recovered_objective_difference", 0] < 1e-6
    assert 25 <= found["non_unique_cells", 8] < 100  # the loss is 0 at R+ = R- = 20
    assert on_the_linear_problem("local_search") == {("starts_above_global", 0): 0}
    monkeypatch.setattr(linear, "minimum_of_4", lambda given, point: point)
    assert on_the_linear_problem("local_search") == {("starts_above_global", 0): 100}


def test_the_bayes_error_is_that_of_the_bayes_rule():
    X, y = linear_problem(rng(), samples=400_000, features=6)
    first, second = np.arange(1, 4), np.zeros(3)
    likelihood = [
        0.7 * multivariate_normal.pdf(X, np.append(s * first, second))
        + 0.3 * multivariate_normal.pdf(X, np.append(second, s * first))
        for s in (-1, 1)
    ]
    error = 100 * np.mean((likelihood[1] > likelihood[0]) != y)
    deviation = 100 * np.sqrt(0.0037 / 400_000)
    assert linear.bayes_error() == pytest.approx(error, abs=3 * deviation)
    assert on_the_linear_problem("bayes") == {("error", 0): linear.bayes_error()}


def test_few_samples_can_be_separated_by_chance():
    """As often as Cover (1965) counted, for points in general position."""
    found = on_the_linear_problem("random_subsets")
    few, many = (found["zero_train_error_share", n] for n in (6, 40))
    assert few > 20 > many
    points, labels = rng().normal(size=(400, 8, 3)), rng(1).integers(2, size=(400, 8))
    pairs = zip(points, labels, strict=True)
    expected = 2 * sum(comb(7, k) for k in range(4)) / 2**8
    share = np.mean([linear.separable(X, y) for X, y in pairs])
    assert share == pytest.approx(expected, abs=3 * np.sqrt(0.25 / 400))
