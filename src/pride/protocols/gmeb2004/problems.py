"""The training and test sets of Tables 1 and 2 of Peleg and Meir (2004).

They do not depend on the method, nor on a reading but for how folds are drawn.
"""

import numpy as np

from pride.datasets.splits import random
from pride.datasets.synthetic import GENERATORS
from pride.protocols.gmeb2004.choice import Problem, parts_of
from pride.seeding import rng_for

PARTS = 10  # of a data set without a partition of its own; n_p of section 4.1


def signs(y):
    """Labels -1 and +1 for 0 and 1."""
    return 2.0 * y - 1.0


def linear_problems(generator, samples, experiment, reading, key):
    """Training sets of some size from a synthetic problem, each with a large test set.

    `key` are the seed and the name of the data set.
    """
    draw, options = GENERATORS[generator["name"]], generator["options"]
    for repeat in range(experiment["repeats"]):
        own = *key, "table_1", samples, repeat
        X, y = draw(rng_for(*own, "sample"), **options | {"samples": samples})
        many = options | {"samples": experiment["test_samples"], "balanced": False}
        fresh, labels = draw(rng_for(*own, "test"), **many)
        parts = parts_of(rng_for(*own, "folds"), y, experiment["folds"], reading)
        yield Problem((X, signs(y)), (fresh, signs(labels)), parts)


def left_out(y, experiment, reading, key):
    """Masks of the test sets: tenths in turn, or all but a random training set."""
    if experiment["train"] is None:
        return parts_of(rng_for(*key, "table_2", "tenths"), y, PARTS, reading)
    streams = [rng_for(*key, "table_2", r) for r in range(experiment["repeats"])]
    tests = [random(stream, len(y), experiment["train"])[1] for stream in streams]
    return [np.isin(np.arange(len(y)), test) for test in tests]


def real_problems(X, y, experiment, reading, key):
    """Training and test sets of a real data set whose labels are 0 and 1."""
    masks = left_out(y, experiment, reading, key)[: experiment["repeats"]]
    for repeat, mask in enumerate(masks):
        stream = rng_for(*key, "table_2", repeat, "folds")
        parts = parts_of(stream, y[~mask], experiment["folds"], reading)
        sample = X[~mask], signs(y[~mask])
        yield Problem(sample, (X[mask], signs(y[mask])), parts)


def standard(X, axis):
    """Mean zero and deviation one along an axis."""
    return (X - X.mean(axis=axis, keepdims=True)) / X.std(axis=axis, keepdims=True)


EDITIONS = {  # of data that the paper takes from another paper, not from its source
    "raw": lambda X: X,
    "standard": lambda X: standard(X, 0),
    "log": np.log,
    "log_standard_samples": lambda X: standard(np.log(X), 1),
    "log_standard": lambda X: standard(standard(np.log(X), 1), 0),
}


def two_classes(y, positive):
    """Labels 0 and 1: those in `positive` are 1; they are as they are if it is None."""
    return y if positive is None else np.isin(y, positive).astype(int)
