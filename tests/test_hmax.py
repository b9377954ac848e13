"""Patch features: filters, maps and distances beside loops that say the same."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from pride.features.hmax import maps, matching, places
from pride.features.hmax.lazy import PatchFeatures
from pride.features.hmax.prototypes import cut, properties


def picture(seed, shape, rough=1.0):
    """Smooth noise, from 0 to 255, with a black corner."""
    rng = np.random.default_rng(seed)
    image = np.cumsum(np.cumsum(rng.normal(size=shape), axis=0), axis=1)
    image += rough * image.std() * rng.normal(size=shape)
    image = 255 * (image - image.min()) / np.ptp(image)
    image[: shape[0] // 3, : shape[1] // 3] = 0
    return image.astype(np.uint8)


def literal_gabor(size, number, degrees):
    """The filter of the authors' program, value by value."""
    length = size * 2 / (4 - 0.05 * number)
    sigma, angle, half = length * 0.8, np.deg2rad(degrees), size // 2
    wave = np.zeros((size, size))
    for i in range(-half, half + 1):
        for j in range(-half, half + 1):
            if np.sqrt(i**2 + j**2) <= size / 2:
                x = i * np.cos(angle) - j * np.sin(angle)
                y = i * np.sin(angle) + j * np.cos(angle)
                spread = (x**2 + 0.3**2 * y**2) / (2 * sigma**2)
                wave[i + half, j + half] = np.exp(-spread) * np.cos(
                    2 * np.pi * x / length
                )
    wave -= wave.mean()
    return wave / np.sqrt((wave**2).sum())


def literal_s1(image, number, degrees):
    """Response of one filter at every pixel, 0 where the filter leaves the image."""
    size = 7 + 2 * number
    wave, half = literal_gabor(size, number, degrees), size // 2
    found = np.zeros(image.shape)
    for i in range(half, image.shape[0] - half):
        for j in range(half, image.shape[1] - half):
            seen = image[i - half : i + half + 1, j - half : j + half + 1] / 255
            light = np.sqrt((seen**2).sum())
            found[i, j] = abs((seen * wave).sum()) / light if light > 0 else 0
    return found


def literal_c1(image, band, degrees):
    """Maxima over two scales and squares of 8, 10, ..., half a square apart."""
    top = np.maximum(
        literal_s1(image, 2 * band, degrees), literal_s1(image, 2 * band + 1, degrees)
    )
    pool = 8 + 2 * band
    step = pool // 2
    return np.array(
        [
            [
                top[i : i + pool, j : j + pool].max()
                for j in range(0, top.shape[1], step)
            ]
            for i in range(0, top.shape[0], step)
        ]
    )


def literal_distance(bands, patch):
    """Over all places and bands; the finest map is filled up if all are too small."""
    side, found = len(patch), []
    for band in places.filled(bands, side):
        for i in range(band.shape[0] - side + 1):
            for j in range(band.shape[1] - side + 1):
                x = band[i : i + side, j : j + side].astype(np.float64)
                found.append(((x - patch.astype(np.float64)) ** 2).sum())
    return min(found)


# Maps


@pytest.mark.parametrize("number", [0, 7, 15])
@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_filters_are_those_of_the_program(number, turn):
    """Its angles are 0, -45, 90 and 45 for bars - / | and \\."""
    found = maps.filters()[number][turn]
    degrees = [0, -45, 90, 45][turn]
    assert_allclose(found, literal_gabor(7 + 2 * number, number, degrees), atol=1e-12)


@pytest.mark.parametrize("band", [0, 3, 7])
def test_c1_is_the_maximum_of_literal_responses(band):
    image = picture(0, (53, 47))
    found = maps.c1(image)[band]
    assert found.dtype == np.float32
    for turn, degrees in ((0, 0), (1, -45)):
        assert_allclose(found[:, :, turn], literal_c1(image, band, degrees), atol=1e-5)


def test_there_are_8_bands_of_4_orientations():
    found = maps.c1(picture(1, (140, 187)))
    assert [band.shape for band in found] == maps.band_shapes((140, 187))
    assert found[0].shape == (35, 47, 4)
    assert found[1].shape == (28, 38, 4)
    assert found[7].shape == (13, 17, 4)
    flat = np.concatenate([band.ravel() for band in found])
    for band, again in zip(found, maps.bands(flat, (140, 187)), strict=True):
        assert_array_equal(band, again)


