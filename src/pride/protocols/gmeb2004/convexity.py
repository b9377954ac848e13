"""Section 3 of Peleg and Meir (2004), without solving anything: points and midpoints.

Numbers in brackets are that paper's. A metric is a function of a random stream.
"""

import numpy as np

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

ROUNDING = 1e-12
PAIRS = 20  # of points, of each random problem


def random_problem(rng):
    """Centred features of various units, two classes, and limits."""
    samples, features = rng.integers(8, 31), rng.integers(2, 11)
    y = rng.permutation(np.arange(samples) % rng.integers(2, 5) > 0)
    X = rng.normal(size=(samples, features)) + np.outer(y, rng.normal(size=features))
    X = (X - X.mean(axis=0)) * np.exp(rng.normal(size=features))
    return problem(X, y, *np.exp(rng.uniform(np.log(0.1), np.log(10), size=2)))


def feasible_point(rng, given):
    """Of (4), with some scales zero, some weights with them, some slacks too large."""
    n, d = given.X.shape
    w, sigma = rng.normal(size=d), np.abs(rng.normal(size=d))
    sigma[rng.random(d) < 0.3] = 0.0
    plus, minus = given.v_plus @ sigma**2, given.v_minus @ sigma**2
    used = max(plus / given.R_plus, minus / given.R_minus)
    w *= rng.uniform() / np.linalg.norm(w)
    sigma *= rng.uniform() / np.sqrt(used) if used else 0.0
    b = rng.normal()
    spare = rng.uniform(size=n) * rng.integers(2)
    return Point(w, sigma, b, slacks(given, w * sigma, b) + spare)


def midpoint(one, other):
    return Point(*((a + b) / 2 for a, b in zip(one, other, strict=True)))


def label_changes(rng):
    """Section 2: of f, when it is multiplied by a positive factor."""
    given, factor = random_problem(rng), np.exp(rng.normal())
    w, b = rng.normal(size=given.X.shape[1]), rng.normal()
    return np.sum((given.X @ w + b > 0) != (given.X @ (factor * w) + factor * b > 0))


# Remark 4


def amended_objective_change(rng):
    given = random_problem(rng)
    point = feasible_point(rng, given)
    after = amended(point)
    products = [p.w * p.sigma for p in (point, after)]
    slack = [slacks(given, w, point.b).sum() for w in products]
    return abs(slack[1] - slack[0])


def amended_constraint_violations(rng):
    given = random_problem(rng)
    point = amended(feasible_point(rng, given))
    return int(at_4(given, point).violation > ROUNDING)


# The product of weight and scale: pairs of points whose midpoint is above, below


def products(rng, positive=False, pairs=1000):
    """Of w and sigma at two points and midway, for many pairs."""
    w, sigma = rng.normal(size=(2, 2, pairs))
    w, sigma = np.abs(w) if positive else w, np.abs(sigma)
    return *(w * sigma), w.mean(axis=0) * sigma.mean(axis=0)


def product_convexity_violations(rng):
    one, other, middle = products(rng)
    return np.sum(middle > (one + other) / 2 + ROUNDING)


def product_concavity_violations(rng):
    one, other, middle = products(rng)
    return np.sum(middle < (one + other) / 2 - ROUNDING)


def product_quasiconcavity_violations(rng):
    one, other, middle = products(rng)
    return np.sum(middle < np.minimum(one, other) - ROUNDING)


def product_quasiconcavity_violations_positive(rng):
    one, other, middle = products(rng, positive=True)
    return np.sum(middle < np.minimum(one, other) - ROUNDING)


# Problems (4) and (6), transformation (5)


def infeasible_midpoints(rng):
    """In (4)."""
    given = random_problem(rng)
    pairs = [[feasible_point(rng, given) for _ in range(2)] for _ in range(PAIRS)]
    return sum(at_4(given, midpoint(*pair)).violation > 1e-9 for pair in pairs)


def convexity_violations(rng):
    """Midpoints that are not feasible in (6)."""
    given = random_problem(rng)
    pairs = [[to_6(feasible_point(rng, given)) for _ in "12"] for _ in range(PAIRS)]
    return sum(at_6(given, midpoint(*pair)).violation > 1e-9 for pair in pairs)


def transformation_collisions(rng):
    """Points that differ in one weight and have the same image under (5)."""
    d = rng.integers(2, 11)
    w, sigma = rng.normal(size=d), np.abs(rng.normal(size=d))
    sigma[rng.random(d) < 0.3] = 0.0
    images = [to_4(Point(u, sigma, 0.0, np.zeros(1))).w for u in (w, *(w + np.eye(d)))]
    return sum(np.array_equal(image, images[0]) for image in images[1:])


def uncovered_points(rng):
    """Points of (4), amended by remark 4, that (5) does not give back."""
    point = amended(feasible_point(rng, random_problem(rng)))
    image = to_4(to_6(point))
    same = np.allclose(image.w, point.w, rtol=ROUNDING, atol=0)
    return int(not (same and np.allclose(image.sigma, point.sigma, rtol=ROUNDING)))


def forward_violation(rng):
    """Lemma 5: of (6), by images of feasible points of (4), or in the objective."""
    given = random_problem(rng)
    points = [feasible_point(rng, given) for _ in range(PAIRS)]
    pairs = [(at_4(given, point), at_6(given, to_6(point))) for point in points]
    return max(
        max(after.violation, abs(after.objective - before.objective))
        for before, after in pairs
    )


def matrix_inequality_disagreements(rng):
    """Section 3.1: the matrix inequality with the constraint, near its boundary too.

    Some scales are zero, and so are some of the weights there.
    """
    wrong = 0
    for _ in range(PAIRS):
        d = rng.integers(1, 11)
        sigma = np.exp(rng.normal(size=d)) * (rng.random(d) < 0.9)
        used = sigma > 0
        w = rng.normal(size=d) * np.where(used, 1, rng.integers(2, size=d))
        w[used] /= np.sqrt((w[used] ** 2 / sigma[used]).sum())
        w[used] *= rng.choice([0.7, 0.999, 1.001, 1.4])
        inside = (w[used] ** 2 / sigma[used]).sum() <= 1 and not w[~used].any()
        matrix = np.block([[np.diag(sigma), w[:, None]], [w, np.ones(1)]])
        wrong += inside != (np.linalg.eigvalsh(matrix)[0] >= -ROUNDING)
    return wrong
