"""Lemma 5 and theorems 6 and 7 of Peleg and Meir (2004), on solved random problems.

Numbers in brackets are that paper's. A metric is a function of a random stream.
"""

import numpy as np

from pride.bounds import gmeb2004 as bounds
from pride.programs.gmeb.local import made_feasible, minimum_of_3, minimum_of_4, start
from pride.programs.gmeb.problem import Point, at_4, problem, to_4, to_6
from pride.programs.gmeb.reference import Dual, Primal, recovered
from pride.protocols.gmeb2004.convexity import PAIRS, feasible_point, random_problem

STARTS = 5
WEAKLY = 1e-6  # what the solver's rounding may add, mu'y being zero to 1e-9


def relative(one, other):
    """The difference of two sums of slacks, of which a few are large."""
    return abs(one - other) / max(1.0, abs(one))


def solved(program, given):
    return program(given.X, given.y).solve(given.R_plus, given.R_minus)


def as_points(given, solution):
    """A solution as a point of (6), and as one of (4) by transformation (5)."""
    limits = given.R_plus, given.R_minus
    _, point = recovered(given.X, given.y, *limits, solution)
    return point, to_4(point)


def small_problem(rng):
    """A problem on which a local solver is quick and exact."""
    y = np.arange(16) % 2
    X = rng.normal(size=(16, 4)) + np.outer(y, rng.uniform(0.5, 2, size=4))
    X -= X.mean(axis=0)
    return problem(X, y, *np.exp(rng.uniform(np.log(0.1), np.log(2), size=2)))


# Lemma 5


def optimum_difference(rng):
    """Of (6), to the best of several local solves of (4)."""
    given = small_problem(rng)
    ends = [minimum_of_4(given, start(rng, given)) for _ in range(STARTS)]
    return relative(solved(Dual, given).upper, min(end.xi.sum() for end in ends))


def recovered_violation(rng):
    """Of (4), by the solution of (6) under transformation (5)."""
    given = random_problem(rng)
    return at_4(given, as_points(given, solved(Dual, given))[1]).violation


def weight_difference(rng):
    """Of the weights of (6) and the products w sigma of (4), to the largest weight."""
    given = random_problem(rng)
    convex, point = as_points(given, solved(Dual, given))
    return np.abs(convex.w - point.w * point.sigma).max() / np.abs(convex.w).max()


def penalised_constrained_difference(rng):
    """Section 3: the minimiser of (3) beside (4) with the limits that it attains.

    C+ and C- are small, because with the 4 of (3) no feature of so few samples is used.
    """
    given, C = small_problem(rng), rng.uniform(0.05, 0.15, size=2)
    sample = bounds.sample(given.X, given.y)

    def objective(end):
        margins = given.y * (given.X @ (end.w * end.sigma) + end.b)
        return bounds.objective_3(margins, sample, end.sigma, C=C)

    ends = [minimum_of_3(given, start(rng, given), C) for _ in range(STARTS)]
    end = min(ends, key=objective)
    limits = given.v_plus @ end.sigma**2, given.v_minus @ end.sigma**2
    attained = given._replace(R_plus=limits[0], R_minus=limits[1])
    losses = made_feasible(attained, end).xi.sum()
    return relative(solved(Dual, attained).upper, losses)


# Theorems 6 and 7


def dual_value(given, mu, others):
    """The objective of (7)."""
    return mu.sum() - others @ [1.0, given.R_plus, given.R_minus]


def random_multipliers(rng, given):
    """mu, mu_+ and mu_- that satisfy all linear constraints of (7)."""
    mu = rng.uniform(size=len(given.y)) ** rng.integers(1, 20)
    sums = np.where(given.y > 0, mu[given.y > 0].sum(), mu[given.y < 0].sum())
    return mu * sums.min() / sums, np.exp(rng.normal(size=2))


def least_first(given, mu, prices):
    """The least mu_1 that the cones of (7) allow."""
    price = prices @ [given.v_plus, given.v_minus]
    return (((mu * given.y) @ given.X) ** 2 / (4 * price)).max()


def weak_duality_violations(rng):
    """Theorem 6: of pairs of feasible points between random ones and the solutions."""
    given, wrong = random_problem(rng), 0
    solution = solved(Dual, given)
    best, _ = as_points(given, solution)
    for share in 10 ** rng.uniform(-6, 0, size=PAIRS):
        other = to_6(feasible_point(rng, given))
        point = made_feasible(given, to_4(between(best, other, share)))
        mu, prices = between(
            (solution.mu.clip(0, 1), solution.others[1:].clip(0)),
            random_multipliers(rng, given),
            share,
        )
        others = np.append(least_first(given, mu, prices), prices)
        wrong += dual_value(given, mu, others) > point.xi.sum() + WEAKLY
    return wrong


def between(one, other, share):
    """(1 - share) times one point plus share times another."""
    pairs = zip(one, other, strict=True)
    mixed = [(1 - share) * a + share * b for a, b in pairs]
    return Point(*mixed) if isinstance(one, Point) else mixed


def lagrangian(given, point, mu, others):
    """Of (6), with the multipliers 1 - mu of the slacks."""
    first, plus, minus = others
    margins = given.y * (given.X @ point.w + point.b)
    ratios = np.divide(point.w**2, point.sigma, where=point.sigma > 0, out=0 * point.w)
    return (
        mu @ (1 - margins)
        + first * (ratios.sum() - 1)
        + plus * (given.v_plus @ point.sigma - given.R_plus)
        + minus * (given.v_minus @ point.sigma - given.R_minus)
    )


def lagrangian_difference(rng):
    """Theorem 6: of (7) at the multipliers of (6), to the least of the Lagrangian.

    Which is sought at the solution, and in many places near it.
    """
    given = random_problem(rng)
    solution = solved(Primal, given)
    found, _ = as_points(given, solution)
    places = [found]
    for size in np.repeat([0.01, 0.1, 1.0], PAIRS):
        factors = np.exp(size * rng.normal(size=(2, len(found.w))))
        w, b = found.w * factors[0], found.b + size * rng.normal()
        places.append(Point(w, found.sigma * factors[1], b, found.xi))
    values = [lagrangian(given, p, solution.mu, solution.others) for p in places]
    return relative(dual_value(given, solution.mu, solution.others), min(values))


def duality_gap(rng):
    """Theorem 7."""
    given = random_problem(rng)
    return relative(solved(Primal, given).objective, solved(Dual, given).objective)
