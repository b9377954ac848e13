"""S1 and C1: what an image looks like to filters of 4 orientations and 16 scales.

T. Serre, L. Wolf and T. Poggio, "Object recognition with features inspired by visual
cortex", CVPR 2005; the constants are those of the authors' program.
"""

from functools import cache, lru_cache

import numpy as np
from scipy.fft import irfft2, rfft2

from pride.compiled import compiled

ANGLES = np.deg2rad([0, 45, 90, 135])  # of bars: - / | \, as in figure 2
SIZES = np.arange(7, 38, 2)  # of the filters, one a scale, two scales a band
DIVISORS = 4 - 0.05 * np.arange(16)  # wave length 2 size / divisor
POOLS = np.arange(8, 23, 2)  # side of the square over which C1 takes the maximum
ASPECT, WIDTH = 0.3, 0.8  # of the envelope; width in wave lengths
GRAIN = 16  # sides of the torus are multiples: few spectra, fast transforms
DARK = 1e-9  # windows of less light, over that of the brightest pixel, answer nothing


def gabor(size, divisor, angle):
    """One filter: mean 0, length 1, nothing outside of a circle before that.

    exp(-(x^2 + 0.09 y^2) / 2 sigma^2) cos(2 pi x / lambda), x across the bars.
    """
    down, right = np.mgrid[:size, :size] - (size - 1) / 2
    across = down * np.cos(angle) + right * np.sin(angle)
    along = right * np.cos(angle) - down * np.sin(angle)
    length = 2 * size / divisor
    envelope = (across**2 + ASPECT**2 * along**2) / (2 * (WIDTH * length) ** 2)
    wave = np.exp(-envelope) * np.cos(2 * np.pi * across / length)
    wave[down**2 + right**2 > (size / 2) ** 2] = 0
    wave -= wave.mean()
    return wave / np.linalg.norm(wave)


@cache
def filters():
    """All filters: 16 scales of 4 orientations."""
    scales = zip(SIZES, DIVISORS, strict=True)
    return [[gabor(size, div, angle) for angle in ANGLES] for size, div in scales]


@lru_cache(maxsize=4)
def spectra(shape):
    """Conjugate spectra of all filters on a torus of this shape."""
    padded = np.zeros((len(SIZES), len(ANGLES), *shape), dtype=np.float32)
    for planes, scale in zip(padded, filters(), strict=True):
        for plane, wave in zip(planes, scale, strict=True):
            plane[: len(wave), : len(wave)] = wave
    return np.conj(rfft2(padded))


def window_lengths(image, size):
    """Euclidean length of the pixels of every window that lies inside of an image.

    Infinite where all is dark, so that nothing is divided by zero.
    """
    light = np.square(image, dtype=np.float64)
    total = np.zeros((image.shape[0] + 1, image.shape[1] + 1))
    total[1:, 1:] = light.cumsum(axis=0).cumsum(axis=1)
    inside = total[size:, size:] - total[size:, :-size]
    inside -= total[:-size, size:] - total[:-size, :-size]
    return np.sqrt(np.where(inside > DARK * light.max(), inside, np.inf))


def s1(image):
    """Responses, scale by scale: absolute, over the length of what a filter covers.

    Yields arrays (orientations, rows, columns) of the places where a filter lies inside
    of the image.
    """
    shape = tuple(-(-side // GRAIN) * GRAIN for side in image.shape)
    spectrum = rfft2(image.astype(np.float32), shape)
    for size, wave in zip(SIZES, spectra(shape), strict=True):
        rows, columns = image.shape[0] - size + 1, image.shape[1] - size + 1
        found = irfft2(spectrum * wave, shape)[:, :rows, :columns]
        yield np.abs(found) / window_lengths(image, size).astype(np.float32)


@compiled
def _raise(cells, responses, border, side):
    """Raise the maxima of square cells to those of the responses of one scale."""
    tops = np.empty(responses.shape[2], dtype=np.float32)
    for k in range(responses.shape[0]):
        for i in range(cells.shape[0]):
            first, last = max(i * side - border, 0), (i + 1) * side - border
            tops[:] = 0
            for row in range(first, min(last, responses.shape[1])):
                for column in range(tops.size):
                    value = responses[k, row, column]
                    tops[column] = value if value > tops[column] else tops[column]
            for column in range(tops.size):
                j = (column + border) // side
                cells[i, j, k] = max(cells[i, j, k], tops[column])


def band_shapes(shape):
    """Shapes of the 8 bands of C1 of an image of this shape."""
    sides = POOLS // 2
    return [(-(-shape[0] // s), -(-shape[1] // s), len(ANGLES)) for s in sides]


def bands(values, shape):
    """C1 of an image of this shape from its values, which lie band after band."""
    shapes = band_shapes(shape)
    ends = np.cumsum([np.prod(band) for band in shapes])[:-1]
    return [v.reshape(s) for v, s in zip(np.split(values, ends), shapes, strict=True)]


def pooled(scales, sizes, shape, pool):
    """One band of C1: maxima over its scales and over squares, half a square apart.

    Squares start at the upper left corner; what of them leaves the image is empty, and
    so is S1 where a filter leaves it.
    """
    side = pool // 2
    rows, columns = -(-shape[0] // side), -(-shape[1] // side)  # as in band_shapes
    cells = np.zeros((rows + 1, columns + 1, len(ANGLES)), dtype=np.float32)
    for size, responses in zip(sizes, scales, strict=True):
        _raise(cells, responses, (size - 1) // 2, side)
    down = np.maximum(cells[:-1], cells[1:])
    return np.maximum(down[:, :-1], down[:, 1:])


def c1(image):
    """The 8 bands of C1, each (rows, columns, orientations), float32 from 0 to 1.

    The scale of the gray values does not matter.
    """
    image = checked(image)
    responses = s1(image)
    return [
        pooled([next(responses), next(responses)], sizes, image.shape, pool)
        for sizes, pool in zip(SIZES.reshape(-1, 2), POOLS, strict=True)
    ]


def checked(image):
    """The image, if it is gray, finite and as large as the largest filter."""
    image = np.asarray(image)
    if image.ndim != 2:
        raise ValueError(
            f"Expected a gray image (rows, columns), found shape {image.shape}: turn "
            "colours into gray values, and pass images one by one."
        )
    if min(image.shape) < SIZES.max():
        raise ValueError(
            f"Expected an image of {SIZES.max()} pixels or more a side, found "
            f"{image.shape}: enlarge it, the largest filter does not fit."
        )
    if not np.isfinite(image).all():
        raise ValueError(
            "Expected finite gray values, found NaN or infinity: mend or drop it."
        )
    return image
