"""What section 7.2 and appendix A state of VC dimensions, on grids of numbers."""

import numpy as np
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
