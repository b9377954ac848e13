"""Gabor features of faces: magnitudes of wavelets at the points of a grid.

The wavelets are those of L. Wiskott et al., IEEE PAMI 1997, with the frequencies of
C. Liu and H. Wechsler, IEEE Transactions on Image Processing 2002: wave vectors of
length k = (pi / 2) / sqrt(2)^v and the angles pi mu / orientations, and sigma = 2 pi.
"""

import numpy as np

HIGHEST = np.pi / 2  # wave number of the finest scale, in radians a pixel
SPACING = np.sqrt(2.0)  # of the scales
SIGMA = 2 * np.pi  # width of the envelope in wave lengths, times 2 pi
ROWS = 1024  # images at a time


def wavelet(rows, columns, scale, angle):
    """The complex wavelet of one scale and angle, at distances from its centre.

    (k / sigma)^2 exp(-k^2 z^2 / 2 sigma^2) (exp(i k.z) - exp(-sigma^2 / 2)).
    """
    k = HIGHEST / SPACING**scale
    envelope = (k / SIGMA) ** 2 * np.exp(
        -(k**2) * (rows**2 + columns**2) / (2 * SIGMA**2)
    )
    wave = np.exp(1j * k * (columns * np.cos(angle) + rows * np.sin(angle)))
    return envelope * (wave - np.exp(-(SIGMA**2) / 2))


def grid_points(length, number):
    """So many points along a side, in the middle of equal parts of it."""
    return (np.arange(number) + 0.5) * length / number - 0.5


def bank(image, grid, scales, orientations):
    """All wavelets at all points of a grid, one row each, over the pixels of an image.

    Scales change slowest, then orientations, then rows and columns of the grid. What
    lies beyond the border is cut off.
    """
    rows, columns = np.mgrid[: image[0], : image[1]]
    points = [
        grid_points(length, number) for length, number in zip(image, grid, strict=True)
    ]
    wavelets = [
        wavelet(rows - row, columns - column, scale, np.pi * mu / orientations).ravel()
        for scale in range(scales)
        for mu in range(orientations)
        for row in points[0]
        for column in points[1]
    ]
    return np.array(wavelets)


def features(X, image, grid, scales, orientations):
    """Magnitudes of the wavelets' responses, one row an image.

    Images are brought to mean 0 and deviation 1, so that light does not matter.
    """
    waves = bank(image, grid, scales, orientations).T
    real, imaginary = (np.ascontiguousarray(p) for p in (waves.real, waves.imag))
    found = np.empty((len(X), waves.shape[1]))
    for first in range(0, len(X), ROWS):
        part = X[first : first + ROWS].astype(np.float64)
        part -= part.mean(axis=1, keepdims=True)
        spread = part.std(axis=1, keepdims=True)
        part /= np.where(spread > 0, spread, 1)
        found[first : first + ROWS] = np.hypot(part @ real, part @ imaginary)
    return found
