"""Rough distances under changing weights, for several starts of Simba at once.

All that is rough is in single precision and has a proven bound on its error.
"""

from collections import namedtuple

import numpy as np

from pride.compiled import compiled, compiled_roughly
from pride.neighbours import ROUNDING, TINY
from pride.samples import check_finite

LANES = 4  # features that are taken at once
SAMPLES = 1024  # at most, of which one passage keeps what it needs in the fastest cache
PADDING = 32  # samples that the processor takes at once

# Centred features, divided by their largest sizes `scales`, as blocks of samples with
# features as rows: (blocks, features, samples), filled up with zeros.
Rough = namedtuple("Rough", "blocks centre scales")


def rough_data(X, order):
    """`Rough` data of the samples in an order."""
    centre = X.mean(axis=0)
    scales = np.maximum(X.max(axis=0) - centre, centre - X.min(axis=0))
    check_finite(scales)
    number = -(-len(X) // SAMPLES)
    size = -(-len(X) // (number * PADDING)) * PADDING
    blocks = np.zeros((number, X.shape[1] + -X.shape[1] % LANES, size), np.float32)
    data = Rough(blocks, centre, scales)
    _fill(data, X, order)
    return data


@compiled
def _fill(data, X, order):
    """Fill the blocks, a few samples at a time: they lie in lines, features in rows."""
    size = data.blocks.shape[2]
    for first in range(0, X.shape[0], PADDING):
        block = data.blocks[first // size, :, first % size :]
        samples = order[first : first + PADDING]
        for j in range(X.shape[1]):
            scale = data.scales[j] or 1.0
            for k in range(samples.shape[0]):
                block[j, k] = (X[samples[k], j] - data.centre[j]) / scale


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


@compiled_roughly
def rough_distances(blocks, slopes, intercepts, rough):
    """Squared distances under several weightings at once, up to a factor each.

    sum_j (slope_j x_kj + intercept_j)^2 with the coefficients of row s, into rough[s],
    one row a block: one passage through the data serves all rows.
    """
    rough[:] = 0
    fives = rough.shape[0] // 5 * 5
    for block in range(blocks.shape[0]):
        for j in range(0, blocks.shape[1], LANES):
            x = blocks[block, j : j + LANES]
            b, a = slopes[:, j : j + LANES], intercepts[:, j : j + LANES]
            for s in range(0, fives, 5):
                _add_to_five(x, b[s : s + 5], a[s : s + 5], rough[s : s + 5], block)
            for s in range(fives, rough.shape[0]):
                _add_to_one(x, _line(b[s], a[s]), rough[s, block])


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


@compiled_roughly
def _add_to_five(x, b, a, rough, block):
    """The same under five weightings, for which the features are read once."""
    x0, x1, x2, x3 = x[0], x[1], x[2], x[3]
    l0, l1, l2 = _line(b[0], a[0]), _line(b[1], a[1]), _line(b[2], a[2])
    l3, l4 = _line(b[3], a[3]), _line(b[4], a[4])
    r0, r1, r2 = rough[0, block], rough[1, block], rough[2, block]
    r3, r4 = rough[3, block], rough[4, block]
    for k in range(r0.shape[0]):
        y0, y1, y2, y3 = x0[k], x1[k], x2[k], x3[k]
        s0 = _plus_squares(r0[k], l0, y0, y1, y2, y3)
        s1 = _plus_squares(r1[k], l1, y0, y1, y2, y3)
        s2 = _plus_squares(r2[k], l2, y0, y1, y2, y3)
        s3 = _plus_squares(r3[k], l3, y0, y1, y2, y3)
        s4 = _plus_squares(r4[k], l4, y0, y1, y2, y3)
        r0[k], r1[k], r2[k], r3[k], r4[k] = s0, s1, s2, s3, s4
