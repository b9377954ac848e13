"""A local solver for the non-convex problem (4), and for objective (3).

D. Peleg and R. Meir, "A feature selection algorithm based on the global minimization of
a generalization error bound", NIPS 2004. Numbers in brackets are that paper's.
Sequential quadratic programs, for small problems whose features are of size one.
"""

import numpy as np
from scipy.optimize import minimize

from pride.programs.gmeb.problem import Point, slacks

SETTINGS = {"maxiter": 500, "ftol": 1e-10}


def start(rng, problem):
    """A random feasible point of (4) with all scales positive, on its boundary."""
    d = problem.X.shape[1]
    w, sigma = rng.normal(size=d), np.abs(rng.normal(size=d))
    zero = Point(np.sqrt(d) * w, 1e3 * sigma, 0.0, np.zeros(len(problem.y)))
    return made_feasible(problem, zero)


def made_feasible(problem, point):
    """Shrink weights and scales as far as (4) demands; the slacks are the least."""
    sigma = np.maximum(point.sigma, 0.0)
    plus = problem.v_plus @ sigma**2 / problem.R_plus
    minus = problem.v_minus @ sigma**2 / problem.R_minus
    w = point.w / max(1.0, np.linalg.norm(point.w))
    sigma = sigma / np.sqrt(max(1.0, plus, minus))
    return Point(w, sigma, point.b, slacks(problem, w * sigma, point.b))


def minimum_of_4(problem, point):
    """Where a descent on (4) from a point ends, made feasible."""
    return made_feasible(
        problem, _descend(problem, point, _sum_of_slacks, limited=True)
    )


def minimum_of_3(problem, point, C):
    """Where a descent on (3) with gamma = 1 from a point ends, for constants C+, C-."""
    n = len(problem.y)
    counts = np.array([np.sum(problem.y > 0), np.sum(problem.y < 0)])
    factors, v = C * np.sqrt(counts) / n, np.array([problem.v_plus, problem.v_minus])

    def objective(point):
        norms = np.sqrt(v @ point.sigma**2)
        scaled = np.divide(factors, norms, out=np.zeros(2), where=norms > 0)
        slope = (scaled @ v) * point.sigma
        gradient = np.concatenate([0 * point.w, slope, [0.0], np.full(n, 1 / n)])
        return point.xi.mean() + factors @ norms, gradient

    return _descend(problem, point, objective, limited=False)


def _sum_of_slacks(point):
    gradient = np.concatenate([np.zeros(2 * len(point.w) + 1), np.ones(len(point.xi))])
    return point.xi.sum(), gradient


def _descend(problem, point, objective, limited):
    n, d = problem.X.shape
    signed = problem.y[:, None] * problem.X

    def unpacked(v):
        return Point(v[:d], v[d : 2 * d], v[2 * d], v[2 * d + 1 :])

    def constraints(v):
        w, sigma, b, xi = unpacked(v)
        margins = signed @ (w * sigma) + problem.y * b - 1 + xi
        plus = 1 - problem.v_plus @ sigma**2 / problem.R_plus
        minus = 1 - problem.v_minus @ sigma**2 / problem.R_minus
        return np.concatenate([margins, [1 - w @ w], [plus, minus] * limited])

    def slopes(v):
        w, sigma, _, _ = unpacked(v)
        rows = np.zeros((n + 3, len(v)))
        rows[:n] = np.hstack(
            [signed * sigma, signed * w, problem.y[:, None], np.eye(n)]
        )
        rows[n, :d] = -2 * w
        rows[n + 1, d : 2 * d] = -2 * problem.v_plus * sigma / problem.R_plus
        rows[n + 2, d : 2 * d] = -2 * problem.v_minus * sigma / problem.R_minus
        return rows if limited else rows[: n + 1]

    found = minimize(
        lambda v: objective(unpacked(v)),
        np.concatenate([point.w, point.sigma, [point.b], point.xi]),
        jac=True,
        method="SLSQP",
        bounds=[(None, None)] * d + [(0, None)] * d + [(None, None)] + [(0, None)] * n,
        constraints={"type": "ineq", "fun": constraints, "jac": slopes},
        options=SETTINGS,
    )
    return unpacked(found.x)
