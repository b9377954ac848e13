"""Images are scaled in whole numbers: the same bits on every machine."""

import base64
import hashlib
import itertools
from fractions import Fraction

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from PIL import Image

from pride.datasets.images import gray
from pride.datasets.scaling import UNIT, cut, reduced, scaled, weights

# 16 x 24 pixels in colour, the colours at half the resolution.
JPEG = base64.b64decode(
    """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4p
    LSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09P
    T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAQABgDASIA
    AhEBAxEB/8QAFwAAAwEAAAAAAAAAAAAAAAAAAAQFBv/EABcQAAMBAAAAAAAAAAAAAAAAAAADBDH/
    xAAWAQEBAQAAAAAAAAAAAAAAAAAGAwX/xAAZEQACAwEAAAAAAAAAAAAAAAAABAMiMWH/2gAMAwEA
    AhEDEQA/AMnIvC3IvBCReFuReCB5vSTSPB6ReAOSLwArM3YwJUbYf//Z
    """
)


@pytest.fixture
def image():
    return np.random.default_rng(0).integers(0, 256, size=(30, 41), dtype=np.uint8)


def literal_weights(length, scaled_length):
    """Keys' kernel of 1981, in fractions, without any rounding."""
    step = Fraction(length, scaled_length)
    wide = max(step, Fraction(1))
    rows = []
    for row in range(scaled_length):
        values = []
        for pixel in range(length):
            x = abs(pixel + Fraction(1, 2) - (row + Fraction(1, 2)) * step) / wide
            near = Fraction(3, 2) * x**3 - Fraction(5, 2) * x**2 + 1
            far = -Fraction(1, 2) * x**3 + Fraction(5, 2) * x**2 - 4 * x + 2
            values.append(near if x < 1 else far if x < 2 else Fraction(0))
        rows.append([value / sum(values) for value in values])
    return rows


@pytest.mark.parametrize("lengths", [(30, 14), (41, 20), (9, 25), (7, 7), (140, 1)])
def test_weights_are_those_of_the_cubic_kernel(lengths):
    exact = np.array(literal_weights(*lengths), dtype=object)
    apart = np.abs(weights(*lengths).toarray() - UNIT * exact)
    assert apart.max() <= Fraction(1, 2) + Fraction(1, 1000)


@pytest.mark.parametrize("size", [(14, 20), (60, 90), (30, 20), (1, 1)])
def test_scaling_is_that_of_whole_numbers_in_any_order(image, size):
    down, across = (
        weights(*pair).toarray().astype(int).astype(object)
        for pair in zip(image.shape, size, strict=True)
    )
    sums = down @ image.astype(int).astype(object) @ across.T
    halves_up = (2 * sums + UNIT**2) // (2 * UNIT**2)
    assert_array_equal(scaled(image, size), np.clip(halves_up.astype(int), 0, 255))


def test_scaling_is_what_others_call_bicubic(image):
    """Pillow does the same in floating point, where it does not round in between."""
    for height, width in itertools.product((14, 50), (20, 70)):
        picture = Image.fromarray(image.astype(np.float32))
        theirs = np.array(picture.resize((width, height), Image.BICUBIC))
        ours = scaled(image, (height, width)).astype(float)
        assert np.abs(ours - np.clip(theirs, 0, 255)).max() < 0.51


def test_a_flat_image_stays_flat():
    for gray_value in (0, 1, 200, 255):
        flat = np.full((37, 53), gray_value, dtype=np.uint8)
        assert_array_equal(scaled(flat, (140, 200)), np.full((140, 200), gray_value))


def test_the_luminance_of_a_jpeg_is_taken_as_it_is_stored():
    """Seen the same with Pillow 9.5, 10.4, 11.3 and 12: no colour is converted."""
    found = gray(JPEG, "made up")
    assert found.shape == (16, 24)
    assert hashlib.sha256(found.tobytes()).hexdigest() == (
        "0598ea5afc78003a58d7cddeb04966f94b6931010888960d1912fbeca55a6c8b"
    )


def test_blocks_are_averaged_and_halves_rounded_up():
    image = np.array([[1, 2, 250, 251], [2, 1, 252, 255]], dtype=np.uint8)
    assert_array_equal(reduced(image, [1, 2]), [[2, 252]])
    assert_array_equal(reduced(image, [2, 4]), image)
    with pytest.raises(ValueError, match="expected a multiple of"):
        reduced(image, [2, 3])


def test_a_part_is_cut_out_whole():
    image = np.arange(12).reshape(3, 4)
    assert_array_equal(cut(image, [1, 2], [2, 2]), [[6, 7], [10, 11]])
    with pytest.raises(ValueError, match="expected"):
        cut(image, [2, 2], [2, 2])
