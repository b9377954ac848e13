"""Margin kernels beside the same formulas written in NumPy."""

import time

import numpy as np

from pride.selectors import relief, simba


def neighbours(X, y, w, i):
    """Near hit and near miss of sample i, and all distances, in NumPy."""
    norms = np.sqrt((w**2 * (X - X[i]) ** 2).sum(axis=1))
    same = y == y[i]
    hits, misses = norms.copy(), norms.copy()
    hits[~same], misses[same], hits[i] = np.inf, np.inf, np.inf
    return hits.argmin(), misses.argmin(), norms


def numpy_evaluation(X, y, w):
    """Equation (2) of margin2004."""
    total = 0.0
    for i in range(len(X)):
        hit, miss, norms = neighbours(X, y, w, i)
        total += 0.5 * (norms[miss] - norms[hit])
    return total


def numpy_ascend(X, y, visits):
    """Algorithm 2 of margin2004, up to step 3."""
    w = np.ones(X.shape[1])
    for i in visits:
        hit, miss, norms = neighbours(X, y, w, i)
        step = (X[i] - X[miss]) ** 2 / norms[miss] - (X[i] - X[hit]) ** 2 / norms[hit]
        w = w + 0.5 * step * w
    return w


def numpy_relief(X, y, visits):
    """Algorithm 3 of margin2004."""
    w, ones = np.zeros(X.shape[1]), np.ones(X.shape[1])
    for i in visits:
        hit, miss, _ = neighbours(X, y, ones, i)
        w += (X[i] - X[miss]) ** 2 - (X[i] - X[hit]) ** 2
    return w


def best_time(run, repeats=3):
    """Shortest of several times, in seconds; the first call compiles."""
    run()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return min(times)


def compare(samples, features):
    """Print how many times faster each kernel is, and that it agrees."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(samples, features)), rng.integers(2, size=samples)
    visits, w = rng.permutation(samples), np.ones(features)
    pairs = {
        "evaluation e(w)": (simba.evaluation, numpy_evaluation, (X, y, w)),
        "Simba, one pass": (simba.ascend, numpy_ascend, (X, y, visits)),
        "Relief, one pass": (relief.weights, numpy_relief, (X, y, visits)),
    }
    for name, (ours, naive, data) in pairs.items():
        np.testing.assert_allclose(ours(*data), naive(*data), rtol=1e-8)
        slow, fast = (
            best_time(lambda run=run, data=data: run(*data)) for run in (naive, ours)
        )
        print(f"{samples:5} x {features:4}  {name:17} {slow / fast:6.1f} times NumPy")


if __name__ == "__main__":
    for size in [(1000, 10), (1000, 100), (500, 1000)]:
        compare(*size)