def test_bars_answer_their_own_orientation():
    down, right = np.mgrid[:80, :80]
    length = 2 * 11 / 3.9
    for turn, across in enumerate((down, (down + right) / 2**0.5, right)):
        image = 128 + 100 * np.cos(2 * np.pi * across / length)
        means = maps.c1(image)[1][4:-4, 4:-4].mean(axis=(0, 1))
        assert means.argmax() == turn
        assert means[turn] > 2 * np.delete(means, turn).max()


def test_light_does_not_matter():
    image = picture(2, (60, 70))
    for band, dark in zip(maps.c1(image), maps.c1(image / 999.0), strict=True):
        assert_allclose(band, dark, atol=1e-6)


def test_a_black_image_answers_nothing():
    assert not any(band.any() for band in maps.c1(np.zeros((40, 50), dtype=np.uint8)))


@pytest.mark.parametrize(
    ("image", "message"),
    [
        (np.zeros((40, 50, 3)), "turn colours into gray"),
        (np.zeros((36, 50)), "37 pixels or more a side, found"),
        (np.full((40, 50), np.nan), "found NaN"),
    ],
)
def test_bad_images_are_refused(image, message):
    with pytest.raises(ValueError, match=message):
        maps.c1(image)


# Prototypes


def some(number=40, sizes=(4, 8), seed=3):
    sources = [maps.c1(picture(s, (90, 80 + s)))[1] for s in (5, 6, 7)]
    return cut(np.random.default_rng(seed), sources, list(sizes), number), sources


def test_prototypes_are_patches_of_the_second_band():
    found, sources = some()
    assert sorted(found.size) == [4] * 20 + [8] * 20
    assert list(found.size) != sorted(found.size)
    assert set(found.image) == {0, 1, 2}
    for n, (side, image, row, column) in enumerate(zip(*found[:4], strict=True)):
        expected = sources[image][row : row + side, column : column + side]
        assert_array_equal(found.patch(n), expected)
    chosen = found.chosen([7, 3])
    assert_array_equal(chosen.patch(1), found.patch(3))
    assert_array_equal(chosen.patch(0), found.patch(7))


def test_a_size_is_cut_only_where_it_fits():
    small, large = np.zeros((9, 30, 4)), np.zeros((12, 12, 4))
    found = cut(np.random.default_rng(0), [small, large], [4, 12], 60)
    assert (found.image[found.size == 12] == 1).all()
    assert set(found.image[found.size == 4]) == {0, 1}
    with pytest.raises(ValueError, match="map of 12 or more a side"):
        cut(np.random.default_rng(0), [small], [4, 12], 60)


def test_properties_are_those_of_section_5():
    found, _ = some()
    values = properties(found)
    for n in (0, 17, 39):
        patch = found.patch(n).astype(np.float64)
        deviation = np.sqrt(((patch - patch.mean()) ** 2).mean())
        expected = [len(patch), patch.mean(), deviation, patch.max()]
        expected += [np.quantile(patch, 0.3), np.quantile(patch, 0.7)]
        assert_allclose(values[n], expected, rtol=1e-12)


# Distances


def test_distances_are_those_of_all_patches():
    """Rounded to float32, and no worse: the search is exact."""
    prototypes, _ = some(24)
    images = [maps.c1(picture(s, (60 + s, 75))) for s in (8, 9)]
    found = matching.smallest_distances(images, prototypes)
    assert found.dtype == np.float32
    for bands, row in zip(images, found, strict=True):
        exact = [literal_distance(bands, prototypes.patch(n)) for n in range(24)]
        assert_allclose(row, exact, rtol=2**-23)


def test_distances_do_not_suffer_from_large_values():
    """Where |x|^2 + |p|^2 - 2 x.p in float32 would have no correct digit left."""
    prototypes, _ = some(8)
    bright = prototypes._replace(patches=prototypes.patches + np.float32(300))
    images = [[band + np.float32(300) for band in maps.c1(picture(8, (60, 60)))]]
    found = matching.smallest_distances(images, bright)[0]
    exact = [literal_distance(images[0], bright.patch(n)) for n in range(8)]
    assert_allclose(found, exact, rtol=2**-23)


