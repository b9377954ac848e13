"""What section 6.2 states of Boolean features as such."""

from math import comb

import numpy as np
import pandas as pd

from pride.features import boolean, draws
from pride.features.boolean import MOST_INPUTS, Features
from pride.protocols.properties2008.images import SPACE
from pride.scores import scores
from pride.seeding import rng_for

COUNT = 400  # features of each shiftInvLen, in every repeat
SAMPLES = 2000  # images


def and_terms(shift, image):
    """Images of one white pixel on which a feature of one input is 1: one a term."""
    pixels = np.eye(image[0] * image[1], dtype=bool)
    one = np.zeros((1, MOST_INPUTS), dtype=bool)
    place = np.zeros((1, MOST_INPUTS, 2), dtype=np.int64)
    feature = Features(place, one, np.array([1]), np.array([shift]))
    values = boolean.evaluate(feature, boolean.pack(pixels), image[1])
    return int(boolean.unpack(values, len(pixels)).sum())


def correlations(a, b):
    """Of two Boolean arrays, row by row; rows that are constant are left out."""
    a, b = (x - x.mean(axis=1, keepdims=True) for x in (a, b))
    length = np.sqrt((a**2).sum(axis=1) * (b**2).sum(axis=1))
    return ((a * b).sum(axis=1) / np.where(length > 0, length, 1))[length > 0]


def shift_stability(rng, pixels, image, shift):
    """Mean correlation of features on images and on the images one pixel to the right.

    Images are padded with what leaves them on the other side, which is empty.
    """
    metas = SPACE.anywhere(rng, COUNT)
    metas[:, draws.NAMES.index("shift_inv_len")] = shift
    features = draws.draw(rng, metas, image)
    moved = np.roll(pixels.reshape(-1, *image), 1, axis=2).reshape(pixels.shape)
    here, there = (
        boolean.unpack(
            boolean.evaluate(features, boolean.pack(x.T), image[1]), len(pixels)
        )
        for x in (pixels, moved)
    )
    return correlations(here, there).mean()


def candidates_log10(pixels):
    """log10 of all choices of up to 8 pixels, of their negations and of 8 shifts."""
    sets = sum(comb(pixels, k) * 2**k for k in range(1, MOST_INPUTS + 1))
    return float(np.log10(float(8 * sets)))


def facts(X, dataset, train, image, experiment, repeats, seed):
    """Section 6.2 and footnotes 5 and 9, of the features; sizes of the data set."""
    shifts, image = np.arange(1, 9), tuple(image)
    prices = boolean.cost(shifts)
    rows = [
        ("and_terms", 2, 0, and_terms(2, image)),
        ("candidates_log10", 0, 0, candidates_log10(image[0] * image[1])),
        ("cost_location_correlation", 0, 0, np.corrcoef(prices, shifts**2)[0, 1]),
        ("cost_spread", 1, 0, np.ptp(boolean.cost(np.ones(100, dtype=int)))),
    ]
    for repeat in range(repeats):
        key = seed, dataset, "stability", repeat
        chosen = rng_for(*key, "images").permutation(train)[:SAMPLES]
        pixels = np.greater_equal(X[chosen], experiment["threshold"])
        for shift in shifts:
            rng = rng_for(*key, "features", shift)
            stable = shift_stability(rng, pixels, image, shift)
            rows.append(("shift_stability", shift, repeat, stable))
    sizes = [("image_side", 0, 0, image[0]), ("test_instances", 0, 0, len(X) - train)]
    tables = scores(dataset, "boolean_features", rows), scores(dataset, "truth", sizes)
    return pd.concat(tables, ignore_index=True)
