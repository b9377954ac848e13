"""Images at other sizes, in whole numbers: the same bits on every machine."""

from functools import lru_cache
from math import fsum

import numpy as np
from scipy.sparse import csr_array

UNIT = 2**20  # of the weights, which are whole multiples of 1 / UNIT
REACH = 2  # pixels, over which the cubic kernel is not zero


def cubic(x):
    """Keys' cubic kernel with a = -1/2, which reproduces parabolas."""
    x = abs(x)
    if x < 1:
        return (1.5 * x - 2.5) * x * x + 1
    if x < REACH:
        return ((-0.5 * x + 2.5) * x - 4) * x + 2
    return 0.0


@lru_cache(maxsize=1024)
def weights(length, scaled_length):
    """What each pixel of a row gives to those of the scaled row, in units of 1 / UNIT.

    The kernel is centred on the place of the new pixel, and widened where there are
    fewer of them, so that no pixel is passed over. What would lie beyond the border is
    left out, and the rest made to sum to one.
    """
    step = length / scaled_length
    wide = max(step, 1.0)
    table = np.zeros((scaled_length, length))
    for row in range(scaled_length):
        centre = (row + 0.5) * step
        first = max(int(centre - REACH * wide + 0.5), 0)
        last = min(int(centre + REACH * wide + 0.5), length)
        values = [cubic((i + 0.5 - centre) / wide) for i in range(first, last)]
        total = fsum(values)
        table[row, first:last] = [round(UNIT * value / total) for value in values]
    return csr_array(table)


def scaled(image, size):
    """An image at another size, bicubic.

    All sums are of whole numbers below 2^53, so that they are exact in any order.
    """
    if image.shape == tuple(size):
        return image
    down, across = (weights(*pair) for pair in zip(image.shape, size, strict=True))
    sums = across @ (down @ image.astype(np.float64)).T
    values = np.floor(sums.T / UNIT**2 + 0.5)
    return np.clip(values, 0, 255).astype(np.uint8)


def cut(image, corner, size):
    """The part of an image that begins at a corner and has this height and width."""
    (top, left), (height, width) = corner, size
    part = image[top : top + height, left : left + width]
    if part.shape != (height, width):
        raise ValueError(f"expected {size} pixels from {corner}, found {part.shape}")
    return part


def reduced(image, size):
    """An image at a size that divides its own: means of blocks, halves rounded up."""
    height, width = size
    rows, columns = image.shape[0] // height, image.shape[1] // width
    if (rows * height, columns * width) != image.shape:
        raise ValueError(f"expected a multiple of {size}, found {image.shape}")
    sums = image.reshape(height, rows, width, columns).sum(axis=(1, 3), dtype=np.int64)
    block = rows * columns
    return ((2 * sums + block) // (2 * block)).astype(np.uint8)
