"""What Krupka, Navot and Tishby (2008) state for all data, above all in section 7.

One table for all methods, as most are a line or two of a bound.
"""

from itertools import combinations, product
from math import comb

import numpy as np
import pandas as pd

from pride.bounds import properties2008 as bounds
from pride.features import draws
from pride.protocols.properties2008 import dimensions, listings, searches
from pride.scores import scores
from pride.selectors.infogain import mutual_information

SAMPLES, STEPS = 2000, 50  # m and J of section 6.2
FEATURES = 600  # "about 600 features" at a budget of 3000
CANDIDATES = 50 * FEATURES  # the pool of section 6.2
AS_PRINTED = 988  # the n at which J n ln 2n is the 375000 of section 7.1
META, BINARY = 4, 3  # meta-features of examples 2 and 3
GAMMA, DELTA = 1.0, 0.05
N_AXIS = np.geomspace(2 * FEATURES, 1e18, 60)
M_AXIS = np.geomspace(1e3, 1e9, 61)


def log_candidates(n):
    """ln N for N = n 2^J, as section 7.1 puts it."""
    return np.log(n) + STEPS * np.log(2)


def error_bound(m, selection):
    """Theorem 4 for a training error of zero and linear classifiers of n features."""
    return bounds.theorem_5(0.0, m, FEATURES, GAMMA, DELTA, selection)


def about_mufasa(repeats, seed):
    """Rows about Mufasa and its bound."""
    values, chance = draws.count_of_values(), lambda name: (seed, "theory", name)
    counted = {
        "identical_runs": (searches.identical_run, np.mean),
        "lemma1_violations": (searches.lemma1_violations, np.sum),
        "lemma2_violations": (searches.lemma2_violations, np.sum),
        "candidate_excess": (searches.candidate_excess, np.max),
        "theorem4_violations": (searches.theorem4_violations, np.mean),
    }
    rows = [
        (name, 0, 0, over([count((*chance(name), r)) for r in range(repeats)]))
        for name, (count, over) in counted.items()
    ]
    slope = np.diff(bounds.g(np.array([49, 51]), values)) / np.log(51 / 49)
    grid = np.meshgrid([100, 1e4], [1, 50], [0.1, 1], [0.01, 0.1], [2, 1e6, 1e300])
    m, d, gamma, delta, sets = grid
    union = bounds.theorem_5(0, m, d, gamma, delta / sets)
    union = union - bounds.theorem_5(0, m, d, gamma, delta, np.log(sets))
    term = bounds.g(STEPS, values)
    over_candidates = [error_bound(SAMPLES, term) for _ in (1e3, 1e6, 1e30)]  # no N
    return [
        *rows,
        ("g_slope_in_ln_j", STEPS, 0, slope.item()),
        ("union_residual", 0, 0, np.abs(union).max()),
        ("bound_change_with_candidates", 0, 0, np.ptp(over_candidates)),
        ("selection_term", STEPS, 0, term),
        ("error_bound", SAMPLES, 0, error_bound(SAMPLES, term)),
        *(("error_bound_over_m", m, 0, error_bound(m, term)) for m in M_AXIS),
    ]


def about_selection():
    """Rows about direct selection and about examples 1 to 3, by method."""
    direct = bounds.direct_term(FEATURES, log_candidates(FEATURES))
    printed = bounds.direct_term(AS_PRINTED, log_candidates(AS_PRINTED))
    ratio = log_candidates(FEATURES) / (STEPS * np.log(2))
    d_c, order = FEATURES + 1, dimensions.order_ratios()
    joint = {
        "direct_selection": lambda N: bounds.equation_1(d_c, N, FEATURES),
        "linear_selection": lambda N: bounds.theorem_8(d_c, META + 1, N),
        "binary_selection": lambda N: bounds.theorem_8(d_c, 2**BINARY, N),
    }
    rows = {
        method: [
            ("joint_vc_bound", FEATURES, 0, float(bound(CANDIDATES))),
            ("order_ratio", 0, 0, order[method]),
            *(("joint_vc_over_candidates", N, 0, float(bound(N))) for N in N_AXIS),
        ]
        for method, bound in joint.items()
    }
    rows["direct_selection"] += [
        ("error_bound", SAMPLES, 0, error_bound(SAMPLES, direct)),
        ("ln_n_over_j_ln2", STEPS, 0, ratio),
        ("selection_term", STEPS, 0, printed),
        *(("error_bound_over_m", m, 0, error_bound(m, direct)) for m in M_AXIS),
    ]
    as_printed = bounds.direct_term_as_printed(AS_PRINTED, STEPS)
    rows["direct_selection_as_printed"] = [("selection_term", STEPS, 0, as_printed)]
    linear, classifier = (listings.linear_vc_dimension(k) for k in (META, 10))
    rows["linear_selection"].append(("vc_dimension", META, 0, linear))
    rows["linear_classifier"] = [("vc_dimension", 10, 0, classifier)]
    binary = listings.binary_vc_dimension(BINARY)
    rows["binary_selection"].append(("vc_dimension", BINARY, 0, binary))
    return rows


