"""GMEB's problems: lemma 5, theorems 6 and 7, remark 4, and docs/gmeb.md."""

import cvxpy as cp
import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from pride.bounds.gmeb2004 import moments, signs
from pride.programs.gmeb import certificates
from pride.programs.gmeb.problem import (
    Point,
    amended,
    at_4,
    at_6,
    problem,
    slacks,
    to_4,
    to_6,
)
from pride.programs.gmeb.reference import Dual, Optima, Primal, recovered

LIMITS = [(1.0, 1.0), (0.1, 0.4), (3.0, 0.5), (10.0, 10.0)]


def rng(repeat=0):
    return np.random.default_rng([7, repeat])


def drawn(kind, repeat=0):
    """A training set of a kind, as GMEB would see it."""
    draw = rng(repeat)
    n, d = {"wide": (12, 30), "tall": (60, 4)}.get(kind, (24, 6))
    y = draw.permutation(np.arange(n) % 3 > 0).astype(int)
    X = draw.normal(size=(n, d)) * np.exp(2 * draw.normal(size=d))
    X[:, 0] += 1.5 * np.std(X[:, 0]) * y
    X -= X.mean(axis=0)
    if kind == "separable":
        X[:, 1] = 2.0 * y - 1 + 0.1 * draw.normal(size=n)
    elif kind == "one_sided":
        X[y == 1, 1] = X[y == 0, 2] = 0.0
    elif kind == "constant":
        X[:, 1], X[:, 2] = 0.0, 3.0
    elif kind == "duplicate":
        X[:, 1], X[:, 2] = X[:, 0], -5 * X[:, 0]
    return X, y


KINDS = [
    "plain",
    "wide",
    "tall",
    "separable",
    "one_sided",
    "constant",
    "duplicate",
]


@pytest.fixture(scope="module", params=KINDS)
def training(request):
    """A training set with its two programs, which serve all limits."""
    X, y = drawn(request.param)
    return X, y, Primal(X, y), Dual(X, y)


def literal_4(X, y, R, point):
    """Problem (4), transcribed: all constraints as amounts that must not be positive.

    In the order norm, margins, plus, minus, signs, as lists.
    """
    w, sigma, b, xi = point
    sign = [1 if label > 0 else -1 for label in y]
    n, d = X.shape
    v = []
    for c in (1, -1):
        rows = [i for i in range(n) if sign[i] == c]
        v.append([sum(X[i, j] ** 2 for i in rows) / len(rows) for j in range(d)])
    f = [sum(X[i, j] * w[j] * sigma[j] for j in range(d)) + b for i in range(n)]
    return [
        [sum(w[j] ** 2 for j in range(d)) - 1],
        [1 - xi[i] - sign[i] * f[i] for i in range(n)],
        [sum(v[0][j] * sigma[j] ** 2 for j in range(d)) - R[0]],
        [sum(v[1][j] * sigma[j] ** 2 for j in range(d)) - R[1]],
        [-x for x in (*xi, *sigma)],
    ]


def random_point(draw, d, n, spread=1.0):
    w, sigma = spread * draw.normal(size=d), np.abs(spread * draw.normal(size=d))
    return Point(w, sigma, draw.normal(), draw.uniform(-0.1, 2, size=n))


def feasible_point(draw, given):
    """A random feasible point of (4), some of whose scales may be zero."""
    n, d = given.X.shape
    w, sigma = draw.normal(size=d), np.abs(draw.normal(size=d))
    sigma[draw.random(d) < 0.2] = 0.0
    used = max(
        given.v_plus @ sigma**2 / given.R_plus,
        given.v_minus @ sigma**2 / given.R_minus,
        1e-9,
    )
    w *= draw.uniform() / np.linalg.norm(w)
    sigma *= draw.uniform() / np.sqrt(used)
    b = draw.normal()
    xi = slacks(given, w * sigma, b) + draw.choice([0.0, 1.0]) * draw.uniform(size=n)
    return Point(w, sigma, b, xi)


# (4), (5), (6) at points


