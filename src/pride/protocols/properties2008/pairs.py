"""Figure 8 of Krupka, Navot and Tishby (2008): 9 against 4, by choice of meta-features.

The SVM has an intercept, without which nothing could be told of images on which none of
a few features is 1. `at` is the number of features.
"""

import numpy as np
import pandas as pd
from scipy.stats import spearmanr

from pride.datasets.splits import folds
from pride.features import boolean
from pride.protocols.properties2008 import images
from pride.protocols.properties2008.images import Task
from pride.protocols.properties2008.single import about_single_features, redundant
from pride.protocols.properties2008.tables import scores_by_method
from pride.protocols.properties2008.ways import ways
from pride.scores import COLUMNS
from pride.seeding import rng_for
from pride.selectors.mufasa import mufasa

REDUNDANT_REPEATS = 20


def task_of(pixels, y, key, experiment):
    """A training set of the two digits, and other images of them for the test."""
    order = rng_for(*key, "images").permutation(len(y))
    train = order[: experiment["samples"]]
    test = order[len(train) : len(train) + experiment["test_samples"]]
    halves = folds(rng_for(*key, "halves"), y[train], 2, stratified=True)
    parts = boolean.pack(pixels[train].T), y[train], halves
    rest = boolean.pack(pixels[test].T), y[test], experiment["image"], experiment["C"]
    return Task(*parts, *rest, intercept=True)


def searched(task, way, method, size, key, experiment):
    """The set of `size` features that Mufasa selects, with its bits."""

    def draw(step, u):
        rng = rng_for(*key, method, "features", size, step, *u)
        features = way.draw(rng, u, size)
        return features, images.values_on(task, features)

    def near(step, u):
        rng = rng_for(*key, method, "near", size, step)
        return way.space.near(rng, u, experiment["noise"])

    start = way.space.anywhere(rng_for(*key, method, "start", size), 1)[0]
    steps = 1 if method == "random_features" else experiment["steps"]
    quality = lambda F: images.quality(task, F[1])  # noqa: E731
    return mufasa(start, draw, quality, near, steps).best


def redundant_errors(task, key, experiment):
    """Errors with some of the redundant features; none where there are too few."""
    features, values = redundant(task, key, experiment)
    if len(features) < max(experiment["redundant"]):
        return []
    rows = []
    for n in experiment["redundant"]:
        error = images.test_error(task, features.take(slice(0, n)), values[:n])
        rows.append(("redundant_features", "error_9_vs_4", n, error))
    return rows


def one_repeat(task, key, experiment):
    """(method, metric, at, value) of one training set."""
    compared, rows = ways(experiment), []
    compared["random_features"] = compared["rand_search"]
    for method, way in compared.items():
        for size in experiment["sizes"]:
            chosen = searched(task, way, method, size, key, experiment)
            error = images.test_error(task, *chosen)
            rows.append((method, "error_9_vs_4", size, error))
    single = about_single_features(task, experiment, key)
    return rows + [(method, metric, 0, value) for method, metric, value in single]


def excess_trends(table):
    """Of each repeat: whether location loses to number of inputs with more features."""
    errors = table[table["metric"] == "error_9_vs_4"]
    errors = errors.pivot(index=["repeat", "at"], columns="method", values="value")
    excess = errors["mufasa_location"] - errors["mufasa_num_inputs"]
    for repeat, line in excess.dropna().unstack("at").iterrows():
        trend = spearmanr(np.arange(len(line)), line).statistic
        yield "mufasa_location", "excess_error_trend", 0, repeat, float(trend)


def pairs(X, y, dataset, train, image, experiment, repeats, seed):
    """Section 8: all methods on the same training sets, one table."""
    digits = experiment["digits"]
    mine = np.isin(y[:train], digits)
    pixels = np.greater_equal(X[:train][mine], experiment["threshold"])
    labels = (y[:train][mine] == digits[0]).astype(np.int64)
    experiment, rows = experiment | {"image": tuple(image)}, []
    for repeat in range(repeats):
        key = seed, dataset, "pairs", repeat
        task = task_of(pixels, labels, key, experiment)
        found = one_repeat(task, key, experiment)
        if repeat < REDUNDANT_REPEATS:
            found += redundant_errors(task, key, experiment)
        rows += [(*row[:3], repeat, row[3]) for row in found]
    rows += excess_trends(pd.DataFrame(rows, columns=COLUMNS[1:]))
    return scores_by_method(dataset, rows)
