"""S2 and C2: the squared distance of prototypes from the closest patch of an image.

Almost all patches are ruled out by the bound of `places`, a product of matrices at a
third of the cost of all distances. The patch of the lowest bound is looked at first;
after it, only those whose bound, less all that rounding in float32 can do, is below the
least distance so far. Distances are summed in float64: the search is exact.
"""

from typing import NamedTuple

import numpy as np

from pride.compiled import compiled, compiled_in_any_order
from pride.features.hmax.places import coordinates, filled, places

ROWS = 256  # prototypes at a time, whose bounds stay in the cache
CHUNK = 64  # bounds that are looked at together
UNIT = 2.0**-24  # rounding of float32


class Sought(NamedTuple):
    """Prototypes of one size."""

    which: np.ndarray  # numbers of the prototypes
    size: int
    patches: np.ndarray  # one row each
    coordinates: np.ndarray  # b and s, and 1
    squares: np.ndarray  # |p|^2


class Room:
    """Memory that is used again: new memory would cost more than what it is for."""

    def __init__(self):
        self.values = np.empty(0, dtype=np.float32)

    def table(self, rows, columns):
        """A table of this size, with anything in it."""
        if self.values.size < rows * columns:
            self.values = np.empty(rows * columns, dtype=np.float32)
        return self.values[: rows * columns].reshape(rows, columns)


@compiled_in_any_order
def _distance(maps, first, across, patch, width, enough):
    """|x - p|^2, or any part of it that is `enough`."""
    total = 0.0
    for row in range(patch.size // width):
        x = maps[first + row * across : first + row * across + width]
        p = patch[row * width : (row + 1) * width]
        for k in range(width):
            gap = np.float64(x[k]) - np.float64(p[k])
            total += gap * gap
        if total >= enough:
            break
    return total


@compiled
def _search(maps, first, across, sought, width, scores, highest, limits, found):
    """The least distance of every prototype, whose rows have `width` values.

    `scores` are a.b + r.s - |x|^2 / 2, `limits` are |p|^2 / 2 less all rounding, so
    that no patch with a score below limit - d^2 / 2 is nearer than d.
    """
    for n in range(len(sought)):
        at, patch = highest[n], sought[n]
        best = _distance(maps, first[at], across[at], patch, width, np.inf)
        limit = np.float32(limits[n] - best / 2)
        for start in range(0, scores.shape[1], CHUNK):
            part, hits = scores[n, start : start + CHUNK], 0
            for k in range(part.size):
                hits += part[k] >= limit
            for k in range(part.size if hits else 0):
                if part[k] >= limit:
                    m = start + k
                    d = _distance(maps, first[m], across[m], patch, width, best)
                    if d < best:
                        best, limit = d, np.float32(limits[n] - d / 2)
        found[n] = best


def sought(prototypes):
    """The prototypes, size by size."""
    groups = []
    for size in np.unique(prototypes.size):
        which, patches = prototypes.of_size(size)
        maps = patches.reshape(len(which), size, size, -1)
        rows = np.concatenate([coordinates(patch, size) for patch in maps])
        squares = -2.0 * rows[:, -1].astype(np.float64)
        rows[:, -1] = 1
        groups.append(Sought(which, int(size), patches, rows, squares))
    return groups


def limits(squares, longest, terms):
    """|p|^2 / 2 less what rounding can do to scores.

    A sum of products is off by no more than its number of terms, in units of |x| |p|
    and |x|^2 / 2, in any order of summation; 16 more are for the rounding of what is
    multiplied, and of the limits.
    """
    rounding = UNIT * (terms + 16) * longest * (np.sqrt(squares) + longest)
    return squares / 2 - rounding - UNIT * squares


def closest(maps, group, room):
    """Squared distances of prototypes of one size from an image's closest patches."""
    maps = filled(maps, group.size)
    flat = np.concatenate([band.ravel() for band in maps])
    first, across, rows = places(maps, group.size)
    longest = np.sqrt(-2 * rows[:, -1].min().astype(np.float64))
    floor = limits(group.squares, longest, rows.shape[1])
    width = group.size * maps[0].shape[2]
    found = np.empty(len(group.which))
    for start in range(0, len(found), ROWS):
        part = slice(start, start + ROWS)
        scores = room.table(len(floor[part]), len(first))
        np.matmul(group.coordinates[part], rows.T, out=scores)
        bounds = scores, scores.argmax(axis=1), floor[part]
        _search(flat, first, across, group.patches[part], width, *bounds, found[part])
    return found


def smallest_distances(images, prototypes):
    """Squared distances d^2, images x prototypes, float32.

    `images` gives lists of C1 maps; d is the distance of a prototype from the closest
    patch, over all places and bands. Patches that leave a map do not count.
    """
    groups, rows, room = sought(prototypes), [], Room()
    for maps in images:
        row = np.empty(len(prototypes.size), dtype=np.float32)
        for group in groups:
            row[group.which] = closest(maps, group, room)
        rows.append(row)
    return np.array(rows)
