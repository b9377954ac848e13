"""Theorem 3 of Peleg and Meir (2004) for classifiers that GMEB fits, term by term.

Numbers in brackets are that paper's. B = gamma = 1 as in the paper, and r is the
largest norm seen. sigma_0 is the one that makes the bound least, which favours it: the
theorem asks for it, as for r and the units of features, before the sample is seen.
"""

from typing import NamedTuple

import numpy as np

from pride.bounds import gmeb2004 as bounds
from pride.datasets.synthetic import GENERATORS
from pride.programs.gmeb.certificates import scales
from pride.programs.gmeb.problem import problem
from pride.scores import scores
from pride.seeding import rng_for
from pride.selectors.gmeb_cv import GMEBCV

DELTA = 0.05
FIRST_SCALES = np.geomspace(1e-6, 1, 300)  # sigma_0 over the largest scale
LEAST_NORM = 1e-3  # of samples in the best units, where b does not ask for more
TERMS = "margin_cost", "plus", "minus", *bounds.Remainder._fields


class Classifier(NamedTuple):
    """w.(x - mean) + b, with the sigma of problem (4)."""

    mean: np.ndarray
    w: np.ndarray
    b: float
    sigma: np.ndarray

    def reached(self, X):
        return (X - self.mean) @ self.w + self.b


def fitted(X, y):
    """GMEB with the limits that cross-validation chooses, as in section 4.1."""
    model, mean = GMEBCV().fit(X, y), X.mean(axis=0)
    given = problem(X - mean, y, model.R_plus_, model.R_minus_)
    sigma = np.sqrt(scales(given, model.coef_))
    return Classifier(mean, model.coef_, model.intercept_ + model.coef_ @ mean, sigma)


def error(classifier, X, y):
    """Percent of samples on the wrong side."""
    return 100 * np.mean(bounds.signs(y) * classifier.reached(X) <= 0)


def least_terms(margins, sample, sigma, r):
    """The terms of (2), in the order of TERMS, with the sigma_0 of least sum."""
    best = np.array([np.inf])
    for sigma_0 in FIRST_SCALES * (sigma.max() or 1.0):
        constants = bounds.Constants(1.0, r, 1.0, sigma_0, DELTA)
        steps = bounds.steps(sigma, sigma_0)
        rest = np.array(bounds.remainder(steps, constants)) / np.sqrt(sample.n)
        terms = np.array([*bounds.norm_terms(sample, steps, constants), *rest])
        best = min(best, terms, key=np.sum)
    return np.append(bounds.margin_cost(margins, 1.0).mean(), best)


def samples_needed(terms, n):
    """The n at which (2) falls to 1 with the same classifier, moments and shares.

    All terms but the margin cost are then proportional to 1 / sqrt(n).
    """
    return n * (terms[1:].sum() / (1 - terms[0])) ** 2


def terms_in_units(classifier, sample, X_test, factors):
    """The terms of (2) with features multiplied by factors, scales divided by them.

    The classifier is the same in all units; GMEB finds the same one.
    """
    X, y = (sample[0] - classifier.mean) * factors, sample[1]
    seen = np.vstack([X, (X_test - classifier.mean) * factors])
    r = max(np.linalg.norm(seen, axis=1).max(), abs(classifier.b))
    margins = bounds.signs(y) * classifier.reached(sample[0])
    sigma = np.zeros_like(classifier.sigma)
    np.divide(classifier.sigma, factors, out=sigma, where=factors > 0)
    return least_terms(margins, bounds.sample(X, y), sigma, r)


def best_factors(classifier, X):
    """Factors of features with which the bound of a classifier is about least.

    With factors t, K(sigma) has the factors sqrt(sum_j sigma_j^2 / t_j^2) and about
    sqrt(sum_j v_j t_j^2), whose product is least for t_j^2 = sigma_j / sqrt(v_j). A
    common factor makes norms as small as |b| <= r allows. Features that the classifier
    does not use become zero.
    """
    X = X - classifier.mean
    spread, sigma = np.sqrt(np.square(X).mean(axis=0)), classifier.sigma
    factors = np.zeros_like(sigma)
    np.divide(sigma, spread, out=factors, where=sigma > 0)
    factors = np.sqrt(factors)
    norm = np.linalg.norm(X * factors, axis=1).max()
    return factors * max(abs(classifier.b), LEAST_NORM) / (norm or 1.0)


def of_draw(sample, test):
    """(metric, value) for one training set, in three kinds of units."""
    classifier = fitted(*sample)
    spread = np.sqrt(np.square(sample[0] - classifier.mean).mean(axis=0))
    kinds = {
        "raw": np.ones_like(spread),
        "unit": 1 / np.where(spread > 0, spread, 1.0),
        "best": best_factors(classifier, sample[0]),
    }
    rows = [("bound_test_error", error(classifier, *test))]
    for kind, factors in kinds.items():
        terms = terms_in_units(classifier, sample, test[0], factors)
        names = [f"{kind}_{term}" for term in TERMS]
        rows += zip(names, terms, strict=True)
        rows.append((f"{kind}_bound", terms.sum()))
        rows.append((f"{kind}_samples_needed", samples_needed(terms, len(sample[0]))))
    return rows


def of_large_draw(sample, test, fitted_on):
    """The same where the bound is below 1, in the units of the data only.

    Theorem 3 is about all classifiers, also about one fitted on a part of the sample.
    """
    X, y = sample
    classifier = fitted(X[:fitted_on], y[:fitted_on])
    terms = terms_in_units(classifier, sample, test[0], np.ones(X.shape[1]))
    return [
        ("large_test_error", error(classifier, *test)),
        ("large_bound", terms.sum()),
    ]


def bound_terms(dataset, generator, experiment, repeats, seed):
    """All terms for every number of samples, and how often (2) is violated."""
    draw, options = GENERATORS[generator["name"]], generator["options"]
    fresh, large = {"samples": experiment["test_samples"]}, experiment["large"]
    few = options | {"features": large["features"]}
    rows = []
    for repeat in range(repeats):
        key = seed, dataset, "bound", repeat
        test = draw(rng_for(*key, "test"), **options | fresh)
        for n in experiment["samples"]:
            sample = draw(rng_for(*key, n), **options | {"samples": n})
            rows += [(name, n, repeat, value) for name, value in of_draw(sample, test)]
        n = large["samples"]
        sample = draw(rng_for(*key, "large"), **few | {"samples": n})
        test = draw(rng_for(*key, "large test"), **few | fresh)
        found = of_large_draw(sample, test, large["fitted_on"])
        rows += [(name, n, repeat, value) for name, value in found]
    rows.append(("violations", 0, 0, violations(rows)))
    return scores(dataset, "bound", rows)


def violations(rows):
    """Percent of draws in which the test error exceeds the right-hand side of (2)."""
    found = {(name, n, repeat): value for name, n, repeat, value in rows}
    pairs = {"bound_test_error": "raw_bound", "large_test_error": "large_bound"}
    broken = [
        value / 100 > found[pairs[name], n, repeat]
        for (name, n, repeat), value in found.items()
        if name in pairs
    ]
    return 100 * np.mean(broken)
