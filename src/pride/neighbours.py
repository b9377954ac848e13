"""Nearest neighbours of the same and of another class: exact, whatever the short cuts.

Distances are first had roughly, by matrix products or in single precision, with a
proven bound on their error; every sample that could be the nearest is then measured
exactly. Ties go to the lowest index, on any number of threads.
"""

import numpy as np

from pride.compiled import compiled, compiled_roughly

LANES = 8  # features that the rough kernel takes at once
ROWS = 256  # samples whose distances are held at once
SAMPLES = 256  # of which the rough kernel keeps all it needs in the fastest cache


@compiled
def squared_distance(X, squares, i, k):
    """sum_j squares_j (x_ij - x_kj)^2, in four sums over every fourth feature.

    Four, because a single sum waits for each addition; the order is always the same.
    """
    a = b = c = d = 0.0
    whole = X.shape[1] // 4 * 4
    for j in range(0, whole, 4):
        a += squares[j] * (X[i, j] - X[k, j]) ** 2
        b += squares[j + 1] * (X[i, j + 1] - X[k, j + 1]) ** 2
        c += squares[j + 2] * (X[i, j + 2] - X[k, j + 2]) ** 2
        d += squares[j + 3] * (X[i, j + 3] - X[k, j + 3]) ** 2
    for j in range(whole, X.shape[1]):
        a += squares[j] * (X[i, j] - X[k, j]) ** 2
    return (a + b) + (c + d)


def by_class(y):
    """An order of the samples by class, and where in it each class begins and ends."""
    order = np.argsort(y, kind="stable")
    starts = np.searchsorted(y[order], np.arange(y.max() + 2))
    return order, starts


@compiled_roughly
def least(values):
    """The smallest of some values, infinite if there are none."""
    smallest = np.float64(np.inf)
    for k in range(values.shape[0]):
        smallest = min(smallest, values[k])
    return smallest


@compiled
def nearest_of(X, squares, i, span, limits, order):
    """The nearest to i among the samples of a span whose rough distance may be least.

    `limits` are the rough distances and the largest that counts. Sample i itself is
    left out; of samples at the same distance the first in the data is taken, `order`
    being their numbers there; -1 at an infinite distance means that none is left.
    """
    rough, limit = limits
    nearest, distance = -1, np.inf
    for k in range(span[0], span[1]):
        if rough[k] <= limit and k != i:
            exact = squared_distance(X, squares, i, k)
            tie = nearest >= 0 and exact == distance and order[k] < order[nearest]
            if exact < distance or tie:
                nearest, distance = k, exact
    return nearest, distance


@compiled
def near_hit_and_miss(X, squares, i, rough, slack, classes):
    """The samples nearest to i with its label and with another, and their distances.

    Samples lie in the order of `classes` (from `by_class`, with their labels): indices
    are places in that order. `rough` are squared distances to all of them, up to a
    constant and to errors of at most `slack`. -1 at an infinite distance means that
    there is no such sample.
    """
    order, starts, labels = classes
    begin, end = starts[labels[i]], starts[labels[i] + 1]
    limit = min(least(rough[begin:i]), least(rough[i + 1 : end])) + 2 * slack
    hit, to_hit = nearest_of(X, squares, i, (begin, end), (rough, limit), order)
    limit = min(least(rough[:begin]), least(rough[end:])) + 2 * slack
    miss, to_miss = nearest_of(X, squares, i, (0, begin), (rough, limit), order)
    span = (end, len(rough))
    other, to_other = nearest_of(X, squares, i, span, (rough, limit), order)
    tie = other >= 0 and to_other == to_miss and order[other] < order[miss]
    if to_other < to_miss or tie:
        miss, to_miss = other, to_other
    return hit, miss, np.sqrt(to_hit), np.sqrt(to_miss)


@compiled
def _near_each(X, rows, rough, slack, classes):
    """`near_hit_and_miss` for several samples, each with its row of rough distances."""
    squares = np.ones(X.shape[1])
    indices = np.empty((2, rows.shape[0]), dtype=np.int64)
    distances = np.empty((2, rows.shape[0]))
    for r in range(rows.shape[0]):
        near = near_hit_and_miss(X, squares, rows[r], rough[r], slack, classes)
        indices[0, r], indices[1, r], distances[0, r], distances[1, r] = near
    return indices, distances


