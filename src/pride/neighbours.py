"""Nearest neighbours under feature weights, for all methods based on margins.

Kernels take the features as rows (`columns` = X.T, contiguous), so that the inner loops
run over samples: long, without branches, and fit for the vector unit.
"""

import numpy as np

from pride.compiled import compiled


@compiled
def squared_distances(columns, squares, i):
    """From sample i to every sample: sum_j squares_j (x_ij - x_kj)^2."""
    distances = np.zeros(columns.shape[1])
    for j in range(columns.shape[0]):
        centre, square = columns[j, i], squares[j]
        for k in range(columns.shape[1]):
            difference = columns[j, k] - centre
            distances[k] += square * difference * difference
    return distances


@compiled
def near_hit_and_miss(columns, y, squares, i):
    """The samples nearest to i with its label and with another, and their distances.

    Sample i itself is left out, ties go to the lowest index, and -1 at an infinite
    distance means that there is no such sample.
    """
    distances = squared_distances(columns, squares, i)
    hit, miss = -1, -1
    to_hit, to_miss = np.inf, np.inf
    for k in range(distances.shape[0]):
        if y[k] != y[i]:
            if distances[k] < to_miss:
                miss, to_miss = k, distances[k]
        elif k != i and distances[k] < to_hit:
            hit, to_hit = k, distances[k]
    return hit, miss, np.sqrt(to_hit), np.sqrt(to_miss)
