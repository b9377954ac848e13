"""What section 7.2 and appendix A state of VC dimensions, on grids and by listing."""

from itertools import combinations, product

import numpy as np
from scipy.optimize import linprog
from scipy.special import gammaln, logsumexp

from pride.bounds import properties2008 as bounds

ROUNDING = 1e-9  # of logarithms up to 1e7
DC = np.unique(np.geomspace(11, 1e6, 60).astype(int))[:, None]
SELECTIONS = np.concatenate([[np.log2(3)], np.geomspace(2, 1e6, 60)])  # log |H_fs|


def chain():
    """All members of appendix A's chain over the grid of d_c and |H_fs|."""
    return bounds.appendix_a(DC, SELECTIONS)


def violations(smaller, larger):
    """How often the one exceeds the other by more than rounding."""
    return int((smaller > larger + ROUNDING * np.abs(larger)).sum())


def lemma7_violations():
    """Grid points at which |H_fs| (em/d_c)^d_c is not below 2^m, m being the bound."""
    left, *_, right = chain()
    return int((left >= right).sum())


def smallest_dc():
    """The least d_c with log d_c >= 2 + log e, which step (5) needs."""
    return int(np.ceil(2 ** (2 + np.log2(np.e))))


def step2_violations():
    a, d = np.geomspace(1e-3, 1e3, 200), np.geomspace(1e-3, 1e3, 200)[:, None]
    return violations(d * np.log1p(a / d), a)


def step3_violations():
    return violations(np.log2(np.e) + SELECTIONS, 2 * SELECTIONS)


def trivial_case_violations():
    """|H_fs| of 1 and 2: the VC dimension is at most d_c and 2 d_c + 1."""
    one = violations(DC, bounds.lemma_7(DC, 0.0))
    return one + violations(2 * DC + 1, bounds.lemma_7(DC, 1.0))


def step4_violations():
    d = np.concatenate([np.linspace(1, 20, 20001)[1:], np.geomspace(20, 1e6, 1000)])
    return violations(d * np.log2(np.e * np.log2(d)), (d + 1) * np.log2(d))


def step5_violations():
    fourth, fifth = chain()[4:6]
    return violations(fourth, fifth)


def step6_residual():
    a, b = np.geomspace(1.01, 1e3, 100), np.geomspace(1.01, 1e3, 100)[:, None]
    return float(np.abs(a ** np.log2(b) / b ** np.log2(a) - 1).max())


def growth_violations():
    """Sums of binomials up to d of m against (em/d)^d, for m from d on."""
    wrong = 0
    for m in range(1, 121):
        k = np.arange(m + 1)
        sums = gammaln(m + 1) - gammaln(k + 1) - gammaln(m - k + 1)
        for d in range(1, m + 1):
            wrong += violations(logsumexp(sums[: d + 1]), d * np.log(np.e * m / d))
    return wrong


def theorem8_violations():
    d_c, d_s, N = np.meshgrid(
        np.geomspace(11, 1e6, 20), np.arange(1, 101, 9), np.geomspace(100, 1e30, 20)
    )
    m, selections = bounds.theorem_8(d_c, d_s, N), bounds.lemma_6(d_s, N)
    return int((bounds.labellings(m, d_c, selections) >= m).sum())


def substitution_residual():
    """Theorem 8 as printed against lemma 6 put into lemma 7, relative."""
    d_c, d_s, N = np.meshgrid([11, 50, 1e4], [1, 5, 100], [100, 1e6, 1e30])
    printed = (d_c + d_s * np.log2(np.e * N / d_s) + 1) * np.log2(d_c)
    put = bounds.lemma_7(d_c, bounds.lemma_6(d_s, N))
    return float(np.abs(printed / put - 1).max())


# Classes of selections, listed


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


# Examples 2 and 3


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


N_GRID = 2 ** np.linspace(1, 50, 40)  # N over n, from 2 to 2^50


def order_ratios():
    """Largest ratio of each bound to the order that examples 2 and 3 give for it."""
    n = np.unique(np.geomspace(10, 1e6, 30).astype(int)).astype(float)[:, None]
    N, log_n = n * N_GRID, np.log2(n)
    direct = bounds.equation_1(n + 1, N, n) / ((n + n * np.log2(N)) * log_n)
    linear, binary = [], []
    for k in range(1, 11):
        bound = bounds.theorem_8(n + 1, k + 1, N)
        linear.append((bound / ((n + k * np.log2(N)) * log_n)).max())
        fits = (2**k <= n).ravel()
        bound = bounds.theorem_8(n[fits] + 1, 2**k, N[fits])
        order = (n[fits] + 1 + 2**k * np.log2(N[fits])) * np.log2(n[fits] + 1)
        binary.append((bound / order).max())
    return {
        "direct_selection": float(direct.max()),
        "linear_selection": max(linear),
        "binary_selection": max(binary),
    }
