"""Bounds on the error of selection and classification together: theorems 4 and 8.

E. Krupka, A. Navot and N. Tishby, "Learning to Select Features using their Properties",
JMLR 2008, section 7 and appendix A. Numbers in brackets are that paper's. log is the
binary logarithm there, ln the natural one. Sets of features and classes of selections
may be too many for floats, so that their numbers are passed as logarithms.
"""

import numpy as np
from scipy.special import gammaln


def lemma_1(J, values):
    """ln of the number of sets that Mufasa selects from: J |MF|."""
    return np.log(J) + np.log(values)


def lemma_2(J):
    """ln of the number of sets that Mufasa selects from: 2^(J-1)."""
    return (np.asarray(J, dtype=np.float64) - 1) * np.log(2)


def g(J, values=np.inf):
    """g(J) of theorem 4, which has J ln 2 where lemma 2 gives (J - 1) ln 2."""
    return np.minimum(np.asarray(J, dtype=np.float64) * np.log(2), lemma_1(J, values))


def theorem_5(error, m, d, gamma, delta, selection=0.0):
    """Bartlett's bound, with `selection`, ln |H_fs|, added as theorem 4 is proved.

    d is the fat-shattering dimension at gamma/32, no more than 34m: beyond, a larger d
    would make the bound smaller.
    """
    m, d = np.asarray(m, dtype=np.float64), np.asarray(d, dtype=np.float64)
    if not np.all((d > 0) & (d <= 34 * m)):
        raise ValueError(
            f"Expected d above 0 and at most 34 m, found d = {d}, m = {m}: the bound "
            "says nothing there."
        )
    capacity = d * np.log(34 * np.e * m / d) * np.log2(578 * m)
    rest = np.log(8 / (np.asarray(gamma) * delta)) + selection
    return error + np.sqrt(2 / m * (capacity + rest))


def theorem_4(error, m, d, gamma, delta, J, values=np.inf):
    """The bound for classifiers on features that Mufasa selects in J steps."""
    return theorem_5(error, m, d, gamma, delta, g(J, values))


def direct_term(n, log_candidates):
    """n ln N, in the place of g(J) where any n of N features may be selected."""
    return n * np.asarray(log_candidates, dtype=np.float64)


def direct_term_as_printed(n, J):
    """J n ln 2n, printed as equal to n ln N for N = n 2^J, which it is not."""
    return J * n * np.log(2 * n)


def lemma_6(d_s, N):
    """log |H_fs| is at most d_s log(eN / d_s), for N >= d_s."""
    d_s, N = np.asarray(d_s, dtype=np.float64), np.asarray(N, dtype=np.float64)
    if not np.all(d_s <= N):
        raise ValueError(f"Expected N of at least d_s, found N = {N}, d_s = {d_s}.")
    return d_s * np.log2(np.e * N / d_s)


def lemma_7(d_c, log_selections):
    """Bound on the joint VC dimension, for d_c >= 11; the logarithm is binary."""
    d_c = np.asarray(d_c, dtype=np.float64)
    if not np.all(d_c >= 11):
        raise ValueError(
            f"Expected d_c of at least 11, as the lemma does, found {d_c}."
        )
    return (d_c + log_selections + 1) * np.log2(d_c)


def theorem_8(d_c, d_s, N):
    """Bound on the joint VC dimension where H_s maps meta-features to selections."""
    return lemma_7(d_c, lemma_6(d_s, N))


def log_choose(N, n):
    """log of N over n; a sum where N is so large that differences would round away."""
    N, n = np.asarray(N, dtype=np.float64), np.asarray(n, dtype=np.float64)
    exact = (gammaln(N + 1) - gammaln(N - n + 1) - gammaln(n + 1)) / np.log(2)
    series = (n * np.log(N) - n * (n - 1) / (2 * N) - gammaln(n + 1)) / np.log(2)
    return np.where(1e6 * n < N, series, exact)


def equation_1(d_c, N, n):
    """The same where any n of N features may be selected (1)."""
    return lemma_7(d_c, log_choose(N, n))


def labellings(m, d_c, log_selections):
    """log of |H_fs| (em / d_c)^d_c, the number of ways to label m instances."""
    return log_selections + d_c * np.log2(np.e * np.asarray(m) / d_c)


def appendix_a(d_c, log_selections):
    """log of all members of the chain in appendix A, from the left side to 2^m."""
    H, log_e = np.asarray(log_selections, dtype=np.float64), np.log2(np.e)
    d_c = np.asarray(d_c, dtype=np.float64)
    inner = np.log2(np.e * np.log2(d_c))
    left = labellings(lemma_7(d_c, H), d_c, H)
    split = H + d_c * inner + d_c * np.log2(1 + (H + 1) / d_c)
    second = log_e + (1 + log_e) * H + d_c * inner
    third = (2 + log_e) * H + d_c * inner
    fourth = (2 + log_e) * H + (d_c + 1) * np.log2(d_c)
    fifth = (d_c + 1) * np.log2(d_c) + np.log2(d_c) * H
    return left, split, second, third, fourth, fifth, lemma_7(d_c, H)
