"""Theorem 1 of Gilad-Bachrach, Navot and Tishby (2004) on the xor problem.

Features in [-1, 1] lie in a ball of radius sqrt(|F|), as in `bound`.
"""

import numpy as np

from pride.bounds import margin2004 as bounds
from pride.classifiers import nearest_neighbour
from pride.datasets.synthetic import GENERATORS
from pride.protocols.margin2004.bound import fewest_samples, percent
from pride.scores import scores
from pride.seeding import rng_for
from pride.selectors import infogain


def errors_on_sample(sample, test, order, sizes):
    """(metric, at, value) of 1-NN on the first features of an order.

    The rule of theorem 1 knows the sample, so that none of its margins is negative.
    """
    (X, y), (X_test, y_test) = sample, test
    wrong = percent(nearest_neighbour(X, y, X) != y)
    rows = [("samples", 0, len(X)), ("training_error", 0, wrong)]
    for size in sizes:
        F = order[:size]
        found = nearest_neighbour(X[:, F], y, X_test[:, F])
        rows.append(("test_error", size, percent(found != y_test)))
        margins = bounds.hypothesis_margins(X, y, F, leave_one_out=False)
        gamma, _, log_m = fewest_samples(margins, X.shape[1], size, np.sqrt(size))
        rows += [("best_gamma", size, gamma), ("samples_needed", size, np.exp(log_m))]
    return rows


def found_one_by_one(sample, relevant, places):
    """Whether Infogain ranks the relevant features first; ties by shuffled places."""
    X, y = sample
    ranked = places[np.argsort(-infogain.weights(X[:, places], y), kind="stable")]
    return [("found", 0, percent(set(ranked[: len(relevant)]) == set(relevant)))]


def xor(method, dataset, generator, experiment, relevant, repeats, seed):
    """Sections 4 and 5.1: 1-NN and Infogain on the samples of the xor experiment."""
    draw, options = GENERATORS[generator["name"]], generator["options"]
    many, rows = options | {"samples": experiment["test_samples"]}, []
    for repeat in range(repeats):
        sample = draw(rng_for(seed, dataset, "sample", repeat), **options)
        features = np.arange(sample[0].shape[1])
        if method == "one_nn":
            test = draw(rng_for(seed, dataset, "test", repeat), **many)
            order = np.append(relevant, np.setdiff1d(features, relevant))
            found = errors_on_sample(sample, test, order, experiment["sizes"])
        else:
            places = rng_for(seed, dataset, "places", repeat).permutation(features)
            found = found_one_by_one(sample, relevant, places)
        rows += [(metric, at, repeat, value) for metric, at, value in found]
    return scores(dataset, method, rows)
