"""Table 1 of Li and Lu (2009): are the important features ranked first?

The paper shows one run. Here every repeat draws its own sample, or takes all of Iris,
and shuffles the positions of the features. Sections 2.2, 3.1, 3.2 and 4.3 claim more
of the same three data sets: with noise, with outliers, and of the criterion itself.
"""

from itertools import combinations

import numpy as np
import pandas as pd

from pride.datasets.synthetic import GENERATORS
from pride.protocols.lmba2009.methods import (
    chosen,
    convergence,
    flipped,
    ranked,
    scaled,
    with_outliers,
)
from pride.scores import scores
from pride.seeding import rng_for
from pride.selectors.forward import neighbourhoods
from pride.selectors.lmba import evaluation

RANKERS = "lmba", "simba", "lmba_random_order"
MANY = 10_000  # samples from which a generator's important features are told


def found(order, important):
    """100 if the important features come first, in whatever order, else 0."""
    return 100.0 * (set(order[: len(important)]) == set(important))


def table_1(method, X, y, important, readings, state):
    """(metric, value): whether the important ones are first, and all ranks from 1."""
    order = ranked(method, scaled(X)[0], y, readings, state)
    ranks = [
        (f"rank_of_feature_{feature + 1}", place)
        for place, feature in enumerate(order, start=1)
    ]
    return [("important_first", found(order, important)), *ranks]


def disturbed(method, X, y, experiment, important, readings, state, rng):
    """(metric, at, value) with flipped labels, and with outliers."""
    noise, outliers = experiment["label_noise"], experiment["outliers"]
    (A,), b = scaled(X), flipped(y, noise, rng)
    order = ranked(method, A, b, readings, state)
    rows = [("important_first_label_noise", noise, found(order, important))]
    (A,) = scaled(with_outliers(X, outliers, rng))
    order = ranked(method, A, y, readings, state)
    return [*rows, ("important_first_outliers", outliers, found(order, important))]


def criterion_share(X, y, important, subsets, rng):
    """Section 4.3: percent of other subsets, drawn if many, of larger e(w)."""
    (X,), features = scaled(X), X.shape[1]
    others = [c for c in combinations(range(features), len(important))]
    others = [c for c in others if set(c) != set(important)]
    if len(others) > subsets:
        others = [others[i] for i in rng.permutation(len(others))[:subsets]]

    def loss(chosen):
        return evaluation(X, y, np.isin(np.arange(features), chosen).astype(float))

    least = loss(important)
    return 100 * np.mean([loss(other) > least for other in others])


def without_invader(X, y, k):
    """Section 2.1: percent of samples whose hinge losses are all zero at w = 1.

    The near hit's hinge with the near miss is exactly zero, up to rounding.
    """
    targets, theta = neighbourhoods(X, y, k)
    number = 0
    for i in range(len(X)):
        distances = ((X - X[i]) ** 2).sum(axis=1)
        limit = theta[i] + distances[targets[i][targets[i] >= 0]].max()
        number += not (distances[y != y[i]] < limit * (1 - 1e-12)).any()
    return 100 * number / len(X)


def relevance_over_chance(X, y, important, readings, state):
    """Section 3.2: share of important features that Mitra's keeps, less chance."""
    size = len(important)
    kept = chosen("fsfs", scaled(X)[0], y, [size], readings, state)[size]
    return 100 * (np.isin(important, kept).mean() - size / X.shape[1])


def pair_rank(X, y, important):
    """Rank of two features among all pairs by leave-one-out accuracy of 1-NN."""
    (X,) = scaled(X)

    def right(pair):
        A = X[:, pair]
        distances = ((A[:, None] - A[None]) ** 2).sum(axis=2)
        np.fill_diagonal(distances, np.inf)
        return (y[distances.argmin(axis=1)] == y).sum()

    ours = right(list(important))
    pairs = combinations(range(X.shape[1]), 2)
    return 1 + sum(right(list(pair)) > ours for pair in pairs)


def depends_on_class(X, y):
    """Features whose class means differ by more than chance ever makes them."""
    groups = [X[y == label] for label in np.unique(y)]
    means = np.array([group.mean(axis=0) for group in groups])
    errors = np.array([group.var(axis=0) / len(group) for group in groups])
    apart = np.ptp(means, axis=0) / np.sqrt(errors.max(axis=0))
    return np.flatnonzero(apart > 8)


def facts(sample, generator, important, rng):
    """(metric, repeat, value) of what is said about the data themselves."""
    X, y = sample
    if generator is None:
        rows = [("rank_of_pair_3_4", 0, pair_rank(X, y, important))]
        counts = enumerate(np.bincount(y))
        return rows + [("patterns_per_class", label, n) for label, n in counts]
    options = generator["options"] | {"samples": MANY}
    X, y = GENERATORS[generator["name"]](rng, **options)
    rows = [("important_features", 0, len(depends_on_class(X, y)))]
    if generator["name"] == "lmba_multiclass":
        signs = X[:, :2] > 0
        rule = [int(f"{a:d}{b:d}", 2) for a, b in signs]  # bin2dec(num2str(...))
        rows.append(("label_disagreements", 0, np.sum(rule != y)))
    return rows


def of_one_method(method, sample, experiment, important, readings, keys):
    """All rows of (metric, at, value) that one repeat has of one ranker."""
    (X, y), (state, rng) = sample, keys
    rows = []
    if method != "lmba_k1":
        rows = [
            (name, 0, v)
            for name, v in table_1(method, X, y, important, readings, state)
        ]
    rows += disturbed(method, X, y, experiment, important, readings, state, rng)
    if method == "lmba":
        (A,), subsets = scaled(X), experiment["subsets"]
        rows.append(
            ("convergence_correlation", 0, convergence(method, A, y, readings, state))
        )
        share = criterion_share(X, y, important, subsets, rng)
        rows.append(("criterion_prefers_important", 0, share))
        k = readings["lmba"]["n_neighbors"]
        rows.append(("samples_without_impostor", 0, without_invader(A, y, k)))
    return rows


def ranking(X, y, dataset, generator, experiment, readings, repeats, seed):
    """Table 1 and what else is claimed of its data sets, all methods in one table."""
    important = experiment["important"][dataset]
    rows = {m: [] for m in (*RANKERS, "lmba_k1", "fsfs", "truth")}
    for repeat in range(repeats):
        sample = X.astype(np.float64), y
        if generator is not None:
            rng = rng_for(seed, dataset, "sample", repeat)
            sample = GENERATORS[generator["name"]](rng, **generator["options"])
        state = int(rng_for(seed, dataset, "places", repeat).integers(2**31))
        for method in (*RANKERS, "lmba_k1"):
            keys = state, rng_for(seed, dataset, "noise", repeat)
            measured = of_one_method(
                method, sample, experiment, important, readings, keys
            )
            rows[method] += [(name, at, repeat, v) for name, at, v in measured]
        value = relevance_over_chance(*sample, important, readings, state)
        rows["fsfs"].append(("relevance_over_chance", 0, repeat, value))
    about = facts((X, y), generator, important, rng_for(seed, dataset, "facts"))
    rows["truth"] = [(metric, 0, repeat, value) for metric, repeat, value in about]
    return pd.concat([scores(dataset, method, found) for method, found in rows.items()])
