"""Gabor features: the wavelets of the literature, at the points of a grid."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.signal import fftconvolve

from pride.features import gabor


def literal(row, column, scale, angle):
    """Equation (3) of Liu and Wechsler (2002) at one place."""
    k = (np.pi / 2) / np.sqrt(2) ** scale
    z = np.array([column, row])
    wave = k * np.array([np.cos(angle), np.sin(angle)])
    sigma = 2 * np.pi
    envelope = k**2 / sigma**2 * np.exp(-(k**2) * (z @ z) / (2 * sigma**2))
    return envelope * (np.exp(1j * wave @ z) - np.exp(-(sigma**2) / 2))


@pytest.mark.parametrize("place", [(0, 0), (2, -3), (-7.5, 4)])
def test_wavelets_are_the_formula(place):
    found = gabor.wavelet(*map(np.array, place), 2, 0.7)
    assert_allclose(found, literal(*place, 2, 0.7), rtol=1e-12)


def test_features_are_magnitudes_of_a_convolution():
    """Every response is that of the whole image convolved with the wavelet."""
    rng = np.random.default_rng(0)
    image, grid = (21, 15), (7, 5)
    X = rng.uniform(size=(3, 21 * 15))
    found = gabor.features(X, image, grid, 2, 3).reshape(3, 2, 3, 7, 5)
    around = np.mgrid[-30:31, -30:31]
    for scale, mu in [(0, 0), (1, 2)]:
        kernel = gabor.wavelet(*around, scale, np.pi * mu / 3)
        pixels = ((X[1] - X[1].mean()) / X[1].std()).reshape(image)
        everywhere = fftconvolve(pixels, kernel[::-1, ::-1], "full")[30:-30, 30:-30]
        expected = np.abs(everywhere)
        assert_allclose(found[1, scale, mu], expected[1::3, 1::3], rtol=1e-9)


def test_light_does_not_matter():
    X = np.random.default_rng(1).uniform(size=(4, 100))
    plain, bright = (gabor.features(A, (10, 10), (2, 2), 1, 2) for A in (X, 40 + 7 * X))
    assert_allclose(plain, bright, rtol=1e-9)


def test_a_flat_image_has_no_features():
    assert_allclose(gabor.features(np.full((1, 100), 9), (10, 10), (2, 2), 1, 2), 0)


def test_stripes_answer_their_own_orientation():
    _, columns = np.mgrid[:40, :40]
    stripes = np.cos(np.pi / 2 * columns).reshape(1, -1)
    found = gabor.features(stripes, (40, 40), (2, 2), 1, 4).reshape(4, -1)
    assert (found[0] > 5 * found[1:].max(axis=0)).all()


def test_the_bank_of_the_experiment_has_1584_features():
    assert gabor.bank((85, 60), (11, 9), 4, 4).shape == (1584, 5100)
