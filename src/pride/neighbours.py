"""Nearest neighbours of the same and of another class: exact, whatever the short cuts.

Distances are first had roughly, in single precision, with a proven bound on their
error; every sample that could be the nearest is then measured exactly. Ties go to the
lowest index, on any number of threads.
"""

import numpy as np

from pride.compiled import compiled, compiled_roughly
from pride.samples import by_class, check_finite

CHUNK = 64  # samples that are passed over at once if none of them is near
FEATURES = 1024  # whose products are summed in single precision, in whatever order
ROWS, FEW_ROWS = 1024, 256  # samples whose products are held at once: few fit the cache
MANY = 100  # features from which on multiplying takes longer than looking for the least
INFINITY = int(np.float32(np.inf).view(np.int32))
ROUNDING = 2.0**-24  # the largest relative error of one rounding in single precision
TINY = 1e-11  # beside 1, far below that; squares of less would be slow to compute with


@compiled
def squared_distance(x, z, squares):
    """sum_j squares_j (x_j - z_j)^2, in four sums over every fourth feature.

    Four, because a single sum waits for each addition; the order is always the same.
    """
    a = b = c = d = 0.0
    whole = x.shape[0] // 4 * 4
    for j in range(0, whole, 4):
        a += squares[j] * (x[j] - z[j]) ** 2
        b += squares[j + 1] * (x[j + 1] - z[j + 1]) ** 2
        c += squares[j + 2] * (x[j + 2] - z[j + 2]) ** 2
        d += squares[j + 3] * (x[j + 3] - z[j + 3]) ** 2
    for j in range(whole, x.shape[0]):
        a += squares[j] * (x[j] - z[j]) ** 2
    return (a + b) + (c + d)


@compiled
def least(bits):
    """The smallest of numbers >= 0 in single precision; infinite if there are none.

    Given are their bits, as whole numbers: they have the same order, and only their
    comparison is vectorised, from the first on, if `min` is not called.
    """
    smallest = np.int32(INFINITY)
    for k in range(bits.shape[0]):
        smallest = bits[k] if bits[k] < smallest else smallest
    return np.int32(smallest).view(np.float32)


@compiled
def nearest_of(X, squares, i, spans, near, order):
    """The sample nearest to i among those at the places of two spans, and its distance.

    `near` are the rough squared distances of all places and two numbers: the nearest
    sample's is at most 1 + the first times the least, plus the second. Of samples at
    the same distance the first in the data is taken; -1 at an infinite distance means
    that there is none.
    """
    rough, (relative, absolute) = near
    bits, ((a, b), (c, d)) = rough.view(np.int32), spans
    limit = (1 + relative) * min(least(bits[a:b]), least(bits[c:d])) + absolute
    nearest, distance = -1, np.inf
    for begin, end in spans:
        for first in range(begin, end, CHUNK):
            last = min(first + CHUNK, end)
            if least(bits[first:last]) <= limit:
                for place in range(first, last):
                    if rough[place] <= limit:
                        k = order[place]
                        exact = squared_distance(X[i], X[k], squares)
                        if exact < distance or (exact == distance and k < nearest):
                            nearest, distance = k, exact
    return nearest, distance


@compiled
def near_hit_and_miss(X, squares, place, rough, errors, classes):
    """The samples nearest to one with its label and with another, and their distances.

    `classes` are those of `by_class`; `place` is the sample's place in their order.
    `rough` are squared distances to the samples in that order, up to a factor, and
    `errors` what `nearest_of` needs.
    """
    order, starts, labels = classes
    i, begin, end = order[place], starts[labels[place]], starts[labels[place] + 1]
    near, own = (rough, errors), ((begin, place), (place + 1, end))
    hit, to_hit = nearest_of(X, squares, i, own, near, order)
    others = (starts[0], begin), (end, starts[-1])
    miss, to_miss = nearest_of(X, squares, i, others, near, order)
    return hit, miss, np.sqrt(to_hit), np.sqrt(to_miss)


