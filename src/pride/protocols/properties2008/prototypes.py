"""Section 5: images of the experiment, and prototypes cut from others.

Prototypes are cut from images that are set aside, so that no image is trained on or
tested on of which a prototype was cut; the paper does not say.
"""

from typing import NamedTuple

import numpy as np
import pandas as pd

from pride.features.hmax import maps
from pride.features.hmax.prototypes import BAND, Prototypes, cut, properties
from pride.scores import scores
from pride.seeding import rng_for


class Division(NamedTuple):
    """Which images serve for what, as numbers of the data set's images."""

    sources: np.ndarray  # prototypes are cut from these
    background: np.ndarray  # and from these, which show no object
    images: np.ndarray  # trained on or tested on
    labels: np.ndarray  # of `images`
    categories: list


def images_in(arrays, image):
    """All images of a data set, of one shape or of one height and any width."""
    if "X" in arrays:
        return [row.reshape(image) for row in arrays["X"]]
    pixels, widths = arrays["pixels"], arrays["widths"]
    height = len(pixels) // widths.sum()
    parts = np.split(pixels, np.cumsum(height * widths)[:-1])
    return [part.reshape(height, -1) for part in parts]


def divide(y, classes, setting, key):
    """Draw the images of each part; `key` is the seed and the data set."""
    names = list(classes)
    hidden = setting.get("background", {}).get("class")
    categories = [name for name in names if name != hidden]
    sources, images, labels = [], [], []
    for label, name in enumerate(categories):
        own = np.flatnonzero(y == names.index(name))
        own = rng_for(*key, "images", name).permutation(own)
        if len(own) < setting["sources"] + 2:
            raise ValueError(
                f"Expected more than {setting['sources'] + 1} images of {name}, to cut "
                f"from, to train on and to test on, found {len(own)}: ask for fewer "
                "sources."
            )
        sources.append(own[: setting["sources"]])
        images.append(np.sort(own[setting["sources"] :][: setting["images"]]))
        labels.append(np.full(len(images[-1]), label))
    background = np.array([], dtype=np.int64)
    if hidden:
        background = np.flatnonzero(y == names.index(hidden))
        background = rng_for(*key, "images", hidden).permutation(background)
        background = background[: setting["background"]["sources"]]
    drawn = map(np.concatenate, (sources, images, labels))
    sources, images, labels = drawn
    return Division(sources, background, images, labels, categories)


def cut_from(pictures, which, sizes, number, rng):
    """Prototypes from some of the pictures, numbered as these are."""
    found = cut(rng, [maps.c1(pictures[i])[BAND] for i in which], sizes, number)
    return found._replace(image=which[found.image])


def pool(pictures, division, sizes, setting, key):
    """All prototypes, those of the background last."""
    drawn = [(division.sources, setting["prototypes"], "prototypes")]
    if "background" in setting:
        number = setting["background"]["prototypes"]
        drawn.append((division.background, number, "background"))
    parts = [
        cut_from(pictures, which, sizes, number, rng_for(*key, name))
        for which, number, name in drawn
    ]
    return Prototypes(*map(np.concatenate, zip(*parts, strict=True)))


def represented(pictures, which):
    """C1 of some pictures: their values one after another, and the pictures' shapes."""
    shapes = np.array([pictures[i].shape for i in which])
    lengths = [sum(map(np.prod, maps.band_shapes(shape))) for shape in shapes]
    values = np.empty(sum(lengths), dtype=np.float32)
    parts = np.split(values, np.cumsum(lengths)[:-1])
    for at in np.lexsort(shapes.T):  # equal shapes together, whose spectra are kept
        found = maps.c1(pictures[which[at]])
        parts[at][:] = np.concatenate([band.ravel() for band in found])
    return {"values": values, "shapes": shapes}


def images_of(values, shapes):
    """The other way: lists of C1 maps, image by image."""
    start = 0
    for shape in shapes:
        stop = start + sum(map(np.prod, maps.band_shapes(shape)))
        yield maps.bands(values[start:stop], shape)
        start = stop


def prepare(arrays, image, classes, sizes, setting, key):
    """What is measured later: prototypes, and C1 of the images of the experiment."""
    pictures = images_in(arrays, image)
    division = divide(arrays["y"], classes, setting, key)
    found = pool(pictures, division, sizes, setting, key)
    prototypes = found._asdict() | {
        "properties": properties(found),
        "other": np.isin(found.image, division.background),
        "images": division.images,
        "labels": division.labels,
        "categories": np.array(division.categories),
    }
    return prototypes, represented(pictures, division.images)


def facts(dataset, prototypes, c1):
    """Section 5: numbers of categories, of orientations, of scales and of bands."""
    first = next(images_of(**c1))
    seen = [
        ("orientations", 0, 0, first[0].shape[2]),
        ("filter_scales", 0, 0, len(maps.filters())),
        ("scale_bands", 0, 0, len(first)),
    ]
    counted = [("categories", 0, 0, len(np.unique(prototypes["labels"])))]
    tables = scores(dataset, "hmax", seen), scores(dataset, "truth", counted)
    return pd.concat(tables, ignore_index=True)