@pytest.mark.parametrize("repeat", range(5))
def test_problem_4_is_evaluated_as_printed(repeat):
    X, y = drawn("plain", repeat)
    point = random_point(rng(repeat), 6, 24)
    R = 0.5, 2.0
    found = at_4(problem(X, y, *R), point)
    expected = [max(0.0, *amounts) for amounts in literal_4(X, y, R, point)]
    assert_allclose(found[1:], expected, rtol=1e-12, atol=1e-14)
    assert found.violation == max(found[1:]) > 0
    assert found.objective == pytest.approx(sum(point.xi), rel=1e-12)


@pytest.mark.parametrize("repeat", range(5))
def test_problem_6_is_evaluated_as_printed(repeat):
    X, y = drawn("plain", repeat)
    w, sigma, b, xi = point = random_point(rng(repeat), 6, 24)
    given = problem(X, y, 0.5, 2.0)
    found = at_6(given, point)
    assert_allclose(found.norm, max(0, sum(w**2 / sigma) - 1), rtol=1e-12)
    assert_allclose(found.plus, max(0, sum(given.v_plus * sigma) - 0.5), rtol=1e-12)
    assert_allclose(found.minus, max(0, sum(given.v_minus * sigma) - 2), rtol=1e-12)
    short = [1 - xi[i] - given.y[i] * (w @ X[i] + b) for i in range(24)]
    assert_allclose(found.margins, max(0, *short), rtol=1e-12)
    assert at_6(given, point._replace(sigma=-sigma)).signs == max(sigma)


def test_a_weight_without_scale_is_infinitely_far_out_in_6():
    X, y = drawn("plain")
    given, zero = problem(X, y, 1, 1), np.zeros(6)
    point = Point(zero, zero, 0.0, np.ones(24))
    assert at_6(given, point).violation == 0
    assert at_6(given, point._replace(w=np.eye(6)[0])).norm == np.inf


def test_transformation_5_and_back():
    draw = rng()
    point = random_point(draw, 6, 24)._replace(sigma=np.array([0, 0, 1.0, 2, 3, 4]))
    there = to_4(to_6(point))
    assert_array_equal(there.w, amended(there).w)
    assert_allclose(there.w, amended(point).w, rtol=1e-12)
    assert_allclose(there.sigma, point.sigma, rtol=1e-12)
    convex = to_6(point)
    back = to_6(to_4(convex))
    assert_allclose(back.w, convex.w, rtol=1e-12)
    assert_allclose(back.sigma, convex.sigma, rtol=1e-12)
    assert_array_equal(to_6(point).w, point.w * point.sigma)


@pytest.mark.parametrize("repeat", range(20))
def test_remark_4_changes_neither_feasibility_nor_objective(repeat):
    given = problem(*drawn("plain"), 1.0, 2.0)
    point = feasible_point(rng(repeat), given)
    assert at_4(given, point).violation < 1e-12
    after = at_4(given, amended(point))
    assert after.violation < 1e-12
    assert after.objective == at_4(given, point).objective
    assert amended(point).w @ amended(point).w <= point.w @ point.w


@pytest.mark.parametrize("kind", KINDS)
def test_feasible_points_of_4_are_feasible_in_6_with_the_same_objective(kind):
    """Lemma 5, one direction."""
    given = problem(*drawn(kind), 1.0, 2.0)
    for repeat in range(20):
        point = feasible_point(rng(repeat), given)
        found = at_6(given, to_6(point))
        assert found.violation < 1e-12
        assert found.objective == at_4(given, point).objective


# (6) and (7) solved


@pytest.mark.parametrize("R", LIMITS)
def test_strong_duality_and_a_certificate(training, R):
    """Theorem 7, and bounds that do not depend on the solver."""
    _, _, primal, dual = training
    first, second = primal.solve(*R), dual.solve(*R)
    assert_allclose(first.objective, second.objective, rtol=1e-7, atol=1e-7)
    for found in (first, second):
        assert found.lower - 1e-9 <= found.upper
        assert_allclose(found.upper, found.lower, rtol=2e-6, atol=1e-6)
        assert_allclose(found.objective, found.upper, rtol=2e-6, atol=1e-6)


