"""Images described by patch prototypes (section 5 of Krupka, Navot and Tishby 2008).

Squared distances are measured beforehand; here they become features, images are divided
into training and test parts, and sets of features are tried by the SVM.
"""

from typing import NamedTuple

import numpy as np
from scipy.stats import binom

from pride.programs.multiclass_svm import coefficients, solve, square_weights
from pride.seeding import rng_for

EXACT = 1e-3  # gap of the SVM that classifies test images
SIGNIFICANT = 0.05


class Patches(NamedTuple):
    """Features of all images of the experiment, and what is known of each feature."""

    values: np.ndarray  # float32, images x features
    y: np.ndarray  # categories of the images, numbered from 0
    properties: np.ndarray  # features x meta-features, in the order that hmax has
    pool: np.ndarray  # features cut from images of the categories
    other: np.ndarray  # features cut from other images


class Task(NamedTuple):
    """A split: training and test images, and the pool in random order."""

    patches: Patches
    train: np.ndarray
    test: np.ndarray
    order: np.ndarray

    def values(self, columns, images):
        """Values of some features on some images."""
        return self.patches.values[np.ix_(images, columns)]

    def measure(self, columns, images=None):
        """Values on the training images, or on others, less their mean.

        The SVM has no intercept, and all features are positive.
        """
        X = self.values(columns, self.train if images is None else images)
        return X - X.mean(axis=0)

    @property
    def y(self):
        """Categories of the training images."""
        return self.patches.y[self.train]


def patches(prototypes, blocks, beta):
    """Features exp(-beta d^2) from the smallest squared distances, block by block."""
    values = np.concatenate(blocks, axis=1)
    values *= -np.float32(beta)
    np.exp(values, out=values)
    properties, other = prototypes["properties"], prototypes["other"]
    if values.shape != (len(prototypes["labels"]), len(properties)):
        raise ValueError(
            f"expected distances of {len(prototypes['labels'])} images from "
            f"{len(properties)} prototypes, found {values.shape}; remove the measured "
            "blocks and build them again"
        )
    _, y = np.unique(prototypes["labels"], return_inverse=True)
    places = np.flatnonzero(~other), np.flatnonzero(other)
    return Patches(values, y.astype(np.int64), properties, *places)


def of_each_class(rng, y, count):
    """`count` random members of each class, and the others, both in ascending order."""
    order = rng.permutation(len(y))
    order = order[np.argsort(y[order], kind="stable")]
    starts = np.searchsorted(y[order], np.arange(y.max() + 1))
    rank = np.arange(len(y)) - starts[y[order]]
    return np.sort(order[rank < count]), np.sort(order[rank >= count])


def task(found, key, train):
    """The split of a key, with `train` training images of each category."""
    if np.bincount(found.y).min() <= train:
        raise ValueError(
            f"expected more than {train} images of every category, found "
            f"{np.bincount(found.y).min()}: train with fewer"
        )
    parts = of_each_class(rng_for(*key, "images"), found.y, train)
    return Task(found, *parts, rng_for(*key, "candidates").permutation(found.pool))


def quality(split, columns, experiment, images=None):
    """Squared weights of features, trained together, summed over the categories.

    On the training images or on others (section 5.1).
    """
    images = split.train if images is None else images
    _, y = np.unique(split.patches.y[images], return_inverse=True)
    settings = experiment["C"], experiment["tolerance"]
    return square_weights(coefficients(split.measure(columns, images), y, *settings))


def classified(split, columns, C):
    """Category that the SVM with these features gives each test image, its weights."""
    X = split.values(columns, split.train)
    centre = X.mean(axis=0)
    X = X - centre
    weights = solve(X @ X.T, split.y, C, EXACT).alpha @ X
    outputs = (split.values(columns, split.test) - centre) @ weights.T
    return outputs.argmax(axis=1), weights


def above_chance(right, y):
    """Percent of the categories that are recognised better than by chance."""
    counts = np.bincount(y)
    hits = np.bincount(y, weights=right)
    by_chance = binom.sf(hits - 1, counts, 1 / len(counts))
    return 100 * np.mean(by_chance < SIGNIFICANT)
