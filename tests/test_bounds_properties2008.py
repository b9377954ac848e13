"""Theorems and lemmas of properties2008 against literal transcriptions."""

from math import comb, e, log, log2, sqrt

import numpy as np
import pytest
from numpy.testing import assert_allclose

from pride.bounds import properties2008 as bounds


def literal_theorem_4(error, m, d, gamma, delta, J, values):
    g = min(J * log(2), log(J * values))
    inside = d * log(34 * e * m / d) * log2(578 * m) + log(8 / (gamma * delta)) + g
    return error + sqrt(2 / m * inside)


@pytest.mark.parametrize("J, values", [(3, 1000), (50, 1000), (50, 10**9)])
def test_theorem_4(J, values):
    arguments = 0.1, 5000, 40, 0.3, 0.05, J, values
    assert_allclose(bounds.theorem_4(*arguments), literal_theorem_4(*arguments), 1e-12)


def test_theorem_5_is_theorem_4_without_selection():
    wanted = literal_theorem_4(0.1, 5000, 40, 0.3, 0.05, 1, 1)
    assert_allclose(bounds.theorem_5(0.1, 5000, 40, 0.3, 0.05), wanted, 1e-12)


def test_infinitely_many_values_leave_lemma_2():
    assert_allclose(bounds.g(50), 50 * log(2), 1e-12)
    assert_allclose(bounds.lemma_2(50), 49 * log(2), 1e-12)
    assert_allclose(bounds.g(50, 1200), log(50 * 1200), 1e-12)


def test_theorem_8_and_its_lemmas():
    assert_allclose(bounds.lemma_6(5, 100), log2((e * 100 / 5) ** 5), 1e-12)
    assert_allclose(bounds.lemma_7(20, 30.0), (20 + 30 + 1) * log2(20), 1e-12)
    wanted = (20 + 5 * log2(e * 100 / 5) + 1) * log2(20)
    assert_allclose(bounds.theorem_8(20, 5, 100), wanted, 1e-12)


@pytest.mark.parametrize("N, n", [(12, 5), (30000, 600), (10**12, 50), (10**9, 600)])
def test_equation_1(N, n):
    wanted = (n + 1 + log2(comb(N, n)) + 1) * log2(max(n + 1, 11))
    if n + 1 >= 11:
        assert_allclose(bounds.equation_1(n + 1, N, n), wanted, 1e-9)
    assert_allclose(bounds.log_choose(N, n), log2(comb(N, n)), 1e-9)


def test_the_slip_of_section_7_1():
    n, J = 988, 50
    assert bounds.direct_term_as_printed(n, J) == pytest.approx(375000, abs=500)
    assert bounds.direct_term(n, np.log(n) + J * np.log(2)) == pytest.approx(
        41054, 1e-3
    )


def test_the_chain_of_appendix_a_word_for_word():
    """Small numbers, in powers and not in logarithms."""
    d, H = 11, 4.0
    m = (d + log2(H) + 1) * log2(d)
    members = [
        H * (e * m / d) ** d,
        H * (e * log2(d)) ** d * (1 + (log2(H) + 1) / d) ** d,
        e * H ** (1 + log2(e)) * (e * log2(d)) ** d,
        H ** (2 + log2(e)) * (e * log2(d)) ** d,
        H ** (2 + log2(e)) * d ** (d + 1),
        d ** (d + 1) * H ** log2(d),
        2**m,
    ]
    found = [float(member) for member in bounds.appendix_a(d, log2(H))]
    assert_allclose(found, np.log2(members), 1e-12)
    assert (np.diff(found) >= -1e-9).all()


def test_what_is_not_covered_is_told():
    with pytest.raises(ValueError, match="d_c of at least 11"):
        bounds.lemma_7(10, 1.0)
    with pytest.raises(ValueError, match="N of at least d_s"):
        bounds.lemma_6(10, 5)
    with pytest.raises(ValueError, match="at most 34 m"):
        bounds.theorem_5(0, 10, 1000, 1, 0.05)
