"""Section 8 of Krupka, Navot and Tishby (2008): meta-features that are compared.

Features have no shifts and one scatter. Meta-features are the (x, y)-location, that is,
where the centre of the inputs lies, or the number of inputs; what is not asked for is
drawn uniformly, anew for every feature.
"""

from typing import NamedTuple

import numpy as np

from pride.features import boolean, draws
from pride.selectors.mufasa import Space

WINDOW = 4  # pixels, around the location
PLACES = 4  # of which the mixture of locations has so many


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