@compiled_roughly
def _from_products(norms, norm, products, rough):
    """|x_i|^2 + |x_k|^2 - 2 x_i.x_k: rough squared distances from sample i."""
    for k in range(rough.shape[0]):
        distance = (norm + norms[k]) - (products[k] + products[k])
        rough[k] = distance if distance > 0 else np.float32(0)


@compiled
def _near_each(X, places, norms, products, classes):
    """`near_hit_and_miss` for several samples, each with its row of products.

    With samples of length at most 1, x the length of sample i, u the unit of rounding
    and n features, a product errs by at most (n + 3) u x, also if the data are rounded
    and its terms are summed in any order (Higham, Accuracy and Stability of Numerical
    Algorithms, section 3.1); every `FEATURES` terms another sum is rounded. Rounding
    both norms, their sum and the distance, which is at most 4, adds 8 u. One more u is
    for `TINY` coordinates, terms of u^2, and all that is done in double precision.
    """
    squares = np.ones(X.shape[1])
    terms = min(X.shape[1], FEATURES) + X.shape[1] // FEATURES
    rough = np.empty(norms.shape[0], dtype=np.float32)
    rounded = norms.astype(np.float32)
    indices = np.empty((2, places.shape[0]), dtype=np.int64)
    distances = np.empty((2, places.shape[0]))
    for r in range(places.shape[0]):
        place = places[r]
        _from_products(rounded, rounded[place], products[r], rough)
        slack = (2 * (terms + 3) * np.sqrt(norms[place]) + 9) * ROUNDING
        near = near_hit_and_miss(X, squares, place, rough, (0.0, 2 * slack), classes)
        indices[0, r], indices[1, r], distances[0, r], distances[1, r] = near
    return indices, distances


@compiled
def _units(X, order, centre):
    """Samples in an order, in single precision, and their squared lengths.

    They are moved by -centre and shrunk so that the longest has length 1: no product
    of theirs can overflow. `TINY` coordinates are left out.
    """
    ones, norms = np.ones(X.shape[1]), np.empty(X.shape[0])
    for place in range(X.shape[0]):
        norms[place] = squared_distance(X[order[place]], centre, ones)
    largest = norms.max()
    shrink = 1 / np.sqrt(largest) if largest > 0 else 1.0
    units = np.empty(X.shape, dtype=np.float32)
    for place in range(X.shape[0]):
        x, unit = X[order[place]], units[place]
        for j in range(X.shape[1]):
            coordinate = (x[j] - centre[j]) * shrink
            unit[j] = coordinate if abs(coordinate) > TINY else 0.0
    return units, norms * shrink * shrink


def _products(left, right):
    """Inner products of all rows, summed in single precision, `FEATURES` at a time.

    Of a matrix with itself, NumPy computes every product once only.
    """
    total = left[:, :FEATURES] @ right[:, :FEATURES].T
    for first in range(FEATURES, right.shape[1], FEATURES):
        part = slice(first, first + FEATURES)
        total += left[:, part] @ right[:, part].T
    return total


def near_hits_and_misses(X, y, rows):
    """Near hits and near misses of some samples: indices and distances, two rows each.

    -1 at an infinite distance means that there is none.
    """
    X, classes = np.ascontiguousarray(X, dtype=np.float64), by_class(y)
    order = classes[0]
    units, norms = _units(X, order, X.mean(axis=0))
    check_finite(norms)
    places = np.argsort(order)[rows]
    everything = len(rows) >= len(X)
    wanted = np.arange(len(X)) if everything else places
    at_once = ROWS if X.shape[1] >= MANY else FEW_ROWS
    parts = []
    for first in range(0, len(wanted), at_once):
        block = wanted[first : first + at_once]
        left = units[first : first + at_once] if everything else units[block]
        products = _products(left, units)
        parts.append(_near_each(X, block, norms, products, classes))
    indices, distances = (np.concatenate(p, axis=1) for p in zip(*parts, strict=True))
    if everything:
        return indices[:, places], distances[:, places]
    return indices, distances