def test_the_bound_is_one():
    bands = maps.c1(picture(10, (70, 66)))
    prototypes, _ = some(30, sizes=(8,))
    (group,) = matching.sought(prototypes)
    rows = places.places(bands, 8).coordinates.astype(np.float64)
    bounds = group.squares[:, None] - 2 * group.coordinates @ rows.T
    patches = np.concatenate(
        [
            band[i : i + 8, j : j + 8].reshape(1, -1)
            for band in bands
            for i in range(band.shape[0] - 7)
            for j in range(band.shape[1] - 7)
        ]
    )
    gaps = group.patches[:, None].astype(np.float64) - patches
    distances = np.square(gaps).sum(axis=2)
    assert (bounds <= distances + 1e-5).all()
    assert np.median(bounds / distances) > 0.8


def test_a_patch_of_the_image_has_distance_zero():
    bands = maps.c1(picture(11, (90, 85)))
    prototypes = cut(np.random.default_rng(1), [bands[1]], [4, 8, 12], 30)
    assert_array_equal(matching.smallest_distances([bands], prototypes), 0)


def test_a_shifted_image_has_the_same_distances():
    """C1 of what moves by all strides of some bands moves along with it.

    A pattern on black is moved by 20 pixels, 5 and 4 places of bands 1 and 2, and is
    searched in these, far from the border.
    """
    image = np.zeros((240, 240), dtype=np.uint8)
    image[80:130, 80:130] = picture(12, (50, 50))
    moved = np.roll(image, (20, 20), axis=(0, 1))
    prototypes, _ = some(30, sizes=(4, 8))
    here, there = ([maps.c1(x)[:2]] for x in (image, moved))
    found, again = (matching.smallest_distances(x, prototypes) for x in (here, there))
    assert_allclose(found, again, rtol=1e-5, atol=1e-6)


def test_a_small_shift_changes_little():
    image = np.zeros((160, 160), dtype=np.uint8)
    image[50:100, 50:100] = picture(13, (50, 50), rough=0.1)
    prototypes, _ = some(60, sizes=(4, 8))
    values = [
        np.exp(-matching.smallest_distances([maps.c1(x)], prototypes)[0])
        for x in (image, np.roll(image, 2, axis=1), picture(14, (160, 160)))
    ]
    assert np.abs(values[0] - values[1]).mean() < 0.02
    assert np.abs(values[0] - values[2]).mean() > 0.05


def test_maps_too_small_for_a_patch_are_filled_up():
    """Only if no band has room for it."""
    prototypes = cut(
        np.random.default_rng(0), [maps.c1(picture(1, (90, 90)))[1]], [12], 3
    )
    for shape in ((80, 44), (40, 48)):
        bands = maps.c1(picture(2, shape))
        found = matching.smallest_distances([bands], prototypes)[0]
        exact = [literal_distance(bands, prototypes.patch(n)) for n in range(3)]
        assert_allclose(found, exact, rtol=2**-23)


def test_blocks_of_prototypes_do_not_matter():
    prototypes, _ = some(40)
    images = [maps.c1(picture(15, (70, 70)))]
    whole = matching.smallest_distances(images, prototypes)
    parts = [
        matching.smallest_distances(images, prototypes.chosen(part))
        for part in (np.arange(13), np.arange(13, 40))
    ]
    assert_array_equal(whole, np.hstack(parts))


# Features that are measured when they are asked for


def test_features_are_measured_once_and_counted():
    prototypes, _ = some(12)
    images = [maps.c1(picture(s, (60, 60))) for s in (16, 17)]
    features = PatchFeatures.of_images(images, prototypes, beta=0.5)
    assert features.measured == 0
    squares = matching.smallest_distances(images, prototypes)
    some_values = features.measure([5, 2, 5])
    assert_allclose(some_values, np.exp(-0.5 * squares[:, [5, 2, 5]]), rtol=1e-6)
    assert features.measured == 2
    features.measure([2, 3])
    assert features.measured == 3
    with pytest.raises(IndexError, match="features from 0 to 11, found 3 to 12"):
        features.measure([3, 12])


def test_a_feature_that_was_measured_is_not_asked_for_again():
    asked = []

    def distances(columns):
        asked.extend(columns)
        return np.ones((2, len(columns)))

    features = PatchFeatures(distances, 9)
    features.measure([1, 1, 4])
    features.measure([4, 1, 0])
    assert asked == [1, 4, 0]