@pytest.mark.parametrize("R", LIMITS)
def test_the_recovered_point_is_feasible_in_4_and_attains_the_optimum(training, R):
    """Lemma 5, the other direction."""
    X, y, _, dual = training
    solution = dual.solve(*R)
    given, point = recovered(X, y, *R, solution)
    for at, where in ((at_6, point), (at_4, to_4(point))):
        found = at(given, where)
        assert found.violation < 1e-6
        assert_allclose(found.objective, solution.objective, rtol=1e-6, atol=1e-6)
    assert_allclose(to_4(point).w * to_4(point).sigma, solution.coef, atol=1e-9)


@pytest.mark.parametrize("R", LIMITS)
def test_weak_duality(training, R):
    """Theorem 6: no feasible value of (7) exceeds a feasible one of (6)."""
    X, y, _, _ = training
    given, draw = problem(X, y, *R), rng(3)
    for _ in range(30):
        low = dual_value(given, *feasible_multipliers(draw, given))
        point = to_6(feasible_point(draw, given))
        assert low <= at_6(given, point).objective + 1e-9


def feasible_multipliers(draw, given):
    """A random feasible point of (7); its cones hold by what mu_1 is."""
    mu = draw.uniform(size=len(given.y)) ** draw.integers(1, 20)
    shares = np.where(given.y > 0, mu[given.y > 0].sum(), mu[given.y < 0].sum())
    mu *= shares.min() / shares
    plus, minus = draw.uniform(0.01, 1, size=2)
    return mu, plus, minus


def dual_value(given, mu, plus, minus):
    """The objective of (7) with the least mu_1 that the cones allow."""
    pull, price = (mu * given.y) @ given.X, plus * given.v_plus + minus * given.v_minus
    used = price > 0
    assert not pull[~used].any()
    first = (pull[used] ** 2 / (4 * price[used])).max()
    return mu.sum() - first - given.R_plus * plus - given.R_minus * minus


@pytest.mark.parametrize("R", LIMITS)
def test_the_multipliers_of_6_solve_7(training, R):
    """Theorem 6: (7) is the Lagrange dual of (6)."""
    X, y, primal, dual = training
    found, given = primal.solve(*R), problem(X, y, *R)
    first, plus, minus = found.others
    value = found.mu.sum() - first - R[0] * plus - R[1] * minus
    assert_allclose(value, dual.solve(*R).objective, rtol=1e-6, atol=1e-6)
    pull = (found.mu * given.y) @ X
    price = plus * given.v_plus + minus * given.v_minus
    scale = np.maximum(given.v_plus, given.v_minus)
    assert np.all(pull**2 <= 4 * first * price + 1e-6 * scale)


@pytest.mark.parametrize("kind", ["plain", "separable", "one_sided", "constant"])
def test_the_matrix_inequality_gives_the_same_optimum(kind):
    X, y = drawn(kind)
    schur, dual = Primal(X, y, matrix=True), Dual(X, y)
    for R in LIMITS:
        found, expected = schur.solve(*R), dual.solve(*R)
        assert_allclose(found.objective, expected.objective, rtol=1e-6, atol=1e-6)
        assert_allclose(found.upper, found.lower, rtol=1e-5, atol=1e-5)


def test_the_programs_have_the_sizes_that_the_paper_counts():
    X, y = rng().normal(size=(20, 7)), np.arange(20) % 2
    primal, dual = Primal(X, y, matrix=True), Dual(X, y)
    assert dual.program.is_dcp(dpp=True) and primal.program.is_dcp(dpp=True)
    assert primal.counts() == {
        "variables": 20 + 2 * 7 + 1,
        "linear_inequalities": 2 * 20 + 7 + 2,
        "linear_equalities": 0,
        "cones": 0,
        "matrix_inequality_rows": 7 + 1,
        "non_quadratic_cones": 1,
    }
    assert dual.counts() == {
        "variables": 20 + 3,
        "linear_inequalities": 2 * 20 + 2,
        "linear_equalities": 1,
        "cones": 7,
        "matrix_inequality_rows": 0,
        "non_quadratic_cones": 0,
    }


