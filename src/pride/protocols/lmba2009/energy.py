"""Section 3.1 of Li and Lu (2009): the plane of the energies, and proposition 1.

Numbers in brackets are that paper's. A statement is a function of a random stream.
"""

import numpy as np
from scipy.optimize import linprog

from pride.selectors.lmba_kernels import ORIGINAL, Rules, losses

STEP = 1e-6  # of finite differences
POINTS = 200  # a repeat


def loss(genuine, other, theta):
    """L of (6) to (8): the energies of a genuine and of a heterogeneous pair."""
    return genuine**2 + np.maximum(theta + genuine**2 - other**2, 0)


def gradient(genuine, other, theta):
    """(10) and (11)."""
    apart = theta + genuine**2 < other**2
    by_genuine = np.where(apart, 2 * genuine, 4 * genuine)
    return by_genuine, np.where(apart, 0.0, -2 * other)


def setting(rng):
    """Distances to near hit and near miss, then m and theta; the margin is positive."""
    hit, miss = np.sort(rng.uniform(0.1, 2, size=2))
    return hit, miss - hit, miss**2 - hit**2


def critical_point(hit, m):
    """(9): the point of least loss on the line E^h = E^g + m.

    There L = E^2 + 2 m max(hit - E, 0) for E = E^g, which is least at min(m, hit).
    """
    genuine = min(m, hit)
    return genuine, genuine + m


def energy_gradient_error(rng):
    """Largest difference of (10) and (11) from finite differences, off the kink."""
    _, _, theta = setting(rng)
    g, h = rng.uniform(0, 3, size=(2, POINTS))
    smooth = np.abs(theta + g**2 - h**2) > 1e-4
    g, h = g[smooth], h[smooth]
    numerical = (
        (loss(g + STEP, h, theta) - loss(g - STEP, h, theta)) / (2 * STEP),
        (loss(g, h + STEP, theta) - loss(g, h - STEP, theta)) / (2 * STEP),
    )
    return np.abs(np.array(gradient(g, h, theta)) - numerical).max()


def energy_convexity_violations(rng):
    """Percent of pairs of points whose midpoint lies above the chord."""
    _, _, theta = setting(rng)
    (g, h), (a, b) = rng.uniform(0, 3, size=(2, 2, POINTS))
    chord = (loss(g, h, theta) + loss(a, b, theta)) / 2
    return 100 * np.mean(loss((g + a) / 2, (h + b) / 2, theta) > chord + 1e-12)


def descent_direction_violations(rng):
    """Percent of points on the critical line where -gradient leaves E^g + m < E^h."""
    _, m, theta = setting(rng)
    g = rng.uniform(1e-6, 3, size=POINTS)
    by_genuine, by_other = gradient(g, g + m, theta)
    return 100 * np.mean(-by_genuine >= -by_other)


def critical_point_violations(rng):
    """(12): percent of points beyond the line with a loss below that of cp."""
    hit, m, theta = setting(rng)
    g, h = rng.uniform(0, 3, size=(2, POINTS))
    beyond = g + m > h
    least = loss(*critical_point(hit, m), theta)
    return 100 * np.mean(loss(g, h, theta)[beyond] < least - 1e-12)


def inside_step_violations(rng):
    """(15): percent of small steps (-zeta, +zeta) that do not lower the loss."""
    hit, m, theta = setting(rng)
    g, h = critical_point(hit, m)
    zeta = STEP * g
    return 100.0 * (loss(g - zeta, h + zeta, theta) >= loss(g, h, theta))


def three_samples(rng):
    """A sample, its near hit and its near miss, in one to four dimensions."""
    X = rng.normal(size=(3, rng.integers(1, 5)))
    return X, np.array([0, 0, 1])


def definition_5_difference(rng):
    """L and definition 5, for one genuine and one heterogeneous pair."""
    X, y = three_samples(rng)
    w = rng.uniform(size=X.shape[1])
    near, other = ((X[0] - X[j]) ** 2 for j in (1, 2))
    energies = np.sqrt([(w**2 * squares).sum() for squares in (near, other)])
    theta = abs(other.sum() - near.sum())
    exact = losses(X, y, w, Rules(1, 1.0, ORIGINAL, ORIGINAL))[0].sum()
    return abs(loss(*energies, theta) - exact)


def least_loss(near, other):
    """The squared weights in [0, 1] that minimise L, a linear program in them.

    The hinge is the last variable, at least 0 and theta + (near - other) v.
    """
    theta = abs(other.sum() - near.sum())
    found = linprog(
        np.append(near, 1.0),
        A_ub=[np.append(near - other, -1.0)],
        b_ub=[-theta],
        bounds=[(0, 1)] * len(near) + [(0, None)],
    )
    return found.x[:-1]


def condition_1_share(rng):
    """Proposition 1: 100 if the w of least loss has the genuine pair closer, else 0."""
    X, _ = three_samples(rng)
    near, other = ((X[0] - X[j]) ** 2 for j in (1, 2))
    v = least_loss(near, other)
    return 100.0 * (v @ near + 1e-9 < v @ other)


def condition_1_possible(rng):
    """Condition 1: 100 if any w has the genuine pair closer, else 0.

    One feature does it, in which the other sample is farther.
    """
    X, _ = three_samples(rng)
    near, other = ((X[0] - X[j]) ** 2 for j in (1, 2))
    return 100.0 * (near < other).any()
