"""Rough distances under changing weights, for several starts of Simba at once.

All that is rough is in single precision and has a proven bound on its error.
"""

from collections import namedtuple

import numpy as np

from pride.compiled import compiled, compiled_in_any_order, compiled_roughly
from pride.neighbours import ROUNDING, TINY
from pride.samples import check_finite

LANES = 4  # features that are taken at once
SAMPLES = 1024  # at most, of which one passage keeps what it needs in the fastest cache
PADDING = 32  # samples that the processor takes at once
GROUP = 5  # starts, and
ROWS = 4  # samples, of which all sums stay in the registers
WIDTH = 16  # features that the processor then takes at once
MANY = 512  # features from which on adding up their lanes does not matter

# Centred features, divided by their largest sizes `scales`: as blocks of samples with
# features as rows, (blocks, features, samples), for starts one by one, and, if there
# are enough, as rows of features for groups of starts. Both are filled up with zeros.
Rough = namedtuple("Rough", "blocks rows centre scales")


def rough_data(X, order, starts=1):
    """`Rough` data of the samples in an order, for some starts."""
    (samples, features), centre = X.shape, X.mean(axis=0)
    scales = np.maximum(X.max(axis=0) - centre, centre - X.min(axis=0))
    check_finite(scales)
    number = -(-samples // SAMPLES)
    size = -(-samples // (number * PADDING)) * PADDING
    grouped = starts >= GROUP and features >= MANY
    rows = samples + -samples % ROWS if grouped else 0
    data = Rough(
        np.zeros((number, features + -features % LANES, size), np.float32),
        np.zeros((rows, features + -features % WIDTH), np.float32),
        centre,
        scales,
    )
    _fill(data, X, order)
    return data


@compiled
def _fill(data, X, order):
    """Fill blocks and rows, a few samples at a time: they lie in lines, and in rows."""
    size, divisors = data.blocks.shape[2], np.where(data.scales > 0, data.scales, 1.0)
    for first in range(0, X.shape[0], PADDING):
        block = data.blocks[first // size, :, first % size :]
        samples = order[first : first + PADDING]
        for j in range(X.shape[1]):
            for k in range(samples.shape[0]):
                block[j, k] = (X[samples[k], j] - data.centre[j]) / divisors[j]
    for place in range(min(data.rows.shape[0], X.shape[0])):
        row = (X[order[place]] - data.centre) / divisors
        data.rows[place, : X.shape[1]] = row


@compiled
def errors(features):
    """What `nearest_of` needs to know about the errors of `rough_distances`.

    With u the unit of rounding and v the vector of slopes, of length 1, rounding slopes
    and data, which are at most 1, and intercepts moves a difference t_j by at most
    3 u v_j, its own rounding by u t_j; leaving out `TINY` slopes moves a distance by
    less than u. The sum of n squares, in any order, errs by n u times itself at most.
    So a rough distance is the true one, d, up to e d + f, where e = (n / 2 + 2) u and
    f = 4.2 u. If r is the least, that of the nearest sample is at most
    (1 + 3 e) (r + 2 f), and the square of this at most (1 + 8 e) r^2 + 6 f^2 / e, as
    long as there are less than a million features.
    """
    e = (features / 2 + 2) * ROUNDING
    return 8 * e, 6 * (4.2 * ROUNDING) ** 2 / e


@compiled
def lines(w, x, data, slopes, intercepts):
    """Coefficients with which w_j (x_kj - x_j) = slope_j x_kj + intercept_j.

    x_kj on the right is that of the rough data. All are divided by the length of the
    vector of slopes, so that nothing overflows; features of `TINY` slopes are left out.
    """
    scaled = w * data.scales
    length = np.sqrt(np.dot(scaled, scaled))
    shrink, centre = 1 / length if length > 0 else 1.0, data.centre
    for j in range(w.shape[0]):  # two loops: one with all arrays is not vectorised
        slope = scaled[j] * shrink
        slopes[j] = slope if abs(slope) > TINY else 0.0
    for j in range(w.shape[0]):
        intercept = (w[j] * shrink) * (centre[j] - x[j])
        intercepts[j] = intercept if slopes[j] != 0 else 0.0


@compiled
def rough_distances(data, slopes, intercepts, rough):
    """Squared distances under several weightings at once, up to a factor each.

    sum_j (slope_j x_kj + intercept_j)^2 with the coefficients of row s, into rough[s],
    one row a block: one passage through the data serves all rows.
    """
    grouped = rough.shape[0] // GROUP * GROUP if data.rows.shape[0] else 0
    flat = rough.reshape(rough.shape[0], -1)
    for place in range(0, data.rows.shape[0], ROWS):
        x = data.rows[place : place + ROWS]
        for s in range(0, grouped, GROUP):
            group = slice(s, s + GROUP)
            found = _group(x, slopes[group], intercepts[group])
            for r in range(GROUP):
                for k in range(ROWS):
                    flat[s + r, place + k] = found[r][k]
    _one_by_one(data.blocks, slopes[grouped:], intercepts[grouped:], rough[grouped:])


@compiled_in_any_order
def _group(x, b, a):
    """The distances of four samples under five weightings."""
    zero = np.float32(0)
    x0, x1, x2, x3 = x[0], x[1], x[2], x[3]
    b0, b1, b2, b3, b4 = b[0], b[1], b[2], b[3], b[4]
    a0, a1, a2, a3, a4 = a[0], a[1], a[2], a[3], a[4]
    s0 = s1 = s2 = s3 = s4 = zero, zero, zero, zero
    for j in range(x.shape[1]):
        y = x0[j], x1[j], x2[j], x3[j]
        s0 = _plus_four(s0, b0[j], a0[j], y)
        s1 = _plus_four(s1, b1[j], a1[j], y)
        s2 = _plus_four(s2, b2[j], a2[j], y)
        s3 = _plus_four(s3, b3[j], a3[j], y)
        s4 = _plus_four(s4, b4[j], a4[j], y)
    return s0, s1, s2, s3, s4


@compiled_in_any_order
def _plus_four(totals, b, a, y):
    """Totals of four samples, and the squares of one difference each."""
    t0, t1, t2, t3 = b * y[0] + a, b * y[1] + a, b * y[2] + a, b * y[3] + a
    s0, s1, s2, s3 = totals
    return s0 + t0 * t0, s1 + t1 * t1, s2 + t2 * t2, s3 + t3 * t3


@compiled_roughly
def _one_by_one(blocks, slopes, intercepts, rough):
    """The same for any number of weightings."""
    rough[:] = 0
    for block in range(blocks.shape[0]):
        for j in range(0, blocks.shape[1], LANES):
            x = blocks[block, j : j + LANES]
            for s in range(rough.shape[0]):
                line = _line(slopes[s, j : j + LANES], intercepts[s, j : j + LANES])
                _add_to_one(x, line, rough[s, block])


@compiled_roughly
def _line(b, a):
    """Coefficients as numbers: as arrays they would be read again and again."""
    return (b[0], a[0]), (b[1], a[1]), (b[2], a[2]), (b[3], a[3])


@compiled_roughly
def _plus_squares(total, line, y0, y1, y2, y3):
    """A total and the squares of four differences."""
    (b0, a0), (b1, a1), (b2, a2), (b3, a3) = line
    t0, t1, t2, t3 = b0 * y0 + a0, b1 * y1 + a1, b2 * y2 + a2, b3 * y3 + a3
    return (((total + t0 * t0) + t1 * t1) + t2 * t2) + t3 * t3


@compiled_roughly
def _add_to_one(x, line, rough):
    """Add four features to the distances of a block's samples."""
    x0, x1, x2, x3 = x[0], x[1], x[2], x[3]
    for k in range(rough.shape[0]):
        rough[k] = _plus_squares(rough[k], line, x0[k], x1[k], x2[k], x3[k])