def test_optimal_classifiers_may_be_apart():
    """Far where the hinge loss is 0, hardly where it is not."""
    X, y = drawn("wide")
    dual, optima = Dual(X, y), Optima(X, y)
    for R, apart in (((0.1, 0.1), False), ((20.0, 20.0), True)):
        best = dual.solve(*R).upper
        assert (best > 0.1) != apart
        along = np.append(rng().normal(size=30), 1.0)
        width = optima.width(*R, best + 1e-5, along)
        assert (width > 0.5) == apart and (width < 0.05) != apart
        wider = optima.width(*R, best + 1e-2, along)
        assert wider > width


def test_gmeb_does_not_depend_on_the_units_of_features(training):
    X, y, _, dual = training
    factors = 10.0 ** rng().uniform(-6, 6, size=X.shape[1])
    found, other = dual.solve(1.0, 0.7), Dual(X * factors, y).solve(1.0, 0.7)
    assert_allclose(other.objective, found.objective, rtol=1e-7, atol=1e-7)
    scale = np.abs(found.coef).max(initial=1e-3)
    assert_allclose(other.coef * factors, found.coef, atol=1e-4 * scale, rtol=1e-3)


def test_zero_features_get_nothing():
    X, y = drawn("constant")
    found = Dual(X, y).solve(1.0, 1.0)
    assert found.coef[1] == found.scales[1] == 0
    assert found.coef[0] != 0


def test_labels_are_taken_by_sign():
    X, y = drawn("plain")
    found, other = Dual(X, y).solve(1, 1), Dual(X, 2 * y - 1).solve(1, 1)
    assert_array_equal(found.coef, other.coef)
    assert_array_equal(signs(y), 2 * y - 1)


def test_what_cannot_be_solved_is_told():
    X, y = drawn("plain")
    with pytest.raises(ValueError, match="found 24 labels of one kind"):
        Dual(X, np.ones(24))
    with pytest.raises(ValueError, match="limits R\\+ and R- above 0, found 0 and 1"):
        problem(X, y, 0, 1)
    dual = Dual(X, y)
    dual.tolerances = (1e-30,)
    with pytest.raises(RuntimeError, match=r"R\+ = 1, R- = 2, found the status "):
        dual.solve(1, 2)


# Propositions of docs/gmeb.md


def least_limit(given, w):
    """By cvxpy: the least l with a'sigma <= l, c'sigma <= l, sum w^2/sigma <= 1."""
    used = w != 0
    sigma, limit = cp.Variable(used.sum()), cp.Variable()
    ratios = [cp.quad_over_lin(w[used][j], sigma[j]) for j in range(used.sum())]
    a, c = given.v_plus[used] / given.R_plus, given.v_minus[used] / given.R_minus
    limits = [cp.sum(ratios) <= 1, a @ sigma <= limit, c @ sigma <= limit]
    return cp.Problem(cp.Minimize(limit), limits).solve(solver=cp.CLARABEL)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("R", LIMITS)
def test_scales_exist_if_and_only_if_the_norm_is_at_most_1(kind, R):
    """Proposition 1: the least limit is N(w)^2, and `scales` attains it."""
    X, y = drawn(kind)
    X = X / np.sqrt(np.square(X).mean(axis=0)).clip(min=1e-300)
    given = problem(X, y, *R)
    for repeat in range(3):
        draw = rng(repeat)
        w = draw.normal(size=X.shape[1]) * (draw.random(X.shape[1]) < 0.7)
        w[~np.square(X).any(axis=0)] = 0.0
        w[2] = 1.0
        largest, share = certificates.norm(given, w)
        grid = np.append(np.linspace(0, 1, 2001), share)
        sums = [np.sqrt(certificates.squared_weights(given, g)) @ abs(w) for g in grid]
        assert largest == pytest.approx(max(sums), rel=1e-12)
        assert least_limit(given, w) == pytest.approx(largest**2, rel=1e-5)
        for size, inside in ((1.0, True), (1.01, False)):
            point = size * w / largest
            sigma = certificates.scales(given, point)
            zero = Point(point, sigma, 0.0, slacks(given, point, 0.0))
            assert (at_6(given, zero).violation < 1e-9) == inside


