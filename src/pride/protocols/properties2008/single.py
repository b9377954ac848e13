"""Section 8 of Krupka, Navot and Tishby (2008): how good and how alike features are."""

from itertools import product

import numpy as np
import pandas as pd

from pride.features import boolean, draws
from pride.protocols.properties2008 import images
from pride.protocols.properties2008.features import correlations
from pride.protocols.properties2008.ways import WINDOW, anywhere, ways
from pride.seeding import rng_for

TRIED = 400  # features, each of which may be the centre of redundant ones
ALIKE = 0.9  # correlation of features that are called redundant


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
