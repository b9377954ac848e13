"""Lemma 6 and examples 2 and 3 of section 7.2 on classes small enough to be listed."""

from itertools import combinations, product

import numpy as np
from scipy.optimize import linprog

from pride.bounds import properties2008 as bounds


def listed_classes():
    """Name, number of features and all selections of some small classes H_s."""
    for N in (5, 8):
        line = np.arange(N)
        below = {tuple(line < t) for t in range(N + 1)}
        yield N, below | {tuple(~np.array(c)) for c in below}
        yield (
            N,
            {tuple((line >= a) & (line < b)) for a in line for b in range(a, N + 1)},
        )
        yield N, half_planes(np.random.default_rng(N).normal(size=(N, 2)))


def half_planes(points):
    """All ways in which a straight line can divide points in general position."""
    found = set()
    for i, j in combinations(range(len(points)), 2):
        along = points[j] - points[i]
        side = (points - points[i]) @ [-along[1], along[0]]
        for ends in product([True, False], repeat=2):
            chosen = side > 0
            chosen[[i, j]] = ends
            found |= {tuple(chosen), tuple(~chosen)}
    return found


def vc_dimension(selections, N):
    """Size of the largest set of features on which all selections occur."""
    table = np.array(sorted(selections)).reshape(-1, N)
    largest = 0
    for size in range(1, N + 1):
        shattered = (
            len(np.unique(table[:, list(which)], axis=0)) == 2**size
            for which in combinations(range(N), size)
        )
        if len(table) < 2**size or not any(shattered):
            break
        largest = size
    return largest


def lemma6_violations():
    """Listed classes with more selections than (eN/d)^d."""
    wrong = 0
    for N, selections in listed_classes():
        limit = bounds.lemma_6(vc_dimension(selections, N), N)
        wrong += int(np.log2(len(selections)) > limit)
    return wrong


def restricted_vc_violations():
    """Listed classes whose VC dimension rises if only n features may be selected."""
    wrong = 0
    for N, selections in listed_classes():
        whole = vc_dimension(selections, N)
        for n in range(1, N):
            few = {chosen for chosen in selections if sum(chosen) == n}
            wrong += bool(few) and vc_dimension(few, N) > whole
    return wrong


def linear_vc_dimension(k):
    """Of linear classifiers on R^k: random points, until some labels are impossible.

    p points are shattered if (x, 1) of them are independent, as any labels are then
    attained exactly. If they are not, points can be divided so that the convex hulls
    meet (Radon), and no hyperplane separates those labels.
    """
    points = np.random.default_rng(k).normal(size=(k + 3, k))
    for p in range(1, k + 3):
        rows = np.column_stack([points[:p], np.ones(p)])
        if np.linalg.matrix_rank(rows) == p:
            continue
        dependence = np.linalg.svd(rows.T)[2][-1]
        if not separable(points[:p], np.sign(dependence)):
            return p - 1
    raise AssertionError("more points than k + 1 were shattered")


def separable(points, labels):
    """Whether a hyperplane has all labels +1 on one side and -1 on the other."""
    rows = -labels[:, None] * np.column_stack([points, np.ones(len(points))])
    free = [(None, None)] * rows.shape[1]
    found = linprog(np.zeros(rows.shape[1]), rows, -np.ones(len(rows)), bounds=free)
    return found.status == 0


def binary_vc_dimension(k):
    """Of all functions on k binary meta-features; more than 2^k points coincide."""
    every = set(product([False, True], repeat=2**k))
    return vc_dimension(every, 2**k)