def near_hits_and_misses(X, y, rows):
    """Near hits and near misses of some samples: indices and distances, two rows each.

    A product of matrices gives |x_i|^2 + |x_k|^2 - 2 x_i.x_k with an error of at most
    (n + 4) u (|x_i| + |x_k|)^2, n being the number of features and u the unit of
    rounding (Higham, Accuracy and Stability of Numerical Algorithms, section 3.1).
    """
    order, starts = by_class(y)
    X, classes = X[order], (order, starts, y[order])
    centred = X - X.mean(axis=0)
    norms = np.einsum("ij,ij->i", centred, centred)
    slack = (X.shape[1] + 4) * 2.0**-53 * 4 * norms.max()
    places = np.argsort(order)[rows]
    minus_twice = np.ascontiguousarray(-2 * centred.T)
    parts = []
    for first in range(0, len(places), ROWS):
        block = places[first : first + ROWS]
        rough = centred[block] @ minus_twice
        rough += norms
        parts.append(_near_each(X, block, rough, slack, classes))
    indices, distances = (np.concatenate(p, axis=1) for p in zip(*parts, strict=True))
    return order[indices], distances


def rough_blocks(X):
    """Centred data in single precision, as blocks of `SAMPLES` with features as rows.

    Features and samples are filled up with zeros: (blocks, features, SAMPLES).
    """
    lacking = -X.shape[0] % SAMPLES, -X.shape[1] % LANES
    centred = (X - X.mean(axis=0)).astype(np.float32)
    filled = np.pad(centred, ((0, lacking[0]), (0, lacking[1])))
    blocks = filled.reshape(-1, SAMPLES, filled.shape[1])
    return np.ascontiguousarray(blocks.transpose(0, 2, 1))


@compiled_roughly
def rough_distances(blocks, squares, places, rough):
    """Squared distances under several weightings at once, up to a constant each.

    sum_j w_j^2 x_kj (x_kj - 2 x_ij) for sample i = places[s] and the weights of row s,
    into rough[block, s]: one passage through the data serves all rows.
    """
    slopes = np.empty_like(squares)
    for s in range(squares.shape[0]):
        own, place = blocks[places[s] // SAMPLES], places[s] % SAMPLES
        for j in range(squares.shape[1]):
            slopes[s, j] = -2 * squares[s, j] * own[j, place]
    rough[:] = 0
    for block in range(blocks.shape[0]):
        for j in range(0, blocks.shape[1], LANES):
            x = blocks[block, j : j + LANES]
            for s in range(squares.shape[0]):
                b, a = squares[s, j : j + LANES], slopes[s, j : j + LANES]
                _add_features(x, b, a, rough[block, s])


@compiled_roughly
def _add_features(x, b, a, rough):
    """Add sum_j x_kj (b_j x_kj + a_j) over eight features to each sample."""
    x0, x1, x2, x3, x4, x5, x6, x7 = x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7]
    b0, b1, b2, b3, b4, b5, b6, b7 = b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7]
    a0, a1, a2, a3, a4, a5, a6, a7 = a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]
    for k in range(rough.shape[0]):
        first = x0[k] * (b0 * x0[k] + a0) + x1[k] * (b1 * x1[k] + a1)
        second = x2[k] * (b2 * x2[k] + a2) + x3[k] * (b3 * x3[k] + a3)
        third = x4[k] * (b4 * x4[k] + a4) + x5[k] * (b5 * x5[k] + a5)
        fourth = x6[k] * (b6 * x6[k] + a6) + x7[k] * (b7 * x7[k] + a7)
        rough[k] += (first + second) + (third + fourth)


@compiled_roughly
def largest_squares(blocks):
    """The largest square of each centred feature."""
    largest = np.zeros(blocks.shape[1])
    for block in blocks:
        for j in range(blocks.shape[1]):
            for k in range(blocks.shape[2]):
                largest[j] = max(largest[j], block[j, k] ** 2)
    return largest


@compiled
def rough_slack(squares, largest):
    """Bound on the error of `rough_distances` under one weighting.

    Every product and sum errs by at most u = 2^-24; a term passes through n / 8 + 10 of
    them, and the sizes of all terms add up to at most 3 sum_j w_j^2 max_k x_kj^2. One
    more factor two covers the rounding of the data, of the weights and of the bound.
    """
    operations = squares.shape[0] / LANES + 10
    return 2 * operations * 2.0**-24 * 3 * np.dot(squares, largest)
