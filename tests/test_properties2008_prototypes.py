"""Section 5 of properties2008: which images serve for what, and what is cut of them."""

import matplotlib
import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from pride.features.hmax import maps
from pride.features.hmax.matching import smallest_distances
from pride.features.hmax.prototypes import Prototypes
from pride.figures.properties2008 import prototypes as figures
from pride.protocols.properties2008 import examples
from pride.protocols.properties2008 import prototypes as protocol

matplotlib.use("agg")
CLASSES = ["ant", "background", "cup"]
SETTING = {
    "prototypes": 20,
    "sources": 2,
    "images": 5,
    "background": {"class": "background", "sources": 3, "prototypes": 6},
}


def ragged(seed=0):
    """Images 48 high and 48 to 60 wide, of three classes."""
    rng = np.random.default_rng(seed)
    y = np.repeat([0, 1, 2], [9, 6, 6])
    widths = rng.integers(48, 61, len(y))
    pixels = rng.integers(0, 256, 48 * widths.sum()).astype(np.uint8)
    return {"pixels": pixels, "widths": widths, "y": y}


@pytest.fixture(scope="module")
def prepared():
    return protocol.prepare(ragged(), None, CLASSES, [4, 8], SETTING, (1, "made_up"))


def test_images_are_read_row_by_row():
    arrays = ragged()
    pictures = protocol.images_in(arrays, None)
    assert [picture.shape for picture in pictures] == [
        (48, w) for w in arrays["widths"]
    ]
    assert_array_equal(np.concatenate([p.ravel() for p in pictures]), arrays["pixels"])
    square = {"X": np.arange(18).reshape(2, 9)}
    assert_array_equal(
        protocol.images_in(square, (3, 3))[1], [[9, 10, 11], [12, 13, 14], [15, 16, 17]]
    )


def test_no_image_is_cut_from_and_also_classified(prepared):
    pool, _ = prepared
    y = ragged()["y"]
    assert not set(pool["image"]) & set(pool["images"])
    assert pool["categories"].tolist() == ["ant", "cup"]
    assert_array_equal(np.bincount(pool["labels"]), [5, 4])
    assert_array_equal(y[pool["images"]], np.array([0, 2])[pool["labels"]])


def test_prototypes_of_the_background_come_last(prepared):
    pool, _ = prepared
    y = ragged()["y"]
    assert_array_equal(pool["other"], np.arange(26) >= 20)
    assert_array_equal(y[pool["image"]] == 1, pool["other"])
    assert len(set(pool["image"][:20])) <= 4
    assert pool["properties"].shape == (26, 6)
    assert_array_equal(pool["properties"][:, 0], pool["size"])


def test_c1_is_packed_and_unpacked(prepared):
    pool, c1 = prepared
    pictures = protocol.images_in(ragged(), None)
    unpacked = list(protocol.images_of(**c1))
    assert len(unpacked) == len(pool["images"])
    for image, bands in zip(pool["images"], unpacked, strict=True):
        for band, expected in zip(bands, maps.c1(pictures[image]), strict=True):
            assert_array_equal(band, expected)
    prototypes = Prototypes(*(pool[name] for name in Prototypes._fields))
    found = smallest_distances(unpacked, prototypes)
    assert found.shape == (9, 26)
    assert (found > 0).all()


def test_draws_depend_on_the_seed_only():
    first, again, other = (
        protocol.divide(ragged()["y"], CLASSES, SETTING, (seed, "made_up"))
        for seed in (1, 1, 2)
    )
    assert_array_equal(first.images, again.images)
    assert set(first.sources) != set(other.sources)


def test_too_few_images_are_told():
    with pytest.raises(ValueError, match=r"more than 6 images of cup.*found 6"):
        protocol.divide(ragged()["y"], CLASSES, SETTING | {"sources": 5}, (1, "x"))


def test_facts_are_counted(prepared):
    table = protocol.facts("made_up", *prepared).set_index(["method", "metric"])[
        "value"
    ]
    assert table["hmax", "orientations"] == 4
    assert table["hmax", "filter_scales"] == 16
    assert table["hmax", "scale_bands"] == 8
    assert table["truth", "categories"] == 2


# Figures 1 and 2


def test_figure_1_shows_one_image_a_category(prepared):
    pictures, names = examples.excerpts(ragged(), None, prepared[0])
    assert names == ["ant", "cup"]
    fig = figures.figure_1(pictures, names)
    assert [ax.get_title(loc="center") for ax in fig.axes][:2] == names
    assert_array_equal(fig.axes[1].images[0].get_array(), pictures[1])


def test_figure_2_shows_the_best_and_the_worst(prepared):
    pool = prepared[0]
    quality = pd.DataFrame(
        {
            "prototype": np.arange(20),
            "size": pool["size"][:20],
            "quality": np.arange(20),
        }
    )
    shown = examples.prototypes_shown(ragged(), None, pool, quality)
    assert [row[:2] for row in shown] == [
        (size, good) for size in (4, 8) for good in (True, True, False, False)
    ]
    best = np.flatnonzero(pool["size"][:20] == 4)[-1]
    size, _, source, corner, patch = shown[0]
    assert corner == (pool["row"][best], pool["column"][best])
    cut = source[corner[0] : corner[0] + size, corner[1] : corner[1] + size]
    assert_allclose(cut, patch.sum(axis=2), rtol=1e-6)
    fig = figures.figure_2(shown)
    panels = [ax for ax in fig.axes if ax.images]
    assert len(panels) == 8 * 5
    assert_array_equal(panels[1].images[0].get_array(), patch[:, :, 0])
