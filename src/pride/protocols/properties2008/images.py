"""Black and white digits as bits, and what features do on them (section 6.2)."""

from typing import NamedTuple

import numpy as np
from scipy.stats import chi2

from pride.datasets.splits import folds
from pride.features import boolean, draws
from pride.programs.multiclass_svm import cross_validated, solve
from pride.seeding import rng_for
from pride.selectors.infogain import mutual_information
from pride.selectors.mufasa import Space

SPACE = Space(draws.LOW, draws.HIGH, draws.STEP)
BLOCK = 512  # features at a time on the test images
EXACT, ROUGH = 1e-3, 1e-2  # gaps of the SVM: for errors on test images, and in searches


class Task(NamedTuple):
    """A training set with its two halves, the test images, and the SVM's settings.

    An intercept is one more feature, which is always 1.
    """

    bits: np.ndarray
    y: np.ndarray
    halves: np.ndarray
    test_bits: np.ndarray
    y_test: np.ndarray
    image: tuple
    C: float
    intercept: bool = False


class Digits(NamedTuple):
    """All images as a Boolean array, training part first, and how to draw from them."""

    pixels: np.ndarray
    y: np.ndarray
    train: int
    image: tuple
    C: float

    def task(self, key, samples):
        """A random training set against all test images; streams are keyed by `key`."""
        chosen = rng_for(*key, "images").permutation(self.train)[:samples]
        halves = folds(rng_for(*key, "halves"), self.y[chosen], 2, stratified=True)
        order = np.argsort(halves, kind="stable")  # each half in one piece
        chosen, halves = chosen[order], halves[order]
        y, rest = self.y[chosen], slice(self.train, None)
        bits, test = boolean.pack(self.pixels[chosen].T), self.pixels[rest].T
        parts = bits, y, halves, boolean.pack(test), self.y[rest]
        return Task(*parts, self.image, self.C)


def digits(X, y, train, image, experiment):
    """The images of a data set; a pixel is 1 from the threshold on."""
    pixels = np.greater_equal(X, experiment["threshold"])
    return Digits(pixels, y.astype(np.int64), train, tuple(image), experiment["C"])


def for_length(C, kernel):
    """C for images of any length that means what C means for a mean square of one."""
    return C * len(kernel) / max(float(np.trace(kernel)), 1.0)


def values_on(task, features):
    """Features on the training images, as bits."""
    return boolean.evaluate(features, task.bits, task.image[1])


def kernel_of(task, values):
    """Kernel matrix of the training images, and C for their lengths."""
    kernel = boolean.common_ones(values, len(task.y))
    if task.intercept:
        kernel += 1
    return kernel, for_length(task.C, kernel)


def quality(task, values):
    """Step 2(b) of Algorithm 3: accuracy in two-fold cross-validation."""
    kernel, C = kernel_of(task, values)
    return cross_validated(kernel, task.y, task.halves, C, ROUGH)


def test_error(task, features, values):
    """Percent of the test images that the SVM on all training images gets wrong."""
    kernel, C = kernel_of(task, values)
    alpha = solve(kernel, task.y, C, EXACT).alpha
    outputs = np.zeros((len(alpha), len(task.y_test)))
    if task.intercept:
        outputs += alpha.sum(axis=1, keepdims=True)
    for start in range(0, len(features), BLOCK):
        part = slice(start, start + BLOCK)
        weights = alpha @ boolean.unpack(values[part], len(task.y)).T
        bits = boolean.evaluate(features.take(part), task.test_bits, task.image[1])
        outputs += weights @ boolean.unpack(bits, len(task.y_test))
    return 100 * np.mean(outputs.argmax(axis=0) != task.y_test)


def information(values, y):
    """Infogain of every feature, in bits."""
    ones = boolean.ones_by_class(values, y).T
    totals = np.bincount(y, minlength=len(ones))[:, None]
    return mutual_information(np.array([totals - ones, ones]))


def facts(values, y):
    """What the selected features are like on the training images."""
    ones, totals = boolean.ones_by_class(values, y), np.bincount(y)
    share, inside = ones.sum(axis=1) / len(y), ones / totals
    either = np.clip([share, 1 - share], 1e-300, 1)
    least = chi2.ppf(0.95, len(totals) - 1) / (2 * len(y) * np.log(2))
    return {
        "feature_entropy": -(either * np.log2(either)).sum(axis=0).mean(),
        "in_class_variance": (inside * (1 - inside) @ totals / len(y)).mean(),
        "feature_density": 100 * share.mean(),
        "useless_features": 100 * np.mean(information(values, y) < least),
    }