def about_lemmas():
    """ln of the number of hypotheses by lemmas 1 and 2."""
    values = draws.count_of_values()
    number = {"lemma_1": lambda J: bounds.lemma_1(J, values), "lemma_2": bounds.lemma_2}
    return {
        method: [("log_hypotheses", J, 0, count(J)) for J in (5, STEPS)]
        for method, count in number.items()
    }


def about_the_bound(repeats, seed):
    """Section 7.2 and appendix A, and theorem 5 on samples."""
    counted = [
        listings.restricted_vc_violations,
        listings.lemma6_violations,
        dimensions.lemma7_violations,
        dimensions.smallest_dc,
        dimensions.step2_violations,
        dimensions.step3_violations,
        dimensions.trivial_case_violations,
        dimensions.step4_violations,
        dimensions.step5_violations,
        dimensions.step6_residual,
        dimensions.growth_violations,
        dimensions.theorem8_violations,
        dimensions.substitution_residual,
    ]
    keys = [(seed, "theory", "theorem_5", repeat) for repeat in range(repeats)]
    failed = np.mean([searches.theorem5_violations(key) for key in keys])
    rows = [(count.__name__, 0, 0, count()) for count in counted]
    return [*rows, ("theorem5_violations", 0, 0, failed)]


def parity_information():
    """Bits that one of two fair inputs tells of their parity."""
    inputs = np.array(list(product([0, 1], repeat=2)))
    parity = inputs.sum(axis=1) % 2
    counts = np.zeros((2, 2, 2), dtype=int)
    for feature in range(2):
        np.add.at(counts, (inputs[:, feature], parity, feature), 1)
    return float(np.abs(mutual_information(counts)).max())


def product_and_mismatches(most=8):
    """Binary vectors of up to `most` pixels whose product is not their AND."""
    vectors = (x for p in range(1, most + 1) for x in product([0, 1], repeat=p))
    return sum(int(np.prod(x)) != int(all(x)) for x in vectors)


def kernel_residual(pixels=8):
    """(1 + x.z)^k against the weighted sum of all products of up to k pixels, relative.

    The product over a set of s pixels occurs as often as words of length k over s + 1
    letters use each of the s at least once, which must be more than never.
    """
    vectors = np.array(list(product([0, 1], repeat=pixels)))[:: 2**pixels // 32]
    worst = 0.0
    for k in range(1, pixels + 1):
        total = np.zeros((len(vectors), len(vectors)))
        for s in range(k + 1):
            words = sum((-1) ** j * comb(s, j) * (s + 1 - j) ** k for j in range(s + 1))
            if words <= 0:
                return np.inf
            for chosen in combinations(range(pixels), s):
                products = vectors[:, list(chosen)].prod(axis=1)
                total += words * np.outer(products, products)
        kernel = (1.0 + vectors @ vectors.T) ** k
        worst = max(worst, np.abs(total / kernel - 1).max())
    return float(worst)


def theory(repeats, seed):
    """All that is stated without data, one table."""
    rows = {
        "mufasa": about_mufasa(repeats, seed),
        "bound": about_the_bound(repeats, seed),
        "infogain": [("parity_information", 2, 0, parity_information())],
        "poly_svm": [
            ("product_and_mismatches", 0, 0, product_and_mismatches()),
            ("kernel_residual", 0, 0, kernel_residual()),
        ],
        **about_selection(),
        **about_lemmas(),
    }
    tables = [scores("theory", method, found) for method, found in rows.items()]
    return pd.concat(tables, ignore_index=True)