def test_the_best_share_may_be_an_end():
    X = np.array([[1.0, 0.0], [2.0, 0.0], [0.0, 1.0], [0.0, 1.0]])
    given = problem(X, [1, 1, 0, 0], 1.0, 1.0)
    assert_allclose(certificates.norm(given, np.array([1.0, 0])), [np.sqrt(2.5), 1])
    assert_allclose(certificates.norm(given, np.array([0.0, 1])), [1, 0])
    largest, share = certificates.norm(given, np.array([1.0, 1]))
    assert largest == pytest.approx(np.sqrt(3.5)) and 0 < share < 1
    assert certificates.norm(given, np.zeros(2))[0] == 0


def test_a_zero_feature_may_have_no_weight():
    given = problem(*drawn("constant"), 1.0, 1.0)
    with pytest.raises(ValueError, match=r"found \[1\]: set these weights to 0"):
        certificates.scales(given, np.ones(6))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("R", LIMITS)
def test_the_bound_of_the_dual_is_the_best_for_given_mu(kind, R):
    """Proposition 2: cvxpy finds the same by mu_1, mu_+ and mu_-."""
    X, y = drawn(kind)
    X = X / np.sqrt(np.square(X).mean(axis=0)).clip(min=1e-300)
    given = problem(X, y, *R)
    mu, *_ = feasible_multipliers(rng(1), given)
    pull = (mu * given.y) @ X
    others = cp.Variable(3, nonneg=True)
    price = others[1] * given.v_plus + others[2] * given.v_minus
    used = np.abs(pull) > 1e-12
    sides = cp.vstack([pull[used], others[0] - price[used]])
    cones = cp.SOC(others[0] + price[used], sides, axis=0)
    paid = cp.Problem(cp.Minimize(others @ [1, *R]), [cones])
    expected = mu.sum() - paid.solve(solver=cp.CLARABEL)
    bound, _ = certificates.dual_bound(given, mu)
    assert bound == pytest.approx(expected, rel=1e-6, abs=1e-6)
    first, plus, minus = certificates.multipliers(given, mu)
    attained = mu.sum() - first - R[0] * plus - R[1] * minus
    assert attained == pytest.approx(bound, rel=1e-12)
    price = plus * given.v_plus + minus * given.v_minus
    assert np.all(pull**2 <= 4 * first * price * (1 + 1e-9) + 1e-20)


def test_an_end_is_used_only_if_no_pull_forbids_it():
    """A feature without moment in a class rules out the share that is all the other."""
    X = np.array([[1.0, 1.0], [1.0, 1.0], [0.0, 3.0], [0.0, 3.0]])
    given = problem(X, [1, 1, 0, 0], 1.0, 1.0)
    mu = np.full(4, 0.5)
    _, share = certificates.dual_bound(given, mu)
    assert 0 < share < 1
    assert certificates.squared_weights(given, 0.0)[0] == 0
    unpulled = problem(X[:, [1, 1]] * [1, 0], [1, 1, 0, 0], 1.0, 1.0)
    assert certificates.dual_bound(unpulled, mu)[1] == 0.0


def test_a_certificate_holds_whatever_it_is_given():
    """Also for weights and multipliers that are far from feasible."""
    X, y = drawn("plain")
    optimum = Dual(X, y).solve(0.5, 2.0).objective
    given = problem(X, y, 0.5, 2.0)
    for repeat in range(50):
        draw = rng(repeat)
        w, mu = draw.normal(size=6), draw.normal(size=24)
        upper, lower = certificates.certificate(given, w, draw.normal(), mu)
        assert lower <= optimum + 1e-7 and upper >= optimum - 1e-7
    assert certificates.certificate(given, w, 0.0, np.maximum(0, given.y))[1] == 0


def test_moments_are_those_of_definition_2():
    X, y = drawn("plain")
    plus, minus = moments(X, y)
    for j in range(6):
        ones = [X[i, j] ** 2 for i in range(24) if y[i] == 1]
        others = [X[i, j] ** 2 for i in range(24) if y[i] == 0]
        assert plus[j] == pytest.approx(sum(ones) / len(ones), rel=1e-12)
        assert minus[j] == pytest.approx(sum(others) / len(others), rel=1e-12)
