"""Sections 1, 2 and 4.3 of Peleg and Meir (2004) on the linear problem.

Is the optimum global and exact, is it unique, and what can few samples tell? Numbers in
brackets are that paper's.
"""

from functools import partial

import numpy as np
from scipy.integrate import quad
from scipy.optimize import linprog
from scipy.stats import norm

from pride.datasets.synthetic import GENERATORS
from pride.programs.gmeb.local import minimum_of_4, start
from pride.programs.gmeb.problem import at_4, problem, to_4
from pride.programs.gmeb.reference import Dual, Optima, recovered
from pride.scores import scores
from pride.seeding import rng_for

BELOW, ABOVE = 1e-6, 1e-2  # relative: below the optimum of (6), and no more optimal
NEARLY = 1e-5  # added to the optimum, for the solver's sake
APART = 0.05  # of optimal classifiers, whose margins are of size one


def percent(found):
    """Share in percent."""
    return 100 * float(np.mean(found))


def centred(X):
    """Features with mean zero and mean square one; units do not matter to GMEB."""
    X = X - X.mean(axis=0)
    return X / np.sqrt(np.square(X).mean(axis=0))


# Abstract: the optimum of (6) is the global one of (4)


def starts(rng, sample, limits, count):
    """Ends of descents on (4) from random starts, relative to the optimum of (6)."""
    X, y = sample
    program, ends = Dual(X, y), []
    for R in limits:
        given, optimum = problem(X, y, R, R), program.solve(R, R).upper
        points = [minimum_of_4(given, start(rng, given)) for _ in range(count)]
        ends += [(point.xi.sum() - optimum) / max(1.0, optimum) for point in points]
    return np.array(ends)


def recovered_objective_difference(sample, limits):
    """Section 1: of (4) at the point recovered by (5), to the optimum of (6)."""
    X, y = sample
    program, worst = Dual(X, y), 0.0
    for R in limits:
        solution = program.solve(R, R)
        given, point = recovered(X, y, R, R, solution)
        value = at_4(given, to_4(point)).objective
        gap = abs(value - solution.objective) / max(1.0, solution.objective)
        worst = max(worst, gap)
    return worst


def non_unique_cells(rng, sample, grid):
    """Section 2: share of cells with optimal classifiers that lie apart.

    In one random direction, and by more than rounding and a nearly optimal objective
    allow: a classifier with another intercept or other weights attains the optimum.
    """
    X, y = sample
    dual, optima = Dual(X, y), Optima(X, y)
    direction = np.append(rng.normal(size=X.shape[1]), 1.0)
    cells = [(plus, minus) for plus in grid for minus in grid]
    least = [dual.solve(*cell).upper + NEARLY for cell in cells]
    pairs = zip(cells, least, strict=True)
    return percent([optima.width(*R, best, direction) > APART for R, best in pairs])


# Section 4.3


def bayes_error():
    """Of the linear problem, in percent, by integration.

    Given the label +1, A = x_1 + 2 x_2 + 3 x_3 is N(14, 14) and B, the same of features
    4 to 6, is N(0, 14), or the other way round. The better label is the sign of
    0.7 sinh(A) + 0.3 sinh(B).
    """
    root = np.sqrt(14)

    def wrong(b, shares, mean):
        """Density of B = b, times the probability that A is too small."""
        too_small = np.arcsinh(-shares[1] / shares[0] * np.sinh(b))
        return norm.pdf(b, mean, root) * norm.cdf((too_small - 14 + mean) / root)

    parts = []
    for mean, share in ((0.0, 0.7), (14.0, 0.3)):
        far = quad(wrong, mean - 60, mean + 60, ((0.7, 0.3), mean), points=[0.0, mean])
        parts.append(share * far[0])
    return 100 * sum(parts)


def separable(X, y):
    """Whether a hyperplane has the classes strictly on its two sides."""
    signed = np.where(y > 0, 1.0, -1.0)[:, None] * np.column_stack([X, np.ones(len(X))])
    found = linprog(
        np.zeros(signed.shape[1]),
        A_ub=-signed,
        b_ub=-np.ones(len(signed)),
        bounds=(None, None),
        method="highs",
    )
    return found.status == 0


def separable_subsets(rng, sample, size, count):
    """Share of random subsets of features on which no training pattern is wrong."""
    X, y = sample
    subsets = [rng.permutation(X.shape[1])[:size] for _ in range(count)]
    return percent([separable(X[:, subset], y) for subset in subsets])


# One function for each method


def samples_of(dataset, generator, repeats, seed, **sizes):
    """A training set for each repeat, and a stream for what is done with it."""
    draw, options = GENERATORS[generator["name"]], generator["options"] | sizes
    for repeat in range(repeats):
        key = seed, dataset, "theory", *options.values(), repeat
        X, y = draw(rng_for(*key), **options)
        yield (centred(X), y), rng_for(*key, "rest")


def descents(chosen, drawn):
    """The ends of all descents, for the size of sample that the experiment states."""
    sizes = {"samples": chosen["samples"], "features": chosen["features"]}
    for sample, rng in drawn(**sizes):
        yield sample, starts(rng, sample, chosen["limits"], chosen["starts"])


def gmeb(experiment, drawn):
    chosen, unique = experiment["descents"], experiment["unique"]
    samples, ends = zip(*descents(chosen, drawn), strict=True)
    gaps = [recovered_objective_difference(s, chosen["limits"]) for s in samples]
    grid, n = np.linspace(*unique["grid"]), unique["samples"]
    shares = [non_unique_cells(rng, s, grid) for s, rng in drawn(samples=n)]
    return [
        ("starts_below_global", 0, 0, percent(np.array(ends) < -BELOW)),
        ("recovered_objective_difference", 0, 0, max(gaps)),
        *(("non_unique_cells", n, repeat, s) for repeat, s in enumerate(shares)),
    ]


def local_search(experiment, drawn):
    ends = [found for _, found in descents(experiment["descents"], drawn)]
    return [("starts_above_global", 0, 0, percent(np.array(ends) > ABOVE))]


def bayes(experiment, drawn):
    return [("error", 0, 0, bayes_error())]


def random_subsets(experiment, drawn):
    chosen, rows = experiment["subsets"], []
    for n in chosen["samples"]:
        for repeat, (sample, rng) in enumerate(drawn(samples=n)):
            share = separable_subsets(rng, sample, chosen["size"], chosen["count"])
            rows.append(("zero_train_error_share", n, repeat, share))
    return rows


METHODS = {f.__name__: f for f in (gmeb, local_search, bayes, random_subsets)}


def linear(method, dataset, generator, experiment, repeats, seed):
    """All of a method; every repeat draws its own training sets.

    Shares of starts are over all repeats together: one counterexample is no chance.
    """
    drawn = partial(samples_of, dataset, generator, repeats, seed)
    return scores(dataset, method, METHODS[method](experiment, drawn))
