"""Boolean features in bits beside NumPy, and the multi-class SVM beside liblinear.

Also the statements of properties2008 that are about times: what shifts and inputs cost,
and that ranking single features is faster than a search.
"""

import warnings

import numpy as np
from margin_kernels import best_time
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import LinearSVC

from pride.features import boolean, draws
from pride.programs.multiclass_svm import solve
from pride.protocols.properties2008 import digits, images

IMAGE = 28, 28
EXPERIMENT = {"C": 3.0, "threshold": 128, "steps": 50, "noise": 0.2, "pool": 50}


def pictures(rng, count):
    """Blurred noise, black and white, in ten classes with some ink of their own."""
    y = rng.integers(0, 10, count)
    ink = rng.normal(size=(10, *IMAGE))[y] + 2 * rng.normal(size=(count, *IMAGE))
    for axis in (1, 2):
        ink = sum(np.roll(ink, by, axis) for by in (-1, 0, 1))
    return ink.reshape(count, -1) > ink.std(), y


def in_numpy(features, pixels):
    """The same values from Boolean arrays, one row of pixels a feature and input."""
    planes = pixels.reshape(-1, *IMAGE).transpose(1, 2, 0).copy()
    values = np.zeros((len(features), len(pixels)), dtype=bool)
    for f in range(len(features)):
        for down in range(features.shift[f]):
            for right in range(features.shift[f]):
                term = np.ones(len(pixels), dtype=bool)
                for k in range(features.inputs[f]):
                    row, column = features.places[f, k]
                    term &= planes[row + down, column + right] ^ features.negated[f, k]
                values[f] |= term
    return values


def compare_features(rng):
    pixels, _ = pictures(rng, 10000)
    bits = boolean.pack(pixels.T)
    metas = np.tile([4, 50.0, 3, 2.0], (100, 1))
    for name, chosen in (
        ("4 inputs, shifts below 3", draws.draw(rng, metas, IMAGE)),
        ("all meta-features", draws.draw(rng, images.SPACE.anywhere(rng, 100), IMAGE)),
    ):
        slow = best_time(lambda chosen=chosen: in_numpy(chosen, pixels))
        fast = best_time(lambda chosen=chosen: boolean.evaluate(chosen, bits, 28))
        print(f"features, 10000 images, {name}: {slow / fast:.0f} times NumPy")
    few = boolean.pack(pixels[:2000].T)
    values = boolean.evaluate(draws.draw(rng, np.repeat(metas, 10, 0), IMAGE), few, 28)
    X = boolean.unpack(values, 2000).T.astype(np.float32)
    slow, fast = (
        best_time(f)
        for f in (lambda: X @ X.T, lambda: boolean.common_ones(values, 2000))
    )
    print(f"Gram matrix, 2000 images, 1000 features: {slow / fast:.1f} times sgemm")


def statements(rng):
    pixels, y = pictures(rng, 4000)
    bits, times = boolean.pack(pixels.T), {}
    for inputs, shift in ((1, 1), (8, 1), (4, 1), (4, 8)):
        metas = np.tile([inputs, 50.0, shift, 2.0], (2000, 1))
        chosen = draws.draw(rng, metas, IMAGE)
        measure = lambda chosen=chosen: boolean.evaluate(chosen, bits, 28)  # noqa: E731
        times[inputs, shift] = best_time(measure)
    print(f"shiftInvLen 8 costs {times[4, 8] / times[4, 1]:.1f} times shiftInvLen 1")
    print(f"8 inputs cost {times[8, 1] / times[1, 1]:.1f} times 1 input")
    task = images.digits(pixels * 255, y, 3000, IMAGE, EXPERIMENT).task((1,), 2000)
    search = lambda: digits.search(task, "mufasa", 3000, (1,), EXPERIMENT)  # noqa: E731
    rank = lambda: digits.ranked(task, 3000, (1,), EXPERIMENT, True)  # noqa: E731
    slow, fast = best_time(search, 1), best_time(rank)
    print(f"Mufasa takes {slow / fast:.0f} times as long as Norm Infogain, budget 3000")


def compare_svm(rng, samples, features):
    """Both to 1% of the objective: liblinear at the loosest tolerance that gives it."""
    pixels, y = pictures(rng, samples)
    bits = boolean.pack(pixels.T)
    metas = np.tile([3, 60.0, 3, 2.0], (features, 1))
    values = boolean.evaluate(draws.draw(rng, metas, IMAGE), bits, 28)
    X = boolean.unpack(values, samples).T.astype(np.float64)
    square = np.square(X).sum() / samples
    X /= np.sqrt(square)
    best = solve(X @ X.T, y, 3.0, 1e-5).objective
    for tol in (1.0, 0.3, 0.1, 0.03, 0.01, 0.003):
        peer = LinearSVC(
            multi_class="crammer_singer", C=3.0, fit_intercept=False, tol=tol
        )
        outputs = X @ peer.fit(X, y).coef_.T
        own = outputs[np.arange(samples), y]
        losses = (outputs + (np.arange(10) != y[:, None])).max(axis=1) - own
        if 0.5 * np.square(peer.coef_).sum() + 3.0 * losses.sum() < 1.01 * best:
            break
    slow = best_time(lambda: peer.fit(X, y))
    alone = best_time(lambda K=X @ X.T: solve(K, y, 3.0, 1e-2))
    whole = best_time(
        lambda: solve(boolean.common_ones(values, samples), y, 3.0 / square, 1e-2)
    )
    print(
        f"SVM, {samples} x {features}, 10 classes: {slow / alone:.1f} times liblinear "
        f"(tolerance {tol}), with the Gram matrix {slow / whole:.1f} times"
    )


if __name__ == "__main__":
    warnings.simplefilter("ignore", ConvergenceWarning)
    warnings.simplefilter("ignore", FutureWarning)
    rng = np.random.default_rng(0)
    compare_features(rng)
    statements(rng)
    for size in ((1000, 600), (1000, 2000), (2000, 2000)):
        compare_svm(rng, *size)
