"""Section 8 and figure 8 of Krupka, Navot and Tishby (2008): 9 against 4.

Features have no shifts and one scatter. Meta-features are the (x, y)-location, that is,
where the centre of the inputs lies, or the number of inputs; what is not asked for is
drawn uniformly, anew for every feature. The SVM has an intercept, without which nothing
could be told of images on which none of a few features is 1. `at` is the number of
features.
"""

from itertools import product
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy.stats import spearmanr

from pride.datasets.splits import folds
from pride.features import boolean, draws
from pride.protocols.properties2008 import images
from pride.protocols.properties2008.features import correlations
from pride.protocols.properties2008.images import Task
from pride.scores import scores
from pride.seeding import rng_for
from pride.selectors.mufasa import Space, mufasa

WINDOW = 4  # pixels, around the location
PLACES = 4  # of which the mixture of locations has so many
TRIED = 400  # features, each of which may be the centre of redundant ones
REDUNDANT_REPEATS = 20
ALIKE = 0.9  # correlation of features that are called redundant


class Way(NamedTuple):
    """A choice of meta-features: their space, and features from (stream, u, count)."""

    space: Space
    draw: object


def space(low, high, dimensions=1):
    """Whole numbers from low to high."""
    ones = np.ones(dimensions)
    return Space(low * ones, high * ones, ones)


def anywhere(rng, count, experiment, inputs=None):
    """Features of any negations and place, of given or any numbers of inputs."""
    if inputs is None:
        inputs = rng.integers(1, boolean.MOST_INPUTS + 1, count)
    percent = rng.integers(0, 101, count)
    rest = np.ones(count), np.full(count, float(experiment["scatter"]))
    metas = np.column_stack([np.broadcast_to(inputs, count), percent, *rest])
    return draws.draw(rng, metas, experiment["image"])


