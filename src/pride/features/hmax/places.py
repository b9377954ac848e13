"""All patches of C1 maps, each with a few coordinates that bound its distances.

Of the 16 values of 2 x 2 neighbours in 4 orientations, let a be the four halved sums,
which are coordinates in an orthonormal basis, and r the length of what they leave; b
and s the same of a prototype p. With those of all squares that a patch x consists of,

    |x - p|^2 >= |a - b|^2 + |r - s|^2 = |x|^2 + |p|^2 - 2 (a.b + r.s).
"""

from typing import NamedTuple

import numpy as np

from pride.compiled import compiled


class Places(NamedTuple):
    """All patches of one size in the maps of an image, band by band."""

    first: np.ndarray  # index of a patch's first value in the flat maps
    across: np.ndarray  # values from one row of its map to the next
    coordinates: np.ndarray  # a and r, and -|x|^2 / 2, float32, one row a patch


@compiled
def _squares(band):
    """a and r of all 2 x 2 neighbours of a map."""
    rows, columns, planes = band.shape[0] - 1, band.shape[1] - 1, band.shape[2]
    found = np.empty((rows, columns, planes + 1), dtype=np.float32)
    for i in range(rows):
        for j in range(columns):
            left = 0.0
            for k in range(planes):
                a, b = np.float64(band[i, j, k]), np.float64(band[i, j + 1, k])
                c, d = np.float64(band[i + 1, j, k]), np.float64(band[i + 1, j + 1, k])
                half = 0.5 * (a + b + c + d)
                left += max(a * a + b * b + c * c + d * d - half * half, 0.0)
                found[i, j, k] = half
            found[i, j, planes] = np.sqrt(left)
    return found


@compiled
def _gather(squares, size, into):
    """The coordinates of all patches of a map, row by row, and -|x|^2 / 2."""
    columns, planes = squares.shape[1] - size + 2, squares.shape[2]
    for at in range(len(into)):
        i, j = at // columns, at % columns
        n, total = 0, 0.0
        for u in range(i, i + size, 2):
            for v in range(j, j + size, 2):
                for k in range(planes):
                    into[at, n + k] = squares[u, v, k]
                    total += np.float64(squares[u, v, k]) ** 2
                n += planes
        into[at, n] = -0.5 * total


def coordinates(band, size):
    """a and r, and -|x|^2 / 2, of all patches of a map."""
    number = (band.shape[0] - size + 1) * (band.shape[1] - size + 1)
    width = (size // 2) ** 2 * (band.shape[2] + 1) + 1
    found = np.empty((number, width), dtype=np.float32)
    _gather(_squares(band), size, found)
    return found


def places(maps, size):
    """All patches of one size that lie inside of a map."""
    first, across, found, start = [], [], [], 0
    for band in maps:
        rows, columns, planes = np.subtract(band.shape, (size - 1, size - 1, 0))
        if min(rows, columns) > 0:
            stride = band.shape[1] * planes
            corners = stride * np.arange(rows)[:, None] + planes * np.arange(columns)
            first.append(start + corners.ravel())
            across.append(np.full(corners.size, stride))
            found.append(coordinates(band, size))
        start += band.size
    return Places(*map(np.concatenate, (first, across, found)))


def filled(maps, size):
    """The maps; the finest filled up with zeros if a patch fits into none of them."""
    if any(min(band.shape[:2]) >= size for band in maps):
        return maps
    lacking = [(0, max(size - side, 0)) for side in maps[0].shape[:2]]
    return [np.pad(maps[0], [*lacking, (0, 0)]), *maps[1:]]
