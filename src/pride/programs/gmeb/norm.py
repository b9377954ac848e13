"""The norm that limits GMEB's weights, and what it proves of a solution: compiled.

Propositions are those of docs/gmeb.md. The certificate is the one of `certificates`,
for many pairs (R+, R-) at a time and for a given lambda.
"""

import numpy as np

from pride.compiled import compiled
from pride.programs.hinge.scans import add_products

INSIDE = 1e-10  # distance of lambda from 0 and 1, where moments may vanish


@compiled
def norm(weights, moments, pair, share):
    """sum_j sqrt(lambda v+_j / R+ + (1 - lambda) v-_j / R-) |w_j| at lambda = share,
    and its first two derivatives."""
    total = slope = bend = 0.0
    for j in range(weights.shape[0]):
        plus, minus = moments[0, j] / pair[0], moments[1, j] / pair[1]
        scale = np.sqrt(share * plus + (1 - share) * minus)
        total += scale * abs(weights[j])
        if plus != minus:
            scale = max(scale, 1e-150)
            own = abs(weights[j]) * (plus - minus) / (2 * scale)
            slope += own
            bend -= own * (plus - minus) / (2 * scale * scale)
    return total, slope, bend


@compiled
def largest_norm(weights, moments, pair):
    """The largest `norm` over all shares, and the share (proposition 1).

    It is concave: Newton's method, kept inside the bracket of a bisection.
    """
    low, high = 0.0, 1.0
    total, slope, _ = norm(weights, moments, pair, low)
    if slope <= 0:
        return total, low
    total, slope, _ = norm(weights, moments, pair, high)
    if slope >= 0:
        return total, high
    share = 0.5
    for _ in range(60):
        total, slope, bend = norm(weights, moments, pair, share)
        if slope > 0:
            low = share
        else:
            high = share
        following = share - slope / bend
        if not low < following < high:
            following = 0.5 * (low + high)
        if abs(following - share) < 1e-12:
            break
        share = following
    return total, share


@compiled
def hinge_loss(program, weights, intercept):
    """sum_i max(0, 1 - y_i (w.x_i + b))"""
    reached = np.full(program.y.shape[0], intercept)
    for j in range(weights.shape[0]):
        if weights[j] != 0.0:
            column = program.columns[j]
            for i in range(reached.shape[0]):
                reached[i] += weights[j] * column[i]
    loss = 0.0
    for i in range(reached.shape[0]):
        loss += max(0.0, 1.0 - program.y[i] * reached[i])
    return loss


@compiled
def balanced(mu, y):
    """mu clipped to [0, 1], and the heavier class shrunk until the sum of mu y is 0."""
    mu = np.minimum(np.maximum(mu, 0.0), 1.0)
    weight = np.zeros(2)
    for i in range(mu.shape[0]):
        weight[1 if y[i] > 0 else 0] += mu[i]
    least = min(weight[0], weight[1])
    for i in range(mu.shape[0]):
        own = weight[1 if y[i] > 0 else 0]
        mu[i] = mu[i] * least / own if own > 0 else 0.0
    return mu


@compiled
def dual_value(program, moments, pair, mu, share):
    """A lower bound of the optimum from mu at a share (proposition 2), at least 0."""
    pull, used = np.zeros(program.X.shape[1]), np.flatnonzero(mu)
    add_products((mu * program.y)[used], program.X, used, pull)
    plus, minus, largest = share / pair[0], (1 - share) / pair[1], 0.0
    for j in range(1, pull.shape[0]):
        square = max(plus * moments[0, j] + minus * moments[1, j], 1e-300)
        if pull[j] ** 2 > largest * square:
            largest = pull[j] ** 2 / square
    return max(0.0, mu.sum() - np.sqrt(largest))


@compiled
def certify(program, moments, pairs, solutions):
    """Shrink all weights to norms of at most one; upper and lower bounds of the optima.

    These are the hinge losses of the solutions, and values of (7).
    """
    bounds = np.empty((2, pairs.shape[0]))
    for p in range(pairs.shape[0]):
        weights = solutions.weights[p]
        used = np.flatnonzero(weights)
        largest, _ = largest_norm(weights[used], moments[:, used], pairs[p])
        if largest > 1:
            weights /= largest
        bounds[0, p] = hinge_loss(program, weights, solutions.intercept[p])
        mu = balanced(solutions.mu[p], program.y)
        share = min(max(solutions.share[p], INSIDE), 1 - INSIDE)
        bounds[1, p] = dual_value(program, moments, pairs[p], mu, share)
    return bounds