def around(rng, u, count, experiment):
    """Features in a window around one of the locations in u."""
    features = anywhere(rng, count, experiment)
    locations = np.reshape(u, (-1, 2))[rng.integers(len(u) // 2, size=count)]
    offsets = rng.integers(-(WINDOW // 2), WINDOW - WINDOW // 2, size=(count, 2))
    return draws.place(features, locations + offsets, experiment["image"])


def ways(experiment):
    """The meta-features that figure 8 compares."""
    last = max(experiment["image"]) - 1
    return {
        "mufasa_location": Way(
            space(0.0, last, 2), lambda rng, u, n: around(rng, u, n, experiment)
        ),
        "mufasa_num_inputs": Way(
            space(1.0, boolean.MOST_INPUTS),
            lambda rng, u, n: anywhere(rng, n, experiment, u[0]),
        ),
        "mufasa_location_mixture": Way(
            space(0.0, last, 2 * PLACES),
            lambda rng, u, n: around(rng, u, n, experiment),
        ),
        "rand_search": Way(
            space(0.0, 1.0), lambda rng, u, n: anywhere(rng, n, experiment)
        ),
    }


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


def at_location(task, rng, location, count, experiment):
    """Features of 8 negated inputs at one location, that is, of no ink there; bits."""
    metas = np.tile([8.0, 0.0, 1.0, experiment["scatter"]], (count, 1))
    features = draws.draw(rng, metas, task.image)
    features = draws.place(features, np.tile(location, (count, 1)), task.image)
    return features, images.values_on(task, features)


def redundant(task, key, experiment):
    """Features that are all correlated above 0.9 with one another, in random order.

    At the location where most is to be told, the feature that has most others like it,
    and of these, from the most similar on, all that are like all before.
    """
    rng, across = rng_for(*key, "redundant"), range(2, min(task.image), 3)
    told = {}
    for place in product(across, across):
        _, bits = at_location(task, rng, place, 50, experiment)
        told[place] = images.information(bits, task.y).mean()
    best, count = max(told, key=told.get), 2 * experiment["pool"]
    pool, bits = at_location(task, rng, best, count, experiment)
    values = boolean.unpack(bits, len(task.y))
    columns = values - values.mean(axis=1, keepdims=True, dtype=np.float32)
    lengths = np.linalg.norm(columns, axis=1, keepdims=True)
    columns /= np.where(lengths > 0, lengths, 1)
    some = columns[:TRIED]
    centre = some[(columns @ some.T > ALIKE).sum(axis=0).argmax()]
    similar = columns @ centre
    chosen = []
    for i in np.argsort(-similar, kind="stable")[: (similar > ALIKE).sum()]:
        if (columns[chosen] @ columns[i] > ALIKE).all():
            chosen.append(i)
    chosen = rng.permutation(chosen)
    return pool.take(chosen), bits[chosen]


def redundant_errors(pixels, y, key, experiment):
    """Errors with some of the redundant features; none where there are too few."""
    task = task_of(pixels, y, key, experiment)
    features, values = redundant(task, key, experiment)
    sizes = [
        n
        for n in experiment["redundant"]
        if max(experiment["redundant"]) <= len(features)
    ]
    errors = [
        images.test_error(task, features.take(slice(0, n)), values[:n]) for n in sizes
    ]
    return [
        ("redundant_features", "error_9_vs_4", n, e)
        for n, e in zip(sizes, errors, strict=True)
    ]


def explained(quality, groups):
    """Percent of the variance of quality that lies between the groups."""
    table = pd.Series(quality).groupby(groups)
    between = (table.size() * (table.mean() - quality.mean()) ** 2).sum()
    return 100 * between / ((quality - quality.mean()) ** 2).sum()


def about_single_features(task, experiment, key):
    """How much the meta-features tell of Infogain, and how alike features are.

    A location is one of the windows that cover the image without overlap. Two features
    with the same value of a meta-feature are drawn, for many values.
    """
    pool = anywhere(rng_for(*key, "pool"), experiment["pool"], experiment)
    quality = images.information(images.values_on(task, pool), task.y)
    window = boolean.centres(pool) // WINDOW @ [1000, 1]
    rows = [
        ("mufasa_location", "quality_explained", explained(quality, window)),
        ("mufasa_num_inputs", "quality_explained", explained(quality, pool.inputs)),
    ]
    for method, way in ways(experiment).items():
        if method == "mufasa_location_mixture":
            continue
        rng, both = rng_for(*key, method, "two"), []
        for u in way.space.anywhere(rng, 300):
            both.append(images.values_on(task, way.draw(rng, u, 8)))
        columns = boolean.unpack(np.concatenate(both), len(task.y))
        alike = np.abs(correlations(columns[0::2], columns[1::2])).mean()
        rows.append((method, "redundancy", alike))
    return rows


def trend(values):
    """Rank correlation of values with their positions."""
    return float(spearmanr(np.arange(len(values)), values).statistic)


def one_repeat(pixels, y, key, experiment):
    """(method, metric, at, value) of one training set."""
    task, rows = task_of(pixels, y, key, experiment), []
    for method, way in ways(experiment).items():
        for size in experiment["sizes"]:
            chosen = searched(task, way, method, size, key, experiment)
            error = images.test_error(task, *chosen)
            rows.append((method, "error_9_vs_4", size, error))
    random = ways(experiment)["rand_search"]
    for size in experiment["sizes"]:
        chosen = searched(task, random, "random_features", size, key, experiment)
        error = images.test_error(task, *chosen)
        rows.append(("random_features", "error_9_vs_4", size, error))
    single = about_single_features(task, experiment, key)
    return rows + [(method, metric, 0, value) for method, metric, value in single]


def pairs(X, y, dataset, train, image, experiment, repeats, seed):
    """Section 8: all methods on the same training sets, one table."""
    digits = experiment["digits"]
    mine = np.isin(y[:train], digits)
    pixels = np.greater_equal(X[:train][mine], experiment["threshold"])
    labels = (y[:train][mine] == digits[0]).astype(np.int64)
    experiment = experiment | {"image": tuple(image)}
    rows = []
    for repeat in range(repeats):
        key = seed, dataset, "pairs", repeat
        found = one_repeat(pixels, labels, key, experiment)
        if repeat < REDUNDANT_REPEATS:
            found += redundant_errors(pixels, labels, key, experiment)
        rows += [(*row[:3], repeat, row[3]) for row in found]
    table = pd.DataFrame(rows, columns=["method", "metric", "at", "repeat", "value"])
    errors = table[table["metric"] == "error_9_vs_4"]
    errors = errors.pivot(index=["repeat", "at"], columns="method", values="value")
    excess = errors["mufasa_location"] - errors["mufasa_num_inputs"]
    excess = excess.dropna().unstack("at")
    trends = [
        ("mufasa_location", "excess_error_trend", 0, repeat, trend(line))
        for repeat, line in excess.iterrows()
    ]
    table = pd.concat([table, pd.DataFrame(trends, columns=table.columns)])
    parts = [
        scores(
            dataset,
            method,
            part[["metric", "at", "repeat", "value"]].to_numpy().tolist(),
        )
        for method, part in table.groupby("method")
    ]
    return pd.concat(parts, ignore_index=True)
